#include "driver/subject_search.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>

#include "base/ensure.hpp"
#include "driver/phase.hpp"
#include "driver/symmetry_trial.hpp"
#include "search/cluster/cluster_search.hpp"
#include "search/cycles/cycle_search.hpp"
#include "search/disk/disk_search.hpp"
#include "search/game/game_search.hpp"
#include "search/persist/checkpoints.hpp"
#include "search/reduce/stubborn.hpp"
#include "search/reduce/unfold.hpp"
#include "search/shown/few_switches.hpp"

namespace quotient::driver {

namespace {

/// A search that is over by then needs no partial orders. Long enough to see what a model does after it has set itself
/// up, short enough that nobody notices.
constexpr std::uint64_t trial_states = 4'000;

/// Of what a search without partial orders may store to find out whether there is a shorter run, compared with the one
/// that has found the violation.
constexpr std::uint64_t effort_to_shorten = 4, least_to_shorten = 50'000;

/// The trial was long enough, and there is more.
bool goes_on(const Result& trial, const SearchOptions& options) {
  return trial.stopped == StopReason::states && trial.states < options.limits.max_states;
}

/// Whether a trial with steps left out promises to need fewer states and less time in the end: where hardly any state
/// leaves steps out, choosing them costs more than it saves, as it does where what is left out is met later anyway:
/// then as many states go no deeper than with all steps. Where states are passed through otherwise, these would be
/// stored, and more must be gained.
bool promises_less(const Result& some, const Result& all, bool by_levels, bool passes_through) {
  if (by_levels && some.max_depth <= all.max_depth) return false;
  return some.partly_expanded * (passes_through ? 2 : 8) >= some.states;
}

}  // namespace

SubjectSearch::SubjectSearch(const Subject& subject, const CheckSettings& settings, const SubjectSymmetry& symmetry,
                             const Hooks& hooks)
    : subject_(subject), settings_(settings), symmetry_(symmetry), hooks_(hooks) {}

void SubjectSearch::prepare() {
  // The states on disk are to be those that memory would have held.
  if (!settings_.search.spill.empty()) return;
  if (settings_.partial_order != "off") {
    objection_ = objection_to_partial_orders();
    if (objection_.empty()) independence_ = subject_.system->independence();
    if (independence_ == nullptr && objection_.empty())
      objection_ = "in this model every step may depend on every other";
  }
  // A step that stands for several reads and writes more than its first statement does: it is one or the other.
  if (settings_.partial_order == "on" && independence_ != nullptr) return;
  pass_through_states();
  if (settings_.skip_sequential == "always") independence_ = nullptr;
}

void SubjectSearch::pass_through_states() {
  // A position of a game that is passed through may be one that decides who wins.
  if (settings_.skip_sequential == "never" || subject_.game != nullptr) return;
  // Strong fairness asks who moves, and that is known of single steps alone.
  if (subject_.cycles && subject_.cycles->fairness == Fairness::strong) return;
  skipping_.emplace(*subject_.system, subject_.has_cycle_labels);
  if (settings_.skip_sequential != "always" && !(subject_.may_join_steps && skipping_->pays())) skipping_.reset();
}

/// Whether memory did not suffice, and files may be used instead: the search is then begun again, or goes on from its
/// last checkpoint. What was wasted is the part of it that fitted into memory.
bool SubjectSearch::spills(const Result& result, const SearchOptions& options) const {
  const bool lacked_memory = result.stopped == StopReason::memory || result.stopped == StopReason::refused;
  return lacked_memory && !options.spill.empty() && objection_to_spilling().empty();
}

/// A search that is resumed may have been on disk before: to fill the memory first would be in vain.
bool SubjectSearch::goes_on_spilling(const SearchOptions& options) const {
  return !options.spill.empty() && objection_to_spilling().empty() && options.checkpoints != nullptr &&
         options.checkpoints->can_restore();
}

std::string SubjectSearch::objection_to_spilling() const {
  if (subject_.cycles) return "infinite runs are searched in memory";
  if (subject_.game != nullptr) return "games are solved in memory";
  SearchOptions options = settings_.search;
  options.reduction = symmetry_.used;
  return objection_to_disk(options);
}

/// Why partial orders cannot be used for what is searched; empty where they can. What can go wrong in states and on
/// steps takes a breadth-first search, with a store that knows which states are new.
std::string SubjectSearch::objection_to_partial_orders() {
  if (subject_.game != nullptr) return "whether a formula holds is decided on all steps";
  if (is_about_runs()) {
    if (subject_.cycles && subject_.cycles->fairness != Fairness::none) return "fairness speaks of all that could move";
    if (subject_.is_formula && !subject_.ignores_stuttering) return "the formula counts steps (X)";
    if (!subject_.claim.empty() && !subject_.ignores_stuttering)
      return "a never claim may count steps, an ltl formula without X does not";
    if (symmetry_.used != nullptr) {
      orbits_ = symmetry_.orbits.get();
      if (orbits_ == nullptr) {
        own_orbits_ = StateOrbits::of(symmetry_.symmetry);
        orbits_ = own_orbits_.get();
      }
      if (orbits_ == nullptr || orbits_->actors() == nullptr)
        return "states of an orbit cannot be compared exactly here, as claims and infinite runs need it (--symmetry "
               "off)";
    }
  } else {
    if (settings_.search.order != SearchOrder::breadth_first) return "it needs --search bfs";
    if (settings_.search.store == StoreKind::bitstate) return "it needs --store exact or compact";
  }
  if (symmetry_.used != nullptr && symmetry_.used->floods()) return "it cannot be combined with --symmetry flooding";
  return "";
}

const System& SubjectSearch::system() const {
  if (skipping_) return *skipping_;
  return *subject_.system;
}

/// Arrivals at initial states.
std::uint64_t SubjectSearch::initial_steps() const {
  Successors steps;
  system().generator()->initial(steps);
  return steps.size();
}

Result SubjectSearch::run(SearchOptions options) {
  // What a search in memory saves is what one on disk goes on from.
  if (!options.spill.empty() && options.checkpoints != nullptr) options.ordered_states = Limits::none;
  Result result = may_try_symmetry(options) ? try_symmetry(options) : search_reduced(options);
  if (spills(result, options)) {
    if (options.checkpoints != nullptr) options.checkpoints->repeat_search();
    result = explore_on_disk(system(), options);
  }
  if (takes_other_steps() && result.partly_expanded > 0 && !result.violations.empty()) {
    result = with_own_steps(options, std::move(result));
  } else if (result.partly_expanded > 0) {
    shorten(options, result);
  }
  simplify_runs(options, result);
  // SPIN counts the arrival at the initial state, lps2lts does not.
  if (!subject_.counts_initial) result.transitions -= std::min(result.transitions, initial_steps());
  if (hooks_.search_ended) hooks_.search_ended();
  return result;
}

/// With partial orders, where they can be used; on disk where the search that goes on was.
Result SubjectSearch::search_reduced(const SearchOptions& options) {
  if (goes_on_spilling(options)) return explore_on_disk(system(), options);
  // A caller who observes the states wants all of them.
  if (independence_ == nullptr || options.entered) return search_all(options);
  // To list all steps where one of every orbit would do has to pay, too: nobody knows in advance.
  if (settings_.partial_order != "on" && takes_other_steps()) return search_all(options);
  return settings_.partial_order == "on" ? search_partly(options) : search_with_what_pays(options);
}

/// A system that lists one step of every orbit does not list all of those that partial orders may take.
bool SubjectSearch::takes_other_steps() const {
  return symmetry_.used != nullptr && subject_.symmetry != nullptr && subject_.symmetry->whole() != nullptr;
}

bool SubjectSearch::may_try_symmetry(const SearchOptions& options) const {
  const bool chosen = settings_.symmetry != "auto" || subject_.cycles || subject_.game != nullptr || options.entered;
  if (chosen || options.reduction == nullptr) return false;
  // Without symmetry, a system that has one initial state of every orbit would have too few of the others, too.
  if (subject_.symmetry != nullptr && subject_.symmetry->whole() != nullptr) return false;
  return SymmetryTrial::is_possible(*options.reduction);
}

/// Symmetry that costs more than it saves is left out of `options`, and the search begins again.
Result SubjectSearch::try_symmetry(SearchOptions& options) {
  SymmetryTrial trial(symmetry_.symmetry, *options.reduction);
  // A search that leaves something behind, or that others take part in, must not begin twice.
  if (options.checkpoints != nullptr || options.ranks != nullptr) {
    static_cast<void>(search_all(trial.options_alone(options)));
  } else {
    Result result = search_reduced(trial.options(options));
    if (trial.pays()) return result;
  }
  objection_to_symmetry_ = trial.objection();
  if (!objection_to_symmetry_.empty()) options.reduction = nullptr;
  return search_reduced(options);
}

bool SubjectSearch::goes_by_levels(const SearchOptions& options) const {
  return subject_.cycles ? begins_by_levels(*subject_.cycles, options) : options.order == SearchOrder::breadth_first;
}

/// A search that goes deep knows no levels.
SearchOptions SubjectSearch::for_trial(SearchOptions options) const {
  if (!goes_by_levels(options)) {
    options.limits.max_states = std::min(options.limits.max_states, trial_states);
  } else {
    options.enough_states = trial_states;
  }
  return options;
}

Result SubjectSearch::search(const System& system, SearchOptions options) const {
  const bool by_one = subject_.cycles || subject_.game != nullptr;
  if (Transport* const ranks = options.ranks; ranks != nullptr && by_one) {
    options.ranks = nullptr;
    return search_on_first_rank(*ranks, system, [&] { return search(system, options); });
  }
  return subject_.cycles            ? find_cycles(system, *subject_.cycles, options)
         : subject_.game != nullptr ? decide_game(system, *subject_.game, options)
                                    : explore(system, options);
}

Result SubjectSearch::search_all(const SearchOptions& options) const {
  Result result = search(system(), options);
  unfold_all(result);
  return result;
}

Result SubjectSearch::search_partly(const SearchOptions& options) const {
  if (!is_about_runs()) {
    SearchOptions some = options;
    some.partial_orders = true;
    Result result =
        search(StubbornSystem(*subject_.system, *independence_, StubbornFor::states, options.paranoid), some);
    // Whatever else is wrong may lie behind other steps of a state that has none any more.
    const auto hides_steps = [](const Violation& violation) { return violation.finding.kind == FindingKind::runtime; };
    const bool begin_anew =
        options.all && independence_->errors_hide_steps() && std::ranges::any_of(result.violations, hides_steps);
    return begin_anew ? search(*subject_.system, options) : result;
  }
  const bool checked = options.paranoid && subject_.claim.empty();
  const StubbornSystem stubborn(*subject_.system, *independence_, StubbornFor::runs, checked,
                                options.reduction != nullptr ? orbits_ : nullptr);
  Result result = search(stubborn, options);
  if (!options.paranoid) return result;
  const Result whole = search(*subject_.system, options);
  ensure(
      result.verdict == whole.verdict || result.verdict == Verdict::incomplete || whole.verdict == Verdict::incomplete,
      "partial orders: a formula or a label holds with all steps and not with some, or the other way round");
  return result;
}

std::string SubjectSearch::audit_partial_orders(SearchOptions options, const Reduction& exact,
                                                const Result& whole) const {
  if (independence_ == nullptr || settings_.partial_order != "on" || is_about_runs()) return "";
  options.reduction = &exact;
  options.all = options.partial_orders = true;
  const Result some = search(StubbornSystem(*subject_.system, *independence_, StubbornFor::states, true), options);
  if (!some.complete() || !whole.complete()) return "partial orders were tried until a limit was reached";
  const auto wrong_in = [](const Result& result) {
    std::set<std::pair<FindingKind, std::uint32_t>> wrong;
    for (const Violation& violation : result.violations) wrong.emplace(violation.finding.kind, violation.finding.site);
    return wrong;
  };
  const auto wrong = wrong_in(whole);
  const bool hides_steps = independence_->errors_hide_steps() && std::ranges::any_of(wrong, [](const auto& finding) {
                             return finding.first == FindingKind::runtime;
                           });
  ensure(hides_steps ? !some.violations.empty() : wrong_in(some) == wrong,
         "partial orders: something is wrong with all steps and not with some, or the other way round");
  return fmt::format("with partial orders too: {} states, and the same is wrong", some.states);
}

/// Decided by what two short searches have seen, not by the clock: the same on every machine.
Result SubjectSearch::search_with_what_pays(const SearchOptions& options) {
  Result all = search_all(for_trial(options));
  if (!goes_on(all, options)) return all;
  Result some = search_partly(for_trial(options));
  const bool goes_on_with_some = goes_on(some, options);
  if (goes_on_with_some && !promises_less(some, all, goes_by_levels(options), skipping_.has_value()))
    return search_all(options);
  skipping_.reset();
  return goes_on_with_some ? search_partly(options) : some;
}

/// The first violation that a search with partial orders meets need not have a shortest run, unless it is a deadlock.
/// Looks for a shorter one with all steps, as long as that does not take much longer than to find this one.
void SubjectSearch::shorten(const SearchOptions& options, Result& result) {
  // The way to a cycle is a long one without partial orders, too, and is shortened where that is soon done.
  if (result.violations.empty() || options.all || subject_.cycles) {
    may_be_longer_ = !result.violations.empty();
    return;
  }
  Violation& violation = result.violations.front();
  if (violation.finding.kind == FindingKind::deadlock || violation.length() < 2) return;
  SearchOptions again = options;
  again.limits.max_depth = std::min<std::uint64_t>(again.limits.max_depth, violation.length() - 1);
  const std::uint64_t most = std::max(effort_to_shorten * result.states, least_to_shorten);
  again.limits.max_states = std::min(again.limits.max_states, most);
  Result shorter = search(*subject_.system, std::move(again));
  result.seconds += shorter.seconds;
  if (!shorter.violations.empty() && shorter.violations.front().length() < violation.length()) {
    violation = std::move(shorter.violations.front());
  } else {
    may_be_longer_ = shorter.violations.empty() && !shorter.complete() && shorter.stopped != StopReason::depth;
  }
}

/// What was found is found again with steps that the system can describe. Where that takes too long, it has no run.
Result SubjectSearch::with_own_steps(const SearchOptions& options, Result found) const {
  Result again = search(*subject_.system, options);
  again.seconds += found.seconds;
  if (!again.violations.empty()) return again;
  for (Violation& violation : found.violations) {
    violation.states.clear();
    violation.without_run = true;
  }
  return found;
}

/// Of equally short runs one that stays with a process as long as it can is easiest to follow.
void SubjectSearch::simplify_runs(const SearchOptions& options, Result& result) const {
  if (options.order != SearchOrder::breadth_first && !subject_.cycles) return;
  FewSwitchesOptions few{options.reduction, &symmetry_.symmetry};
  if (!result.violations.empty()) few.most_states /= result.violations.size();
  for (Violation& violation : result.violations) {
    if (!run_guarded(*hooks_.deadline, *hooks_.deadline, [&] { show_few_switches(*subject_.system, violation, few); }))
      return;
  }
}

void SubjectSearch::unfold_all(Result& result) const {
  if (!skipping_) return;
  const Grace grace(hooks_.deadline);
  for (Violation& violation : result.violations) {
    if (run_guarded(*hooks_.deadline, grace, [&] { violation = unfold(*skipping_, violation); })) continue;
    violation.states.clear();
    violation.without_run = true;
  }
}

void SubjectSearch::add_remarks(std::vector<Remark>& remarks) const {
  if (settings_.ranks != nullptr) {
    SearchOptions options = settings_.search;
    options.reduction = symmetry_.used;
    std::string why = objection_to_ranks(*subject_.system, options);
    if (subject_.cycles) why = "it is for infinite runs";
    if (subject_.game != nullptr) why = "it solves a game";
    if (!why.empty())
      remarks.push_back(Caution{"one rank searched, the others waited: this search is not shared out, since " + why});
  }
  if (!settings_.search.spill.empty() && !objection_to_spilling().empty())
    remarks.push_back(Caution{"--spill is not used: " + objection_to_spilling()});
  if (settings_.partial_order == "on" && !objection_.empty()) {
    remarks.push_back(Caution{"--partial-order is not used: " + objection_});
  }
  if (may_be_longer_) {
    remarks.push_back(
        Caution{"there may be a shorter run, since partial-order reduction was used (--partial-order off finds a "
                "shortest one)"});
  }
}

}  // namespace quotient::driver
