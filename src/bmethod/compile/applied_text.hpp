#pragma once

#include <utility>
#include <vector>

#include "bmethod/check/spelled_out.hpp"

namespace quotient::bmethod {

/// The text of a function that cannot be built, applied: a union piece by piece.
class AppliedText {
 public:
  AppliedText(Model& model, Expr* argument, TypeRef result)
      : model_(model), texts_(model), argument_(argument), result_(result) {}

  Expr* apply(const Expr* text) {
    const bool unites = text->op == Op::set_union;
    if (!unites && text->op != Op::override_relation) {
      return made(Op::apply, {texts_.copy(text), argument_}, result_);
    }
    const Expr* first = text->args[0];
    const Expr* second = text->args[1];
    if (!unites) return made(Op::if_then_else, {is_defined(second), apply(second), apply(first)}, result_);
    // Where both are defined they must agree.
    const TypeRef pair = model_.types.pair(argument_->type, result_);
    Expr* one = made(Op::maplet, {argument_, apply(first)}, pair);
    Expr* other = made(Op::maplet, {argument_, apply(second)}, pair);
    Expr* both = made(Op::apply, {made(Op::set_extension, {one, other}, model_.types.set(pair)), argument_}, result_);
    Expr* of_first = made(Op::if_then_else, {is_defined(second), both, apply(first)}, result_);
    return made(Op::if_then_else, {is_defined(first), of_first, apply(second)}, result_);
  }

 private:
  Expr* made(Op op, std::vector<Expr*> args, TypeRef type) {
    return texts_.formula(op, argument_->range, std::move(args), type);
  }

  Expr* is_defined(const Expr* text) {
    const TypeRef predicate = model_.types.predicate();
    if (text->op == Op::set_union || text->op == Op::override_relation)
      return made(Op::disjunction, {is_defined(text->args[0]), is_defined(text->args[1])}, predicate);
    Expr* domain = texts_.copy(text);
    if (text->op == Op::lambda) {
      domain->op = Op::comprehension;
      domain->args.resize(1);
      domain->type = model_.types.set(argument_->type);
    } else {
      domain = made(Op::domain, {domain}, model_.types.set(argument_->type));
    }
    return made(Op::member, {argument_, domain}, predicate);
  }

  Model& model_;
  SpelledOut texts_;
  Expr* argument_;
  TypeRef result_;
};

}  // namespace quotient::bmethod
