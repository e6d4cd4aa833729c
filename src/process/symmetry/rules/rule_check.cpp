#include "process/symmetry/rules/rule_check.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace quotient {

namespace {

using Bytes = std::vector<std::uint8_t>;

/// What can be seen of a step. One that does not complete is told by what is wrong with it.
struct Seen {
  Bytes target;
  Finding finding;
  bool completed = true;

  bool less(const Seen& other) const {
    if (completed != other.completed) return other.completed;
    if (finding.kind != other.finding.kind) return finding.kind < other.finding.kind;
    return std::lexicographical_compare(target.begin(), target.end(), other.target.begin(), other.target.end());
  }
};

}  // namespace

class RuleCheckedSystem::Generator final : public StepGenerator {
 public:
  Generator(const RuleCheckedSystem& system)
      : system_(system),
        steps_of_whole_(system.with_labels_ ? system.inner().cycle_generator() : system.inner().generator()),
        rewriter_(system.program_, system.rules_) {}

  void initial(Successors& out) override { steps_of_whole_->initial(out); }

  void successors(StateView state, Successors& out) override {
    source_.assign(state.begin(), state.end());
    steps_of_whole_->successors(source_, out);
    if (out.is_cut_off()) return;
    const std::size_t own = out.size();
    gone_.clear();
    for (std::size_t i = 0; i < own; ++i) gone_.push_back(seen(out[i]));
    kept_facts_ = out.cycle_facts;
    kept_findings_.assign(out.findings().begin(), out.findings().end());
    // Only what is wrong with rules counts here; and their images come last.
    out.clear();
    for (std::size_t i = 0; i < own; ++i) {
      if (gone_[i].completed) out.add(gone_[i].target, {});
    }
    for (std::size_t g = 0; g < rewriter_.count(); ++g) {
      if (!rewriter_.apply(g, source_, image_)) continue;
      if (image_ != source_) out.add(image_, {});
      steps_of_whole_->successors(image_, steps_);
      if (steps_.is_cut_off()) {
        out.cut_off(steps_.cut_off_reason());
        return;
      }
      if (differs(g)) {
        out.add_finding({FindingKind::invariant, static_cast<std::uint32_t>(g)});
        if (mismatch_) return;
      }
    }
  }
  /// Images have no actor: they are nobody's steps.
  void successors_of(StateView state, std::span<const Actor> actors, Successors& out) override {
    successors(state, out);
    out.keep_steps_of(actors);
  }
  StateView lasting_digest(StateView state) override { return steps_of_whole_->lasting_digest(state); }
  void heed(const StopSignal& signal) override { steps_of_whole_->heed(signal); }
  std::span<const std::uint8_t> coverage() const override { return steps_of_whole_->coverage(); }

  std::optional<Mismatch> mismatch(StateView state) {
    Successors out;
    mismatch_ = Mismatch();
    successors(state, out);
    std::optional<Mismatch> found;
    if (!out.findings().empty()) found = std::move(mismatch_);
    mismatch_.reset();
    return found;
  }

 private:
  static Seen seen(const Successor& step) {
    return {Bytes(step.state.begin(), step.state.end()), step.finding, step.completed};
  }
  static bool before(const Seen& a, const Seen& b) { return a.less(b); }

  /// Whether what an instance makes of `source_`, with its `steps_`, differs from it in what can be seen.
  bool differs(std::size_t g) {
    there_.clear();
    for (std::size_t i = 0; i < steps_.size(); ++i) there_.push_back(seen(steps_[i]));
    expected_.clear();
    for (const Seen& step : gone_) {
      expected_.push_back(step);
      if (step.completed && rewriter_.apply(g, step.target, moved_)) expected_.back().target = moved_;
    }
    std::sort(there_.begin(), there_.end(), before);
    std::sort(expected_.begin(), expected_.end(), before);
    const auto unlike = std::mismatch(there_.begin(), there_.end(), expected_.begin(), expected_.end(),
                                      [](const Seen& a, const Seen& b) { return !a.less(b) && !b.less(a); });
    const bool same_steps = unlike.first == there_.end() && unlike.second == expected_.end();
    const bool same_facts = !system_.with_labels_ || (steps_.cycle_facts.accepting == kept_facts_.accepting &&
                                                      steps_.cycle_facts.progress == kept_facts_.progress);
    const auto same_kind = [](Finding a, Finding b) { return a.kind == b.kind; };
    const bool same_findings = std::equal(steps_.findings().begin(), steps_.findings().end(), kept_findings_.begin(),
                                          kept_findings_.end(), same_kind);
    if (same_steps && same_facts && same_findings) return false;
    if (mismatch_) note(g, same_steps);
    return true;
  }

  void note(std::size_t g, bool same_steps) {
    mismatch_ = Mismatch{g, source_, image_, false, std::nullopt};
    if (same_steps) return;
    // A step of the state without one of the image, or the other way round.
    for (const Seen& step : gone_) {
      Seen wanted = step;
      if (step.completed && rewriter_.apply(g, step.target, moved_)) wanted.target = moved_;
      if (std::binary_search(there_.begin(), there_.end(), wanted, before)) continue;
      mismatch_->target = step.target;
      return;
    }
    for (const Seen& step : there_) {
      if (std::binary_search(expected_.begin(), expected_.end(), step, before)) continue;
      mismatch_->step_of_image = true;
      mismatch_->target = step.target;
      return;
    }
  }

  const RuleCheckedSystem& system_;
  std::unique_ptr<StepGenerator> steps_of_whole_;
  Rewriter rewriter_;
  Bytes source_, image_, moved_;
  Successors steps_;
  std::vector<Seen> gone_, there_, expected_;
  CycleFacts kept_facts_;
  std::vector<Finding> kept_findings_;
  std::optional<Mismatch> mismatch_;  // set while one is wanted
};

RuleCheckedSystem::RuleCheckedSystem(const System& whole, const Program& program, const RewriteRules& rules,
                                     bool with_labels)
    : RuleCheck(whole),
      NarratorDecorator(whole.narrator()),
      program_(program),
      rules_(rules),
      with_labels_(with_labels) {}

std::unique_ptr<StepGenerator> RuleCheckedSystem::generator() const { return std::make_unique<Generator>(*this); }

std::optional<RuleCheckedSystem::Mismatch> RuleCheckedSystem::mismatch(StateView state) const {
  return Generator(*this).mismatch(state);
}

std::vector<TraceEvent> RuleCheckedSystem::explain(StateView from, StateView to, Finding) const {
  const auto generator = with_labels_ ? inner().cycle_generator() : inner().generator();
  Successors steps;
  generator->successors(from, steps);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].completed && std::ranges::equal(steps[i].state, to)) return NarratorDecorator::explain(from, to, {});
  }
  Rewriter rewriter(program_, rules_);
  Bytes image;
  for (std::size_t g = 0; g < rewriter.count(); ++g) {
    if (!rewriter.apply(g, from, image) || !std::ranges::equal(image, to)) continue;
    TraceEvent event;
    event.statement = "rule " + rewriter.name(g);
    return {event};
  }
  return {};
}

FindingText RuleCheckedSystem::describe(Finding finding) const {
  const Rewriter rewriter(program_, rules_);
  return {fmt::format("rule {} maps a state to one that behaves differently", rewriter.name(finding.site)), {}};
}

}  // namespace quotient
