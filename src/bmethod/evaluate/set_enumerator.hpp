#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bmethod/evaluate/function_ref.hpp"
#include "bmethod/evaluate/program.hpp"

namespace quotient::bmethod {

class Evaluator;

/// Hands out the elements of sets, following their structure: POW(S) and A --> B are never built. Part of an evaluator.
class SetEnumerator {
 public:
  using Elements = FunctionRef<bool(Value)>;  // returns false to stop

  explicit SetEnumerator(Evaluator& evaluator) : evaluator_(evaluator) {}

  /// False where the receiver stopped it or it failed.
  bool enumerate(const Node* set, std::uint32_t site, Elements receive);
  /// All of its elements; those up to a failure where there is one.
  std::vector<Value> elements_of(const Node* set, std::uint32_t site);
  bool enumerate_integers(std::int64_t low, std::int64_t high, std::uint32_t site, Elements receive);

  /// What a step of a plan draws from a set of subsets whose number of elements is bounded.
  bool draw_sized_subsets(const Step& step, Elements receive);
  /// The same of a set of sequences, whose lengths may be bounded.
  bool draw_sequences(const Step& step, Elements receive);
  /// How long sequences are that are tried: those of unlimited length to MAXINT elements, unless a bound says more.
  struct Lengths {
    std::int64_t least = 0;
    std::int64_t most = 0;
    bool cut = false;  // there are longer ones
  };
  Lengths lengths(const Node* set, std::size_t elements, const Step* bounded);
  /// The fewest and the most elements of a subset that the step draws from so many; fails where a bound is undefined.
  std::pair<std::int64_t, std::int64_t> size_bounds(const Step& step, std::size_t elements);

  /// What a step draws from an arrow, heeding what is known of its values and may say no early.
  bool draw_relations(const Step& step, Elements receive);
  /// What is known of a function that a step draws, for each argument.
  struct Points {
    std::vector<std::optional<Value>> values;  // none at all where nothing is known
    std::size_t count = 0;
    bool contradictory = false;  // there is no such function
  };
  Points points(const Step& step, std::span<const Value> from);
  /// Whether the step draws one function at most.
  bool is_determined(const Step& step);

 private:
  bool enumerate_subsets(const Node* set, std::uint32_t site, Elements receive);
  bool enumerate_relations(const Node* set, std::uint32_t site, Elements receive);
  bool enumerate_sequences(const Node* set, std::uint32_t site, const Step* bounded, Elements receive);
  bool failed() const;

  Evaluator& evaluator_;
};

}  // namespace quotient::bmethod
