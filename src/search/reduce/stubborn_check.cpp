#include "search/reduce/stubborn_check.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/ensure.hpp"

namespace quotient {

namespace {

constexpr unsigned deepest = 3, most_effort = 400;
constexpr std::uint64_t first_states = 256, one_of = 32;

}  // namespace

StubbornCheck::Steps StubbornCheck::steps_of(StateView state) {
  if (effort_ > 0) --effort_;
  whole_->successors(state, room_);
  Steps out;
  for (std::size_t i = 0; i < room_.size() && !room_.is_cut_off(); ++i) {
    const Successor step = room_[i];
    if (ignores_loops_ && step.completed && std::ranges::equal(step.state, state)) continue;
    out.push_back(
        {step.actor, step.label, step.finding, step.completed, std::vector(step.state.begin(), step.state.end())});
  }
  return out;
}

/// Of the state whose steps were asked for last: something cannot be computed there, and nobody can move.
bool StubbornCheck::is_erroneous() const {
  return room_.size() == 0 &&
         std::ranges::any_of(room_.findings(), [](Finding finding) { return finding.kind == FindingKind::runtime; });
}

void StubbornCheck::check(StateView state, const std::function<bool(Actor)>& is_chosen) {
  if (++looked_at_ > first_states && looked_at_ % one_of != 0) return;
  effort_ = most_effort;
  const std::vector<std::uint8_t> source(state.begin(), state.end());
  const Steps here = steps_of(source);
  Steps chosen;
  std::copy_if(here.begin(), here.end(), std::back_inserter(chosen), [&](const Step& s) { return is_chosen(s.actor); });
  follow_others(here, chosen, 0, is_chosen);
}

void StubbornCheck::follow_others(const Steps& here, const Steps& chosen, unsigned depth,
                                  const std::function<bool(Actor)>& is_chosen) {
  for (const Step& other : here) {
    if (is_chosen(other.actor) || !other.completed || effort_ == 0) continue;
    const Steps behind = steps_of(other.state);
    if (room_.is_cut_off()) return;
    if (is_erroneous()) continue;
    Steps still;
    std::copy_if(behind.begin(), behind.end(), std::back_inserter(still),
                 [&](const Step& s) { return is_chosen(s.actor); });
    const auto alike = [](const Step& a, const Step& b) {
      return a.is_like(b) && a.finding == b.finding && a.completed == b.completed;
    };
    ensure(std::is_permutation(still.begin(), still.end(), chosen.begin(), chosen.end(), alike),
           "partial orders: a step that was left out changes what the chosen processes can do");
    for (const Step& one : here) {
      if (is_chosen(one.actor) && one.completed && effort_ > 0) check_order(here, one, other);
    }
    if (depth + 1 < deepest) follow_others(behind, still, depth + 1, is_chosen);
  }
}

/// Of all steps like these two: wherever the chosen one comes last, it could have come first. The other way round a
/// step of the chosen set may have made more possible (the other finds a new partner).
void StubbornCheck::check_order(const Steps& here, const Step& chosen, const Step& other) {
  bool errs = false;
  const auto behind_both = [&](const Step& first, const Step& second) {
    std::vector<std::vector<std::uint8_t>> ends;
    for (const Step& one : here) {
      if (!one.is_like(first) || !one.completed) continue;
      for (Step& two : steps_of(one.state)) {
        if (two.is_like(second) && two.completed) ends.push_back(std::move(two.state));
      }
      errs = errs || is_erroneous();
    }
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    return ends;
  };
  const auto first = behind_both(chosen, other), last = behind_both(other, chosen);
  ensure(errs || std::includes(first.begin(), first.end(), last.begin(), last.end()),
         "partial orders: a step that was left out does not commute with a chosen one");
}

}  // namespace quotient
