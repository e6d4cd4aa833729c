#include "symmetry/reduce/ranking.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/mix.hpp"

namespace quotient {

namespace {

constexpr std::size_t few_siblings = 16;

/// Of sixteen. Not all processors of the target have an instruction for it, so that std::popcount would be a call.
constexpr std::size_t count_bits(std::uint64_t bits) {
  bits -= bits >> 1 & 0x5555;
  bits = (bits & 0x3333) + (bits >> 2 & 0x3333);
  bits = (bits + (bits >> 4)) & 0x0f0f;
  return (bits + (bits >> 8)) & 0x1f;
}
static_assert(count_bits(0xffff) == few_siblings && count_bits(0x8421) == 4);

/// Keeps the compiler from taking several sums at once: without SSE4 there is no comparison of long words, and what it
/// makes up instead takes longer.
inline void stay_scalar([[maybe_unused]] std::uint64_t& sum) {
#if defined(__GNUC__)
  asm("" : "+r"(sum));
#endif
}

/// Ranks by comparing all with all: nothing to guess wrong for the processor. Their number is known to the compiler, so
/// that all of them are in registers. `use(k, rank)` is told each; returns how many different ones there are.
template <std::size_t count, typename Use>
inline std::size_t rank_these(const std::array<BlockColour, count>& of, Use use) {
  std::uint64_t ranks = 0;
  for (std::size_t k = 0; k < count; ++k) {
    std::uint64_t rank = 0;
    for (std::size_t j = 0; j < count; ++j) {
      rank += of[j] < of[k] ? 1 : 0;
      stay_scalar(rank);
    }
    use(k, rank);
    ranks |= std::uint64_t{1} << rank;
  }
  // Mostly all are different.
  return ranks == (std::uint64_t{1} << count) - 1 ? count : count_bits(ranks);
}

template <std::size_t count>
std::size_t rank_few(const BlockId* set, BlockColour* colours) {
  std::array<BlockColour, count> of;
  for (std::size_t k = 0; k < count; ++k) of[k] = colours[set[k]];
  return rank_these<count>(of, [&](std::size_t k, std::uint64_t rank) { colours[set[k]] = with_rank(of[k], rank); });
}

template <std::size_t count>
std::size_t colour_few(const BlockId* set, const std::uint64_t* own, std::uint64_t family, BlockColour* colours,
                       BlockId* images) {
  std::array<BlockColour, count> of;
  for (std::size_t k = 0; k < count; ++k) of[k] = with_rank(mix(own[set[k]] + family), 0);
  return rank_these<count>(of, [&](std::size_t k, std::uint64_t rank) {
    colours[set[k]] = of[k] | rank << rank_shift;
    images[set[k]] = set[rank];
  });
}

template <std::size_t... sizes>
constexpr auto ranking_functions(std::index_sequence<sizes...>) {
  return std::array<Ranking::RankFew, sizeof...(sizes)>{&rank_few<sizes>...};
}
template <std::size_t... sizes>
constexpr auto colouring_functions(std::index_sequence<sizes...>) {
  return std::array<Ranking::ColourFew, sizeof...(sizes)>{&colour_few<sizes>...};
}
constexpr auto rank_few_of = ranking_functions(std::make_index_sequence<few_siblings + 1>());
constexpr auto colour_few_of = colouring_functions(std::make_index_sequence<few_siblings + 1>());

}  // namespace

Ranking::Ranking(const Scheme& scheme) {
  for (const std::vector<BlockId>& set : scheme.sets()) {
    const bool few = set.size() <= few_siblings;
    sets_.push_back({set, scheme.blocks()[set.front()].family, few ? colour_few_of[set.size()] : nullptr,
                     few ? rank_few_of[set.size()] : nullptr});
  }
}

std::size_t Ranking::colour_many(const Set& set, const std::uint64_t* own, BlockColour* colours, BlockId* images) {
  for (const BlockId m : set.members) colours[m] = with_rank(mix(own[m] + set.family), 0);
  const std::size_t count = rank_many(set, colours);
  for (const BlockId m : set.members) images[m] = set.members[rank_of(colours[m])];
  return count;
}

/// Where there are few different colours, which is usual, they are counted rather than sorted. Returns 0 where there
/// are more.
std::size_t Ranking::rank_few_colours(const Set& set, BlockColour* colours) const {
  constexpr std::size_t most = 8;
  std::array<std::pair<BlockColour, std::uint64_t>, most> met;
  std::size_t count = 0;
  for (const BlockId m : set.members) {
    std::size_t k = 0;
    while (k < count && met[k].first != colours[m]) ++k;
    if (k == most) return 0;
    if (k == count) met[count++] = {colours[m], 0};
    ++met[k].second;
  }
  std::sort(met.begin(), met.begin() + static_cast<std::ptrdiff_t>(count));
  std::uint64_t before = 0;
  for (std::size_t k = 0; k < count; ++k) before += std::exchange(met[k].second, before);
  for (const BlockId m : set.members) {
    std::size_t k = 0;
    while (met[k].first != colours[m]) ++k;
    colours[m] = with_rank(colours[m], met[k].second);
  }
  return count;
}

std::size_t Ranking::rank_many(const Set& set, BlockColour* colours) {
  if (const std::size_t found = rank_few_colours(set, colours)) return found;
  sorted_.assign(set.members.begin(), set.members.end());
  std::sort(sorted_.begin(), sorted_.end(), [&](BlockId a, BlockId b) { return colours[a] < colours[b]; });
  std::size_t first = 0, count = 1;
  BlockColour last = colours[sorted_[0]];
  for (std::size_t k = 0; k < sorted_.size(); ++k) {
    BlockColour& c = colours[sorted_[k]];
    if (c != last) {
      last = c;
      first = k;
      ++count;
    }
    c = with_rank(c, first);
  }
  return count;
}

}  // namespace quotient
