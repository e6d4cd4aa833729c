#include "temporal/ltl_product.hpp"

#include <utility>

namespace quotient::temporal {

namespace {

class LtlGenerator final : public ProductGenerator {
 public:
  explicit LtlGenerator(const LtlProduct& product)
      : ProductGenerator(product), automaton_(product.automaton()), dead_(product.dead()) {}

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
    const std::uint64_t holding = reader_->of_state(own, steps_);
    if (steps_.empty()) read(at, holding | dead_, own, {{}, no_step, {}, true, no_actor}, out);
    for (std::size_t i = 0; i < steps_.size(); ++i) {
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
  void read(const ltl::Automaton::State& at, std::uint64_t letter, StateView target, const Successor& step,
            Successors& out) {
    for (const ltl::Automaton::Transition& t : at.transitions) {
      if (!t.label.holds_at(letter)) continue;
      out.add(marked(target, t.target.value), step.label, step.finding, true, step.actor);
      out.add_moved({});
    }
  }

  const ltl::Automaton& automaton_;
  const std::uint64_t dead_;
};

}  // namespace

LtlProduct::LtlProduct(Checked checked, ltl::Automaton automaton, std::uint32_t dead)
    : Product(std::move(checked)), automaton_(std::move(automaton)), dead_(std::uint64_t{1} << dead) {}

std::unique_ptr<StepGenerator> LtlProduct::generator() const { return std::make_unique<LtlGenerator>(*this); }

}  // namespace quotient::temporal
