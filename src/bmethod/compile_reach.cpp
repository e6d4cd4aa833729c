#include "bmethod/compiler.hpp"

namespace quotient::bmethod {

/// f[S], S <| f and r ; f need f only on S or ran(r): what is said of f in general, perhaps of all integers, is asked
/// of those. The formula itself where f is no comprehension or lambda, or is over a small type anyway.
const Expr* Compiler::within_reach(const Expr* expr) {
  if (expr->op == Op::domain && expr->args[0]->op == Op::lambda) {  // may be asked where the function has no end
    Expr* made = model_.main->machine->ast.expr(Op::comprehension, expr->range, {expr->args[0]->args[0]});
    made->bound = expr->args[0]->bound;
    made->type = expr->type;
    return made;
  }
  const bool image = expr->op == Op::image;
  if (!image && expr->op != Op::domain_restriction && expr->op != Op::composition) return expr;
  const Expr* function = expr->args[image ? 0 : 1];
  Expr* from = expr->args[image ? 1 : 0];
  const bool lambda = function->op == Op::lambda;
  const std::size_t arguments = function->bound.size() - (lambda || function->bound.empty() ? 0 : 1);
  if ((!lambda && function->op != Op::comprehension) || arguments == 0) return expr;
  Ast& ast = model_.main->machine->ast;
  const auto make_expr = [&](Op op, std::vector<Expr*> args, TypeRef type) {
    Expr* made = ast.expr(op, expr->range, std::move(args));
    made->type = type;
    return made;
  };
  Expr* argument = nullptr;
  for (std::size_t i = 0; i < arguments; ++i) {
    Symbol* symbol = function->bound[i];
    Expr* name = make_expr(Op::identifier, {}, symbol->type);
    name->symbol = symbol;
    argument = i == 0 ? name : make_expr(Op::maplet, {argument, name}, model_.types.pair(argument->type, symbol->type));
  }
  if (type_of(argument->type)->flat()) return expr;
  if (expr->op == Op::composition) from = make_expr(Op::range, {from}, model_.types.set(argument->type));
  Expr* asked = make_expr(Op::member, {argument, from}, model_.types.predicate());
  Expr* narrow = make_expr(function->op, function->args, function->type);
  narrow->bound = function->bound;
  narrow->args[0] = make_expr(Op::conjunction, {asked, function->args[0]}, model_.types.predicate());
  if (expr->op == Op::domain_restriction) return narrow;
  if (image) return make_expr(Op::range, {narrow}, expr->type);
  return make_expr(Op::composition, {expr->args[0], narrow}, expr->type);
}

}  // namespace quotient::bmethod
