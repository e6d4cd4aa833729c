#include "promela/flow/transition_table.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/stop_signal.hpp"

namespace quotient::promela {

namespace {

/// First a table with one entry for each element, where a selection or block only lists the locations it may begin with
/// (its `choices`); then the choices are dissolved, then escapes are added: the three stages of pan, whose order
/// decides which transitions a location has and in which order.
class TableBuilder {
 public:
  explicit TableBuilder(Flow& flow) : flow_(flow) {}

  TransitionTable build() {
    entries_.resize(flow_.location_count);
    mark_labels();
    sequence(flow_.body);
    const std::uint32_t start = settle(flow_.start(), flow_.start()->in_atomic)->number;
    merge_chains(start);
    flatten_nested_choices();
    dissolve_choices();
    add_escapes();
    pass_on_end_states();
    TransitionTable table;
    table.locations.resize(entries_.size());
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      Entry& e = entries_[i];
      table.locations[i] = {std::move(e.transitions), e.end, e.accept, e.progress};
    }
    table.start = start;
    return table;
  }

 private:
  struct Entry {
    bool is_choice = false;
    std::vector<std::uint32_t> choices;
    std::vector<TableTransition> transitions;
    Element* chain = nullptr;  // where its one transition is to take others along
    bool end = false, accept = false, progress = false;
  };

  void mark_labels() {
    for (const FlowLabel& l : flow_.labels) {
      Entry& e = entries_[l.element->number];
      if (l.name.rfind("end", 0) == 0) e.end = true;
      if (l.name.rfind("accept", 0) == 0) e.accept = true;
      if (l.name.rfind("progress", 0) == 0) e.progress = true;
    }
    entries_[flow_.body->last->number].end = true;
  }

  void sequence(Sequence* s) {
    for (Element* e = s->first; e != nullptr; e = e->next) {
      if (done_.insert(e).second) element(e);
      if (e == s->last) break;
    }
  }

  void element(Element* e) {
    if (e->kind == ElementKind::unless) {
      sequence(e->options[0]);
    } else if (!e->options.empty()) {
      Entry& entry = entries_[e->number];
      entry.is_choice = true;
      for (Sequence* option : e->options) {
        const Element* first = first_of(option->first);
        if (!never_taken(*first)) entry.choices.push_back(first->number);
      }
      for (Sequence* option : e->options) sequence(option);
    } else if (e->body != nullptr) {
      block(e);
    } else {
      simple(e);
    }
  }

  static bool never_taken(const Element& e) {
    return e.kind == ElementKind::condition && e.statement->expressions[0].kind == ExpressionKind::constant &&
           e.statement->expressions[0].value == 0 && e.escapes.empty();
  }

  void block(Element* e) {
    bridge_atomic_jumps(e->body);
    e->body->last->next = e->next;
    if (e->kind == ElementKind::d_step) {
      TableTransition t;
      t.action = TableTransition::Action::d_step;
      t.element = e;
      t.atomic = e->in_atomic;
      t.target = e->next != nullptr ? settle(e->next, e->in_atomic)->number : 0;
      entries_[e->number].transitions.push_back(std::move(t));
      escapes(e);
      return;
    }
    entries_[e->number].is_choice = true;
    entries_[e->number].choices = {first_of(e->body->first)->number};
    sequence(e->body);
  }

  /// A jump out of an atomic sequence ends it, unless it leads into another one.
  static void bridge_atomic_jumps(Sequence* s) {
    for (Element* e = s->first; e != nullptr; e = e->next) {
      if (e->kind == ElementKind::jump) {
        const bool into_atomic = e->target->in_atomic || e->target->ends_atomic;
        if ((e->in_atomic || e->ends_atomic) && !into_atomic) {
          e->in_atomic = false;
          e->ends_atomic = true;
        }
        if (e->ends_atomic && into_atomic) {
          e->ends_atomic = false;
          e->in_atomic = true;
        }
      } else {
        for (Sequence* option : e->options) bridge_atomic_jumps(option);
      }
      if (e == s->extent) break;
    }
  }

  void simple(Element* e) {
    TableTransition t;
    t.element = e;
    t.atomic = e->in_atomic;
    Element* after = e->kind == ElementKind::jump ? e->target : e->next;
    t.target = after != nullptr ? settle(after, e->in_atomic)->number : 0;
    const std::uint32_t merge_target = e->merge_start != 0 ? e->merge_start : e->merge;
    const bool merged_away = merge_target != 0 && (e->arrivals == 0 || merged_.count(e) != 0);
    if (merge_target != 0 && !merged_away) mark_merged(e, merge_target);
    if (merged_away && (e->kind == ElementKind::jump || e->kind == ElementKind::join)) {
      t.action = TableTransition::Action::pass;
    } else if (merge_target != 0) {
      t.action = TableTransition::Action::statement;
      t.target = merge_target;
      entries_[e->number].chain = e;
    } else if (e->kind == ElementKind::otherwise) {
      t.action = TableTransition::Action::otherwise;
    } else if (e->kind == ElementKind::jump || e->kind == ElementKind::join || e->kind == ElementKind::leave) {
      t.action = TableTransition::Action::pass;
    } else {
      t.action = TableTransition::Action::statement;
    }
    entries_[e->number].transitions.push_back(std::move(t));
    escapes(e);
  }

  /// Writes out the chains of what can be reached from a location. No process is ever in the middle of a chain, and
  /// each of its statements would have all that follow once more.
  void merge_chains(std::uint32_t start) {
    std::vector<std::uint8_t> met(entries_.size(), 0);
    std::vector<std::uint32_t> waiting{start};
    while (!waiting.empty()) {
      const std::uint32_t here = waiting.back();
      waiting.pop_back();
      if (here == 0 || std::exchange(met[here], 1) != 0) continue;
      Entry& entry = entries_[here];
      if (entry.chain != nullptr) merge_chain(entry.chain, entry.transitions[0].target, entry.transitions[0]);
      waiting.insert(waiting.end(), entry.choices.begin(), entry.choices.end());
      for (const TableTransition& t : entry.transitions) {
        waiting.push_back(t.target);
        waiting.insert(waiting.end(), t.escapes.begin(), t.escapes.end());
      }
    }
  }

  static void merge_chain(Element* e, std::uint32_t end, TableTransition& t) {
    poll_stop();
    for (Element* at = next_of_chain(e, end); at != nullptr; at = next_of_chain(at, end)) {
      t.merged.push_back(at);
      t.atomic = at->in_atomic;  // the last step decides
    }
  }

  /// SPIN takes what is merged into the only edge that leads to it for unreachable by itself, although an escape or a
  /// d_step can still lead there by a way that has no edge. From there a jump goes on without taking its chain along.
  /// (Other statements have no code at all then, and SPIN loses what they do. Ours keep theirs.)
  void mark_merged(Element* e, std::uint32_t end) {
    poll_stop();
    for (Element* at = next_of_chain(e, end); at != nullptr; at = next_of_chain(at, end)) {
      if (at->arrivals == 1) merged_.insert(at);
    }
  }

  /// What follows an element of a chain that ends at location `end`, or null.
  static Element* next_of_chain(Element* at, std::uint32_t end) {
    if (at->kind == ElementKind::jump) {
      at = at->target->number == end ? at->target : settle(at->target, at->in_atomic, end);
    } else {
      at = at->next;
    }
    const bool ends = at == nullptr || at->number == end || (at->merge == 0 && at->merge_single == 0);
    return ends ? nullptr : at;
  }

  void escapes(Element* e) {
    if (e->kind == ElementKind::join) return;
    for (Sequence* escape : e->escapes) {
      entries_[e->number].transitions.front().escapes.push_back(settle(escape->first, e->in_atomic)->number);
    }
    for (Sequence* escape : e->escapes) sequence(escape);
  }

  /// A choice that begins with another choice offers that one's choices.
  void flatten_nested_choices() {
    bool again = true;
    while (again) {
      again = false;
      for (Entry& entry : entries_) {
        const bool nested = std::any_of(entry.choices.begin(), entry.choices.end(),
                                        [this](std::uint32_t c) { return entries_[c].is_choice; });
        if (!nested) continue;
        std::vector<std::uint32_t> flat;
        for (const std::uint32_t c : entry.choices) {
          if (!entries_[c].is_choice) {
            flat.push_back(c);
            continue;
          }
          for (const std::uint32_t inner : entries_[c].choices) {
            flat.push_back(inner);
            inherit_labels(inner, c);
          }
          again = true;
        }
        entry.choices = std::move(flat);
      }
    }
  }

  void inherit_labels(std::uint32_t to, std::uint32_t from) {
    poll_stop();
    entries_[to].end |= entries_[from].end;
    entries_[to].accept |= entries_[from].accept;
    entries_[to].progress |= entries_[from].progress;
  }

  void dissolve_choices() {
    for (Entry& entry : entries_) {
      if (!entry.is_choice) continue;
      for (const std::uint32_t c : entry.choices) {
        for (const TableTransition& t : entries_[c].transitions) {
          entry.transitions.push_back(t);
          inherit_labels(t.target, c);
        }
      }
    }
  }

  void add_escapes() {
    for (std::uint32_t number = 1; number < entries_.size(); ++number) {
      // The list grows at its front while it is walked: walk a copy of what was there.
      const std::vector<TableTransition> own = entries_[number].transitions;
      for (const TableTransition& t : own) {
        for (auto begin = t.escapes.rbegin(); begin != t.escapes.rend(); ++begin) add_escape(number, *begin);
      }
    }
  }

  void add_escape(std::uint32_t number, std::uint32_t begin) {
    poll_stop();
    const std::vector<TableTransition> escape = entries_[begin].transitions;
    for (const TableTransition& t : escape) {
      auto& list = entries_[number].transitions;
      const bool there = std::any_of(list.begin(), list.end(),
                                     [&t](const TableTransition& other) { return other.element == t.element; });
      if (there) continue;
      TableTransition copy = t;
      copy.escape = begin;
      list.insert(list.begin(), std::move(copy));
    }
  }

  void pass_on_end_states() {
    for (Entry& e : entries_) {
      if (!e.end || e.transitions.size() != 1 || e.transitions[0].element->kind != ElementKind::join) continue;
      entries_[e.transitions[0].target].end = true;
    }
  }

  Flow& flow_;
  std::vector<Entry> entries_;
  std::unordered_set<const Element*> done_;
  std::unordered_set<const Element*> merged_;  // see mark_merged
};

}  // namespace

TransitionTable build_transition_table(Flow& flow) { return TableBuilder(flow).build(); }

}  // namespace quotient::promela
