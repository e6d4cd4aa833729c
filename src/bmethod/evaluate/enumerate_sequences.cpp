#include <algorithm>

#include "bmethod/evaluate/evaluator.hpp"

namespace quotient::bmethod {

SetEnumerator::Lengths SetEnumerator::lengths(const Node* set, std::size_t elements, const Step* bounded) {
  Lengths made;
  const bool unlimited = set->op == Op::seq || set->op == Op::seq1;
  made.most =
      unlimited ? std::max<std::int64_t>(evaluator_.program.limits.max_int, 0) : static_cast<std::int64_t>(elements);
  made.least = set->op == Op::perm ? made.most : (set->op == Op::seq1 || set->op == Op::iseq1 ? 1 : 0);
  made.cut = unlimited && elements > 0;
  if (bounded == nullptr) return made;
  for (const Node* bound : bounded->lower) made.least = std::max(made.least, evaluator_.number(bound));
  for (const Node* bound : bounded->upper) {
    const std::int64_t most = std::max<std::int64_t>(evaluator_.number(bound), -1);
    made.most = made.cut ? most : std::min(made.most, most);
    made.cut = false;
  }
  return made;
}

bool SetEnumerator::draw_sequences(const Step& step, Elements receive) {
  return enumerate_sequences(step.node, step.site, &step, receive);
}

/// Sequences by length, then in the order of their elements.
bool SetEnumerator::enumerate_sequences(const Node* set, std::uint32_t site, const Step* bounded, Elements receive) {
  const std::vector<Value> elements = elements_of(set->args[0], site);
  if (failed()) return false;
  const Type* type = set->type->first;
  const bool injective = set->op == Op::iseq || set->op == Op::iseq1 || set->op == Op::perm;
  const Lengths tried = lengths(set, elements.size(), bounded);
  if (failed()) return false;
  if (tried.most < tried.least) return true;
  const auto longest = static_cast<std::size_t>(tried.most);
  auto length = static_cast<std::size_t>(std::max<std::int64_t>(tried.least, 0));
  // Where all of them are wanted there is no point in trying the first of too many.
  double all = 0;
  double of_length = 1;
  for (std::size_t i = 0; i <= longest && of_length > 0 && all < 1e18; ++i) {
    if (i >= length) all += of_length;
    of_length *= static_cast<double>(injective ? elements.size() - std::min(i, elements.size()) : elements.size());
  }
  if (evaluator_.search.wants_all && all > static_cast<double>(evaluator_.program.limits.max_enumeration)) {
    evaluator_.outcome.give_up(site);
    return false;
  }
  std::uint64_t count = 0;
  std::vector<std::size_t> chosen;
  for (; length <= longest && (length == 0 || !elements.empty()); ++length) {
    const auto extend = [&](const auto& self) -> bool {
      if (chosen.size() == length) {
        if (++count > evaluator_.program.limits.max_enumeration) {
          evaluator_.outcome.give_up(site);
          return false;
        }
        const Arena::Mark mark = evaluator_.arena.mark();
        SetBuilder made(evaluator_.arena, evaluator_.scratch, type);
        for (std::size_t i = 0; i < length; ++i)
          made.add(make_pair(evaluator_.arena, type->first, i + 1, elements[chosen[i]]));
        return evaluator_.hand_on(mark, made.finish(true), receive);
      }
      for (std::size_t i = 0; i < elements.size(); ++i) {
        if (injective && std::ranges::find(chosen, i) != chosen.end()) continue;
        chosen.push_back(i);
        const bool go_on = self(self);
        chosen.pop_back();
        if (!go_on) return false;
      }
      return true;
    };
    if (!extend(extend)) return false;
  }
  if (tried.cut) evaluator_.miss();
  return true;
}

}  // namespace quotient::bmethod
