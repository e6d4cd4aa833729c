#include "check_strategies.hpp"
#include "process/symmetry/detect/detect.hpp"
#include "symmetry/reduce/canonical.hpp"
#include "symmetry/reduce/strategy.hpp"

namespace quotient {
namespace {

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
    {"producer_consumer.pml", {}, 204, 402},
    {"readers_writers.pml", {}, 98, 98},
};

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
      check_strategies(model, symmetry, orbits, graph.size());
    }
  }
}

/// Keys of permuted states are equal, and those of states in different orbits differ.
TEST(Reduce, KeysAreCanonical) {
  for (const Reduced& m : models) {
    SCOPED_TRACE(m.file);
    const TestModel model = compile_example(m.file, m.defines);
    const Symmetry symmetry = detect_symmetry(model.program());
    const auto reduction = canonical_reduction(symmetry);
    const auto key_function = reduction->key_function();
    Random random(7);
    std::size_t looked_at = 0;
    for (const auto& [state, targets] : state_graph(*model.system, 200'000)) {
      if (!is_permuted(symmetry, view_of(state)) || ++looked_at > 2000) continue;
      const StatePermutation permutation(symmetry, symmetry.group.random_element(random));
      Bytes image(state.size(), 0);
      permutation.apply(view_of(state), reinterpret_cast<std::uint8_t*>(image.data()));
      const Bytes key = bytes_of(key_function->key(view_of(state)).bytes);
      ASSERT_EQ(bytes_of(key_function->key(view_of(image)).bytes), key);
    }
  }
}

}  // namespace
}  // namespace quotient
