#include <algorithm>

#include "murphi/lower/lowering.hpp"

/// A statement `if c then x := v; else y := w; end` as `t := c; x := t ? v : x; y := t ? y : w`. Where such statements
/// stand in a row for all members of a family, no order of theirs can then be seen, and no ways have to be told apart
/// whose number doubles with each.
namespace quotient::murphi {

namespace {

/// So many assignments are made one by one, whatever the condition is.
constexpr std::size_t most_assignments = 12;

}  // namespace

/// Whether all that depends on the conditions is what some variables get.
bool Lowering::is_convertible(const Statement& s, const Environment& env, std::size_t& assignments) {
  return std::ranges::all_of(s.branches, [&](const Branch& b) {
    if (!b.conditions.empty() && !is_pure(b.conditions[0])) return false;
    return std::ranges::all_of(b.body, [&](const Statement& inner) {
      if (inner.kind == StatementKind::branch) return is_convertible(inner, env, assignments);
      if (inner.kind != StatementKind::assign || ++assignments > most_assignments) return false;
      if (!inner.operands[0].type->is_simple() || !is_pure(inner.operands[1])) return false;
      return place_of(inner.operands[0], env).is_fixed();
    });
  });
}

/// `outer`: a cell that says whether the statement is come to at all.
void Lowering::convert(const Statement& s, const Environment& env, const std::optional<Place>& outer) {
  std::vector<Place> tests;
  std::vector<Assigned> ways;
  const Assigned before = assigned_;
  bool complete = false;  // some branch is always taken
  for (const Branch& b : s.branches) {
    const std::optional<std::int64_t> known = b.conditions.empty() ? 1 : fold(b.conditions[0], env);
    if (known == 0) continue;
    const Place test = temporary(*model_.boolean);
    bool first = true;
    const auto also = [&](const auto& write) {
      CodeIndex decided = 0;
      if (!first) decide(true, decided);
      write();
      if (!first) join(true, decided);
      first = false;
    };
    if (outer) also([&] { load_raw(*outer, s.range); });
    for (const Place& earlier : tests) {
      also([&] {
        load_raw(earlier, s.range);
        emit(Op::logical_not);
      });
    }
    if (!known) also([&] { expression(b.conditions[0], env); });
    if (first) emit(Op::push, 1);
    store_raw(test);
    tests.push_back(test);
    assigned_ = before;
    for (const Statement& inner : b.body) {
      if (inner.kind == StatementKind::branch) {
        convert(inner, env, test);
      } else {
        assign_if(test, inner, env);
      }
    }
    ways.push_back(assigned_);
    complete = complete || known;
    if (known) break;
  }
  if (!complete) ways.push_back(before);
  assigned_ = ways.empty() ? before : ways.front();
  for (const Assigned& way : ways) assigned_.meet(way);
  for (auto test = tests.rbegin(); test != tests.rend(); ++test) give_back(*test);
}

void Lowering::assign_if(const Place& test, const Statement& s, const Environment& env) {
  const Place to = place_of(s.operands[0], env);
  const Expression& value = s.operands[1];
  load_raw(test, s.range);
  const CodeIndex otherwise = jump(Op::jump_zero);
  expression(value, env);
  check_fits(*to.type, interval(value, env), value.range);
  const CodeIndex end = jump(Op::jump);
  land(otherwise);
  load_raw(to, s.range);
  land(end);
  store_raw(to);
  note_stored(to, true);
}

}  // namespace quotient::murphi
