// Specifications as people write them, tests/symmetry/natural/*.mcrl2: each says in its first comments what its group
// is, how many states and orbits it has, and which names are in its labels:
//
//   group: C4 of order 4         what detection must find; "none" where nothing is alike
//   states: 256 in 70            states and orbits, counted by applying the generators to every state
//   names: 0, 1, 2, 3            by brute force: all permutations of these are tried on the graph without symmetry
//   actions: a1, a2              the same of names of actions, which may be permuted where nobody reads labels
//   broken by: 7: ...            a line and what is said of it; any number of these; none is to be missing
//   by hand: …                   why the graph has more of them than the text
//
// A permutation of names that does not map the graph to itself fails the test, and so does one that does, and is
// missed.

#include <filesystem>
#include <regex>

#include "state_space.hpp"
#include "symmetry/group/enumerate.hpp"
#include "symmetry/group/structure.hpp"

namespace quotient {
namespace {

using testing::NameImages;
using testing::orbits_by_brute_force;
using testing::permutations_of;
using testing::search_with;
using testing::StateSpace;
using testing::with_other_actions;

struct NaturalSpecification {
  std::string text;
  std::string group;
  std::size_t states = 0, orbits = 0;
  std::vector<std::string> names, actions, broken_by;
  bool by_hand = false;
};

NaturalSpecification read_specification(const std::string& path) {
  std::string error;
  NaturalSpecification model;
  model.text = read_text_file(path, error).value_or("");
  std::istringstream lines(model.text);
  for (std::string line; std::getline(lines, line) && line.starts_with("%");) {
    std::smatch found;
    if (std::regex_match(line, found, std::regex("% group: (.*)"))) model.group = found[1];
    if (std::regex_match(line, found, std::regex("% states: ([0-9]+) in ([0-9]+)"))) {
      model.states = std::stoul(found[1]);
      model.orbits = std::stoul(found[2]);
    }
    if (std::regex_match(line, found, std::regex("% broken by: (.*)"))) model.broken_by.push_back(found[1]);
    if (std::regex_match(line, found, std::regex("% (names|actions): (.*)"))) {
      std::istringstream names(found[2]);
      for (std::string name; std::getline(names >> std::ws, name, ',');) {
        (found[1] == "names" ? model.names : model.actions).push_back(name);
      }
    }
    model.by_hand = model.by_hand || line.starts_with("% by hand: ");
  }
  return model;
}

Lts with_names_permuted(const Lts& lts, const NameImages& images, const NameImages& actions) {
  Lts result;
  result.state_count = lts.state_count;
  result.initial = lts.initial;
  for (const Lts::Edge& e : lts.edges) {
    const std::string arguments = permuted_label(lts.labels()[e.label], [&](std::string_view name) {
      const auto known = images.find(name);
      return known == images.end() ? name : std::string_view(known->second);
    });
    const std::string label = with_other_actions(arguments, actions);
    result.edges.push_back({e.source, result.label(label), e.target});
  }
  return result;
}

/// Of all permutations of the names (or of the names of actions) those that leave the graph what it is.
std::set<NameImages> permutations_of_graph(const NaturalSpecification& model) {
  const StateSpace plain(model.text, 5000, false);
  const Lts same = with_names_permuted(plain.lts, {}, {});
  std::set<NameImages> found;
  const bool of_actions = !model.actions.empty();
  for (const NameImages& images : permutations_of(of_actions ? model.actions : model.names)) {
    const Lts other =
        of_actions ? with_names_permuted(plain.lts, {}, images) : with_names_permuted(plain.lts, images, {});
    if (compare_isomorphic(same, other).equal) found.insert(images);
  }
  return found;
}

/// What the group does with the names.
std::set<NameImages> permutations_found(const Symmetry& symmetry, const std::vector<std::string>& names) {
  std::set<NameImages> found;
  for_each_element(symmetry.group, [&](const Permutation& g) {
    NameImages images;
    for (const std::string& name : names) images[name] = name;
    for (Point a = 0; a < symmetry.atoms.size(); ++a) {
      const auto known = images.find(symmetry.atoms[a].name);
      if (known != images.end()) known->second = symmetry.atoms[g[a]].name;
    }
    found.insert(std::move(images));
    return true;
  });
  return found;
}

std::string group_in_words(const Symmetry& symmetry) {
  if (symmetry.group.is_trivial()) return "none";
  return recognise_structure(symmetry.group).text + " of order " + symmetry.group.order().to_string();
}

class NaturalSpecifications : public ::testing::TestWithParam<std::string> {};

TEST_P(NaturalSpecifications, HaveTheirGroup) {
  const NaturalSpecification expected = read_specification(QUOTIENT_ROOT "/tests/symmetry/natural/" + GetParam());
  const StateSpace space(expected.text, 5000, true, expected.actions.empty());
  ASSERT_EQ(space.errors, "");
  ASSERT_TRUE(space.whole);
  EXPECT_EQ(group_in_words(space.symmetry()), expected.group);
  EXPECT_EQ(space.states.size(), expected.states);
  EXPECT_EQ(orbits_by_brute_force(space, permutations_of(expected.actions)), expected.orbits);
  if (!space.symmetry().group.is_trivial()) {
    const ChosenReduction chosen = choose_reduction(space.symmetry(), "canonical");
    ASSERT_NE(chosen.reduction, nullptr) << chosen.refusal;
    const Result result = search_with(space, chosen.reduction.get());
    EXPECT_EQ(result.states, expected.orbits);
    EXPECT_EQ(result.represents, std::to_string(expected.states));
  }
  const std::set<NameImages> largest = permutations_of_graph(expected);
  if (expected.actions.empty()) {
    const std::set<NameImages> found = permutations_found(space.symmetry(), expected.names);
    EXPECT_TRUE(std::includes(largest.begin(), largest.end(), found.begin(), found.end()));
    EXPECT_TRUE(expected.by_hand ? found.size() < largest.size() : found.size() == largest.size());
  } else {
    EXPECT_EQ(space.symmetry().group.order().to_string(), std::to_string(largest.size()));
  }

  Symmetry explained = space.symmetry();
  space.system->explain_breaks(explained, 60);
  std::vector<std::string> reasons, wanted = expected.broken_by;
  for (const Symmetry::Break& each : explained.broken_by) {
    const std::string at = each.at ? std::to_string(space.sources.locate(*each.at).position.line) + ": " : "";
    reasons.push_back(at + each.reason);
  }
  std::sort(reasons.begin(), reasons.end());
  std::sort(wanted.begin(), wanted.end());
  EXPECT_EQ(reasons, wanted);
}

std::vector<std::string> natural_specifications() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(QUOTIENT_ROOT "/tests/symmetry/natural")) {
    if (entry.path().extension() == ".mcrl2") names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Models, NaturalSpecifications, ::testing::ValuesIn(natural_specifications()),
                         [](const auto& named) {
                           return std::regex_replace(named.param, std::regex("[^A-Za-z0-9]"), "_");
                         });

}  // namespace
}  // namespace quotient
