#include "cli/settings.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <thread>

#include "cli/values.hpp"

namespace quotient::cli {

namespace {

/// Reads options that were checked against the table before.
class Given {
 public:
  explicit Given(const Arguments& arguments) : options_(arguments.options) {}

  bool has(std::string_view name) const { return options_.find(name) != options_.end(); }
  std::vector<std::string> all(std::string_view name) const {
    const auto at = options_.find(name);
    return at == options_.end() ? std::vector<std::string>() : at->second;
  }
  std::string text(std::string_view name, std::string_view otherwise = "") const {
    const auto at = options_.find(name);
    return at == options_.end() || at->second.empty() ? std::string(otherwise) : at->second.front();
  }
  std::uint64_t count(std::string_view name, std::uint64_t otherwise) const {
    return parse_count(text(name)).value_or(otherwise);
  }
  When when(std::string_view name) const {
    const std::string value = text(name);
    return value == "always" ? When::always : value == "never" ? When::never : When::automatic;
  }

 private:
  const std::map<std::string, std::vector<std::string>, std::less<>>& options_;
};

bool read_machine_sizes(const Given& given, ModelSettings& model, std::string& error) {
  for (const std::string& text : given.all("set")) {
    const std::size_t sign = text.find('=');
    const auto size = sign == std::string::npos ? std::nullopt : parse_count(text.substr(sign + 1));
    if (!size || sign == 0 || *size == 0 || *size > 1'000'000) {
      error = fmt::format("--set {}: NAME=N is expected, N from 1 to 1000000", text);
      return false;
    }
    model.set_sizes[text.substr(0, sign)] = static_cast<std::uint32_t>(*size);
  }
  const auto integer = [&](std::string_view name, std::optional<std::int64_t>& value) {
    if (!given.has(name)) return true;
    const std::string text = given.text(name);
    const bool negative = text.starts_with('-');
    const auto size = parse_count(std::string_view(text).substr(negative ? 1 : 0));
    if (!size || *size > 1'000'000'000'000) {
      error = fmt::format("--{} {}: a whole number is expected", name, text);
      return false;
    }
    value = negative ? -static_cast<std::int64_t>(*size) : static_cast<std::int64_t>(*size);
    return true;
  };
  return integer("min-int", model.min_int) && integer("max-int", model.max_int);
}

bool read_threads(const Given& given, SearchOptions& search, std::string& error) {
  constexpr std::uint64_t most = 1024;
  const std::uint64_t threads = given.count("threads", std::max(1U, std::thread::hardware_concurrency()));
  if (threads == 0 || threads > most) {
    error = fmt::format("--threads {}: a number from 1 to {} is expected", threads, most);
    return false;
  }
  search.threads = static_cast<unsigned>(threads);
  return true;
}

}  // namespace

bool Settings::colour_on(int file_descriptor) const {
  return colour == When::always || (colour == When::automatic && wants_colour(file_descriptor));
}

Look Settings::look_on(int file_descriptor) const { return {colour_on(file_descriptor), columns_of(file_descriptor)}; }

std::optional<Settings> make_settings(const Arguments& arguments, std::string& error) {
  const Given given(arguments);
  Settings s;
  s.command = arguments.command;
  s.arguments = arguments;
  s.model.path = arguments.positional.at(0);
  if (arguments.positional.size() > 1) s.second_argument = arguments.positional[1];
  s.model.language = given.text("language", "auto");
  // Who watches a run wants to see each statement, and the values of all variables.
  const bool simulates = arguments.command->command == simulate_command;
  s.model.steps = given.text("steps", simulates ? "plain" : "full");
  s.model.spin_limits = !simulates;  // nobody compares the counts of a run
  s.model.defines = given.all("D");
  const bool explores = (arguments.command->command & (check_command | lts_command)) != 0;
  s.model.engine = explores ? given.text("engine", "auto") : "interpreter";
  s.model.paranoid = given.has("paranoid");
  s.skip_sequential = given.has("skip-sequential") ? given.text("skip-sequential", "always") : "auto";
  s.model.include_dirs = given.all("I");

  s.search.order = given.text("search") == "dfs" ? SearchOrder::depth_first : SearchOrder::breadth_first;
  s.search.all = given.has("all");
  s.search.paranoid = given.has("paranoid");
  s.search.limits.max_states = given.count("max-states", Limits::none);
  s.search.limits.max_depth = given.count("max-depth", Limits::none);
  s.search.limits.memory = parse_size(given.text("memory")).value_or(default_memory_limit());
  driver::set_store(given.text("store", "exact"), s);
  // Whoever says how much memory there is wants it used; the other half is for the states that wait.
  if (given.has("memory")) s.search.bitstate_bytes = s.search.limits.memory / 2;
  if (given.has("time")) s.search.limits.time = parse_duration(given.text("time"));
  s.symmetry = given.text("symmetry", "auto");
  if (arguments.command->command == lts_command && s.symmetry != "auto" && s.symmetry != "off" &&
      s.symmetry != "canonical") {
    error = fmt::format("--symmetry {}: state graphs are reduced by canonical, or not at all", s.symmetry);
    return std::nullopt;
  }
  s.main_array = given.text("main-array");
  s.model.rules_path = given.text("rules");
  s.check_rules = given.has("check-rules");
  s.audit = given.has("audit");
  s.model.weak_fairness = given.text("fairness") == "weak";
  s.partial_order = given.text("partial-order", "off");
  s.detection.how = given.text("detect", "system");
  s.json_path = given.text("json");
  s.html_path = given.text("html");
  s.details = arguments.command->command == check_command && !(s.json_path.empty() && s.html_path.empty());
  s.graph = given.has("graph") || !s.html_path.empty();
  if (given.has("graph") && s.json_path.empty()) {
    error = "--graph is for --json";
    return std::nullopt;
  }
  driver::prepare_model(s);
  s.model.outline |= given.has("dot") || given.has("svg");
  // A run goes through the states of the search that found it, with what the rules choose processes by.
  s.model.rules &= (arguments.command->command & (check_command | replay_command)) != 0;
  s.model.find_symmetry &= arguments.command->command != simulate_command;
  s.model.renamed_labels = arguments.command->command == lts_command;
  // A trace counts initial states as the search did that found it; classes are those of all states.
  s.model.up_to_symmetry &= (arguments.command->command & (check_command | replay_command | lts_command)) != 0;
  s.model.up_to_symmetry &= !given.has("classes");
  error = objection(s);
  if (!error.empty()) return std::nullopt;
  s.detection.random_conjugates = given.text("conjugates", "on") == "on";
  if (const auto patience = parse_duration(given.text("patience"))) s.detection.patience = patience->count();
  if (!driver::set_properties(given.all("property"), s, error)) return std::nullopt;
  if (!read_machine_sizes(given, s.model, error)) return std::nullopt;
  if (!read_threads(given, s.search, error)) return std::nullopt;

  s.trace_path = given.text("trace");
  s.output_path = given.text("output");
  s.dot_path = given.text("dot");
  s.svg_path = given.text("svg");
  s.plain = given.has("plain");
  s.classes = given.has("classes");
  s.network = given.has("network");
  if (given.has("max-summands")) s.max_summands = given.count("max-summands", 0);
  s.equivalence = given.text("equivalence", "strong");
  s.quiet = given.has("quiet");
  s.interactive = given.has("interactive");
  if (given.has("seed")) s.seed = given.count("seed", 0);
  s.max_steps = given.count("max-steps", 1000);
  s.progress = given.when("progress");
  s.colour = given.when("color");
  std::string first;
  for (const auto& [name, path] : {std::pair{"--json", &s.json_path},
                                   {"--trace", &s.trace_path},
                                   {"--html", &s.html_path},
                                   {"--dot", &s.dot_path},
                                   {"--svg", &s.svg_path}}) {
    if (*path != "-") continue;
    if (!first.empty()) {
      error = fmt::format("{} and {} cannot both go to standard output", first, name);
      return std::nullopt;
    }
    first = name;
  }
  return s;
}

namespace {

/// Options that say what the model is and what is looked for in it: without them a trace means something else.
constexpr std::array<std::string_view, 10> saved_options = {"D",       "I",       "language", "steps",    "set",
                                                            "min-int", "max-int", "property", "symmetry", "rules"};

}  // namespace

std::vector<std::string> arguments_to_save(const Settings& settings) {
  std::map<std::string, std::vector<std::string>, std::less<>> options = settings.arguments.options;
  options["steps"] = {settings.model.steps};  // also where it is the default, which may change
  std::vector<std::string> saved;
  for (const std::string_view name : saved_options) {
    const auto at = options.find(name);
    if (at == options.end()) continue;
    if (at->second.empty()) saved.push_back("--" + std::string(name));  // a flag
    for (const std::string& value : at->second) {
      saved.push_back((name.size() == 1 ? "-" : "--") + std::string(name));
      saved.push_back(value);
    }
  }
  return saved;
}

std::optional<Settings> with_saved_arguments(const Settings& settings, std::span<const std::string> saved,
                                             std::string& error) {
  std::vector<std::string> line(saved.begin(), saved.end());
  line.push_back("--");
  line.insert(line.end(), settings.arguments.positional.begin(), settings.arguments.positional.end());
  std::optional<Arguments> joined = parse_arguments(*settings.command, line, error);
  if (!joined) return std::nullopt;
  for (const auto& [name, values] : joined->options) {
    if (std::find(saved_options.begin(), saved_options.end(), name) != saved_options.end()) continue;
    error = fmt::format("--{} does not belong into a trace", name);
    return std::nullopt;
  }
  if (joined->help || joined->positional != settings.arguments.positional) {
    error = "the saved arguments are not those of a trace";
    return std::nullopt;
  }
  for (const auto& [name, values] : settings.arguments.options) joined->options[name] = values;
  std::optional<Settings> made = make_settings(*joined, error);
  if (made) made->deadline = settings.deadline;
  return made;
}

}  // namespace quotient::cli
