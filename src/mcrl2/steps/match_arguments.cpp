#include <algorithm>
#include <fmt/format.h>

#include "mcrl2/steps/match.hpp"

namespace quotient::mcrl2 {

/// Actions communicate where their arguments are equal. Elsewhere equal arguments are known by their numbers; where
/// they are terms like head([]), different numbers may stand for equal ones, and a step left out would be a deadlock
/// made up.
void Matcher::check_arguments() {
  for (const NameRule& rule : rules_.fates.communications) {
    const bool all_offered =
        std::all_of(rule.from.begin(), rule.from.end(), [&](ActName name) { return offers_.count(name) != 0; });
    if (!all_offered) continue;
    for (std::size_t i = 0; i < rule.from.size(); ++i) {
      for (std::size_t j = i + 1; j < rule.from.size(); ++j) check_arguments(rule.from[i], rule.from[j]);
    }
  }
}

void Matcher::check_arguments(ActName a, ActName b) {
  for (const auto& [child, offers] : offers_.by_name(a)) {
    for (std::uint32_t i = offers.begin; i < offers.end; ++i) {
      for (const auto& [other, of_other] : offers_.by_name(b)) {
        for (std::uint32_t k = of_other.begin; k < of_other.end; ++k) {
          const Offer& offer = offers_.view(child).offers[i];
          const Offer& answer = offers_.view(other).offers[k];
          if (other == child && answer.move != offer.move) continue;  // a child makes one move at a time
          const InstanceId left = offer.instance, right = answer.instance;
          if ((actions_[left].plain && actions_[right].plain) || actions_.have_same_arguments(left, right)) continue;
          if (other != child && (takes(other, answer, left) || takes(child, offer, right))) continue;
          cannot_compare(child, offer, right);
        }
      }
    }
  }
}

/// Whether the sum that this offer comes from takes the other action as it is, so that the values that were tried for
/// its variables need not be compared.
bool Matcher::takes(std::uint32_t child, const Offer& offer, InstanceId given) {
  const LocalState& view = offers_.view(child);
  const InstanceId wanted = actions_.partner(given, actions_[offer.instance].name);
  if (wanted == none || offers_.is_group(child)) return false;
  return std::ranges::any_of(offers_of(view, wanted), [&](const Offer& other) {
    return view.moves[other.move].place == view.moves[offer.move].place;
  });
}

void Matcher::cannot_compare(std::uint32_t child, const Offer& offer, InstanceId other) const {
  SourceRange range;
  if (!offers_.is_group(child)) {
    const LocalState& view = offers_.view(child);
    for (const CompiledSummand& summand : model_.locations[view.location.value].summands) {
      if (summand.place == view.moves[offer.move].place) range = summand.range;
    }
  }
  throw EvaluationError{
      fmt::format("whether {} communicates with {} is undecided: their arguments have no values that can be compared",
                  actions_.text(actions_.single(offer.instance)), actions_.text(actions_.single(other))),
      range};
}

}  // namespace quotient::mcrl2
