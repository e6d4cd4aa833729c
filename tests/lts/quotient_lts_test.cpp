#include "lts/quotient_lts.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "state_space.hpp"

namespace quotient {
namespace {

using testing::orbits_by_brute_force;
using testing::search_with;
using testing::StateSpace;

/// The steps of a state are listed in an order that depends on the state alone: threads, whose generators have met
/// other states before, name a step to each other by its number.
void expect_steps_without_history(const StateSpace& space) {
  const auto forwards = space.system->generator();
  const auto steps_of = [&](StepGenerator& generator, std::size_t i) {
    Successors steps;
    generator.successors(space.states[i], steps);
    std::vector<std::pair<std::uint32_t, testing::Bytes>> list;
    for (std::size_t s = 0; s < steps.size(); ++s) {
      list.emplace_back(steps[s].label.value, testing::Bytes(steps[s].state.begin(), steps[s].state.end()));
    }
    return list;
  };
  std::vector<decltype(steps_of(*forwards, 0))> met;
  for (std::size_t i = 0; i < space.states.size(); ++i) met.push_back(steps_of(*forwards, i));
  const auto backwards = space.system->generator();
  for (std::size_t i = space.states.size(); i-- > 0;) ASSERT_EQ(steps_of(*backwards, i), met[i]) << "state " << i;
  const auto to_and_fro = space.system->generator();
  for (std::size_t i = 0; i < space.states.size(); ++i) {
    const std::size_t state = i * 7919 % space.states.size();
    ASSERT_EQ(steps_of(*to_and_fro, state), met[state]) << "state " << state;
  }
}

/// Everything that is promised of a specification: generators are automorphisms, exact strategies find the orbits,
/// approximate ones lose some or none, expansion is isomorphic (Theorem 1), and the quotient bisimilar under
/// permutations. Returns the number of orbits.
std::uint32_t check_promises(const StateSpace& space) {
  EXPECT_TRUE(space.whole);
  expect_steps_without_history(space);
  const Symmetry& symmetry = space.symmetry();
  const std::uint32_t orbits = orbits_by_brute_force(space);
  if (symmetry.group.is_trivial()) return orbits;
  for (const std::string_view name : {"canonical", "enumerate", "flooding", "exact-markers", "approx-markers"}) {
    SCOPED_TRACE(std::string(name));
    const ChosenReduction chosen = choose_reduction(symmetry, name);
    if (chosen.reduction == nullptr) continue;  // not for this group
    const Result result = search_with(space, chosen.reduction.get());
    if (name == "approx-markers") {
      EXPECT_LE(result.states, orbits);
    } else if (name == "exact-markers") {
      EXPECT_GE(result.states, orbits);
      EXPECT_LE(result.states, space.states.size());
    } else {
      EXPECT_EQ(result.states, orbits);
      EXPECT_EQ(result.represents, std::to_string(space.states.size()));
      if (name == "canonical") {
        EXPECT_EQ(search_with(space, chosen.reduction.get(), 2).states, orbits);
      }
    }
    if (name != "approx-markers") {
      EXPECT_EQ(result.verdict == Verdict::violated, search_with(space, nullptr).verdict == Verdict::violated);
    }
  }
  const ChosenReduction canonical = choose_reduction(symmetry, "canonical");
  if (canonical.reduction == nullptr) return orbits;
  const QuotientLts made = quotient_lts(*space.system, symmetry, *canonical.reduction, {}, false);
  EXPECT_EQ(made.problem, "");
  EXPECT_EQ(made.lts.state_count, orbits);
  AnnotationProblem wrong;
  const auto expanded = expand(made.lts, wrong);
  EXPECT_TRUE(expanded) << wrong.message;
  if (!expanded) return orbits;
  const Comparison same = compare_isomorphic(space.lts, *expanded);
  EXPECT_TRUE(same.equal) << fmt::format("{}", fmt::join(same.reason, "\n"));
  std::string problem;
  EXPECT_TRUE(compare_under_permutations(space.lts, made.lts, problem).equal);
  const QuotientLts plain = quotient_lts(*space.system, symmetry, *canonical.reduction, {}, true);
  EXPECT_EQ(plain.lts.state_count, orbits);
  EXPECT_EQ(plain.lts.edges.size(), made.lts.edges.size());
  for (const std::string& label : plain.lts.labels()) EXPECT_EQ(label.find('@'), std::string::npos);
  return orbits;
}

std::string example(const std::string& name) {
  std::string error;
  return read_text_file(QUOTIENT_ROOT "/examples/mcrl2/" + name, error).value_or("");
}

TEST(QuotientLts, Theorem1HoldsForAllExamples) {
  int symmetric = 0;
  for (const char* folder : {"/examples/mcrl2", "/tests/mcrl2/models"}) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(QUOTIENT_ROOT) + folder)) {
      if (entry.path().extension() != ".mcrl2") continue;
      SCOPED_TRACE(entry.path().filename().string());
      std::string error;
      const StateSpace space(read_text_file(entry.path().string(), error).value_or(""));
      ASSERT_EQ(space.errors, "");
      check_promises(space);
      symmetric += space.symmetry().group.is_trivial() ? 0 : 1;
    }
  }
  EXPECT_GE(symmetric, 8);
}

/// What is picked from a set goes by the order of its elements, as `<` does.
TEST(QuotientLts, PickingFromASetTellsItsElementsApart) {
  const std::string rest = " act a: D; proc P(s: FSet(D)) = sum d: D. a(d) . P(s + {d})";
  const StateSpace picked("sort D = struct d1 | d2;" + rest + " + (s != {}) -> a(pick(s)) . P({}); init P({});");
  EXPECT_EQ(picked.errors, "");
  EXPECT_TRUE(picked.symmetry().group.is_trivial());
  const StateSpace not_picked("sort D = struct d1 | d2;" + rest + "; init P({});");
  EXPECT_FALSE(not_picked.symmetry().group.is_trivial());
}

/// Processes that are called 1, 2, 3, and forks too: numbers that nobody computes with are names.
TEST(QuotientLts, NumbersThatAreNames) {
  const struct {
    const char* text;
    const char* order;
    std::uint32_t orbits;
  } specifications[] = {
      {R"(act critical, noncritical, request, allowed: Pos;
proc P(p: Pos) = request(p) . P(p); Monitor = sum p: Pos. (p <= 3) -> allowed(p) . noncritical(p) . Monitor;
init block({request, allowed}, comm({request|allowed -> critical}, P(1) || P(2) || P(3) || Monitor));)",
       "6", 2},
      {R"(map left, right: Pos -> Pos;
eqn left(1) = 11; left(2) = 12; left(3) = 13; right(1) = 12; right(2) = 13; right(3) = 11;
act get, put, up, down, lock, free: Pos # Pos; eat: Pos;
proc Phil(p: Pos) = get(p, left(p)) . get(p, right(p)) . eat(p) . put(p, left(p)) . put(p, right(p)) . Phil(p);
     Fork(f: Pos) = sum p: Pos. up(p, f) . down(p, f) . Fork(f);
     Fork'(f: Pos, p: Pos) = delta;
init allow({lock, free, eat}, comm({get|up -> lock, put|down -> free},
  Phil(1) || Phil(2) || Phil(3) || Fork(11) || Fork(12) || Fork(13)));)",
       "3", 13},
      // A queue of names; the lambda has names of its own.
      {R"(sort Owner = struct nobody | owned(by: Nat);
act ask, asked, request, give, get, grant: Nat;
proc C(c: Nat) = ask(c) . get(c) . C(c);
     S(q: List(Nat), o: Owner, had: Nat -> Bool) =
         sum c: Nat. (!(c in q) && o != owned(c) && #q < 2) -> asked(c) . S(q <| c, o, had)
       + (q != [] && !had(head(q))) -> give(head(q)) . S(tail(q), owned(head(q)), had[head(q) -> true])
       + (q != [] && had(head(q))) -> give(head(q)) . S(tail(q), nobody, had[head(q) -> false]);
init allow({request, grant}, comm({ask|asked -> request, get|give -> grant}, C(5) || C(0) || C(7) || S([], nobody, lambda n: Nat. false)));)",
       "6", 0},
  };
  for (const auto& each : specifications) {
    SCOPED_TRACE(each.text);
    const StateSpace space(each.text);
    ASSERT_EQ(space.errors, "");
    EXPECT_EQ(space.symmetry().group.order().to_string(), each.order);
    const std::uint32_t orbits = check_promises(space);
    if (each.orbits != 0) {
      EXPECT_EQ(orbits, each.orbits);
    }
    EXPECT_LT(orbits, space.states.size());
  }
  // A number in a label that is no name could be taken for one: then labels are not permuted.
  const StateSpace unclear(
      "act a: Pos # Nat; proc P(p: Pos, n: Nat) = a(p, n) . P(p, (n + 1) mod 3); init P(1, 0) || P(2, 0);");
  EXPECT_TRUE(unclear.symmetry().group.is_trivial());
}

/// Section 5 to 7 of the paper.
TEST(QuotientLts, PhilosophersOfThePaper) {
  const StateSpace space(example("philosophers2.mcrl2"));
  EXPECT_EQ(space.symmetry().group.order().to_string(), "2");
  const auto reduction = choose_reduction(space.symmetry(), "canonical").reduction;
  auto classes =
      state_classes(space.lts.state_count, *reduction, [&](std::uint32_t i) -> StateView { return space.states[i]; });
  // The paper's {0} {1,3} {2} {4,5} {6,7} {8,9}; its states 2 and 3 are 3 and 2 here.
  const std::vector<std::vector<std::uint32_t>> expected = {{0}, {1, 2}, {3}, {4, 5}, {6, 7}, {8, 9}};
  EXPECT_EQ(classes, expected);
  const QuotientLts made = quotient_lts(*space.system, space.symmetry(), *reduction, {}, false);
  EXPECT_EQ(made.lts.labels()[0], "lock(p1, f2) @ (), (p1 p2)(f1 f2)");
  std::string problem;
  const Symmetry checked = space.system->checked_symmetry(problem);
  EXPECT_EQ(problem, "");
  EXPECT_TRUE(checked.group == space.symmetry().group);
}

/// Figures 3 and 4.
TEST(QuotientLts, MutualExclusionOfThePaper) {
  const StateSpace space(example("monitor3.mcrl2"));
  EXPECT_EQ(space.lts.state_count, 4U);
  EXPECT_EQ(space.symmetry().group.order().to_string(), "6");
  std::string problem;
  EXPECT_TRUE(space.system->checked_symmetry(problem).group == space.symmetry().group);
  const auto reduction = choose_reduction(space.symmetry(), "canonical").reduction;
  const QuotientLts made = quotient_lts(*space.system, space.symmetry(), *reduction, {}, true);
  EXPECT_EQ(made.lts.state_count, 2U);
  EXPECT_EQ(made.lts.edges.size(), 2U);
}

/// Algorithm 1 sees neither steps nor equations but those between constants: what it finds is confirmed or dropped.
TEST(CheckedPermutations, AreKeptAsFarAsTheyAreSymmetries) {
  const StateSpace space(
      "sort D = struct d1 | d2 | d3;\nact a, b: D;\n"
      "proc P(x: D) = a(x) . ((x == d1) -> b(x) . P(x) <> a(x) . P(x));\ninit P(d1) || P(d2) || P(d3);\n");
  EXPECT_EQ(space.errors, "");
  EXPECT_EQ(space.symmetry().group.order().to_string(), "2");
  std::string problem;
  EXPECT_EQ(space.system->checked_symmetry(problem).group.order().to_string(), "2");
  EXPECT_EQ(problem, "");
}

/// The figures of shared/reference/mcrl2_philosophers.tsv.
std::string philosophers(int n) {
  std::string phil, fork, equations, processes;
  for (int i = 1; i <= n; ++i) {
    phil += fmt::format("{}p{}", i == 1 ? "" : " | ", i);
    fork += fmt::format("{}f{}", i == 1 ? "" : " | ", i);
    equations += fmt::format("  rightFork(p{}) = f{};\n  leftFork(p{}) = f{};\n", i, i, i, i % n + 1);
    processes += fmt::format("{}F(f{}) || P(p{})", i == 1 ? "" : " || ", i, i);
  }
  return fmt::format(
      "sort Phil = struct {};\n     Fork = struct {};\nmap leftFork, rightFork: Phil -> Fork;\neqn\n{}"
      "act get, put, up, down, lock, free: Phil # Fork;\n    eat: Phil;\n"
      "proc P(p: Phil) = get(p, leftFork(p)) . get(p, rightFork(p)) . eat(p) . put(p, leftFork(p)) .\n"
      "                  put(p, rightFork(p)) . P(p);\n"
      "     F(f: Fork) = sum p: Phil. up(p, f) . down(p, f) . F(f);\n"
      "init allow({{lock, free, eat}}, comm({{get|up->lock, put|down->free}}, {}));\n",
      phil, fork, equations, processes);
}

TEST(QuotientLts, OrbitsOfPhilosophers) {
  const char* represents[] = {"10", "35", "118", "392", "1297", "4286", "14158", "46763"};
  const std::uint64_t orbits[] = {6, 13, 33, 80, 226, 614, 1788, 5205};
  for (int n = 2; n <= 9; ++n) {
    SCOPED_TRACE(n);
    const StateSpace space(philosophers(n), 1);  // only loaded
    EXPECT_EQ(space.symmetry().group.order().to_string(), std::to_string(n));
    const auto reduction = choose_reduction(space.symmetry(), "canonical").reduction;
    for (const unsigned threads : {1U, 2U}) {
      const Result result = search_with(space, reduction.get(), threads);
      EXPECT_EQ(result.states, orbits[n - 2]);
      EXPECT_EQ(result.represents, represents[n - 2]);
    }
  }
}

/// Nobody names processes that are the same; locations may be permuted as well.
TEST(QuotientLts, ProcessesWithoutNames) {
  const StateSpace same("act a, b, c;\nproc P = a . b . P;\ninit P || P || P;\n");
  EXPECT_EQ(same.symmetry().group.order().to_string(), "6");
  EXPECT_EQ(check_promises(same), 4U);
  const StateSpace twice(
      "sort D = struct d1 | d2;\nact a, b: D;\nproc X = a(d1) . b(d1) . X;\n     Y = a(d2) . b(d2) . Y;\ninit X || "
      "Y;\n");
  EXPECT_EQ(twice.symmetry().group.order().to_string(), "2");
  EXPECT_EQ(check_promises(twice), 3U);
}

/// What tells constants apart is not overlooked.
TEST(QuotientLts, BrokenSymmetry) {
  const auto order = [](const std::string& rest) {
    const StateSpace space("sort D = struct d1 | d2 | d3;\nmap f: D -> Bool; g: D # List(D) -> Bool;\n" + rest);
    EXPECT_EQ(space.errors, "");
    check_promises(space);
    return space.symmetry().group.order().to_string();
  };
  const std::string processes = "act a: D; b: D # Bool;\nproc P(x: D) = ";
  const std::string variables = "var x: D; l: List(D);\n";
  const std::string init = ";\ninit P(d1) || P(d2) || P(d3);\n";
  EXPECT_EQ(order(processes + "a(x) . P(x)" + init), "6");
  EXPECT_EQ(order(processes + "b(x, x < d3) . P(x)" + init), "1");
  EXPECT_EQ(order(processes + "(x == d2) -> a(x) . P(x)" + init), "2");
  EXPECT_EQ(order(processes + "(x == d2 || x == d1) -> a(x) . P(x)" + init), "2");
  EXPECT_EQ(order(processes + "(x == d2 || x == d1 || d3 == x) -> a(x) . P(x)" + init), "6");
  EXPECT_EQ(order(variables + "eqn f(d1) = true; f(x) = false;\n" + processes + "b(x, f(x)) . P(x)" + init), "2");
  EXPECT_EQ(order(variables + "eqn f(x) = true; f(d1) = false;\n" + processes + "b(x, f(x)) . P(x)" + init), "6");
  EXPECT_EQ(
      order(variables + "eqn g(d1, l) = d1 in l; g(x, l) = x in l;\n" + processes + "b(x, g(x, [x])) . P(x)" + init),
      "2");
  EXPECT_EQ(order(variables + "eqn g(d1, l) = d1 in l; g(d2, l) = d2 in l; g(d3, l) = d3 in l;\n" + processes +
                  "b(x, g(x, [x])) . P(x)" + init),
            "6");
  EXPECT_EQ(order(processes + "b(x, (lambda y: D. y == d1)(x)) . P(x)" + init), "2");
}

/// Makes up specifications with processes that have names, and one that they all talk to, with structured data; now
/// and then something tells the names apart, or puts them in a ring.
class Inventor {
 public:
  explicit Inventor(unsigned seed) : random_(seed) {}

  std::string specification() {
    count_ = 2 + below(3);
    ring_ = below(3) == 0;
    std::string names, ring, processes;
    for (int i = 1; i <= count_; ++i) {
      names += fmt::format("{}n{}", i == 1 ? "" : " | ", i);
      ring += fmt::format(" nx(n{}) = n{};", i, i % count_ + 1);
      processes += fmt::format("P(n{}, 0) || ", i);
    }
    return fmt::format(
        "sort N = struct {};\n     Msg = struct none | msg(who: N, seen: FSet(N))?is_msg;\n"
        "map nx: N -> N; zero: N -> Nat;\nvar x: N;\neqn{} zero(x) = 0;\n"
        "act a, b, c, d: N; s, r, t: N # N; e: FSet(N); g: (N -> Nat); h: List(N); m: Msg; i: Set(N);\n"
        "proc P(x: N, k: Nat) = {};\n"
        "     M(q: List(N), u: FSet(N), f: N -> Nat, z: Msg, w: Set(N)) = {}\n       + {}\n       + {};\n"
        "init allow({{c, t, d, e, g, h, m, i}}, comm({{a|b -> c, s|r -> t}}, {}M([], {{}}, zero, none, {{}})));\n",
        names, ring, process(2), receive(), receive(), report(), processes);
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  std::string pick(std::vector<std::string> from) {
    return from[static_cast<std::size_t>(below(static_cast<int>(from.size())))];
  }
  std::string name() {
    if (ring_ && below(3) == 0) return "nx(x)";
    return below(40) == 0 ? "n1" : "x";
  }
  std::string action() {
    switch (below(4)) {
      case 0:
        return "d(" + name() + ")";
      case 1:
        return "sum y: N. (y != x) -> s(x, y)";
      default:
        return "a(" + name() + ")";
    }
  }
  std::string call() { return pick({"P(x, (k + 1) mod 2)", "P(x, 0)", "P(x, k)"}); }
  std::string process(int depth) {
    if (depth == 0) return action() + " . " + call();
    switch (below(4)) {
      case 0:
        return "(" + process(depth - 1) + " + " + process(depth - 1) + ")";
      case 1:
        return pick({"(k == 0)", "(k == 0)", "(x != n1)"}) + " -> (" + process(depth - 1) + ") <> (" +
               process(depth - 1) + ")";
      default:
        return action() + " . (" + process(depth - 1) + ")";
    }
  }
  std::string guard() {
    return pick({"true", "!(x in u)", "(q == [] || head(q) == x)", "f(x) == 0", "z == none", "x in w || w == {}",
                 "(is_msg(z) => who(z) != x)", "(exists y: N. y in u) || q == []", "forall y: N. f(y) == 0",
                 ring_ ? "nx(x) in u || u == {}" : "#u < 2", below(8) == 0 ? "x <= n2" : "#q < 2"});
  }
  std::string update() {
    return "M(" + pick({"if(#q < 2, q <| x, tail(q))", "q", "q", "[x]"}) + ", " +
           pick({"u + {x}", "u - {x}", "u", "{x}"}) + ", " +
           pick({"f", "f", "f[x -> (f(x) + 1) mod 2]", "zero[x -> 1]"}) + ", " + pick({"z", "z", "msg(x, u)", "none"}) +
           ", " + pick({"w", "w", "w", "{y: N | y != x}", "w + {x}", "!w"}) + ")";
  }
  std::string receive() {
    if (below(3) == 0) return "sum x, v: N. (" + guard() + ") -> r(x, v) . " + update();
    return "sum x: N. (" + guard() + ") -> b(x) . " + update();
  }
  std::string report() {
    return pick({"(u != {}) -> e(u) . M(u = {})", "(f(n1) == f(n2)) -> g(f) . M()", "g(f) . M(f = zero)",
                 "h(q) . M(q = [])", "(z != none) -> m(z) . M(z = none)", "i(w) . M(w = {})"});
  }

  std::mt19937 random_;
  int count_ = 2;
  bool ring_ = false;
};

TEST(QuotientLts, Theorem1HoldsForRandomSpecifications) {
  // QUOTIENT_SEEDS=FIRST-LAST tries others.
  unsigned first = 1;
  unsigned last = 60;
  if (const char* seeds = std::getenv("QUOTIENT_SEEDS")) std::sscanf(seeds, "%u-%u", &first, &last);
  unsigned symmetric = 0, compared = 0;
  std::uint64_t merged = 0;
  for (unsigned seed = first; seed <= last; ++seed) {
    const std::string text = Inventor(seed).specification();
    const StateSpace space(text, 1500);
    ASSERT_EQ(space.errors, "") << text;
    if (!space.whole) continue;
    ++compared;
    const std::uint32_t orbits = check_promises(space);
    symmetric += space.symmetry().group.is_trivial() ? 0 : 1;
    merged += space.states.size() - orbits;
    if (HasFailure()) {
      ADD_FAILURE() << "seed " << seed << "\n" << text;
      return;
    }
  }
  EXPECT_GT(compared * 2, last - first);
  EXPECT_GT(symmetric * 3, last - first);
  EXPECT_GT(merged, 10U * (last - first));
}

/// A group that is no product of symmetric ones, and too large to try all of it: along a stabiliser chain.
TEST(QuotientLts, LargeRing) {
  std::string names, ring;
  for (int i = 1; i <= 18; ++i) {
    names += fmt::format("{}n{}", i == 1 ? "" : " | ", i);
    ring += fmt::format(" nx(n{}) = n{};", i, i % 18 + 1);
  }
  const StateSpace space("sort N = struct " + names + ";\nmap nx: N -> N;\neqn" + ring + R"(
act mark: N; close, far: FSet(N);
proc M(u: FSet(N), last: List(N)) =
       sum n: N. (#u < 2 && !(n in u)) -> mark(n) . M(u + {n}, [n])
     + (exists n: N. n in u && nx(n) in u) -> close(u) . M({}, last)
     + (#u == 2 && forall n: N. n in u => !(nx(n) in u)) -> far(u) . M({}, []);
init M({}, []);
)");
  ASSERT_EQ(space.errors, "");
  EXPECT_EQ(space.symmetry().group.order().to_string(), "18");
  EXPECT_GT(space.states.size(), 300U);
  const std::uint32_t orbits = check_promises(space);
  EXPECT_LT(orbits * 12, space.states.size());
}

/// Lists and terms of 10,000 elements are permuted and scanned without the stack of the thread.
TEST(QuotientLts, LongListsAndDeepTerms) {
  const StateSpace space(R"(
sort N = struct n1 | n2; T = struct leaf(N) | node(T);
map fill: Nat # N -> List(N); deep: Nat # N -> T;
var n: Nat; x: N;
eqn fill(n, x) = if(n == 0, [], x |> fill(Int2Nat(n - 1), x));
    deep(n, x) = if(n == 0, leaf(x), node(deep(Int2Nat(n - 1), x)));
act a: Nat; b, c: N; t: T;
proc Q = sum x: N. b(x) . P(fill(10000, x)) + sum x: N. c(x) . R(deep(10000, x));
     P(l: List(N)) = a(#l) . Q;
     R(d: T) = t(d) . Q;
init Q;
)");
  ASSERT_EQ(space.errors, "");
  EXPECT_EQ(space.symmetry().group.order().to_string(), "2");
  EXPECT_EQ(space.states.size(), 5U);
  EXPECT_EQ(check_promises(space), 3U);
}

/// Texts with a mistake give an error, or mean something else, of which the same is promised.
TEST(QuotientLts, SlipsOfThePenDoNoHarm) {
  std::mt19937 random(11);
  int loaded = 0, refused = 0;
  for (unsigned seed = 1; seed <= 250; ++seed) {
    std::string text = Inventor(seed % 20 + 1).specification();
    const std::size_t at = random() % text.size(), length = 1 + random() % 6;
    switch (random() % 3) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, text.substr(random() % text.size(), length));
        break;
      default:
        std::swap(text[at], text[random() % text.size()]);
    }
    const StateSpace space(text, 150);
    ++(space.system ? loaded : refused);
    EXPECT_NE(space.errors.empty(), space.system == nullptr) << text;
    if (space.whole) check_promises(space);
    ASSERT_FALSE(HasFailure()) << text;
  }
  EXPECT_GT(loaded, 10);
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace quotient
