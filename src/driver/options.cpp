#include "driver/options.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "base/ensure.hpp"
#include "driver/values.hpp"

namespace quotient::driver {

namespace {

std::string or_list(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

/// What a value of an option looks like.
std::string expected(const Option& option) {
  const auto number = [&](std::string_view unbounded) {
    return option.bounds ? fmt::format("a number from {} to {}", option.bounds->least, option.bounds->most)
                         : std::string(unbounded);
  };
  switch (option.kind) {
    case ValueKind::count:
    case ValueKind::integer:
      return number("a whole number") + " is expected";
    case ValueKind::size:
      return "a size like 200M or 8G is expected";
    case ValueKind::duration:
      return "a time like 60s, 5m or 1h is expected";
    case ValueKind::define:
      return "NAME or NAME=VALUE is expected";
    case ValueKind::named_count:
      return "NAME=N is expected" +
             (option.bounds ? fmt::format(", N from {} to {}", option.bounds->least, option.bounds->most) : "");
    case ValueKind::flag:
    case ValueKind::choice:
      return or_list(split(option.choices, '|')) + " is expected";
    case ValueKind::text:
      break;
  }
  return "a value is expected";
}

std::string refusal(const Option& option, std::string_view value) {
  return fmt::format("{} {}: {}", option.shown_name(), value, expected(option));
}

bool within(const std::optional<Bounds>& bounds, std::uint64_t value) {
  const auto limit = [](std::int64_t bound) { return static_cast<std::uint64_t>(std::max<std::int64_t>(bound, 0)); };
  return !bounds || (value >= limit(bounds->least) && value <= limit(bounds->most));
}
bool within(const std::optional<Bounds>& bounds, std::int64_t value) {
  return !bounds || (value >= bounds->least && value <= bounds->most);
}

/// The value of a text by its kind alone; nullopt if it is not of that kind.
std::optional<OptionValue> value_of(const Option& option, const std::string& text) {
  const auto made = [](const auto& parsed) { return parsed ? std::optional<OptionValue>(*parsed) : std::nullopt; };
  switch (option.kind) {
    case ValueKind::count:
      return made(parse_count(text));
    case ValueKind::integer:
      return made(parse_integer(text));
    case ValueKind::size:
      return made(parse_size(text));
    case ValueKind::duration: {
      const auto time = parse_duration(text);
      return time ? std::optional<OptionValue>(time->count()) : std::nullopt;
    }
    case ValueKind::named_count: {
      const std::size_t sign = text.find('=');
      const auto count = sign == std::string::npos ? std::nullopt : parse_count(text.substr(sign + 1));
      return count ? std::optional<OptionValue>(NamedCount{text.substr(0, sign), *count}) : std::nullopt;
    }
    case ValueKind::flag:
    case ValueKind::choice:
    case ValueKind::define:
    case ValueKind::text:
      break;
  }
  return text;
}

std::string text_objection(const Option& option, const std::string& value) {
  if (option.kind == ValueKind::define) return is_define(value) ? "" : refusal(option, value);
  if (option.kind == ValueKind::text) return "";
  const std::vector<std::string> choices = split(option.choices, '|');
  const std::size_t colon = option.names ? value.find(':') : std::string::npos;
  const std::string chosen = value.substr(0, colon);
  const bool known = std::find(choices.begin(), choices.end(), chosen) != choices.end();
  if (known && (colon == std::string::npos || (chosen != option.fallback && colon + 1 < value.size()))) return "";
  const std::string near = known ? "" : nearest_name(chosen, choices);
  return refusal(option, value) + (near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near));
}

/// One overload for each alternative of a value.
struct Objection {
  const Option& option;

  std::string operator()(std::monostate) const {
    ensure(option.kind == ValueKind::flag, "an option that is no flag without a value");
    return "";
  }
  std::string operator()(const std::string& value) const { return text_objection(option, value); }
  std::string operator()(std::uint64_t value) const { return number(value); }
  std::string operator()(std::int64_t value) const { return number(value); }
  std::string operator()(double seconds) const {
    return std::isfinite(seconds) && !std::signbit(seconds) ? "" : refusal(option, fmt::format("{}", seconds));
  }
  std::string operator()(const NamedCount& value) const {
    if (!value.name.empty() && within(option.bounds, value.count)) return "";
    return refusal(option, fmt::format("{}={}", value.name, value.count));
  }

 private:
  template <typename Number>
  std::string number(Number value) const {
    return within(option.bounds, value) ? "" : refusal(option, std::to_string(value));
  }
};

}  // namespace

std::string_view Option::shown_name() const { return name.substr(name.rfind(',') + 1); }

std::string_view Option::key() const {
  const std::string_view longest = shown_name();
  return longest.substr(longest.find_first_not_of('-'));
}

const Option& option(std::string_view key) {
  const auto all = options();
  const auto at = std::find_if(all.begin(), all.end(), [&](const Option& o) { return o.key() == key; });
  ensure(at != all.end(), "an option that is not in the table");
  return *at;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::string objection(const Option& option, const OptionValue& value) { return std::visit(Objection{option}, value); }

std::optional<OptionValue> parse_value(const Option& option, const std::string& text, std::string& error) {
  std::optional<OptionValue> value = value_of(option, text);
  if (!value) {
    error = refusal(option, text);
  } else if (std::string wrong = objection(option, *value); !wrong.empty()) {
    error = std::move(wrong);
    value.reset();
  }
  return value;
}

}  // namespace quotient::driver
