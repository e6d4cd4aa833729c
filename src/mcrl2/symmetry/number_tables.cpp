// The tables of a NumberFlow: expressions that compute a name from one other.

#include <utility>

#include "base/stop_signal.hpp"
#include "mcrl2/symmetry/number_flow.hpp"

namespace quotient::mcrl2 {

namespace {

/// What is counted up without end is soon more than this.
constexpr std::size_t most_names_computed = 64;

}  // namespace

/// Its leaf and what comes out are not of one class by that: the one may name processes, the other their places.
NumberFlow::Shape NumberFlow::follow_table(ExprId id, Scope scope, const OneNumber::Reading& reading) {
  Shape shape = fresh(spec_[id].sort);
  Table table{id, scope, reading.leaf, {}, shape.front()};
  if (reading.leaf) {
    const Shape& leaf = follow(reading.leaf, {scope});
    if (leaf.size() != 1) compute(shape, id);
    table.from = leaf.size() == 1 ? leaf.front() : shape.front();
  }
  table_of_[{scope, id}] = tables_.size();
  tables_.push_back(table);
  return shape;
}

const NumberFlow::Table* NumberFlow::table(ExprId expr, Scope scope) const {
  const auto found = table_of_.find({scope, expr});
  return found == table_of_.end() ? nullptr : &tables_[found->second];
}

/// The results of tables are names as well, of which there are more tables.
void NumberFlow::close_tables() {
  for (bool again = true; again;) {
    poll_stop();
    again = false;
    for (const Table& table : tables_) again = close(table) || again;
  }
}

/// Returns whether that has changed anything.
bool NumberFlow::close(const Table& table) {
  Class& to = classes_[find(table.to)];
  if (!table.from) {
    const auto value = one_number_.value(table.expr, 0);
    if (value) return to.names.insert(*value).second;
    return !std::exchange(to.computed, true);
  }
  Class& from = classes_[find(*table.from)];
  bool is_table = !from.computed && !to.computed && from.names.size() <= most_names_computed;
  if (!is_table && from.computed && to.computed) return false;
  const std::set<std::int64_t> names = is_table ? from.names : std::set<std::int64_t>();
  bool changed = false;
  for (const std::int64_t n : names) {
    const auto value = one_number_.value(table.expr, n);
    is_table = is_table && value;
    changed = (value && to.names.insert(*value).second) || changed;
  }
  if (!is_table) {
    for (Class* numbers : {&from, &to}) {
      if (!numbers->cause) numbers->cause = table.expr;
      numbers->computed = true;
    }
  }
  return changed || !is_table;
}

}  // namespace quotient::mcrl2
