#include "symmetry/reduce/strategy.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/ensure.hpp"
#include "symmetry/group/structure.hpp"
#include "symmetry/reduce/canonical.hpp"
#include "symmetry/reduce/flattened.hpp"
#include "symmetry/reduce/flooding.hpp"
#include "symmetry/reduce/least_image.hpp"
#include "symmetry/reduce/local_search.hpp"
#include "symmetry/reduce/markers.hpp"
#include "symmetry/reduce/segmented.hpp"
#include "symmetry/reduce/sorted.hpp"
#include "symmetry/reduce/sorted_main.hpp"

namespace quotient {

namespace {

constexpr std::array strategies = {
    Strategy{"approx-markers", false, "merges states that differ in how their parts refer to each other", true},
    Strategy{"canonical", true, "", true},
    Strategy{"enumerate", true, "", true},
    Strategy{"exact-markers", true, "", false},
    Strategy{"flattened", false, "ignores which process a variable refers to", true},
    Strategy{"flooding", true, "", true},
    Strategy{"local-search", true, "", false},
    Strategy{"segmented", true, "", true},
    Strategy{"sorted", true, "", false},
    Strategy{"sorted-main", true, "", false},
};

ChosenReduction too_large(const Symmetry& symmetry, std::string_view strategy) {
  return {nullptr, fmt::format("{} tries too many of the {} permutations; use canonical or local-search", strategy,
                               symmetry.group.order().to_string())};
}

/// Strategies that put blocks in order need some.
ChosenReduction on_scheme(const Symmetry& symmetry, std::string_view strategy, const StrategyOptions& options) {
  const bool reads_cells = strategy != "approx-markers" && strategy != "exact-markers";
  if (symmetry.action != nullptr && reads_cells) {
    return {nullptr, fmt::format("{} is for states of plain cells; use canonical, exact-markers, approx-markers, "
                                 "enumerate, flooding or local-search",
                                 strategy)};
  }
  std::unique_ptr<Scheme> scheme = Scheme::build(symmetry);
  if (scheme == nullptr) {
    return {nullptr, fmt::format("{} is for products of symmetric groups, and this group is {}; use canonical, "
                                 "enumerate or local-search",
                                 strategy, recognise_structure(symmetry.group).text)};
  }
  if (strategy == "approx-markers") {
    ChosenReduction chosen{approx_markers_reduction(std::move(scheme)), {}, {}};
    if (chosen.reduction->exact()) {
      chosen.note = "approx-markers lose no orbit here: no variable relates interchangeable things to each other";
    }
    return chosen;
  }
  if (strategy == "exact-markers") return {exact_markers_reduction(std::move(scheme)), {}};
  if (strategy == "flattened") return {flattened_reduction(std::move(scheme)), {}};
  if (strategy == "sorted") return {sorted_reduction(std::move(scheme)), {}};
  if (strategy == "segmented") {
    if (auto reduction = segmented_reduction(std::move(scheme))) return {std::move(reduction), {}};
    return too_large(symmetry, strategy);
  }
  ensure(strategy == "sorted-main", "a strategy that nobody knows");
  std::string known;
  for (const std::string& name : main_array_candidates(*scheme)) known += (known.empty() ? "" : ", ") + name;
  if (auto reduction = sorted_main_reduction(std::move(scheme), options.main_array)) return {std::move(reduction), {}};
  return {nullptr,
          fmt::format(
              "sorted-main: '{}' is not an array with a plain value for each interchangeable process; there are: {}",
              options.main_array, known.empty() ? "none" : known)};
}

}  // namespace

std::span<const Strategy> all_strategies() { return strategies; }

const Strategy* find_strategy(std::string_view name) {
  const auto at = std::find_if(strategies.begin(), strategies.end(), [&](const Strategy& s) { return s.name == name; });
  return at == strategies.end() ? nullptr : &*at;
}

ChosenReduction choose_reduction(const Symmetry& symmetry, std::string_view strategy, const StrategyOptions& options) {
  ensure(!symmetry.group.is_trivial() && find_strategy(strategy) != nullptr, "no such reduction");
  std::unique_ptr<Reduction> reduction;
  if (strategy == "canonical") {
    if ((reduction = canonical_reduction(symmetry)) != nullptr) return {std::move(reduction), {}};
    return {nullptr, fmt::format("canonical would need too much memory for the {} permutations of this group; use "
                                 "local-search",
                                 symmetry.group.order().to_string())};
  }
  if (strategy == "local-search") return {local_search_reduction(symmetry), {}};
  if (strategy != "enumerate" && strategy != "flooding") return on_scheme(symmetry, strategy, options);
  reduction = strategy == "enumerate" ? least_image_reduction(symmetry) : flooding_reduction(symmetry);
  if (reduction == nullptr) return too_large(symmetry, strategy);
  return {std::move(reduction), {}};
}

}  // namespace quotient
