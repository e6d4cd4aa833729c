#include <algorithm>
#include <fmt/format.h>

#include "murphi/lower/lowering.hpp"

namespace quotient::murphi {

/// Whether it changes nothing, so that its value can be computed where conditions are.
bool Lowering::is_pure(const Expression& x) const {
  if (x.kind == ExpressionKind::call && !is_pure(*x.symbol->routine)) return false;
  return std::ranges::all_of(x.operands, [this](const Expression& o) { return is_pure(o); });
}

bool Lowering::is_pure(const Routine& routine) const {
  return routine.result != nullptr && routine.result_type->is_simple() && is_pure(routine.body);
}

bool Lowering::is_pure(const std::vector<Statement>& statements) const {
  return std::ranges::all_of(statements, [this](const Statement& s) {
    const auto pure = [this](const Expression& x) { return is_pure(x); };
    if (!std::ranges::all_of(s.operands, pure)) return false;
    switch (s.kind) {
      case StatementKind::give:
      case StatementKind::error:
      case StatementKind::put:
        return true;
      case StatementKind::branch:
      case StatementKind::selection:
        return std::ranges::all_of(
            s.branches, [&](const Branch& b) { return std::ranges::all_of(b.conditions, pure) && is_pure(b.body); });
      case StatementKind::loop:
        return s.quantifier->over != nullptr && s.quantifier->type->hi - s.quantifier->type->lo < 64 && is_pure(s.body);
      case StatementKind::alias:
        return std::ranges::all_of(s.aliases, [&](const AliasNode& a) { return is_pure(a.value); }) && is_pure(s.body);
      default:
        return false;
    }
  });
}

void Lowering::call(const Expression& x, const Environment& env) {
  const Routine& routine = *x.symbol->routine;
  const bool pure_arguments = std::ranges::all_of(x.operands, [this](const Expression& o) { return is_pure(o); });
  if (!is_pure(routine) || !pure_arguments) return inlined(x, env, true);
  for (std::size_t k = 0; k < routine.parameters.size(); ++k) {
    const Type& type = *routine.parameters[k].symbol->type;
    const Interval known = interval(x.operands[k], env);
    if (routine.parameters[k].by_reference || !type.is_simple() || (known.lo >= type.lo && known.hi <= type.hi))
      continue;
    expression(x.operands[k], env);
    check_fits(type, known, x.operands[k].range);
    emit(Op::drop);
  }
  auto inner = std::make_shared<Environment>();
  const auto outer = std::make_shared<const Environment>(env);
  for (std::size_t k = 0; k < routine.parameters.size(); ++k) {
    const Symbol* parameter = routine.parameters[k].symbol;
    if (const auto v = fold(x.operands[k], env); v && !routine.parameters[k].by_reference) {
      (*inner)[parameter] = {*v, std::nullopt, nullptr, nullptr};
    } else {
      (*inner)[parameter] = {std::nullopt, std::nullopt, &x.operands[k], outer};
    }
  }
  pure_result(routine, {{&routine.body, 0, inner}});
}

/// The value that the statements of the frames return, those of the last frame first.
void Lowering::pure_result(const Routine& routine, std::vector<Frame> frames) {
  while (!frames.empty() && frames.back().next == frames.back().statements->size()) frames.pop_back();
  if (frames.empty()) {
    failure(SiteKind::runtime, routine.range, fmt::format("'{}' ends without a value", routine.name.text));
    emit(Op::push, 0);
    return;
  }
  const SharedEnvironment env = frames.back().env;
  const Statement& s = (*frames.back().statements)[frames.back().next++];
  switch (s.kind) {
    case StatementKind::give:
      expression(s.operands[0], *env);
      return check_fits(*routine.result_type, interval(s.operands[0], *env), s.operands[0].range);
    case StatementKind::error:
      failure(SiteKind::assertion, s.range, s.text);
      emit(Op::push, 0);
      return;
    case StatementKind::branch:
    case StatementKind::selection:
      return pure_branches(routine, s, 0, frames, env);
    case StatementKind::loop: {
      std::vector<std::int64_t> values = s.quantifier->type->values();
      for (auto v = values.rbegin(); v != values.rend(); ++v) {
        auto inner = std::make_shared<Environment>(*env);
        (*inner)[s.quantifier->symbol] = {*v, std::nullopt, nullptr, nullptr};
        frames.push_back({&s.body, 0, inner});
      }
      return pure_result(routine, std::move(frames));
    }
    case StatementKind::alias: {
      auto inner = std::make_shared<Environment>(*env);
      for (const AliasNode& a : s.aliases) {
        (*inner)[a.symbol] = {std::nullopt, std::nullopt, &a.value, std::make_shared<const Environment>(*inner)};
      }
      frames.push_back({&s.body, 0, inner});
      return pure_result(routine, std::move(frames));
    }
    default:
      return pure_result(routine, std::move(frames));
  }
}

void Lowering::pure_branches(const Routine& routine, const Statement& s, std::size_t branch,
                             const std::vector<Frame>& rest, const SharedEnvironment& env) {
  if (here() > 100'000'000) return refuse(routine.range, "this function is too large where it is called");
  std::vector<Frame> taken = rest;
  if (branch == s.branches.size()) return pure_result(routine, std::move(taken));
  const Branch& b = s.branches[branch];
  taken.push_back({&b.body, 0, env});
  if (b.conditions.empty()) return pure_result(routine, std::move(taken));
  if (s.kind == StatementKind::branch) {
    if (const auto known = fold(b.conditions[0], *env)) {
      if (*known != 0) return pure_result(routine, std::move(taken));
      return pure_branches(routine, s, branch + 1, rest, env);
    }
    expression(b.conditions[0], *env);
  } else {
    matches(s.operands[0], b, *env);
  }
  const CodeIndex otherwise = jump(Op::jump_zero);
  pure_result(routine, std::move(taken));
  const CodeIndex end = jump(Op::jump);
  land(otherwise);
  pure_branches(routine, s, branch + 1, rest, env);
  land(end);
}

/// Writes the body of a function or procedure where it is called.
void Lowering::inlined(const Expression& x, const Environment& env, bool wants_value) {
  const Routine& routine = *x.symbol->routine;
  if (!committed_) return refuse(x.range, "this call changes variables, which a condition cannot do");
  const auto again = [&](const Inlining& i) { return i.routine == &routine; };
  if (std::ranges::any_of(inlining_, again)) return refuse(x.range, "recursion is not supported");
  if (here() > 100'000'000) return refuse(x.range, "with all calls written out the rules are too large");
  Environment inner;
  std::vector<Place> held;
  std::vector<std::pair<Place, const Expression*>> values;
  for (std::size_t k = 0; k < routine.parameters.size(); ++k) {
    const Parameter& p = routine.parameters[k];
    if (p.by_reference) {
      inner[p.symbol] = {std::nullopt, captured(place_of(x.operands[k], env)), nullptr, nullptr};
      continue;
    }
    const Place own = local_variable(*p.symbol);
    inner[p.symbol] = {std::nullopt, own, nullptr, nullptr};
    if (!p.symbol->type->is_simple()) {
      copy(captured(place_of(x.operands[k], env)), own, x.operands[k].range);
      continue;
    }
    // All arguments are computed before the first is given: one may call the same function.
    expression(x.operands[k], env);
    check_fits(*p.symbol->type, interval(x.operands[k], env), x.operands[k].range);
    values.emplace_back(own, &x.operands[k]);
  }
  for (auto v = values.rbegin(); v != values.rend(); ++v) {
    store_raw(v->first);
    note_stored(v->first, true);
  }
  Inlining frame{&routine, std::nullopt, {}, {}};
  if (routine.result != nullptr) frame.result = temporary(*routine.result_type);
  inlining_.push_back(frame);
  declare_locals(*routine.locals, inner);
  statements(routine.body, inner);
  if (routine.result != nullptr) {
    failure(SiteKind::runtime, routine.range, fmt::format("'{}' ends without a value", routine.name.text));
  }
  for (const CodeIndex exit : inlining_.back().exits) land(exit);
  for (const Assigned& a : inlining_.back().assigned) assigned_.meet(a);
  inlining_.pop_back();
  if (frame.result && wants_value) load_raw(*frame.result, x.range);
  if (frame.result) give_back(*frame.result);
}

}  // namespace quotient::murphi
