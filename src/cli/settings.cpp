#include "cli/settings.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "driver/values.hpp"

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
  std::optional<std::uint64_t> count(std::string_view name) const { return driver::parse_count(text(name)); }
  When when(std::string_view name) const {
    const std::string value = text(name);
    return value == "always" ? When::always : value == "never" ? When::never : When::automatic;
  }

 private:
  const std::map<std::string, std::vector<std::string>, std::less<>>& options_;
};

/// Sets what the library has too; the values were checked against the table before.
void set_given(const Arguments& arguments, driver::CheckSettings& settings) {
  for (const auto& [key, values] : arguments.options) {
    const driver::Option& option = driver::option(key);
    if (option.set == nullptr) continue;
    if (values.empty()) option.set(settings, {});  // a flag
    std::string error;
    for (const std::string& value : values) option.set(settings, *driver::parse_value(option, value, error));
  }
}

}  // namespace

bool Settings::colour_on(int file_descriptor) const {
  return colour == When::always || (colour == When::automatic && wants_colour(file_descriptor));
}

Look Settings::look_on(int file_descriptor) const { return {colour_on(file_descriptor), columns_of(file_descriptor)}; }

std::optional<Settings> make_settings(const Arguments& arguments, std::string& error) {
  const Given given(arguments);
  const Command command = arguments.command->command;
  Settings s;
  static_cast<driver::CheckSettings&>(s) = driver::default_settings();
  // A run shows each statement, and the values of all variables.
  const bool watched = (command & (simulate_command | repl_command)) != 0;
  if (watched) s.model.steps = "plain";
  s.model.spin_limits = !watched;  // counts of a run are not compared with SPIN's
  if ((command & (check_command | lts_command | resume_command)) == 0) s.model.engine = "interpreter";
  set_given(arguments, s);
  s.command = arguments.command;
  s.arguments = arguments;
  s.model.path = arguments.positional.empty() ? "." : arguments.positional[0];  // a command that needs one has one
  if (arguments.positional.size() > 1) s.second_argument = arguments.positional[1];
  if (command == lts_command && given.has("reduce")) {
    // What is minimised is the graph itself: labels of a quotient say more than what is done.
    if (s.symmetry != "auto" && s.symmetry != "off") {
      error = "--reduce minimises the graph without symmetry reduction: it cannot be combined with --symmetry";
      return std::nullopt;
    }
    s.symmetry = "off";
  }
  if (command == lts_command && s.symmetry != "auto" && s.symmetry != "off" && s.symmetry != "canonical") {
    error = fmt::format("--symmetry {}: state graphs are reduced by canonical, or not at all", s.symmetry);
    return std::nullopt;
  }
  s.json_path = given.text("json");
  s.html_path = given.text("html");
  s.sarif_path = given.text("sarif");
  s.junit_path = given.text("junit");
  s.baseline_path = given.text("baseline");
  s.checkpoint = given.text("checkpoint");
  if (s.graph && s.json_path.empty()) {
    error = "--graph is for --json";
    return std::nullopt;
  }
  s.graph |= !s.html_path.empty();
  s.certificate = given.text("certificate");
  s.details = command == check_command && !(s.json_path.empty() && s.html_path.empty());
  s.explains_symmetry = !s.json_path.empty() || !s.html_path.empty();
  error = driver::complete(s);
  if (!error.empty()) return std::nullopt;
  s.model.outline |= given.has("dot") || given.has("svg");
  // A run goes through the states of the search that found it, with what the rules choose processes by.
  s.model.rules &= (command & (check_command | replay_command)) != 0;
  s.model.find_symmetry &= !watched;
  s.model.permuted_labels = command == lts_command;
  // A trace counts initial states as the search did that found it; classes are those of all states.
  s.model.up_to_symmetry &= (command & (check_command | replay_command | lts_command | inductive_command)) != 0;
  s.model.up_to_symmetry &= !given.has("classes");

  s.trace_path = given.text("trace");
  s.output_path = given.text("output");
  s.dot_path = given.text("dot");
  s.svg_path = given.text("svg");
  s.plain = given.has("plain");
  s.classes = given.has("classes");
  s.network = given.has("network");
  s.max_summands = given.count("max-summands");
  s.equivalence = given.text("equivalence", "strong");
  s.reduce = given.text("reduce");
  s.quiet = given.has("quiet");
  s.interactive = given.has("interactive");
  s.seed = given.count("seed");
  s.max_steps = given.count("max-steps").value_or(s.max_steps);
  s.port = static_cast<std::uint16_t>(given.count("port").value_or(0));
  s.browser = !given.has("no-browser");
  s.progress = given.when("progress");
  s.progress_json = given.text("progress") == "json";
  s.colour = given.when("color");
  std::string first;
  for (const auto& [name, path] : {std::pair{"--json", &s.json_path},
                                   {"--trace", &s.trace_path},
                                   {"--html", &s.html_path},
                                   {"--sarif", &s.sarif_path},
                                   {"--junit", &s.junit_path},
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
constexpr std::array<std::string_view, 14> saved_options = {"D",          "I",       "language", "steps",    "set",
                                                            "min-int",    "max-int", "property", "symmetry", "rules",
                                                            "refinement", "goal",    "scope",    "solver"};

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
