#include "driver/for_every.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

#include "driver/check_run.hpp"
#include "driver/saved_run.hpp"
#include "every/certificate.hpp"
#include "every/closure.hpp"

namespace quotient::driver {

namespace {

/// Sizes up to this one are searched where it is not shown.
constexpr std::uint32_t searched_at_least = 6;
/// Views of states with more elements than that are not tried: there are too many.
constexpr std::uint32_t most_elements = 12;

class EveryCheck {
 public:
  EveryCheck(Deadline& deadline, const Model& model, const CheckSettings& settings, const Hooks& hooks)
      : deadline_(deadline), model_(model), settings_(settings), hooks_(hooks) {}

  CheckOutcome run() {
    if (!find_family()) return std::move(outcome_);
    const std::uint32_t first = settings_.views == 0 ? 1 : settings_.views;
    const std::uint32_t last = settings_.views == 0 ? most_viewed : settings_.views;
    for (std::uint32_t k = first; k <= last; ++k) {
      const EverySize sizes = every_size(family_, k);
      if (sizes.size > most_elements) {
        every_.obstacle = fmt::format("views of {} ask for states with {} of them", k, sizes.size);
        break;
      }
      if (!search_up_to(sizes.size)) return finished();
      if (close(sizes)) return finished();
      if (stopped_) return finished();
    }
    if (search_up_to(searched_at_least)) verdict_ = Verdict::incomplete;
    return finished();
  }

 private:
  bool refuse(std::string why) {
    outcome_.refusal = fmt::format("--for-every {}: {}", settings_.model.for_every, why);
    return false;
  }

  bool find_family() {
    const Subject& subject = model_.subjects.front();
    const std::string& name = settings_.model.for_every;
    if (settings_.search.checkpoints != nullptr || settings_.ranks != nullptr) {
      return refuse("cannot be combined with checkpoints or ranks");
    }
    if (model_.subjects.size() != 1 || subject.families == nullptr) return refuse("the model is checked for more");
    const std::vector<std::string> names = subject.families->names();
    if (std::ranges::find(names, name) == names.end()) {
      return refuse(names.empty()
                        ? "the model has no scalarset and no range with a name"
                        : fmt::format("there is no such scalarset or range; there is {}", fmt::join(names, ", ")));
    }
    family_ = subject.families->family(name);
    every_.family = name;
    if (family_.obstacles.empty()) return true;
    for (const FamilyObstacle& o : family_.obstacles) outcome_.diagnostics.error(o.at, o.why);
    return refuse("this cannot be shown for every number of them");
  }

  /// The model with another number of elements; null where it is already there.
  const Model* with_size(std::uint32_t size) {
    ModelSettings settings = settings_.model;
    settings.for_every.clear();
    settings.set_sizes[every_.family] = size;
    sized_ = load_model(settings, &deadline_);
    if (sized_) return &sized_;
    if (sized_.stopped != StopCause::none) throw Stopped{sized_.stopped};
    std::string why = sized_.problem;
    if (!sized_.diagnostics.all().empty()) why = sized_.diagnostics.all().front().message;
    refuse(fmt::format("with {} of them the model is wrong: {}", size, why));
    return nullptr;
  }

  /// False where that ended the check: a violation, a limit, a refusal.
  bool search_up_to(std::uint32_t size) {
    while (every_.searched.size() < size) {
      const auto next = static_cast<std::uint32_t>(every_.searched.size()) + 1;
      const Model* model = with_size(next);
      if (model == nullptr) return false;
      CheckSettings settings = settings_;
      settings.model.for_every.clear();
      settings.model.set_sizes[every_.family] = next;
      CheckOutcome outcome = CheckRun(deadline_, *model, settings, hooks_).run();
      if (!outcome.report) {
        outcome_ = std::move(outcome);
        return false;
      }
      if (hooks_.search_ended) hooks_.search_ended();
      const Result& result = outcome.report->result;
      every_.searched.push_back({next, result.verdict, result.states});
      const double before = outcome_.report ? outcome_.report->seconds.total : model_.seconds;
      outcome_.report = std::move(outcome.report);
      outcome_.report->seconds.total += before;
      verdict_ = outcome_.report->result.verdict;
      if (verdict_ != Verdict::verified) {
        every_.obstacle.clear();
        return false;
      }
    }
    return true;
  }

  /// Whether views of so many elements are enough.
  bool close(const EverySize& sizes) {
    const Model* model = with_size(sizes.size);
    if (model == nullptr) return false;
    const Subject& subject = model->subjects.front();
    const Family family = subject.families->family(every_.family);
    const EverySize again = every_size(family, sizes.viewed);
    if (!family.obstacles.empty() || again.size > sizes.size || family.size != sizes.size) {
      every_.obstacle = "the model is another one with more of them";
      stopped_ = true;
      return false;
    }
    ClosureOptions options;
    options.sizes = sizes;
    options.checked = [this](FindingKind kind) { return settings_.search.properties.contains(kind); };
    options.most_states = settings_.search.limits.max_states;
    options.most_bytes = settings_.search.limits.memory;
    deadline_.enter(phases::closing);
    const StopScope scope(&deadline_);
    Closure closure;
    try {
      closure = close_views(*subject.system, family, options);
    } catch (const Stopped&) {
      closure.end = Closure::End::limit;
    }
    every_.viewed = sizes.viewed;
    every_.needed = sizes.needed;
    every_.size = sizes.size;
    every_.views = closure.views;
    every_.states = closure.states;
    every_.steps = closure.steps;
    return judge(*model, family, sizes, closure);
  }

  bool judge(const Model& model, const Family& family, const EverySize& sizes, const Closure& closure) {
    const System& system = *model.subjects.front().system;
    verdict_ = Verdict::incomplete;
    switch (closure.end) {
      case Closure::End::closed:
        break;
      case Closure::End::violated: {
        const FindingText text = system.narrator().describe(closure.finding);
        every_.obstacle =
            fmt::format("{}, in a state of which nothing shows that it is not reachable with more", text.message);
        return false;
      }
      case Closure::End::limit:
        every_.obstacle = "a limit was reached while views were closed";
        stopped_ = true;
        return false;
      case Closure::End::not_in_pieces:
        every_.obstacle = "its states have more to them than variables";
        stopped_ = true;
        return false;
    }
    if (system.shortcoming()) {
      every_.obstacle = system.shortcoming()->first.message;
      stopped_ = true;
      return false;
    }
    every_.shown = true;
    every_.obstacle.clear();
    verdict_ = Verdict::verified;
    if (!settings_.certificate.empty()) {
      outcome_.certificate = certificate_text(make_certificate(model, family, sizes, closure));
    }
    return true;
  }

  Certificate make_certificate(const Model& model, const Family& family, const EverySize& sizes,
                               const Closure& closure) const {
    Certificate out;
    out.version = QUOTIENT_VERSION;
    out.model = settings_.model.path;
    out.language = model_.language();
    out.digest = digests_of(*model.sources).front().digest;
    out.set_sizes = settings_.model.set_sizes;
    out.family = family.name;
    out.sizes = sizes;
    for (const FindingKind kind : {FindingKind::assertion, FindingKind::invariant}) {
      if (settings_.search.properties.contains(kind)) out.properties.emplace_back(name_of(kind));
    }
    out.shared_names = closure.shared_names;
    out.element_names = closure.element_names;
    out.views = closure.rows;
    return out;
  }

  CheckOutcome finished() {
    if (!outcome_.report) return std::move(outcome_);
    CheckReport& report = *outcome_.report;
    every_.left_out = "deadlock";
    report.result.verdict = verdict_;
    if (deadline_.raised() && report.result.stopped == StopReason::nothing && verdict_ == Verdict::incomplete) {
      report.result.stopped = stop_reason(deadline_.cause());
    }
    report.for_every = every_;
    return std::move(outcome_);
  }

  Deadline& deadline_;
  const Model& model_;
  const CheckSettings& settings_;
  const Hooks& hooks_;
  Family family_;
  Model sized_;
  ForEveryReport every_;
  Verdict verdict_ = Verdict::incomplete;
  bool stopped_ = false;
  CheckOutcome outcome_;
};

}  // namespace

CheckOutcome check_for_every(Deadline& deadline, const Model& model, const CheckSettings& settings,
                             const Hooks& hooks) {
  return EveryCheck(deadline, model, settings, hooks).run();
}

}  // namespace quotient::driver
