#include <algorithm>

#include "bmethod/compile/compiler.hpp"
#include "bmethod/evaluate/set_forms.hpp"

namespace quotient::bmethod {

std::uint32_t Compiler::site(SourceRange range, std::string message) {
  program_.sites.push_back({range, std::move(message)});
  return static_cast<std::uint32_t>(program_.sites.size() - 1);
}

std::string Compiler::written(SourceRange range) const {
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

std::int32_t Compiler::bind(Symbol* symbol) {
  symbol->slot = new_slot(type_of(symbol->type));
  symbol->has_value = -1;
  return symbol->slot;
}

Node Compiler::make(Op op, const Type* type) const {
  Node node;
  node.op = op;
  node.type = type;
  return node;
}

const Node* Compiler::make_node(Op op, const Type* type, std::vector<const Node*> args) {
  Node node = make(op, type);
  node.args = std::move(args);
  node.closed = std::ranges::all_of(node.args, [](const Node* arg) { return arg->closed; });
  return finish(std::move(node));
}

/// Evaluates what reads no slot once and for all. Sets that serve as tests and sources keep their structure besides.
const Node* Compiler::finish(Node node) {
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
  program_.nodes.push_back(std::move(node));
  Node& made = program_.nodes.back();
  if (!worth || (stop_ != nullptr && stop_->raised())) return &made;
  Evaluator evaluator(program_);
  if (stop_ != nullptr) evaluator.heed(*stop_);
  if (made.op == Op::interval) {
    const std::int64_t low = to_int(evaluator.eval(made.args[0]));
    const std::int64_t high = to_int(evaluator.eval(made.args[1]));
    if (evaluator.failed() ||
        (high > low && static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) > 4096)) {
      return &made;
    }
  }
  const Value result = made.type == nullptr ? (evaluator.holds(&made) ? 1 : 0) : evaluator.eval(&made);
  if (evaluator.failed()) return &made;
  made.value = made.type == nullptr ? result : copy_value(program_.literals, made.type, result);
  made.constant = true;
  return &made;
}

const Node* Compiler::read(const Symbol* symbol) {
  Node node = make(Op::identifier, type_of(symbol->type));
  node.slot = symbol->slot;
  ensure(node.slot >= 0, "a name is read that has no slot");
  return finish(std::move(node));
}

}  // namespace quotient::bmethod
