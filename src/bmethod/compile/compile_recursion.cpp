#include <fmt/format.h>

#include "bmethod/compile/applied_text.hpp"
#include "bmethod/compile/formula_compiler.hpp"

namespace quotient::bmethod {

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
