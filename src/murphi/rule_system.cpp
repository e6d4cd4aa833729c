#include "murphi/rule_system.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "process/interpreter.hpp"
#include "process/process_steps.hpp"

namespace quotient::murphi {

namespace {

class RuleGenerator final : public StepGenerator {
 public:
  RuleGenerator(const Program& program, const Lowered& lowered, std::unique_ptr<StepGenerator> inner)
      : program_(program),
        actors_(lowered.actors),
        judges_(!lowered.invariants.empty()),
        inner_(std::move(inner)),
        interpreter_(program) {}

  void initial(Successors& out) override {
    out.clear();
    inner_->initial(before_);
    if (before_.empty()) return;
    inner_->successors(before_[0].state, steps_);
    for (std::size_t i = 0; i < steps_.size(); ++i) add(steps_[i], out);
  }

  void successors(StateView state, Successors& out) override {
    inner_->successors(state, out);
    if (out.is_cut_off()) return;
    bool moves = false, fails = false;
    for (std::size_t i = 0; i < out.size(); ++i) {
      const Successor step = out[i];
      moves = moves || !step.completed || !std::ranges::equal(step.state, state);
      fails = fails || step.finding;
    }
    if (fails || !actors_.empty()) put_right(out);
    if (!moves) out.add_finding({FindingKind::deadlock, 0});
    judge(state, out);
  }

  void successors_of(StateView state, std::span<const Actor> actors, Successors& out) override {
    successors(state, out);
    out.keep_steps_of(actors);
  }
  StateView lasting_digest(StateView state) override { return inner_->lasting_digest(state); }
  std::span<const std::uint8_t> coverage() const override { return inner_->coverage(); }
  void heed(const StopSignal& signal) override { inner_->heed(signal); }

 private:
  void add(const Successor& step, Successors& out) const {
    Finding finding = step.finding;
    // What the text calls an error is a violated claim; what happens to it is a run-time error.
    if (finding.kind == FindingKind::runtime && finding.site < program_.sites.size() &&
        program_.sites[finding.site].kind == SiteKind::assertion) {
      finding.kind = FindingKind::assertion;
    }
    const Actor actor = actors_.empty() ? step.actor : actors_[step.label.value];
    out.add(step.state, step.label, finding, step.completed, actor);
  }

  void put_right(Successors& out) {
    steps_.clear();
    for (std::size_t i = 0; i < out.size(); ++i) add(out[i], steps_);
    std::swap(out, steps_);
  }

  void judge(StateView state, Successors& out) {
    if (!judges_) return;
    at_.bytes.assign(state.begin(), state.end());
    at_.shape = &interpreter_.shapes().of(at_.bytes.data());
    for (std::uint32_t k = 0; k < program_.propositions.size(); ++k) {
      const std::int32_t holds = interpreter_.evaluate(program_.propositions[k].code, at_, {});
      if (interpreter_.is_undefined()) {
        out.add_finding({FindingKind::runtime, interpreter_.failure()});
      } else if (holds == 0) {
        out.add_finding({FindingKind::invariant, k});
      }
    }
  }

  const Program& program_;
  const std::vector<Actor>& actors_;
  const bool judges_;  // invariants
  std::unique_ptr<StepGenerator> inner_;
  Interpreter interpreter_;
  Successors before_, steps_;
  Configuration at_;
};

}  // namespace

TraceEvent RuleNarrator::event_of(std::uint32_t statement, StateView from, StateView to) const {
  TraceEvent event;
  event.statement = program_.statements[statement].text;
  event.at = sources_.locate(program_.statements[statement].range);
  if (to.empty() || from.empty()) return event;
  const std::vector<CellValue> before = describe(from), after = describe(to);
  for (std::size_t k = 0; k < after.size(); ++k) {
    if (before[k].value != after[k].value) event.changes.push_back({after[k].cell, before[k].value, after[k].value});
  }
  return event;
}

std::vector<TraceEvent> RuleNarrator::explain(StateView from, StateView to, Finding finding) const {
  if (finding.kind == FindingKind::assertion) finding.kind = FindingKind::runtime;
  const std::vector<MicroStep> path = ProcessSteps(program_).record(from, to, finding);
  if (path.empty()) return {};
  return {event_of(program_.transitions[path[0].transition].statement, from, to)};
}

std::vector<TraceEvent> RuleNarrator::explain_parallel(StateView from, StateView to, std::size_t which) const {
  const std::vector<MicroStep> path = ProcessSteps(program_).record(from, to, {}, which);
  if (path.empty()) return {};
  return {event_of(program_.transitions[path[0].transition].statement, from, to)};
}

std::vector<TraceEvent> RuleNarrator::explain_initial(StateView to) const {
  ProcessSteps steps(program_);
  Successors before;
  steps.initial(before);
  const std::vector<std::uint8_t> nothing(before[0].state.begin(), before[0].state.end());
  const std::vector<MicroStep> path = steps.record(nothing, to, {});
  if (path.empty()) return {};
  return {event_of(program_.transitions[path[0].transition].statement, nothing, to)};
}

std::vector<CellValue> RuleNarrator::describe(StateView state) const {
  std::vector<CellValue> out;
  for (const ShownCell& c : lowered_.cells) {
    out.push_back({c.name, text_of(*c.type, load_cell(state.data() + c.offset, c.cell.kind))});
  }
  return out;
}

FindingText RuleNarrator::describe(Finding finding) const {
  if (finding.kind == FindingKind::deadlock) return {"deadlock: no rule leads to another state", {}};
  if (finding.kind == FindingKind::invariant) {
    const LoweredInvariant& i = lowered_.invariants[finding.site];
    return {fmt::format("{} is violated", i.text), sources_.locate(i.rule->range)};
  }
  if (finding.kind == FindingKind::assertion) finding.kind = FindingKind::runtime;
  return NarratorDecorator::describe(finding);
}

/// A rule is reached when it is for some choice of its parameters.
std::vector<UnreachedPart> RuleNarrator::unreached(std::span<const std::uint8_t> coverage) const {
  std::set<const Rule*> reached;
  for (std::size_t s = 0; s < lowered_.rules.size() && s < coverage.size(); ++s) {
    if (coverage[s] != 0) reached.insert(lowered_.rules[s].rule);
  }
  UnreachedPart part;
  part.part = "rules";
  std::set<const Rule*> told;
  for (std::size_t s = 0; s < lowered_.rules.size(); ++s) {
    const Rule* rule = lowered_.rules[s].rule;
    if (reached.count(rule) != 0 || !told.insert(rule).second) continue;
    part.places.push_back({sources_.locate(rule->range), std::string(sources_.text(rule->range))});
  }
  if (part.places.empty()) return {};
  return {part};
}

RuleSystem::RuleSystem(std::unique_ptr<Model> model, Lowered lowered, const Program& program,
                       std::unique_ptr<System> steps, const SourceMap& sources)
    : SystemDecorator(*steps),
      model_(std::move(model)),
      lowered_(std::move(lowered)),
      program_(program),
      steps_(std::move(steps)),
      narrator_(lowered_, program_, steps_->narrator(), sources) {}

std::unique_ptr<StepGenerator> RuleSystem::generator() const {
  return std::make_unique<RuleGenerator>(program_, lowered_, steps_->generator());
}

}  // namespace quotient::murphi
