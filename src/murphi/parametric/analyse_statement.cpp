#include <algorithm>
#include <fmt/format.h>

#include "murphi/parametric/analysis.hpp"

namespace quotient::murphi {

namespace {

bool has_element_cell(const Type& type, const Type& family) {
  if (type.kind == TypeKind::record) {
    return std::ranges::any_of(type.fields, [&](const auto& f) { return has_element_cell(*f.second, family); });
  }
  return type.kind == TypeKind::array ? has_element_cell(*type.element, family) : holds_element(type, family);
}

/// The variable that an expression is a part of.
const Expression& root_of(const Expression& x) {
  const bool part = x.kind == ExpressionKind::field || x.kind == ExpressionKind::element;
  return part ? root_of(x.operands[0]) : x;
}

constexpr Count no_more{};

}  // namespace

Effect FamilyAnalysis::statements(const std::vector<Statement>& all, const Scopes& scopes) {
  Effect effect;
  for (const Statement& s : all) effect.then(statement(s, scopes));
  return effect;
}

Effect FamilyAnalysis::statement(const Statement& s, const Scopes& scopes) {
  Effect effect;
  switch (s.kind) {
    case StatementKind::assign:
      return assign(s, scopes);
    case StatementKind::branch:
    case StatementKind::selection:
      return choice(s, scopes);
    case StatementKind::loop:
      return loop(s, scopes);
    case StatementKind::repeat: {
      effect.then(visit(s.operands[0], scopes));
      effect.then(statements(s.body, scopes));
      free_of_elements(effect.need, s.operands[0].range, "in a loop");
      return effect;
    }
    case StatementKind::alias: {
      Scopes inner = scopes;
      for (const AliasNode& a : s.aliases) {
        if (a.value.kind == ExpressionKind::field || a.value.kind == ExpressionKind::element) {
          Need need;
          place(a.value, inner, need);
          effect.then(need);
        }
        inner[a.symbol] = {&a.value, std::make_shared<const Scopes>(inner), false, nullptr};
      }
      effect.then(statements(s.body, inner));
      return effect;
    }
    case StatementKind::clear:
      if (has_element_cell(*s.operands[0].type, family_)) {
        obstacle(s.range, fmt::format("'clear' makes it the first {}: that names one of them", family_.name));
      }
      return write(s.operands[0], scopes, s.range);
    case StatementKind::undefine:
      return write(s.operands[0], scopes, s.range);
    case StatementKind::error:
      return {no_more, no_more};
    case StatementKind::claim: {
      const Need need = visit(s.operands[0], scopes);
      effect.then(need);
      effect.error = most(effect.error, std::optional<Count>(need.no));
      return effect;
    }
    case StatementKind::put:
      return effect;
    case StatementKind::give:
      return give(s, scopes);
    case StatementKind::call:
      effect.then(call(s.operands[0], scopes));
      return effect;
  }
  return effect;
}

Effect FamilyAnalysis::write(const Expression& target, const Scopes& scopes, SourceRange at) {
  Effect effect;
  const Expression* root = &root_of(target);
  const Scopes* in = &scopes;
  while (root->kind == ExpressionKind::name) {
    const auto bound = in->find(root->symbol);
    if (bound == in->end()) break;
    if (bound->second.is_element) {
      obstacle(at, fmt::format("a parameter that is a {} is changed", family_.name));
      return effect;
    }
    in = bound->second.scopes.get();
    root = &root_of(*bound->second.expression);
  }
  Need need;
  const Place p = place(target, scopes, need);
  effect.then(need);
  note(p, true, at);
  return effect;
}

Effect FamilyAnalysis::assign(const Statement& s, const Scopes& scopes) {
  const Expression &target = s.operands[0], &value = s.operands[1];
  Effect effect = write(target, scopes, s.range);
  if (!target.type->is_simple()) {
    if ((mentions(*target.type, family_) || mentions(*value.type, family_)) && target.type != value.type) {
      obstacle(s.range, fmt::format("what is copied holds {}s in one place and numbers in the other", family_.name));
    }
    effect.then(value.kind == ExpressionKind::call ? call(value, scopes) : read(value, scopes));
    return effect;
  }
  Need need;
  if (!is_family(*target.type)) {
    need = visit(value, scopes);
  } else if (element(value, scopes, need) != nullptr) {
    obstacle(s.range, fmt::format("which {} is kept depends on the order in which they come", family_.name));
  }
  effect.then(need);
  if (value.type != target.type) effect.then(Effect{{}, no_more});  // it may not fit
  return effect;
}

Effect FamilyAnalysis::choice(const Statement& s, const Scopes& scopes) {
  Effect tests, bodies;
  const bool selects = s.kind == StatementKind::selection;
  if (selects) tests.then(value(s.operands[0], *s.operands[0].type, scopes));
  std::optional<Count> failing;
  for (const Branch& b : s.branches) {
    for (const Expression& c : b.conditions) {
      tests.then(selects ? value(c, *s.operands[0].type, scopes) : visit(c, scopes));
    }
    const Effect body = statements(b.body, scopes);
    bodies.need = most(bodies.need, body.need);
    failing = most(failing, body.error);
  }
  bodies.error = failing;
  tests.then(bodies);
  return tests;
}

Effect FamilyAnalysis::loop(const Statement& s, const Scopes& scopes) {
  const Quantifier& q = *s.quantifier;
  Effect effect;
  for (const Expression& bound : q.bounds) effect.then(visit(bound, scopes));
  if (q.type == nullptr || !is_family(*q.type)) {
    const Effect body = statements(s.body, scopes);
    free_of_elements(body.need, s.range, "in a loop");
    effect.then(Effect{{}, body.error});
    return effect;
  }
  Scopes inner = scopes;
  inner[q.symbol] = {nullptr, nullptr, true, q.symbol};
  rounds_.push_back({q.symbol, false, {}});
  const Effect body = statements(s.body, inner);
  const Round round = std::move(rounds_.back());
  rounds_.pop_back();
  free_of_elements(body.need, s.range, "in a loop over the family");
  check_round(round);
  if (body.error) effect.then(Effect{{}, Count{1, nullptr} + *body.error});
  return effect;
}

/// Every round writes to cells of its own element only, and no other round looks at these: then it does not matter
/// which rounds there are besides, nor in which order they come.
void FamilyAnalysis::check_round(const Round& round) {
  for (const Access& w : round.accesses) {
    if (!w.writes) continue;
    const auto own = std::ranges::find(w.place.indices, round.variable);
    if (own == w.place.indices.end()) {
      obstacle(w.at, fmt::format("a loop over {} changes what is not of the one whose turn it is: the result depends "
                                 "on how many there are, or on their order",
                                 family_.name));
      continue;
    }
    const auto index = static_cast<std::size_t>(own - w.place.indices.begin());
    for (const Access& a : round.accesses) {
      const bool apart = a.place.last <= w.place.first || w.place.last <= a.place.first;
      if (apart || (index < a.place.indices.size() && a.place.indices[index] == round.variable)) continue;
      obstacle(a.at, fmt::format("a loop over {} changes this of one while it looks at that of another: the result "
                                 "depends on their order",
                                 family_.name));
    }
  }
}

Effect FamilyAnalysis::give(const Statement& s, const Scopes& scopes) {
  Effect effect;
  const std::size_t outside = routines_.empty() ? 0 : routines_.back().rounds;
  if (rounds_.size() > outside) {
    obstacle(s.range, fmt::format("this leaves a loop over {}: which one comes first decides", family_.name));
  }
  if (s.operands.empty()) return effect;
  const Type* result = routines_.empty() ? nullptr : routines_.back().routine->result_type;
  const Expression& x = s.operands[0];
  if (result == nullptr) return effect;
  Need need;
  if (!result->is_simple()) {
    if ((mentions(*result, family_) || mentions(*x.type, family_)) && result != x.type) {
      obstacle(s.range, fmt::format("what is returned holds {}s in one place and numbers in the other", family_.name));
    }
    need = read(x, scopes);
  } else if (!is_family(*result)) {
    need = visit(x, scopes);
  } else if (element(x, scopes, need) != nullptr) {
    obstacle(s.range, fmt::format("the {} of a loop is returned", family_.name));
  }
  effect.then(need);
  if (x.type != result) effect.then(Effect{{}, no_more});  // it may not fit
  return effect;
}

}  // namespace quotient::murphi
