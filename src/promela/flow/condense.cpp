#include "promela/flow/condense.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/stop_signal.hpp"
#include "promela/flow/liveness.hpp"
#include "promela/syntax/visit.hpp"

namespace quotient::promela {

namespace {

using Variables = std::set<const Variable*>;

/// Which locals a transition reads before it writes them, overwrites for certain, and may leave changed.
struct Effect {
  Variables reads, overwrites, touches;

  void read(const Variable* v) {
    if (overwrites.count(v) == 0) reads.insert(v);
  }
};

class EffectCollector {
 public:
  explicit EffectCollector(const Proctype& proctype) : proctype_(proctype) {}

  Effect of(const TableTransition& t) {
    Effect effect;
    if (t.action == TableTransition::Action::d_step) {
      sequence(*t.element->body, effect);
    } else {
      element(*t.element, effect, true);
    }
    for (const Element* e : t.merged) element(*e, effect, true);
    // What SPIN resets to 0 on the way is to be blank where it is dead for us, too.
    effect.touches.insert(t.element->dead.begin(), t.element->dead.end());
    for (const Element* e : t.merged) effect.touches.insert(e->dead.begin(), e->dead.end());
    return effect;
  }

  void expression(const Expression& x, Effect& effect) const {
    visit_expression(x, [&](const Expression& part) {
      if (const Variable* v = local(part.reference)) effect.read(v);
    });
  }

 private:
  const Variable* local(const Reference& r) const {
    const Variable* v = r.variable;
    return v != nullptr && v->owner == &proctype_ && v->predefined == Predefined::no ? v : nullptr;
  }

  /// `certain`: the element is executed whenever the transition is taken.
  void element(const Element& e, Effect& effect, bool certain) const {
    if (e.statement == nullptr || e.no_effect || !e.options.empty() || e.body != nullptr) return;
    const Statement& s = *e.statement;
    visit_indices(s.target, [&](const Expression& x) { expression(x, effect); });
    switch (e.kind) {
      case ElementKind::assign:
        expression(s.expressions[0], effect);
        write(s.target, effect, certain);
        break;
      case ElementKind::receive:
        if (const Variable* v = local(s.target)) effect.read(v);
        for (const Expression& x : s.expressions) {
          if (x.kind == ExpressionKind::variable) {
            visit_indices(x.reference, [&](const Expression& i) { expression(i, effect); });
          } else {
            expression(x, effect);
          }
        }
        for (const Expression& x : s.expressions) {
          if (x.kind == ExpressionKind::variable) write(x.reference, effect, certain);
        }
        break;
      case ElementKind::send:
        if (const Variable* v = local(s.target)) effect.read(v);
        for (const Expression& x : s.expressions) expression(x, effect);
        break;
      case ElementKind::condition:
      case ElementKind::assertion:
      case ElementKind::print:
      case ElementKind::set_priority:
        for (const Expression& x : s.expressions) expression(x, effect);
        break;
      default:
        break;
    }
  }

  void write(const Reference& target, Effect& effect, bool certain) const {
    const Variable* v = local(target);
    if (v == nullptr) return;
    effect.touches.insert(v);
    const bool whole = !v->is_array && target.parts.size() == 1 && v->type.base != BaseType::structure;
    if (whole && certain) effect.overwrites.insert(v);
  }

  /// Inside a d_step: whatever may be read counts as read, nothing as certainly overwritten.
  void sequence(const Sequence& s, Effect& effect) const {
    for (const Element* e = s.first; e != nullptr; e = e->next) {
      element(*e, effect, false);
      for (const Sequence* option : e->options) sequence(*option, effect);
      if (e->body != nullptr) sequence(*e->body, effect);
      if (e == s.last) break;
    }
  }

  const Proctype& proctype_;
};

/// Extends transitions over the locations that follow them.
class FollowerMerger {
 public:
  FollowerMerger(const Flow& flow, const Visibility& visibility, const CondenseOptions& options, TransitionTable& table)
      : visibility_(visibility), options_(options), table_(table), exposed_(table.locations.size()) {
    for (const Element& e : flow.elements) {
      if (e.remotely_referenced) exposed_[e.number] = 1;
    }
  }

  /// Of what can be reached: no process is ever in the middle of a chain.
  void run() {
    // Chains are read from the table as it was, so that the order of the locations does not matter.
    const TransitionTable original = table_;
    std::vector<std::uint8_t> met(table_.locations.size(), 0);
    std::vector<std::uint32_t> waiting{table_.start};
    while (!waiting.empty()) {
      const std::uint32_t here = waiting.back();
      waiting.pop_back();
      if (here == 0 || std::exchange(met[here], 1) != 0) continue;
      for (TableTransition& t : table_.locations[here].transitions) {
        extend(t, original);
        waiting.push_back(t.target);
      }
    }
  }

 private:
  void extend(TableTransition& t, const TransitionTable& original) const {
    poll_stop();
    // A rendezvous hands control over; what follows is not part of the sender's step.
    if (options_.has_rendezvous && t.element->kind == ElementKind::send) return;
    std::unordered_set<std::uint32_t> passed;
    while (t.target != 0 && t.merged.size() < most_merged && passed.insert(t.target).second) {
      const TableLocation& at = original.locations[t.target];
      if (at.transitions.size() != 1 || at.end || at.accept || at.progress || exposed_[t.target] != 0) return;
      const TableTransition& next = at.transitions[0];
      if (!always_taken(next) || !next.escapes.empty() || next.escape != 0) return;
      if (!t.atomic && !is_local(next)) return;
      if (next.target == 0) return;
      t.merged.push_back(next.element);
      t.merged.insert(t.merged.end(), next.merged.begin(), next.merged.end());
      t.target = next.target;
      t.atomic = next.atomic;
    }
  }

  /// Of one step. Many steps can end with the same long chain, which then is written out for each of them.
  static constexpr std::size_t most_merged = 1'000;

  static bool always_taken(const TableTransition& t) {
    if (t.action == TableTransition::Action::pass) return true;
    if (t.action != TableTransition::Action::statement) return false;
    return t.element->kind == ElementKind::assign || t.element->kind == ElementKind::assertion ||
           t.element->kind == ElementKind::print;
  }

  bool is_local(const TableTransition& t) const {
    if (t.atomic) return false;  // an atomic sequence begins here: leave it whole
    return !visibility_.is_global(*t.element) &&
           std::none_of(t.merged.begin(), t.merged.end(),
                        [this](const Element* e) { return visibility_.is_global(*e); });
  }

  const Visibility& visibility_;
  const CondenseOptions& options_;
  TransitionTable& table_;
  std::vector<std::uint8_t> exposed_;
};

}  // namespace

void merge_followers(const Flow& flow, const Visibility& visibility, const CondenseOptions& options,
                     TransitionTable& table) {
  if (options.merge && !flow.proctype->provided) FollowerMerger(flow, visibility, options, table).run();
}

std::vector<const Variable*> mark_dead_after(std::span<const Variable* const> locals, const Flow& flow,
                                             const CondenseOptions& options, TransitionTable& table) {
  EffectCollector collector(*flow.proctype);
  struct Uses {
    std::vector<Liveness::Use> all;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> touches;  // locations and transitions
  };
  std::unordered_map<const Variable*, Uses> uses;
  std::vector<std::vector<std::uint32_t>> targets(table.locations.size());
  for (std::uint32_t l = 0; l < table.locations.size(); ++l) {
    for (const TableTransition& t : table.locations[l].transitions) {
      const auto edge = static_cast<std::uint32_t>(targets[l].size());
      targets[l].push_back(t.target);
      const Effect effect = collector.of(t);
      for (const Variable* v : effect.reads) uses[v].all.push_back({l, edge, true, effect.overwrites.count(v) != 0});
      for (const Variable* v : effect.overwrites) {
        if (effect.reads.count(v) == 0) uses[v].all.push_back({l, edge, false, true});
      }
      for (const Variable* v : effect.touches) uses[v].touches.push_back({l, edge});
    }
  }
  Effect anywhere;  // a provided clause is looked at wherever the process stands
  if (flow.proctype->provided) collector.expression(*flow.proctype->provided, anywhere);

  Liveness liveness(std::move(targets));
  std::vector<const Variable*> dead_at_start;
  const auto look_at = [&](const Variable* v) {
    poll_stop();
    if (options.observed.count(v) != 0 || anywhere.reads.count(v) != 0) return;
    const Uses& used = uses[v];
    liveness.look_at(used.all, Liveness::Edges::all);
    const auto dies = [&](std::uint32_t l, std::uint32_t edge) {
      TableTransition& t = table.locations[l].transitions[edge];
      if (t.target == 0 || liveness.is_live(t.target)) return;
      if (t.dead_after.empty() || t.dead_after.back() != v) t.dead_after.push_back(v);
    };
    for (const auto& [l, edge] : used.touches) dies(l, edge);
    for (const Liveness::Use& use : used.all) {
      if (liveness.is_live(use.node)) dies(use.node, use.edge);
    }
    for (const std::uint32_t l : liveness.live_choices()) {
      for (std::uint32_t edge = 0; edge < table.locations[l].transitions.size(); ++edge) dies(l, edge);
    }
    if (!liveness.is_live(table.start)) dead_at_start.push_back(v);
  };
  for (const Variable* v : locals) look_at(v);
  for (const Variable& counter : flow.variables) look_at(&counter);  // before the loop it is as dead as behind it
  for (TableLocation& location : table.locations) {
    for (TableTransition& t : location.transitions) {
      std::sort(t.dead_after.begin(), t.dead_after.end(), [](const Variable* a, const Variable* b) {
        return std::tie(a->name.range.begin, a->name.text) < std::tie(b->name.range.begin, b->name.text);
      });
    }
  }
  return dead_at_start;
}

}  // namespace quotient::promela
