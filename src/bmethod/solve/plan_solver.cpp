#include "bmethod/solve/plan_solver.hpp"

#include <algorithm>

#include "bmethod/solve/encoder.hpp"

namespace quotient::bmethod {
namespace {

/// Ends a search of Gecode's when the evaluator must stop, or when more was tried than may be.
class StopSearch final : public Gecode::Search::Stop {
 public:
  StopSearch(Evaluator& evaluator, std::uint64_t most) : evaluator_(evaluator), most_(most) {}
  bool stop(const Gecode::Search::Statistics& statistics, const Gecode::Search::Options&) override {
    return statistics.fail > most_ || evaluator_.must_stop();
  }

 private:
  Evaluator& evaluator_;
  std::uint64_t most_;
};

class PlanSolver final : public ConstraintSolver {
 public:
  explicit PlanSolver(Evaluator& evaluator) : evaluator_(evaluator) {}

  std::optional<bool> run(const Plan& plan, FunctionRef<bool()> found, bool lenient, std::uint64_t budget) override {
    const Arena::Mark mark = evaluator_.arena.mark();
    const bool passing = evaluator_.search.passing;
    evaluator_.search.passing = false;
    auto space = std::make_unique<ConstraintSpace>();
    Encoder encoder(evaluator_, reads_, *space);
    bool encoded = false;
    try {
      encode(plan, encoder);
      encoded = encoder.posted() > 0;
      if (encoded) encoder.finish();
    } catch (const NotEncodable&) {
    } catch (const Gecode::Exception&) {
    }
    evaluator_.search.passing = passing;
    if (!encoded) {
      evaluator_.arena.rewind(mark);
      return std::nullopt;
    }
    bool complete = true;
    bool gave_up = false;
    std::uint64_t candidates = 0;
    try {
      complete = search(*space, budget, gave_up, [&](const ConstraintSpace& solution) {
        if (++candidates > budget) {
          gave_up = true;
          return false;
        }
        const Arena::Mark before = evaluator_.arena.mark();
        encoder.decode(solution);
        const bool go_on = confirm(plan, found, lenient);
        if (passing) evaluator_.arena.rewind(before);
        return go_on;
      });
    } catch (const Gecode::Exception&) {  // no memory
      gave_up = true;
    }
    if (passing) evaluator_.arena.rewind(mark);
    if (encoder.may_hide_undefined())
      evaluator_.outcome.leave_out({plan.steps[*plan.hard_from].site, LeftOut::What::undefined});
    if (!gave_up) return complete;
    evaluator_.outcome.give_up(plan.steps[*plan.hard_from].site);
    return evaluator_.plans.undefined_step(lenient);
  }

 private:
  /// False where the receiver ended it.
  template <typename Receive>
  bool search(ConstraintSpace& space, std::uint64_t budget, bool& gave_up, Receive receive) {
    StopSearch stop(evaluator_, budget);
    Gecode::Search::Options options;
    options.threads = 1;
    options.stop = &stop;
    Gecode::DFS<ConstraintSpace> engine(&space, options);
    while (const std::unique_ptr<ConstraintSpace> solution{engine.next()}) {
      if (!receive(*solution)) return false;
    }
    gave_up = gave_up || engine.stopped();
    return true;
  }

  static void encode(const Plan& plan, Encoder& encoder) {
    for (std::size_t at = *plan.hard_from; at < plan.steps.size(); ++at) {
      const Step& step = plan.steps[at];
      if (step.draws()) {
        encoder.declare(step);
      } else if (step.kind == Step::Kind::match) {
        encoder.match(step);
      } else if (step.kind == Step::Kind::filter) {
        encoder.post(step.node);
      }
    }
  }

  /// Asks every step about the values in the slots, as if they had been drawn.
  bool confirm(const Plan& plan, FunctionRef<bool()> found, bool lenient) {
    for (std::size_t at = *plan.hard_from; at < plan.steps.size(); ++at) {
      const Step& step = plan.steps[at];
      PlanRunner::Answer answer = PlanRunner::Answer::yes;
      if (step.draws()) {
        const bool is_drawn = draws(step);
        answer = evaluator_.outcome.failed() ? PlanRunner::Answer::undefined
                 : is_drawn                  ? PlanRunner::Answer::yes
                                             : PlanRunner::Answer::no;
      } else {
        answer = evaluator_.plans.pass(step);
      }
      if (answer == PlanRunner::Answer::undefined) return evaluator_.plans.undefined_step(lenient);
      if (answer == PlanRunner::Answer::no) return true;
    }
    return found();
  }

  /// Whether a step would draw the value in its slot.
  bool draws(const Step& step) {
    const Value value = evaluator_.slots[static_cast<std::size_t>(step.pattern->slot)];
    switch (step.kind) {
      case Step::Kind::narrowed:
        if (step.flag >= 0) evaluator_.slots[static_cast<std::size_t>(step.flag)] = 0;
        return draws(*step.otherwise);
      case Step::Kind::range:
        return std::ranges::all_of(step.lower, [&](const Node* n) { return to_int(value) >= evaluator_.number(n); }) &&
               std::ranges::all_of(step.upper, [&](const Node* n) { return to_int(value) <= evaluator_.number(n); });
      case Step::Kind::lookup: {
        const Value key = evaluator_.eval(step.key);
        if (evaluator_.outcome.failed()) return false;
        return evaluator_.contains(step.node, make_pair(evaluator_.arena, step.node->type->first, key, value));
      }
      case Step::Kind::enumerate:
        return evaluator_.contains(step.node, value);
      default:
        return true;
    }
  }

  Evaluator& evaluator_;
  SlotsRead reads_;
};

}  // namespace

std::unique_ptr<ConstraintSolver> make_plan_solver(Evaluator& evaluator) {
  return std::make_unique<PlanSolver>(evaluator);
}

}  // namespace quotient::bmethod
