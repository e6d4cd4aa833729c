#include <algorithm>

#include "bmethod/check/formulas.hpp"
#include "bmethod/compile/formula_compiler.hpp"
#include "bmethod/evaluate/infinite_sets.hpp"

namespace quotient::bmethod {

const Node* FormulaCompiler::predicate(const Expr* expr) {
  Node node = builder_.make(expr->op, nullptr);
  switch (expr->op) {
    case Op::for_all:
    case Op::exists:
      return quantifier(expr);
    case Op::let:
      compile_binder(expr, node, Use::value);
      return builder_.finish(std::move(node));
    case Op::conjunction:
    case Op::disjunction:
    case Op::implication:
    case Op::equivalence:
    case Op::negation:
    case Op::if_then_else:
      for (const Expr* arg : expr->args) node.args.push_back(predicate(arg));
      break;
    case Op::equal:
    case Op::not_equal: {
      for (const Expr* arg : expr->args) node.args.push_back(compile(arg, Use::source));
      const Node* left = node.args[0];
      const Node* right = node.args[1];
      node.infinite = left->infinite || right->infinite;
      const bool known = left->infinite && right->infinite ? is_same(left, right).has_value()
                                                           : is_surely_infinite(left->infinite ? left : right);
      if (node.infinite && !known) report_infinite(expr->range);
      break;
    }
    case Op::member:
    case Op::not_member:
    case Op::subset:
    case Op::not_subset:
    case Op::strict_subset:
    case Op::not_strict_subset: {
      const bool strict = expr->op == Op::strict_subset || expr->op == Op::not_strict_subset;
      const Expr* whole = expr->args[1];
      bool member = expr->op == Op::member || expr->op == Op::not_member;
      if (member && whole->op == Op::pow) {  // also of sets that are no values
        member = false;
        node.op = expr->op == Op::member ? Op::subset : Op::not_subset;
        whole = whole->args[0];
      }
      const Node* left = compile(expr->args[0], member ? Use::value : Use::source);
      const Node* right = compile(whole, strict ? Use::source : Use::test);
      node.args = {left, right};
      node.infinite = left->infinite && !member;
      if (node.infinite && !(strict ? is_same(left, right) : is_within(left, right))) report_infinite(expr->range);
      if (right->full && !strict) {  // says no more than the types do
        node.constant = true;
        node.value = expr->op == Op::member || expr->op == Op::subset ? 1 : 0;
      }
      break;
    }
    default:
      for (const Expr* arg : expr->args) node.args.push_back(value(arg));
  }
  node.closed = std::ranges::all_of(node.args, [](const Node* arg) { return arg->closed; });
  return builder_.finish(std::move(node));
}

}  // namespace quotient::bmethod
