#pragma once

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace quotient::testing {

/// The first and last seed of a test; QUOTIENT_SEEDS=FIRST-LAST tries others.
inline std::pair<unsigned, unsigned> seeds_up_to(unsigned last) {
  unsigned first = 1;
  if (const char* seeds = std::getenv("QUOTIENT_SEEDS")) std::sscanf(seeds, "%u-%u", &first, &last);
  return {first, last};
}

}  // namespace quotient::testing
