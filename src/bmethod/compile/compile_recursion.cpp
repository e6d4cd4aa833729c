#include <fmt/format.h>

#include "bmethod/check/formulas.hpp"
#include "bmethod/check/spelled_out.hpp"
#include "bmethod/compile/formula_compiler.hpp"

namespace quotient::bmethod {
namespace {

/// The text of a recursive function, applied: piece by piece, as none of it can be built.
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

}  // namespace

/// fact(e), where fact is given by a text that applies fact.
const Node* FormulaCompiler::recursion(const Expr* expr) {
  const Symbol* function = expr->args[0]->symbol;
  Model& model = builder_.model;
  const auto known = recursions_.find(function);
  std::size_t index = builder_.program.recursions.size();
  if (known != recursions_.end()) {
    index = known->second;
  } else {
    recursions_.emplace(function, index);
    Recursion& made = builder_.program.recursions.emplace_back();
    const Expr* text = model.recursive.at(function);
    const TypeRef pair = model.types.element(function->type);
    Symbol* parameter = model.add(Symbol::Kind::local, {"x", expr->range}, model.types.first(pair));
    made.parameter = made.first_slot = builder_.bind(parameter);
    Expr* argument = builder_.ast().expr(Op::identifier, text->range, {});
    argument->symbol = parameter;
    argument->text = parameter->name;
    argument->type = parameter->type;
    const Node* body = value(AppliedText(model, argument, model.types.second(pair)).apply(text));
    made.body = body;
    made.end_slot = static_cast<std::int32_t>(builder_.program.slots.size());
    made.too_deep = builder_.site(text->range, fmt::format("'{}' is applied within itself more than {} times deep",
                                                           function->name, deepest_recursion));
  }
  Node node = builder_.make(Op::recursion, builder_.type_of(expr->type));
  node.slot = static_cast<std::int32_t>(index);
  node.args = {value(expr->args[1])};
  node.site = builder_.site(expr->range, "the result needs more than 64 bits");
  return builder_.finish(std::move(node));
}

}  // namespace quotient::bmethod
