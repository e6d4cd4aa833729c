#include <algorithm>
#include <vector>

#include "bmethod/check/formulas.hpp"
#include "bmethod/check/infinite.hpp"
#include "bmethod/compile/formula_compiler.hpp"
#include "bmethod/evaluate/set_forms.hpp"

namespace quotient::bmethod {

namespace {

/// Whether values are left out where it is run to its end.
bool is_open(const Plan& plan) {
  return std::ranges::any_of(plan.steps, [](const Step& step) {
    if (step.kind == Step::Kind::range) return step.lower.empty() || step.upper.empty();
    const bool short_sequences = is_set_of_sequences(step.node == nullptr ? Op::btrue : step.node->op) &&
                                 !step.upper.empty() && !step.node->args[0]->infinite;
    return step.kind == Step::Kind::enumerate && step.node->infinite && !short_sequences;
  });
}

}  // namespace

void FormulaCompiler::compile_binder(const Expr* expr, Node& node, Use use) {
  for (Symbol* symbol : expr->bound) builder_.bind(symbol);
  const char* why = expr->op == Op::let                           ? "undefined: LET has no solution"
                    : expr->op == Op::quantified_intersection     ? "undefined: the intersection of no sets"
                    : expr->op == Op::sigma || expr->op == Op::pi ? "the result needs more than 64 bits"
                                                                  : "too many elements";
  node.site = builder_.site(expr->range, why);
  std::vector<const Expr*> conjuncts;
  flatten_conjunction(expr->args[0], conjuncts);
  const bool set = expr->op == Op::comprehension || expr->op == Op::lambda;
  const bool counts = expr->op == Op::sigma || expr->op == Op::pi;
  if (use != Use::test || !set) node.plan = plan(expr->bound, conjuncts, !counts);
  if (!set) {
    node.args.push_back(expr->op == Op::let ? formula(expr->args[1]) : value(expr->args[1]));
  } else {
    const Node* element = builder_.couple(expr->bound);
    const Node* result = expr->op == Op::lambda ? value(expr->args[1]) : nullptr;
    node.args.push_back(result == nullptr ? element
                                          : builder_.make_node(Op::maplet, node.type->first, {element, result}));
    node.args.push_back(predicate(expr->args[0]));
    if (result != nullptr) node.args.push_back(result);
    node.pattern = builder_.pattern(expr->bound);
    node.infinite = node.plan == nullptr ? looks_infinite(builder_.model.types, expr) : is_open(*node.plan);
  }
  node.closed = is_closed(expr);
}

const Node* FormulaCompiler::quantifier(const Expr* expr) {
  Node node = builder_.make(expr->op, nullptr);
  for (Symbol* symbol : expr->bound) builder_.bind(symbol);
  std::vector<const Expr*> conjuncts;
  const Expr* body = expr->args[0];
  if (expr->op == Op::for_all) {
    const Expr* consequent = body;
    // P => (Q => R): values need satisfy both P and Q to be asked about.
    for (; consequent->op == Op::implication; consequent = consequent->args[1]) {
      flatten_conjunction(consequent->args[0], conjuncts);
    }
    node.plan = plan(expr->bound, conjuncts, true);
    node.args.push_back(predicate(consequent));
  } else {
    flatten_conjunction(body, conjuncts);
    node.plan = plan(expr->bound, conjuncts, true);
  }
  node.closed = is_closed(expr);
  return builder_.finish(std::move(node));
}

}  // namespace quotient::bmethod
