#include "symmetry/reduce/strategy.hpp"

#include "explore_reduced.hpp"
#include "symmetry/reduce/chain_canonical.hpp"
#include "synthetic.hpp"

namespace quotient {
namespace {

/// What a strategy makes of states, by name.
class Keys {
 public:
  Keys(const Symmetry& symmetry, std::string_view strategy)
      : reduction_(choose_reduction(symmetry, strategy).reduction), key_function_(reduction_->key_function()) {}

  Bytes operator()(const Bytes& state) { return bytes_of(key_function_->key(view_of(state)).bytes); }

  /// How many states a state stands for, in words.
  std::string represents(const Bytes& state) const {
    const std::unique_ptr<KeyFunction> alone = reduction_->key_function();
    alone->count(alone->key(view_of(state)).weight);
    return alone->represented().value().to_string();
  }

 private:
  std::unique_ptr<Reduction> reduction_;
  std::unique_ptr<KeyFunction> key_function_;
};

Permutation some_element(const Symmetry& symmetry) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  return symmetry.group.random_element(random);
}

void check(const char* what, const std::function<void()>& property) { ASSERT_TRUE(rc::check(what, property)); }

/// Proposition 1.1 of [Bosnacki 2009] for the markers, and the same for all strategies that claim one key for an orbit.
TEST(Strategy, KeysOfPermutedStatesAreTheSame) {
  check("key(s) = key(permuted s)", [] {
    const Synthetic model(*small_shape(true));
    const Bytes state = *model.state();
    const StatePermutation permutation(model.symmetry, some_element(model.symmetry));
    for (const Strategy& strategy : all_strategies()) {
      if (!strategy.unique || strategy.name == "flooding") continue;
      Keys keys(model.symmetry, strategy.name);
      RC_TAG(std::string(strategy.name));
      RC_ASSERT(keys(state) == keys(permuted(permutation, state)));
    }
  });
}

/// Proposition 1.2: the key of a strategy that loses nothing is a permuted state, so states with equal keys are
/// symmetric.
TEST(Strategy, KeysOfExactStrategiesArePermutedStates) {
  check("key(s) is in the orbit of s", [] {
    const Synthetic model(*small_shape(true));
    const Bytes state = *model.state();
    const std::vector<StatePermutation> all = all_permutations(model.symmetry);
    const Bytes least = least_image(all, model.symmetry, state);
    for (const Strategy& strategy : all_strategies()) {
      if (!strategy.exact) continue;
      Keys keys(model.symmetry, strategy.name);
      RC_ASSERT(least_image(all, model.symmetry, keys(state)) == least);
    }
  });
}

/// Proposition 1.3: states with equal exact markers have equal markers.
TEST(Strategy, MarkersOfExactMarkersAreTheMarkers) {
  check("m(m_exact(s)) = m(s)", [] {
    const Synthetic model(*small_shape(true));
    const Bytes state = *model.state();
    Keys approx(model.symmetry, "approx-markers"), exact(model.symmetry, "exact-markers");
    RC_ASSERT(approx(exact(state)) == approx(state));
  });
}

/// Proposition 2: where no array that is indexed by processes holds processes, the markers are equal only for symmetric
/// states, and both kinds are the same.
TEST(Strategy, MarkersAreExactWithoutArraysOfReferences) {
  check("m(s) = m(t) implies that s and t are symmetric", [] {
    ScalarsetShape shape = *small_shape(false);
    shape.reference_arrays = shape.tables = 0;
    const Synthetic model(shape);
    const std::vector<StatePermutation> all = all_permutations(model.symmetry);
    RC_ASSERT(choose_reduction(model.symmetry, "approx-markers").reduction->exact());
    Keys approx(model.symmetry, "approx-markers"), exact(model.symmetry, "exact-markers");
    std::map<Bytes, Bytes> orbit_of;  // by marker
    for (const Bytes& state : *rc::gen::container<std::vector<Bytes>>(40, model.state(2))) {
      const Bytes marker = approx(state), orbit = least_image(all, model.symmetry, state);
      RC_ASSERT(orbit_of.try_emplace(marker, orbit).first->second == orbit);
      // Both order blocks by the same colours, one after a further round: as states they need not be equal, but they
      // tell the same states apart.
      RC_ASSERT(least_image(all, model.symmetry, exact(state)) == orbit);
      RC_ASSERT(approx(exact(state)) == marker);
      RC_ASSERT(approx(orbit) == marker);
    }
  });
}

/// Equal canonical forms only for states of one orbit, and the size of that orbit is known.
TEST(Strategy, OrbitsAreToldApartAndCounted) {
  check("keys and orbits are one to one", [] {
    const Synthetic model(*small_shape(true));
    const std::vector<StatePermutation> all = all_permutations(model.symmetry);
    for (const char* name : {"canonical", "segmented", "enumerate"}) {
      Keys keys(model.symmetry, name);
      std::map<Bytes, Bytes> orbit_of;
      for (const Bytes& state : *rc::gen::container<std::vector<Bytes>>(10, model.state(2))) {
        const Bytes orbit = least_image(all, model.symmetry, state);
        RC_ASSERT(orbit_of.try_emplace(keys(state), orbit).first->second == orbit);
        std::set<Bytes> images;
        for (const StatePermutation& permutation : all) images.insert(permuted(permutation, state));
        RC_ASSERT(keys.represents(state) == std::to_string(images.size()));
      }
    }
  });
}

/// The same along a stabiliser chain, for products of symmetric groups (where it is not used) and for others.
TEST(Strategy, StabiliserChainsTellOrbitsApart) {
  check("keys along a chain and orbits are one to one", [] {
    ScalarsetShape shape = *small_shape(true);
    if (*rc::gen::arbitrary<bool>()) shape = with_rings(shape);
    const Synthetic model(shape);
    const std::vector<StatePermutation> all = all_permutations(model.symmetry);
    const auto reduction = chain_canonical_reduction(model.symmetry);
    const auto key_function = reduction->key_function();
    std::map<Bytes, Bytes> orbit_of;
    for (const Bytes& state : *rc::gen::container<std::vector<Bytes>>(10, model.state(2))) {
      const Bytes orbit = least_image(all, model.symmetry, state),
                  key = bytes_of(key_function->key(view_of(state)).bytes);
      RC_ASSERT(least_image(all, model.symmetry, key) == orbit);
      const StatePermutation permutation(model.symmetry, some_element(model.symmetry));
      RC_ASSERT(bytes_of(key_function->key(view_of(permuted(permutation, state))).bytes) == key);
      std::set<Bytes> images;
      for (const StatePermutation& r : all) images.insert(permuted(r, state));
      const std::unique_ptr<KeyFunction> alone = reduction->key_function();
      alone->count(alone->key(view_of(state)).weight);
      RC_ASSERT(alone->represented() == BigNumber(images.size()));
    }
  });
}

/// A ring of sixteen pairs: a million permutations, none of which are tried one by one.
TEST(Strategy, LargeGroupsThatAreNoProductsHaveCanonicalForms) {
  ScalarsetShape shape;
  shape.families = {{16, 2, true}};
  shape.plain_arrays = shape.reference_arrays = 1;
  const Synthetic model(shape);
  ASSERT_EQ(model.symmetry.group.order().to_string(), "1048576");
  Keys canonical(model.symmetry, "canonical");
  Random random(5);
  Bytes alike(64, 0);
  EXPECT_EQ(canonical.represents(alike), "1");
  Bytes marked = alike;
  marked[7] = 1;
  EXPECT_EQ(canonical.represents(marked), "32");
  Bytes turning = alike;  // each refers to its like in the next pair
  for (std::size_t i = 0; i < 32; ++i) turning[32 + i] = static_cast<char>((i + 2) % 32 + 1);
  for (const Bytes& state : {alike, marked, turning}) {
    const Bytes key = canonical(state);
    for (int k = 0; k < 20; ++k) {
      const StatePermutation permutation(model.symmetry, model.symmetry.group.random_element(random));
      EXPECT_EQ(canonical(permuted(permutation, state)), key);
    }
  }
}

/// Twelve processes that refer to each other in pairs, in a ring, in rings of three: colours tell nothing, and without
/// the automorphisms found on the way there would be 46,080 orders to try for the pairs alone.
TEST(Strategy, RegularStatesAreNoTrap) {
  ScalarsetShape shape;
  shape.families = {{1, 12}};
  shape.reference_arrays = 1;
  const Synthetic model(shape);
  Keys canonical(model.symmetry, "canonical");
  Random random(3);
  struct Regular {
    std::uint32_t ring;
    const char* orbit;  // 12! divided by the symmetries of so many rings
  };
  for (const auto& [ring, orbit] :
       {Regular{2, "10395"}, {3, "246400"}, {4, "1247400"}, {6, "6652800"}, {12, "39916800"}}) {
    Bytes state;
    for (std::uint32_t i = 0; i < 12; ++i) state.push_back(static_cast<char>(i / ring * ring + (i + 1) % ring + 1));
    const Bytes key = canonical(state);
    for (int k = 0; k < 20; ++k) {
      const StatePermutation permutation(model.symmetry, model.symmetry.group.random_element(random));
      EXPECT_EQ(canonical(permuted(permutation, state)), key);
    }
    EXPECT_EQ(canonical.represents(state), orbit);
  }
}

/// 1 and 2 refer to 3 and 4, and these to 5 and 6, of which one is marked. 1 and 2 are tied, as are 3 and 4 before one
/// looks at what they refer to: Algorithm 5.1 as printed puts 1 and 2 in any order, and the marker depends on it.
TEST(Strategy, MarkersDoNotDependOnHowTiesFall) {
  ScalarsetShape shape;
  shape.families = {{1, 6}};
  shape.plain_arrays = shape.reference_arrays = 1;
  const Synthetic model(shape);
  const Bytes state("\0\0\0\0\0\1\3\4\5\6\0\0", 12), other("\0\0\0\0\0\1\4\3\5\6\0\0", 12);
  Keys approx(model.symmetry, "approx-markers"), exact(model.symmetry, "exact-markers");
  EXPECT_EQ(approx(state), approx(other));
  EXPECT_NE(exact(state), exact(other));
}

/// Two pairs, each of which refers to itself or to the other: the markers cannot tell, which is why they are
/// approximate.
TEST(Strategy, MarkersTakeSomeStatesForOne) {
  ScalarsetShape shape;
  shape.families = {{1, 2}};
  shape.reference_arrays = 1;
  const Synthetic model(shape);
  const Bytes straight("\1\2", 2), crossed("\2\1", 2);
  for (const char* name : {"approx-markers", "flattened"}) {
    Keys keys(model.symmetry, name);
    EXPECT_EQ(keys(straight), keys(crossed)) << name;
    EXPECT_FALSE(choose_reduction(model.symmetry, name).reduction->exact()) << name;
  }
  for (const char* name : {"canonical", "segmented", "enumerate", "exact-markers", "sorted", "local-search"}) {
    Keys keys(model.symmetry, name);
    EXPECT_NE(keys(straight), keys(crossed)) << name;
  }
}

TEST(Strategy, OthersThanProductsOfSymmetricGroupsAreRefusedWhereTheyMustBe) {
  ScalarsetShape shape;
  shape.families = {{5, 1, true}};
  shape.plain_arrays = 1;
  const Synthetic ring(shape);
  for (const Strategy& strategy : all_strategies()) {
    const ChosenReduction chosen = choose_reduction(ring.symmetry, strategy.name);
    EXPECT_NE(chosen.reduction == nullptr, chosen.refusal.empty()) << strategy.name;
  }
  EXPECT_EQ(
      choose_reduction(ring.symmetry, "sorted").refusal,
      "sorted is for products of symmetric groups, and this group is C5; use canonical, enumerate or local-search");
  EXPECT_NE(choose_reduction(ring.symmetry, "canonical").reduction, nullptr);
}

TEST(Strategy, TooManyPermutationsAreRefused) {
  ScalarsetShape shape;
  shape.families = {{1, 14}};
  shape.plain_arrays = 1;
  const Synthetic model(shape);
  for (const char* name : {"enumerate", "flooding", "segmented"}) {
    EXPECT_EQ(choose_reduction(model.symmetry, name).refusal,
              std::string(name) + " tries too many of the 87178291200 permutations; use canonical or local-search");
  }
}

TEST(Strategy, TheMainArrayIsNamedOrChosen) {
  ScalarsetShape shape;
  shape.families = {{1, 3}};
  shape.plain_arrays = 2;
  shape.references = 1;
  const Synthetic model(shape);  // v0 is a reference, v1 and v2 are arrays
  const auto key = [&](const char* array, const Bytes& state) {
    const ChosenReduction chosen = choose_reduction(model.symmetry, "sorted-main", {array});
    return bytes_of(chosen.reduction->key_function()->key(view_of(state)).bytes);
  };
  const Bytes state("\1\3\2\1\0\1\1", 7);
  EXPECT_EQ(key("v1", state), Bytes("\3\1\2\3\1\1\0", 7));
  EXPECT_EQ(key("", state), key("v1", state));
  EXPECT_EQ(key("v2", state), state);  // 0 1 1 is in order already
  EXPECT_EQ(choose_reduction(model.symmetry, "sorted-main", {"v0"}).refusal,
            "sorted-main: 'v0' is not an array with a plain value for each interchangeable process; there are: v1, v2");
}

}  // namespace
}  // namespace quotient
