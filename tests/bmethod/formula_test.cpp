#include <gtest/gtest.h>

#include "bmethod/bmethod.hpp"
#include "bmethod/syntax/library.hpp"
#include "bmethod/syntax/operators.hpp"
#include "bmethod/syntax/parser.hpp"
#include "explore.hpp"

namespace quotient::bmethod {
namespace {

// Over a deferred set of three elements, an enumerated one, and integers.
const char* const declarations =
    "SETS S; COLOUR = {red, green, blue}\n"
    "DEFINITIONS \"LibraryStrings.def\"; \"LibraryIO.def\"; \"CHOOSE.def\"; \"SORT.def\"; \"LibraryProB.def\";\n"
    "\"LibraryMath.def\"; \"LibraryBits.def\"; \"SCCS.def\"";

struct KnownValue {
  const char* formula;
  const char* value;  // "undefined" where it must not have one
};

std::string value_of(const std::string& formula, bool flat) {
  Options options;
  options.set_sizes["S"] = 3;
  options.flat = flat;
  Diagnostics diagnostics;
  const auto value = evaluate(formula, declarations, options, diagnostics);
  if (value) return *value;
  if (!diagnostics.has_errors()) return "undefined";
  return "error: " + diagnostics.all().front().message;
}

const KnownValue known_values[] = {
    // integers
    {"1 + 2 * 3", "7"},
    {"(1 + 2) * 3", "9"},
    {"7 - 2 - 1", "4"},
    {"-3 + 1", "-2"},
    {"- 2 ** 2", "4"},
    {"2 ** 3 ** 2", "512"},
    {"7 / 2", "3"},
    {"-7 / 2", "-3"},
    {"7 mod 3", "1"},
    {"0 mod 3", "0"},
    {"-1 mod 3", "undefined"},
    {"7 / 0", "undefined"},
    {"7 mod 0", "undefined"},
    {"2 ** 62 * 4", "undefined"},
    {"2 ** -1", "undefined"},
    {"0 ** 0", "1"},
    {"succ(4)", "5"},
    {"pred(0)", "-1"},
    {"0x1F", "31"},
    {"MAXINT", "3"},
    {"MININT", "-1"},
    {"min({3, 1, 2})", "1"},
    {"max({3, 1, 2})", "3"},
    {"min({1} - {1})", "undefined"},
    {"max(1..0)", "undefined"},
    {"card({1, 2, 2})", "2"},
    {"card(1..1000000)", "1000000"},
    {"card(3..1)", "0"},
    {"SIGMA(x).(x : 1..4 | x * x)", "30"},
    {"PI(x).(x : 1..4 | x)", "24"},
    {"SIGMA(x).(x : 1..4 & x > 4 | x)", "0"},
    {"PI(x).(x : {} & x : 1..2 | x)", "1"},
    {"SIGMA(x, y).(x : 1..2 & y : x..2 | x * y)", "7"},
    {"1 < 2", "TRUE"},
    {"2 < 2", "FALSE"},
    {"2 <= 2", "TRUE"},
    {"3 > 2", "TRUE"},
    {"2 >= 3", "FALSE"},
    {"1 = 1", "TRUE"},
    {"1 /= 1", "FALSE"},
    // intervals and sets of integers
    {"2..5", "{2,3,4,5}"},
    {"5..2", "{}"},
    {"NAT", "{0,1,2,3}"},
    {"NAT1", "{1,2,3}"},
    {"INT", "{-1,0,1,2,3}"},
    {"5 : NATURAL", "TRUE"},
    {"-5 : NATURAL", "FALSE"},
    {"0 : NATURAL1", "FALSE"},
    {"5 : NAT", "FALSE"},
    {"-7 : INTEGER", "TRUE"},
    {"-1 : INT", "TRUE"},
    {"{1, 9} <: NATURAL", "TRUE"},
    {"{1, -9} <: NATURAL", "FALSE"},
    {"{1, -9} /\\ NATURAL", "{1}"},
    {"{-2, 5} - NATURAL", "{-2}"},
    {"5 : NATURAL - {5}", "FALSE"},
    {"6 : NATURAL - {5}", "TRUE"},
    {"3 : 1..5", "TRUE"},
    {"6 : 1..5", "FALSE"},
    // booleans and strings
    {"TRUE", "TRUE"},
    {"FALSE", "FALSE"},
    {"bool(1 < 2)", "TRUE"},
    {"bool(not(1 < 2))", "FALSE"},
    {"BOOL", "{FALSE,TRUE}"},
    {"TRUE : BOOL", "TRUE"},
    {"\"abc\"", "\"abc\""},
    {"\"abc\" = \"abd\"", "FALSE"},
    {"{\"b\", \"a\", \"b\"}", "{\"a\",\"b\"}"},
    {"\"x\" : STRING", "TRUE"},
    {"\"say \\\"hi\\\"\"", "\"say \"hi\"\""},
    // logic
    {"1 = 1 & 2 = 2", "TRUE"},
    {"1 = 2 & 1 / 0 = 1", "FALSE"},
    {"1 = 2 or 2 = 2", "TRUE"},
    {"1 = 1 or 1 / 0 = 1", "TRUE"},
    {"1 = 2 => 1 / 0 = 1", "TRUE"},
    {"1 = 1 => 1 = 2", "FALSE"},
    {"1 = 1 <=> 2 = 2", "TRUE"},
    {"1 = 2 <=> 2 = 2", "FALSE"},
    {"not(1 = 1)", "FALSE"},
    {"1 = 1 or 1 = 1 & 1 = 2", "FALSE"},  // the same priority, to the left
    {"btrue", "TRUE"},
    {"bfalse", "FALSE"},
    {"!x.(x : 1..3 => x < 4)", "TRUE"},
    {"!x.(x : 1..3 => x < 3)", "FALSE"},
    {"!(x, y).(x : 1..3 & y : 1..3 & x < y => x + 1 <= y)", "TRUE"},
    {"!s.(s : S => s : S)", "TRUE"},
    {"#x.(x : 1..3 & x * x = 4)", "TRUE"},
    {"#x.(x : 1..3 & x * x = 5)", "FALSE"},
    {"#(x, y).(x : 1..5 & y : 1..5 & x * y = 20)", "TRUE"},
    {"#x.(x > 3 & x < 5)", "TRUE"},
    {"#x.(x : NATURAL & x < 100 & x mod 7 = 6 & x mod 11 = 10)", "TRUE"},
    {"!x.(x : {} & x : S => 1 = 2)", "TRUE"},
    // sets
    {"{}  <: {1}", "TRUE"},
    {"{red, blue}", "{red,blue}"},
    {"COLOUR", "{red,green,blue}"},
    {"S", "{S1,S2,S3}"},
    {"card(S)", "3"},
    {"{red} \\/ {blue}", "{red,blue}"},
    {"COLOUR - {red}", "{green,blue}"},
    {"COLOUR \\ {red}", "{green,blue}"},
    {"COLOUR /\\ {red, blue}", "{red,blue}"},
    {"{1, 2} \\/ {2, 3}", "{1,2,3}"},
    {"{1, 2} /\\ {2, 3}", "{2}"},
    {"{1, 2} - {2, 3}", "{1}"},
    {"red : COLOUR", "TRUE"},
    {"red /: {blue}", "TRUE"},
    {"{red} <: {red, blue}", "TRUE"},
    {"{red} <: {blue}", "FALSE"},
    {"{red} /<: {blue}", "TRUE"},
    {"{red} <<: {red}", "FALSE"},
    {"{red} <<: {red, blue}", "TRUE"},
    {"{red} /<<: {red}", "TRUE"},
    {"{1, 2} <<: {1, 2, 3}", "TRUE"},
    {"{1} <<: NATURAL", "TRUE"},
    {"{red, blue} = {blue, red}", "TRUE"},
    {"{red} * {1, 2}", "{(red|->1),(red|->2)}"},
    {"{red} * {green, blue}", "{(red|->green),(red|->blue)}"},
    {"card(S * COLOUR)", "9"},
    {"card(POW(S))", "8"},
    {"card(POW1(S))", "7"},
    {"card(FIN(S))", "8"},
    {"card(FIN1(S))", "7"},
    {"POW({1, 2})", "{{},{1},{2},{1,2}}"},
    {"POW1({1, 2})", "{{1},{2},{1,2}}"},
    {"{1, 2} : POW(NATURAL)", "TRUE"},
    {"{} : POW1(NATURAL)", "FALSE"},
    {"{1, 2} : FIN1(1..2)", "TRUE"},
    {"union({{1}, {2, 3}})", "{1,2,3}"},
    {"inter({{1, 2}, {2, 3}})", "{2}"},
    {"union({{red}, {blue}})", "{red,blue}"},
    {"inter({{red, green}, {green}})", "{green}"},
    {"inter({{1}} - {{1}})", "undefined"},
    {"UNION(x).(x : 1..3 | {x, x + 10})", "{1,2,3,11,12,13}"},
    {"INTER(x).(x : 1..3 | x..5)", "{3,4,5}"},
    {"INTER(x).(x : 1..0 | x..5)", "undefined"},
    {"12 : UNION(x).(x : 1..3 | {x, x + 10})", "TRUE"},
    {"{x | x : 1..10 & x mod 3 = 1}", "{1,4,7,10}"},
    {"{x, y | x : 1..2 & y : {red, blue} & x = 1}", "{(1|->red),(1|->blue)}"},
    {"{x | x : COLOUR & x /= red}", "{green,blue}"},
    {"{x, y | x |-> y : {1 |-> 2, 2 |-> 3} & x > 1}", "{(2|->3)}"},
    {"{x | x <: COLOUR & card(x) = 2}", "{{red,green},{red,blue},{green,blue}}"},
    {"7 : {x | x : NATURAL & x mod 7 = 0}", "TRUE"},
    {"8 : {x | x : NATURAL & x mod 7 = 0}", "FALSE"},
    {"card({f | f : COLOUR --> BOOL})", "8"},
    // relations
    {"card({red} <-> COLOUR)", "8"},
    {"dom({1 |-> red, 2 |-> blue})", "{1,2}"},
    {"ran({1 |-> red, 2 |-> red})", "{red}"},
    {"dom({red |-> green, blue |-> green})", "{red,blue}"},
    {"ran({red |-> green, blue |-> green})", "{green}"},
    {"{1 |-> red}~", "{(red|->1)}"},
    {"{red |-> green}~", "{(green|->red)}"},
    {"{1 |-> red, 2 |-> blue}[{1, 3}]", "{red}"},
    {"{red |-> green, red |-> blue}[{red}]", "{green,blue}"},
    {"({1 |-> 2, 2 |-> 3} ; {2 |-> red, 3 |-> blue})", "{(1|->red),(2|->blue)}"},
    {"({red |-> green} ; {green |-> blue})", "{(red|->blue)}"},
    {"{1} <| {1 |-> red, 2 |-> blue}", "{(1|->red)}"},
    {"{1} <<| {1 |-> red, 2 |-> blue}", "{(2|->blue)}"},
    {"{1 |-> red, 2 |-> blue} |> {blue}", "{(2|->blue)}"},
    {"{1 |-> red, 2 |-> blue} |>> {blue}", "{(1|->red)}"},
    {"{red} <| {red |-> green, blue |-> green}", "{(red|->green)}"},
    {"{red} <<| {red |-> green, blue |-> green}", "{(blue|->green)}"},
    {"{red |-> green, blue |-> blue} |> {blue}", "{(blue|->blue)}"},
    {"{red |-> green, blue |-> blue} |>> {blue}", "{(red|->green)}"},
    {"{1 |-> red, 2 |-> blue} <+ {2 |-> green, 3 |-> red}", "{(1|->red),(2|->green),(3|->red)}"},
    {"{red |-> red} <+ {red |-> blue}", "{(red|->blue)}"},
    {"{1 |-> 2} >< {1 |-> red}", "{(1|->(2|->red))}"},
    {"({1 |-> 2} || {red |-> blue})", "{((1|->red)|->(2|->blue))}"},
    {"prj1({1}, {red, blue})", "{((1|->red)|->1),((1|->blue)|->1)}"},
    {"prj2({1}, {red, blue})", "{((1|->red)|->red),((1|->blue)|->blue)}"},
    {"prj1({1}, {red})(1 |-> red)", "1"},
    {"prj1(NATURAL, INTEGER)(3 |-> -2)", "3"},
    {"prj2(NATURAL, {red})(3 |-> red)", "red"},
    {"prj1(NATURAL1, NATURAL)(0 |-> 1)", "undefined"},
    {"{1 |-> 7, 9 |-> 7} <+ (NATURAL1 * {0})", "undefined"},  // has no end
    {"{1 |-> 1, 3 |-> 2} : {x | x : 1..3 & x /= 2} --> {y | y : 0..9 & y > 0}", "TRUE"},
    {"{1 |-> 1, 2 |-> 2} : {x | x : 1..3 & x /= 2} --> {y | y : 0..9 & y > 0}", "FALSE"},
    {"{1 |-> 4, 3 |-> 5} : {x | x : 1..3} +->> {y | y : 0..9 & y > 3 & y < 6}", "TRUE"},
    {"[3, 1] : perm({x | x : 1..3 & x /= 2})", "TRUE"},
    {"{1} : POW({x | x : 1..3} \\/ {5})", "TRUE"},
    {"{1} : POW({x | x : 1..3} /\\ {y | y : 2..4})", "FALSE"},
    {"{2, 9} <: {x | x : 1..3} - {y | y : 2..4}", "FALSE"},
    {"{1} <<: {x | x : 1..3}", "TRUE"},
    {"card(NATURAL)", "undefined"},
    {"NATURAL1 <: NATURAL", "TRUE"},
    {"NATURAL <: NATURAL1", "FALSE"},
    {"NATURAL <<: INTEGER", "TRUE"},
    {"NATURAL = NATURAL1", "FALSE"},
    {"NATURAL = NATURAL", "TRUE"},
    {"NATURAL /= {1, 2}", "TRUE"},
    {"NATURAL <: 0..100", "FALSE"},
    {"NATURAL : POW(INTEGER)", "TRUE"},
    {"NATURAL - {7} <: {x | x : INTEGER & x > 0}", "FALSE"},
    {"NATURAL - {0} <: {x | x : INTEGER & x > 0}", "undefined"},  // true, but not all were tried
    {"{x | x : NATURAL & x > 7} = {}", "undefined"},
    {"#x.(x : NATURAL & x * x = 9)", "TRUE"},
    {"#x.(x : NATURAL & x * x = 25)", "TRUE"},
    {"#x.(x : NATURAL & x * x - x = 20)", "undefined"},  // 5, but nothing bounds it
    {"!x.(x : NATURAL => x < 3)", "FALSE"},
    {"!x.(x : NATURAL => x * x >= x)", "undefined"},
    {"SIGMA(x).(x : NATURAL & x > 90 | x)", "undefined"},
    {"50 : dom(%x.(x : NATURAL | x + 1))", "TRUE"},
    {"-50 : dom(%x.(x : NATURAL | x + 1))", "FALSE"},
    {"card((1 .. 100000) * (1 .. 100000))", "undefined"},
    {"id({red, blue})", "{(red|->red),(blue|->blue)}"},
    {"id({1, 2})", "{(1|->1),(2|->2)}"},
    {"1 |-> 1 : id(NATURAL)", "TRUE"},
    {"1 |-> 2 : id(NATURAL)", "FALSE"},
    {"iterate({1 |-> 2, 2 |-> 3, 3 |-> 4}, 2)", "{(1|->3),(2|->4)}"},
    {"iterate({red |-> green}, 0)", "{(red|->red),(green|->green),(blue|->blue)}"},
    {"iterate({red |-> green, green |-> red}, 3)", "{(red|->green),(green|->red)}"},
    {"iterate({1 |-> 2}, -1)", "undefined"},
    {"closure1({1 |-> 2, 2 |-> 3})", "{(1|->2),(1|->3),(2|->3)}"},
    {"closure({red |-> green})", "{(red|->red),(red|->green),(green|->green),(blue|->blue)}"},
    {"fnc({1 |-> red, 1 |-> blue})", "{(1|->{red,blue})}"},
    {"rel({1 |-> {red, blue}})", "{(1|->red),(1|->blue)}"},
    {"{1 |-> red} : NATURAL <-> COLOUR", "TRUE"},
    {"{1 |-> red} : {1, 2} <<-> COLOUR", "FALSE"},
    {"{1 |-> red, 2 |-> red} : {1, 2} <<-> COLOUR", "TRUE"},
    {"{1 |-> red} : {1, 2} <->> {red}", "TRUE"},
    {"{1 |-> red} : {1} <<->> COLOUR", "FALSE"},
    // functions
    {"{1 |-> red, 2 |-> blue}(2)", "blue"},
    {"{1 |-> red}(2)", "undefined"},
    {"{1 |-> red, 1 |-> blue}(1)", "undefined"},
    {"{red |-> 5, blue |-> 6}(blue)", "6"},
    {"{red |-> green}(red)", "green"},
    {"{red |-> green}(blue)", "undefined"},
    {"{(1, 2) |-> red}(1, 2)", "red"},
    {"(%x.(x : 1..3 | x * x))(3)", "9"},
    {"(%x.(x : NATURAL | x + 1))(41)", "42"},
    {"(%x.(x : 1..3 | x * x))(4)", "undefined"},
    {"%x.(x : 1..3 | x * x)", "{(1|->1),(2|->4),(3|->9)}"},
    {"%(x, y).(x : 1..2 & y : {x} | x + y)", "{((1|->1)|->2),((2|->2)|->4)}"},
    {"2 |-> 4 : %x.(x : NATURAL | x * x)", "TRUE"},
    {"2 |-> 5 : %x.(x : NATURAL | x * x)", "FALSE"},
    {"(%x.(x : NATURAL | x + 1))[{41, 7}]", "{8,42}"},
    {"{5} <| %x.(x : NATURAL | x + 1)", "{(5|->6)}"},
    {"([10, 70] ; %x.(x : NATURAL | x + 1))", "{(1|->11),(2|->71)}"},
    {"{x, y | x : NATURAL & y = x * 2}[{40}]", "{80}"},
    {"succ[{41}]", "{42}"},
    {"{7} <| pred", "{(7|->6)}"},
    {"{1 |-> red} : NATURAL --> COLOUR", "FALSE"},
    {"{0 |-> 0, 1 |-> 1, 2 |-> 2, 3 |-> 3} : NATURAL --> NATURAL", "FALSE"},
    {"{red |-> 1} : COLOUR +->> NATURAL1", "FALSE"},
    {"card(COLOUR +-> COLOUR)", "64"},
    {"card(COLOUR --> COLOUR)", "27"},
    {"card(COLOUR >+> COLOUR)", "34"},
    {"card(COLOUR >-> COLOUR)", "6"},
    {"card(COLOUR +->> BOOL)", "12"},
    {"card(COLOUR -->> BOOL)", "6"},
    {"card(COLOUR >+>> BOOL)", "6"},
    {"card(COLOUR >->> COLOUR)", "6"},
    {"card(1..3 --> 0..1)", "8"},
    {"card(S <-> {red})", "8"},
    {"{1 |-> red} : NATURAL +-> COLOUR", "TRUE"},
    {"{1 |-> red, 1 |-> blue} : NATURAL +-> COLOUR", "FALSE"},
    {"{1 |-> red} : 1..2 --> COLOUR", "FALSE"},
    {"{1 |-> red, 2 |-> red} : 1..2 --> COLOUR", "TRUE"},
    {"{1 |-> red, 2 |-> red} : 1..2 >-> COLOUR", "FALSE"},
    {"{1 |-> red, 2 |-> blue} : 1..2 >-> COLOUR", "TRUE"},
    {"{1 |-> red, 2 |-> blue} : 1..3 >+> COLOUR", "TRUE"},
    {"{1 |-> red} : 1..3 +->> {red}", "TRUE"},
    {"{1 |-> red} : 1..3 -->> {red}", "FALSE"},
    {"{red |-> blue, blue |-> red} : {red, blue} >->> {red, blue}", "TRUE"},
    {"{red |-> blue, blue |-> blue} : {red, blue} >->> {red, blue}", "FALSE"},
    {"{red |-> blue} : COLOUR >+>> {blue}", "TRUE"},
    // sequences
    {"[red, blue]", "{(1|->red),(2|->blue)}"},
    {"[]  = {} & [1] /= []", "TRUE"},
    {"<> = [] /\\ [1]", "TRUE"},
    {"size([red, blue])", "2"},
    // what ProB has for strings, too
    {"size(\"abc\")", "3"},
    {"rev(\"abc\")", "\"cba\""},
    {"\"ab\" ^ \"\" ^ \"c\"", "\"abc\""},
    {"conc([\"a\", \"bc\"])", "\"abc\""},
    {"size(conc([[1], [2, 3]]))", "3"},
    {"%x.(x : {\"a\", \"bc\"} | size(x))(\"bc\")", "2"},
    {"\"a\" ^ [1]", "error: type mismatch: this has type POW(INTEGER * INTEGER), but STRING is expected"},
    {"{x•x : 1..3 | x * x} = {1, 4, 9}", "TRUE"},
    {"{x, y · x : 1..2 & y = x + 1 | x + y} = {3, 5}", "TRUE"},
    {"first([red, blue])", "red"},
    {"last([red, blue])", "blue"},
    {"first([1] /|\\ 0)", "undefined"},
    {"front([1, 2, 3])", "{(1|->1),(2|->2)}"},
    {"tail([1, 2, 3])", "{(1|->2),(2|->3)}"},
    {"tail(tail([1]))", "undefined"},
    {"rev([1, 2, 3])", "{(1|->3),(2|->2),(3|->1)}"},
    {"[1] ^ [2, 3]", "{(1|->1),(2|->2),(3|->3)}"},
    {"1 -> [2]", "{(1|->1),(2|->2)}"},
    {"[1] <- 2", "{(1|->1),(2|->2)}"},
    {"[1, 2, 3] /|\\ 2", "{(1|->1),(2|->2)}"},
    {"[1, 2, 3] \\|/ 2", "{(1|->3)}"},
    {"[1] \\|/ 2", "undefined"},
    {"conc([[1], [2, 3]])", "{(1|->1),(2|->2),(3|->3)}"},
    {"[1, 2](2)", "2"},
    {"size({2 |-> red})", "undefined"},
    {"[red, red] : seq(COLOUR)", "TRUE"},
    {"{2 |-> red} : seq(COLOUR)", "FALSE"},
    {"[] : seq1(COLOUR)", "FALSE"},
    {"[red, red] : iseq(COLOUR)", "FALSE"},
    {"[red, blue] : iseq1({red, blue})", "TRUE"},
    {"[red, blue] : perm({red, blue})", "TRUE"},
    {"[red] : perm({red, blue})", "FALSE"},
    {"card(perm(COLOUR))", "6"},
    {"card(iseq(COLOUR))", "16"},
    {"card(iseq1(COLOUR))", "15"},
    // records
    {"rec(a: 1, b: red)", "rec(a: 1, b: red)"},
    {"rec(b: red, a: 1)'b", "red"},
    {"rec(c: 3, a: 1, b: 2)'b", "2"},
    {"rec(c: 3, a: 1, b: 2)'c", "3"},
    {"rec(x: TRUE)'x", "TRUE"},
    {"rec(a: 1, b: 2) = rec(b: 2, a: 1)", "TRUE"},
    {"rec(a: 1, b: red) : struct(a: NATURAL, b: COLOUR)", "TRUE"},
    {"rec(a: -1, b: red) : struct(a: NATURAL, b: COLOUR)", "FALSE"},
    {"card(struct(a: BOOL, b: COLOUR, c: 1..2))", "12"},
    // the rest
    {"IF 1 = 1 THEN 5 ELSE 6 END", "5"},
    {"IF 1 = 2 THEN 5 ELSIF 1 = 1 THEN 7 ELSE 6 END", "7"},
    {"LET x, y BE x = 2 & y = x + 1 IN x * y END", "6"},
    {"LET x BE x = 2 IN x > 1 END", "TRUE"},
    {"{x |-> 1 | x : 1..2}", "error: only variables may precede the '|' of a set comprehension"},
    // precedence
    {"{1} \\/ {2} = {1, 2}", "TRUE"},
    {"1 |-> 2 |-> 3 = (1 |-> 2) |-> 3", "TRUE"},
    {"1 + 1 .. 2 + 2", "{2,3,4}"},
    {"{1 |-> 2} : 1..2 +-> 1..2 & 1 = 1", "TRUE"},
    {"1 = 1 => 2 = 2 & 3 = 3", "TRUE"},
    {"{1} * {2} - {1 |-> 2}", "{}"},
    {"((1..2) * {1} ; {1 |-> 3})", "{(1|->3),(2|->3)}"},
    {"{x ∣ x ∈ 1‥3 ∧ x ≠ 2}", "{1,3}"},
    {"∀x·(x ∈ COLOUR ⇒ x ∉ ∅)", "TRUE"},
    {"LET été, Ω BE été = 1 & Ω = été + 1 IN Ω END", "2"},
    {"card(POW(1..40)) + card(POW1(1..3))", "1099511627783"},
    // what a quantifier says of a variable
    {"{x | #y.(y : 1..4 & x = y * y)}", "{1,4,9,16}"},
    {"{x | #(y, z).(y : 5..6 & z = y + 1 & x = {y, z})}", "{{5,6},{6,7}}"},
    {"{x | x /= 9 & #y.(y : 7..9 & #z.(z = y & x = z))}", "{7,8}"},
    {"SIGMA(x).(x : 1..9 & #y.(y : 1..3 & x = y / 2)|x)", "1"},
    {"!x.(#y.(y : 10..12 & x = 2 * y) => x >= 20)", "TRUE"},
    {"#x.(#y.(y : 10..12 & x = 2 * y) & x = 22)", "TRUE"},
    {"UNION(x).(#y.(y : 10..11 & x = 2 * y)|{x})", "{20,22}"},
    // applied at once, whatever the domain
    {"id(NATURAL)(50)", "50"},
    {"id(NATURAL)(-50)", "undefined"},
    {"(NATURAL * {7})(50)", "7"},
    {"(INTEGER * {7, 8})(50)", "undefined"},
    {"(COLOUR * {TRUE})(red)", "TRUE"},
    // ProB's libraries
    {"STRING_LENGTH(\"añb\")", "3"},
    {"STRING_APPEND(\"ab\", \"c\")", "\"abc\""},
    {"STRING_CONC([\"a\", \"b\", \"c\"])", "\"abc\""},
    {"STRING_CONC({2 |-> \"a\"})", "undefined"},
    {"STRING_SPLIT(\"a/b//c\", \"/\") = [\"a\", \"b\", \"\", \"c\"]", "TRUE"},
    {"STRING_SPLIT(\"\", \".\") = [\"\"]", "TRUE"},
    {"STRING_JOIN([\"a\", \"b\"], \", \")", "\"a, b\""},
    {"STRING_CHARS(\"aé\") = [\"a\", \"é\"]", "TRUE"},
    {"STRING_CODES(\"aé€\") = [97, 233, 8364]", "TRUE"},
    {"CODES_TO_STRING([97, 233, 8364, 128512])", "\"aé€😀\""},
    {"CODES_TO_STRING([-1])", "undefined"},
    {"STRING_REV(\"aéb\")", "\"béa\""},
    {"STRING_PADLEFT(\"7\", 3, \"0\")", "\"007\""},
    {"STRING_TO_UPPER(\"aB1\")", "\"AB1\""},
    {"STRING_TO_LOWER(\"é\")", "undefined"},
    {"STRING_EQUAL_CASE_INSENSITIVE(\"aB\", \"Ab\")", "TRUE"},
    {"STRING_TO_INT(\"-12\")", "-12"},
    {"STRING_TO_INT(\"1x\")", "undefined"},
    {"STRING_IS_INT(\"-12\") & not(STRING_IS_INT(\"\")) & STRING_IS_NUMBER(\"1.5\")", "TRUE"},
    {"STRING_IS_DECIMAL(\"1.5\") & not(STRING_IS_DECIMAL(\".5\"))", "TRUE"},
    {"STRING_IS_ALPHANUMERIC(\"a1\") & GET_STRING_IS_ALPHANUMERIC(\"a b\") = FALSE", "TRUE"},
    {"STRING_TO_ENUM(\"green\") = green", "TRUE"},
    {"STRING_TO_ENUM(\"pink\") = green", "undefined"},
    {"STRING_CONTAINS_STRING(\"abc\", \"bc\")", "TRUE"},
    {"STRING_REPLACE(\"abab\", \"b\", \"xy\")", "\"axyaxy\""},
    {"SUB_STRING(\"abcdefg\", 2, 3)", "\"bcd\""},
    {"SUB_STRING(\"abc\", 2, 100)", "\"bc\""},
    {"INT_TO_STRING(-7)", "\"-7\""},
    {"INT_TO_DEC_STRING(-5, 2)", "\"-0.05\""},
    {"INT_TO_HEX_STRING(-254)", "\"-fe\""},
    {"TO_STRING({1 |-> red})", "\"{(1|->red)}\""},
    {"TO_STRING(\"a\")", "\"a\""},
    {"FORMAT_TO_STRING(\"~w+~w\", [1, 2])", "\"1+2\""},
    {"FORMAT_TO_STRING(\"~w\", [1] \\|/ 1)", "undefined"},
    {"printf(\"~w\", [1]) & vprintf(\"~w\", 5) = 5", "TRUE"},
    {"CHOOSE({3, 1, 2})", "1"},
    {"CHOOSE(1..0)", "undefined"},
    {"MU({red})", "red"},
    {"MU({red, blue})", "undefined"},
    {"SORT({3, 1, 2}) = [1, 2, 3]", "TRUE"},
    {"SQUASH({2 |-> red, 7 |-> blue}) = [red, blue]", "TRUE"},
    {"ASSERT_EXPR(TRUE, \"must hold\", 8)", "8"},
    {"ASSERT_EXPR(FALSE, \"must hold\", 8)", "undefined"},
    {"ASSERT_TRUE(bool(1 < 2), \"must hold\")", "TRUE"},
    {"TO_INT(blue)", "3"},
    {"GCD(-10, 15) + MSB(1025) + ABS(-3)", "18"},
    {"MSB(0)", "undefined"},
    {"COS(314) + SIN(157) * 10 + TAN(200)", "681"},
    {"LOGx(100, 200, 900)", "317"},
    {"BAND(6, 3) + BOR(8, 1) * 10 + BXOR(5, 1) * 100 + BNOT(0)", "491"},
    {"BLSHIFT(5, 2) - BRSHIFT(5, 1)", "18"},
    {"BLSHIFT(1, 64)", "undefined"},
    {"CLOSURE1({1 |-> 2, 2 |-> 3})", "{(1|->2),(1|->3),(2|->3)}"},
};

TEST(Formula, HasTheKnownValue) {
  static_assert(std::size(known_values) >= 200);
  for (const KnownValue& each : known_values) {
    EXPECT_EQ(value_of(each.formula, true), each.value) << each.formula;
    EXPECT_EQ(value_of(each.formula, false), each.value) << each.formula << " (plain)";
  }
}

/// No operator of the table is without a known value.
TEST(Formula, LongRowsOfOneOperatorAreRead) {
  // More than a thousand operands in a row were refused as too deep, which is what a program that writes machines
  // meets.
  const auto row = [](const std::string& operand, const std::string& op, int count) {
    std::string text = operand;
    for (int k = 1; k < count; ++k) text += op + operand;
    return text;
  };
  for (const bool flat : {false, true}) {
    EXPECT_EQ(value_of(row("1", " + ", 20'000), flat), "20000");
    EXPECT_EQ(value_of("1 + 2 - " + row("3", " + ", 10'000), flat), "29997");  // ((1 + 2) - 3) + 3 …
    EXPECT_EQ(value_of(row("{1}", " \\/ ", 10'000) + " \\/ {2}", flat), "{1,2}");
    EXPECT_EQ(value_of("size(" + row("[7]", " ^ ", 3'000) + ")", flat), "3000");
    EXPECT_EQ(value_of("(" + row("{1 |-> 2}", " <+ ", 3'000) + " <+ {1 |-> 3})(1)", flat), "3");
  }
}

TEST(Formula, EveryOperatorIsAmongThem) {
  std::set<Op> met;
  for (const KnownValue& each : known_values) {
    SourceMap sources;
    Diagnostics diagnostics;
    Ast ast;
    const FileId file = sources.add("formula", each.formula);
    const auto collect = [&](const auto& self, const Expr* e) -> void {
      if (e == nullptr) return;
      met.insert(e->op);
      for (const Expr* arg : e->args) self(self, arg);
    };
    collect(collect, parse_formula(sources, file, ast, diagnostics));
  }
  for (int op = 0; op <= static_cast<int>(Op::let); ++op) {  // what libraries add has names of its own
    switch (static_cast<Op>(op)) {
      case Op::primed:      // only in substitutions: x :( x > x$0 )
      case Op::difference:  // written as `minus`, told apart by types
      case Op::product:     // written as `times`
        break;
      default:
        EXPECT_TRUE(met.contains(static_cast<Op>(op))) << name_of(static_cast<Op>(op));
    }
  }
}

TEST(Formula, SaysWhichTypesClash) {
  EXPECT_EQ(value_of("1 + TRUE", true), "error: type mismatch: this has type BOOL, but INTEGER is expected");
  EXPECT_EQ(value_of("red = 1", true),
            "error: type mismatch: the left side of '=' has type COLOUR, the right side INTEGER");
  EXPECT_EQ(value_of("{red} \\/ {1}", true),
            "error: type mismatch: the left side of '\\/' has type POW(COLOUR), the right side POW(INTEGER)");
  EXPECT_EQ(value_of("card(1)", true), "error: type mismatch: this has type INTEGER, but POW(_) is expected");
  EXPECT_EQ(value_of("rec(a: 1)'b = 1", true), "error: struct(a: INTEGER) has no field 'b'");
  EXPECT_EQ(value_of("unknown = 1", true), "error: unknown name 'unknown'");
  EXPECT_EQ(value_of("1 & 2 = 2", true), "error: expected a predicate, but this has type INTEGER");
}

TEST(Formula, EveryFunctionOfTheLibraryIsAmongThem) {
  std::string all;
  for (const KnownValue& each : known_values) all += std::string(each.formula) + "\n";
  for (int i = 0; i <= static_cast<int>(External::shift_right); ++i) {
    const ExternalFunction& function = external_function(static_cast<External>(i));
    // Sines of any precision are those of a hundredth that the others name.
    const std::string name(function.name.substr(0, function.name.ends_with("Nx") ? 3 : function.name.size()));
    EXPECT_NE(all.find((name == "COSx" ? "COS" : name) + "("), std::string::npos) << name;
  }
}

TEST(Formula, LimitsNameTheVariable) {
  Options options;
  options.max_enumeration = 1000;
  const auto loaded = test::load_text(
      "MACHINE M VARIABLES v INVARIANT v <: 1..30 INITIALISATION v := {}\n"
      "OPERATIONS op(big) = PRE big <: 1..30 & big /= v THEN v := big END END",
      options);
  ASSERT_NE(loaded->system, nullptr);
  const auto result = test::explore(*loaded->system);
  EXPECT_TRUE(result.messages.contains("too many values to try for 'big' (more than 1000)"));
  EXPECT_TRUE(result.findings.empty());  // a limit is no violation
}

}  // namespace
}  // namespace quotient::bmethod
