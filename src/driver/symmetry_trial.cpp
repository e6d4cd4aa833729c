#include "driver/symmetry_trial.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "symmetry/group/structure.hpp"

namespace quotient::driver {

namespace {

/// Orbits by which it is known how a model behaves; and where that takes long, what is enough to see that it does.
constexpr std::uint64_t enough_orbits = 2'000, enough_passes = 100'000;

/// Of fewer orbits it is not known how large others are.
constexpr std::uint64_t least_orbits = 64;

/// Orbits that are met later are larger, mostly by much: how much of that may be hoped for.
constexpr double hope = 4;

/// A search with symmetry may take that much longer than one without.
constexpr double patience = 1.3;

/// Of a state with its key, beside a step without symmetry. To go through a state once takes about as long as such a
/// step (measured on the examples in all languages: between a third of that and twice as long).
double cost(const MeasuredReduction::Figures& figures) {
  return 1 +
         static_cast<double>(figures.progress.passes) / static_cast<double>(std::max<std::uint64_t>(figures.asked, 1));
}

/// States for which one has to be explored.
double saved(const MeasuredReduction::Figures& figures) {
  return figures.represented / static_cast<double>(std::max<std::uint64_t>(figures.latter, 1));
}

}  // namespace

bool SymmetryTrial::ends_search() {
  if (!is_over_) {
    const MeasuredReduction::Progress p = measured_.progress();
    if (p.orbits < enough_orbits && p.passes < enough_passes) return false;
    figures_ = measured_.figures();
    pays_ = is_worth_it(figures_);
    is_over_ = true;
  }
  return is_alone_ || !pays_;
}

SearchOptions SymmetryTrial::options(const SearchOptions& options) {
  SearchOptions begun = options;
  begun.reduction = &measured_;
  begun.by_one_thread = [this] { return !is_over_; };
  end_.outer = options.limits.stop;
  begun.limits.stop = &end_;
  return begun;
}

SearchOptions SymmetryTrial::options_alone(const SearchOptions& options) {
  is_alone_ = true;
  SearchOptions trial = this->options(options);
  trial.checkpoints = nullptr;
  trial.ranks = nullptr;
  return trial;
}

bool SymmetryTrial::is_worth_it(const MeasuredReduction::Figures& figures) const {
  const double order = symmetry_.group.order().to_double();
  const double hoped_for = figures.progress.orbits < least_orbits ? order : std::min(order, hope * saved(figures));
  return figures.asked == 0 || cost(figures) <= patience * hoped_for;
}

std::string SymmetryTrial::objection() const {
  if (pays_) return "";
  return fmt::format(
      "{} of order {} is not used, since it costs more than it saves: each canonical form takes about as long as "
      "{:.0f} steps, and an orbit has {:.1f} states (--symmetry canonical uses it all the same)",
      recognise_structure(symmetry_.group).text, symmetry_.group.order().to_string(), cost(figures_) - 1,
      saved(figures_));
}

}  // namespace quotient::driver
