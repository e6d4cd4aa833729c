#include "bmethod/syntax/package_formula.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>
#include <span>
#include <utility>

namespace quotient::bmethod {
namespace {

using Word = std::pair<std::string_view, std::string_view>;

constexpr auto between = std::to_array<Word>({{"equal", "="},
                                              {"not_equal", "/="},
                                              {"member", ":"},
                                              {"not_member", "/:"},
                                              {"subset", "<:"},
                                              {"not_subset", "/<:"},
                                              {"subset_strict", "<<:"},
                                              {"strict_subset", "<<:"},
                                              {"not_subset_strict", "/<<:"},
                                              {"not_strict_subset", "/<<:"},
                                              {"less", "<"},
                                              {"less_equal", "<="},
                                              {"greater", ">"},
                                              {"greater_equal", ">="},
                                              {"conjunct", "&"},
                                              {"disjunct", "or"},
                                              {"implication", "=>"},
                                              {"equivalence", "<=>"},
                                              {"union", "\\/"},
                                              {"intersection", "/\\"},
                                              {"set_subtraction", "-"},
                                              {"minus_or_set_subtract", "-"},
                                              {"cartesian_product", "*"},
                                              {"mult_or_cart", "*"},
                                              {"multiplication", "*"},
                                              {"domain_restriction", "<|"},
                                              {"domain_subtraction", "<<|"},
                                              {"range_restriction", "|>"},
                                              {"range_subtraction", "|>>"},
                                              {"overwrite", "<+"},
                                              {"composition", ";"},
                                              {"direct_product", "><"},
                                              {"parallel_product", "||"},
                                              {"relations", "<->"},
                                              {"total_relation", "<<->"},
                                              {"surjection_relation", "<->>"},
                                              {"total_surjection_relation", "<<->>"},
                                              {"partial_function", "+->"},
                                              {"total_function", "-->"},
                                              {"partial_injection", ">+>"},
                                              {"total_injection", ">->"},
                                              {"partial_surjection", "+->>"},
                                              {"total_surjection", "-->>"},
                                              {"total_bijection", ">->>"},
                                              {"interval", ".."},
                                              {"add", "+"},
                                              {"minus", "-"},
                                              {"div", "/"},
                                              {"modulo", "mod"},
                                              {"power_of", "**"}});

constexpr auto before = std::to_array<Word>({{"negation", "not"},
                                             {"card", "card"},
                                             {"min", "min"},
                                             {"max", "max"},
                                             {"domain", "dom"},
                                             {"range", "ran"},
                                             {"pow_subset", "POW"},
                                             {"pow1_subset", "POW1"},
                                             {"fin_subset", "FIN"},
                                             {"fin1_subset", "FIN1"},
                                             {"general_union", "union"},
                                             {"general_intersection", "inter"},
                                             {"convert_bool", "bool"},
                                             {"unary_minus", "-"}});

// The identity and the projections are of whatever type fits.
constexpr auto alone = std::to_array<Word>({{"truth", "btrue"},
                                            {"falsity", "bfalse"},
                                            {"integer_set", "INTEGER"},
                                            {"natural_set", "NATURAL"},
                                            {"natural1_set", "NATURAL1"},
                                            {"bool_set", "BOOL"},
                                            {"string_set", "STRING"},
                                            {"boolean_true", "TRUE"},
                                            {"boolean_false", "FALSE"},
                                            {"empty_set", "{}"},
                                            {"successor", "succ"},
                                            {"predecessor", "pred"},
                                            {"event_b_identity", "(%x.(btrue|x))"},
                                            {"event_b_first_projection", "(%(x,y).(btrue|x))"},
                                            {"event_b_second_projection", "(%(x,y).(btrue|y))"},
                                            {"event_b_first_projection_v2", "(%(x,y).(btrue|x))"},
                                            {"event_b_second_projection_v2", "(%(x,y).(btrue|y))"}});

// Names that anybody may use in Rodin, but not here.
constexpr auto taken = std::to_array<std::string_view>({"closure",    "closure1",
                                                        "conc",       "const",
                                                        "father",     "first",
                                                        "fnc",        "front",
                                                        "infix",      "iterate",
                                                        "last",       "left",
                                                        "mirror",     "perm",
                                                        "postfix",    "prefix",
                                                        "rank",       "rec",
                                                        "rel",        "rev",
                                                        "right",      "rotate",
                                                        "seq",        "seq1",
                                                        "iseq",       "iseq1",
                                                        "size",       "sizet",
                                                        "skip",       "son",
                                                        "sons",       "struct",
                                                        "subtree",    "succ",
                                                        "pred",       "tail",
                                                        "top",        "tree",
                                                        "btree",      "arity",
                                                        "bin",        "MAXINT",
                                                        "MININT",     "STRING",
                                                        "REAL",       "FLOAT",
                                                        "INT",        "NAT",
                                                        "NAT1",       "FIN",
                                                        "FIN1",       "POW",
                                                        "POW1",       "PI",
                                                        "SIGMA",      "UNION",
                                                        "INTER",      "MACHINE",
                                                        "MODEL",      "SYSTEM",
                                                        "REFINEMENT", "IMPLEMENTATION",
                                                        "END",        "BEGIN",
                                                        "PRE",        "THEN",
                                                        "ASSERT",     "SELECT",
                                                        "WHEN",       "ELSE",
                                                        "ELSIF",      "IF",
                                                        "CASE",       "OF",
                                                        "EITHER",     "OR",
                                                        "CHOICE",     "ANY",
                                                        "WHERE",      "LET",
                                                        "BE",         "IN",
                                                        "VAR",        "WHILE",
                                                        "DO",         "VARIANT",
                                                        "CONSTANTS",  "SETS",
                                                        "VARIABLES",  "INVARIANT",
                                                        "EVENTS",     "OPERATIONS",
                                                        "SEES",       "USES",
                                                        "REFINES",    "DEFINITIONS",
                                                        "VALUES",     "PROPERTIES",
                                                        "ASSERTIONS", "INITIALISATION",
                                                        "or",         "not",
                                                        "mod",        "btrue",
                                                        "bfalse"});

const Word* word_of(std::span<const Word> words, std::string_view name) {
  const auto found = std::ranges::find(words, name, &Word::first);
  return found == words.end() ? nullptr : &*found;
}

class ClassicalWriter {
 public:
  /// `assigned`: variables whose new value is called x', as in x :∣ P.
  explicit ClassicalWriter(std::set<std::string> assigned = {}) : assigned_(std::move(assigned)) {}

  std::string formula(const PrologTerm& term) {
    const auto arg = [&](std::size_t i) { return formula(at(term, i)); };
    if (const Word* word = word_of(between, term.name)) return binary(term, word->second);
    if (const Word* word = word_of(before, term.name)) return fmt::format("{}({})", word->second, arg(1));
    if (const Word* word = word_of(alone, term.name)) return std::string(word->second);
    if (term.is("identifier")) return identifier(term);
    if (term.is("integer")) return at(term, 1).name.starts_with('-') ? "(" + at(term, 1).name + ")" : at(term, 1).name;
    if (term.is("couple")) return couple(at(term, 1));
    if (term.is("set_extension")) return "{" + list(at(term, 1)) + "}";
    if (term.is("function")) return function(term);
    if (term.is("image")) return fmt::format("{}[{}]", arg(1), arg(2));
    if (term.is("reverse")) return fmt::format("({}~)", arg(1));
    if (term.is("ring")) return fmt::format("({} ; {})", arg(2), arg(1));
    if (term.is("typeof")) return arg(1);
    if (term.is("finite")) return fmt::format("({0} : FIN({0}))", arg(1));
    if (term.is("partition")) return partition(term);
    if (term.is("forall")) return fmt::format("(!({}).({}))", list(at(term, 1)), implied(at(term, 2)));
    if (term.is("exists")) return fmt::format("(#({}).({}))", list(at(term, 1)), arg(2));
    if (term.is("lambda")) return with_result("%", term, 2, 3);
    if (term.is("quantified_union")) return with_result("UNION", term, 2, 3);
    if (term.is("quantified_intersection")) return with_result("INTER", term, 2, 3);
    if (term.is("event_b_comprehension_set")) return "ran" + with_result("%", term, 3, 2);
    if (term.is("comprehension_set")) return fmt::format("{{{} | {}}}", list(at(term, 1)), arg(2));
    if (term.is("assign")) return assignment(term);
    if (term.is("becomes_element_of")) return fmt::format("{} :: {}", list(at(term, 1)), arg(2));
    if (term.is("becomes_such")) return becomes_such(term);
    if (term.is("skip")) return "skip";
    if (term.is("extended_expr") || term.is("extended_pred"))
      return fail(fmt::format("'{}' of a theory is not supported", at(term, 1).name), term);
    return fail(fmt::format("'{}' is not supported", term.name), term);
  }

  std::string error() const { return error_; }

 private:
  std::string fail(std::string why, const PrologTerm&) {
    if (error_.empty()) error_ = std::move(why);
    return "0";
  }
  const PrologTerm& at(const PrologTerm& term, std::size_t i) {
    static const PrologTerm nothing{"nothing", {}, 0, 0};
    if (i < term.args.size()) return term.args[i];
    fail(fmt::format("'{}' has too few arguments", term.name), term);
    return nothing;
  }

  /// Rows of conjuncts are no deep trees here either.
  std::string binary(const PrologTerm& term, std::string_view sign) {
    std::string made = "(" + formula(at(term, 1));
    for (std::size_t i = 2; i < std::max<std::size_t>(term.args.size(), 3); ++i)
      made += fmt::format(" {} {}", sign, formula(at(term, i)));
    return made + ")";
  }

  std::string list(const PrologTerm& terms) {
    std::string made;
    for (const PrologTerm& each : terms.args) made += (made.empty() ? "" : ", ") + formula(each);
    return made;
  }

  std::string identifier(const PrologTerm& term) {
    std::string name = classical_name(term);
    if (name.ends_with('\'')) {
      name.pop_back();
      return name;
    }
    return assigned_.contains(name) ? name + "$0" : name;
  }

  std::string couple(const PrologTerm& parts) {
    std::string made;
    for (const PrologTerm& each : parts.args) made += (made.empty() ? "" : " |-> ") + formula(each);
    return "(" + made + ")";
  }

  std::string function(const PrologTerm& term) {
    const PrologTerm& arguments = at(term, 2);
    return fmt::format("{}({})", formula(at(term, 1)), arguments.is_list() ? list(arguments) : formula(arguments));
  }

  /// S is the union of the parts, and no two of them have an element in common.
  std::string partition(const PrologTerm& term) {
    std::vector<std::string> parts;
    for (const PrologTerm& each : at(term, 2).args) parts.push_back(formula(each));
    std::string made = formula(at(term, 1)) + " = ";
    if (parts.empty()) made += "{}";
    for (std::size_t i = 0; i < parts.size(); ++i) made += (i > 0 ? " \\/ " : "") + parts[i];
    for (std::size_t i = 0; i < parts.size(); ++i) {
      for (std::size_t j = i + 1; j < parts.size(); ++j) made += fmt::format(" & {} /\\ {} = {{}}", parts[i], parts[j]);
    }
    return "(" + made + ")";
  }

  /// Classical B wants an implication behind `!`.
  std::string implied(const PrologTerm& body) {
    const std::string said = formula(body);
    return body.is("implication") ? said : "btrue => " + said;
  }

  std::string with_result(std::string_view word, const PrologTerm& term, std::size_t predicate, std::size_t result) {
    return fmt::format("({}({}).({} | {}))", word, list(at(term, 1)), formula(at(term, predicate)),
                       formula(at(term, result)));
  }

  std::string assignment(const PrologTerm& term) {
    const PrologTerm& left = at(term, 1);
    const PrologTerm& right = at(term, 2);
    if (left.is_list() && left.args.size() == right.args.size() && !left.args.empty())
      return fmt::format("{} := {}", list(left), list(right));
    return fail("an assignment has as many values as variables", term);
  }

  std::string becomes_such(const PrologTerm& term) {
    std::set<std::string> assigned;
    for (const PrologTerm& each : at(term, 1).args) assigned.insert(classical_name(each));
    ClassicalWriter inner(std::move(assigned));
    const std::string such = inner.formula(at(term, 2));
    if (!inner.error().empty()) fail(inner.error(), term);
    return fmt::format("{} : ({})", list(at(term, 1)), such);
  }

  std::set<std::string> assigned_;
  std::string error_;
};

}  // namespace

std::string classical_name(const PrologTerm& identifier) {
  std::string name = identifier.args.size() > 1 ? identifier.args[1].name : identifier.name;
  const bool primed = name.ends_with('\'');
  if (primed) name.pop_back();
  if (std::ranges::find(taken, name) != taken.end()) name += '_';
  if (primed) name += '\'';
  return name;
}

ClassicalText classical_text(const PrologTerm& formula) {
  ClassicalWriter writer;
  ClassicalText made;
  made.text = writer.formula(formula);
  made.error = writer.error();
  return made;
}

}  // namespace quotient::bmethod
