// Every strategy on every example of every language (and some small models of Promela-Lite), against orbits by brute
// force: the whole state graph is explored without symmetry, every generator is shown to be an automorphism of it, and
// the orbits are what the generators connect. Nothing of a strategy is trusted, and of the group only that its
// generators can be applied to a state.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <unordered_map>

#include "base/source.hpp"
#include "driver/model.hpp"
#include "driver/subject_symmetry.hpp"
#include "search/search.hpp"
#include "symmetry/action/state_permutation.hpp"
#include "symmetry/reduce/strategy.hpp"

namespace quotient::driver {
namespace {

using Bytes = std::string;

Bytes bytes_of(StateView state) { return {reinterpret_cast<const char*>(state.data()), state.size()}; }
StateView view_of(const Bytes& state) { return {reinterpret_cast<const std::uint8_t*>(state.data()), state.size()}; }

/// All states of a system with their steps, explored in the plainest way.
struct StateGraph {
  std::vector<Bytes> states;
  std::unordered_map<Bytes, std::uint32_t> numbers;
  std::vector<std::vector<std::uint32_t>> targets;  // of each state, sorted
  std::vector<std::size_t> findings;                // in each state and its steps
  bool complete = false;

  StateGraph(const System& system, std::size_t most) {
    const auto generator = system.generator();
    Successors steps;
    generator->initial(steps);
    for (std::size_t i = 0; i < steps.size(); ++i) enter(steps[i].state);
    for (std::size_t at = 0; at < states.size(); ++at) {
      if (states.size() > most) return;
      const Bytes state = states[at];
      generator->successors(view_of(state), steps);
      std::vector<std::uint32_t> to;
      std::size_t wrong = steps.findings().size();
      for (std::size_t i = 0; i < steps.size(); ++i) {
        wrong += steps[i].finding ? 1 : 0;
        if (steps[i].completed) to.push_back(enter(steps[i].state));
      }
      std::sort(to.begin(), to.end());
      targets.push_back(std::move(to));
      findings.push_back(wrong);
    }
    complete = true;
  }

 private:
  std::uint32_t enter(StateView state) {
    const auto [place, is_new] = numbers.try_emplace(bytes_of(state), static_cast<std::uint32_t>(states.size()));
    if (is_new) states.push_back(place->first);
    return place->second;
  }
};

/// Where a generator takes each state. Empty, and a failure, where it is no automorphism of the graph.
std::vector<std::uint32_t> image_of(const StateGraph& graph, const Symmetry& symmetry, const Permutation& generator) {
  const StatePermutation permutation(symmetry, generator);
  const auto actor = symmetry.actor();
  std::vector<std::uint32_t> image(graph.states.size());
  for (std::size_t i = 0; i < image.size(); ++i) {
    const StateView state = view_of(graph.states[i]);
    Bytes permuted = graph.states[i];
    if (is_permuted(symmetry, state)) {
      permutation.apply(state, reinterpret_cast<std::uint8_t*>(permuted.data()), actor.get());
    }
    const auto at = graph.numbers.find(permuted);
    if (at == graph.numbers.end()) {
      ADD_FAILURE() << "a generator takes state " << i << " to one that is not reachable";
      return {};
    }
    image[i] = at->second;
  }
  if (std::set<std::uint32_t>(image.begin(), image.end()).size() != image.size()) {
    ADD_FAILURE() << "a generator makes two states one";
    return {};
  }
  for (std::size_t i = 0; i < image.size(); ++i) {
    if (!is_permuted(symmetry, view_of(graph.states[i]))) continue;  // a state before all processes exist
    std::vector<std::uint32_t> moved;
    for (const std::uint32_t to : graph.targets[i]) moved.push_back(image[to]);
    std::sort(moved.begin(), moved.end());
    if (moved == graph.targets[image[i]] && graph.findings[i] == graph.findings[image[i]]) continue;
    ADD_FAILURE() << "a generator does not take the steps of state " << i << " to those of its image";
    return {};
  }
  return image;
}

/// The orbits of the states of a graph: what the images of generators connect.
class GraphOrbits {
 public:
  GraphOrbits(const StateGraph& graph, const Symmetry& symmetry) : parents_(graph.states.size()) {
    std::iota(parents_.begin(), parents_.end(), 0U);
    for (const Permutation& generator : symmetry.group.generators()) {
      const std::vector<std::uint32_t> image = image_of(graph, symmetry, generator);
      for (std::uint32_t i = 0; i < image.size(); ++i) parents_[root(i)] = root(image[i]);
    }
  }
  std::uint32_t root(std::uint32_t i) {
    while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
    return i;
  }
  std::size_t count() {
    std::size_t roots = 0;
    for (std::uint32_t i = 0; i < parents_.size(); ++i) roots += root(i) == i ? 1 : 0;
    return roots;
  }

 private:
  std::vector<std::uint32_t> parents_;
};

/// What a reduction makes of a system: the keys that were met, and the orbits of the states that were explored.
struct Reached {
  std::size_t keys = 0;
  std::set<std::uint32_t> orbits;
  std::string represents;
};

Reached explore_keys(const System& system, const Reduction& reduction, const StateGraph& graph, GraphOrbits& orbits) {
  const auto generator = system.generator();
  const std::unique_ptr<KeyFunction> key_function = reduction.key_function();
  std::set<Bytes> keys;
  std::vector<Bytes> waiting;
  Successors steps;
  Reached reached;
  const auto enter = [&] {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (!steps[i].completed) continue;
      const StateView state = steps[i].state;
      const Key key = key_function->key(state);
      if (!keys.insert(bytes_of(key.bytes)).second) continue;
      key_function->count(key.weight);
      ++reached.keys;
      waiting.push_back(bytes_of(state));
      reached.orbits.insert(orbits.root(graph.numbers.at(waiting.back())));
      if (!reduction.floods()) continue;
      key_function->flood(state, [&](StateView seen) {
        return keys.insert(bytes_of(seen)).second ? KeyFunction::Entered::fresh : KeyFunction::Entered::known;
      });
    }
  };
  generator->initial(steps);
  enter();
  while (!waiting.empty()) {
    const Bytes state = std::move(waiting.back());
    waiting.pop_back();
    generator->successors(view_of(state), steps);
    enter();
  }
  if (const auto states = key_function->represented()) reached.represents = states->to_string();
  return reached;
}

/// What the product's own search makes of it.
Result search_orbits(const System& system, const Reduction& reduction, unsigned threads) {
  SearchOptions options;
  options.properties = PropertySet::none();
  options.all = true;
  options.threads = threads;
  options.reduction = &reduction;
  return explore(system, options);
}

/// Strategies for all groups, as long as these are small enough to try all their permutations.
bool is_for_all_groups(std::string_view strategy) { return strategy == "canonical" || strategy == "local-search"; }

/// How often each strategy was compared in each language, so that the test cannot pass without having tested anything.
using ComparedStrategies = std::map<std::string, std::map<std::string, int>>;

void compare(const Subject& subject, const Symmetry& symmetry, const StateGraph& graph, std::size_t most_images,
             std::map<std::string, int>& tally) {
  GraphOrbits orbits(graph, symmetry);
  if (testing::Test::HasFailure()) return;
  const std::size_t orbit_count = orbits.count(), states = graph.states.size();
  const auto order = symmetry.group.order().to_word();
  for (const Strategy& strategy : all_strategies()) {
    SCOPED_TRACE(strategy.name);
    const bool tries_all = strategy.name == "enumerate" || strategy.name == "flooding" || strategy.name == "segmented";
    if (tries_all && (!order || *order * states > most_images)) continue;
    const ChosenReduction chosen = choose_reduction(symmetry, strategy.name);
    if (chosen.reduction == nullptr) {
      EXPECT_NE(chosen.refusal, "");
      EXPECT_FALSE(is_for_all_groups(strategy.name)) << chosen.refusal;
      continue;
    }
    const bool exact = chosen.reduction->exact();
    EXPECT_TRUE(exact == strategy.exact || (strategy.name == "approx-markers" && !chosen.note.empty()));
    const Reached reached = explore_keys(*subject.system, *chosen.reduction, graph, orbits);
    if (exact) {
      EXPECT_EQ(reached.orbits.size(), orbit_count) << "orbits are lost";
    }
    if (strategy.unique) {
      EXPECT_LE(reached.keys, orbit_count) << "an orbit has two keys";
    }
    EXPECT_LE(reached.keys, states);
    if (exact && strategy.unique) {
      EXPECT_EQ(reached.keys, orbit_count);
      for (const unsigned threads : {1U, 2U}) {
        const Result found = search_orbits(*subject.system, *chosen.reduction, threads);
        EXPECT_TRUE(found.complete());
        EXPECT_EQ(found.states, orbit_count) << threads << " threads";
      }
    }
    if (strategy.exact && strategy.unique) {
      EXPECT_EQ(reached.represents, std::to_string(states)) << "the orbits together are all states";
    }
    ++tally[std::string(strategy.name)];
  }
}

/// A way to instantiate an example: -D for Promela, --set for B.
struct Configuration {
  std::vector<std::string> defines;
  std::map<std::string, std::uint32_t> set_sizes;
};

/// What Promela examples name in "oracle: -D N=3 ; -D N=4", and as they are; machines also with sets of three.
std::vector<Configuration> configurations(const std::filesystem::path& path) {
  std::string error;
  const std::string text = read_text_file(path.string(), error).value_or("");
  EXPECT_EQ(error, "");
  std::vector<Configuration> all(1);
  const std::string_view mark = "/* oracle: ";
  if (const std::size_t begin = text.find(mark); begin != std::string::npos) {
    std::stringstream line(text.substr(begin + mark.size(), text.find("*/", begin) - begin - mark.size()));
    all.emplace_back();
    for (std::string word; line >> word;) {
      if (word == ";") all.emplace_back();
      if (word != ";" && word != "-D" && word != "default") all.back().defines.push_back(word);
    }
  }
  for (const char* set : {"Session", "Phil", "Process", "Customer"}) {
    if (path.extension() == ".mch" && text.find(set) != std::string::npos) all.push_back({{}, {{set, 3}}});
  }
  return all;
}

struct Bounds {
  std::size_t most_states;
  std::size_t most_images;  // of strategies that try every permutation
};

/// Returns whether there was something to compare: the model is small enough.
bool compare_example(const std::filesystem::path& path, const Configuration& configuration, const Bounds& bounds,
                     ComparedStrategies& tally) {
  ModelSettings settings;
  settings.path = path.string();
  settings.defines = configuration.defines;
  settings.set_sizes = configuration.set_sizes;
  settings.find_symmetry = settings.scalarsets = true;
  settings.all_never_claims = settings.all_formulas = false;
  bool compared = false;
  const std::vector<std::string> modes =
      path.extension() == ".pml" ? std::vector<std::string>{"full", "spin"} : std::vector<std::string>{"full"};
  for (const std::string& steps : modes) {
    settings.steps = steps;
    const Model model = load_model(settings);
    if (!model && !configuration.set_sizes.empty()) return false;  // it has no such set
    EXPECT_TRUE(model) << model.problem;
    if (!model) return false;
    const Subject& subject = model.subjects.front();
    const StateGraph graph(*subject.system, bounds.most_states);
    if (!graph.complete) continue;
    compared = true;
    const Symmetry symmetry = subject.symmetry->find({}).symmetry;
    if (symmetry.group.is_trivial()) continue;
    compare(subject, symmetry, graph, bounds.most_images, tally[model.language()]);
  }
  return compared;
}

void compare_all(const Bounds& bounds) {
  ComparedStrategies tally;
  std::set<std::string> left_out;
  int compared = 0;
  for (const char* folder : {"/examples", "/examples/b", "/examples/mcrl2", "/tests/driver/models"}) {
    for (const auto& entry : std::filesystem::directory_iterator(QUOTIENT_ROOT + std::string(folder))) {
      const std::filesystem::path& path = entry.path();
      const std::set<std::string> endings = {".pml", ".pml-lite", ".mch", ".mcrl2"};
      if (endings.count(path.extension().string()) == 0) continue;
      bool some = false;
      for (const Configuration& configuration : configurations(path)) {
        std::string name = path.filename().string();
        for (const std::string& define : configuration.defines) name += " " + define;
        for (const auto& [set, size] : configuration.set_sizes) name += " " + set + "=" + std::to_string(size);
        SCOPED_TRACE(name);
        const bool is_small = compare_example(path, configuration, bounds, tally);
        compared += is_small ? 1 : 0;
        some |= is_small;
      }
      if (!some) left_out.insert(path.filename().string());
    }
  }
  std::printf("%d configurations\n", compared);
  for (const std::string& name : left_out) std::printf("  too large: %s\n", name.c_str());
  // Strategies that put cells in order are for states of plain cells.
  for (const Strategy& strategy : all_strategies()) {
    const bool reads_cells = strategy.name == "flattened" || strategy.name == "segmented" ||
                             strategy.name == "sorted" || strategy.name == "sorted-main";
    for (const char* language : {"promela", "promela-lite", "b", "mcrl2"}) {
      const int count = tally[language][std::string(strategy.name)];
      const bool has_cells = std::string_view(language).starts_with("promela");
      if (reads_cells && !has_cells) {
        EXPECT_EQ(count, 0) << language << ", " << strategy.name;
      } else {
        EXPECT_GE(count, 3) << language << ", " << strategy.name;
      }
      std::printf("  %s %s: %d\n", language, std::string(strategy.name).c_str(), count);
    }
  }
}

TEST(EveryExample, HasTheOrbitsOfBruteForceWithEveryStrategy) { compare_all({3'000, 300'000}); }

/// Minutes: run by tests/nets/strategies.
TEST(EveryExample, HasTheOrbitsOfBruteForceWhereItIsLarge) {
  if (std::getenv("QUOTIENT_LARGE_EXAMPLES") == nullptr) GTEST_SKIP() << "QUOTIENT_LARGE_EXAMPLES is not set";
  compare_all({200'000, 50'000'000});
}

}  // namespace
}  // namespace quotient::driver
