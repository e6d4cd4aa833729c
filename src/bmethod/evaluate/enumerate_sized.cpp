#include <algorithm>

#include "bmethod/evaluate/evaluator.hpp"

namespace quotient::bmethod {

std::pair<std::int64_t, std::int64_t> SetEnumerator::size_bounds(const Step& step, std::size_t elements) {
  std::int64_t least = step.node->op == Op::pow1 || step.node->op == Op::fin1 ? 1 : 0;
  auto most = static_cast<std::int64_t>(elements);
  for (const Node* bound : step.lower) least = std::max(least, evaluator_.number(bound));
  for (const Node* bound : step.upper) most = std::min(most, evaluator_.number(bound));
  return {least, most};
}

/// Subsets of a number of elements that the predicate bounds, the small ones first: of a large set there may be few.
/// The predicate is asked again, so bounds need only leave nothing out.
bool SetEnumerator::draw_sized_subsets(const Step& step, Elements receive) {
  const Node* set = step.node;
  const std::vector<Value> elements = elements_of(set->args[0], step.site);
  const auto [least, most] = size_bounds(step, elements.size());
  if (failed()) return false;
  double all = 0;
  double of_size = 1;
  for (std::int64_t size = 0; size <= most; ++size) {
    if (size >= least) all += of_size;
    of_size *= static_cast<double>(elements.size()) - static_cast<double>(size);
    of_size /= static_cast<double>(size + 1);
  }
  if (evaluator_.search.wants_all && all > static_cast<double>(evaluator_.program.limits.max_enumeration)) {
    evaluator_.outcome.give_up(step.site);
    return false;
  }
  std::vector<Value> chosen;
  for (std::int64_t size = least; size <= most; ++size) {
    const auto extend = [&](const auto& self, std::size_t from) -> bool {
      const std::size_t missing = static_cast<std::size_t>(size) - chosen.size();
      if (missing == 0) {
        const Arena::Mark mark = evaluator_.arena.mark();
        SetBuilder made(evaluator_.arena, evaluator_.scratch, set->type->first);
        for (const Value element : chosen) made.add(element);
        return evaluator_.hand_on(mark, made.finish(), receive);
      }
      for (std::size_t i = from; i + missing <= elements.size(); ++i) {
        chosen.push_back(elements[i]);
        const bool go_on = self(self, i + 1);
        chosen.pop_back();
        if (!go_on) return false;
      }
      return true;
    };
    if (!extend(extend, 0)) return false;
  }
  return true;
}

}  // namespace quotient::bmethod
