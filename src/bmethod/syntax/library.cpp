#include "bmethod/syntax/library.hpp"

#include <algorithm>
#include <array>

#include "base/ensure.hpp"

namespace quotient::bmethod {
namespace {

constexpr std::string_view not_a_sequence = "not a sequence";

constexpr auto externals = std::to_array<ExternalFunction>({
    {External::string_length, "STRING_LENGTH", "S>Z", ""},
    {External::string_append, "STRING_APPEND", "S,S>S", ""},
    {External::string_conc, "STRING_CONC", "P*ZS>S", not_a_sequence},
    {External::string_split, "STRING_SPLIT", "S,S>P*ZS", ""},
    {External::string_join, "STRING_JOIN", "P*ZS,S>S", not_a_sequence},
    {External::string_chars, "STRING_CHARS", "S>P*ZS", ""},
    {External::string_codes, "STRING_CODES", "S>P*ZZ", ""},
    {External::codes_to_string, "CODES_TO_STRING", "P*ZZ>S", "not a sequence of the codes of characters"},
    {External::string_rev, "STRING_REV", "S>S", ""},
    {External::string_padleft, "STRING_PADLEFT", "S,Z,S>S", "the padding is not one character, or too much of it"},
    {External::string_to_upper, "STRING_TO_UPPER", "S>S", "letters outside ASCII are not supported"},
    {External::string_to_lower, "STRING_TO_LOWER", "S>S", "letters outside ASCII are not supported"},
    {External::string_to_int, "STRING_TO_INT", "S>Z", "the text is no integer of 64 bits"},
    {External::string_is_int, "STRING_IS_INT", "S>B", ""},
    {External::string_is_decimal, "STRING_IS_DECIMAL", "S>B", ""},
    {External::string_is_alphanumeric, "STRING_IS_ALPHANUMERIC", "S>B", ""},
    {External::string_to_enum, "STRING_TO_ENUM", "S>a", "no element of the set has this name", true},
    {External::string_contains, "STRING_CONTAINS_STRING", "S,S>B", ""},
    {External::string_replace, "STRING_REPLACE", "S,S,S>S", "the text to replace is empty"},
    {External::sub_string, "SUB_STRING", "S,Z,Z>S", "the first position is 1, and the length a natural number"},
    {External::int_to_string, "INT_TO_STRING", "Z>S", ""},
    {External::int_to_dec_string, "INT_TO_DEC_STRING", "Z,Z>S", "the precision is not between 0 and 18"},
    {External::int_to_hex_string, "INT_TO_HEX_STRING", "Z>S", ""},
    {External::to_string, "TO_STRING", "a>S", "", true},
    {External::format_to_string, "FORMAT_TO_STRING", "S,P*Za>S", "not a sequence, or too few values for the format",
     true},
    {External::choose, "CHOOSE", "Pa>a", "CHOOSE of the empty set", true},
    {External::mu, "MU", "Pa>a", "MU of a set that has not exactly one element"},
    {External::sort, "SORT", "Pa>P*Za", "", true},
    {External::squash, "SQUASH", "P*Za>P*Za", ""},
    {External::assert_expr, "ASSERT_EXPR", "B,S,a>a", "what ASSERT_EXPR or ASSERT_TRUE asks for does not hold"},
    {External::to_int, "TO_INT", "a>Z", "only an element of a set, a Boolean or a number has one", true},
    {External::gcd, "GCD", "Z,Z>Z", ""},
    {External::msb, "MSB", "Z>Z", "MSB of a number that is not positive"},
    {External::sinx, "SINx", "Z,Z>Z", "the precision is not positive"},
    {External::cosx, "COSx", "Z,Z>Z", "the precision is not positive"},
    {External::tanx, "TANx", "Z,Z>Z", "the precision is not positive"},
    {External::logx, "LOGx", "Z,Z,Z>Z", "the precision, the base or the argument is not positive"},
    {External::bit_and, "BAND", "Z,Z>Z", ""},
    {External::bit_or, "BOR", "Z,Z>Z", ""},
    {External::bit_xor, "BXOR", "Z,Z>Z", ""},
    {External::shift_left, "BLSHIFT", "Z,Z>Z", "the result needs more than 64 bits, or the distance is negative"},
    {External::shift_right, "BRSHIFT", "Z,Z>Z", "the distance is negative"},
});

// In these texts, and nowhere else, a name of the table above is that function. What is printed is not the business of
// a checker, which visits states in an order of its own, and each once.
constexpr std::string_view io = R"(DEFINITIONS
  PRINT(v) == skip; PRINTF(f, v) == skip; FPRINTF(p, f, v) == skip; SLEEP(t) == skip;
  printf(f, v) == btrue; printf1(f, v) == btrue; printf_nonvar(f, v) == btrue; tprintf(f, v) == btrue;
  iprintf(f, v) == btrue; dprintf(f, v) == btrue; printf_opt_trace(f, v, t) == btrue;
  printf_two(f, v, g, w) == btrue; fprintf(p, f, v) == btrue; print1(v) == btrue;
  observe(v) == btrue; tobserve(v) == btrue; observe_fun(v) == btrue;
  vprintf(f, v) == v; fvprintf(p, f, v) == v;
  ADD_ERROR(m, v) == ASSERT bfalse THEN skip END
)";

constexpr std::string_view strings = R"(DEFINITIONS
  STRING_LENGTH(s) == STRING_LENGTH(s); STRING_APPEND(s, t) == STRING_APPEND(s, t);
  STRING_CONC(q) == STRING_CONC(q); STRING_SPLIT(s, t) == STRING_SPLIT(s, t); STRING_JOIN(q, s) == STRING_JOIN(q, s);
  STRING_CHARS(s) == STRING_CHARS(s); STRING_CODES(s) == STRING_CODES(s); CODES_TO_STRING(q) == CODES_TO_STRING(q);
  STRING_REV(s) == STRING_REV(s); STRING_PADLEFT(s, n, c) == STRING_PADLEFT(s, n, c);
  STRING_TO_UPPER(s) == STRING_TO_UPPER(s); STRING_TO_LOWER(s) == STRING_TO_LOWER(s);
  STRING_TO_INT(s) == STRING_TO_INT(s);
  GET_STRING_IS_INT(s) == STRING_IS_INT(s); STRING_IS_INT(s) == (STRING_IS_INT(s) = TRUE);
  GET_STRING_IS_DECIMAL(s) == STRING_IS_DECIMAL(s); STRING_IS_DECIMAL(s) == (STRING_IS_DECIMAL(s) = TRUE);
  GET_STRING_IS_NUMBER(s) == bool(STRING_IS_INT(s) = TRUE or STRING_IS_DECIMAL(s) = TRUE);
  STRING_IS_NUMBER(s) == (STRING_IS_INT(s) = TRUE or STRING_IS_DECIMAL(s) = TRUE);
  GET_STRING_IS_ALPHANUMERIC(s) == STRING_IS_ALPHANUMERIC(s);
  STRING_IS_ALPHANUMERIC(s) == (STRING_IS_ALPHANUMERIC(s) = TRUE);
  GET_STRING_EQUAL_CASE_INSENSITIVE(s, t) == bool(STRING_TO_LOWER(s) = STRING_TO_LOWER(t));
  STRING_EQUAL_CASE_INSENSITIVE(s, t) == (STRING_TO_LOWER(s) = STRING_TO_LOWER(t));
  STRING_TO_ENUM(s) == STRING_TO_ENUM(s);
  STRING_CONTAINS_STRING(s, t) == STRING_CONTAINS_STRING(s, t);
  STRING_REPLACE(s, p, t) == STRING_REPLACE(s, p, t); SUB_STRING(s, n, m) == SUB_STRING(s, n, m);
  INT_TO_STRING(n) == INT_TO_STRING(n); INT_TO_DEC_STRING(n, p) == INT_TO_DEC_STRING(n, p);
  INT_TO_HEX_STRING(n) == INT_TO_HEX_STRING(n);
  TO_STRING(v) == TO_STRING(v); FORMAT_TO_STRING(f, q) == FORMAT_TO_STRING(f, q)
)";

constexpr std::string_view choosing = R"(DEFINITIONS
  CHOOSE(s) == CHOOSE(s); MU(s) == MU(s)
)";

constexpr std::string_view sorting = R"(DEFINITIONS
  SORT(s) == SORT(s); SORT_SET(s) == SORT(s); SQUASH(f) == SQUASH(f)
)";

constexpr std::string_view checking = R"(DEFINITIONS
  ASSERT_EXPR(b, m, v) == ASSERT_EXPR(b, m, v); ASSERT_TRUE(b, m) == (ASSERT_EXPR(b, m, TRUE) = TRUE);
  TO_INT(v) == TO_INT(v); FORCE(v) == v; DO_NOT_ENUMERATE(v) == btrue; ENUMERATE(v) == btrue
)";

constexpr std::string_view mathematics = R"(DEFINITIONS
  GCD(n, m) == GCD(n, m); MSB(n) == MSB(n); ABS(n) == max({n, -n});
  SIN(n) == SINx(100, n); COS(n) == COSx(100, n); TAN(n) == TANx(100, n);
  SINx(p, n) == SINx(p, n); COSx(p, n) == COSx(p, n); TANx(p, n) == TANx(p, n); LOGx(p, b, n) == LOGx(p, b, n)
)";

constexpr std::string_view bits = R"(DEFINITIONS
  BAND(n, m) == BAND(n, m); BOR(n, m) == BOR(n, m); BXOR(n, m) == BXOR(n, m); BNOT(n) == (-n - 1);
  BLSHIFT(n, m) == BLSHIFT(n, m); BRSHIFT(n, m) == BRSHIFT(n, m)
)";

constexpr std::string_view components = R"(DEFINITIONS
  CLOSURE1(r) == closure1(r)
)";

struct File {
  std::string_view name;
  std::string_view text;
};

constexpr auto library_files = std::to_array<File>({{"LibraryIO.def", io},
                                                    {"LibraryStrings.def", strings},
                                                    {"CHOOSE.def", choosing},
                                                    {"SORT.def", sorting},
                                                    {"LibraryProB.def", checking},
                                                    {"LibraryMath.def", mathematics},
                                                    {"LibraryBits.def", bits},
                                                    {"SCCS.def", components},
                                                    {"LibraryCSV.def", ""},
                                                    {"LibraryFiles.def", ""},
                                                    {"LibraryHash.def", ""},
                                                    {"LibraryJSON.def", ""},
                                                    {"LibraryMeta.def", ""},
                                                    {"LibraryRandom.def", ""},
                                                    {"LibraryReals.def", ""},
                                                    {"LibraryRegex.def", ""},
                                                    {"LibrarySVG.def", ""},
                                                    {"LibraryXML.def", ""}});

}  // namespace

const ExternalFunction& external_function(External function) {
  const auto& found = externals[static_cast<std::size_t>(function)];
  ensure(found.function == function, "the table of external functions is out of order");
  return found;
}

const ExternalFunction* find_external(std::string_view name) {
  const auto* found = std::ranges::find(externals, name, &ExternalFunction::name);
  return found == externals.end() ? nullptr : found;
}

std::optional<std::string_view> library_file(std::string_view name) {
  const auto* found = std::ranges::find(library_files, name, &File::name);
  if (found == library_files.end()) return std::nullopt;
  return found->text;
}

std::span<const std::string_view> whole_library() {
  static constexpr auto texts =
      std::to_array<std::string_view>({io, strings, choosing, sorting, checking, mathematics, bits, components});
  return texts;
}

bool is_built_in_machine(std::string_view name) { return name == "Bool_TYPE" || name == "String_TYPE"; }

}  // namespace quotient::bmethod
