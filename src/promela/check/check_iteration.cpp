#include "promela/check/check_iteration.hpp"

#include <fmt/format.h>

#include "promela/syntax/type_text.hpp"

namespace quotient::promela {

namespace {

class IterationChecker {
 public:
  IterationChecker(ExpressionChecker& expressions, Diagnostics& diagnostics)
      : expressions_(expressions), diagnostics_(diagnostics) {}

  void check(Statement& statement) {
    if (statement.kind == StatementKind::for_in && statement.target.variable != nullptr &&
        statement.collection.variable != nullptr) {
      goes_through_messages(statement) ? check_messages(statement) : check_indices(statement);
      return;
    }
    for (Expression& bound : statement.expressions) {
      expressions_.check(bound);
      expressions_.check_number(bound, "the bound");
    }
    if (!check_counter(statement.target) || statement.kind == StatementKind::for_in) return;
    // As in SPIN, only where both bounds are written as numbers. `1 .. N - 1` is a loop that is not entered where N
    // is 1.
    const Expression &first = statement.expressions[0], &last = statement.expressions[1];
    const bool numbers = first.kind == ExpressionKind::constant && last.kind == ExpressionKind::constant;
    if (numbers && first.value > last.value) {
      diagnostics_.error(first.range, fmt::format("the range {} .. {} is empty", first.value, last.value));
    }
  }

 private:
  bool check_counter(Reference& target) {
    const ValueType type = expressions_.check(target);
    if (!expressions_.writable(target) || type.base == BaseType::none) return false;
    if (target.parts.size() == 1 && !target.variable->is_array && type.base != BaseType::channel) return true;
    diagnostics_.error(target.range, "only a plain variable of a number type can count");
    return false;
  }

  void check_indices(Statement& statement) {
    check_counter(statement.target);
    Reference& collection = statement.collection;
    const Variable& array = *collection.variable;
    if (!array.is_array) {
      diagnostics_.error(collection.range, fmt::format("'{}' is not an array to iterate over", array.name.text));
      return;
    }
    expressions_.check(collection, Whole::any);
    if (collection.parts.size() == 1 && collection.parts[0].index.empty()) return;
    diagnostics_.warning(
        collection.range,
        fmt::format("this goes through the indices of '{}', 0 to {}: for ignores what follows the name of an array",
                    array.name.text, array.length - 1));
    collection.parts.resize(1);
    collection.parts[0].index.clear();
    collection.range = collection.parts[0].name.range;
  }

  void check_messages(Statement& statement) {
    Reference& target = statement.target;
    Reference& channel = statement.collection;
    if (target.parts.size() > 1) {
      diagnostics_.error(target.range, "messages can be received into a whole structure only, not into a field");
      return;
    }
    const ChannelInitialiser* made = channel.variable->channel ? &*channel.variable->channel : nullptr;
    const DeclaredType& type = target.variable->type;
    const bool fits = channel.parts.size() == 1 && made != nullptr && made->capacity > 0 && made->fields.size() == 1 &&
                      made->fields[0].structure == type.structure;
    if (!fits) {
      diagnostics_.error(
          channel.range,
          fmt::format("only a buffered channel of {{ {} }} can be iterated over with this variable", type_text(type)));
      return;
    }
    take_first_element(target);
    take_first_element(channel);
    expressions_.check(target, Whole::structure);
    expressions_.check(channel);
  }

  /// SPIN takes an array without an index for its first element here.
  void take_first_element(Reference& reference) {
    Reference::Part& part = reference.parts[0];
    if (!reference.variable->is_array || !part.index.empty()) return;
    diagnostics_.warning(reference.range,
                         fmt::format("'{0}' is an array: without an index this means '{0}[0]'", part.name.text));
    Expression first;
    first.range = reference.range;
    part.index.push_back(std::move(first));
  }

  ExpressionChecker& expressions_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_iteration(Statement& statement, ExpressionChecker& expressions, Diagnostics& diagnostics) {
  IterationChecker(expressions, diagnostics).check(statement);
}

bool goes_through_messages(const Statement& loop) {
  const Variable* target = loop.target.variable;
  return target != nullptr && target->type.base == BaseType::structure;
}

}  // namespace quotient::promela
