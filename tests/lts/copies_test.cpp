// Processes of different texts that are copies up to the names of actions: random ones, some with an edit, under random
// operators. Each generator must be an automorphism of the state graph together with a permutation of names.

#include <random>

#include "state_space.hpp"

namespace quotient {
namespace {

using testing::NameImages;
using testing::StateSpace;

/// Three texts of one pattern: `a1`, `b1`, `c1` in the first are `a2`, `b2`, `c2` in the second.
class CopyWriter {
 public:
  explicit CopyWriter(unsigned seed) : random_(seed) {}

  std::string specification() {
    const bool with_data = random_() % 2 == 0;
    parameter_ = with_data ? "(n: Nat)" : "";
    const std::string pattern = alternatives(2);
    std::string text = "act a1, a2, a3, b1, b2, b3, c1, c2, c3, get, put, take, give, lock, unlock, m12, m23, m31;\n";
    for (const char i : {'1', '2', '3'}) {
      std::string body = pattern;
      if (random_() % 12 == 0) body += " + b@ . " + call(with_data);
      for (std::size_t at = body.find('@'); at != std::string::npos; at = body.find('@')) body[at] = i;
      if (random_() % 12 == 0) std::replace(body.begin(), body.end(), 'b', 'c');
      text += "proc P" + std::string(1, i) + parameter_ + " = " + body + ";\n";
    }
    text += "proc M = take . give . M + give . M;\n";
    const std::string start = with_data ? "(0)" : "";
    const std::string last = with_data ? pick({"(0)", "(0)", "(0)", "(1)"}) : "";
    std::string network = "P1" + start + " || P2" + start + " || P3" + last + pick({" || M", ""});
    const std::string meet = pick({"", "", ", a1|b2 -> m12, a2|b3 -> m23, a3|b1 -> m31", ", a1|b2 -> m12, a2|b3 -> m23",
                                   ", a1|a2|a3 -> m12", ", c1|c2 -> m12"});
    network = "comm({get|take -> lock, put|give -> unlock" + meet + "}, " + network + ")";
    if (random_() % 3 == 0) network = pick({"hide({c1, c2, c3}, ", "hide({c1, c2}, ", "block({c3}, "}) + network + ")";
    if (random_() % 3 == 0)
      network = pick({"rename({c1 -> b1, c2 -> b2, c3 -> b3}, ", "rename({c1 -> b1}, "}) + network + ")";
    const std::string allowed = "lock, unlock, m12, m23, m31, b1, b2, b3, " + pick({"c1, c2, c3, ", "c1, c2, ", ""}) +
                                pick({"a1, a2, a3", "a1, a2, a3", "a1|c1, a2|c2, a3|c3, a1", "a1, a2"});
    return text + "init " +
           pick({"allow({" + allowed + "}, ", "allow({" + allowed + "}, ", "block({get, put, take, give}, "}) +
           network + ");\n";
  }

 private:
  std::string pick(std::vector<std::string> from) { return from[random_() % from.size()]; }
  std::string call(bool with_data) { return with_data ? pick({"P@((n + 1) mod 2)", "P@(n)", "P@(0)"}) : "P@"; }
  std::string step() {
    const std::string condition = parameter_.empty() || random_() % 2 == 0 ? "" : pick({"(n == 0) -> ", "(n > 0) -> "});
    return condition + pick({"a@", "b@", "c@", "a@|c@", "get", "put", "tau"});
  }
  std::string alternatives(int depth) {
    std::string out;
    const int count = 1 + static_cast<int>(random_() % 2);
    for (int k = 0; k < count; ++k) {
      out += (k == 0 ? "" : " + ") + step() + " . ";
      out += depth > 0 && random_() % 3 != 0 ? "(" + alternatives(depth - 1) + ")" : call(!parameter_.empty());
    }
    return out;
  }

  std::mt19937 random_;
  std::string parameter_;
};

/// All ways to take the names of one text to those of another, in any order: an edit may have exchanged some.
std::vector<NameImages> candidates() {
  std::vector<NameImages> out;
  const std::vector<NameImages> letters = testing::permutations_of({"a", "b", "c"});
  const std::vector<NameImages> meetings = testing::permutations_of({"m12", "m23", "m31"});
  for (const NameImages& numbers : testing::permutations_of({"1", "2", "3"})) {
    for (std::size_t k = 0; k < letters.size() * letters.size() * letters.size() * meetings.size(); ++k) {
      std::size_t rest = k;
      NameImages images = meetings[rest % meetings.size()];
      rest /= meetings.size();
      for (const auto& [number, other] : numbers) {
        for (const auto& [letter, to] : letters[rest % letters.size()]) images[letter + number] = to + other;
        rest /= letters.size();
      }
      out.push_back(std::move(images));
    }
  }
  return out;
}

TEST(CopiesByName, ArePermutedWithTheirActions) {
  unsigned first = 1, last = 150;
  if (const char* seeds = std::getenv("QUOTIENT_SEEDS")) std::sscanf(seeds, "%u-%u", &first, &last);
  const std::vector<NameImages> actions = candidates();
  unsigned symmetric = 0;
  for (unsigned seed = first; seed <= last; ++seed) {
    const std::string text = CopyWriter(seed).specification();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    const StateSpace space(text, 400, true, false);
    ASSERT_EQ(space.errors, "");
    if (!space.whole || space.symmetry().group.is_trivial()) continue;
    ++symmetric;
    const std::uint32_t orbits = testing::orbits_by_brute_force(space, actions);
    const ChosenReduction chosen = choose_reduction(space.symmetry(), "canonical");
    ASSERT_NE(chosen.reduction, nullptr) << chosen.refusal;
    const Result result = testing::search_with(space, chosen.reduction.get());
    EXPECT_EQ(result.states, orbits);
    EXPECT_EQ(result.represents, std::to_string(space.states.size()));
    // Where labels matter, names stay.
    testing::orbits_by_brute_force(StateSpace(text, 400));
    if (HasFailure()) return;
  }
  EXPECT_GT(symmetric * 5, last - first + 1);
}

/// What is asked for by its name stays apart from what is like it.
TEST(CopiesByName, AskedForByNameStayApart) {
  const std::string text = "act a1, a2, a3; proc P1 = a1 . P1; P2 = a2 . P2; P3 = a3 . P3; init P1 || P2 || P3;";
  SourceMap sources;
  const auto order_with = [&](mcrl2::Options options) {
    Diagnostics diagnostics;
    options.symmetry = true;
    const auto system = mcrl2::load(sources, sources.add("m.mcrl2", text), options, diagnostics);
    return system->symmetry().group.order().to_string();
  };
  EXPECT_EQ(order_with({}), "6");
  EXPECT_EQ(order_with({.actions = {"a2"}}), "2");
  EXPECT_EQ(order_with({.permuted_labels = true}), "1");
  EXPECT_EQ(order_with({.formula = sources.add("f.mcf", "<true>true")}), "1");
}

}  // namespace
}  // namespace quotient
