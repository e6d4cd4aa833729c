#include "bmethod/check/sizes.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>

#include "bmethod/check/formulas.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {
namespace {

constexpr std::int64_t largest_set = 1'000'000;

class SizeFinder {
 public:
  SizeFinder(Model& model, const Options& options, Limits& limits, const SourceMap& sources, Diagnostics& diagnostics)
      : model_(model),
        options_(options),
        limits_(limits),
        sources_(sources),
        diagnostics_(diagnostics),
        known_(model.sets.size()),
        least_(model.sets.size(), 1),
        most_(model.sets.size(), largest_set),
        reason_(model.sets.size()),
        other_(model.sets.size()) {}

  std::vector<SetSize> run() {
    integers();
    limits_.max_enumeration = options_.max_enumeration;
    for (const auto& instance : model_.instances) {
      for (const Expr* expr : instance->machine->constraints) flatten_conjunction(expr, conjuncts_);
      for (const Expr* expr : instance->machine->properties) flatten_conjunction(expr, conjuncts_);
    }
    for (std::size_t i = 0; i < model_.sets.size(); ++i) {
      if (model_.sets[i].enumerated) set(i, model_.sets[i].size, "enumerated");
    }
    from_options();
    from_definitions();
    find_constants();
    from_valuations();
    // card(S) = card(T) + 1 may need another's size first.
    for (bool progress = true; progress;) {
      progress = false;
      for (const Expr* conjunct : conjuncts_) progress = from_property(conjunct) || progress;
    }
    count_distinct();
    defaults();
    return finish();
  }

 private:
  std::string place(const Expr* expr) const {
    const Location at = sources_.locate(expr->range);
    return fmt::format("line {}", at.position.line);
  }

  const Expr* definition(const std::string& name) const {
    const Expr* found = nullptr;
    for (const auto& instance : model_.instances) {
      for (const Definition& each : instance->machine->definitions) {
        if (each.name.name == name && each.parameters.empty()) found = each.expr;
      }
    }
    return found;
  }

  void integers() {
    const auto choose = [&](const char* name, std::optional<std::int64_t> given, std::int64_t& into) {
      const Expr* written = definition(name);
      if (written != nullptr) into = number(written).value_or(into);
      if (given) into = *given;
    };
    choose("SET_PREF_MAXINT", options_.max_int, limits_.max_int);
    choose("SET_PREF_MININT", options_.min_int, limits_.min_int);
  }

  /// The value of an expression over numbers, sizes known so far and constants with a known value.
  std::optional<std::int64_t> number(const Expr* expr) const {
    const auto arg = [&](std::size_t i) { return number(expr->args[i]); };
    switch (expr->op) {
      case Op::number:
        return expr->number;
      case Op::max_int:
        return limits_.max_int;
      case Op::min_int:
        return limits_.min_int;
      case Op::negate:
        if (const auto x = arg(0)) return -*x;
        return std::nullopt;
      case Op::add:
      case Op::minus:
      case Op::times: {
        const auto x = arg(0);
        const auto y = arg(1);
        if (!x || !y || std::abs(*x) > largest_set || std::abs(*y) > largest_set) return std::nullopt;
        return expr->op == Op::add ? *x + *y : (expr->op == Op::minus ? *x - *y : *x * *y);
      }
      case Op::power: {
        const auto x = arg(0);
        const auto y = arg(1);
        if (!x || !y || std::abs(*x) > 16 || *y < 0 || *y > 15 + (*x == 2 ? 47 : 0)) return std::nullopt;
        std::int64_t result = 1;
        for (std::int64_t i = 0; i < *y; ++i) result *= *x;
        return result;
      }
      case Op::card:
        if (const auto index = given_set(expr->args[0])) {
          if (known_[*index]) return known_[*index];
        }
        return std::nullopt;
      case Op::identifier: {
        const auto found = constants_.find(expr->symbol);
        if (expr->symbol != nullptr && found != constants_.end()) return found->second;
        return std::nullopt;
      }
      default:
        return std::nullopt;
    }
  }

  static std::optional<std::size_t> given_set(const Expr* expr) {
    if (expr->op != Op::identifier || expr->symbol == nullptr || expr->symbol->kind != Symbol::Kind::given_set) {
      return std::nullopt;
    }
    return expr->symbol->set;
  }
  static std::optional<std::size_t> card_of(const Expr* expr) {
    return expr->op == Op::card ? given_set(expr->args[0]) : std::nullopt;
  }

  bool set(std::size_t index, std::int64_t size, std::string reason) {
    if (known_[index]) return false;
    if (size < 1 || size > largest_set) {
      diagnostics_.error(model_.sets[index].range, fmt::format("the set '{}' cannot have {} elements ({})",
                                                               model_.sets[index].name, size, reason));
      size = 1;
    }
    known_[index] = size;
    reason_[index] = std::move(reason);
    return true;
  }

  void from_options() {
    for (const auto& [name, size] : options_.set_sizes) {
      const auto found = std::ranges::find(model_.sets, name, &GivenSet::name);
      if (found == model_.sets.end()) {
        std::vector<std::string> names;
        for (const GivenSet& given : model_.sets) names.push_back(given.name);
        diagnostics_
            .error(model_.main->machine->name.range, fmt::format("there is no set '{}' to give a size to", name))
            .suggestion = nearest_name(name, names);
      } else if (found->enumerated) {
        diagnostics_.error(found->range, fmt::format("the set '{}' is enumerated: its size cannot be changed", name));
      } else {
        set(static_cast<std::size_t>(found - model_.sets.begin()), size, "given on the command line");
      }
    }
  }

  void from_definitions() {
    for (std::size_t i = 0; i < model_.sets.size(); ++i) {
      const Expr* scope = definition("scope_" + model_.sets[i].name);
      if (scope == nullptr) continue;
      const std::optional<std::int64_t> size = size_of_literal(scope);
      if (size) set(i, *size, fmt::format("scope_{}, {}", model_.sets[i].name, place(scope)));
    }
  }

  /// How many elements an interval or a list has; a number stands for itself.
  std::optional<std::int64_t> size_of_literal(const Expr* expr) const {
    if (expr->op == Op::set_extension) return static_cast<std::int64_t>(expr->args.size());
    if (expr->op != Op::interval) return number(expr);
    const auto low = number(expr->args[0]);
    const auto high = number(expr->args[1]);
    return low && high ? std::optional(*high - *low + 1) : std::nullopt;
  }

  /// VALUES S = 1..3 of an implementation.
  void from_valuations() {
    for (const auto& instance : model_.instances) {
      for (const Valuation& valuation : instance->machine->values) {
        const auto found = instance->scope.find(valuation.name.name);
        if (found == instance->scope.end() || found->second->kind != Symbol::Kind::given_set) continue;
        const std::optional<std::int64_t> size = size_of_literal(valuation.value);
        if (size) set(found->second->set, *size, fmt::format("VALUES, {}", place(valuation.value)));
      }
    }
  }

  void find_constants() {
    for (const Expr* e : conjuncts_) {
      if (e->op != Op::equal) continue;
      for (std::size_t side = 0; side < 2; ++side) {
        const Expr* name = e->args[side];
        if (name->op != Op::identifier || name->symbol->kind != Symbol::Kind::constant) continue;
        if (const auto value = number(e->args[1 - side])) constants_[name->symbol] = *value;
      }
    }
  }

  void at_least(std::size_t index, std::optional<std::int64_t> size) {
    if (size) least_[index] = std::max(least_[index], *size);
  }
  void at_most(std::size_t index, std::optional<std::int64_t> size) {
    if (size) most_[index] = std::min(most_[index], *size);
  }

  bool from_property(const Expr* e) {
    bool progress = false;
    if (e->args.size() != 2) return false;
    for (std::size_t side = 0; side < 2; ++side) {
      const Expr* left = e->args[side];
      const Expr* right = e->args[1 - side];
      const std::string why = fmt::format("{}, {}", "said by the text", place(e));
      if (e->op == Op::equal) {
        if (const auto index = card_of(left)) {
          if (const auto value = number(right)) progress = set(*index, *value, why) || progress;
        }
        if (const auto index = given_set(left)) {  // S = {a, b, c}, S = {a} \/ {b, c}
          if (const auto listed = listed_elements(right)) progress = set(*index, *listed, why) || progress;
        }
      } else if (side == 0 && e->op == Op::member && is_arrow(right->op)) {
        progress = from_arrow(right, why) || progress;
      } else if (const auto index = card_of(left)) {
        if (side == 0 && e->op == Op::member && right->op == Op::interval) {  // card(S) : 2..4
          at_least(*index, number(right->args[0]));
          at_most(*index, number(right->args[1]));
          continue;
        }
        const auto value = number(right);
        if (!value) continue;
        const bool turned = side == 1;
        if (e->op == (turned ? Op::less : Op::greater)) at_least(*index, *value + 1);
        if (e->op == (turned ? Op::less_equal : Op::greater_equal)) at_least(*index, value);
        if (e->op == (turned ? Op::greater : Op::less)) at_most(*index, *value - 1);
        if (e->op == (turned ? Op::greater_equal : Op::less_equal)) at_most(*index, value);
      }
    }
    return progress;
  }

  /// How many elements an enumeration lists, or a union of some; nothing for other sets. They are taken to be
  /// different, as ProB does.
  static std::optional<std::int64_t> listed_elements(const Expr* set) {
    if (set->op == Op::set_extension) return static_cast<std::int64_t>(set->args.size());
    if (set->op != Op::set_union) return std::nullopt;
    const auto left = listed_elements(set->args[0]);
    const auto right = listed_elements(set->args[1]);
    return left && right ? std::optional(*left + *right) : std::nullopt;
  }

  /// The number of elements of a set, where it is known already.
  std::optional<std::int64_t> elements_of(const Expr* set) const {
    switch (set->op) {
      case Op::bool_set:
        return 2;
      case Op::identifier:
        if (const auto index = given_set(set)) return known_[*index];
        return std::nullopt;
      case Op::interval: {
        const auto low = number(set->args[0]);
        const auto high = number(set->args[1]);
        if (!low || !high || *high - *low >= largest_set) return std::nullopt;
        return std::max<std::int64_t>(*high - *low + 1, 0);
      }
      case Op::product: {
        const auto left = elements_of(set->args[0]);
        const auto right = elements_of(set->args[1]);
        if (!left || !right || *left * *right > largest_set) return std::nullopt;
        return *left * *right;
      }
      case Op::pow: {
        const auto of = elements_of(set->args[0]);
        return of && *of < 20 ? std::optional(std::int64_t{1} << *of) : std::nullopt;
      }
      default:
        return std::nullopt;
    }
  }

  /// That there is a function of some kind says which set is the larger one: f : BOOL * BOOL >->> S.
  bool from_arrow(const Expr* arrow, const std::string& why) {
    const RelationKind kind = relation_kind(arrow->op);
    if (!kind.functional) return false;
    const auto from = given_set(arrow->args[0]);
    const auto to = given_set(arrow->args[1]);
    const auto from_size = elements_of(arrow->args[0]);
    const auto to_size = elements_of(arrow->args[1]);
    const bool at_most_to = kind.total && kind.injective;  // card(from) <= card(to)
    bool progress = false;
    if (at_most_to && kind.surjective) {
      if (to && from_size) progress = set(*to, *from_size, why);
      if (from && to_size) progress = set(*from, *to_size, why) || progress;
      return progress;
    }
    if (at_most_to && to) at_least(*to, from_size);
    if (at_most_to && from) at_most(*from, to_size);
    if (kind.surjective && from) at_least(*from, to_size);
    if (kind.surjective && to) at_most(*to, from_size);
    return false;
  }

  /// Constants that the properties say are all different need as many elements: a /= b, card({a, b, c}) = 3.
  void count_distinct() {
    std::set<std::pair<const Symbol*, const Symbol*>> different;
    std::map<std::uint32_t, std::set<const Symbol*>> members;
    const auto constant = [&](const Expr* e) -> const Symbol* {
      const bool fits = e->op == Op::identifier && e->symbol->kind == Symbol::Kind::constant &&
                        model_.types.kind(e->type) == TypeTable::Kind::given;
      return fits ? e->symbol : nullptr;
    };
    const auto apart = [&](const Symbol* a, const Symbol* b) {
      if (a == nullptr || b == nullptr || a == b) return;
      different.insert({a, b});
      different.insert({b, a});
      members[model_.types.given_set(a->type)].insert({a, b});
    };
    for (const Expr* e : conjuncts_) {
      if (e->op == Op::not_equal) apart(constant(e->args[0]), constant(e->args[1]));
      if (e->op == Op::negation && e->args[0]->op == Op::equal)
        apart(constant(e->args[0]->args[0]), constant(e->args[0]->args[1]));
      if (e->op == Op::equal && e->args[0]->op == Op::card && e->args[0]->args[0]->op == Op::set_extension) {
        const auto& listed = e->args[0]->args[0]->args;
        if (number(e->args[1]) != static_cast<std::int64_t>(listed.size())) continue;
        for (const Expr* a : listed) {
          for (const Expr* b : listed) apart(constant(a), constant(b));
        }
      }
    }
    for (const auto& [index, those] : members) {
      std::vector<const Symbol*> chosen;
      for (const Symbol* symbol : those) {
        if (std::ranges::all_of(chosen, [&](const Symbol* other) { return different.contains({symbol, other}); })) {
          chosen.push_back(symbol);
        }
      }
      least_[index] = std::max(least_[index], static_cast<std::int64_t>(chosen.size()));
    }
  }

  void defaults() {
    std::int64_t usual = options_.default_set_size;
    const Expr* written = definition("SET_PREF_DEFAULT_SETSIZE");
    if (written != nullptr) usual = number(written).value_or(usual);
    for (std::size_t i = 0; i < known_.size(); ++i) {
      if (known_[i]) continue;
      const std::int64_t size = std::max(std::min(usual, most_[i]), least_[i]);
      const char* why = size > usual   ? "the least that the text allows"
                        : size < usual ? "the most that the text allows"
                                       : "default";
      set(i, size, why);
      if (written == nullptr && size < most_[i]) other_[i] = static_cast<std::uint32_t>(size + 1);
      if (written == nullptr && size == most_[i] && size > least_[i]) other_[i] = static_cast<std::uint32_t>(size - 1);
      // Whoever is as large as this one follows before the next default is taken.
      for (const Expr* conjunct : conjuncts_) from_property(conjunct);
    }
  }

  std::vector<SetSize> finish() {
    std::vector<SetSize> sizes;
    for (std::size_t i = 0; i < known_.size(); ++i) {
      GivenSet& given = model_.sets[i];
      given.size = static_cast<std::uint32_t>(*known_[i]);
      given.assumed = other_[i].has_value();
      for (std::uint32_t n = static_cast<std::uint32_t>(given.elements.size()); n < given.size; ++n) {
        given.elements.push_back(fmt::format("{}{}", given.name, n + 1));
      }
      sizes.push_back({given.name, given.size, reason_[i], !given.enumerated, other_[i]});
    }
    return sizes;
  }

  Model& model_;
  const Options& options_;
  Limits& limits_;
  const SourceMap& sources_;
  Diagnostics& diagnostics_;
  std::vector<const Expr*> conjuncts_;
  std::map<const Symbol*, std::int64_t> constants_;
  std::vector<std::optional<std::int64_t>> known_;
  std::vector<std::int64_t> least_, most_;
  std::vector<std::string> reason_;
  std::vector<std::optional<std::uint32_t>> other_;  // of sizes that nobody gave
};

}  // namespace

std::vector<SetSize> decide_sizes(Model& model, const Options& options, Limits& limits, const SourceMap& sources,
                                  Diagnostics& diagnostics) {
  return SizeFinder(model, options, limits, sources, diagnostics).run();
}

}  // namespace quotient::bmethod
