#include "mcrl2/symmetry/reasons.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace quotient::mcrl2 {

namespace {

constexpr std::size_t most_named = 4;
constexpr std::size_t longest_excerpt = 60;  // bytes

/// Gathers from expressions what does not treat constants alike.
class ExpressionReasons {
 public:
  ExpressionReasons(const Model& model, const SourceMap& sources, const std::set<std::string>& freed)
      : spec_(model.spec), sources_(sources), freed_(freed) {}

  void read(std::vector<ExprId> waiting) {
    while (!waiting.empty()) {
      const ExprId id = waiting.back();
      waiting.pop_back();
      if (!id || !met_.insert(id).second) continue;
      note(id);
      const Expr& expr = spec_[id];
      waiting.insert(waiting.end(), expr.arguments.begin(), expr.arguments.end());
      // Lists that equations give are written there.
      if (expr.kind != ExprKind::call || spec_.sorts.kind(expr.sort) != SortKind::list) continue;
      if (!functions_.insert(expr.symbol).second) continue;
      for (const Rule& rule : spec_.rules) {
        if (rule.head.value == expr.symbol) waiting.push_back(rule.right);
      }
    }
  }

  std::optional<Reason> best() const {
    if (ordered_) return ordered_;
    if (subset_) return subset_;
    if (auto named = of_named_constants()) return named;
    return listed_ ? listed_ : mapped_ ? mapped_ : taken_;
  }

 private:
  bool is_constant(const Expr& expr) const {
    if (expr.kind != ExprKind::call || !expr.arguments.empty()) return false;
    return spec_.functions[expr.symbol].kind == FuncKind::constructor && spec_.sorts.kind(expr.sort) == SortKind::user;
  }
  bool is_freed(const Expr& expr) const {
    return is_constant(expr) && freed_.count(spec_.functions[expr.symbol].name) != 0;
  }
  /// Whether some of what would be interchangeable is of this sort.
  bool is_of_names(SortId sort) const {
    const auto constructors = spec_.constructors.find(sort);
    if (constructors == spec_.constructors.end()) return false;
    return std::any_of(constructors->second.begin(), constructors->second.end(),
                       [&](FuncId f) { return freed_.count(spec_.functions[f.value].name) != 0; });
  }

  void note(ExprId id) {
    const Expr& expr = spec_[id];
    if (is_freed(expr)) named_[expr.sort].emplace(spec_.functions[expr.symbol].name, id);
    if (expr.kind == ExprKind::list) {
      const auto count = std::count_if(expr.arguments.begin(), expr.arguments.end(),
                                       [&](ExprId argument) { return is_freed(spec_[argument]); });
      if (count > 1) {
        listed_ = Reason{expr.range, fmt::format("'{}' is a list, which has an order", excerpt(sources_, expr.range)),
                         "use a set where the order makes no difference"};
      }
    }
    if (expr.kind == ExprKind::call && expr.arguments.size() == 1 && is_of_names(expr.sort) &&
        is_of_names(spec_[expr.arguments[0]].sort)) {
      mapped_ = Reason{expr.range,
                       fmt::format("'{}' assigns another one to each, and only permutations that keep that are left",
                                   excerpt(sources_, expr.range)),
                       "where any other will do, let a sum choose one"};
    }
    if (expr.kind == ExprKind::builtin) note_builtin(expr);
  }

  void note_builtin(const Expr& expr) {
    switch (static_cast<Builtin>(expr.symbol)) {
      case Builtin::less:
      case Builtin::less_equal:
        if (is_of_names(spec_[expr.arguments[0]].sort)) {
          ordered_ = Reason{expr.range, fmt::format("'{}' puts names in order", excerpt(sources_, expr.range)),
                            "compare names by == and != only"};
        }
        break;
      case Builtin::set_contains:
        note_subset(expr);
        break;
      case Builtin::set_pick:
        ordered_ = Reason{expr.range, "'pick' takes the least element", "let a sum choose any element"};
        break;
      case Builtin::list_at:
      case Builtin::list_head:
      case Builtin::list_last:
        if (is_of_names(expr.sort)) {
          taken_ = Reason{expr.range, fmt::format("'{}' goes by the order of a list", excerpt(sources_, expr.range)),
                          "use a set where the order makes no difference"};
        }
        break;
      default:
        break;
    }
  }

  /// x in {a, b}, as which 1 <= x is read as well.
  void note_subset(const Expr& expr) {
    const Expr& set = spec_[expr.arguments[1]];
    const auto constructors = spec_.constructors.find(spec_[expr.arguments[0]].sort);
    if (set.kind != ExprKind::set || constructors == spec_.constructors.end()) return;
    std::vector<std::string> inside, outside;
    for (const FuncId f : constructors->second) {
      const std::string& name = spec_.functions[f.value].name;
      if (freed_.count(name) == 0) continue;
      const bool is_in = std::any_of(set.arguments.begin(), set.arguments.end(),
                                     [&](ExprId e) { return is_constant(spec_[e]) && spec_[e].symbol == f.value; });
      (is_in ? inside : outside).push_back(name);
    }
    if (inside.empty() || outside.empty()) return;
    subset_ = Reason{expr.range,
                     fmt::format("'{}' distinguishes {} from {}", excerpt(sources_, expr.range), names_in_words(inside),
                                 names_in_words(outside)),
                     "let the condition be about all of them"};
  }

  /// Some of those that could be interchanged, and not all.
  std::optional<Reason> of_named_constants() const {
    for (const auto& [sort, named] : named_) {
      std::vector<std::string> others, these;
      for (const FuncId f : spec_.constructors.at(sort)) {
        const std::string& name = spec_.functions[f.value].name;
        if (freed_.count(name) != 0 && named.count(name) == 0) others.push_back(name);
      }
      if (others.empty()) continue;
      for (const auto& [name, id] : named) these.push_back(name);
      return Reason{spec_[named.begin()->second].range,
                    fmt::format("{} {} named here, and not {}", names_in_words(these), these.size() == 1 ? "is" : "are",
                                names_in_words(others)),
                    "let a sum choose any of them"};
    }
    return std::nullopt;
  }

  const Specification& spec_;
  const SourceMap& sources_;
  const std::set<std::string>& freed_;
  std::set<ExprId> met_;
  std::set<std::uint32_t> functions_;  // whose equations were read
  std::map<SortId, std::map<std::string, ExprId>> named_;
  std::optional<Reason> ordered_, subset_, listed_, mapped_, taken_;
};

}  // namespace

std::string names_in_words(const std::vector<std::string>& names) {
  std::string list;
  for (std::size_t k = 0; k < names.size() && k < most_named; ++k) {
    list += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + names[k];
  }
  if (names.size() > most_named) list += fmt::format(" and {} more", names.size() - most_named);
  return list;
}

std::string excerpt(const SourceMap& sources, SourceRange range) {
  std::string out;
  for (const char c : sources.text(range)) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!space) out += c;
    if (space && !out.empty() && out.back() != ' ') out += ' ';
  }
  // The range of (a + b) mod c begins behind the bracket.
  int open = 0, missing = 0;
  for (const char c : out) {
    open += c == '(' ? 1 : c == ')' ? -1 : 0;
    missing = std::max(missing, -open);
  }
  out.insert(0, static_cast<std::size_t>(missing), '(');
  if (out.size() <= longest_excerpt) return out;
  std::size_t end = longest_excerpt - 3;
  while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xC0U) == 0x80U) --end;  // not within a character
  return out.substr(0, end) + "...";
}

std::optional<Reason> reason_of_expressions(const Model& model, const SourceMap& sources, std::vector<ExprId> parts,
                                            const std::set<std::string>& freed) {
  ExpressionReasons reasons(model, sources, freed);
  reasons.read(std::move(parts));
  return reasons.best();
}

std::optional<Reason> reason_of_owners(const Model& model, LocationId location, SourceRange at,
                                       const std::set<std::string>& freed, std::span<const std::uint32_t> kinds) {
  const auto owns = [&](std::size_t p) {
    const std::vector<LocationId>& locations = model.types[model.processes[p].type].locations;
    return std::find(locations.begin(), locations.end(), location) != locations.end();
  };
  std::set<std::uint32_t> meant;
  for (std::size_t p = 0; p < model.processes.size(); ++p) {
    if (owns(p)) meant.insert(kinds[p]);
  }
  std::vector<std::string> owners, others;
  for (std::size_t p = 0; p < model.processes.size(); ++p) {
    const std::string& name = model.processes[p].name;
    if (freed.count(name) != 0 && meant.count(kinds[p]) != 0) (owns(p) ? owners : others).push_back(name);
  }
  if (owners.empty() || others.empty()) return std::nullopt;
  return Reason{
      at,
      fmt::format("{} {} this, and {} {} nothing like it", names_in_words(owners), owners.size() == 1 ? "does" : "do",
                  names_in_words(others), others.size() == 1 ? "does" : "do"),
      "let all of them have the same steps"};
}

std::string name_without_number(std::string name) {
  while (name.size() > 1 && (name.back() == '_' || (name.back() >= '0' && name.back() <= '9'))) name.pop_back();
  return name;
}

std::optional<Reason> reason_of_unlike(const Model& model, std::span<const std::uint32_t> kinds) {
  std::map<std::string, std::vector<std::size_t>> by_name;
  for (std::size_t p = 0; p < model.network.leaves.size(); ++p) {
    const std::string name = name_without_number(model.network.leaves[p].name);
    if (!name.empty()) by_name[name].push_back(p);
  }
  for (const auto& [name, processes] : by_name) {
    const std::size_t first = processes.front();
    for (const std::size_t p : processes) {
      if (kinds[p] == kinds[first]) continue;
      const auto count = [&](std::size_t process) {
        std::size_t steps = 0;
        for (const LocationId l : model.types[model.processes[process].type].locations)
          steps += model.linear.locations[l.value].summands.size();
        return steps;
      };
      const std::string why = count(p) == count(first)
                                  ? "have actions with other parameters"
                                  : fmt::format("have different numbers of steps: {} and {}", count(first), count(p));
      return Reason{model.network.leaves[p].range,
                    fmt::format("{} and {} {}", model.processes[first].name, model.processes[p].name, why), ""};
    }
  }
  return std::nullopt;
}

std::optional<Reason> reason_of_initial(const Model& model, const SourceMap& sources) {
  std::map<LocationId, std::vector<std::size_t>> alike;
  for (std::size_t p = 0; p < model.network.leaves.size(); ++p) alike[model.processes[p].start].push_back(p);
  for (const auto& [start, processes] : alike) {
    const std::vector<VarId>& variables = model.linear.locations[start.value].variables;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      std::map<std::string, std::vector<std::string>> given;  // by text: names of processes
      const Leaf& first = model.network.leaves[processes.front()];
      for (const std::size_t p : processes) {
        const Leaf& leaf = model.network.leaves[p];
        if (i >= leaf.values.size()) return std::nullopt;
        given[excerpt(sources, model.spec[leaf.values[i]].range)].push_back(model.processes[p].name);
      }
      // What each is given alone is what it is called.
      const bool tells = given.size() > 1 && given.size() < processes.size();
      if (!tells) continue;
      std::string text;
      for (const auto& [value, names] : given) {
        text += fmt::format("{}{} for {}", text.empty() ? "" : ", and ", value, names_in_words(names));
      }
      return Reason{model.spec[first.values[i]].range,
                    fmt::format("'{}' is {}", model.spec.variables[variables[i].value].name, text),
                    "give all of them the same"};
    }
  }
  return std::nullopt;
}

}  // namespace quotient::mcrl2
