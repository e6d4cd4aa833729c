#include <algorithm>
#include <fmt/format.h>

#include "bmethod/check/formulas.hpp"
#include "bmethod/check/infinite.hpp"
#include "bmethod/compile/formula_compiler.hpp"
#include "bmethod/evaluate/set_forms.hpp"
#include "bmethod/syntax/library.hpp"
#include "bmethod/syntax/operators.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {
namespace {

/// The operand of which only membership matters: r[NATURAL] builds no set.
const Expr* tested_operand(const Expr* expr) {
  switch (expr->op) {
    case Op::domain_restriction:
    case Op::domain_subtraction:
      return expr->args[0];
    case Op::image:
    case Op::range_restriction:
    case Op::range_subtraction:
      return expr->args[1];
    default:
      return nullptr;
  }
}

/// f : A --> B asks whether A is the domain: that takes the value of A.
bool is_built_by_test(const Expr* expr, const Expr* operand) {
  if (expr->op == Op::perm) return true;
  if (!is_arrow(expr->op)) return false;
  const RelationKind kind = relation_kind(expr->op);
  return operand == expr->args[0] ? kind.total : kind.surjective;
}

}  // namespace

/// What happens here depends on which element it is, of any set inside the type: it has no symmetry.
void FormulaCompiler::tell_apart(const Type* type, SourceRange place) {
  if (type->kind == Type::Kind::given && type->given < builder_.program.told_apart.size()) {
    auto& known = builder_.program.told_apart[type->given];
    if (!known) known = place;
  }
  for (const Type* part : {type->first, type->second}) {
    if (part != nullptr) tell_apart(part, place);
  }
}

void FormulaCompiler::compile_identifier(const Expr* expr, Node& node) {
  const Symbol& symbol = *expr->symbol;
  switch (symbol.kind) {
    case Symbol::Kind::given_set: {
      node.full = true;
      node.constant = true;
      const std::uint64_t size = node.type->first->cardinality;
      if (node.type->mask) {
        node.value = low_bits(size);
      } else {
        Value* words = builder_.program.literals.words(static_cast<std::size_t>(size) + 1);
        words[0] = size;
        for (Value i = 0; i < size; ++i) words[i + 1] = i;
        node.value = address(words);
      }
      node.closed = true;
      return;
    }
    case Symbol::Kind::element:
      node.constant = true;
      node.closed = true;
      node.value = symbol.index;
      if (symbol.set < builder_.program.named_elements.size())
        builder_.program.named_elements[symbol.set].push_back({symbol.index, expr->range});
      return;
    default:
      node.slot = symbol.slot;
      ensure(node.slot >= 0, "a name is used that has no slot");
  }
}

const Node* FormulaCompiler::compile(const Expr* expr, Use use) {
  expr = within_reach(expr);
  Node node = builder_.make(expr->op, builder_.type_of(expr->type));
  switch (expr->op) {
    case Op::identifier:
    case Op::primed:
      if (expr->symbol->in_state() == nullptr) {
        if (const Expr* instead = gluing_.find(expr->symbol)) return compile(instead, use);
        builder_.diagnostics.error(
            expr->range, fmt::format("'{}' is a variable of the refined machine, and has no value here", expr->text));
        node.constant = true;
        node.value = default_value(builder_.program.literals, node.type);
        return builder_.finish(std::move(node));
      }
      node.op = Op::identifier;
      compile_identifier(expr, node);
      return builder_.where_it_has_a_value(*expr->symbol, builder_.finish(std::move(node)), expr->range);
    case Op::number:
      node.constant = node.closed = true;
      node.value = from_int(expr->number);
      return builder_.finish(std::move(node));
    case Op::max_int:
    case Op::min_int:
      node.constant = node.closed = true;
      node.value =
          from_int(expr->op == Op::max_int ? builder_.program.limits.max_int : builder_.program.limits.min_int);
      return builder_.finish(std::move(node));
    case Op::true_value:
    case Op::false_value:
      node.constant = node.closed = true;
      node.value = expr->op == Op::true_value ? 1 : 0;
      return builder_.finish(std::move(node));
    case Op::empty_set:
      node.constant = node.closed = true;
      return builder_.finish(std::move(node));
    case Op::string:
      node.constant = node.closed = true;
      node.value = make_string(builder_.program.literals, expr->text);
      return builder_.finish(std::move(node));
    case Op::bool_set: {
      node.constant = node.closed = node.full = true;
      std::vector<Value> scratch;
      SetBuilder both(builder_.program.literals, scratch, node.type);
      both.add(0);
      both.add(1);
      node.value = both.finish(true);
      return builder_.finish(std::move(node));
    }
    case Op::comprehension:
    case Op::lambda:
    case Op::sigma:
    case Op::pi:
    case Op::quantified_union:
    case Op::quantified_intersection:
    case Op::let:
      compile_binder(expr, node, use);
      return builder_.finish(std::move(node));
    case Op::record:
    case Op::record_set:
    case Op::field:
      compile_record(expr, node, use);
      break;
    case Op::bool_of:
      node.args.push_back(predicate(expr->args[0]));
      break;
    case Op::if_then_else:
      node.args = {predicate(expr->args[0]), value(expr->args[1]), value(expr->args[2])};
      break;
    case Op::apply:
      if (expr->args[0]->op == Op::identifier && builder_.model.recursive.contains(expr->args[0]->symbol))
        return recursion(expr);
      if (const Expr* parts = applied_to_parts(expr)) return compile(parts, use);
      node.args = {applied(expr->args[0]), value(expr->args[1])};
      break;
    default:
      for (const Expr* arg : expr->args) {
        // The whole decides whether an infinite part matters.
        const Use inner = use == Use::value ? Use::source : use;
        const bool tested = arg == tested_operand(expr);
        const Use wanted = hands_on_use(expr->op) ? inner : (tested ? Use::source : Use::value);
        const bool built = wanted == Use::test && is_built_by_test(expr, arg);
        node.args.push_back(compile(arg, is_only_asked(expr, arg) ? Use::test : (built ? Use::source : wanted)));
      }
  }
  if (node.op == Op::external) {
    node.slot = static_cast<std::int32_t>(expr->number);
    if (external_function(static_cast<External>(expr->number)).tells_apart) {
      tell_apart(node.type, expr->range);
      for (const Node* arg : node.args) tell_apart(arg->type, expr->range);
    }
  }
  if (node.op == Op::record && node.args.size() > 1) node.op = Op::maplet;
  node.closed = std::ranges::all_of(node.args, [](const Node* arg) { return arg->closed; });
  node.full = is_full(node);
  node.infinite = is_infinite(node);
  const std::string_view why = why_undefined(expr);
  node.site = !why.empty() ? builder_.site(expr->range, fmt::format("undefined: {}", why))
                           : builder_.site(expr->range, node.type->kind == Type::Kind::integer
                                                            ? "the result needs more than 64 bits"
                                                            : "this set has too many elements to be built");
  // x /\ NATURAL and NATURAL - x are decided element by element; only a whole infinite set is no value.
  if (use == Use::value && node.infinite) report_infinite(expr->range);
  return builder_.finish(std::move(node));
}

/// An operand without end of which the elements of another are asked for, one by one.
bool FormulaCompiler::is_only_asked(const Expr* expr, const Expr* operand) const {
  if (operand->op != Op::comprehension && operand->op != Op::lambda) return false;
  const bool asked = operand == tested_operand(expr) || (expr->op == Op::difference && operand == expr->args[1]) ||
                     (expr->op == Op::intersection &&
                      !looks_infinite(builder_.model.types, expr->args[operand == expr->args[0] ? 1 : 0]));
  return asked && looks_infinite(builder_.model.types, operand);
}

void FormulaCompiler::report_infinite(SourceRange range) {
  builder_.cut_short(range, "this set is infinite, and its value is needed here: what depends on it is not decided");
}

/// Records are pairs of their first field, in the order of the alphabet, and the rest.
void FormulaCompiler::compile_record(const Expr* expr, Node& node, Use use) {
  if (expr->op == Op::field) {
    node.args.push_back(value(expr->args[0]));
    const auto& fields = node.args[0]->type->fields;
    node.slot = static_cast<std::int32_t>(std::ranges::find(fields, expr->names[0].name) - fields.begin());
    return;
  }
  std::vector<std::size_t> order(expr->args.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return expr->names[i].name; });
  const bool is_set = expr->op == Op::record_set;
  std::vector<const Node*> parts;
  for (std::size_t i : order) parts.push_back(compile(expr->args[i], is_set ? use : Use::value));
  while (parts.size() > 2) {
    const Node* last = parts.back();
    parts.pop_back();
    const Node* before = parts.back();
    const Type* pair = is_set ? builder_.types.pair(before->type->first, last->type->first)
                              : builder_.types.pair(before->type, last->type);
    Node inner = builder_.make(is_set ? Op::record_set : Op::maplet, is_set ? builder_.types.set(pair) : pair);
    inner.args = {before, last};
    inner.closed = before->closed && last->closed;
    inner.full = is_full(inner);
    inner.infinite = is_infinite(inner);
    parts.back() = builder_.finish(std::move(inner));
  }
  node.args = std::move(parts);
}

}  // namespace quotient::bmethod
