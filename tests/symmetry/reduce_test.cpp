#include "model.hpp"
#include "symmetry/detect/detect.hpp"
#include "symmetry/enumerate.hpp"
#include "symmetry/reduce/canonical.hpp"
#include "symmetry/reduce/least_image.hpp"
#include "symmetry/rename.hpp"

namespace quotient {
namespace {

struct Counts {
  std::size_t orbits = 0;
  std::string represents;
};

/// Explores with a reduction, one state for each key.
Counts explore_reduced(const System& system, const Reduction& reduction) {
  const auto generator = system.generator();
  std::vector<std::unique_ptr<Keyer>> keyers;
  keyers.push_back(reduction.keyer());
  std::set<Bytes> keys;
  std::vector<Bytes> waiting;
  Successors steps;
  const auto enter = [&](StateView state) {
    const Key key = keyers[0]->key(state);
    if (!keys.insert(bytes_of(key.bytes)).second) return;
    keyers[0]->count(key.weight);
    waiting.push_back(bytes_of(state));
  };
  generator->initial(steps);
  for (std::size_t k = 0; k < steps.size(); ++k) enter(steps[k].state);
  while (!waiting.empty()) {
    const Bytes state = waiting.back();
    waiting.pop_back();
    generator->successors(view_of(state), steps);
    for (std::size_t k = 0; k < steps.size(); ++k) {
      if (steps[k].completed) enter(steps[k].state);
    }
  }
  return {keys.size(), reduction.represented(keyers)};
}

struct Reduced {
  const char* file;
  std::vector<std::string> defines;
  std::size_t orbits_full, orbits_spin;  // with --steps full, and spin
};

const std::vector<Reduced> models = {
    {"simple_mutex.pml", {"N=5"}, 12, 12},
    {"peterson.pml", {"N=3"}, 370, 494},
    {"peterson.pml", {"N=4"}, 2281, 3106},
    {"email.pml", {"N=3"}, 4883, 6335},
    {"resource_allocator_1_2.pml", {}, 34, 34},
    {"resource_allocator_3_4.pml", {}, 498, 498},
    {"three_tiered.pml", {"S1=2", "S2=2", "S3=1"}, 0, 0},
    {"load_balancer.pml", {"SERVERS=2", "BALANCERS=1", "BLOCKED=4"}, 0, 0},
    {"hypercube.pml", {"DIM=3", "MESSAGES=2"}, 0, 0},
    {"philosophers.pml", {"N=5"}, 50, 50},
    {"german.pml", {"N=2"}, 4341, 4341},
    {"producer_consumer.pml", {}, 407, 803},
    {"readers_writers.pml", {}, 98, 98},
};

/// The orbits of the whole state space, by brute force: every renaming applied to every state.
std::size_t count_orbits(const std::map<Bytes, std::vector<Bytes>>& graph, const Symmetry& symmetry) {
  std::vector<Renaming> all;
  for_each_element(symmetry.group, [&](const Permutation& g) {
    all.emplace_back(symmetry, g);
    return true;
  });
  std::set<Bytes> least;
  for (const auto& [state, targets] : graph) {
    Bytes best = state, image(state.size(), 0);
    for (const Renaming& renaming : all) {
      if (!is_renamed(symmetry, view_of(state))) break;
      renaming.apply(view_of(state), reinterpret_cast<std::uint8_t*>(image.data()));
      best = std::min(best, image);
    }
    least.insert(best);
  }
  return least.size();
}

TEST(Reduce, OneStateForEveryOrbit) {
  for (const Reduced& m : models) {
    for (const auto steps : {promela::StepMode::full, promela::StepMode::spin}) {
      SCOPED_TRACE(std::string(m.file) + (m.defines.empty() ? "" : " " + m.defines[0]));
      const TestModel model = compile_example(m.file, m.defines, steps);
      const Symmetry symmetry = detect_symmetry(model.program());
      const auto graph = state_graph(*model.system, 200'000);
      ASSERT_FALSE(graph.empty());
      const std::size_t orbits = count_orbits(graph, symmetry);
      const std::size_t expected = steps == promela::StepMode::full ? m.orbits_full : m.orbits_spin;
      if (expected != 0) {
        EXPECT_EQ(orbits, expected);
      }
      for (const auto& reduction : {canonical_reduction(symmetry), least_image_reduction(symmetry)}) {
        ASSERT_NE(reduction, nullptr);
        const Counts counts = explore_reduced(*model.system, *reduction);
        EXPECT_EQ(counts.orbits, orbits);
        EXPECT_EQ(counts.represents, std::to_string(graph.size()));  // the orbits together are all states
      }
    }
  }
}

/// Keys of renamed states are equal, and those of states in different orbits differ.
TEST(Reduce, KeysAreCanonical) {
  for (const Reduced& m : models) {
    SCOPED_TRACE(m.file);
    const TestModel model = compile_example(m.file, m.defines);
    const Symmetry symmetry = detect_symmetry(model.program());
    const auto reduction = canonical_reduction(symmetry);
    const auto keyer = reduction->keyer();
    Random random(7);
    std::size_t looked_at = 0;
    for (const auto& [state, targets] : state_graph(*model.system, 200'000)) {
      if (!is_renamed(symmetry, view_of(state)) || ++looked_at > 2000) continue;
      const Renaming renaming(symmetry, symmetry.group.random_element(random));
      Bytes image(state.size(), 0);
      renaming.apply(view_of(state), reinterpret_cast<std::uint8_t*>(image.data()));
      const Bytes key = bytes_of(keyer->key(view_of(state)).bytes);
      ASSERT_EQ(bytes_of(keyer->key(view_of(image)).bytes), key);
    }
  }
}

}  // namespace
}  // namespace quotient
