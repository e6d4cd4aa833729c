// Symmetric models as people write them, in natural/: each says in its first comment what its group is, how many states
// and orbits it has, and which line breaks symmetry. All of it is confirmed on the whole state graph:
//
//   group: S4 of order 24        what detection must find; "none" where no two processes are alike
//   states: 17,776 in 1,483      states and orbits, counted by applying the generators to every state
//   broken by: 7: owner = 1      a line and what is said of it; any number of these, in any order; none is to be
//   missing by hand: …                   why trying all permutations of the processes of a type does not find this
//   group
//
// A permutation that is none of the state graph fails the test, and so does one of the processes that is, and is
// missed.

#include <filesystem>
#include <numeric>
#include <regex>

#include "automorphisms.hpp"
#include "brute_force.hpp"
#include "explore_reduced.hpp"
#include "process/symmetry/detect/detect.hpp"
#include "symmetry/group/structure.hpp"
#include "symmetry/reduce/strategy.hpp"

namespace quotient {
namespace {

struct NaturalModel {
  std::string text;
  std::string group;
  std::size_t states = 0, orbits = 0;
  std::vector<std::string> broken_by;
  bool by_hand = false;
  bool is_mask = false;
};

std::size_t number(std::string text) {
  std::erase(text, ',');
  return text.empty() ? 0 : std::stoul(text);
}

NaturalModel read_natural(const std::filesystem::path& path) {
  std::ifstream stream(path);
  std::stringstream all;
  all << stream.rdbuf();
  NaturalModel model;
  model.text = all.str();
  std::istringstream comment(model.text.substr(0, model.text.find("*/")));
  for (std::string line; std::getline(comment, line);) {
    std::smatch found;
    if (std::regex_match(line, found, std::regex(R"(\W*group: (.*?)\s*)"))) model.group = found[1];
    if (std::regex_match(line, found, std::regex(R"(\W*broken by: (.*?)\s*)"))) model.broken_by.push_back(found[1]);
    if (std::regex_match(line, found, std::regex(R"(\W*states: ([0-9,]+) in ([0-9,]+)\s*)"))) {
      model.states = number(found[1]);
      model.orbits = number(found[2]);
    }
    model.is_mask = model.is_mask || line.find("processes are the bits of a number") != std::string::npos;
    model.by_hand = model.by_hand || std::regex_match(line, std::regex(R"(\W*by hand: .*)"));
  }
  return model;
}

/// The orbits of all states, by applying generators.
std::size_t orbits_under_generators(const std::map<Bytes, std::vector<Bytes>>& graph, const Symmetry& symmetry) {
  std::map<Bytes, std::size_t> numbers;
  for (const auto& [state, targets] : graph) numbers.emplace(state, numbers.size());
  std::vector<std::size_t> parents(numbers.size());
  std::iota(parents.begin(), parents.end(), std::size_t{0});
  const auto find = [&](std::size_t k) {
    while (parents[k] != k) k = parents[k] = parents[parents[k]];
    return k;
  };
  std::size_t orbits = numbers.size();
  for (const Permutation& g : symmetry.group.generators()) {
    const StatePermutation permutation(symmetry, g);
    for (const auto& [state, k] : numbers) {
      if (!is_permuted(symmetry, view_of(state))) continue;
      Bytes image(state.size(), 0);
      permutation.apply(view_of(state), reinterpret_cast<std::uint8_t*>(image.data()));
      const std::size_t a = find(k), b = find(numbers.at(image));
      if (a == b) continue;
      parents[a] = b;
      --orbits;
    }
  }
  return orbits;
}

std::string in_words(const Symmetry& symmetry) {
  if (symmetry.group.is_trivial()) return "none";
  return recognise_structure(symmetry.group).text + " of order " + symmetry.group.order().to_string();
}

class Natural : public testing::TestWithParam<std::string> {};

TEST_P(Natural, HasItsGroupAndReasons) {
  const std::filesystem::path path = std::filesystem::path(QUOTIENT_ROOT "/tests/symmetry/natural") / GetParam();
  const NaturalModel expected = read_natural(path);
  const TestModel model = compile_text(path.string(), expected.text);
  ASSERT_NE(model.system, nullptr);
  Symmetry symmetry = detect_symmetry(model.program());
  EXPECT_EQ(in_words(symmetry), expected.group);
  expect_automorphisms(model, symmetry);
  if (HasFatalFailure()) return;

  const auto graph = state_graph(*model.system, 100'000);
  EXPECT_EQ(graph.size() - graph.count({}), expected.states);
  EXPECT_EQ(orbits_under_generators(graph, symmetry), expected.orbits);
  if (!symmetry.group.is_trivial()) {
    const ChosenReduction chosen = choose_reduction(symmetry, "canonical");
    ASSERT_NE(chosen.reduction, nullptr) << chosen.refusal;
    const Counts counts = explore_reduced(*model.system, *chosen.reduction);
    EXPECT_EQ(counts.keys, expected.orbits);
    EXPECT_EQ(number(counts.represents), expected.states);
    // Whatever moves with the processes, a product of symmetric groups is one; but not the values of a mask, which
    // stand for several processes in no order.
    if (std::regex_match(recognise_structure(symmetry.group).text, std::regex("S[0-9]+( × S[0-9]+)*")) &&
        !expected.is_mask) {
      EXPECT_NE(choose_reduction(symmetry, "sorted").reduction, nullptr);
    }
  }
  if (!expected.by_hand) {
    brute::Model all(model);
    ASSERT_TRUE(all.is_usable());
    const Group largest = all.largest();
    const Group found = brute::on_processes(symmetry, all.process_count());
    EXPECT_EQ(found.order().to_string(), largest.order().to_string()) << "of the processes, by trying all permutations";
    for (const Permutation& g : found.generators()) EXPECT_TRUE(largest.contains(g));
  }

  explain_breaks(model.program(), symmetry, {}, 60);
  std::vector<std::string> reasons;
  for (const Symmetry::Break& b : symmetry.broken_by) {
    const std::string at = b.at ? std::to_string(model.sources->locate(*b.at).position.line) + ": " : "";
    reasons.push_back(at + b.reason);
  }
  std::vector<std::string> wanted = expected.broken_by;
  std::sort(reasons.begin(), reasons.end());
  std::sort(wanted.begin(), wanted.end());
  EXPECT_EQ(reasons, wanted);
}

std::vector<std::string> natural_models() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(QUOTIENT_ROOT "/tests/symmetry/natural")) {
    if (entry.path().extension() == ".pml") names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Models, Natural, testing::ValuesIn(natural_models()), [](const auto& named) {
  return std::regex_replace(named.param, std::regex("[^A-Za-z0-9]"), "_");
});

}  // namespace
}  // namespace quotient
