// Against GAP: orders, orbits, membership, stabilisers and structure of families and of random groups. All questions go
// into one run of GAP, which takes about two seconds to start.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>
#include <vector>

#include "families.hpp"
#include "model.hpp"
#include "process/symmetry/detect/detect.hpp"
#include "process/symmetry/scd/scd.hpp"
#include "slot_moves.hpp"
#include "symmetry/group/structure.hpp"

namespace quotient {
namespace {

using namespace families;

/// GAP counts points from 1.
std::string in_gap(const Permutation& permutation) {
  std::vector<Point> images;
  for (const Point x : permutation.images()) images.push_back(x + 1);
  return fmt::format("PermList([{}])", fmt::join(images, ","));
}

std::string in_gap(std::span<const Permutation> permutations) {
  std::vector<std::string> texts;
  for (const Permutation& p : permutations) texts.push_back(in_gap(p));
  return fmt::format("[{}]", fmt::join(texts, ","));
}

std::string in_gap(std::span<const Point> points) {
  std::vector<Point> numbers;
  for (const Point x : points) numbers.push_back(x + 1);
  return fmt::format("[{}]", fmt::join(numbers, ","));
}

std::string product_in_gap(const std::vector<Factor>& factors);

/// As an abstract group, by GAP's own constructions.
std::string in_gap(const Factor& factor) {
  const std::size_t n = factor.slots.size();
  std::string top;
  switch (factor.kind) {
    case FactorKind::symmetric:
      top = fmt::format("SymmetricGroup({})", n);
      break;
    case FactorKind::alternating:
      top = fmt::format("AlternatingGroup({})", n);
      break;
    case FactorKind::cyclic:
      top = fmt::format("CyclicGroup(IsPermGroup,{})", n);
      break;
    case FactorKind::dihedral:
      top = fmt::format("DihedralGroup(IsPermGroup,{})", 2 * n);
      break;
    case FactorKind::hypercube:
      top = fmt::format("WreathProduct(SymmetricGroup(2),SymmetricGroup({}))", std::countr_zero(n));
      break;
    case FactorKind::other:
      return "fail";
  }
  if (factor.slots[0].inside.empty()) return top;
  return fmt::format("WreathProduct({},{})", product_in_gap(factor.slots[0].inside), top);
}

std::string product_in_gap(const std::vector<Factor>& factors) {
  std::vector<std::string> texts;
  for (const Factor& factor : factors) texts.push_back(in_gap(factor));
  return texts.size() == 1 ? texts[0] : fmt::format("DirectProduct({})", fmt::join(texts, ","));
}

/// Questions for GAP, and what we say ourselves: one line of text for each.
class Dialogue {
 public:
  void ask(const std::string& what, const std::string& gap_expression, const std::string& expected) {
    script_ += fmt::format("Print(String({}),\"\\n\");\n", gap_expression);
    expected_.push_back(expected);
    what_.push_back(what);
  }
  void tell(const std::string& statement) { script_ += statement + "\n"; }

  void compare_with_gap(std::size_t least) const {
    const std::string base = fmt::format("{}quotient_gap_test_{}", testing::TempDir(), getpid());
    const std::string input = base + ".g";
    const std::string output = base + ".out";
    std::ofstream(input) << "SetPrintFormattingStatus(\"*stdout*\",false);\n" << script_ << "QUIT;\n";
    const std::string command =
        fmt::format("timeout 100 gap -q -A --quitonbreak '{}' > '{}' 2>&1 < /dev/null", input, output);
    ASSERT_EQ(std::system(command.c_str()), 0) << "GAP failed; see " << output;
    std::ifstream answers(output);
    std::string answer;
    for (std::size_t i = 0; i < expected_.size(); ++i) {
      ASSERT_TRUE(std::getline(answers, answer)) << "GAP stopped answering at: " << what_[i];
      EXPECT_EQ(expected_[i], answer) << what_[i];
    }
    EXPECT_FALSE(std::getline(answers, answer)) << answer;
    EXPECT_GT(expected_.size(), least);
    if (testing::Test::HasFailure()) return;  // keep the files to look at
    std::remove(input.c_str());
    std::remove(output.c_str());
  }

 private:
  std::string script_;
  std::vector<std::string> expected_;
  std::vector<std::string> what_;
};

std::string truth(bool value) { return value ? "true" : "false"; }

void ask_about(Dialogue& dialogue, const std::string& name, const Generators& generators, Random& random) {
  const Group group = generators.group();
  const std::size_t n = generators.degree;
  const auto ask = [&](const std::string& what, const std::string& expression, const std::string& expected) {
    dialogue.ask(fmt::format("{}, degree {}: {}", name, n, what), expression, expected);
  };
  dialogue.tell(fmt::format("g:=Group(Concatenation([()],{}));;", in_gap(generators.permutations)));
  ask("order", "Size(g)", group.order().to_string());

  std::vector<std::string> orbit_texts;
  for (const std::vector<Point>& orbit : group.orbits().members) {
    std::vector<Point> numbers;
    for (const Point x : orbit) numbers.push_back(x + 1);
    orbit_texts.push_back(fmt::format("[ {} ]", fmt::join(numbers, ", ")));
  }
  ask("orbits", fmt::format("Set(List(Orbits(g,[1..{}]),Set))", n),
      fmt::format("[ {} ]", fmt::join(orbit_texts, ", ")));

  for (int i = 0; i < 4; ++i) {
    // Some outside, some inside, some just beside the group.
    Permutation p = i < 2 ? random_permutation(n, random) : group.random_element(random);
    if (i == 3 && n > 1) p = p.then(Permutation::transposition(n, 0, 1 + random.below(static_cast<Point>(n - 1))));
    ask("membership of " + in_gap(p), in_gap(p) + " in g", truth(group.contains(p)));
  }

  const std::vector<Point> points{random.below(static_cast<Point>(n)), random.below(static_cast<Point>(n))};
  ask("pointwise stabiliser", fmt::format("Size(Stabilizer(g,{},OnTuples))", in_gap(points)),
      group.stabiliser(points).order().to_string());
  ask("stabiliser of one point", fmt::format("Size(Stabilizer(g,{}))", points[0] + 1),
      group.stabiliser(std::span(points).first(1)).order().to_string());
  if (points[0] != points[1] && n <= 30) {  // GAP searches, which takes long for large groups
    const std::optional<Group> of_set = group.setwise_stabiliser(points);
    ASSERT_TRUE(of_set.has_value());
    ask("setwise stabiliser", fmt::format("Size(Stabilizer(g,Set({}),OnSets))", in_gap(points)),
        of_set->order().to_string());
  }

  const Structure structure = recognise_structure(group);
  if (!structure.is_recognised() || group.is_trivial()) return;
  const std::vector<Permutation> moves = moves_of_slots(group, structure);
  ask("generated by moves of " + structure.text, fmt::format("Group({})=g", in_gap(moves)), "true");
  if (group.order() <= BigNumber(400)) {
    // Without its packages, GAP has no isomorphism test for groups that are not solvable.
    ask("isomorphic to " + structure.text,
        fmt::format("not IsSolvableGroup(g) or IsomorphismGroups(g,{})<>fail", product_in_gap(structure.factors)),
        "true");
  } else {
    ask("order of " + structure.text, fmt::format("Size({})", product_in_gap(structure.factors)),
        group.order().to_string());
  }
}

TEST(Gap, AgreesOnFamiliesAndRandomGroups) {
  if (std::system("command -v gap > /dev/null 2>&1") != 0) {
    GTEST_SKIP() << "GAP is not installed (Debian: gap-core); groups were not compared with it";
  }
  std::vector<std::pair<std::string, Generators>> families{
      {"cube 3", hypercube(3)},
      {"cube 4", hypercube(4)},
      {"cube 5", hypercube(5)},
      {"product", product(symmetric(3), symmetric(4))},
      {"product with cyclic", product(cyclic(6), alternating(5))},
      {"product of cubes", product(hypercube(3), symmetric(5))},
      {"linked", linked(symmetric(6), 3)},
      {"linked rings", product(linked(dihedral(5), 2), linked(cyclic(4), 2))},
      {"pairs", with_pairs(symmetric(5))},
      {"pairs of a ring", with_pairs(dihedral(6))},
      {"wreath", wreath(symmetric(2), symmetric(3))},
      {"wreath with owners", wreath(symmetric(3), symmetric(4), true)},
      {"two kinds of clients", wreath(product(symmetric(2), symmetric(3)), symmetric(3), true)},
      {"three tiers", product(symmetric(3), wreath(wreath(symmetric(2), symmetric(2), true), symmetric(3), true))},
      {"ring of rings", wreath(cyclic(4), dihedral(5))},
      {"cubes in a ring", wreath(hypercube(3), cyclic(3))},
      {"S40", symmetric(40)},
      {"S5 wr S12", wreath(symmetric(5), symmetric(12))}};
  for (std::size_t n = 2; n <= 12; ++n) {
    families.emplace_back(fmt::format("S{}", n), symmetric(n));
    families.emplace_back(fmt::format("A{}", n), alternating(n));
    families.emplace_back(fmt::format("C{}", n), cyclic(n));
    families.emplace_back(fmt::format("D{}", n), dihedral(n));
  }
  Dialogue dialogue;
  Random random(2);
  for (const auto& [name, generators] : families) {
    ask_about(dialogue, name, generators, random);
    ask_about(dialogue, name + " shuffled", permuted(generators, random_permutation(generators.degree, random)),
              random);
  }
  // A few random elements of a known group, some of them powers, generate all sorts of subgroups.
  for (int i = 0; i < 120; ++i) {
    const auto& [name, generators] = families[random.below(16)];
    const Group group = generators.group();
    Generators some{generators.degree, {}};
    const std::uint32_t count = 1 + random.below(3);
    for (std::uint32_t k = 0; k < count; ++k) {
      some.permutations.push_back(group.random_element(random).power(1 + random.below(4)));
    }
    ask_about(dialogue, "random subgroup of " + name, some, random);
  }
  dialogue.compare_with_gap(1000);
}

/// What detection finds in the examples, by both methods.
TEST(Gap, AgreesOnTheGroupsOfTheExamples) {
  if (std::system("command -v gap > /dev/null 2>&1") != 0) {
    GTEST_SKIP() << "GAP is not installed (Debian: gap-core); groups were not compared with it";
  }
  // All of them, and some in several sizes.
  std::vector<std::pair<std::string, std::vector<std::string>>> examples = {
      {"simple_mutex.pml", {"N=12"}}, {"peterson.pml", {"N=6"}},       {"hypercube.pml", {"DIM=4"}},
      {"hypercube.pml", {"DIM=5"}},   {"philosophers.pml", {"N=12"}},  {"three_tiered.pml", {"S1=4", "S2=4", "S3=4"}},
      {"german.pml", {"N=2"}},        {"leader_election.pml", {"N=5"}}};
  for (const auto& entry : std::filesystem::directory_iterator(QUOTIENT_ROOT "/examples")) {
    const std::string ending = entry.path().extension().string();
    if (ending == ".pml" || ending == ".pml-lite") examples.push_back({entry.path().filename().string(), {}});
  }
  std::sort(examples.begin(), examples.end());
  Dialogue dialogue;
  Random random(5);
  for (const auto& [file, defines] : examples) {
    const TestModel model = compile_example(file, defines);
    const auto ask = [&, &file = file](const std::string& which, const Group& group) {
      if (group.is_trivial()) return;
      Generators generators;
      generators.degree = group.degree();
      generators.permutations.assign(group.generators().begin(), group.generators().end());
      ask_about(dialogue, file + ", " + which, generators, random);
    };
    ask("system", detect_symmetry(model.program()).group);
    if (!model.outline.objections.empty()) continue;
    const scd::Result found = scd::find_valid_group(model.outline);
    ask("diagram", found.automorphisms);
    ask("largest valid", found.largest);
  }
  dialogue.compare_with_gap(500);
}

}  // namespace
}  // namespace quotient
