#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "explore.hpp"

// Random predicates of all types, with the constraint solver wherever it can be asked and without it: the same states,
// transitions and messages. `constraints_test` compares the latter with trying everything.

namespace quotient::bmethod {
namespace {

class PredicateAuthor {
 public:
  explicit PredicateAuthor(unsigned seed) : random_(seed) {
    // Each with a domain of at most 32 values.
    static const std::vector<Chosen> all = {{"y", "0..3", "0"},
                                            {"t", "POW(E)", "{}"},
                                            {"f", "E +-> 0..1", "{}"},
                                            {"g", "E --> 0..2", "E*{0}"},
                                            {"r", "{a, b} <-> {a, b}", "{}"},
                                            {"q", "{[], [0], [1], [0, 1], [1, 1]}", "[]"},
                                            {"p", "struct(u: 0..2, v: BOOL)", "rec(u: 0, v: TRUE)"},
                                            {"w", "{\"one\", \"two\", \"three\"}", "\"one\""},
                                            {"c", "(0..2)*BOOL", "0|->TRUE"},
                                            {"z", "-2..2", "0"},
                                            {"m", "(0..1) <-> (1..2)", "{}"},
                                            {"n", "POW({0 |-> 0, 1 |-> 2, 2 |-> 1})", "{}"},
                                            {"h", "(0..1) --> ((0..1) --> (0..1))", "(0..1)*{(0..1)*{0}}"},
                                            {"j", "POW({\"one\", \"two\"})", "{}"},
                                            {"o", "POW(POW({a, b}))", "{}"}};
    std::vector<std::size_t> order(all.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random_);
    for (std::size_t i = 0; i < 2 + random_() % 2; ++i) chosen_.push_back(all[order[i]]);
  }

  std::string machine() {
    std::string names, states, invariant, initial, assigned, predicate;
    const auto list = [](std::string& into, const char* by, const std::string& text) {
      into += (into.empty() ? "" : by) + text;
    };
    for (const Chosen& each : chosen_) {
      list(names, ", ", each.name);
      list(states, ", ", "s" + each.name);
      list(invariant, " & ", fmt::format("s{} : {}", each.name, each.domain));
      list(initial, " || ", fmt::format("s{} := {}", each.name, each.initial));
      list(assigned, " || ", fmt::format("s{0} := {0}", each.name));
    }
    std::vector<std::string> conjuncts;
    for (const Chosen& each : chosen_) conjuncts.push_back(fmt::format("{} : {}", each.name, each.domain));
    for (int i = 0; i < 3; ++i) conjuncts.push_back(predicate_of(2));
    for (const std::string& each : conjuncts) list(predicate, " & ", each);
    const std::string body = pick(3) == 0 ? fmt::format("go({}) = PRE {} THEN {} END", names, predicate, assigned)
                                          : fmt::format("go = ANY {} WHERE {} THEN {} END", names, predicate, assigned);
    return fmt::format("MACHINE M SETS E = {{a, b, d}} VARIABLES {} INVARIANT {} INITIALISATION {}\nOPERATIONS {}\nEND",
                       states, invariant, initial, body);
  }

 private:
  struct Chosen {
    std::string name, domain, initial;
  };

  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  bool has(const char* name) const {
    return std::ranges::any_of(chosen_, [&](const Chosen& each) { return each.name == name; });
  }
  /// One of those that speak of what is chosen, or of the state.
  std::string any_of(std::vector<std::pair<const char*, std::string>> texts) {
    std::erase_if(texts, [&](const auto& text) { return *text.first != '\0' && !has(text.first); });
    return texts[static_cast<std::size_t>(pick(static_cast<int>(texts.size())))].second;
  }

  std::string integer(int depth) {
    if (depth > 0 && pick(2) == 0) {
      const std::string a = integer(depth - 1), b = integer(depth - 1);
      switch (pick(8)) {
        case 0:
          return fmt::format("({} + {})", a, b);
        case 1:
          return fmt::format("({} - {})", a, b);
        case 2:
          return fmt::format("({} * {})", a, b);
        case 3:
          return fmt::format("({} / {})", a, b);
        case 4:
          return fmt::format("({} mod {})", a, b);
        case 5:
          return fmt::format("(IF {} THEN {} ELSE {} END)", predicate_of(depth - 1), a, b);
        case 6:
          return fmt::format("SIGMA(k).(k : {} | k)", integers(depth - 1));
        default:
          return fmt::format("max({})", integers(depth - 1));
      }
    }
    std::vector<std::pair<const char*, std::string>> texts = {{"", std::to_string(pick(4))},
                                                              {"y", "y"},
                                                              {"y", "sy + 1"},
                                                              {"z", "z"},
                                                              {"z", "sz"},
                                                              {"t", "card(t)"},
                                                              {"f", "card(f)"},
                                                              {"f", "f(" + element() + ")"},
                                                              {"g", "g(" + element() + ")"},
                                                              {"q", "size(q)"},
                                                              {"q", "first(q)"},
                                                              {"q", "q(1)"},
                                                              {"p", "p'u"},
                                                              {"p", "sp'u"},
                                                              {"c", "prj1(INTEGER, BOOL)(c)"},
                                                              {"r", "card(r)"},
                                                              {"m", "card(m)"},
                                                              {"n", "card(n)"},
                                                              {"h", "h(0)(1)"},
                                                              {"h", "h(" + std::to_string(pick(3)) + ")(0)"},
                                                              {"o", "card(o)"}};
    if (number_bound_) texts.insert(texts.end(), 3, {"", "k"});
    return any_of(std::move(texts));
  }

  std::string element() { return element_bound_ && pick(2) == 0 ? "e" : (pick(2) == 0 ? "a" : "b"); }

  std::string elements(int depth) {
    if (depth > 0 && pick(2) == 0) {
      const std::string a = elements(depth - 1), b = elements(depth - 1);
      switch (pick(5)) {
        case 0:
          return fmt::format("({} \\/ {})", a, b);
        case 1:
          return fmt::format("({} /\\ {})", a, b);
        case 2:
          return fmt::format("({} - {})", a, b);
        case 3:
          return fmt::format("{{{}, {}}}", element(), element());
        default: {
          const bool outer = std::exchange(element_bound_, true);
          const std::string says = predicate_of(depth - 1);
          element_bound_ = outer;
          return fmt::format("{{e | e : E & e : {} & {}}}", a, says);
        }
      }
    }
    return any_of({{"", "E"},
                   {"", "{a, b}"},
                   {"", "{" + element() + "}"},
                   {"t", "t"},
                   {"t", "st"},
                   {"f", "dom(f)"},
                   {"r", "dom(r)"},
                   {"r", "r[{" + element() + "}]"},
                   {"r", "ran(r)"},
                   {"f", "f~[{1}]"},
                   {"g", "dom(g |> {1})"}});
  }

  std::string integers(int depth) {
    if (depth > 0 && pick(2) == 0) {
      if (pick(2) == 0) return fmt::format("{}..{}", integer(depth - 1), integer(depth - 1));
      const bool outer = std::exchange(number_bound_, true);
      const std::string says = predicate_of(depth - 1);
      number_bound_ = outer;
      return fmt::format("{{k | k : 0..3 & {}}}", says);
    }
    return any_of({{"", "{0, 2}"},
                   {"", "({1} - {1})"},
                   {"", "0..2"},
                   {"f", "ran(f)"},
                   {"g", "ran(g)"},
                   {"g", "g[" + elements(0) + "]"},
                   {"q", "ran(q)"},
                   {"y", "{y}"},
                   {"z", "{z, 1}"},
                   {"m", "dom(m)"},
                   {"m", "m[{1}]"},
                   {"m", "ran({0} <| m)"},
                   {"m", "ran(m |> {2})"},
                   {"n", "dom({1} <<| n)"},
                   {"n", "(n~)[{1, 2}]"},
                   {"h", "ran(h(1))"}});
  }

  /// Relations of numbers, and what quantifiers say of their couples.
  std::string couples() {
    const std::string relation = any_of({{"", "{0 |-> 1, 1 |-> 1}"}, {"m", "m"}, {"n", "n"}});
    const std::string other = any_of({{"", "{0 |-> 2}"}, {"m", "m"}, {"n", "n"}, {"n", "(n; n)"}, {"m", "(m; m~)"}});
    switch (pick(10)) {
      case 0:
        return fmt::format("{} = {}~", relation, other);
      case 1:
        return fmt::format("({}; {}) <: {}", relation, other, other);
      case 2:
        return fmt::format("{} <+ {} = {}", relation, other, other);
      case 3:
        return fmt::format("{} |-> {} : {}", integer(1), integer(0), relation);
      case 4:
        return fmt::format("!(i, v).(i |-> v : {} => i + v > {})", relation, integer(0));
      case 5:
        return fmt::format("#(i, v).(i |-> v : {} & v |-> i : {})", relation, other);
      case 6:
        return fmt::format("{} = ({}) * {{1}}", relation, integers(1));
      case 7:
        return fmt::format("id({}) /\\ {} = {{}}", integers(1), relation);
      case 8:
        return fmt::format("{} |>> {} = {}", relation, integers(0), other);
      default:
        return fmt::format("!i.(i : dom({}) => i |-> {} /: {})", relation, integer(0), other);
    }
  }

  std::string predicate_of(int depth) {
    if (depth > 0 && pick(3) != 0) {
      const std::string a = predicate_of(depth - 1);
      switch (pick(8)) {
        case 0:
          return fmt::format("({} & {})", a, predicate_of(depth - 1));
        case 1:
          return fmt::format("({} or {})", a, predicate_of(depth - 1));
        case 2:
          return fmt::format("({} => {})", a, predicate_of(depth - 1));
        case 3:
          return fmt::format("({} <=> {})", a, predicate_of(depth - 1));
        case 4:
          return fmt::format("not({})", a);
        case 5:
        case 6: {
          const bool outer = std::exchange(element_bound_, true);
          const std::string set = elements(depth - 1), says = predicate_of(depth - 1);
          element_bound_ = outer;
          return pick(2) == 0 ? fmt::format("#e.(e : {} & {})", without_bound(set), says)
                              : fmt::format("!e.(e : {} => {})", without_bound(set), says);
        }
        default: {
          const std::string set = integers(depth - 1);
          const bool outer = std::exchange(number_bound_, true);
          const std::string says = predicate_of(depth - 1);
          number_bound_ = outer;
          return pick(2) == 0 ? fmt::format("#k.(k : {} & {})", set, says)
                              : fmt::format("!k.(k : {} => {})", set, says);
        }
      }
    }
    static const char* const comparisons[] = {"=", "<", "<=", "/=", ">"};
    return any_of({{"", fmt::format("{} {} {}", integer(depth), comparisons[pick(5)], integer(depth))},
                   {"", fmt::format("{} : {}", integer(depth), integers(depth))},
                   {"", fmt::format("{} : {}", element(), elements(depth))},
                   {"", fmt::format("{} <: {}", elements(depth), elements(depth))},
                   {"t", "t = " + elements(depth)},
                   {"f", "f : " + elements(0) + " --> 0..1"},
                   {"f", "f = " + elements(0) + " * {1}"},
                   {"g", "g : E -->> {0, 1}"},
                   {"g", "g /= {a |-> 1, b |-> 2, d |-> 0}"},
                   {"r", "r = r~"},
                   {"r", "closure1(r) = r"},
                   {"r", "r : {a, b} --> {a, b}"},
                   {"r", fmt::format("{} |-> {} : r", element(), element())},
                   {"q", "q = [0, 1]"},
                   {"q", "q ^ [1] /= [1]"},
                   {"q", "rev(q) = q"},
                   {"p", "p'v = bool(" + integer(0) + " > 0)"},
                   {"p", "p = rec(u: 1, v: FALSE)"},
                   {"w", "w /= \"two\""},
                   {"w", "w = sw"},
                   {"m", couples()},
                   {"m", couples()},
                   {"n", couples()},
                   {"n", couples()},
                   {"h", "h(0) = h(1)"},
                   {"h", "!i.(i : 0..1 => h(i)(i) < 1)"},
                   {"h", "h(0) = {0 |-> 1, 1 |-> 0}"},
                   {"h", "card(h(0) \\/ h(1)) = 3"},
                   {"j", "\"one\" : j"},
                   {"j", "card(j) < " + integer(0)},
                   {"j", "j /= {\"two\"}"},
                   {"o", "{a} : o"},
                   {"o", "!u.(u : o => a : u)"},
                   {"o", "#u.(u : o & u <: " + elements(0) + ")"},
                   {"c", "c = 1 |-> TRUE"},
                   {"c", "c : {0 |-> TRUE, 1 |-> FALSE}"}});
  }

  /// The bound of a quantifier is outside of it.
  static std::string without_bound(std::string set) {
    for (std::size_t at = 0; at < set.size(); ++at) {
      const auto is_letter = [&](std::size_t i) {
        return i < set.size() && std::isalnum(static_cast<unsigned char>(set[i])) != 0;
      };
      if (set[at] == 'e' && !is_letter(at + 1) && (at == 0 || !is_letter(at - 1)) &&
          set.find("{e |") == std::string::npos)
        set[at] = 'a';
    }
    return set;
  }

  std::mt19937 random_;
  std::vector<Chosen> chosen_;
  bool element_bound_ = false, number_bound_ = false;
};

struct Outcome {
  std::size_t states = 0, transitions = 0;
  std::set<std::string> messages;
  std::optional<std::string> left_out;
};

Outcome outcome_of(const std::string& text, bool solver) {
  Options options;
  options.patience = 1;
  options.solver = solver;
  options.deadlock = false;
  options.up_to_symmetry = false;
  const auto loaded = test::load_text(text, options);
  EXPECT_NE(loaded->system, nullptr) << text << test::all_messages(loaded->sources, loaded->diagnostics);
  if (loaded->system == nullptr) return {};
  const test::Exploration found = test::explore(*loaded->system);
  Outcome made{found.states, found.transitions, found.messages, std::nullopt};
  if (const auto left_out = loaded->system->shortcoming()) made.left_out = left_out->first.message;
  return made;
}

/// How many machines: with QUOTIENT_CONSTRAINTS=100000 the long form of the net.
unsigned count_of_machines() {
  const char* asked = std::getenv("QUOTIENT_CONSTRAINTS");
  return asked == nullptr ? 100 : static_cast<unsigned>(std::strtoul(asked, nullptr, 10)) / 10;
}

TEST(SolverAgreement, RandomPredicatesOfAllTypes) {
  unsigned incomplete = 0, undefined = 0;
  const unsigned count = count_of_machines();
  for (unsigned seed = 0; seed < count && !HasFatalFailure(); ++seed) {
    const std::string text = PredicateAuthor(seed).machine();
    const Outcome tried = outcome_of(text, false);
    const Outcome solved = outcome_of(text, true);
    ASSERT_FALSE(HasFailure());
    ASSERT_FALSE(tried.left_out) << *tried.left_out << "\n" << text;
    undefined += tried.messages.empty() ? 0 : 1;
    if (solved.left_out) {
      ++incomplete;
      continue;
    }
    ASSERT_EQ(solved.messages, tried.messages) << "seed " << seed << "\n" << text;
    ASSERT_EQ(solved.states, tried.states) << "seed " << seed << "\n" << text;
    ASSERT_EQ(solved.transitions, tried.transitions) << "seed " << seed << "\n" << text;
  }
  EXPECT_GT(undefined, count / 10);
  EXPECT_LT(incomplete, count / 3);
  RecordProperty("incomplete", static_cast<int>(incomplete));
}

}  // namespace
}  // namespace quotient::bmethod
