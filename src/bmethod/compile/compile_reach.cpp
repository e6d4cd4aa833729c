#include "bmethod/check/formulas.hpp"
#include "bmethod/check/infinite.hpp"
#include "bmethod/compile/formula_compiler.hpp"

namespace quotient::bmethod {

/// The domain of a function that may have no end, so that it can be asked for an argument.
const Expr* FormulaCompiler::domain_by_parts(const Expr* expr) {
  const Expr* function = expr->args[0];
  Ast& ast = builder_.ast();
  const auto domain_of_part = [&](Expr* part) {
    Expr* made = ast.expr(Op::domain, expr->range, {part});
    made->type = expr->type;
    return made;
  };
  Expr* made = nullptr;
  if (function->op == Op::lambda) {
    made = ast.expr(Op::comprehension, expr->range, {function->args[0]});
    made->bound = function->bound;
  } else if (function->op == Op::override_relation && looks_infinite(builder_.model.types, function)) {
    made = ast.expr(Op::set_union, expr->range, {domain_of_part(function->args[0]), domain_of_part(function->args[1])});
  } else if (function->op == Op::product && function->args[1]->op == Op::set_extension) {
    return function->args[0];
  }
  if (made == nullptr) return expr;
  made->type = expr->type;
  return made;
}

/// Of f[S], S <| f and S <<| f, where f may have no end: both parts of a union are restricted, and id(A) is as its
/// argument. Null where f is neither.
const Expr* FormulaCompiler::restricted_by_parts(const Expr* expr) {
  const bool image = expr->op == Op::image;
  if (!image && expr->op != Op::domain_restriction && expr->op != Op::domain_subtraction) return nullptr;
  const Expr* function = expr->args[image ? 0 : 1];
  Expr* from = expr->args[image ? 1 : 0];
  if (!looks_infinite(builder_.model.types, function)) return nullptr;
  Ast& ast = builder_.ast();
  const auto make_expr = [&](Op op, std::vector<Expr*> args, TypeRef type) {
    Expr* made = ast.expr(op, expr->range, std::move(args));
    made->type = type;
    return made;
  };
  if (function->op == Op::set_union) {
    const auto part = [&](Expr* of) {
      return make_expr(expr->op, image ? std::vector{of, from} : std::vector{from, of}, expr->type);
    };
    return make_expr(Op::set_union, {part(function->args[0]), part(function->args[1])}, expr->type);
  }
  if (function->op != Op::identity) return nullptr;
  Expr* set = function->args[0];
  const bool outside = expr->op == Op::domain_subtraction;
  Expr* kept =
      outside ? make_expr(Op::difference, {set, from}, set->type) : make_expr(Op::intersection, {from, set}, set->type);
  return image ? kept : make_expr(Op::identity, {kept}, expr->type);
}

/// f[S], S <| f, S <<| f and r ; f need f only on S, outside of it, or on ran(r): what is said of f in general, perhaps
/// of all integers, is asked of those. The formula itself where f is no comprehension or lambda, or is over a small
/// type anyway.
const Expr* FormulaCompiler::within_reach(const Expr* expr) {
  if (expr->op == Op::domain) return domain_by_parts(expr);
  const bool image = expr->op == Op::image;
  const bool outside = expr->op == Op::domain_subtraction;
  if (!image && !outside && expr->op != Op::domain_restriction && expr->op != Op::composition) return expr;
  if (const Expr* parts = restricted_by_parts(expr)) return parts;
  const Expr* function = expr->args[image ? 0 : 1];
  Expr* from = expr->args[image ? 1 : 0];
  const bool lambda = function->op == Op::lambda;
  const std::size_t arguments = function->bound.size() - (lambda || function->bound.empty() ? 0 : 1);
  if ((!lambda && function->op != Op::comprehension) || arguments == 0) return expr;
  Ast& ast = builder_.ast();
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
    argument = i == 0
                   ? name
                   : make_expr(Op::maplet, {argument, name}, builder_.model.types.pair(argument->type, symbol->type));
  }
  if (builder_.type_of(argument->type)->flat()) return expr;
  if (expr->op == Op::composition) from = make_expr(Op::range, {from}, builder_.model.types.set(argument->type));
  Expr* asked = make_expr(outside ? Op::not_member : Op::member, {argument, from}, builder_.model.types.predicate());
  Expr* narrow = make_expr(function->op, function->args, function->type);
  narrow->bound = function->bound;
  narrow->args[0] = make_expr(Op::conjunction, {asked, function->args[0]}, builder_.model.types.predicate());
  if (outside || expr->op == Op::domain_restriction) return narrow;
  if (image) return make_expr(Op::range, {narrow}, expr->type);
  return make_expr(Op::composition, {expr->args[0], narrow}, expr->type);
}

}  // namespace quotient::bmethod
