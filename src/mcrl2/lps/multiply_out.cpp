#include "mcrl2/lps/multiply_out.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "base/stop_signal.hpp"

namespace quotient::mcrl2 {

namespace {

/// For one summand that is found, this many may be tried.
constexpr std::size_t tries = 1000;

bool in(const std::vector<ActName>& names, ActName name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

MultiplyOut::MultiplyOut(Specification& spec, Compiler& compiler, const Network& network,
                         const std::vector<std::vector<SymbolicMove>>& leaves,
                         const std::map<ExprId, std::uint64_t>& known, std::size_t most)
    : spec_(spec), compiler_(compiler), network_(network), leaves_(leaves), known_(known), most_(most) {}

std::optional<std::vector<SymbolicMove>> MultiplyOut::run(std::string& problem) {
  std::vector<SymbolicMove> all = group(network_.root);
  problem = problem_;
  if (!problem.empty()) return std::nullopt;
  return all;
}

ExprId MultiplyOut::operation(Builtin op, std::vector<ExprId> arguments) {
  const SourceRange range = spec_[arguments.front()].range;
  return spec_.expressions.add(
      {ExprKind::builtin, spec_.sorts.boolean(), static_cast<std::uint32_t>(op), std::move(arguments), {}, range});
}

std::vector<SymbolicMove> MultiplyOut::group(std::uint32_t number) {
  Level level;
  level.group = &network_.groups[number];
  const std::size_t names = spec_.action_names.size();
  level.fates = fates_of(*level.group, names);
  if (const Recipes recipes = recipes_of(*level.group); recipes.complete) {
    for (const auto& row : recipes.rows) {
      std::vector<ActName>& flat = level.recipes.emplace_back();
      for (const auto& together : row) flat.insert(flat.end(), together.begin(), together.end());
      std::sort(flat.begin(), flat.end());
    }
    if (level.recipes.empty()) level.recipes.emplace_back();  // only tau
  }
  for (const Child& child : level.group->children) {
    level.children.push_back(child.leaf ? leaves_[child.index] : group(child.index));
  }
  level.offered.assign(level.children.size() + 1, std::vector<std::uint8_t>(names, 0));
  for (std::size_t c = level.children.size(); c-- > 0;) {
    level.offered[c] = level.offered[c + 1];
    for (const SymbolicMove& move : level.children[c]) {
      for (const ActionCall& call : move.actions) level.offered[c][spec_.actions[call.action.value].name.value] = 1;
    }
  }
  choose(level, 0);
  std::set<SymbolicMove> once;
  std::erase_if(level.found, [&](const SymbolicMove& move) { return !once.insert(move).second; });
  return std::move(level.found);
}

/// Whether what is chosen can get through the operators, perhaps with more from the children at `position` and behind.
/// A necessary condition only: in the end the operators decide.
bool MultiplyOut::feasible(const Level& level, std::size_t position) const {
  std::vector<ActName> names;
  for (const SymbolicMove* move : level.chosen) {
    for (const ActionCall& call : move->actions) names.push_back(spec_.actions[call.action.value].name);
  }
  if (names.empty()) return true;  // tau is always let through
  std::sort(names.begin(), names.end());
  if (!level.recipes.empty()) {
    return std::any_of(level.recipes.begin(), level.recipes.end(), [&](const std::vector<ActName>& row) {
      if (!std::includes(row.begin(), row.end(), names.begin(), names.end())) return false;
      std::vector<ActName> missing;
      std::set_difference(row.begin(), row.end(), names.begin(), names.end(), std::back_inserter(missing));
      return std::all_of(missing.begin(), missing.end(),
                         [&](ActName name) { return level.offered[position][name.value] != 0; });
    });
  }
  return std::all_of(names.begin(), names.end(), [&](ActName name) {
    if (level.fates.dead[name.value] != 0) return false;
    if (level.fates.waiting[name.value] == 0) return true;
    return std::any_of(level.fates.communications.begin(), level.fates.communications.end(), [&](const NameRule& rule) {
      return in(rule.from, name) && std::all_of(rule.from.begin(), rule.from.end(), [&](ActName other) {
               return in(names, other) || level.offered[position][other.value] != 0;
             });
    });
  });
}

bool MultiplyOut::is_worth_trying() {
  if (problem_.empty() && ++tried_ / tries > most_) {
    problem_ = fmt::format("more than {} combinations of parallel steps to look at", tried_ - 1);
  }
  return problem_.empty();
}

/// Goes through the children in order: each takes part with one of its moves, or not at all.
void MultiplyOut::choose(Level& level, std::size_t position) {
  poll_stop();
  if (!is_worth_trying()) return;
  if (position == level.children.size()) {
    if (level.chosen.empty()) return;
    SymbolicMove all;
    for (const SymbolicMove* move : level.chosen) {
      all.variables.insert(all.variables.end(), move->variables.begin(), move->variables.end());
      all.conditions.insert(all.conditions.end(), move->conditions.begin(), move->conditions.end());
      all.actions.insert(all.actions.end(), move->actions.begin(), move->actions.end());
      all.assignments.insert(all.assignments.end(), move->assignments.begin(), move->assignments.end());
    }
    operate(level, 0, std::move(all));
    return;
  }
  for (const SymbolicMove& move : level.children[position]) {
    level.chosen.push_back(&move);
    if (feasible(level, position + 1)) choose(level, position + 1);
    level.chosen.pop_back();
  }
  if (feasible(level, position + 1)) choose(level, position + 1);
}

/// Sends a move through the operators of its group, from number `op` on.
void MultiplyOut::operate(Level& level, std::size_t op, SymbolicMove move) {
  poll_stop();
  if (op == level.group->operators.size()) {
    solve_equalities(move);
    // In the order of their names: so that the same multi-action is written in one way.
    std::sort(move.actions.begin(), move.actions.end());
    level.found.push_back(std::move(move));
    if (level.found.size() > most_) problem_ = fmt::format("more than {} summands", most_);
    return;
  }
  const NameOperator& what = level.group->operators[op];
  const auto name_of = [&](const ActionCall& call) { return spec_.actions[call.action.value].name; };
  const auto named = [&](const ActionCall& call) {
    return std::any_of(what.names.begin(), what.names.end(),
                       [&](const NameRule& rule) { return rule.from.front() == name_of(call); });
  };
  switch (what.kind) {
    case ProcKind::block:
      if (std::any_of(move.actions.begin(), move.actions.end(), named)) return;
      break;
    case ProcKind::hide:
      std::erase_if(move.actions, named);
      break;
    case ProcKind::rename:
      for (ActionCall& call : move.actions) {
        const auto rule = std::find_if(what.names.begin(), what.names.end(),
                                       [&](const NameRule& r) { return r.from.front() == name_of(call); });
        if (rule == what.names.end()) continue;
        if (const auto renamed = action_named(rule->to, call.action)) call.action = *renamed;
      }
      break;
    case ProcKind::allow: {
      std::vector<ActName> names;
      for (const ActionCall& call : move.actions) names.push_back(name_of(call));
      std::sort(names.begin(), names.end());
      const auto lets = [&](const NameRule& rule) { return rule.from == names; };
      if (!names.empty() && std::none_of(what.names.begin(), what.names.end(), lets)) return;
      break;
    }
    default:
      communicate(level, op, 0, 0, std::move(move), {});
      return;
  }
  operate(level, op + 1, std::move(move));
}

std::optional<ActId> MultiplyOut::action_named(ActName name, ActId like) const {
  const std::vector<SortId>& sorts = spec_.actions[like.value].arguments;
  for (std::uint32_t a = 0; a < spec_.actions.size(); ++a) {
    if (spec_.actions[a].name == name && spec_.actions[a].arguments == sorts) return ActId{a};
  }
  return std::nullopt;
}

/// All ways to pick the actions of a rule, each as positions in `actions`; the first is not before `first`.
std::vector<std::vector<std::size_t>> MultiplyOut::partners(const NameRule& rule,
                                                            const std::vector<ActionCall>& actions,
                                                            std::size_t first) const {
  std::vector<std::vector<std::size_t>> found{{}};
  for (std::size_t part = 0; part < rule.from.size(); ++part) {
    std::vector<std::vector<std::size_t>> longer;
    for (const std::vector<std::size_t>& picked : found) {
      for (std::size_t i = 0; i < actions.size(); ++i) {
        const ActInfo& info = spec_.actions[actions[i].action.value];
        if (info.name != rule.from[part] || (part == 0 && i < first)) continue;
        if (std::find(picked.begin(), picked.end(), i) != picked.end()) continue;
        // The same name twice (a|a -> b): one order is enough.
        if (part > 0 && rule.from[part] == rule.from[part - 1] && i < picked.back()) continue;
        if (part > 0 && info.arguments != spec_.actions[actions[picked.front()].action.value].arguments) continue;
        if (part == 0 && !action_named(rule.to, actions[i].action)) continue;
        longer.push_back(picked);
        longer.back().push_back(i);
      }
    }
    found = std::move(longer);
  }
  return found;
}

std::optional<bool> MultiplyOut::surely_equal(ExprId a, ExprId b) const {
  if (a == b) return true;
  const auto left = known_.find(a);
  const auto right = known_.find(b);
  if (left == known_.end() || right == known_.end()) return std::nullopt;
  return left->second == right->second;
}

/// Adds that the arguments are the same; false where they cannot be.
bool MultiplyOut::demand_equal(const ActionCall& a, const ActionCall& b, std::vector<ExprId>& conditions) {
  for (std::size_t i = 0; i < a.arguments.size(); ++i) {
    const auto known = surely_equal(a.arguments[i], b.arguments[i]);
    if (known == false) return false;
    if (!known) conditions.push_back(operation(Builtin::equal, {a.arguments[i], b.arguments[i]}));
  }
  return true;
}

/// Adds that not all of the actions have the same arguments; false where they surely have.
bool MultiplyOut::demand_different(const std::vector<const ActionCall*>& actions, std::vector<ExprId>& conditions) {
  ExprId different;
  for (std::size_t k = 1; k < actions.size(); ++k) {
    for (std::size_t i = 0; i < actions[0]->arguments.size(); ++i) {
      const ExprId a = actions[0]->arguments[i];
      const ExprId b = actions[k]->arguments[i];
      const auto known = surely_equal(a, b);
      if (known == false) return true;
      if (known) continue;
      const ExprId here = operation(Builtin::not_equal, {a, b});
      different = different ? operation(Builtin::logic_or, {different, here}) : here;
    }
  }
  if (!different) return false;
  conditions.push_back(different);
  return true;
}

/// Who communicates depends on values, so that there are alternatives: each set of partners with equal arguments, and
/// the rest with none that could communicate still. `made` has the results, which take no part in other rules.
void MultiplyOut::communicate(Level& level, std::size_t op, std::size_t rule, std::size_t first, SymbolicMove move,
                              const std::vector<ActionCall>& made) {
  if (!is_worth_trying()) return;
  const NameOperator& what = level.group->operators[op];
  if (rule == what.names.size()) {
    move.actions.insert(move.actions.end(), made.begin(), made.end());
    operate(level, op + 1, std::move(move));
    return;
  }
  for (const std::vector<std::size_t>& picked : partners(what.names[rule], move.actions, first)) {
    SymbolicMove together = move;
    const ActionCall one = move.actions[picked.front()];
    bool possible = true;
    for (const std::size_t i : picked) possible = possible && demand_equal(one, move.actions[i], together.conditions);
    if (!possible) continue;
    std::vector<ActionCall> results = made;
    results.push_back({*action_named(what.names[rule].to, one.action), one.arguments});
    std::vector<std::size_t> gone = picked;
    std::sort(gone.rbegin(), gone.rend());
    std::size_t next = picked.front();
    for (const std::size_t i : gone) {
      together.actions.erase(together.actions.begin() + static_cast<std::ptrdiff_t>(i));
      if (i < picked.front()) --next;
    }
    communicate(level, op, rule, next, std::move(together), results);
  }
  // No more by this rule.
  for (const std::vector<std::size_t>& picked : partners(what.names[rule], move.actions, 0)) {
    std::vector<const ActionCall*> actions;
    for (const std::size_t i : picked) actions.push_back(&move.actions[i]);
    if (!demand_different(actions, move.conditions)) return;
  }
  communicate(level, op, rule + 1, 0, std::move(move), made);
}

/// Sum variables that an equality gives a value are replaced by it.
void MultiplyOut::solve_equalities(SymbolicMove& move) {
  for (bool again = true; again;) {
    again = false;
    for (std::size_t c = 0; c < move.conditions.size() && !again; ++c) {
      const Expr condition = spec_[move.conditions[c]];
      if (condition.kind != ExprKind::builtin || static_cast<Builtin>(condition.symbol) != Builtin::equal) continue;
      for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const Expr left = spec_[condition.arguments[side]];
        const ExprId value = condition.arguments[1 - side];
        if (left.kind != ExprKind::variable) continue;
        const VarId variable{left.symbol};
        const auto place = std::find(move.variables.begin(), move.variables.end(), variable);
        // A value of a larger sort need not be one of the variable.
        if (place == move.variables.end() || !spec_.sorts.distance(spec_[value].sort, left.sort)) continue;
        const std::vector<VarId>& free = compiler_.free_variables(value);
        if (std::find(free.begin(), free.end(), variable) != free.end()) continue;
        const std::map<VarId, ExprId> known{{variable, value}};
        move.variables.erase(place);
        move.conditions.erase(move.conditions.begin() + static_cast<std::ptrdiff_t>(c));
        for (ExprId& e : move.conditions) e = compiler_.substitute(e, known);
        for (ActionCall& call : move.actions) {
          for (ExprId& e : call.arguments) e = compiler_.substitute(e, known);
        }
        for (auto& [parameter, e] : move.assignments) e = compiler_.substitute(e, known);
        again = true;
        break;
      }
    }
  }
}

}  // namespace quotient::mcrl2
