#include "mcrl2/steps/recipes.hpp"

#include <algorithm>
#include <set>

namespace quotient::mcrl2 {

namespace {

constexpr std::size_t most_recipes = 4096;

/// What a name can have been before an operator: each alternative is a set of names with equal arguments.
std::vector<std::vector<ActName>> origins(ActName name, const NameOperator& op) {
  std::vector<std::vector<ActName>> result;
  bool itself = true;
  for (const NameRule& rule : op.names) {
    const bool from = std::find(rule.from.begin(), rule.from.end(), name) != rule.from.end();
    if (op.kind == ProcKind::block && from) return {};
    if (op.kind == ProcKind::rename && from) itself = false;
    const bool changes = op.kind == ProcKind::comm || op.kind == ProcKind::rename;
    if (changes && rule.to == name) result.push_back(rule.from);
  }
  if (itself) result.push_back({name});
  return result;
}

/// All ways to replace the names of a recipe by what they were before the operator. False where these are too many:
/// some are missing then.
bool undo(const Recipe& recipe, const NameOperator& op, std::set<Recipe>& out) {
  std::vector<Recipe> partial{Recipe{}};
  for (const std::vector<ActName>& together : recipe) {
    std::vector<std::vector<ActName>> groups{{}};
    for (const ActName name : together) {
      std::vector<std::vector<ActName>> longer;
      for (const auto& alternative : origins(name, op)) {
        for (std::vector<ActName> group : groups) {
          group.insert(group.end(), alternative.begin(), alternative.end());
          longer.push_back(std::move(group));
        }
      }
      groups = std::move(longer);
    }
    std::vector<Recipe> longer;
    for (const Recipe& before : partial) {
      for (std::vector<ActName> group : groups) {
        std::sort(group.begin(), group.end());
        Recipe next = before;
        next.push_back(std::move(group));
        longer.push_back(std::move(next));
        if (longer.size() > most_recipes) return false;
      }
    }
    partial = std::move(longer);
  }
  for (Recipe& done : partial) {
    std::sort(done.begin(), done.end());
    out.insert(std::move(done));
  }
  return true;
}

}  // namespace

NameFates fates_of(const Group& group, std::size_t names) {
  NameFates fates;
  fates.waiting.assign(names, 0);
  fates.dead.assign(names, 0);
  const auto any_names = [](const std::vector<NameRule>& rules, ActName name) {
    return std::any_of(rules.begin(), rules.end(), [&](const NameRule& rule) {
      return std::find(rule.from.begin(), rule.from.end(), name) != rule.from.end();
    });
  };
  // Only operators before the first renaming speak of the names as the children use them. What is hidden passes all
  // operators behind.
  std::vector<bool> hidden(names, false);
  for (const NameOperator& op : group.operators) {
    if (op.kind == ProcKind::rename) break;
    if (op.kind == ProcKind::hide) {
      for (std::uint32_t n = 0; n < names; ++n) hidden[n] = hidden[n] || any_names(op.names, ActName{n});
      continue;
    }
    if (op.kind == ProcKind::comm) {
      fates.communications.insert(fates.communications.end(), op.names.begin(), op.names.end());
    }
    for (std::uint32_t n = 0; n < names; ++n) {
      const bool named = any_names(op.names, ActName{n});
      if (hidden[n]) continue;
      if ((op.kind == ProcKind::block && named) || (op.kind == ProcKind::allow && !named)) {
        (any_names(fates.communications, ActName{n}) ? fates.waiting : fates.dead)[n] = 1;
      }
    }
  }
  return fates;
}

namespace {

/// What the operators up to one `allow` let through. An earlier `allow` lets through only some of that.
Recipes recipes_up_to(std::size_t last, const std::vector<NameOperator>& operators) {
  Recipes result;
  std::set<Recipe> rows;
  for (const NameRule& allowed : operators[last].names) {
    Recipe recipe;
    for (const ActName name : allowed.from) recipe.push_back({name});
    rows.insert(std::move(recipe));
  }
  for (std::size_t i = last; i-- > 0;) {
    const NameOperator& op = operators[i];
    // Below a `hide` any number of hidden actions may take part.
    if (op.kind == ProcKind::hide) return result;
    if (op.kind == ProcKind::allow) {
      std::erase_if(rows, [&](const Recipe& recipe) {
        std::vector<ActName> names;
        for (const Together& together : recipe) names.insert(names.end(), together.begin(), together.end());
        std::sort(names.begin(), names.end());
        return std::ranges::none_of(op.names, [&](const NameRule& rule) { return rule.from == names; });
      });
      continue;
    }
    std::set<Recipe> before;
    for (const Recipe& recipe : rows) {
      if (!undo(recipe, op, before)) return result;
    }
    rows = std::move(before);
    if (rows.size() > most_recipes) return result;
  }
  result.complete = true;
  result.rows.assign(rows.begin(), rows.end());
  return result;
}

}  // namespace

/// Of the last `allow` for which they can be listed: the more operators are considered, the fewer are left.
Recipes recipes_of(const Group& group) {
  for (std::size_t i = group.operators.size(); i-- > 0;) {
    if (group.operators[i].kind != ProcKind::allow) continue;
    Recipes found = recipes_up_to(i, group.operators);
    if (found.complete) return found;
  }
  return {};
}

}  // namespace quotient::mcrl2
