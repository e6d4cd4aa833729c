#include <algorithm>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"
#include "promela/flow/flow_builder.hpp"

namespace quotient::promela {

void FlowBuilder::append(Element* e, Sequence* s) {
  poll_stop();
  if (e->kind == ElementKind::jump) {
    // Its labels are the newest ones.
    const auto newest = flow_.labels.rbegin();
    const auto others = std::find_if(newest, flow_.labels.rend(), [e](const FlowLabel& l) { return l.element != e; });
    if (std::any_of(newest, others, [](const FlowLabel& l) { return is_special_label(l.name); })) {
      Element* skip = new_element(ElementKind::condition, e->range);
      skip->statement = make_skip(e->range);
      // As SPIN does, the newest label of the element moves, whichever of them it is.
      newest->element = skip;
      skip->labelled = true;
      e->labelled = others - newest > 1;
      append(skip, s);
    }
  }
  if (s->first == nullptr) {
    s->first = e;
  } else {
    s->last->next = e;
  }
  s->last = e;
}

void FlowBuilder::place(const Node& n) {
  const bool branching = n.kind == ElementKind::selection || n.kind == ElementKind::repetition;
  Element* e = branching ? place_branching(n) : n.kind == ElementKind::unless ? place_unless(n) : place_plain(n);
  if (branching || n.kind == ElementKind::unless) {
    for (auto label = n.labels.rbegin(); label != n.labels.rend(); ++label) set_label(*label, e);
  }
}

Element* FlowBuilder::place_plain(const Node& n) {
  Element* e = new_element(n.kind, n.range);
  e->statement = n.statement;
  e->body = n.body;
  e->no_effect = n.no_effect;
  if (n.goto_label != nullptr) gotos_.push_back({e, n.goto_label, scopes_.back()});
  if (n.break_target >= 0) breaks_to_resolve_.push_back({e, n.break_target});
  for (auto label = n.labels.rbegin(); label != n.labels.rend(); ++label) set_label(*label, e);
  append(e, open_.back());
  return e;
}

Element* FlowBuilder::place_branching(const Node& n) {
  Element* e = new_element(n.kind, n.range);
  Element* join = new_element(ElementKind::join, n.range);
  e->statement = n.statement;
  e->options = n.options;
  move_else_last(e->options);
  for (Sequence* option : e->options) append(join, option);
  Element* after = join;
  if (n.kind == ElementKind::repetition) {
    append(join, open_.back());
    after = new_element(ElementKind::leave, n.range);
    leaves_[n.break_label] = after;
    breaks_.pop_back();
  }
  append(e, open_.back());
  append(after, open_.back());
  return e;
}

void FlowBuilder::move_else_last(std::vector<Sequence*>& options) {
  const auto other = std::find_if(options.begin(), options.end(), [](const Sequence* s) {
    return s->first != nullptr && s->first->kind == ElementKind::otherwise;
  });
  if (other != options.end()) std::rotate(other, other + 1, options.end());
}

Element* FlowBuilder::place_unless(const Node& n) {
  Element* e = new_element(ElementKind::unless, n.range);
  Element* join = new_element(ElementKind::join, n.range);
  e->statement = n.statement;
  e->options = n.options;
  for (Sequence* s : e->options) append(join, s);
  attach_escape(e->options[0], e->options[1]);
  append(e, open_.back());
  append(join, open_.back());
  return e;
}

void FlowBuilder::attach_escape(Sequence* sequence, Sequence* escape) {
  for (Element* e = sequence->first; e != nullptr; e = e->next) {
    attach_escape(e, escape);
    if (e == sequence->extent) break;
  }
}

void FlowBuilder::attach_escape(Element* e, Sequence* escape) {
  poll_stop();
  if (std::find(e->escapes.begin(), e->escapes.end(), escape) != e->escapes.end()) return;
  const std::vector<Sequence*> inner = e->escapes;
  for (Sequence* s : inner) attach_escape(s, escape);
  e->escapes.insert(e->escapes.begin(), escape);
  switch (e->kind) {
    case ElementKind::unless:
      attach_escape(e->options[0], escape);
      break;
    case ElementKind::selection:
    case ElementKind::repetition:
      for (Sequence* option : e->options) attach_escape(option, escape);
      break;
    case ElementKind::d_step:
      attach_escape(e->body->first, escape);
      break;
    case ElementKind::atomic:
    case ElementKind::block:
      attach_escape(e->body, escape);
      break;
    default:
      break;
  }
}

void FlowBuilder::make_atomic(Sequence* s, bool d_step) {
  mark_atomic(s->first, s->last, d_step);
  Element* last = s->last;
  if (last->kind == ElementKind::block || last->kind == ElementKind::atomic) {
    make_atomic(last->body, d_step);
  } else if (last->kind == ElementKind::unless) {
    make_atomic(last->options[0], d_step);
  } else {
    last->in_atomic = false;
    last->ends_atomic = true;
  }
}

void FlowBuilder::mark_atomic(Element* first, Element* last, bool d_step) {
  for (Element* e = first; e != nullptr; e = e->next) {
    e->in_atomic = true;
    if (d_step) e->in_d_step = true;
    // An atomic inside is part of the outer one; so is a d_step inside a d_step.
    if (e->kind == ElementKind::atomic || (e->kind == ElementKind::d_step && d_step)) e->kind = ElementKind::block;
    if (e->kind == ElementKind::block) mark_atomic(e->body->first, e->body->last, d_step);
    for (Sequence* s : e->options) mark_atomic(s->first, s->last, d_step);
    if (e == last) break;
  }
}

void FlowBuilder::resolve_jumps() {
  for (const auto& [element, break_label] : breaks_to_resolve_) {
    const auto leave = leaves_.find(break_label);
    ensure(leave != leaves_.end(), "a break without its loop");
    element->target = leave->second;
  }
  std::unordered_map<std::string_view, std::vector<const FlowLabel*>> by_name;
  for (const FlowLabel& l : flow_.labels) by_name[l.name].push_back(&l);
  for (const PendingGoto& g : gotos_) {
    g.element->target = find_goto_target(by_name[g.label->text], g.scope);
    ensure(g.element->target != nullptr, "a goto to an unknown label reached the control flow");
  }
}

Element* FlowBuilder::find_goto_target(std::span<const FlowLabel* const> labels, const std::string& scope) {
  const FlowLabel* around = nullptr;
  const FlowLabel* anywhere = nullptr;
  for (auto at = labels.rbegin(); at != labels.rend(); ++at) {
    const FlowLabel* l = *at;
    if (l->scope == scope) return l->element;
    if (scope.starts_with(l->scope)) {
      if (around == nullptr || l->scope.size() > around->scope.size()) around = l;
    } else if (anywhere == nullptr) {
      anywhere = l;
    }
  }
  const FlowLabel* best = around != nullptr ? around : anywhere;
  return best != nullptr ? best->element : nullptr;
}

void FlowBuilder::tie_loose_ends() {
  for (auto e = flow_.elements.rbegin(); e != flow_.elements.rend(); ++e) {
    if (e->body == nullptr || e->next == nullptr) continue;
    Element* after = e->next;
    while (after != nullptr && after->kind == ElementKind::join) after = after->next;
    if (e->body->last->next == nullptr) e->body->last->next = after;
  }
}

}  // namespace quotient::promela
