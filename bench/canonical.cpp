/// How long it takes to find the key of a state, for 4 to 64 interchangeable processes. Each has three plain values and
/// a reference to a process, and two variables name one each. Printed are microseconds for one key, and for `canonical`
/// how these grow from half as many processes: 2 is linear, 4 quadratic.
///
///   build/release/bench/bench_canonical
#include <algorithm>
#include <ctime>
#include <fmt/format.h>
#include <functional>
#include <vector>

#include "symmetry/group/random.hpp"
#include "symmetry/reduce/strategy.hpp"

namespace {

using namespace quotient;

constexpr std::size_t plain = 3, variables = 2;

Symmetry make_symmetry(std::uint32_t count) {
  Symmetry s;
  ValueClass values;
  for (Point i = 0; i < count; ++i) {
    const auto number = static_cast<std::int32_t>(i + 1);
    s.atoms.push_back({Atom::Kind::value, std::to_string(number), number});
    values.atoms.push_back({number, i});
  }
  s.classes.push_back(std::move(values));
  std::vector<Permutation> swaps;
  for (Point i = 0; i + 1 < count; ++i) {
    std::vector<Point> images;
    for (Point a = 0; a < count; ++a) images.push_back(a);
    std::swap(images[i], images[i + 1]);
    swaps.emplace_back(std::move(images));
  }
  s.group = Group(count, swaps);
  const auto add = [&](std::uint32_t pattern, std::vector<Point> atoms, bool refers) {
    Place place;
    place.offset = static_cast<std::uint32_t>(s.places.size());
    place.pattern = pattern;
    place.atoms = std::move(atoms);
    place.value_class = refers ? 0 : no_class;
    s.places.push_back(std::move(place));
  };
  for (std::uint32_t v = 0; v < variables; ++v) add(v, {}, true);
  for (Point i = 0; i < count; ++i) {
    for (std::uint32_t k = 0; k <= plain; ++k) add(variables + k, {i}, k == plain);
  }
  for (std::uint32_t p = 0; p <= variables + plain; ++p) {
    s.pattern_names.push_back({PatternName::Kind::global, fmt::format("v{}", p)});
  }
  return s;
}

using State = std::vector<std::uint8_t>;

State blank(std::uint32_t count) { return State(variables + count * (plain + 1), 0); }
std::uint8_t& value_of(State& state, std::uint32_t process, std::size_t k) {
  return state[variables + process * (plain + 1) + k];
}
std::uint8_t number(std::uint32_t process) { return static_cast<std::uint8_t>(process + 1); }

struct Kind {
  const char* name;
  std::function<State(std::uint32_t, Random&)> make;
};

const std::vector<Kind> kinds = {
    {"all alike", [](std::uint32_t n, Random&) { return blank(n); }},
    {"all different",
     [](std::uint32_t n, Random& random) {
       State s = blank(n);
       std::vector<std::uint8_t> values;
       for (std::uint32_t i = 0; i < n; ++i) values.push_back(number(i));
       for (std::uint32_t i = n; i > 1; --i) std::swap(values[i - 1], values[random.below(i)]);
       for (std::uint32_t i = 0; i < n; ++i) value_of(s, i, 0) = values[i];
       return s;
     }},
    {"random, referring to each other",
     [](std::uint32_t n, Random& random) {
       State s = blank(n);
       s[0] = number(random.below(n));
       for (std::uint32_t i = 0; i < n; ++i) {
         value_of(s, i, 0) = static_cast<std::uint8_t>(random.below(3));
         value_of(s, i, plain) = static_cast<std::uint8_t>(random.below(n + 1));
       }
       return s;
     }},
    {"in pairs, else alike",
     [](std::uint32_t n, Random&) {
       State s = blank(n);
       for (std::uint32_t i = 0; i < n; ++i) value_of(s, i, plain) = number(i ^ 1U);
       return s;
     }},
    {"in a ring, else alike",
     [](std::uint32_t n, Random&) {
       State s = blank(n);
       for (std::uint32_t i = 0; i < n; ++i) value_of(s, i, plain) = number((i + 1) % n);
       return s;
     }},
    {"in rings of four, else alike",
     [](std::uint32_t n, Random&) {
       State s = blank(n);
       for (std::uint32_t i = 0; i < n; ++i) value_of(s, i, plain) = number(i / 4 * 4 + (i + 1) % 4);
       return s;
     }},
};

double processor_seconds() {
  std::timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// The best of three, each of about 50 milliseconds.
double microseconds(KeyFunction& key_function, const std::vector<State>& states) {
  double best = 0;
  for (int run = 0; run < 3; ++run) {
    std::size_t keys = 0;
    const double begin = processor_seconds();
    double end = begin;
    while (end - begin < 0.05) {
      for (const State& state : states) key_function.key(state);
      keys += states.size();
      end = processor_seconds();
    }
    const double each = 1e6 * (end - begin) / static_cast<double>(keys);
    best = run == 0 ? each : std::min(best, each);
  }
  return best;
}

}  // namespace

int main() {
  Random random(1);
  for (const Kind& kind : kinds) {
    fmt::print("{}\n  {:>9} {:>10} {:>8} {:>14} {:>14}\n", kind.name, "processes", "canonical", "growth",
               "approx-markers", "exact-markers");
    double before = 0;
    for (std::uint32_t n = 4; n <= 64; n *= 2) {
      const Symmetry symmetry = make_symmetry(n);
      std::vector<State> states;
      for (int k = 0; k < 16; ++k) states.push_back(kind.make(n, random));
      std::vector<double> times;
      for (const char* strategy : {"canonical", "approx-markers", "exact-markers"}) {
        const ChosenReduction chosen = choose_reduction(symmetry, strategy);
        const std::unique_ptr<KeyFunction> key_function = chosen.reduction->key_function();
        times.push_back(microseconds(*key_function, states));
      }
      fmt::print("  {:>9} {:>10.2f} {:>8} {:>14.2f} {:>14.2f}\n", n, times[0],
                 before > 0 ? fmt::format("{:.1f}", times[0] / before) : "", times[1], times[2]);
      before = times[0];
    }
  }
  return 0;
}
