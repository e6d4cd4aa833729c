#include <algorithm>
#include <fmt/format.h>

#include "mcrl2/steps/combine.hpp"

namespace quotient::mcrl2 {

/// Actions communicate where their arguments are equal. Elsewhere equal arguments are known by their numbers; where
/// they are terms like head([]), different numbers may stand for equal ones, and a step left out would be a deadlock
/// made up.
void Combiner::check_arguments() {
  for (const NameRule& rule : fates_.communications) {
    const bool all_offered =
        std::all_of(rule.from.begin(), rule.from.end(), [&](ActName name) { return offer_count_[name.value] != 0; });
    if (!all_offered) continue;
    for (std::size_t i = 0; i < rule.from.size(); ++i) {
      for (std::size_t j = i + 1; j < rule.from.size(); ++j) check_arguments(rule.from[i], rule.from[j]);
    }
  }
}

void Combiner::check_arguments(ActName a, ActName b) {
  for (const auto& [child, offers] : by_name_[a.value]) {
    for (std::uint32_t i = offers.begin; i < offers.end; ++i) {
      for (const auto& [other, of_other] : by_name_[b.value]) {
        for (std::uint32_t k = of_other.begin; other != child && k < of_other.end; ++k) {
          const Offer& offer = views_[child]->offers[i];
          const InstanceId left = offer.instance, right = views_[other]->offers[k].instance;
          if ((actions_[left].plain && actions_[right].plain) || actions_.have_same_arguments(left, right)) continue;
          SourceRange range;
          if (!nested_[child]) {
            const std::uint32_t place = views_[child]->moves[offer.move].place;
            for (const CompiledSummand& summand : model_.locations[views_[child]->location.value].summands) {
              if (summand.place == place) range = summand.range;
            }
          }
          throw EvaluationError{
              fmt::format("whether {} communicates with {} cannot be told: their arguments have no "
                          "values that could be compared",
                          actions_.text(actions_.single(left)), actions_.text(actions_.single(right))),
              range};
        }
      }
    }
  }
}

}  // namespace quotient::mcrl2
