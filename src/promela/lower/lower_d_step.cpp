#include "base/ensure.hpp"
#include "promela/lower/lower.hpp"

/// A d_step is one step: its first statement decides whether it can be taken, then it runs to its end, choosing among
/// options the first that can be executed. Its code is the control flow spelled out with jumps.
namespace quotient::promela {

void Lowering::d_step(const Element& e) {
  d_step_places_.clear();
  d_step_jumps_.clear();
  d_step_exits_.clear();
  d_step_entry(e.body->first);
  code_.emit(Op::commit);
  code_.emit(Op::reached, static_cast<std::int32_t>(statement_index(e)));
  d_step_chain(e.body->first);
  // Jumps to places that were written later.
  while (!d_step_jumps_.empty()) {
    const auto [target, jump] = d_step_jumps_.back();
    d_step_jumps_.pop_back();
    if (const auto place = d_step_places_.find(target); place != d_step_places_.end()) {
      program_.code[jump].b = static_cast<std::int32_t>(place->second);
    } else {
      code_.land(jump);
      d_step_chain(target);
    }
  }
  for (const CodeIndex exit : d_step_exits_) code_.land(exit);
}

/// The conditions under which the sequence may be entered.
void Lowering::d_step_entry(const Element* first) {
  switch (first->kind) {
    case ElementKind::unless:
      d_step_entry(first->options[0]->first);
      return;
    case ElementKind::block:
      d_step_entry(first->body->first);
      return;
    case ElementKind::join:
    case ElementKind::selection: {
      const Element* choice = first->kind == ElementKind::join ? first->next : first;
      code_.emit(Op::not_in_handshake);
      if (choice->options.empty()) return;
      const CodeIndex start = code_.here();
      if (collect_guards(choice, 0) > 0) {
        code_.emit(Op::block_zero);
      } else {
        ensure(code_.here() == start, "guards without a value");
      }
      return;
    }
    case ElementKind::otherwise:
      code_.emit(Op::otherwise);
      return;
    case ElementKind::receive:
    case ElementKind::assertion:
    case ElementKind::print:
      // SPIN's verifier lets these begin even while a rendezvous is under way.
      if (guard(*first)) code_.emit(Op::block_zero);
      return;
    default:
      code_.emit(Op::not_in_handshake);
      if (guard(*first)) code_.emit(Op::block_zero);
      return;
  }
}

/// The disjunction of the guards of a selection; those of nested ones are among them. As in SPIN, an option that
/// begins with a statement that is always executable takes no part. Returns how many there are.
int Lowering::collect_guards(const Element* selection, int count) {
  const auto join = [&] {
    if (count++ > 0) code_.emit(Op::bit_or);
  };
  for (const Sequence* option : selection->options) {
    const Element* first = first_of(option->first);
    switch (first->kind) {
      case ElementKind::block:
        count = collect_guards(first->body->first, count);
        break;
      case ElementKind::selection:
      case ElementKind::repetition:
        count = collect_guards(first, count);
        break;
      case ElementKind::otherwise:
        code_.emit(Op::push, 1);
        join();
        break;
      case ElementKind::condition:
      case ElementKind::send:
      case ElementKind::receive:
        guard(*first);
        code_.emit(Op::to_bool);
        join();
        break;
      default:
        break;
    }
  }
  return count;
}

void Lowering::d_step_chain(const Element* e) {
  while (true) {
    if (e == nullptr || !e->in_d_step) {
      d_step_exits_.push_back(code_.jump(Op::jump));
      return;
    }
    if (const auto place = d_step_places_.find(e); place != d_step_places_.end()) {
      code_.emit(Op::jump, static_cast<std::int32_t>(place->second));
      return;
    }
    d_step_places_[e] = code_.here();
    switch (e->kind) {
      case ElementKind::join:
      case ElementKind::leave:
        e = e->next;
        continue;
      case ElementKind::jump:
        e = e->target;
        continue;
      case ElementKind::block:
        e = e->body->first;
        continue;
      case ElementKind::unless:
        e = e->options[0]->first;
        continue;
      case ElementKind::selection:
      case ElementKind::repetition:
        for (const Sequence* option : e->options) {
          const Element* first = option->first;
          const bool simple = first->options.empty() && first->body == nullptr && first->kind != ElementKind::join &&
                              first->kind != ElementKind::jump && first->kind != ElementKind::leave;
          CodeIndex skip = 0;
          if (simple) {
            if (guard(*first)) skip = code_.jump(Op::jump_zero);
            code_.emit(Op::reached, static_cast<std::int32_t>(statement_index(*first)));
            effect(*first);
            if (first->kind == ElementKind::send) {
              code_.emit(Op::no_handshake, site(SiteKind::runtime, first->range, "rendezvous inside a d_step"));
            }
            d_step_jumps_.push_back({first->next, code_.jump(Op::jump)});
          } else {
            d_step_jumps_.push_back({first, code_.jump(Op::jump)});
          }
          if (skip != 0) {
            code_.land(skip);
          } else {
            break;  // this option is always taken: the rest is never reached
          }
          if (option == e->options.back()) {
            code_.emit(Op::fail, site(SiteKind::runtime, e->range, "no option can be executed inside a d_step"));
          }
        }
        return;
      default:
        if (guard(*e)) {
          const CodeIndex go_on = code_.jump(Op::jump_nonzero);
          code_.emit(Op::fail, site(SiteKind::runtime, e->range, "a statement blocks inside a d_step"));
          code_.land(go_on);
        }
        code_.emit(Op::reached, static_cast<std::int32_t>(statement_index(*e)));
        effect(*e);
        if (e->kind == ElementKind::send) {
          code_.emit(Op::no_handshake, site(SiteKind::runtime, e->range, "rendezvous inside a d_step"));
        }
        e = e->next;
        continue;
    }
  }
}

}  // namespace quotient::promela
