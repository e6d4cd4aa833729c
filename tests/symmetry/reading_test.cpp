#include "symmetry/reduce/reading.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <tuple>

#include "model.hpp"
#include "process/symmetry/detect/detect.hpp"
#include "symmetry/action/state_permutation.hpp"

namespace quotient {
namespace {

/// What was found, whatever the order it was found in.
auto in_order(const Reading& reading, std::size_t blocks) {
  const Findings& found = reading.findings();
  std::vector<std::tuple<std::uint64_t, std::uint32_t, std::vector<BlockId>>> relations;
  for (const Findings::Relation& r : found.relations) {
    relations.emplace_back(r.salt, r.holders, std::vector<BlockId>(found.of(r).begin(), found.of(r).end()));
  }
  std::vector<std::pair<std::uint64_t, BlockId>> selves;
  for (const Findings::SelfReference& self : found.self_references) selves.emplace_back(self.salt, self.block);
  std::vector<std::uint32_t> held(reading.held().begin(), reading.held().end());
  std::sort(relations.begin(), relations.end());
  std::sort(selves.begin(), selves.end());
  std::sort(held.begin(), held.end());
  std::vector<std::uint32_t> mentions;
  for (BlockId m = 0; m < blocks; ++m) mentions.push_back(reading.mentions(m));
  return std::tuple(found.own, relations, selves, held, mentions);
}

/// States as a search meets them, now and then one from elsewhere: read one after the other, and each by itself.
void compare_on(const std::string& example, std::vector<std::string> defines) {
  SCOPED_TRACE(example);
  const TestModel model = compile_example(example, std::move(defines));
  const Symmetry symmetry = detect_symmetry(model.program(), {});
  const std::unique_ptr<Scheme> scheme = Scheme::build(symmetry);
  ASSERT_NE(scheme, nullptr);
  std::vector<Bytes> states;
  for (const auto& [state, targets] : state_graph(*model.system, 40'000)) {
    states.insert(states.end(), targets.begin(), targets.end());
    if (states.size() > 3000) break;
  }
  std::erase_if(states, [&](const Bytes& state) { return state.empty() || !is_permuted(symmetry, view_of(state)); });
  ASSERT_GT(states.size(), 100U);
  std::mt19937 random(7);
  Reading reading(*scheme, 0);  // by changes, however little there is
  const std::size_t blocks = scheme->blocks().size();
  for (std::size_t k = 0; k < states.size(); ++k) {
    const Bytes& state = random() % 16 == 0 ? states[random() % states.size()] : states[k];
    reading.read(view_of(state));
    Reading alone(*scheme);
    alone.read(view_of(state));
    ASSERT_EQ(in_order(reading, blocks), in_order(alone, blocks)) << "state " << k;
  }
}

TEST(Reading, OneAfterTheOtherIsAsEachByItself) {
  compare_on("peterson.pml", {"N=3"});
  compare_on("email.pml", {"N=3"});
  compare_on("msi.pml", {});
  compare_on("two_phase_commit.pml", {});
}

}  // namespace
}  // namespace quotient
