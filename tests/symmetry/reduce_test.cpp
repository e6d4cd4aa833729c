#include <cstdio>
#include <cstdlib>
#include <filesystem>

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

/// What the examples name in "oracle: -D N=3 ; -D N=4": all configurations of fewer than 200,000 states.
std::vector<std::vector<std::string>> configurations(const std::string& text) {
  const std::string_view mark = "/* oracle: ";
  const std::size_t begin = text.find(mark);
  if (begin == std::string::npos) return {};
  std::stringstream line(text.substr(begin + mark.size(), text.find("*/", begin) - begin - mark.size()));
  std::vector<std::vector<std::string>> out(1);
  for (std::string word; line >> word;) {
    if (word == ";") out.emplace_back();
    if (word != ";" && word != "-D" && word != "default") out.back().push_back(word);
  }
  return out;
}

/// Minutes, so only on demand: QUOTIENT_ALL_EXAMPLES=1 symmetry_test --gtest_filter=Reduce.AllExamples
TEST(Reduce, AllExamples) {
  if (std::getenv("QUOTIENT_ALL_EXAMPLES") == nullptr) GTEST_SKIP() << "QUOTIENT_ALL_EXAMPLES is not set";
  std::size_t looked_at = 0;
  for (const auto& entry : std::filesystem::directory_iterator(QUOTIENT_ROOT "/examples")) {
    if (entry.path().extension() != ".pml") continue;
    std::ifstream stream(entry.path());
    std::stringstream text;
    text << stream.rdbuf();
    for (const std::vector<std::string>& defines : configurations(text.str())) {
      const std::string name = entry.path().filename().string();
      SCOPED_TRACE(name + (defines.empty() ? "" : " " + defines[0]));
      const TestModel model = compile_example(name, defines, promela::StepMode::spin);
      const Symmetry symmetry = detect_symmetry(model.program());
      const std::optional<std::uint64_t> order = symmetry.group.order().to_word();
      if (symmetry.group.is_trivial()) continue;
      const auto graph = state_graph(*model.system, 200'000);
      if (graph.empty() || !order || *order * graph.size() > 50'000'000) {
        std::printf("%s: left out\n", name.c_str());
        continue;
      }
      check_strategies(model, symmetry, count_orbits(graph, symmetry), graph.size());
      ++looked_at;
    }
  }
  std::printf("%zu configurations\n", looked_at);
  EXPECT_GT(looked_at, 10U);
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
