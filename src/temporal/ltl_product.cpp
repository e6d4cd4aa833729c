#include "temporal/ltl_product.hpp"

#include <utility>

namespace quotient::temporal {

namespace {

class LtlGenerator final : public ProductGenerator {
 public:
  /// `fair_to`: where fairness is to be judged; must outlive this. `knows_movers`: the generator says who moves.
  LtlGenerator(const LtlProduct& product, std::unique_ptr<StepGenerator> model, const ProcessSet* fair_to,
               bool knows_movers)
      : ProductGenerator(product, std::move(model)),
        automaton_(product.automaton()),
        recurrent_(ltl::recurrent_states(automaton_)),
        dead_(product.dead()),
        fair_to_(fair_to),
        knows_movers_(knows_movers) {}

  void initial(Successors& out) override {
    out.clear();
    model_->initial(steps_);
    if (steps_.is_cut_off()) return out.cut_off(steps_.cut_off_reason());
    for (const Finding& finding : steps_.findings()) out.add_finding(finding);
    enter(out);
  }

  void successors(StateView state, Successors& out) override {
    out.clear();
    const StateView own = model_state(state);
    const std::uint32_t mark = mark_of(state);
    if (mark != not_running && automaton_.states[mark].terminal) {
      out.cycle_facts.accepting = true;
      out.add_finding({FindingKind::ltl, 0});
      return;
    }
    if (!expand(own, out)) return;
    if (mark == not_running) return enter(out);
    const ltl::Automaton::State& at = automaton_.states[mark];
    out.cycle_facts.accepting = at.accepting;
    out.cycle_facts.recurrent = recurrent_[mark];
    const std::uint64_t holding = reader_->of_state(own, steps_);
    moved_ = {};
    if (steps_.empty()) read(at, holding | dead_, own, {{}, no_step, {}, true, no_actor}, out);
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      note_movers(i, out);
      const Successor step = steps_[i];
      if (!step.completed) {
        add_broken(step, out);
        out.add_moved({});
        continue;
      }
      read(at, holding | reader_->of_step(step), step.state, step, out);
    }
    hand_on_problems(out);
  }

 private:
  /// Where the model is being set up, the automaton waits for its first state.
  void enter(Successors& out) {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Successor step = steps_[i];
      if (step.completed) {
        const std::uint32_t mark = reader_->is_running(step.state) ? ltl::Automaton::initial.value : not_running;
        out.add(marked(step.state, mark), step.label, step.finding, true, step.actor);
      } else {
        add_broken(step, out);
      }
      out.add_moved({});
    }
  }
  /// Of a step of the model: who moves on it, and so could.
  void note_movers(std::size_t i, Successors& out) {
    if (fair_to_ == nullptr || !steps_[i].completed) return;
    moved_ = {};
    if (knows_movers_) {
      moved_ = steps_.moved(i);
    } else if (steps_[i].actor != no_actor) {
      moved_.insert(steps_[i].actor);
    }
    moved_ &= *fair_to_;
    out.cycle_facts.waiting |= moved_;
  }
  void read(const ltl::Automaton::State& at, std::uint64_t letter, StateView target, const Successor& step,
            Successors& out) {
    for (const ltl::Automaton::Transition& t : at.transitions) {
      if (!t.label.holds_at(letter)) continue;
      out.add(marked(target, t.target.value), step.label, step.finding, true, step.actor);
      out.add_moved(moved_);
    }
  }

  const ltl::Automaton& automaton_;
  const std::vector<bool> recurrent_;
  const std::uint64_t dead_;
  const ProcessSet* fair_to_;
  const bool knows_movers_;
  ProcessSet moved_;  // on the step that is read
};

}  // namespace

LtlProduct::LtlProduct(Checked checked, ltl::Automaton automaton, std::uint32_t dead, std::optional<ProcessSet> fair_to)
    : Product(std::move(checked)),
      automaton_(std::move(automaton)),
      dead_(std::uint64_t{1} << dead),
      fair_to_(std::move(fair_to)) {}

std::unique_ptr<StepGenerator> LtlProduct::generator() const {
  return std::make_unique<LtlGenerator>(*this, model().generator(), nullptr, false);
}

std::unique_ptr<StepGenerator> LtlProduct::cycle_generator() const {
  if (!fair_to_) return generator();
  std::unique_ptr<StepGenerator> of_model = model().cycle_generator();
  const bool knows_movers = of_model != nullptr;
  if (!knows_movers) of_model = model().generator();
  return std::make_unique<LtlGenerator>(*this, std::move(of_model), &*fair_to_, knows_movers);
}

}  // namespace quotient::temporal
