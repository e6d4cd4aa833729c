#include "symmetry/group/enumerate.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <set>

#include "families.hpp"
#include "generators.hpp"

namespace quotient {
namespace {

using namespace families;

std::vector<Permutation> all_of_group(const Group& group) {
  std::vector<Permutation> elements;
  EXPECT_TRUE(for_each_element(group, [&](const Permutation& g) {
    elements.push_back(g);
    return true;
  }));
  return elements;
}

std::vector<Permutation> all_cosets(const Group& group, const Group& subgroup) {
  std::vector<Permutation> representatives;
  EXPECT_TRUE(for_each_right_coset(group, subgroup, [&](const Permutation& g) {
    representatives.push_back(g);
    return true;
  }));
  return representatives;
}

TEST(Enumerate, EveryElementOnceTheIdentityFirst) {
  for (const Generators& generators :
       {Generators{3, {}}, symmetric(5), hypercube(3), wreath(cyclic(3), symmetric(3)), dihedral(9)}) {
    const Group group = generators.group();
    const std::vector<Permutation> elements = all_of_group(group);
    EXPECT_TRUE(elements.front().is_identity());
    const std::set<Permutation> distinct(elements.begin(), elements.end());
    EXPECT_EQ(distinct.size(), elements.size());
    EXPECT_EQ(BigNumber(elements.size()), group.order());
    for (const Permutation& g : elements) EXPECT_TRUE(group.contains(g));
  }
}

TEST(Enumerate, StopsWhenTold) {
  int visited = 0;
  EXPECT_FALSE(for_each_element(symmetric(100).group(), [&](const Permutation&) { return ++visited < 1000; }));
  EXPECT_EQ(visited, 1000);
  visited = 0;
  EXPECT_FALSE(for_each_right_coset(symmetric(40).group(), symmetric(40).group().stabiliser(std::vector<Point>{7}),
                                    [&](const Permutation&) { return ++visited < 30; }));
  EXPECT_EQ(visited, 30);
}

void expect_cosets(const Group& group, const Group& subgroup) {
  const std::vector<Permutation> representatives = all_cosets(group, subgroup);
  EXPECT_EQ(BigNumber(representatives.size()), divide_exactly(group.order(), subgroup.order()));
  EXPECT_TRUE(representatives.front().is_identity());
  for (std::size_t i = 0; i < representatives.size(); ++i) {
    EXPECT_TRUE(group.contains(representatives[i]));
    const Permutation back = representatives[i].inverse();
    for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(subgroup.contains(representatives[j].then(back)));
  }
}

TEST(Enumerate, OneElementOfEveryCoset) {
  expect_cosets(symmetric(7).group(), product(symmetric(3), symmetric(4)).group());
  expect_cosets(symmetric(7).group(), alternating(7).group());
  expect_cosets(symmetric(6).group(), cyclic(6).group());
  expect_cosets(symmetric(6).group(), wreath(symmetric(2), symmetric(3)).group());
  expect_cosets(hypercube(3).group(), Group(8));
  expect_cosets(hypercube(4).group(), hypercube(4).group().stabiliser(std::vector<Point>{5}));
  expect_cosets(dihedral(12).group(), cyclic(12).group());
  expect_cosets(symmetric(5).group(), symmetric(5).group());
}

TEST(Enumerate, CosetsOfALargeSubgroupComeQuickly) {
  // If all elements were looked at, or dead branches followed to their ends, these would take minutes to centuries.
  EXPECT_EQ(all_cosets(symmetric(12).group(), product(symmetric(6), symmetric(6)).group()).size(), 924U);
  const Group group = symmetric(40).group();
  EXPECT_EQ(all_cosets(group, group.stabiliser(std::vector<Point>{7})).size(), 40U);
  EXPECT_EQ(all_cosets(group, alternating(40).group()).size(), 2U);
  EXPECT_EQ(all_cosets(wreath(symmetric(5), symmetric(6)).group(),
                       product(wreath(symmetric(5), symmetric(5)), symmetric(5)).group())
                .size(),
            6U);
}

RC_GTEST_PROP(EnumerateProperty, CosetsOfRandomSubgroups, ()) {
  const std::size_t degree = 1 + *any_below<std::size_t>(6);
  const auto generator = arbitrary_permutation(degree);
  const auto inner = *rc::gen::resize(2, rc::gen::container<std::vector<Permutation>>(generator));
  auto outer = *rc::gen::resize(2, rc::gen::container<std::vector<Permutation>>(generator));
  outer.insert(outer.end(), inner.begin(), inner.end());
  expect_cosets(Group(degree, outer), Group(degree, inner));
}

}  // namespace
}  // namespace quotient
