#include "bmethod/compile/program_builder.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "bmethod/evaluate/evaluator.hpp"
#include "bmethod/evaluate/set_forms.hpp"
#include "bmethod/syntax/library.hpp"

namespace quotient::bmethod {

std::uint32_t ProgramBuilder::site(SourceRange range, std::string message) {
  program.sites.push_back({range, std::move(message)});
  return static_cast<std::uint32_t>(program.sites.size() - 1);
}

std::string ProgramBuilder::written(SourceRange range) const {
  std::string text;
  for (const char c : sources_.text(range)) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank) {
      text += c;
    } else if (!text.empty() && text.back() != ' ') {
      text += ' ';
    }
  }
  if (text.size() > 120) text = text.substr(0, 117) + "...";
  return text;
}

std::int32_t ProgramBuilder::bind(Symbol* symbol) {
  symbol->slot = new_slot(type_of(symbol->type));
  symbol->has_value = -1;
  return symbol->slot;
}

Node ProgramBuilder::make(Op op, const Type* type) const {
  Node node;
  node.op = op;
  node.type = type;
  return node;
}

const Node* ProgramBuilder::make_node(Op op, const Type* type, std::vector<const Node*> args) {
  Node node = make(op, type);
  node.args = std::move(args);
  node.closed = std::ranges::all_of(node.args, [](const Node* arg) { return arg->closed; });
  return finish(std::move(node));
}

/// Evaluates what reads no slot once and for all. Sets that serve as tests and sources keep their structure besides.
const Node* ProgramBuilder::finish(Node node) {
  // A predicate asks a set inside of it only what can be asked.
  node.test_only = node.type != nullptr && !node.constant &&
                   (((node.op == Op::comprehension || node.op == Op::lambda) && node.plan == nullptr) ||
                    std::ranges::any_of(node.args, [](const Node* arg) { return arg->test_only; }));
  // All couples of something that is not built itself are not built either.
  const bool symbolic =
      is_symbolic(node.op) || (node.op == Op::product && std::ranges::any_of(node.args, [](const Node* arg) {
                                 return is_symbolic(arg->op) || (arg->op == Op::product && !arg->constant);
                               }));
  const bool worth = node.closed && !node.constant && !symbolic && !node.infinite && !node.test_only;
  program.nodes.push_back(std::move(node));
  Node& made = program.nodes.back();
  if (!worth || (stop_ != nullptr && stop_->raised())) return &made;
  Evaluator evaluator(program);
  if (stop_ != nullptr) evaluator.stop.heed(*stop_);
  if (made.op == Op::interval) {
    const std::int64_t low = to_int(evaluator.eval(made.args[0]));
    const std::int64_t high = to_int(evaluator.eval(made.args[1]));
    if (evaluator.outcome.failed() ||
        (high > low && static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) > 4096)) {
      return &made;
    }
  }
  const Value result = made.type == nullptr ? (evaluator.holds(&made) ? 1 : 0) : evaluator.eval(&made);
  if (evaluator.outcome.failed()) return &made;
  made.value = made.type == nullptr ? result : copy_value(program.literals, made.type, result);
  made.constant = true;
  return &made;
}

const Node* ProgramBuilder::read(const Symbol* symbol) {
  Node node = make(Op::identifier, type_of(symbol->type));
  node.slot = symbol->slot;
  ensure(node.slot >= 0, "a name is read that has no slot");
  return finish(std::move(node));
}

const Node* ProgramBuilder::where_it_has_a_value(const Symbol& symbol, const Node* value, SourceRange range) {
  if (symbol.has_value < 0) return value;
  Node has = make(Op::identifier, type_of(model.types.boolean()));
  has.slot = symbol.has_value;
  const Node* known = finish(std::move(has));
  Node made = make(Op::external, value->type);
  made.slot = static_cast<std::int32_t>(External::assert_expr);
  made.args = {known, known, value};
  made.site = site(range, fmt::format("undefined: '{}' is read before it has a value", symbol.name));
  return finish(std::move(made));
}

const Node* ProgramBuilder::couple(std::span<Symbol* const> symbols) {
  const Node* made = read(symbols[0]);
  for (std::size_t i = 1; i < symbols.size(); ++i) {
    const Node* next = read(symbols[i]);
    made = make_node(Op::maplet, types.pair(made->type, next->type), {made, next});
  }
  return made;
}

const Pattern* ProgramBuilder::pattern(std::span<Symbol* const> symbols) {
  const auto leaf = [&](const Symbol* symbol) {
    Pattern made;
    made.slot = symbol->slot;
    made.type = type_of(symbol->type);
    program.patterns.push_back(made);
    return &program.patterns.back();
  };
  const Pattern* made = leaf(symbols[0]);
  for (std::size_t i = 1; i < symbols.size(); ++i) {
    Pattern both;
    both.first = made;
    both.second = leaf(symbols[i]);
    both.type = types.pair(both.first->type, both.second->type);
    program.patterns.push_back(both);
    made = &program.patterns.back();
  }
  return made;
}

const Node* ProgramBuilder::whole(const Type* type, bool cut) {
  if (cut && (type->kind == Type::Kind::integer || type->kind == Type::Kind::string)) {
    const Op op = type->kind == Type::Kind::integer ? Op::integers : Op::string_set;
    program.nodes.push_back(make(op, types.set(type)));
    program.nodes.back().infinite = true;
    return &program.nodes.back();
  }
  if (type->flat()) {
    if (type->cardinality > program.limits.max_enumeration) {
      if (!cut) return nullptr;
      program.nodes.push_back(make(Op::string_set, types.set(type)));  // gives up when it is asked for
      return &program.nodes.back();
    }
    Node node = make(Op::set_extension, types.set(type));
    std::vector<Value> scratch;
    SetBuilder values(program.literals, scratch, node.type);
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
  Node node = make(type->kind == Type::Kind::pair ? Op::product : Op::pow, types.set(type));
  node.args = std::move(parts);
  node.full = !cut;
  node.infinite = std::ranges::any_of(node.args, [](const Node* each) { return each->infinite; });
  node.site = site({}, "this set has too many elements to be built");
  program.nodes.push_back(std::move(node));
  return &program.nodes.back();
}

const Node* ProgramBuilder::is_true_or(std::int32_t slot, const Node* predicate) {
  Node flag = make(Op::identifier, types.boolean());
  flag.slot = slot;
  Node yes = make(Op::true_value, types.boolean());
  yes.constant = yes.closed = true;
  yes.value = 1;
  const Node* is_true = make_node(Op::equal, nullptr, {finish(std::move(flag)), finish(std::move(yes))});
  return make_node(Op::disjunction, nullptr, {is_true, predicate});
}

}  // namespace quotient::bmethod
