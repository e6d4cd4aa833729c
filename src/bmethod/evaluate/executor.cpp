#include "bmethod/evaluate/executor.hpp"

#include <algorithm>
#include <limits>

namespace quotient::bmethod {
namespace {

constexpr std::int64_t no_variant = std::numeric_limits<std::int64_t>::max();

}  // namespace

void Executor::apply_writes(std::size_t mark, std::vector<Write>& saved) {
  for (std::size_t i = mark; i < writes.size(); ++i) {
    Value& target = slot(writes[i].slot);
    saved.push_back({writes[i].slot, target});
    target = writes[i].value;
  }
}

void Executor::restore(std::vector<Write>& saved, std::size_t mark) {
  while (saved.size() > mark) {
    slot(saved.back().slot) = saved.back().value;
    saved.pop_back();
  }
}

bool Executor::guard_holds(const Node* guard) {
  const bool holds_here = evaluator_.holds(guard);
  if (!failed()) return holds_here;
  evaluator_.plans.undefined_step(true);
  return false;
}

bool Executor::execute(const Action& action) {
  switch (action.kind) {
    case Action::Kind::skip:
      return true;
    case Action::Kind::assign:
      for (std::size_t i = 0; i < action.slots.size(); ++i) {
        const Value value = evaluator_.eval(action.nodes[i]);
        writes.push_back({action.slots[i], value});
      }
      return !failed();
    case Action::Kind::parallel: {
      std::vector<std::size_t> marks;
      for (const Action* part : action.parts) {
        if (action.merges) marks.push_back(writes.size());
        if (!execute(*part)) return false;
      }
      return !action.merges || merge_writes(action, marks);
    }
    case Action::Kind::sequence:
      return execute_sequence(action);
    case Action::Kind::guard:
      return guard_holds(action.nodes[0]) && execute(*action.parts[0]);
    case Action::Kind::require: {
      const bool holds_here = evaluator_.holds(action.nodes[0]);
      if (!holds_here) evaluator_.outcome.fail(action.site, action.finding);
      return !failed() && execute(*action.parts[0]);
    }
    case Action::Kind::conditional:
      for (std::size_t i = 0; i < action.nodes.size(); ++i) {
        const bool holds_here = evaluator_.holds(action.nodes[i]);
        if (failed()) return false;
        if (holds_here) return execute(*action.parts[i]);
      }
      return action.parts.size() == action.nodes.size() || execute(*action.parts.back());
    case Action::Kind::bind:
      for (std::size_t i = 0; i < action.slots.size(); ++i) {
        slot(action.slots[i]) = evaluator_.eval(action.nodes[i]);
      }
      return !failed() && execute(*action.parts[0]);
    case Action::Kind::loop:
      return execute_loop(action);
    default:
      report_bug("a substitution with choices was run as if it had none");
  }
}

bool Executor::execute_sequence(const Action& action) {
  const std::size_t saved = saved_.size();
  bool done = true;
  for (const Action* part : action.parts) {
    const std::size_t mark = writes.size();
    done = execute(*part);
    if (!done) break;
    apply_writes(mark, saved_);
  }
  restore(saved_, saved);
  return done;
}

/// Whether the body is run once more; its invariant must hold then, and its variant be less than the time before.
bool Executor::enters_loop(const Action& action, std::int64_t& variant) {
  if (!evaluator_.holds(action.nodes[0]) || failed()) return false;
  if (action.nodes[1] != nullptr && !evaluator_.holds(action.nodes[1]))
    evaluator_.outcome.fail(action.site + 1, FindingKind::assertion);
  if (action.nodes[2] != nullptr && !failed()) {
    const std::int64_t now = evaluator_.number(action.nodes[2]);
    if (now < 0 || now >= variant) evaluator_.outcome.fail(action.site + 2, FindingKind::assertion);
    variant = now;
  }
  return !failed();
}

bool Executor::execute_loop(const Action& action) {
  const std::size_t saved = saved_.size();
  bool done = true;
  std::int64_t variant = no_variant;
  for (std::uint64_t i = 0; enters_loop(action, variant); ++i) {
    if (i == evaluator_.program.limits.max_iterations || evaluator_.must_stop())
      evaluator_.outcome.give_up(action.site);
    const std::size_t mark = writes.size();
    done = !failed() && execute(*action.parts[0]);
    if (!done) break;
    apply_writes(mark, saved_);
  }
  restore(saved_, saved);
  return done && !failed();
}

bool Executor::report_violation() {
  if (!failed()) return true;
  if (violation != nullptr && !evaluator_.outcome.is_unknown()) (*violation)();
  evaluator_.outcome.clear_failure();
  return true;
}

bool Executor::explore(const Action& action, Solutions outcome) {
  const std::size_t mark = writes.size();
  const bool go_on = explore_part(action, outcome);
  writes.resize(mark);
  return go_on;
}

/// As explore, but may leave writes behind, which explore takes back.
bool Executor::explore_part(const Action& action, Solutions outcome) {
  if (action.deterministic) {
    if (!execute(action)) return report_violation();
    return outcome();
  }
  switch (action.kind) {
    case Action::Kind::any: {
      const auto found = [&] { return explore(*action.parts[0], outcome); };
      // What is undefined in a guard is false, wherever the guard stands.
      return solver != nullptr ? solver->solve(*action.plan, found)
                               : evaluator_.plans.run_through(*action.plan, found, true).complete;
    }
    case Action::Kind::bind:
      for (std::size_t i = 0; i < action.slots.size(); ++i) {
        slot(action.slots[i]) = evaluator_.eval(action.nodes[i]);
      }
      if (failed()) return report_violation();
      return explore(*action.parts[0], outcome);
    case Action::Kind::parallel: {
      std::vector<std::size_t> marks;
      return explore_parallel(action, marks, outcome);
    }
    case Action::Kind::sequence:
      return explore_sequence(action, 0, outcome);
    case Action::Kind::guard:
      return !guard_holds(action.nodes[0]) || explore(*action.parts[0], outcome);
    case Action::Kind::require: {
      const bool holds_here = evaluator_.holds(action.nodes[0]);
      if (!holds_here) evaluator_.outcome.fail(action.site, action.finding);
      if (failed()) return report_violation();
      return explore(*action.parts[0], outcome);
    }
    case Action::Kind::select: {
      bool any = false;
      for (std::size_t i = 0; i < action.nodes.size(); ++i) {
        if (!guard_holds(action.nodes[i])) continue;
        any = true;
        if (!explore(*action.parts[i], outcome)) return false;
      }
      const bool has_else = action.parts.size() > action.nodes.size();
      return any || !has_else || explore(*action.parts.back(), outcome);
    }
    case Action::Kind::conditional:
      for (std::size_t i = 0; i < action.nodes.size(); ++i) {
        const bool holds_here = evaluator_.holds(action.nodes[i]);
        if (failed()) return report_violation();
        if (holds_here) return explore(*action.parts[i], outcome);
      }
      return action.parts.size() == action.nodes.size() ? outcome() : explore(*action.parts.back(), outcome);
    case Action::Kind::choice:
      for (const Action* part : action.parts) {
        if (!explore(*part, outcome)) return false;
      }
      return true;
    case Action::Kind::loop:
      return explore_loop(action, 0, no_variant, outcome);
    default:
      report_bug("an unknown kind of substitution");
  }
}

bool Executor::explore_parallel(const Action& action, std::vector<std::size_t>& marks, Solutions outcome) {
  if (marks.size() == action.parts.size()) {
    if (!action.merges) return outcome();
    const std::size_t before = writes.size();
    const bool go_on = merge_writes(action, marks) ? outcome() : report_violation();
    writes.resize(before);
    return go_on;
  }
  const Action& part = *action.parts[marks.size()];
  marks.push_back(writes.size());
  const bool go_on = explore(part, [&] { return explore_parallel(action, marks, outcome); });
  marks.pop_back();
  return go_on;
}

/// Where a preference allows that several parts write to one variable: changes of a function at several places are
/// put together, other values must be the same. `marks` say where the writes of each part begin.
bool Executor::merge_writes(const Action& action, std::span<const std::size_t> marks) {
  const std::size_t end = writes.size();
  for (const std::int32_t written_to : action.slots) {
    const Type* type = evaluator_.program.slots[static_cast<std::size_t>(written_to)];
    const Value before = slot(written_to);
    const bool places = type->kind == Type::Kind::set && type->first->kind == Type::Kind::pair &&
                        std::ranges::find(action.changed_at_places, written_to) != action.changed_at_places.end();
    std::optional<Value> merged;
    for (std::size_t part = 0; part < marks.size(); ++part) {
      const std::size_t last = part + 1 < marks.size() ? marks[part + 1] : end;
      std::optional<Value> written;
      for (std::size_t i = marks[part]; i < last; ++i) {
        if (writes[i].slot == written_to) written = writes[i].value;
      }
      if (!written) continue;
      if (!merged || equal(type, *merged, *written)) {
        merged = written;
      } else if (places) {
        const Value gone = subtract(evaluator_.work, type, before, *written);
        const Value kept = subtract(evaluator_.work, type, *merged, gone);
        merged = unite(evaluator_.work, type, kept, subtract(evaluator_.work, type, *written, before));
        if (is_function(type, before) && !is_function(type, *merged)) evaluator_.outcome.fail(action.site);
      } else {
        evaluator_.outcome.fail(action.site);
      }
    }
    if (merged) writes.push_back({written_to, *merged});
  }
  return !failed();
}

/// For each outcome of `first`, runs `rest(outcome)` with what was written visible. Runs `outcome` with the slots as
/// they were before the sequence began, then makes its writes visible again: the search may go on in the middle of the
/// sequence.
template <typename Rest>
bool Executor::explore_behind(const Action& first, Solutions outcome, Rest rest) {
  const std::size_t before = writes.size();
  return explore(first, [&] {
    std::vector<Write> saved;
    apply_writes(before, saved);
    const std::size_t added = writes.size();
    const bool go_on = rest([&] {
      std::vector<Write> own = saved;
      restore(saved, 0);
      const bool result = outcome();
      saved = own;
      for (std::size_t i = before; i < added; ++i) slot(writes[i].slot) = writes[i].value;
      return result;
    });
    restore(saved, 0);
    return go_on;
  });
}

bool Executor::explore_sequence(const Action& action, std::size_t at, Solutions outcome) {
  if (at == action.parts.size()) return outcome();
  return explore_behind(*action.parts[at], outcome,
                        [&](Solutions then) { return explore_sequence(action, at + 1, then); });
}

bool Executor::explore_loop(const Action& action, std::uint64_t iteration, std::int64_t variant, Solutions outcome) {
  // Each round of a loop with choices nests the search one deeper.
  constexpr std::uint64_t deepest = 500;
  const bool again = enters_loop(action, variant);
  if (failed()) return report_violation();
  if (again && (iteration == deepest || evaluator_.must_stop())) {
    evaluator_.outcome.give_up(action.site);
    evaluator_.plans.undefined_step(true);
    return false;
  }
  if (!again) return outcome();
  return explore_behind(*action.parts[0], outcome,
                        [&](Solutions then) { return explore_loop(action, iteration + 1, variant, then); });
}

}  // namespace quotient::bmethod
