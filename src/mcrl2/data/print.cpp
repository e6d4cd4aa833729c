#include "mcrl2/data/print.hpp"

#include <algorithm>
#include <variant>
#include <vector>

#include "base/ensure.hpp"
#include "mcrl2/data/number.hpp"

namespace quotient::mcrl2 {

std::string shortened(std::string text) {
  constexpr std::size_t most = 240;
  if (text.size() <= most) return text;
  return text.substr(0, most / 2) + " … " + text.substr(text.size() - most / 2);
}

std::string_view builtin_name(Builtin op) {
  static constexpr std::string_view names[] = {
      "!",   "&&",   "||",    "=>",   "if",    "==",    "!=",    "<",     "<=",   "<",       "<=",      "<",
      "<=",  "+",    "-",     "*",    "-",     "div",   "mod",   "/",     "exp",  "succ",    "pred",    "abs",
      "max", "min",  "floor", "ceil", "round", "sqrt",  "2Pos",  "2Nat",  "2Int", "2Real",   "|>",      "<|",
      "++",  "#",    ".",     "head", "tail",  "rhead", "rtail", "in",    "+",    "*",       "-",       "!",
      "in",  "pick", "#",     "+",    "*",     "-",     "in",    "count", "#",    "Set2Bag", "Bag2Set", "update"};
  return names[static_cast<std::size_t>(op)];
}

namespace {

/// A value that is still to be printed. Where it is an operand, an operator of its own needs parentheses.
struct Part {
  Value value;
  SortId sort;
  bool operand = false;
};
/// What is still to be printed: text as it is, or a value.
using Item = std::variant<std::string, Part>;

class ValuePrinter {
 public:
  explicit ValuePrinter(const Program& program) : program_(program), spec_(*program.spec) {}

  std::string print(Value value, SortId sort) {
    todo_.emplace_back(Part{value, sort});
    while (!todo_.empty()) {
      const Item item = std::move(todo_.back());
      todo_.pop_back();
      if (const auto* text = std::get_if<std::string>(&item)) {
        out_ += *text;
      } else {
        one(std::get<Part>(item));
      }
    }
    return std::move(out_);
  }

 private:
  /// Items are collected in the order of the text and put on the stack the other way round.
  void push(std::vector<Item> items) {
    for (auto it = items.rbegin(); it != items.rend(); ++it) todo_.push_back(std::move(*it));
  }

  static std::vector<Item> sequence(const char* open, const std::vector<Part>& parts, const char* close) {
    std::vector<Item> items{Item(std::string(open))};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) items.emplace_back(std::string(", "));
      items.emplace_back(parts[i]);
    }
    items.emplace_back(std::string(close));
    return items;
  }

  /// With parentheses where the whole is an operand.
  void expression(bool operand, std::vector<Item> items) {
    if (operand) {
      items.insert(items.begin(), Item(std::string("(")));
      items.emplace_back(std::string(")"));
    }
    push(std::move(items));
  }

  SortId element(SortId sort) const {
    const SortKind kind = spec_.sorts.kind(sort);
    return kind >= SortKind::list && kind <= SortKind::fbag ? spec_.sorts.element(sort) : spec_.sorts.unknown();
  }

  /// Of the i-th argument of a function.
  SortId argument(SortId function, std::size_t i) const {
    if (spec_.sorts.kind(function) != SortKind::function) return spec_.sorts.unknown();
    return spec_.sorts.arguments(function)[std::min(i, spec_.sorts.arguments(function).size() - 1)];
  }
  SortId result(SortId function) const { return argument(function, SIZE_MAX); }

  void one(const Part& part) {
    const Value value = part.value;
    const SortId sort = part.sort;
    const bool operand = part.operand;
    if (value.is_small()) return small(value, sort);
    const Node* node = value.node();
    const auto binary = [&](const char* between) {
      expression(operand, {Part{(*node)[0], sort, true}, std::string(between), Part{(*node)[1], sort, true}});
    };
    switch (node->op) {
      case node_op::big:
      case node_op::rational:
        out_ += number_text(value);
        return;
      case node_op::cons:
        return list(part);
      case node_op::set:
      case node_op::co_set: {
        std::vector<Part> parts;
        for (const Value v : node->arguments()) parts.push_back({v, element(sort)});
        return push(sequence(node->op == node_op::set ? "{" : "!{", parts, "}"));
      }
      case node_op::set_union:
        return binary(" + ");
      case node_op::set_intersection:
        return binary(" * ");
      case node_op::set_complement:
        return expression(operand, {std::string("!"), Part{(*node)[0], sort, true}});
      case node_op::bag: {
        if (node->size == 0) {
          out_ += "{:}";
          return;
        }
        std::vector<Item> items{Item(std::string("{"))};
        for (std::size_t i = 0; i < node->size; i += 2) {
          if (i > 0) items.emplace_back(std::string(", "));
          items.emplace_back(Part{(*node)[i], element(sort)});
          items.emplace_back(": " + number_text((*node)[i + 1]));
        }
        items.emplace_back(std::string("}"));
        return push(std::move(items));
      }
      case node_op::set_of:
      case node_op::bag_of: {
        std::vector<Item> items = closure((*node)[0].node(), " | ");
        items.insert(items.begin(), Item(std::string("{")));
        items.emplace_back(std::string("}"));
        return push(std::move(items));
      }
      case node_op::closure: {
        std::vector<Item> items = closure(node, ". ");
        items.insert(items.begin(), Item(std::string("lambda ")));
        return expression(operand, std::move(items));
      }
      case node_op::update: {
        std::vector<Item> items{Item(Part{(*node)[0], sort, true})};
        for (std::size_t i = 1; i < node->size; i += 2) {
          items.emplace_back(std::string("["));
          items.emplace_back(Part{(*node)[i], argument(sort, 0)});
          items.emplace_back(std::string(" -> "));
          items.emplace_back(Part{(*node)[i + 1], result(sort)});
          items.emplace_back(std::string("]"));
        }
        return push(std::move(items));
      }
      case node_op::function:
        out_ += spec_.functions[static_cast<std::size_t>((*node)[0].small())].name;
        return;
      case node_op::stuck_apply: {
        const SortId function = sort_in(node, 0);
        std::vector<Part> parts;
        for (std::size_t i = 2; i < node->size; ++i) parts.push_back({(*node)[i], argument(function, i - 2)});
        std::vector<Item> items = sequence("(", parts, ")");
        items.insert(items.begin(), Item(Part{(*node)[1], function, true}));
        return push(std::move(items));
      }
      case node_op::stuck_builtin:
        return stuck(node, operand);
      default:
        ensure(node->op >= node_op::first_function, "a tuple is no value to print");
        return application(node);
    }
  }

  void small(Value value, SortId sort) {
    const SortKind kind = spec_.sorts.kind(sort);
    if (kind == SortKind::boolean) {
      out_ += value.is_true() ? "true" : "false";
    } else if (kind == SortKind::list) {
      out_ += "[]";
    } else if (const auto constructors = spec_.constructors.find(sort); constructors != spec_.constructors.end()) {
      out_ += spec_.functions[constructors->second[static_cast<std::size_t>(value.small())].value].name;
    } else {
      out_ += std::to_string(value.small());
    }
  }

  /// [1, 2], or [1, 2] ++ rest where not all of it has a value.
  void list(const Part& part) {
    std::vector<Part> parts;
    Value rest = part.value;
    for (; is_op(rest, node_op::cons); rest = (*rest.node())[1]) {
      parts.push_back({(*rest.node())[0], element(part.sort)});
    }
    std::vector<Item> items = sequence("[", parts, "]");
    if (rest == empty_list()) return push(std::move(items));
    items.emplace_back(std::string(" ++ "));
    items.emplace_back(Part{rest, part.sort, true});
    expression(part.operand, std::move(items));
  }

  /// The variables and the body, with the captured values in their places.
  std::vector<Item> closure(const Node* node, const char* between) const {
    const Lambda& lambda = program_.lambdas[static_cast<std::size_t>((*node)[0].small())];
    std::vector<Item> items{Item(lambda.text.variables + between + lambda.text.pieces.front())};
    for (std::size_t i = 0; i < lambda.text.holes.size(); ++i) {
      const std::size_t captured = lambda.text.holes[i];
      items.emplace_back(Part{(*node)[1 + captured], lambda.captured[captured], true});
      items.emplace_back(lambda.text.pieces[i + 1]);
    }
    return items;
  }

  static SortId sort_in(const Node* node, std::size_t i) {
    return SortId{static_cast<std::uint32_t>((*node)[i].small())};
  }

  /// A built-in operation without value: s1 == s2, head([]), Int2Nat(-3).
  void stuck(const Node* node, bool operand) {
    const auto op = static_cast<Builtin>((*node)[0].small());
    std::vector<Part> arguments;
    for (std::size_t i = 3; i < node->size; ++i)
      arguments.push_back({(*node)[i], sort_in(node, std::min<std::size_t>(i - 2, 2))});
    std::string name(builtin_name(op));
    if (op >= Builtin::to_pos && op <= Builtin::to_real) name = (op == Builtin::to_int ? "Real" : "Int") + name;
    const bool letters = (name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z');
    if (letters && name != "div" && name != "mod" && name != "in") {
      return push(sequence((name + "(").c_str(), arguments, ")"));
    }
    for (Part& argument : arguments) argument.operand = true;
    if (arguments.size() == 1) return expression(operand, {name, arguments[0]});
    expression(operand, {arguments[0], " " + name + " ", arguments[1]});
  }

  /// f(a, b), and f(a)(b) where the result of f takes arguments too.
  void application(const Node* node) {
    const FuncInfo& info = spec_.functions[node->op - node_op::first_function];
    std::vector<Item> items{Item(info.name)};
    std::size_t next = 0;
    const auto arguments = [&](std::size_t count, auto&& sort_of) {
      std::vector<Part> parts;
      for (std::size_t i = 0; i < count && next < node->size; ++i) parts.push_back({(*node)[next++], sort_of(i)});
      const std::vector<Item> texts = sequence("(", parts, ")");
      items.insert(items.end(), texts.begin(), texts.end());
    };
    if (node->size > 0 && !info.domain.empty()) {
      arguments(info.domain.size(), [&](std::size_t i) { return info.domain[i]; });
    }
    for (SortId rest = info.codomain; next < node->size; rest = result(rest)) {
      const bool function = spec_.sorts.kind(rest) == SortKind::function;
      arguments(function ? spec_.sorts.arguments(rest).size() - 1 : node->size,
                [&](std::size_t i) { return argument(rest, i); });
    }
    push(std::move(items));
  }

  const Program& program_;
  const Specification& spec_;
  std::vector<Item> todo_;
  std::string out_;
};

}  // namespace

std::string value_text(Value value, SortId sort, const Program& program) {
  return ValuePrinter(program).print(value, sort);
}

}  // namespace quotient::mcrl2
