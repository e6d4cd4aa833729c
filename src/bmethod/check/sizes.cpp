#include "bmethod/check/sizes.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>

#include "bmethod/check/formulas.hpp"
#include "bmethod/check/set_parts.hpp"
#include "bmethod/syntax/operators.hpp"
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
        listed_(model.sets.size()),
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
    parts_.emplace(model_, conjuncts_, numbers_);
    // card(S) = card(T) + 1 may need another's size first.
    for (bool progress = true; progress;) {
      progress = false;
      for (const Expr* conjunct : conjuncts_) progress = from_property(conjunct) || progress;
    }
    for (std::size_t i = 0; i < known_.size(); ++i) at_least(i, parts_->least_size(static_cast<std::uint32_t>(i)));
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
    const auto limit = [&](const char* name, std::uint64_t& into) {
      const Expr* written = definition(name);
      const std::int64_t most = written == nullptr ? 0 : number(written).value_or(0);
      if (most > 0) into = static_cast<std::uint64_t>(most);
    };
    limit("SET_PREF_MAX_OPERATIONS", limits_.max_steps);
    limit("SET_PREF_MAX_INITIALISATIONS", limits_.max_initial);
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
    if (e->args.size() != 2) return false;
    const Expr* left = e->args[0];
    const Expr* right = e->args[1];
    const std::string why = fmt::format("{}, {}", "said by the text", place(e));
    if (e->op == Op::member && is_arrow(right->op)) return from_arrow(right, why);
    if (e->op == Op::member && right->op == Op::interval) {  // card(S) : 2..4
      if (const auto index = card_of(left)) {
        at_least(*index, number(right->args[0]));
        at_most(*index, number(right->args[1]));
      }
      return false;
    }
    if (e->op == Op::subset) {  // {a, b} \/ A <: S
      if (const auto index = given_set(right)) at_least(*index, parts_->size_of(left).least);
      return false;
    }
    if (!is_comparison(e->op)) return false;
    bool progress = false;
    for (const std::size_t side : {0u, 1u}) {
      const Expr* one = e->args[side];
      const Expr* other = e->args[1 - side];
      const Op relation = side == 0 ? e->op : mirrored(e->op);
      if (const auto index = given_set(one); index && e->op == Op::equal) {
        progress = from_parts(*index, other, why) || progress;
      }
      std::optional<std::int64_t> value = number(other);
      // card(S) + 2 <= 5
      while (value && (one->op == Op::add || (one->op == Op::minus && number(one->args[1])))) {
        const bool first_known = number(one->args[0]).has_value();
        const auto known = number(one->args[first_known ? 0 : 1]);
        if (!known) break;
        value = one->op == Op::add ? *value - *known : *value + *known;
        one = one->args[first_known ? 1 : 0];
      }
      const auto index = card_of(one);
      if (index && value) progress = compare_size(*index, relation, *value, why) || progress;
    }
    return progress;
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

  /// S = {a, b, c}, S = {a} \/ {b, c}, S = A \/ B where A and B share nothing and have known sizes.
  bool from_parts(std::size_t index, const Expr* parts, const std::string& why) {
    if (given_set(parts)) return false;
    const SetParts::Bounds bounds = parts_->size_of(parts);
    if (bounds.most == bounds.least && bounds.least > 0) return set(index, bounds.least, why);
    at_least(index, bounds.least);
    at_most(index, bounds.most);
    if (bounds.listed && !known_[index]) listed_[index] = bounds.most;
    return false;
  }

  /// `card(S) relation value`.
  bool compare_size(std::size_t index, Op relation, std::int64_t value, const std::string& why) {
    if (relation == Op::equal) return set(index, value, why);
    if (relation == Op::greater) at_least(index, value + 1);
    if (relation == Op::greater_equal) at_least(index, value);
    if (relation == Op::less) at_most(index, value - 1);
    if (relation == Op::less_equal) at_most(index, value);
    return false;
  }

  /// Whether a comparison says of `card(S)`, on a side of its own, how it relates to sizes that are not known yet.
  bool is_waiting(std::size_t index) const {
    return std::ranges::any_of(conjuncts_, [&](const Expr* e) {
      if (e->args.size() != 2 || !is_comparison(e->op)) return false;
      const auto other_unknown = [&](const auto& self, const Expr* in) -> bool {
        const auto set = card_of(in);
        if (set) return *set != index && !known_[*set];
        return std::ranges::any_of(in->args, [&](const Expr* arg) { return self(self, arg); });
      };
      return (card_of(e->args[0]) == index && other_unknown(other_unknown, e->args[1])) ||
             (card_of(e->args[1]) == index && other_unknown(other_unknown, e->args[0]));
    });
  }

  void defaults() {
    std::int64_t usual = options_.default_set_size;
    const Expr* written = definition("SET_PREF_DEFAULT_SETSIZE");
    if (written != nullptr) usual = number(written).value_or(usual);
    for (std::optional<std::size_t> next = next_unknown(); next; next = next_unknown()) {
      const std::size_t i = *next;
      const std::int64_t wanted = listed_[i].value_or(usual);
      const std::int64_t size = std::max(std::min(wanted, most_[i]), least_[i]);
      const char* why = listed_[i] == size ? "the elements that the text lists, if they are different"
                        : size > wanted    ? "the least that the text allows"
                        : size < wanted    ? "the most that the text allows"
                                           : "default";
      set(i, size, why);
      const bool said = written != nullptr && !listed_[i];
      if (!said && size < most_[i]) other_[i] = static_cast<std::uint32_t>(size + 1);
      if (!said && size == most_[i] && size > least_[i]) other_[i] = static_cast<std::uint32_t>(size - 1);
      // Whoever is as large as this one follows before the next default is taken.
      for (const Expr* conjunct : conjuncts_) from_property(conjunct);
    }
  }

  /// The set to decide next: the first whose size does not hang on another's.
  std::optional<std::size_t> next_unknown() const {
    std::optional<std::size_t> waiting;
    for (std::size_t i = 0; i < known_.size(); ++i) {
      if (known_[i]) continue;
      if (!is_waiting(i)) return i;
      if (!waiting) waiting = i;
    }
    return waiting;
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
  std::vector<std::optional<std::int64_t>> listed_;  // how many elements an enumeration of the set has
  const SetParts::Number numbers_ = [this](const Expr* expr) { return number(expr); };
  std::optional<SetParts> parts_;
  std::vector<std::string> reason_;
  std::vector<std::optional<std::uint32_t>> other_;  // of sizes that nobody gave
};

}  // namespace

std::vector<SetSize> decide_sizes(Model& model, const Options& options, Limits& limits, const SourceMap& sources,
                                  Diagnostics& diagnostics) {
  return SizeFinder(model, options, limits, sources, diagnostics).run();
}

}  // namespace quotient::bmethod
