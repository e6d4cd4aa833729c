#include <algorithm>
#include <optional>
#include <vector>

#include "bmethod/check/formulas.hpp"
#include "bmethod/check/infinite.hpp"
#include "bmethod/check/spelled_out.hpp"
#include "bmethod/syntax/operators.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {
namespace {

bool mentions(const Expr* expr, const Symbol* symbol) {
  return expr->symbol == symbol ||
         std::ranges::any_of(expr->args, [&](const Expr* arg) { return mentions(arg, symbol); });
}

constexpr std::int64_t most_points = 10'000;

/// fact = {0 |-> 1} \/ %n.(n : NATURAL1 | n * fact(n - 1)): the text becomes the meaning of each application.
class RecursionFinder {
 public:
  explicit RecursionFinder(Model& model) : model_(model), texts_(model) {}

  void run() {
    for (const auto& instance : model_.instances) {
      for (Expr* property : instance->machine->properties) look_at(property);
    }
  }

 private:
  void look_at(Expr* predicate) {
    if (predicate->op == Op::conjunction) {
      for (Expr* arg : predicate->args) look_at(arg);
      return;
    }
    if (predicate->op != Op::equal) return;
    for (const std::size_t side : {0U, 1U}) {
      const Symbol* constant = predicate->args[side]->symbol;
      Expr* text = predicate->args[1 - side];
      if (predicate->args[side]->op != Op::identifier || !is_function(constant) || !mentions(text, constant)) continue;
      if (!is_closed_but_for(text, constant) || !collect_uses(constant, predicate)) continue;
      predicate->op = Op::btrue;
      predicate->args.clear();
      model_.recursive[constant] = text;
      std::erase(model_.constants, constant);
      for (Expr* member : members_) state(member, text);
      return;
    }
  }

  bool is_function(const Symbol* constant) const {
    return std::ranges::find(model_.constants, constant) != model_.constants.end() &&
           model_.types.kind(constant->type) == TypeTable::Kind::set &&
           model_.types.kind(model_.types.element(constant->type)) == TypeTable::Kind::pair;
  }

  /// The text may name nothing that has a value of its own in each state, but the function itself, applied.
  bool is_closed_but_for(const Expr* text, const Symbol* constant) const {
    std::vector<const Symbol*> bound;
    const auto walk = [&](const auto& self, const Expr* e) -> bool {
      if (e->op == Op::identifier || e->op == Op::primed) {
        const Symbol::Kind kind = e->symbol->kind;
        return kind == Symbol::Kind::given_set || kind == Symbol::Kind::element || e->symbol == constant ||
               model_.recursive.contains(e->symbol) || std::ranges::find(bound, e->symbol) != bound.end();
      }
      bound.insert(bound.end(), e->bound.begin(), e->bound.end());
      return std::ranges::all_of(e->args, [&](const Expr* arg) { return self(self, arg); });
    };
    return walk(walk, text);
  }

  /// Whether it is applied wherever it is named, but for conjuncts `fact : A --> B` of the PROPERTIES.
  bool collect_uses(const Symbol* constant, const Expr* equation) {
    members_.clear();
    std::size_t accounted = 1;  // the side of the equation
    for (const auto& instance : model_.instances) {
      for (Expr* property : instance->machine->properties) collect_members(property, constant, equation);
    }
    accounted += members_.size();
    std::size_t uses = 0;
    for (const auto& instance : model_.instances) {
      for (const Expr& expr : instance->machine->ast.exprs()) {
        if (expr.op == Op::identifier && expr.symbol == constant) ++uses;
        if (expr.op == Op::apply && expr.args[0]->op == Op::identifier && expr.args[0]->symbol == constant) ++accounted;
      }
    }
    return uses == accounted;
  }

  void collect_members(Expr* predicate, const Symbol* constant, const Expr* equation) {
    if (predicate->op == Op::conjunction) {
      for (Expr* arg : predicate->args) collect_members(arg, constant, equation);
      return;
    }
    if (predicate == equation || predicate->op != Op::member || !is_arrow(predicate->args[1]->op)) return;
    const RelationKind kind = relation_kind(predicate->args[1]->op);
    const bool is_it = predicate->args[0]->op == Op::identifier && predicate->args[0]->symbol == constant;
    if (is_it && kind.functional && !kind.injective && !kind.surjective) members_.push_back(predicate);
  }

  static void list_pieces(Expr* text, std::vector<Expr*>& into, bool& overrides) {
    if (text->op == Op::set_union || text->op == Op::override_relation) {
      overrides = overrides || text->op == Op::override_relation;
      for (Expr* arg : text->args) list_pieces(arg, into, overrides);
    } else {
      into.push_back(text);
    }
  }

  /// `fact : A --> B` of the pieces that the text consists of.
  void state(Expr* member, Expr* text) {
    std::vector<Expr*> pieces;
    bool overrides = false;
    list_pieces(text, pieces, overrides);
    const Expr* arrow = member->args[1];
    const Symbol* constant = member->args[0]->symbol;
    const Op to = arrow->args[1]->op;
    if (to == Op::naturals || to == Op::naturals1) texts_.believe(constant, to == Op::naturals ? 0 : 1);
    const bool seen = pieces.size() == 1 || is_partition(pieces, overrides, *arrow);
    std::vector<Expr*> parts;
    for (Expr* piece : pieces) {
      Expr* whole = texts_.copy(arrow);
      if (pieces.size() > 1) whole->op = Op::partial_functions;
      Expr* part = texts_.formula(Op::member, member->range, {texts_.copy(piece), whole}, member->type);
      if (piece->op == Op::lambda) texts_.spell_out(part);
      if (part->op == Op::btrue) continue;
      if (piece->op == Op::lambda) believe_all(part);
      parts.push_back(part);
    }
    if (!seen) model_.cuts.push_back({member->range, "that a recursive function is what this says is assumed"});
    member->op = parts.empty() ? Op::btrue : Op::conjunction;
    member->args = std::move(parts);
  }

  void believe_all(const Expr* predicate) {
    if (predicate->op == Op::conjunction) {
      for (const Expr* arg : predicate->args) believe_all(arg);
    } else {
      model_.about_infinite.insert(predicate);
    }
  }

  /// k where the lambda is for all integers from k on, as `n : NATURAL1` or `n : NATURAL & n >= k` say.
  static std::optional<std::int64_t> first_of(const Expr* lambda) {
    std::vector<const Expr*> conjuncts;
    flatten_conjunction(lambda->args[0], conjuncts);
    std::optional<std::int64_t> first;
    for (const Expr* each : conjuncts) {
      if (each->args.size() != 2) return std::nullopt;
      const bool at_left = each->args[0]->symbol == lambda->bound[0];
      const Expr* other = each->args[at_left ? 1 : 0];
      if (!at_left && each->args[1]->symbol != lambda->bound[0]) return std::nullopt;
      const Op op = at_left ? each->op : mirrored(each->op);
      std::int64_t bound = 0;
      if (op == Op::member && (other->op == Op::naturals || other->op == Op::naturals1)) {
        bound = other->op == Op::naturals ? 0 : 1;
      } else if ((op == Op::greater_equal || op == Op::greater) && other->op == Op::number &&
                 other->number < most_points) {
        bound = other->number + (op == Op::greater ? 1 : 0);
      } else {
        return std::nullopt;
      }
      first = std::max(first.value_or(bound), bound);
    }
    return first;
  }

  /// Points 0, 1, …, k - 1 and one lambda for all from k on; for a partial function it is enough that they share
  /// nothing.
  bool is_partition(const std::vector<Expr*>& pieces, bool overrides, const Expr& arrow) const {
    const Expr* rest = nullptr;
    std::vector<std::int64_t> points;
    for (const Expr* piece : pieces) {
      if (piece->op == Op::lambda && piece->bound.size() == 1 && rest == nullptr) {
        rest = piece;
        continue;
      }
      if (piece->op != Op::set_extension) return false;
      for (const Expr* pair : piece->args) {
        if (pair->op != Op::maplet || pair->args[0]->op != Op::number) return false;
        points.push_back(pair->args[0]->number);
      }
    }
    if (rest == nullptr) return false;
    const std::optional<std::int64_t> first = first_of(rest);
    if (!first) return false;
    std::ranges::sort(points);
    const bool apart = std::ranges::adjacent_find(points) == points.end() && (points.empty() || points.back() < *first);
    if (!relation_kind(arrow.op).total) return overrides || apart;
    const Op from = arrow.args[0]->op;
    const std::int64_t begin = from == Op::naturals ? 0 : 1;
    if (from != Op::naturals && from != Op::naturals1) return false;
    for (std::int64_t point = begin; point < *first; ++point) {
      if (std::ranges::find(points, point) == points.end()) return false;
    }
    return (overrides || apart) && (points.empty() || points.front() >= begin);
  }

  Model& model_;
  SpelledOut texts_;
  std::vector<Expr*> members_;
};

}  // namespace

void find_recursive_constants(Model& model) { RecursionFinder(model).run(); }

}  // namespace quotient::bmethod
