#include "mcrl2/print.hpp"

#include <variant>
#include <vector>

#include "mcrl2/number.hpp"

namespace quotient::mcrl2 {

std::string shortened(std::string text) {
  constexpr std::size_t most = 240;
  if (text.size() <= most) return text;
  return text.substr(0, most / 2) + " … " + text.substr(text.size() - most / 2);
}

std::string_view builtin_name(Builtin op) {
  static constexpr std::string_view names[] = {
      "!",   "&&",  "||",    "=>",   "if",    "==",    "!=",    "<",    "<=",      "<",       "<=",    "<",
      "<=",  "+",   "-",     "*",    "-",     "div",   "mod",   "/",    "exp",     "succ",    "pred",  "abs",
      "max", "min", "floor", "ceil", "round", "sqrt",  "2Pos",  "2Nat", "2Int",    "2Real",   "|>",    "<|",
      "++",  "#",   ".",     "head", "tail",  "rhead", "rtail", "in",   "+",       "*",       "-",     "!",
      "in",  "#",   "+",     "*",    "-",     "in",    "count", "#",    "Set2Bag", "Bag2Set", "update"};
  return names[static_cast<std::size_t>(op)];
}

namespace {

/// What is still to be printed: text as it is, or a value of a sort.
using Item = std::variant<std::string, std::pair<Value, SortId>>;

class ValuePrinter {
 public:
  explicit ValuePrinter(const Program& program) : program_(program), spec_(*program.spec) {}

  std::string print(Value value, SortId sort) {
    todo_.emplace_back(std::pair(value, sort));
    while (!todo_.empty()) {
      const Item item = std::move(todo_.back());
      todo_.pop_back();
      if (const auto* text = std::get_if<std::string>(&item)) {
        out_ += *text;
      } else {
        const auto& [v, s] = std::get<1>(item);
        one(v, s);
      }
    }
    return std::move(out_);
  }

 private:
  /// Items are collected in the order of the text and put on the stack the other way round.
  void push(std::vector<Item> items) {
    for (auto it = items.rbegin(); it != items.rend(); ++it) todo_.push_back(std::move(*it));
  }

  void sequence(const char* open, const std::vector<Item>& parts, const char* close) {
    std::vector<Item> items{Item(std::string(open))};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) items.emplace_back(std::string(", "));
      items.push_back(parts[i]);
    }
    items.emplace_back(std::string(close));
    push(std::move(items));
  }

  void one(Value value, SortId sort) {
    const SortKind kind = spec_.sorts.kind(sort);
    if (value.is_small()) return small(value, sort, kind);
    const Node* node = value.node();
    switch (node->op) {
      case node_op::big:
      case node_op::rational:
        out_ += number_text(value);
        return;
      case node_op::cons: {
        std::vector<Item> parts;
        const SortId element = kind == SortKind::list ? spec_.sorts.element(sort) : sort;
        for (Value rest = value; is_op(rest, node_op::cons); rest = (*rest.node())[1]) {
          parts.emplace_back(std::pair((*rest.node())[0], element));
        }
        return sequence("[", parts, "]");
      }
      case node_op::set:
      case node_op::co_set: {
        std::vector<Item> parts;
        for (const Value v : node->arguments()) parts.emplace_back(std::pair(v, spec_.sorts.element(sort)));
        return sequence(node->op == node_op::set ? "{" : "!{", parts, "}");
      }
      case node_op::bag: {
        if (node->size == 0) {
          out_ += "{:}";
          return;
        }
        std::vector<Item> items{Item(std::string("{"))};
        for (std::size_t i = 0; i < node->size; i += 2) {
          if (i > 0) items.emplace_back(std::string(", "));
          items.emplace_back(std::pair((*node)[i], spec_.sorts.element(sort)));
          items.emplace_back(": " + number_text((*node)[i + 1]));
        }
        items.emplace_back(std::string("}"));
        return push(std::move(items));
      }
      case node_op::update: {
        std::vector<Item> items{Item(std::pair((*node)[0], sort))};
        for (std::size_t i = 1; i < node->size; i += 2) {
          items.emplace_back(std::string("["));
          items.emplace_back(std::pair((*node)[i], spec_.sorts.arguments(sort)[0]));
          items.emplace_back(std::string(" -> "));
          items.emplace_back(std::pair((*node)[i + 1], spec_.sorts.codomain(sort)));
          items.emplace_back(std::string("]"));
        }
        return push(std::move(items));
      }
      case node_op::function:
        out_ += spec_.functions[static_cast<std::size_t>((*node)[0].small())].name;
        return;
      case node_op::closure:
        out_ += "lambda@" + std::to_string((*node)[0].small());
        return;
      case node_op::stuck_builtin:
        out_ += builtin_name(static_cast<Builtin>((*node)[0].small()));
        out_ += "(…)";
        return;
      default:
        if (node->op >= node_op::first_function) return application(node);
        out_ += "…";
    }
  }

  void small(Value value, SortId sort, SortKind kind) {
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

  void application(const Node* node) {
    const FuncInfo& info = spec_.functions[node->op - node_op::first_function];
    out_ += info.name;
    if (node->size == 0) return;
    std::vector<Item> parts;
    SortId rest = info.codomain;
    for (std::size_t i = 0; i < node->size; ++i) {
      SortId sort = i < info.domain.size() ? info.domain[i] : rest;
      if (i >= info.domain.size() && spec_.sorts.kind(rest) == SortKind::function) {
        sort = spec_.sorts.arguments(rest)[0];
        rest = spec_.sorts.codomain(rest);
      }
      parts.emplace_back(std::pair((*node)[i], sort));
    }
    sequence("(", parts, ")");
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
