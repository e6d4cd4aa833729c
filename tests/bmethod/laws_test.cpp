#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>
#include <string>
#include <vector>

#include "bmethod/bmethod.hpp"

namespace quotient::bmethod {
namespace {

// Laws of set theory over random relations r, q on a set of four, sets u, v of its elements, and a relation m to
// integers.
const char* const laws[] = {
    "r \\/ q = q \\/ r",
    "r /\\ q = q /\\ r",
    "r - q = r - (r /\\ q)",
    "(r \\/ q) - q = r - q",
    "r /\\ q <: r & r <: r \\/ q",
    "card(r \\/ q) + card(r /\\ q) = card(r) + card(q)",
    "(r <: q & q <: r) <=> r = q",
    "r <<: q <=> (r <: q & r /= q)",
    "dom(r \\/ q) = dom(r) \\/ dom(q)",
    "ran(r \\/ q) = ran(r) \\/ ran(q)",
    "dom(r~) = ran(r) & ran(r~) = dom(r)",
    "r~~ = r",
    "(r ; q)~ = (q~ ; r~)",
    "(r ; (q ; r)) = ((r ; q) ; r)",
    "(r ; m)[u] = m[r[u]]",
    "r[u \\/ v] = r[u] \\/ r[v]",
    "r[u] = ran(u <| r)",
    "r = (u <| r) \\/ (u <<| r)",
    "r = (r |> u) \\/ (r |>> u)",
    "u <| r = (id(u) ; r)",
    "r |> u = (r ; id(u))",
    "u <| m = m - (u <<| m)",
    "m |> 0..1 = m /\\ (dom(m) * (0..1))",
    "r <+ q = (dom(q) <<| r) \\/ q",
    "m <+ m = m",
    "closure1(r) = r \\/ (r ; closure1(r))",
    "closure(r) = closure1(r) \\/ id(S)",
    "iterate(r, 3) = (r ; (r ; r))",
    "r >< q = {x, y | x |-> prj1(S, S)(y) : r & x |-> prj2(S, S)(y) : q}",
    "(r : S +-> S) <=> (r~ ; r) <: id(S)",
    "(r : S >->> S) <=> (r : S >-> S & r~ : S >-> S)",
    "(r : S --> S) <=> (r : S +-> S & dom(r) = S)",
    "(m : S +-> INTEGER) <=> !x.(x : dom(m) => card(m[{x}]) = 1)",
    "u * v = {x, y | x : u & y : v}",
    "dom(r) = {x | #y.(x |-> y : r)}",
    "r[u] = {y | #x.(x : u & x |-> y : r)}",
    "POW(u) /\\ POW(v) = POW(u /\\ v)",
    "card(POW(u)) = 2 ** card(u)",
    "union(POW(u)) = u",
    "u /= {} => inter(POW1(u) \\/ {u}) <: u",
    "rel(fnc(r)) = r",
    "UNION(x).(x : u | r[{x}]) = r[u]",
    "card(r) = SIGMA(x).(x : S | card(r[{x}]))",
    "!x.(x : S => (x : u \\/ v <=> (x : u or x : v)))",
    "not(#x.(x : u)) <=> u = {}",
    "card(u >-> u) = PI(i).(i : 1..card(u) | i)",
    "w : seq(S) & size(w) = card(w) & ran(w) <: S",
    "rev(rev(w)) = w & size(rev(w)) = size(w)",
    "w ^ [] = w & [] ^ w = w & size(w ^ w) = 2 * size(w)",
    "(w ^ w) ^ w = w ^ (w ^ w) & rev(w ^ w) = rev(w) ^ rev(w)",
    "w /= [] => front(w) <- last(w) = w & first(w) -> tail(w) = w",
    "!i.(i : 0..size(w) => (w /|\\ i) ^ (w \\|/ i) = w)",
    "conc([w, w, w]) = w ^ w ^ w",
    "(w : iseq(S)) <=> (w~ : S +-> 1..size(w))",
    "(w ; r)~ = (r~ ; w~)",
    "card(perm(u)) = card(u >-> u) & card(iseq(u)) = SIGMA(i).(i : 0..card(u) | card((1..i) >-> u))",
    "rec(a : u, b : r)'a = u & rec(b : r, a : u) = rec(a : u, b : r)",
    "!p.(p : u * v => prj1(u, v)(p) |-> prj2(u, v)(p) = p)",
    "(r || q) = {a, b | prj1(S, S)(a) |-> prj1(S, S)(b) : r & prj2(S, S)(a) |-> prj2(S, S)(b) : q}",
    "(r >< q) = ((id(S) >< id(S)) ; (r || q))",
    "(u -->> v) = (u --> v) /\\ (u +->> v) & (u >->> v) = (u >-> v) /\\ (u -->> v)",
    ("card(u) * card(v) <= 6 => (u <<-> v) = {x | x : u <-> v & dom(x) = u} & (u <->> v) = {x | x : u <-> v & ran(x) = "
     "v}"),
    "card(u) * card(v) <= 6 => (u <<->> v) = (u <<-> v) /\\ (u <->> v) & (u >+>> v) = (u >+> v) /\\ (u <->> v)",
    "min(ran(m) \\/ {0}) <= max(ran(m) \\/ {0})",
    "bool(u = v) = TRUE <=> u = v",
    "(IF u = v THEN u ELSE v END) = v",
    "!f.(f : u --> v => dom(f) = u & ran(f) <: v)",
};

using Pairs = std::vector<std::pair<int, int>>;

std::string element(int i) { return std::string(2, "abcd"[i]); }

std::string relation(const Pairs& pairs, bool numbers) {
  std::string text;
  for (const auto& [x, y] : pairs) {
    text += (text.empty() ? "" : ", ") + element(x) + " |-> " + (numbers ? std::to_string(y) : element(y));
  }
  // An empty literal would not tell its type.
  return numbers ? "({" + (text.empty() ? "aa |-> 0} - {aa |-> 0" : text) + "})"
                 : "({" + (text.empty() ? "aa |-> aa} - {aa |-> aa" : text) + "})";
}

std::string set(const std::vector<int>& elements) {
  std::string text;
  for (int x : elements) text += (text.empty() ? "" : ", ") + element(x);
  return "({" + (text.empty() ? "aa} - {aa" : text) + "})";
}

RC_GTEST_PROP(Laws, HoldForRandomRelations, ()) {
  const auto small = rc::gen::inRange(0, 4);
  const auto pairs = rc::gen::container<Pairs>(rc::gen::pair(small, small));
  const std::string r = relation(*pairs, false);
  const std::string q = relation(*pairs, false);
  const std::string m = relation(*pairs, true);
  const std::string u = set(*rc::gen::container<std::vector<int>>(small));
  const std::string v = set(*rc::gen::container<std::vector<int>>(small));
  std::string w;
  for (const int x : *rc::gen::container<std::vector<int>>(3, small)) w += (w.empty() ? "" : ", ") + element(x);
  w = "([" + w + "] /|\\ " + std::to_string(*small) + ")";
  const std::string values = "LET r, q, m, u, v, w BE r = " + r + " & q = " + q + " & m = " + m + " & u = " + u +
                             " & v = " + v + " & w = " + w;
  for (const bool flat : {true, false}) {
    Options options;
    options.flat = flat;
    std::string all;
    for (const char* law : laws) all += (all.empty() ? "(" : " & (") + std::string(law) + ")";
    Diagnostics diagnostics;
    const auto whole = evaluate(values + " IN " + all + " END", "SETS S = {aa, bb, cc, dd}", options, diagnostics);
    if (whole == "TRUE") continue;
    for (const char* law : laws) {  // which one was it?
      diagnostics = {};
      const auto one = evaluate(values + " IN " + law + " END", "SETS S = {aa, bb, cc, dd}", options, diagnostics);
      if (diagnostics.has_errors()) RC_FAIL(std::string(law) + ": " + diagnostics.all().front().message);
      if (one != "TRUE") RC_FAIL(std::string(law) + " fails for " + values);
    }
    RC_FAIL("the laws hold one by one, but not together");
  }
}

}  // namespace
}  // namespace quotient::bmethod
