#include "api/options.hpp"

#include <array>

namespace quotient::api {

namespace {

using Values = std::vector<driver::OptionValue>;

Values one(const std::string& word) { return {word}; }
/// Of what is empty where it is not given.
Values named(const std::string& name) { return name.empty() ? Values{} : Values{name}; }
Values all_of(const std::vector<std::string>& words) { return {words.begin(), words.end()}; }
Values flag(bool on) { return on ? Values{std::monostate()} : Values{}; }
template <typename Number>
Values given(const std::optional<Number>& number) {
  return number ? Values{*number} : Values{};
}

Values named_counts(const std::map<std::string, std::uint32_t>& counts) {
  Values values;
  for (const auto& [name, count] : counts) values.emplace_back(driver::NamedCount{name, count});
  return values;
}

using S = const Source&;
using O = const Options&;

std::string fairness_of(const Options& o) {
  if (!o.strong_fairness && !o.weak_fairness) return "none";
  std::string text = o.strong_fairness ? "strong" : "weak";
  for (const std::string& name : o.fair_to) text += (name == o.fair_to.front() ? ":" : ",") + name;
  return text;
}

constexpr std::array all_fields = {
    Field{"D", [](S s, O) { return all_of(s.defines); }},
    Field{"I", [](S s, O) { return all_of(s.include_paths); }},
    Field{"language", [](S s, O) { return one(s.language); }},
    Field{"set", [](S s, O) { return named_counts(s.set_sizes); }},
    Field{"min-int", [](S s, O) { return given(s.min_int); }},
    Field{"max-int", [](S s, O) { return given(s.max_int); }},
    Field{"refinement", [](S s, O) { return flag(s.refinement); }},
    Field{"goal", [](S s, O) { return named(s.goal); }},
    Field{"scope", [](S s, O) { return named(s.scope); }},
    Field{"solver", [](S s, O) { return one(s.solver ? "on" : "off"); }},
    Field{"steps", [](S, O o) { return one(o.steps); }},
    Field{"partial-order", [](S, O o) { return one(o.partial_order); }},
    Field{"skip-sequential", [](S, O o) { return one(o.skip_sequential); }},
    Field{"symmetry", [](S, O o) { return one(o.symmetry); }},
    Field{"rules", [](S, O o) { return named(o.rules); }},
    Field{"check-rules", [](S, O o) { return flag(o.check_rules); }},
    Field{"main-array", [](S, O o) { return named(o.main_array); }},
    Field{"audit", [](S, O o) { return flag(o.audit); }},
    Field{"detect", [](S, O o) { return one(o.detect); }},
    Field{"search", [](S, O o) { return one(o.search); }},
    Field{"store", [](S, O o) { return one(o.store); }},
    Field{"property", [](S, O o) { return all_of(o.properties); }},
    Field{"formula", [](S, O o) { return all_of(o.formulas); }},
    Field{"ltl", [](S, O o) { return all_of(o.ltl); }},
    Field{"ctl", [](S, O o) { return all_of(o.ctl); }},
    Field{"all", [](S, O o) { return flag(o.all_violations); }},
    Field{"fairness", [](S, O o) { return one(fairness_of(o)); }},
    Field{"threads", [](S, O o) { return o.threads == 0 ? Values{} : Values{std::uint64_t{o.threads}}; }},
    Field{"memory", [](S, O o) { return given(o.memory_bytes); }},
    Field{"time", [](S, O o) { return given(o.seconds); }},
    Field{"conjugates", [](S, O o) { return one(o.conjugates ? "on" : "off"); }},
    Field{"patience", [](S, O o) { return Values{o.patience}; }},
    Field{"max-states", [](S, O o) { return given(o.max_states); }},
    Field{"max-depth", [](S, O o) { return given(o.max_depth); }},
    Field{"engine", [](S, O o) { return one(o.engine); }},
    Field{"paranoid", [](S, O o) { return flag(o.paranoid); }},
    Field{"spill", [](S, O o) { return named(o.spill); }},
    Field{"graph", [](S, O o) { return flag(o.graph); }},
    Field{"for-every", [](S, O o) { return named(o.for_every); }},
    Field{"views", [](S, O o) { return given(o.views); }},
};

}  // namespace

std::span<const Field> fields() { return all_fields; }

std::optional<driver::CheckSettings> settings_of(const Source& source, const Options& options, std::string& error) {
  driver::CheckSettings settings = driver::default_settings();
  for (const Field& field : all_fields) {
    const driver::Option& option = driver::option(field.option);
    for (const driver::OptionValue& value : field.values(source, options)) {
      error = driver::objection(option, value);
      if (!error.empty()) return std::nullopt;
      option.set(settings, value);
    }
  }
  settings.model.path = source.path;
  settings.model.text = source.text;
  error = driver::complete(settings);
  if (!error.empty()) return std::nullopt;
  return settings;
}

}  // namespace quotient::api
