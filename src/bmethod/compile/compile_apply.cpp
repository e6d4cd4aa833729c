#include <algorithm>

#include "bmethod/check/formulas.hpp"
#include "bmethod/check/infinite.hpp"
#include "bmethod/compile/applied_text.hpp"
#include "bmethod/compile/formula_compiler.hpp"

namespace quotient::bmethod {
namespace {

/// Functions that are the same formula for every argument.
bool is_asked_for_one(Op op) {
  return op == Op::projection1 || op == Op::projection2 || op == Op::identity || op == Op::product;
}

}  // namespace

/// A function without end that is made of others is applied by applying these: `f <+ g`, `f ; g` and `f \/ g`. Null
/// where there is nothing of the kind.
const Expr* FormulaCompiler::applied_to_parts(const Expr* expr) {
  const Expr* function = expr->args[0];
  Expr* argument = expr->args[1];
  if (function->op == Op::set_union && looks_infinite(builder_.model.types, function))
    return AppliedText(builder_.model, argument, expr->type).apply(function);
  const bool overrides = function->op == Op::override_relation;
  if ((!overrides && function->op != Op::composition) || !looks_infinite(builder_.model.types, function->args[0])) {
    return nullptr;
  }
  Ast& ast = builder_.ast();
  const auto make_expr = [&](Op op, std::vector<Expr*> args, TypeRef type) {
    Expr* made = ast.expr(op, expr->range, std::move(args));
    made->type = type;
    return made;
  };
  Expr* first = function->args[0];
  Expr* second = function->args[1];
  if (!overrides) {
    const TypeRef between = builder_.model.types.second(builder_.model.types.element(first->type));
    return make_expr(Op::apply, {second, make_expr(Op::apply, {first, argument}, between)}, expr->type);
  }
  Expr* there = make_expr(Op::domain, {second}, builder_.model.types.set(argument->type));
  Expr* is_there = make_expr(Op::member, {argument, there}, builder_.model.types.predicate());
  return make_expr(Op::if_then_else,
                   {is_there, make_expr(Op::apply, {second, argument}, expr->type),
                    make_expr(Op::apply, {first, argument}, expr->type)},
                   expr->type);
}

/// A function that is applied at once.
const Node* FormulaCompiler::applied(const Expr* function) {
  if (is_asked_for_one(function->op)) return asked_for_one(function);
  const Expr* narrow = within_reach(function);
  return compile(narrow, narrow->op == Op::lambda ? Use::test : Use::value);
}

/// prj1(S, T), id(S) and S * {e} where they are applied at once: S and T are only asked for the argument, and may be
/// infinite.
const Node* FormulaCompiler::asked_for_one(const Expr* expr) {
  Node node = builder_.make(expr->op, builder_.type_of(expr->type));
  for (const Expr* arg : expr->args) {
    const bool result = expr->op == Op::product && arg == expr->args[1];
    node.args.push_back(compile(arg, result ? Use::value : Use::test));
  }
  node.closed = std::ranges::all_of(node.args, [](const Node* arg) { return arg->closed; });
  node.infinite = std::ranges::any_of(node.args, [](const Node* arg) { return arg->infinite; });
  node.site = builder_.site(expr->range, "this set has too many elements to be built");
  return builder_.finish(std::move(node));
}

}  // namespace quotient::bmethod
