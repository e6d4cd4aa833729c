#include "bmethod/syntax/operators.hpp"

#include <array>

#include "base/ensure.hpp"
#include "bmethod/syntax/known_words.hpp"

namespace quotient::bmethod {
namespace {

using Form = Operator::Form;

// Priorities follow the B language reference. `&` and `or` bind equally and to the left; `<=>` binds tighter than both,
// and comparisons, whose operands are never predicates, tighter still.
constexpr auto table = std::to_array<Operator>({
    {Op::identifier, Form::special, "identifier", 0, ""},
    {Op::primed, Form::special, "$0", 0, ""},
    {Op::number, Form::special, "number", 0, ""},
    {Op::string, Form::special, "string", 0, ""},
    {Op::true_value, Form::special, "TRUE", 0, ">B"},
    {Op::false_value, Form::special, "FALSE", 0, ">B"},
    {Op::empty_set, Form::special, "{}", 0, ">Pa"},
    {Op::set_extension, Form::special, "{ }", 0, ""},
    {Op::sequence_extension, Form::special, "[ ]", 0, ""},
    {Op::max_int, Form::constant, "MAXINT", 0, ">Z"},
    {Op::min_int, Form::constant, "MININT", 0, ">Z"},
    {Op::integers, Form::constant, "INTEGER", 0, ">PZ"},
    {Op::naturals, Form::constant, "NATURAL", 0, ">PZ"},
    {Op::naturals1, Form::constant, "NATURAL1", 0, ">PZ"},
    {Op::int_set, Form::constant, "INT", 0, ">PZ"},
    {Op::nat_set, Form::constant, "NAT", 0, ">PZ"},
    {Op::nat1_set, Form::constant, "NAT1", 0, ">PZ"},
    {Op::bool_set, Form::constant, "BOOL", 0, ">PB"},
    {Op::string_set, Form::constant, "STRING", 0, ">PS"},
    {Op::conjunction, Form::infix, "&", 40, ""},
    {Op::disjunction, Form::infix, "or", 40, ""},
    {Op::implication, Form::infix, "=>", 30, "!,!>!"},
    {Op::equivalence, Form::infix, "<=>", 60, "!,!>!"},
    {Op::negation, Form::special, "not", 0, "!>!"},
    {Op::for_all, Form::special, "!", 0, ""},
    {Op::exists, Form::special, "#", 0, ""},
    {Op::equal, Form::infix, "=", 65, "a,a>!"},
    {Op::not_equal, Form::infix, "/=", 65, "a,a>!"},
    {Op::member, Form::infix, ":", 65, "a,Pa>!"},
    {Op::not_member, Form::infix, "/:", 65, "a,Pa>!"},
    {Op::subset, Form::infix, "<:", 65, "Pa,Pa>!"},
    {Op::not_subset, Form::infix, "/<:", 65, "Pa,Pa>!"},
    {Op::strict_subset, Form::infix, "<<:", 65, "Pa,Pa>!"},
    {Op::not_strict_subset, Form::infix, "/<<:", 65, "Pa,Pa>!"},
    {Op::less, Form::infix, "<", 65, "Z,Z>!"},
    {Op::less_equal, Form::infix, "<=", 65, "Z,Z>!"},
    {Op::greater, Form::infix, ">", 65, "Z,Z>!"},
    {Op::greater_equal, Form::infix, ">=", 65, "Z,Z>!"},
    {Op::btrue, Form::special, "btrue", 0, ">!"},
    {Op::bfalse, Form::special, "bfalse", 0, ">!"},
    {Op::add, Form::infix, "+", 180, "Z,Z>Z"},
    {Op::minus, Form::infix, "-", 180, ""},
    {Op::times, Form::infix, "*", 190, ""},
    {Op::divide, Form::infix, "/", 190, "Z,Z>Z"},
    {Op::modulo, Form::infix, "mod", 190, "Z,Z>Z"},
    {Op::power, Form::right_infix, "**", 200, "Z,Z>Z"},
    {Op::negate, Form::special, "-", 210, "Z>Z"},
    {Op::interval, Form::infix, "..", 170, "Z,Z>PZ"},
    {Op::minimum, Form::function, "min", 0, "PZ>Z"},
    {Op::maximum, Form::function, "max", 0, "PZ>Z"},
    {Op::card, Form::function, "card", 0, "Pa>Z"},
    {Op::sigma, Form::special, "SIGMA", 0, ""},
    {Op::pi, Form::special, "PI", 0, ""},
    {Op::successor, Form::function, "succ", 0, "Z>Z"},
    {Op::predecessor, Form::function, "pred", 0, "Z>Z"},
    {Op::set_union, Form::infix, "\\/", 160, "Pa,Pa>Pa"},
    {Op::intersection, Form::infix, "/\\", 160, "Pa,Pa>Pa"},
    {Op::difference, Form::infix, "\\", 180, "Pa,Pa>Pa"},
    {Op::product, Form::special, "*", 0, "Pa,Pb>P*ab"},
    {Op::pow, Form::function, "POW", 0, "Pa>PPa"},
    {Op::pow1, Form::function, "POW1", 0, "Pa>PPa"},
    {Op::fin, Form::function, "FIN", 0, "Pa>PPa"},
    {Op::fin1, Form::function, "FIN1", 0, "Pa>PPa"},
    {Op::general_union, Form::function, "union", 0, "PPa>Pa"},
    {Op::general_intersection, Form::function, "inter", 0, "PPa>Pa"},
    {Op::quantified_union, Form::special, "UNION", 0, ""},
    {Op::quantified_intersection, Form::special, "INTER", 0, ""},
    {Op::comprehension, Form::special, "{ | }", 0, ""},
    {Op::maplet, Form::infix, "|->", 160, "a,b>*ab"},
    {Op::relations, Form::infix, "<->", 125, "Pa,Pb>PP*ab"},
    {Op::total_relations, Form::infix, "<<->", 125, "Pa,Pb>PP*ab"},
    {Op::surjective_relations, Form::infix, "<->>", 125, "Pa,Pb>PP*ab"},
    {Op::total_surjective_relations, Form::infix, "<<->>", 125, "Pa,Pb>PP*ab"},
    {Op::domain, Form::function, "dom", 0, "P*ab>Pa"},
    {Op::range, Form::function, "ran", 0, "P*ab>Pb"},
    {Op::inverse, Form::postfix, "~", 230, "P*ab>P*ba"},
    {Op::image, Form::special, "[ ]", 240, "P*ab,Pa>Pb"},
    {Op::composition, Form::infix, ";", 20, "P*ab,P*bc>P*ac"},
    {Op::domain_restriction, Form::infix, "<|", 160, "Pa,P*ab>P*ab"},
    {Op::domain_subtraction, Form::infix, "<<|", 160, "Pa,P*ab>P*ab"},
    {Op::range_restriction, Form::infix, "|>", 160, "P*ab,Pb>P*ab"},
    {Op::range_subtraction, Form::infix, "|>>", 160, "P*ab,Pb>P*ab"},
    {Op::override_relation, Form::infix, "<+", 160, "P*ab,P*ab>P*ab"},
    {Op::direct_product, Form::infix, "><", 160, "P*ab,P*ac>P*a*bc"},
    {Op::parallel_product, Form::infix, "||", 20, "P*ac,P*bd>P**ab*cd"},
    {Op::projection1, Form::function, "prj1", 0, "Pa,Pb>P**aba"},
    {Op::projection2, Form::function, "prj2", 0, "Pa,Pb>P**abb"},
    {Op::identity, Form::function, "id", 0, "Pa>P*aa"},
    {Op::iterate, Form::function, "iterate", 0, "P*aa,Z>P*aa"},
    {Op::closure, Form::function, "closure", 0, "P*aa>P*aa"},
    {Op::closure1, Form::function, "closure1", 0, "P*aa>P*aa"},
    {Op::to_function, Form::function, "fnc", 0, "P*ab>P*aPb"},
    {Op::to_relation, Form::function, "rel", 0, "P*aPb>P*ab"},
    {Op::partial_functions, Form::infix, "+->", 125, "Pa,Pb>PP*ab"},
    {Op::total_functions, Form::infix, "-->", 125, "Pa,Pb>PP*ab"},
    {Op::partial_injections, Form::infix, ">+>", 125, "Pa,Pb>PP*ab"},
    {Op::total_injections, Form::infix, ">->", 125, "Pa,Pb>PP*ab"},
    {Op::partial_surjections, Form::infix, "+->>", 125, "Pa,Pb>PP*ab"},
    {Op::total_surjections, Form::infix, "-->>", 125, "Pa,Pb>PP*ab"},
    {Op::partial_bijections, Form::infix, ">+>>", 125, "Pa,Pb>PP*ab"},
    {Op::total_bijections, Form::infix, ">->>", 125, "Pa,Pb>PP*ab"},
    {Op::lambda, Form::special, "%", 0, ""},
    {Op::apply, Form::special, "( )", 240, "P*ab,a>b"},
    {Op::seq, Form::function, "seq", 0, "Pa>PP*Za"},
    {Op::seq1, Form::function, "seq1", 0, "Pa>PP*Za"},
    {Op::iseq, Form::function, "iseq", 0, "Pa>PP*Za"},
    {Op::iseq1, Form::function, "iseq1", 0, "Pa>PP*Za"},
    {Op::perm, Form::function, "perm", 0, "Pa>PP*Za"},
    {Op::concatenate, Form::infix, "^", 160, "P*Za,P*Za>P*Za"},
    {Op::prepend, Form::infix, "->", 160, "a,P*Za>P*Za"},
    {Op::append, Form::infix, "<-", 160, "P*Za,a>P*Za"},
    {Op::take, Form::infix, "/|\\", 160, "P*Za,Z>P*Za"},
    {Op::drop, Form::infix, "\\|/", 160, "P*Za,Z>P*Za"},
    {Op::size, Form::function, "size", 0, "P*Za>Z"},
    {Op::reverse, Form::function, "rev", 0, "P*Za>P*Za"},
    {Op::first, Form::function, "first", 0, "P*Za>a"},
    {Op::last, Form::function, "last", 0, "P*Za>a"},
    {Op::tail, Form::function, "tail", 0, "P*Za>P*Za"},
    {Op::front, Form::function, "front", 0, "P*Za>P*Za"},
    {Op::general_concatenate, Form::function, "conc", 0, "P*ZP*Za>P*Za"},
    {Op::record, Form::special, "rec", 0, ""},
    {Op::record_set, Form::special, "struct", 0, ""},
    {Op::field, Form::special, "'", 250, ""},
    {Op::bool_of, Form::special, "bool", 0, "!>B"},
    {Op::if_then_else, Form::special, "IF", 0, ""},
    {Op::let, Form::special, "LET", 0, ""},
    {Op::external, Form::special, "an external function", 0, ""},
});

}  // namespace

const Operator& operator_of(Op op) {
  for (const Operator& entry : table) {
    if (entry.op == op) return entry;
  }
  report_bug("an operator is missing from the table");
}

const Operator* find_operator(Form form, std::string_view text) {
  for (const Operator& entry : table) {
    const Form entry_form = entry.form == Form::right_infix ? Form::infix : entry.form;
    if (entry_form == form && entry.text == text) return &entry;
  }
  return nullptr;
}

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  for (const Operator& entry : table) {
    if (entry.form == Form::function) names.emplace_back(entry.text);
  }
  return names;
}

std::string_view name_of(Op op) { return operator_of(op).text; }

bool is_comparison(Op op) {
  return op == Op::less || op == Op::less_equal || op == Op::greater || op == Op::greater_equal || op == Op::equal;
}

Op mirrored(Op comparison) {
  switch (comparison) {
    case Op::less:
      return Op::greater;
    case Op::less_equal:
      return Op::greater_equal;
    case Op::greater:
      return Op::less;
    case Op::greater_equal:
      return Op::less_equal;
    default:
      return comparison;
  }
}

}  // namespace quotient::bmethod
