#include "counters.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <sstream>

namespace quotient::counters {

namespace {

struct Family {
  std::string name;
  std::uint32_t first = 0, count = 0;
};

/// One line of the text but for declarations.
struct Rule {
  enum class Kind : std::uint8_t { up, down, forbid };
  Kind kind = Kind::up;
  std::uint32_t family = 0;
  std::uint8_t value = 0;
  std::uint32_t many = 0;  // of forbid
  std::string text;
  SourceRange at;
};

struct Machine {
  std::vector<Family> families;
  std::vector<Rule> rules;
  std::uint32_t size = 0;  // of a state: a byte for each counter

  std::string name_of(const Family& family, std::uint32_t member) const {
    return fmt::format("{}({})", family.name, member + 1);
  }
};

class Parser {
 public:
  Parser(const SourceMap& sources, FileId file, Diagnostics& diagnostics)
      : text_(sources[file].text()), file_(file), diagnostics_(diagnostics) {}

  Machine parse() {
    for (std::size_t begin = 0; begin < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      line_ = {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
      std::string line(text_.substr(begin, end - begin));
      line = line.substr(0, line.find('#'));
      if (line.find_first_not_of(" \t\r") != std::string::npos) read(line);
      begin = end + 1;
    }
    return std::move(machine_);
  }

 private:
  void read(const std::string& line) {
    std::istringstream words(line);
    std::string keyword, name, more;
    std::uint32_t number = 0, many = 0;
    words >> keyword >> name >> number;
    if (keyword == "forbid") words >> many;
    if (words.fail() || words >> more) return complain("a keyword, the name of a family and a number are expected");
    if (number > 255) return complain("counters go up to 255");
    const auto known = std::ranges::find(machine_.families, name, &Family::name);
    if (keyword == "counters") {
      if (known != machine_.families.end()) return complain(fmt::format("'{}' is declared twice", name));
      machine_.families.push_back({name, machine_.size, number});
      machine_.size += number;
      return;
    }
    const std::map<std::string, Rule::Kind> kinds = {
        {"up", Rule::Kind::up}, {"down", Rule::Kind::down}, {"forbid", Rule::Kind::forbid}};
    const auto kind = kinds.find(keyword);
    if (kind == kinds.end()) return complain(fmt::format("'{}' is no keyword", keyword));
    if (known == machine_.families.end()) return complain(fmt::format("there are no counters '{}'", name));
    machine_.rules.push_back({kind->second, static_cast<std::uint32_t>(known - machine_.families.begin()),
                              static_cast<std::uint8_t>(number), many, line, line_});
  }
  void complain(std::string message) { diagnostics_.error(line_, std::move(message)); }

  std::string_view text_;
  FileId file_;
  Diagnostics& diagnostics_;
  SourceRange line_;
  Machine machine_;
};

/// Labels and sites are numbers of rules; a label says which member moved as well.
class Generator final : public StepGeneratorBase {
 public:
  explicit Generator(const Machine& machine) : machine_(machine), coverage_(machine.rules.size(), 0) {}

  void initial(Successors& out) override {
    out.clear();
    out.add(std::vector<std::uint8_t>(machine_.size, 0), {});
  }
  void successors(StateView state, Successors& out) override {
    out.clear();
    for (std::uint32_t r = 0; r < machine_.rules.size(); ++r) {
      const Rule& rule = machine_.rules[r];
      const Family& family = machine_.families[rule.family];
      const auto members = state.subspan(family.first, family.count);
      if (rule.kind == Rule::Kind::forbid) {
        if (std::ranges::count(members, rule.value) >= rule.many) out.add_finding({FindingKind::invariant, r});
        continue;
      }
      for (std::uint32_t m = 0; m < family.count; ++m) {
        const bool up = rule.kind == Rule::Kind::up;
        if (up ? members[m] >= rule.value : members[m] != rule.value) continue;
        next_.assign(state.begin(), state.end());
        next_[family.first + m] = up ? static_cast<std::uint8_t>(members[m] + 1) : 0;
        coverage_[r] = 1;
        out.add(next_, {r * machine_.size + family.first + m});
      }
    }
    if (out.empty()) out.add_finding({FindingKind::deadlock, 0});
  }
  std::span<const std::uint8_t> coverage() const override { return coverage_; }

 private:
  const Machine& machine_;
  std::vector<std::uint8_t> coverage_, next_;
};

class CounterSystem final : public SystemBase, private NarratorBase {
 public:
  CounterSystem(Machine machine, const SourceMap& sources) : machine_(std::move(machine)), sources_(sources) {}

  std::unique_ptr<StepGenerator> generator() const override { return std::make_unique<Generator>(machine_); }
  const Narrator& narrator() const override { return *this; }
  /// For checkpoints. No counter is larger than some rule lets it become.
  std::optional<std::vector<std::uint8_t>> recall(std::span<const std::uint8_t> bytes) const override {
    std::vector<std::uint8_t> most(machine_.size, 0);
    for (const Rule& rule : machine_.rules) {
      const Family& family = machine_.families[rule.family];
      for (std::uint32_t m = 0; rule.kind == Rule::Kind::up && m < family.count; ++m) {
        most[family.first + m] = std::max(most[family.first + m], rule.value);
      }
    }
    if (!std::ranges::equal(bytes, most, std::ranges::less_equal{})) return std::nullopt;
    return std::vector<std::uint8_t>(bytes.begin(), bytes.end());
  }
  const Machine& machine() const { return machine_; }
  std::string counter_name(std::uint32_t counter) const {
    for (const Family& family : machine_.families) {
      if (counter - family.first < family.count) return machine_.name_of(family, counter - family.first);
    }
    return "";
  }

 private:
  std::vector<TraceEvent> explain(StateView from, StateView to, Finding) const override {
    Generator generator(machine_);
    Successors steps;
    generator.successors(from, steps);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (!std::ranges::equal(steps[i].state, to)) continue;
      const std::uint32_t counter = steps[i].label.value % machine_.size;
      TraceEvent event;
      event.process = counter_name(counter);
      event.statement = machine_.rules[steps[i].label.value / machine_.size].text;
      event.at = sources_.locate(machine_.rules[steps[i].label.value / machine_.size].at);
      event.changes = {{event.process, std::to_string(from[counter]), std::to_string(to[counter])}};
      return {event};
    }
    return {};
  }
  std::vector<CellValue> describe(StateView state) const override {
    std::vector<CellValue> cells;
    for (std::uint32_t i = 0; i < state.size(); ++i) cells.push_back({counter_name(i), std::to_string(state[i])});
    return cells;
  }
  FindingText describe(Finding finding) const override {
    if (finding.kind == FindingKind::deadlock) return {"no counter can move", {}};
    return {machine_.rules[finding.site].text, sources_.locate(machine_.rules[finding.site].at)};
  }
  std::string label(StepLabel label) const override {
    return fmt::format("{} {}", machine_.rules[label.value / machine_.size].kind == Rule::Kind::up ? "up" : "down",
                       counter_name(label.value % machine_.size));
  }
  std::vector<UnreachedPart> unreached(std::span<const std::uint8_t> coverage) const override {
    std::vector<UnreachedPart> parts;
    for (std::size_t r = 0; r < machine_.rules.size(); ++r) {
      if (coverage[r] != 0 || machine_.rules[r].kind == Rule::Kind::forbid) continue;
      parts.push_back({"rules", {{sources_.locate(machine_.rules[r].at), machine_.rules[r].text}}});
    }
    return parts;
  }

  Machine machine_;
  const SourceMap& sources_;
};

/// All permutations of the members of each family: no rule can tell them apart.
class CounterSymmetry final : public SymmetrySource {
 public:
  explicit CounterSymmetry(const Machine& machine) : machine_(machine) {}

  DetectedSymmetry find(const DetectOptions&) const override {
    DetectedSymmetry found;
    Symmetry& symmetry = found.symmetry;
    std::vector<Permutation> generators;
    for (std::uint32_t f = 0; f < machine_.families.size(); ++f) {
      const Family& family = machine_.families[f];
      symmetry.pattern_names.push_back({PatternName::Kind::global, family.name});
      for (std::uint32_t m = 0; m < family.count; ++m) {
        symmetry.atoms.push_back({Atom::Kind::element, machine_.name_of(family, m), 0});
        Place place;
        place.offset = family.first + m;
        place.pattern = f;
        place.atoms = {family.first + m};
        symmetry.places.push_back(place);
        if (m == 0) continue;
        generators.push_back(Permutation::transposition(machine_.size, family.first + m - 1, family.first + m));
      }
    }
    symmetry.group = Group(machine_.size, generators);
    return found;
  }

 private:
  const Machine& machine_;
};

class CounterFrontEnd final : public FrontEnd {
 public:
  std::string_view name() const override { return "counters"; }
  std::string_view title() const override { return "counters"; }
  std::span<const std::string_view> endings() const override {
    static constexpr std::array<std::string_view, 1> all = {".counters"};
    return all;
  }
  int recognises(std::span<const std::string_view> tokens) const override {
    return !tokens.empty() && tokens[0] == "counters" ? 1 : 0;
  }
  bool understands(LanguageOption) const override { return false; }
  std::string_view properties() const override { return "invariant and deadlock"; }
  bool checks(FindingKind kind) const override {
    return kind == FindingKind::invariant || kind == FindingKind::deadlock;
  }
  void load(const ModelSettings&, FileId file, NameTable*, Loaded& out) const override {
    Machine machine = Parser(out.sources, file, out.diagnostics).parse();
    if (out.diagnostics.has_errors()) return;
    auto system = std::make_unique<CounterSystem>(std::move(machine), out.sources);
    Subject& subject = out.subjects.emplace_back();
    subject.symmetry = std::make_shared<CounterSymmetry>(system->machine());
    subject.system = std::move(system);
  }
  /// The expressions of this language are counters.
  bool has_expressions() const override { return true; }
  std::optional<std::string> value_in(const ModelSettings&, FileId file, const std::string& expression,
                                      std::optional<std::span<const std::uint8_t>> state, Loaded& out) const override {
    const CounterSystem system(Parser(out.sources, file, out.diagnostics).parse(), out.sources);
    for (std::uint32_t i = 0; state && i < state->size(); ++i) {
      if (system.counter_name(i) == expression) return std::to_string((*state)[i]);
    }
    out.diagnostics.error({out.sources.add("expression", expression), 0, 1}, "there is no such counter here");
    return std::nullopt;
  }
};

}  // namespace

const FrontEnd& front_end() {
  static const CounterFrontEnd it;
  return it;
}

}  // namespace quotient::counters
