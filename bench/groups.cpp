// How long a stabiliser chain takes, by degree and family, with each method; and how long the recognition of structure
// takes on top. Processor time in milliseconds, the best of several runs.
//
// This is where `small_degree` in src/symmetry/group.cpp and the costs named in its header come from.

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <string>
#include <time.h>
#include <vector>

#include "symmetry/group/group.hpp"
#include "symmetry/group/structure.hpp"

namespace {

using namespace quotient;

struct Family {
  std::string name;
  std::size_t degree = 0;
  std::vector<Permutation> generators;
};

template <typename Image>
Permutation from_rule(std::size_t degree, Image image) {
  std::vector<Point> images;
  for (Point x = 0; x < degree; ++x) images.push_back(static_cast<Point>(image(x)));
  return Permutation(std::move(images));
}

/// S_inner ≀ S_outer; plain symmetric groups where one of them is 1.
Family wreath(Point inner, Point outer) {
  const Point n = inner * outer;
  Family family{outer == 1 ? fmt::format("S{}", n) : fmt::format("S{} wr S{}", inner, outer), n, {}};
  for (Point x = 0; x + 1 < inner; ++x) family.generators.push_back(Permutation::transposition(n, x, x + 1));
  for (Point block = 0; block + 1 < outer; ++block) {
    family.generators.push_back(from_rule(n, [=](Point x) {
      if (x / inner == block) return x + inner;
      return x / inner == block + 1 ? x - inner : x;
    }));
  }
  return family;
}

/// Products of neighbouring generators: a subgroup of index two for which blocks give no tight bound.
Family even_part(Family family) {
  family.name = "even part of " + family.name;
  std::vector<Permutation> products;
  for (std::size_t i = 0; i + 1 < family.generators.size(); ++i) {
    products.push_back(family.generators[i].then(family.generators[i + 1]));
  }
  family.generators = std::move(products);
  return family;
}

Family hypercube(Point dimension) {
  const std::size_t n = std::size_t{1} << dimension;
  Family family{fmt::format("cube {}", dimension), n, {from_rule(n, [](Point x) { return x ^ 1U; })}};
  for (Point i = 0; i + 1 < dimension; ++i) {
    family.generators.push_back(from_rule(n, [i](Point x) {
      const Point bits = (x >> i) & 3U;
      return bits == 1 || bits == 2 ? x ^ (3U << i) : x;
    }));
  }
  return family;
}

Family ring(Point n) {
  return {fmt::format("D{}", n),
          n,
          {from_rule(n, [n](Point x) { return (x + 1) % n; }), from_rule(n, [n](Point x) { return (n - x) % n; })}};
}

double milliseconds(const std::function<void()>& run) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
  };
  double best = 1e12;
  double total = 0;
  for (int i = 0; i < 50 && total < 300; ++i) {
    const double start = now();
    run();
    best = std::min(best, now() - start);
    total += best;
  }
  return best;
}

}  // namespace

int main() {
  fmt::print("{:<26}{:>7}{:>16}{:>16}{:>16}\n", "group", "degree", "deterministic", "random+proof", "structure");
  const std::vector<Family> families{wreath(5, 1),
                                     wreath(8, 1),
                                     wreath(10, 1),
                                     wreath(12, 1),
                                     wreath(16, 1),
                                     wreath(24, 1),
                                     wreath(40, 1),
                                     wreath(100, 1),
                                     wreath(300, 1),
                                     hypercube(3),
                                     hypercube(4),
                                     hypercube(5),
                                     hypercube(8),
                                     ring(10),
                                     ring(1000),
                                     wreath(2, 4),
                                     wreath(3, 4),
                                     wreath(5, 20),
                                     wreath(10, 30),
                                     even_part(wreath(3, 4)),
                                     even_part(wreath(5, 20)),
                                     even_part(wreath(10, 30))};
  for (const Family& family : families) {
    const auto chain_time = [&](ChainMethod method) {
      return milliseconds([&] { Group(family.degree, family.generators, {method, 1}); });
    };
    const Group group(family.degree, family.generators);
    fmt::print("{:<26}{:>7}{:>16}{:>16.3f}{:>16.3f}\n", family.name, family.degree,
               family.degree <= 40 ? fmt::format("{:.3f}", chain_time(ChainMethod::deterministic)) : "",
               chain_time(ChainMethod::random_verified), milliseconds([&] { recognise_structure(group); }));
  }
}
