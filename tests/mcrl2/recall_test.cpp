#include "../model/changed_bytes.hpp"
#include "explore.hpp"
#include "inventor.hpp"

namespace quotient::mcrl2::testing {
namespace {

using quotient::testing::Bytes;
using quotient::testing::reachable_states;

struct Loaded {
  SourceMap sources;
  std::unique_ptr<SpecificationSystem> system;
};

std::unique_ptr<Loaded> loaded(std::string text, bool symmetry = false) {
  auto result = std::make_unique<Loaded>();
  const FileId file = result->sources.add("m.mcrl2", std::move(text));
  Diagnostics diagnostics;
  Options options;
  options.symmetry = symmetry;
  result->system = load(result->sources, file, options, diagnostics);
  return result;
}

/// Values of every sort, functions and comprehensions among them, and terms without value.
const std::string values_of_all_sorts = R"(
sort D = struct d1 | d2 | pair(left: D, right: List(D))?is_pair;
map f: Nat -> Nat; g: Nat -> Nat; k: Nat -> Nat -> Nat; broken: List(Nat) -> Nat;
var n, m: Nat; l: List(Nat);
eqn f(n) = n + 1; k(n)(m) = n + m; broken(1 |> l) = 2;
act a: Nat;
proc P(i: Nat, d: D, n: Int, r: Real, l: List(Nat), s: Set(Nat), fs: FSet(D), b: Bag(D), h: Nat -> Nat, t: Nat) =
  (i < 9) -> a(i) . P(i + 1, if(i mod 2 == 0, pair(d, [d1, d]), d1), (n * 1000003) - 7, (r / 3) - 1/7, i |> l,
                      if(i < 3, s + {i}, if(i < 6, !s, {x: Nat | x > i && !(x in s)})),
                      fs + {d}, b + {d: i + 1}, if(i < 4, h[i -> i * i], if(i < 6, lambda x: Nat. x + i, if(i < 7, f, k(i)))),
                      if(i < 5, t, broken(l)));
init P(0, d2, 12345678901, 0, [], {}, {}, {:}, lambda x: Nat. 0, 3);
)";

/// The state is made again, in the run that wrote its bytes and in one that has met nothing yet.
void expect_recalled(const std::string& text, std::size_t most, bool symmetry = false) {
  const auto writer = loaded(text, symmetry);
  const auto reader = loaded(text, symmetry);
  ASSERT_TRUE(writer->system && reader->system) << text;
  quotient::testing::expect_recalled(*writer->system, *reader->system, most);
}

TEST(Recall, StatesComeBack) {
  expect_recalled(values_of_all_sorts, 100);
  expect_recalled(philosophers(3, true), 200);
  expect_recalled(philosophers(3, true), 200, true);
  const auto [first, last] = seeds_up_to(60);
  for (unsigned seed = first; seed <= last; ++seed) {
    const std::string text = Inventor(seed).specification();
    if (loaded(text)->system) expect_recalled(text, 50);
  }
}

/// Bytes that were changed are those of another state, or of none; whatever is taken can be explored and described.
TEST(Recall, ChangedBytesAreRefusedOrAState) {
  for (const std::string& text : {values_of_all_sorts, philosophers(3, true)}) {
    const auto model = loaded(text);
    ASSERT_TRUE(model->system);
    const auto [taken, refused] = quotient::testing::recall_changed(*model->system, 20'000);
    EXPECT_GT(refused, 1000U);
    EXPECT_GT(taken, 100U);
  }
}

TEST(Recall, OtherBytesAreRefused) {
  const auto model = loaded("act a: Nat;\nproc P(n: Nat, b: Bool) = a(n) . P(n + 1, !b);\ninit P(0, true);");
  ASSERT_TRUE(model->system);
  const auto recall = [&](const Bytes& bytes) { return model->system->recall(bytes); };
  Bytes good;
  for (const Bytes& state : reachable_states(*model->system, 1)) good = model->system->lasting(state);
  ASSERT_EQ(good.size(), 6U);
  EXPECT_TRUE(recall(good));
  EXPECT_FALSE(recall({}));
  const auto with = [&](std::size_t at, std::uint8_t byte) {
    Bytes changed = good;
    changed[at] = byte;
    return changed;
  };
  EXPECT_FALSE(recall(with(0, 200)));                         // no such location
  EXPECT_FALSE(recall(with(4, 3)));                           // -1 is no Nat
  EXPECT_FALSE(recall(with(5, 9)));                           // neither true nor false
  EXPECT_FALSE(recall(with(4, 0)));                           // a number with no digits
  EXPECT_FALSE(recall(Bytes(good.begin(), good.end() - 1)));  // cut short
  Bytes longer = good;
  longer.push_back(1);
  EXPECT_FALSE(recall(longer));
  Bytes padded = with(4, 0x81);  // 1 as two bytes
  padded.insert(padded.begin() + 5, 0);
  EXPECT_FALSE(recall(padded));
  Bytes endless(good.begin(), good.begin() + 4);  // a list of more elements than there are bytes
  endless.insert(endless.end(), {6, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 1});
  EXPECT_FALSE(recall(endless));
}

}  // namespace
}  // namespace quotient::mcrl2::testing
