#include "driver/coverage.hpp"

#include <algorithm>
#include <charconv>

#include "driver/phase.hpp"

namespace quotient::driver {

namespace {

constexpr std::uint64_t most_unreduced = 200'000;

void join(std::vector<std::uint8_t>& coverage, std::span<const std::uint8_t> more) {
  coverage.resize(std::max(coverage.size(), more.size()), 0);
  for (std::size_t i = 0; i < more.size(); ++i) coverage[i] |= more[i];
}

/// Whether that many states are not too many; where a strategy cannot tell how many there are, they may be few.
bool may_be_few(const std::string& represents) {
  if (represents.empty()) return true;
  std::uint64_t states = 0;
  const auto [end, error] = std::from_chars(represents.data(), represents.data() + represents.size(), states);
  return error == std::errc() && states <= most_unreduced;
}

/// The coverage of all states. Returns nullopt if they are too many.
std::optional<std::vector<std::uint8_t>> coverage_without_symmetry(const System& system, const CheckSettings& settings,
                                                                   const Hooks& hooks) {
  SearchOptions options;
  options.threads = settings.search.threads;
  options.limits = settings.search.limits;
  use_deadline(options.limits, hooks);
  options.limits.max_states = std::min(options.limits.max_states, most_unreduced + 1);
  options.properties = PropertySet::none();
  Result whole = explore(system, options);
  return whole.complete() ? std::optional(std::move(whole.coverage)) : std::nullopt;
}

}  // namespace

void close_coverage(const System& system, const SubjectSymmetry& symmetry, const CheckSettings& settings,
                    const Hooks& hooks, Result& result) {
  if (symmetry.used == nullptr || !result.complete() || !result.lossless()) return;
  if (symmetry.tried_coverage) return join(result.coverage, *symmetry.tried_coverage);
  ReachedBySymmetry reached = reached_by_symmetry(symmetry.symmetry.step_orbits, result.coverage);
  // What the user did not write is not spoken of.
  std::erase_if(reached.perhaps, [&](std::uint32_t place) { return !system.narrator().names_place(place); });
  for (const std::uint32_t place : reached.surely) result.coverage[place] = 1;
  if (reached.perhaps.empty()) return;
  if (may_be_few(result.represents)) {
    if (auto whole = coverage_without_symmetry(system, settings, hooks)) {
      return join(result.coverage, *whole);
    }
  }
  for (const std::uint32_t place : reached.perhaps) result.coverage[place] = 1;
}

}  // namespace quotient::driver
