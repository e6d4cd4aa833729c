#include "driver/symmetry_trial.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
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

}  // namespace

bool SymmetryTrial::Enough::raised() const {
  if (raised_) return true;
  const MeasuredReduction::Figures f = measured_.figures();
  return raised_ = f.orbits >= enough_orbits || f.passes >= enough_passes;
}

SearchOptions SymmetryTrial::options(const SearchOptions& options) {
  SearchOptions trial = options;
  trial.reduction = &measured_;
  trial.threads = 1;
  trial.checkpoints = nullptr;
  trial.ranks = nullptr;
  end_.outer = options.limits.stop;
  trial.limits.stop = &end_;
  return trial;
}

/// To go through a state once takes about as long as one step without symmetry does (measured on the examples in all
/// languages: between a third of that and twice as long).
std::string SymmetryTrial::objection() const {
  const MeasuredReduction::Figures f = measured_.figures();
  if (f.asked == 0) return "";
  const double cost = 1 + static_cast<double>(f.passes) / static_cast<double>(f.asked);
  const double saved = f.represented / static_cast<double>(std::max<std::uint64_t>(f.latter, 1));
  const double order = std::strtod(symmetry_.group.order().to_string().c_str(), nullptr);
  const double hoped_for = f.orbits < least_orbits ? order : std::min(order, hope * saved);
  if (cost <= patience * hoped_for) return "";
  return fmt::format(
      "{} of order {} is not used, since it costs more than it saves: each canonical form takes about as long as "
      "{:.0f} "
      "steps, and an orbit has {:.1f} states (--symmetry canonical uses it all the same)",
      recognise_structure(symmetry_.group).text, symmetry_.group.order().to_string(), cost - 1, saved);
}

}  // namespace quotient::driver
