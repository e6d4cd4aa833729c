#include <random>

#include "explore.hpp"
#include "inventor.hpp"

namespace quotient::mcrl2::testing {
namespace {

using Bytes = std::vector<std::uint8_t>;

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

std::vector<Bytes> reachable(const SpecificationSystem& system, std::size_t most) {
  const auto generator = system.generator();
  std::set<Bytes> seen;
  std::vector<Bytes> found;
  Successors out;
  const auto visit = [&] {
    for (std::size_t i = 0; i < out.size(); ++i) {
      Bytes state(out[i].state.begin(), out[i].state.end());
      if (seen.size() < most && seen.insert(state).second) found.push_back(std::move(state));
    }
  };
  generator->initial(out);
  visit();
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Bytes state = found[i];
    generator->successors(state, out);
    visit();
  }
  return found;
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
  for (const Bytes& state : reachable(*writer->system, most)) {
    const Bytes bytes = writer->system->lasting(state);
    EXPECT_EQ(writer->system->recall(bytes), state);
    const auto elsewhere = reader->system->recall(bytes);
    ASSERT_TRUE(elsewhere) << text;
    EXPECT_EQ(reader->system->lasting(*elsewhere), bytes);
  }
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
    const SpecificationSystem& system = *model->system;
    const auto generator = system.generator();
    std::mt19937 random(7);
    const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
    std::vector<Bytes> all;
    for (const Bytes& state : reachable(system, 40)) all.push_back(system.lasting(state));
    std::size_t refused = 0, taken = 0;
    for (int round = 0; round < 20'000; ++round) {
      Bytes bytes = all[below(all.size())];
      for (std::size_t changes = 1 + below(3); changes > 0 && !bytes.empty(); --changes) {
        const std::size_t at = below(bytes.size());
        switch (below(5)) {
          case 0:
            bytes[at] = static_cast<std::uint8_t>(below(256));
            break;
          case 1:
            bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ (1U << below(8)));
            break;
          case 2:
            bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at));
            break;
          case 3:
            bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), static_cast<std::uint8_t>(below(256)));
            break;
          default: {  // a piece of another
            const Bytes& other = all[below(all.size())];
            bytes.resize(at);
            bytes.insert(bytes.end(), other.begin() + static_cast<std::ptrdiff_t>(std::min(at, other.size())),
                         other.end());
          }
        }
      }
      const auto state = system.recall(bytes);
      if (!state) {
        ++refused;
        continue;
      }
      ++taken;
      ASSERT_EQ(system.lasting(*state), bytes);
      for (const CellValue& cell : system.narrator().describe(*state)) ASSERT_FALSE(cell.value.empty());
      Successors out;
      generator->successors(*state, out);
    }
    EXPECT_GT(refused, 1000U);
    EXPECT_GT(taken, 100U);
  }
}

TEST(Recall, OtherBytesAreRefused) {
  const auto model = loaded("act a: Nat;\nproc P(n: Nat, b: Bool) = a(n) . P(n + 1, !b);\ninit P(0, true);");
  ASSERT_TRUE(model->system);
  const auto recall = [&](const Bytes& bytes) { return model->system->recall(bytes); };
  Bytes good;
  for (const Bytes& state : reachable(*model->system, 1)) good = model->system->lasting(state);
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
