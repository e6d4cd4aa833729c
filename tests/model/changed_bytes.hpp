#pragma once

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <vector>

#include "model/system.hpp"

/// What every language's System::recall is tested with.
namespace quotient::testing {

using Bytes = std::vector<std::uint8_t>;

inline std::vector<Bytes> reachable_states(const System& system, std::size_t most) {
  const auto generator = system.generator();
  std::set<Bytes> seen;
  std::vector<Bytes> found;
  Successors out;
  const auto visit = [&] {
    for (std::size_t i = 0; i < out.size(); ++i) {
      Bytes state(out[i].state.begin(), out[i].state.end());
      if (out[i].completed && seen.size() < most && seen.insert(state).second) found.push_back(std::move(state));
    }
  };
  generator->initial(out);
  visit();
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Bytes state = found[i];
    generator->successors(state, out);
    visit();
  }
  return found;
}

/// The states of `writer` come back in `reader`, which has met nothing yet, as in `writer` itself.
inline void expect_recalled(const System& writer, const System& reader, std::size_t most) {
  for (const Bytes& state : reachable_states(writer, most)) {
    const Bytes bytes = writer.lasting(state);
    EXPECT_EQ(writer.recall(bytes), state);
    const auto elsewhere = reader.recall(bytes);
    ASSERT_TRUE(elsewhere.has_value());
    EXPECT_EQ(reader.lasting(*elsewhere), bytes);
  }
}

/// Bytes that were changed are those of another state, or of none; whatever is taken can be expanded and described.
/// Says how many were taken, and how many not.
inline std::pair<std::size_t, std::size_t> recall_changed(const System& system, int rounds) {
  const auto generator = system.generator();
  std::mt19937 random(7);
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  std::vector<Bytes> all;
  for (const Bytes& state : reachable_states(system, 60)) all.push_back(system.lasting(state));
  std::size_t refused = 0, taken = 0;
  Successors out;
  for (int round = 0; round < rounds; ++round) {
    Bytes bytes = all[below(all.size())];
    for (std::size_t changes = 1 + below(3); changes > 0 && !bytes.empty(); --changes) {
      const std::size_t at = below(bytes.size());
      switch (below(5)) {
        case 0:
          bytes[at] = static_cast<std::uint8_t>(below(256));
          break;
        case 1:
          bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ (1U << below(8)));
          break;
        case 2:
          bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at));
          break;
        case 3:
          bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), static_cast<std::uint8_t>(below(256)));
          break;
        default: {  // a piece of another
          const Bytes& other = all[below(all.size())];
          bytes.resize(at);
          bytes.insert(bytes.end(), other.begin() + static_cast<std::ptrdiff_t>(std::min(at, other.size())),
                       other.end());
        }
      }
    }
    const auto state = system.recall(bytes);
    if (!state) {
      ++refused;
      continue;
    }
    ++taken;
    EXPECT_EQ(system.lasting(*state), bytes);
    for (const CellValue& cell : system.narrator().describe(*state)) EXPECT_FALSE(cell.value.empty());
    generator->successors(*state, out);
  }
  return {taken, refused};
}

}  // namespace quotient::testing
