#include "promela/outline/outline_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "promela/check/check_expression.hpp"
#include "promela/check/check_iteration.hpp"
#include "promela/check/message_fields.hpp"
#include "promela/outline/restrictions.hpp"
#include "promela/syntax/type_text.hpp"

namespace quotient::promela {

namespace {

/// Operands of these may change places, however many there are.
bool is_associative(Operator op) {
  return op == Operator::add || op == Operator::multiply || op == Operator::logical_and || op == Operator::logical_or;
}

bool is_logical(Operator op) {
  return op == Operator::logical_and || op == Operator::logical_or || op == Operator::logical_not ||
         op >= Operator::always;
}

bool is_equality(Operator op) { return op == Operator::equal || op == Operator::not_equal; }

/// Temporal operators have no spelling in common; their numbers do as well.
std::string label_of(Operator op) { return fmt::format("op {}", static_cast<int>(op)); }

}  // namespace

bool is_process_id(const Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::variable:
    case ExpressionKind::remote_variable:
    case ExpressionKind::conditional:
      return expression.type.process_id;
    case ExpressionKind::eval:
      return is_process_id(expression.operands[0]);
    case ExpressionKind::run:
      return true;
    default:
      return false;
  }
}

OutlineText::Node OutlineText::node(std::string label, std::vector<Node> children, bool unordered) {
  outline_.nodes.push_back({std::move(label), Outline::no_item, unordered, std::move(children)});
  return static_cast<Node>(outline_.nodes.size() - 1);
}

OutlineText::Node OutlineText::item(std::uint32_t number) {
  if (number >= outline_.processes.size()) outline_.channels[number - outline_.processes.size()].mentioned = true;
  outline_.nodes.push_back({"", number, false, {}});
  return static_cast<Node>(outline_.nodes.size() - 1);
}

/// 0 is init, or no process: no permutation moves it.
OutlineText::Node OutlineText::process(std::int64_t pid, SourceRange at) {
  if (pid >= 1 && pid <= static_cast<std::int64_t>(outline_.processes.size())) {
    return item(static_cast<std::uint32_t>(pid - 1));
  }
  if (pid != 0) {
    object(at, fmt::format("{} is the id of no process: there are 1 to {}, and 0 for none", pid,
                           outline_.processes.size()));
  }
  return leaf("nobody");
}

void OutlineText::expect_number(const Expression& expression, const char* what) {
  if (is_process_id(expression)) {
    object(expression.range, fmt::format("a process id is {}", what));
  } else if (expression.type.base == BaseType::channel) {
    object(expression.range, fmt::format("a channel is {}", what));
  }
}

OutlineText::Node OutlineText::expression(const Expression& e, bool as_process) {
  if (as_process && !is_process_id(e) && !is_placeholder(e)) {
    if (const auto value = constant_value(e.kind == ExpressionKind::eval ? e.operands[0] : e)) {
      return node(e.kind == ExpressionKind::eval ? "eval" : "value", {process(*value, e.range)});
    }
    object(e.range, "a computed number is used as a process id");
  }
  switch (e.kind) {
    case ExpressionKind::constant:
      return leaf(fmt::format("{}", e.value));
    case ExpressionKind::variable:
      return reference(e.reference);
    case ExpressionKind::unary:
    case ExpressionKind::binary:
      return operation(e);
    case ExpressionKind::conditional: {
      const bool process = as_process || is_process_id(e);
      return node("conditional",
                  {expression(e.operands[0]), expression(e.operands[1], process), expression(e.operands[2], process)});
    }
    case ExpressionKind::run:  // elsewhere than in init: objected to already
      return leaf("run " + e.name.text);
    case ExpressionKind::length:
    case ExpressionKind::full:
    case ExpressionKind::nfull:
    case ExpressionKind::empty:
    case ExpressionKind::nempty:
      return node(fmt::format("queue {}", static_cast<int>(e.kind)), {reference(e.reference)});
    case ExpressionKind::poll: {
      std::vector<Node> children = message(e.reference, e.operands, false);
      return node(e.random ? "poll any" : "poll", std::move(children));
    }
    case ExpressionKind::eval:
      return node("eval", {expression(e.operands[0], as_process)});
    case ExpressionKind::enabled:
    case ExpressionKind::pc_value:
    case ExpressionKind::get_priority:
      return node(fmt::format("of process {}", static_cast<int>(e.kind)), {expression(e.operands[0], true)});
    case ExpressionKind::timeout:
      return leaf("timeout");
    case ExpressionKind::nonprogress:
      return leaf("np_");
    case ExpressionKind::remote_label:
    case ExpressionKind::remote_variable: {
      std::vector<Node> children;
      for (const Expression& pid : e.operands) children.push_back(expression(pid, true));
      if (e.kind == ExpressionKind::remote_variable) children.push_back(reference(e.reference));
      return node(fmt::format("remote {} @ {}", e.name.text, e.label.text), std::move(children));
    }
    case ExpressionKind::c_expression:
      break;
  }
  return leaf("c_expr");
}

OutlineText::Node OutlineText::operation(const Expression& e) {
  const bool comparison = is_equality(e.op);
  if (!comparison && !is_logical(e.op)) {
    for (const Expression& operand : e.operands) {
      expect_number(operand,
                    e.op >= Operator::less && e.op <= Operator::greater_equal ? "compared by order" : "computed with");
    }
  }
  std::vector<Node> children;
  if (is_associative(e.op)) {
    // a && b && c hangs to the left, however long it is.
    std::vector<const Expression*> operands;
    const Expression* left = &e;
    while (left->kind == ExpressionKind::binary && left->op == e.op) {
      if (left != &e && e.op != Operator::logical_and && e.op != Operator::logical_or) {
        for (const Expression& operand : left->operands) expect_number(operand, "computed with");
      }
      operands.push_back(&left->operands[1]);
      left = &left->operands[0];
    }
    operands.push_back(left);
    for (auto operand = operands.rbegin(); operand != operands.rend(); ++operand) {
      children.push_back(expression(**operand));
      Outline::Node& last = outline_.nodes[children.back()];
      // (b && c) on the right is no different from what hangs to the left.
      if (last.label == label_of(e.op) && last.unordered) {
        const std::vector<Node> inner = last.children;
        children.pop_back();
        children.insert(children.end(), inner.begin(), inner.end());
      }
    }
    return node(label_of(e.op), std::move(children), true);
  }
  const bool processes =
      comparison && std::any_of(e.operands.begin(), e.operands.end(), [](const auto& o) { return is_process_id(o); });
  for (const Expression& operand : e.operands) children.push_back(expression(operand, processes));
  return node(label_of(e.op), std::move(children), comparison);
}

OutlineText::Node OutlineText::reference(const Reference& r) {
  if (r.parts.size() == 1 && r.parts[0].index.empty()) {
    const auto channel = channels_.find(r.variable);
    if (channel != channels_.end()) return item(channel->second);
  }
  std::string label = "variable";
  std::vector<Node> children;
  const Variable* variable = r.variable;
  for (std::size_t i = 0; i < r.parts.size(); ++i) {
    const Reference::Part& part = r.parts[i];
    label += (i == 0 ? " " : ".") + part.name.text;
    if (i > 0 && variable != nullptr) {
      const Structure* structure = variable->type.structure;
      variable = structure != nullptr ? structure->fields[part.field].get() : nullptr;
    }
    if (part.index.empty()) continue;
    const bool by_process = variable != nullptr && variable->indexed_by_process;
    if (!by_process) expect_number(part.index[0], "used as an ordinary index");
    children.push_back(expression(part.index[0], by_process));
    label += "[]";
  }
  return node(std::move(label), std::move(children));
}

/// The channel, then the arguments.
std::vector<OutlineText::Node> OutlineText::message(const Reference& channel, const std::vector<Expression>& arguments,
                                                    bool sorted) {
  std::vector<Node> children{reference(channel)};
  const Variable* variable = last_part(channel);
  const std::uint32_t type = variable != nullptr ? variable->channel_type.value : 0;
  const std::vector<ValueType>& fields = module_.channel_types.all[type].fields;
  std::size_t number = 0;
  for (const Expression& argument : arguments) {
    const Variable* whole = argument.kind == ExpressionKind::variable ? last_part(argument.reference) : nullptr;
    if (whole != nullptr && whole->type.base == BaseType::structure) {
      const auto flat = flat_fields(whole->type);
      number += flat ? flat->size() : 1;
      children.push_back(expression(argument));
      continue;
    }
    const bool process = number < fields.size() && fields[number].process_id;
    if (sorted && (process || argument.type.base == BaseType::channel)) {
      object(argument.range, "a message is put in order by a process id or a channel");
    }
    children.push_back(expression(argument, process));
    ++number;
  }
  return children;
}

OutlineText::Node OutlineText::declaration(const Variable& v) {
  std::string label = fmt::format("declare {} {}", type_text(v.type), v.name.text);
  if (v.is_array) label += fmt::format("[{}]", v.length);
  std::vector<Node> children;
  bool unordered = false;
  if (v.channel) {
    label += fmt::format(" [{}]", v.channel->capacity);
    for (const DeclaredType& field : v.channel->fields) label += " " + type_text(field);
  } else if (!v.array_initialiser.empty()) {
    unordered = v.indexed_by_process;
    for (std::uint32_t k = 0; k < v.length; ++k) {
      // Where there are fewer values than elements, the last one counts for the rest.
      const std::size_t given = std::min<std::size_t>(k, v.array_initialiser.size() - 1);
      const Node value = expression(v.array_initialiser[given], v.process_id);
      const bool named = unordered && k >= 1 && k <= outline_.processes.size();
      children.push_back(node("element", {named ? item(k - 1) : leaf(fmt::format("{}", k)), value}));
    }
  } else if (v.initialiser) {
    children.push_back(expression(*v.initialiser, v.process_id));
  }
  return node(std::move(label), std::move(children), unordered);
}

OutlineText::Node OutlineText::block(const Block& block) {
  std::vector<Node> children;
  for (std::size_t k = 0; k < block.size();) {
    // Constants given to different variables, with nothing in between for others to see: any order will do.
    std::set<ConstantPlace> places;
    std::vector<Node> together;
    while (d_steps_ > 0 && k < block.size() && (block[k].labels.empty() || together.empty())) {
      const auto place = constant_assignment(block[k]);
      if (!place || !places.insert(*place).second) break;
      together.push_back(statement(block[k++]));
    }
    if (together.size() > 1) children.push_back(node("assignments", together, true));
    if (together.size() == 1) children.push_back(together[0]);
    if (together.empty()) children.push_back(statement(block[k++]));
  }
  return node("block", std::move(children));
}

/// Those of a d_step are tried in order; elsewhere options have none.
OutlineText::Node OutlineText::options(const Statement& s) {
  std::vector<Node> children;
  for (const Block& option : s.blocks) children.push_back(block(option));
  return node(s.kind == StatementKind::if_ ? "if" : "do", std::move(children), d_steps_ == 0);
}

OutlineText::Node OutlineText::statement(const Statement& s) {
  std::string label = fmt::format("statement {} {}", static_cast<int>(s.kind), s.label.text);
  for (const Name& name : s.labels) label += ":" + name.text;
  std::vector<Node> children;
  switch (s.kind) {
    case StatementKind::if_:
    case StatementKind::do_:
      children.push_back(options(s));
      break;
    case StatementKind::assign: {
      const Variable* target = last_part(s.target);
      children.push_back(reference(s.target));
      children.push_back(expression(s.expressions[0], target != nullptr && target->process_id));
      break;
    }
    case StatementKind::send:
    case StatementKind::receive:
      label += fmt::format(" {} {} {}", s.sorted, s.random, s.peek);
      children = message(s.target, s.expressions, s.sorted);
      break;
    case StatementKind::set_priority:
      children = {expression(s.expressions[0], true), expression(s.expressions[1])};
      break;
    case StatementKind::for_range:
    case StatementKind::for_in:
    case StatementKind::select: {
      const Variable* counter = last_part(s.target);
      if (counter != nullptr && counter->process_id) object(s.range, "a process id counts through a range");
      children.push_back(reference(s.target));
      if (s.kind == StatementKind::for_in) {
        const Variable* collection = s.collection.variable;
        if (collection != nullptr && collection->indexed_by_process && !goes_through_messages(s)) {
          object(s.range, "an array with an element for each process is gone through in order");
        }
        children.push_back(reference(s.collection));
      }
      for (const Expression& e : s.expressions) children.push_back(expression(e));
      break;
    }
    case StatementKind::declaration:
      for (const Variable* v : s.declared) children.push_back(declaration(*v));
      break;
    default:
      label += " " + s.text;
      for (const Expression& e : s.expressions) children.push_back(expression(e));
      for (const Reference& r : s.references) children.push_back(reference(r));
      break;
  }
  if (s.kind == StatementKind::d_step) ++d_steps_;
  if (s.kind != StatementKind::if_ && s.kind != StatementKind::do_) {
    for (const Block& b : s.blocks) children.push_back(block(b));
  }
  if (s.kind == StatementKind::d_step) --d_steps_;
  return node(std::move(label), std::move(children));
}

}  // namespace quotient::promela
