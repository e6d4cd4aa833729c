// Machines as people write them, tests/symmetry/natural/*.mch: each says in its first comment what its group is, how
// many states and orbits it has, and which line breaks symmetry, as in tests/symmetry/natural_test.cpp. By brute force,
// all permutations of the elements of each set are tried on the texts of all states and steps.

#include <filesystem>
#include <regex>

#include "bmethod/machine_system.hpp"
#include "orbits.hpp"
#include "symmetry/group/structure.hpp"

namespace quotient::bmethod {
namespace {

struct NaturalMachine {
  std::string text, group;
  std::size_t states = 0, orbits = 0;
  std::vector<std::string> broken_by;
};

NaturalMachine read_natural_machine(const std::string& path) {
  std::string error;
  NaturalMachine machine;
  machine.text = read_text_file(path, error).value_or("");
  std::istringstream comment(machine.text.substr(0, machine.text.find("*/")));
  for (std::string line; std::getline(comment, line);) {
    std::smatch found;
    if (std::regex_match(line, found, std::regex(R"(\W*group: (.*?)\s*)"))) machine.group = found[1];
    if (std::regex_match(line, found, std::regex(R"(\W*broken by: (.*?)\s*)"))) machine.broken_by.push_back(found[1]);
    if (std::regex_match(line, found, std::regex(R"(\W*states: ([0-9]+) in ([0-9]+)\s*)"))) {
      machine.states = std::stoul(found[1]);
      machine.orbits = std::stoul(found[2]);
    }
  }
  return machine;
}

using NameImages = std::map<std::string, std::string>;

/// All products of permutations of the elements of each set.
std::vector<NameImages> permutations_of_elements(const std::vector<GivenSet>& sets) {
  std::vector<NameImages> out(1);
  for (const GivenSet& set : sets) {
    std::vector<NameImages> more;
    std::vector<std::string> images = set.elements;
    std::sort(images.begin(), images.end());
    const std::vector<std::string> from = images;
    do {
      for (NameImages each : out) {
        for (std::size_t i = 0; i < from.size(); ++i) each[from[i]] = images[i];
        more.push_back(std::move(each));
      }
    } while (std::next_permutation(images.begin(), images.end()));
    out = std::move(more);
  }
  return out;
}

/// How many of them take states to states, and steps to steps.
std::size_t permutations_of_graph(const MachineSystem& system, const std::vector<GivenSet>& sets) {
  const test::Exploration all = test::explore(system);
  const auto generator = system.generator();
  std::map<std::string, std::set<std::string>> graph;
  for (const std::string& state : all.seen) {
    std::set<std::string>& next = graph[test::text_of(system, state)];
    Successors steps;
    generator->successors(test::view_of(state), steps);
    for (std::size_t i = 0; i < steps.size(); ++i) next.insert(test::text_of(system, test::bytes_of(steps[i].state)));
  }
  EXPECT_EQ(graph.size(), all.states);
  // What can be reached at once: a permutation must keep that as well.
  Successors first;
  generator->initial(first);
  for (std::size_t i = 0; i < first.size(); ++i)
    graph[""].insert(test::text_of(system, test::bytes_of(first[i].state)));
  std::size_t count = 0;
  for (const NameImages& images : permutations_of_elements(sets)) {
    const auto permuted = [&](const std::string& text) { return test::ValueText(text, images).permuted(); };
    count += std::all_of(graph.begin(), graph.end(), [&](const auto& entry) {
      const auto image = graph.find(permuted(entry.first));
      if (image == graph.end()) return false;
      std::set<std::string> next;
      for (const std::string& each : entry.second) next.insert(permuted(each));
      return next == image->second;
    });
  }
  return count;
}

class NaturalMachines : public ::testing::TestWithParam<std::string> {};

TEST_P(NaturalMachines, HaveTheirGroupAndReasons) {
  const NaturalMachine expected = read_natural_machine(QUOTIENT_ROOT "/tests/symmetry/natural/" + GetParam());
  Options options;
  options.setup = SetupStates::none;
  options.deadlock = false;
  const auto loaded = test::load_text(expected.text, options);
  ASSERT_NE(loaded->system, nullptr) << test::all_messages(loaded->sources, loaded->diagnostics);
  const MachineSystem& system = *loaded->system;
  const Symmetry symmetry = system.symmetry();
  const std::string words = symmetry.group.is_trivial() ? "none"
                                                        : recognise_structure(symmetry.group).text + " of order " +
                                                              symmetry.group.order().to_string();
  EXPECT_EQ(words, expected.group);
  EXPECT_EQ(test::explore(system).states, expected.states);
  EXPECT_EQ(test::explore_orbits(system, "canonical").states, expected.orbits);
  test::expect_symmetry_of_state_graph(system, GetParam());
  EXPECT_EQ(symmetry.group.order().to_string(),
            std::to_string(permutations_of_graph(system, dynamic_cast<const CompiledMachine&>(system).sets())));

  std::vector<std::string> reasons, wanted = expected.broken_by;
  for (const Symmetry::Break& each : symmetry.broken_by) {
    const std::string at = each.at ? std::to_string(loaded->sources.locate(*each.at).position.line) + ": " : "";
    reasons.push_back(at + each.reason);
  }
  std::sort(reasons.begin(), reasons.end());
  std::sort(wanted.begin(), wanted.end());
  EXPECT_EQ(reasons, wanted);
}

std::vector<std::string> natural_machines() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(QUOTIENT_ROOT "/tests/symmetry/natural")) {
    if (entry.path().extension() == ".mch") names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Models, NaturalMachines, ::testing::ValuesIn(natural_machines()), [](const auto& named) {
  return std::regex_replace(named.param, std::regex("[^A-Za-z0-9]"), "_");
});

}  // namespace
}  // namespace quotient::bmethod
