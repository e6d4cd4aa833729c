#include "process/symmetry/scd/scd.hpp"

#include <chrono>

#include "base/ensure.hpp"
#include "process/symmetry/scd/diagram.hpp"
#include "process/symmetry/scd/validity.hpp"
#include "symmetry/graph/automorphism.hpp"
#include "symmetry/group/enumerate.hpp"

namespace quotient::scd {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// How many cosets a subgroup has; the largest number there is where it does not fit.
std::uint64_t index_of(const Group& subgroup, const Group& group) {
  const auto index = divide_exactly(group.order(), subgroup.order());
  ensure(index.has_value(), "the order of a subgroup must divide that of the group");
  return index->to_word().value_or(UINT64_MAX);
}

class LargestValid {
 public:
  LargestValid(const Outline& outline, const Options& options, Result& result)
      : validity_(outline), options_(options), result_(result) {}

  void run() {
    const Group& all = result_.automorphisms;
    std::vector<Permutation> valid;
    for (const Permutation& g : all.generators()) {
      if (validity_.is_valid(g)) valid.push_back(g);
    }
    result_.initial = Group(all.degree(), valid);
    result_.largest = result_.initial;
    if (valid.size() == all.generators().size()) return;
    if (options_.random_conjugates) add_conjugates();
    add_cosets();
  }

 private:
  void extend_by(const Permutation& g) { result_.largest = result_.largest.extended_by(g); }

  /// Until as many in a row as there are generators, and some more, have brought nothing.
  void add_conjugates() {
    const Group& all = result_.automorphisms;
    Random random(options_.seed);
    const std::size_t patience = 20 + 4 * all.generators().size();
    for (std::size_t idle = 0; idle < patience;) {
      const Permutation by = all.random_element(random);
      bool found = false;
      for (const Permutation& g : all.generators()) {
        const Permutation candidate = g.conjugated_by(by);
        ++result_.conjugates_tried;
        if (!validity_.is_valid(candidate) || result_.largest.contains(candidate)) continue;
        extend_by(candidate);
        found = true;
      }
      idle = found ? 0 : idle + 1;
      if (seconds_since(begin_) > options_.seconds) return;
    }
  }

  /// Algorithm 1. A new set of representatives is worth its while if it is smaller than what is left of the old one.
  void add_cosets() {
    bool again = true;
    while (again && result_.complete) {
      again = false;
      const Group start = result_.largest;
      std::uint64_t left = index_of(start, result_.automorphisms);
      for_each_right_coset(result_.automorphisms, start, [&](const Permutation& g) {
        ++result_.cosets_tried;
        if (left != UINT64_MAX) --left;
        if ((result_.cosets_tried & 0x3f) == 0 && seconds_since(begin_) > options_.seconds) {
          result_.complete = false;
          return false;
        }
        if (result_.largest.contains(g) || !validity_.is_valid(g)) return true;
        extend_by(g);
        again = index_of(result_.largest, result_.automorphisms) < left;
        return !again;
      });
    }
  }

  Validity validity_;
  const Options& options_;
  Result& result_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace

Result find_valid_group(const Outline& outline, const Options& options) {
  ensure(outline.objections.empty(), "what has been objected to has no channel diagram");
  Result result;
  const Clock::time_point begin = Clock::now();
  const ColouredGraph diagram = channel_diagram(outline);
  const Group found(outline.item_count(), automorphism_generators(diagram));
  result.automorphisms = Group(outline.item_count(), ordered_generators(found));
  result.automorphism_seconds = seconds_since(begin);
  const Clock::time_point middle = Clock::now();
  LargestValid(outline, options, result).run();
  result.largest_seconds = seconds_since(middle);
  return result;
}

}  // namespace quotient::scd
