#include "promela/flow/flow.hpp"

#include <algorithm>

#include "base/ensure.hpp"

namespace quotient::promela {

const FlowLabel* Flow::find_label(const std::string& name) const {
  const auto found =
      std::find_if(labels.rbegin(), labels.rend(), [&name](const FlowLabel& l) { return l.name == name; });
  return found == labels.rend() ? nullptr : &*found;
}

void expose_label(Flow& flow, const std::string& name) {
  const FlowLabel* label = flow.find_label(name);
  if (label == nullptr) return;
  Element* e = label->element;
  if (e->kind == ElementKind::jump) {
    // The label would be jumped over: give it a skip, and put the jump behind it.
    flow.elements.emplace_back();
    Element& jump = flow.elements.back();
    jump.kind = ElementKind::jump;
    jump.statement = e->statement;
    jump.range = e->range;
    jump.target = e->target;
    jump.next = e->next;
    jump.number = flow.location_count++;
    Statement skip;
    skip.kind = StatementKind::expression;
    skip.range = e->range;
    skip.expressions.emplace_back();
    skip.expressions[0].value = 1;
    flow.statements.push_back(std::move(skip));
    e->kind = ElementKind::condition;
    e->statement = &flow.statements.back();
    e->target = nullptr;
    e->next = &jump;
    // Where it was the last of a block, what follows the block now follows the jump.
    for (Sequence& sequence : flow.sequences) {
      if (sequence.last == e) sequence.last = &jump;
      if (sequence.extent == e) sequence.extent = &jump;
    }
  }
  e->remotely_referenced = true;
}

Element* settle(Element* element, bool in_atomic, std::uint32_t stop) {
  constexpr int longest_chain = 500;  // only a cycle of jumps is longer
  Element* e = element;
  for (int i = 0; i < longest_chain; ++i) {
    if (e->number == stop) return e;
    Element* to = nullptr;
    switch (e->kind) {
      case ElementKind::jump:
        to = e->target;
        break;
      case ElementKind::join:
      case ElementKind::leave:
        if (e->next == nullptr) return e;
        to = e->next;
        break;
      case ElementKind::unless:
        to = settle(e->options[0]->first, in_atomic, stop);
        break;
      default:
        return e;
    }
    if (in_atomic && !to->in_atomic) return e;
    if (to == e) return e;
    e = to;
  }
  return e;
}

Element* first_of(Element* element) {
  constexpr int longest_chain = 200;
  Element* e = element;
  for (int i = 0; i < longest_chain; ++i) {
    Element* to = e;
    if (e->kind == ElementKind::join && e->next != nullptr) to = e->next;
    if (e->kind == ElementKind::unless) to = e->options[0]->first;
    if (to == e) return e;
    e = to;
  }
  return e;
}

}  // namespace quotient::promela
