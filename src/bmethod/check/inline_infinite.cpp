#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "bmethod/check/formulas.hpp"
#include "bmethod/check/infinite.hpp"
#include "bmethod/check/spelled_out.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {
namespace {

/// The text of a constant may name others, whose text names others: what would grow without end stays a value.
constexpr std::size_t most_nodes = 200'000;

bool names(const Expr* expr, const Symbol* symbol) {
  return expr->symbol == symbol || std::ranges::any_of(expr->args, [&](const Expr* arg) { return names(arg, symbol); });
}

std::size_t count_nodes(const Expr* expr) {
  std::size_t count = 1;
  for (const Expr* arg : expr->args) count += count_nodes(arg);
  return count;
}

class Inliner {
 public:
  explicit Inliner(Model& model) : model_(model), texts_(model) {}

  void run() {
    while (inline_one()) {
    }
    if (about_.empty()) return;
    for (const auto& instance : model_.instances) {
      for (Expr* property : instance->machine->properties) settle(property);
    }
  }

 private:
  /// The first constant that an equation says to be infinite; false where there is none.
  bool inline_one() {
    for (const auto& instance : model_.instances) {
      auto& arguments = instance->arguments;
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (!replace(arguments[i].first, arguments[i].second)) continue;
        arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i));
        return true;
      }
      for (Expr* property : instance->machine->properties) {
        if (inline_from(property)) return true;
      }
    }
    return false;
  }

  bool inline_from(Expr* predicate) {
    if (predicate->op == Op::conjunction) {
      return std::ranges::any_of(predicate->args, [this](Expr* arg) { return inline_from(arg); });
    }
    if (predicate->op != Op::equal) return false;
    for (const std::size_t side : {0u, 1u}) {
      if (predicate->args[side]->op != Op::identifier) continue;
      Expr* text = predicate->args[1 - side];
      if (!may_replace(predicate->args[side]->symbol, text)) continue;
      Symbol* constant = predicate->args[side]->symbol;
      const Expr equation = *predicate;
      predicate->op = Op::btrue;  // before the constant is replaced here, too
      predicate->args.clear();
      if (replace(constant, text)) return true;
      *predicate = equation;
    }
    return false;
  }

  bool may_replace(const Symbol* constant, const Expr* text) const {
    return std::ranges::find(model_.constants, constant) != model_.constants.end() &&
           model_.types.kind(constant->type) == TypeTable::Kind::set && !names(text, constant) &&
           looks_infinite(model_.types, text);
  }

  bool replace(Symbol* constant, const Expr* text) {
    if (!may_replace(constant, text)) return false;
    std::vector<Expr*> uses;
    for (const auto& instance : model_.instances) {
      for (Expr& expr : instance->machine->ast.exprs()) {
        if (expr.op == Op::identifier && expr.symbol == constant) uses.push_back(&expr);
      }
      for (const Expr* property : instance->machine->properties) remember(property, constant);
    }
    nodes_ += uses.size() * count_nodes(text);
    if (nodes_ > most_nodes) return false;
    for (Expr* use : uses) {
      const SourceRange range = use->range;
      *use = *texts_.copy(text);
      use->range = range;
    }
    std::erase(model_.constants, constant);
    return true;
  }

  /// The conjuncts that say something of a constant which is about to be replaced.
  void remember(const Expr* predicate, const Symbol* constant) {
    if (predicate->op == Op::conjunction) {
      for (const Expr* arg : predicate->args) remember(arg, constant);
    } else if (names(predicate, constant)) {
      about_.push_back(predicate);
    }
  }

  void settle(Expr* predicate) {
    if (predicate->op == Op::conjunction) {
      for (Expr* arg : predicate->args) settle(arg);
    } else if (std::ranges::find(about_, predicate) != about_.end()) {
      const bool is_typed =
          predicate->op == Op::member && predicate->args[0]->op == Op::lambda && is_arrow(predicate->args[1]->op);
      const bool is_power = predicate->op == Op::member && predicate->args[1]->op == Op::pow;
      const bool is_part = (is_power || predicate->op == Op::subset) && predicate->args[0]->op == Op::comprehension;
      if (is_typed) texts_.spell_out(predicate);
      if (is_part) texts_.spell_out_part(predicate, is_power ? predicate->args[1]->args[0] : predicate->args[1]);
      mark(predicate);
    }
  }

  void mark(const Expr* predicate) {
    if (predicate->op == Op::conjunction) {
      for (const Expr* arg : predicate->args) mark(arg);
    } else {
      model_.about_infinite.insert(predicate);
    }
  }

  Model& model_;
  SpelledOut texts_;
  std::vector<const Expr*> about_;
  std::size_t nodes_ = 0;
};

}  // namespace

void inline_infinite_constants(Model& model) { Inliner(model).run(); }

}  // namespace quotient::bmethod
