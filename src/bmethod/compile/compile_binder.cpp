#include <algorithm>
#include <vector>

#include "bmethod/check/infinite.hpp"
#include "bmethod/compile/compiler.hpp"

namespace quotient::bmethod {

const Node* Compiler::couple(std::span<Symbol* const> symbols) {
  const Node* made = read(symbols[0]);
  for (std::size_t i = 1; i < symbols.size(); ++i) {
    const Node* next = read(symbols[i]);
    made = make_node(Op::maplet, types_.pair(made->type, next->type), {made, next});
  }
  return made;
}

const Pattern* Compiler::pattern(std::span<Symbol* const> symbols) {
  const auto leaf = [&](const Symbol* symbol) {
    Pattern made;
    made.slot = symbol->slot;
    made.type = type_of(symbol->type);
    program_.patterns.push_back(made);
    return &program_.patterns.back();
  };
  const Pattern* made = leaf(symbols[0]);
  for (std::size_t i = 1; i < symbols.size(); ++i) {
    Pattern both;
    both.first = made;
    both.second = leaf(symbols[i]);
    both.type = types_.pair(both.first->type, both.second->type);
    program_.patterns.push_back(both);
    made = &program_.patterns.back();
  }
  return made;
}

const Node* Compiler::whole(const Type* type, bool cut) {
  if (cut && (type->kind == Type::Kind::integer || type->kind == Type::Kind::string)) {
    const Op op = type->kind == Type::Kind::integer ? Op::integers : Op::string_set;
    program_.nodes.push_back(make(op, types_.set(type)));
    program_.nodes.back().infinite = true;
    return &program_.nodes.back();
  }
  if (type->flat()) {
    if (type->cardinality > program_.limits.max_enumeration) {
      if (!cut) return nullptr;
      program_.nodes.push_back(make(Op::string_set, types_.set(type)));  // gives up when it is asked for
      return &program_.nodes.back();
    }
    Node node = make(Op::set_extension, types_.set(type));
    std::vector<Value> scratch;
    SetBuilder values(program_.literals, scratch, node.type);
    for (Value value = 0; value < type->cardinality; ++value) values.add(value);
    node.value = values.finish(true);
    node.constant = node.closed = node.full = true;
    return finish(std::move(node));
  }
  if (type->kind != Type::Kind::pair && type->kind != Type::Kind::set) return nullptr;
  std::vector<const Node*> parts{whole(type->first, cut)};
  if (type->kind == Type::Kind::pair) parts.push_back(whole(type->second, cut));
  for (const Node* part : parts) {
    if (part == nullptr) return nullptr;
  }
  Node node = make(type->kind == Type::Kind::pair ? Op::product : Op::pow, types_.set(type));
  node.args = std::move(parts);
  node.full = !cut;
  node.infinite = std::ranges::any_of(node.args, [](const Node* each) { return each->infinite; });
  node.site = site({}, "this set has too many elements to be built");
  program_.nodes.push_back(std::move(node));
  return &program_.nodes.back();
}

namespace {

/// Whether values are left out where it is run to its end.
bool is_open(const Plan& plan) {
  return std::ranges::any_of(plan.steps, [](const Step& step) {
    if (step.kind == Step::Kind::range) return step.lower.empty() || step.upper.empty();
    return step.kind == Step::Kind::enumerate && step.node->infinite;
  });
}

}  // namespace

void Compiler::compile_binder(const Expr* expr, Node& node, Use use) {
  for (Symbol* symbol : expr->bound) bind(symbol);
  const char* why = expr->op == Op::let                           ? "undefined: LET has no solution"
                    : expr->op == Op::quantified_intersection     ? "undefined: the intersection of no sets"
                    : expr->op == Op::sigma || expr->op == Op::pi ? "the result needs more than 64 bits"
                                                                  : "too many elements";
  node.site = site(expr->range, why);
  std::vector<const Expr*> conjuncts;
  flatten_conjunction(expr->args[0], conjuncts);
  const bool set = expr->op == Op::comprehension || expr->op == Op::lambda;
  const bool counts = expr->op == Op::sigma || expr->op == Op::pi;
  if (use != Use::test || !set) node.plan = plan(expr->bound, conjuncts, !counts);
  if (!set) {
    node.args.push_back(expr->op == Op::let ? formula(expr->args[1]) : value(expr->args[1]));
  } else {
    const Node* element = couple(expr->bound);
    const Node* result = expr->op == Op::lambda ? value(expr->args[1]) : nullptr;
    node.args.push_back(result == nullptr ? element : make_node(Op::maplet, node.type->first, {element, result}));
    node.args.push_back(predicate(expr->args[0]));
    if (result != nullptr) node.args.push_back(result);
    node.pattern = pattern(expr->bound);
    node.infinite = node.plan == nullptr ? looks_infinite(model_.types, expr) : is_open(*node.plan);
  }
  node.closed = is_closed(expr);
}

const Node* Compiler::quantifier(const Expr* expr) {
  Node node = make(expr->op, nullptr);
  for (Symbol* symbol : expr->bound) bind(symbol);
  std::vector<const Expr*> conjuncts;
  const Expr* body = expr->args[0];
  if (expr->op == Op::for_all) {
    const Expr* consequent = body;
    if (body->op == Op::implication) {
      flatten_conjunction(body->args[0], conjuncts);
      consequent = body->args[1];
    }
    node.plan = plan(expr->bound, conjuncts, true);
    node.args.push_back(predicate(consequent));
  } else {
    flatten_conjunction(body, conjuncts);
    node.plan = plan(expr->bound, conjuncts, true);
  }
  node.closed = is_closed(expr);
  return finish(std::move(node));
}

}  // namespace quotient::bmethod
