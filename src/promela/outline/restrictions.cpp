#include "promela/outline/restrictions.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "promela/check/check_expression.hpp"
#include "promela/check/message_fields.hpp"
#include "promela/syntax/visit.hpp"

namespace quotient::promela {

namespace {

class Restrictions {
 public:
  Restrictions(const Module& module, std::vector<Outline::Objection>& objections)
      : module_(module), objections_(objections) {}

  InitForm run() {
    take_init_apart();
    check_creation();
    check_channels();
    return form_;
  }

 private:
  void object(SourceRange at, std::string reason) { objections_.push_back({at, std::move(reason)}); }

  static const Expression* run_of(const Statement& s) {
    const bool is_run = s.kind == StatementKind::expression && s.expressions[0].kind == ExpressionKind::run;
    return is_run ? &s.expressions[0] : nullptr;
  }

  void take_init_apart() {
    for (const auto& p : module_.proctypes) {
      if (p->kind == ProctypeKind::init) form_.init = p.get();
    }
    if (form_.init == nullptr) {
      if (!module_.proctypes.empty()) object(module_.proctypes.front()->range, "there is no init to start processes");
      return;
    }
    const Block& body = form_.init->body;
    std::size_t next = 0;
    for (; next < body.size() && body[next].kind == StatementKind::declaration; ++next)
      form_.rest.push_back(&body[next]);
    if (next == body.size() || body[next].kind != StatementKind::atomic) {
      object(form_.init->range, "init must begin with one atomic sequence that starts all processes");
    } else {
      take_atomic_apart(body[next++]);
    }
    for (; next < body.size(); ++next) form_.rest.push_back(&body[next]);
  }

  void take_atomic_apart(const Statement& atomic) {
    bool runs_are_over = false;
    std::set<ConstantPlace> assigned;
    for (const Statement& s : atomic.blocks[0]) {
      if (const Expression* run = run_of(s)) {
        if (runs_are_over) object(s.range, "a process is started after variables have been assigned");
        form_.runs.push_back(run);
        check_arguments(*run);
        continue;
      }
      runs_are_over = true;
      const auto place = constant_assignment(s);
      if (!place) {
        object(s.range,
               "after the processes are started, only constants may be assigned in the atomic sequence of init");
        continue;
      }
      if (!assigned.insert(*place).second) object(s.range, "a variable is assigned twice");
      form_.assignments.push_back(&s);
    }
  }

  void check_arguments(const Expression& run) {
    for (const Expression& argument : run.operands) {
      const bool channel = argument.kind == ExpressionKind::variable && is_static_channel(argument.reference);
      if (channel || constant_value(argument)) continue;
      object(argument.range, "an argument of run must be a constant or the name of a global channel");
    }
  }

  static bool is_static_channel(const Reference& r) {
    return r.variable != nullptr && r.parts.size() == 1 && r.parts[0].index.empty() && r.variable->owner == nullptr &&
           r.variable->channel.has_value();
  }

  void check_creation() {
    const std::set<const Expression*> allowed(form_.runs.begin(), form_.runs.end());
    visit_expressions(module_, [&](const Expression& e) {
      if (e.kind == ExpressionKind::run && allowed.count(&e) == 0) {
        object(e.range, "a process is started outside the atomic sequence of init");
      }
    });
    for (const auto& p : module_.proctypes) {
      if (p->is_active && p->kind == ProctypeKind::proctype)
        object(p->range, fmt::format("'{}' is started by active, not in init", p->name.text));
    }
  }

  void check_channels() {
    for (const auto& v : module_.variables) {
      if (v->type.base == BaseType::structure && v->type.structure != nullptr && v->owner == nullptr) {
        if (holds_channel(*v->type.structure)) object(v->name.range, "a global structure holds channels");
      }
      if (v->type.base != BaseType::channel || v->predefined != Predefined::no) continue;
      if (v->owner != nullptr) {
        if (v->channel) object(v->name.range, fmt::format("the channel of '{}' is not global", v->name.text));
      } else if (v->is_array) {
        object(v->name.range, fmt::format("'{}' is an array: its channels have no names of their own", v->name.text));
      } else if (!v->channel) {
        object(v->name.range, fmt::format("the global channel '{}' has no initialiser", v->name.text));
      }
    }
    for (const auto& p : module_.proctypes) {
      visit_statements(p->body, [&](const Statement& s) {
        if (s.kind == StatementKind::assign) check_target(s.target);
        if (s.kind != StatementKind::receive) return;
        for (const Expression& e : s.expressions) {
          if (e.kind == ExpressionKind::variable) check_target(e.reference);
        }
      });
    }
  }

  static bool holds_channel(const Structure& structure) {
    return std::any_of(structure.fields.begin(), structure.fields.end(), [](const auto& field) {
      return field->type.base == BaseType::channel ||
             (field->type.structure != nullptr && holds_channel(*field->type.structure));
    });
  }

  void check_target(const Reference& target) {
    if (is_static_channel(target)) {
      object(target.range, fmt::format("the global channel '{}' is given another value", target.variable->name.text));
    }
  }

  const Module& module_;
  std::vector<Outline::Objection>& objections_;
  InitForm form_;
};

}  // namespace

std::optional<ConstantPlace> constant_assignment(const Statement& s) {
  if (s.kind != StatementKind::assign || !constant_value(s.expressions[0])) return std::nullopt;
  ConstantPlace place{s.target.variable, {}};
  for (const Reference::Part& part : s.target.parts) {
    const auto index = part.index.empty() ? std::optional<std::int64_t>(-1) : constant_value(part.index[0]);
    if (!index) return std::nullopt;
    place.second.insert(place.second.end(), {part.field, *index});
  }
  return place;
}

InitForm check_restrictions(const Module& module, std::vector<Outline::Objection>& objections) {
  return Restrictions(module, objections).run();
}

}  // namespace quotient::promela
