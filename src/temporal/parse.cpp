#include "temporal/parse.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/stop_signal.hpp"

namespace quotient::temporal {

namespace {

struct Spelling {
  std::string_view text;
  Operator op;
};

constexpr std::array<Spelling, 17> unary_words = {{{"G", Operator::always},
                                                   {"globally", Operator::always},
                                                   {"always", Operator::always},
                                                   {"F", Operator::eventually},
                                                   {"finally", Operator::eventually},
                                                   {"eventually", Operator::eventually},
                                                   {"X", Operator::next},
                                                   {"next", Operator::next},
                                                   {"H", Operator::historically},
                                                   {"historically", Operator::historically},
                                                   {"O", Operator::once},
                                                   {"once", Operator::once},
                                                   {"Y", Operator::yesterday},
                                                   {"yesterday", Operator::yesterday},
                                                   {"not", Operator::negation},
                                                   {"true", Operator::verum},
                                                   {"false", Operator::falsum}}};

constexpr std::array<Spelling, 11> binary_words = {{{"U", Operator::until},
                                                    {"until", Operator::until},
                                                    {"stronguntil", Operator::until},
                                                    {"W", Operator::weak_until},
                                                    {"weakuntil", Operator::weak_until},
                                                    {"R", Operator::release},
                                                    {"release", Operator::release},
                                                    {"S", Operator::since},
                                                    {"since", Operator::since},
                                                    {"T", Operator::trigger},
                                                    {"trigger", Operator::trigger}}};

template <std::size_t n>
std::optional<Operator> spelled(const std::array<Spelling, n>& table, std::string_view word) {
  const auto found = std::ranges::find(table, word, &Spelling::text);
  return found == table.end() ? std::nullopt : std::optional(found->op);
}

bool is_word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

struct FormulaError {};

class FormulaParser {
 public:
  FormulaParser(const SourceMap& sources, SourceRange range, Logic logic, Diagnostics& found)
      : text_(sources.text(range)), range_(range), logic_(logic), found_(found) {}

  std::optional<Syntax> run() {
    try {
      made_.tree.root = equivalence();
      if (at_ < text_.size()) fail(here(), fmt::format("expected an operator, not '{}'", rough_token()));
    } catch (const FormulaError&) {
      return std::nullopt;
    }
    return std::move(made_);
  }

 private:
  // text
  SourceRange place(std::size_t begin, std::size_t end) const {
    return {range_.file, range_.begin + static_cast<std::uint32_t>(begin),
            range_.begin + static_cast<std::uint32_t>(end)};
  }
  SourceRange here() const { return place(at_, std::min(at_ + rough_token().size(), text_.size())); }
  [[noreturn]] void fail(SourceRange range, std::string message) {
    found_.error(range, std::move(message));
    throw FormulaError{};
  }
  std::string_view rough_token() const {
    std::size_t end = at_;
    while (end < text_.size() && is_word_char(text_[end])) ++end;
    return text_.substr(at_, std::max<std::size_t>(end - at_, at_ < text_.size() ? 1 : 0));
  }
  void blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool looks_at(std::string_view what) {
    blanks();
    if (!text_.substr(at_).starts_with(what)) return false;
    return !is_word_char(what.back()) || at_ + what.size() == text_.size() || !is_word_char(text_[at_ + what.size()]);
  }
  bool accept(std::string_view what) {
    if (!looks_at(what)) return false;
    at_ += what.size();
    return true;
  }
  void expect(std::string_view what, std::string_view context) {
    if (accept(what)) return;
    if (at_ == text_.size()) fail(here(), fmt::format("expected '{}' {}, but the formula ends here", what, context));
    fail(here(), fmt::format("expected '{}' {}, not '{}'", what, context, rough_token()));
  }
  bool accept_any(std::initializer_list<std::string_view> all) {
    return std::any_of(all.begin(), all.end(), [this](std::string_view each) { return accept(each); });
  }
  std::string_view peek_word() {
    blanks();
    std::size_t end = at_;
    while (end < text_.size() && is_word_char(text_[end])) ++end;
    return text_.substr(at_, end - at_);
  }
  static std::string_view trimmed(std::string_view text) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
    return text;
  }
  Piece piece(std::string_view text) const {
    text = trimmed(text);
    const auto begin = static_cast<std::size_t>(text.data() - text_.data());
    return {std::string(text), place(begin, begin + text.size())};
  }
  /// What stands before the closing bracket that belongs to the opening one at `at_`; goes behind it.
  std::string_view bracketed() {
    const std::size_t open = at_;
    std::string expected;
    bool quoted = false;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') quoted = !quoted;
      if (quoted) continue;
      if (c == '(' || c == '[' || c == '{') expected += c == '(' ? ')' : c == '[' ? ']' : '}';
      if (c != ')' && c != ']' && c != '}') continue;
      if (expected.back() != c) fail(place(at_, at_ + 1), fmt::format("expected '{}', not '{}'", expected.back(), c));
      expected.pop_back();
      if (expected.empty()) return text_.substr(open + 1, at_++ - open - 1);
    }
    fail(place(open, open + 1), fmt::format("'{}' has no end", text_[open]));
  }
  std::vector<Piece> arguments_in(std::string_view text) const {
    std::vector<Piece> found;
    std::size_t begin = 0;
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i <= text.size(); ++i) {
      const char c = i < text.size() ? text[i] : ',';
      if (c == '"') quoted = !quoted;
      if (i < text.size() && (quoted || depth > 0 || c != ',')) {
        if (!quoted && (c == '(' || c == '[' || c == '{')) ++depth;
        if (!quoted && (c == ')' || c == ']' || c == '}')) --depth;
        continue;
      }
      found.push_back(piece(text.substr(begin, i - begin)));
      begin = i + 1;
    }
    if (found.size() == 1 && found.front().text.empty()) found.clear();
    return found;
  }

  // nodes
  NodeId node(Operator op, std::size_t begin, std::vector<NodeId> operands, PathQuantifier path = PathQuantifier::none,
              std::uint32_t atom = no_atom) {
    if (logic_ == Logic::branching && is_past(op)) {
      fail(place(begin, at_), "operators of the past are for linear formulas (--ltl)");
    }
    // A row of operators is a tree as deep as it is long, and what comes behind us walks down trees.
    std::size_t height = 0;
    for (const NodeId operand : operands) height = std::max(height, heights_.at(operand) + 1);
    if (height > highest)
      fail(place(begin, at_), fmt::format("more than {} operators in a row: use parentheses", highest));
    const NodeId made = made_.tree.add({op, path, atom, std::move(operands), {}, place(begin, at_)});
    heights_.emplace(made, height);
    return made;
  }
  NodeId atom_node(Atom atom, std::size_t begin) {
    atom.range = place(begin, at_);
    made_.atoms.push_back(std::move(atom));
    return node(Operator::atom, begin, {}, PathQuantifier::none, static_cast<std::uint32_t>(made_.atoms.size() - 1));
  }

  struct Level {
    explicit Level(FormulaParser& owner) : parser(owner) {
      if (++parser.depth_ > most_levels) {
        --parser.depth_;
        parser.fail(parser.here(), fmt::format("nested more than {} levels deep", most_levels));
      }
      poll_stop();
    }
    ~Level() { --parser.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    FormulaParser& parser;
  };

  // grammar
  NodeId equivalence() {
    const Level level(*this);
    blanks();
    const std::size_t begin = at_;
    NodeId left = implication();
    while (accept_any({"<=>", "<->", "equivalent", "\xe2\x87\x94"})) {
      const NodeId right = implication();
      left = node(Operator::equivalence, begin, {left, right});
    }
    return left;
  }
  NodeId implication() {
    blanks();
    const std::size_t begin = at_;
    NodeId left = junction();
    while (accept_any({"=>", "->", "implies", "\xe2\x87\x92"})) {
      const NodeId right = junction();
      left = node(Operator::implication, begin, {left, right});
    }
    return left;
  }
  NodeId junction() {
    blanks();
    const std::size_t begin = at_;
    NodeId left = temporal();
    for (;;) {
      const bool is_and = accept_any({"&&", "&", "and", "\xe2\x88\xa7"});
      if (!is_and && !accept_any({"||", "or", "\xe2\x88\xa8"})) return left;
      const NodeId right = temporal();
      left = node(is_and ? Operator::conjunction : Operator::disjunction, begin, {left, right});
    }
  }
  NodeId temporal() {
    blanks();
    const std::size_t begin = at_;
    NodeId left = unary();
    while (logic_ == Logic::linear) {
      const std::string_view word = peek_word();
      const std::optional<Operator> op = spelled(binary_words, word);
      if (!op) break;
      at_ += word.size();
      const NodeId right = unary();
      left = node(*op, begin, {left, right});
    }
    return left;
  }
  NodeId unary() {
    const Level level(*this);
    blanks();
    const std::size_t begin = at_;
    if (at_ == text_.size()) fail(here(), "expected a formula, but the text ends here");
    if (accept("<>")) return node(Operator::eventually, begin, {linear_operand("<>", begin)});
    if (text_.substr(at_).starts_with("[]")) {
      at_ += 2;
      return node(Operator::always, begin, {linear_operand("[]", begin)});
    }
    switch (text_[at_]) {
      case '(':
        return parenthesised();
      case '{': {
        Atom atom;
        atom.kind = Atom::Kind::predicate;
        atom.name = piece(bracketed());
        if (atom.name.text.empty()) fail(place(begin, at_), "expected a predicate between '{' and '}'");
        return atom_node(std::move(atom), begin);
      }
      case '[':
        return atom_node(step_atom(), begin);
      case '!':
      case '#':
        if (const std::optional<NodeId> made = quantifier()) return *made;
        if (text_[at_] == '#') fail(here(), "expected '#x.({ predicate } & formula)'");
        ++at_;
        return node(Operator::negation, begin, {unary()});
      default:
        break;
    }
    if (accept("\xc2\xac")) return node(Operator::negation, begin, {unary()});
    return word();
  }
  NodeId linear_operand(std::string_view op, std::size_t begin) {
    if (logic_ == Logic::branching) {
      fail(place(begin, at_), fmt::format("'{}' is for linear formulas (--ltl); here it is AG, EG, AF or EF", op));
    }
    return unary();
  }
  NodeId parenthesised() {
    const std::size_t open = at_++;
    const NodeId inner = equivalence();
    blanks();
    if (at_ == text_.size()) fail(place(open, open + 1), "'(' has no end");
    expect(")", "at the end of what '(' begins");
    return inner;
  }
  Atom step_atom() {
    Atom atom;
    atom.kind = Atom::Kind::step;
    const std::size_t begin = at_;
    const std::string_view inner = trimmed(bracketed());
    if (inner.empty()) fail(place(begin, at_), "expected the name of a step between '[' and ']'");
    // A name that is no word stands in quotes.
    const std::size_t quote = inner.starts_with('"') ? inner.find('"', 1) : std::string_view::npos;
    const std::size_t open = inner.find('(', quote == std::string_view::npos ? 0 : quote);
    atom.name = piece(inner.substr(0, std::min(open, inner.size())));
    if (open != std::string_view::npos) {
      if (inner.back() != ')') fail(piece(inner.substr(open)).range, "expected arguments in parentheses up to ']'");
      atom.has_arguments = true;
      atom.arguments = arguments_in(inner.substr(open + 1, inner.size() - open - 2));
    }
    return atom;
  }
  /// Nothing, and nothing read, where this is no quantifier.
  std::optional<NodeId> quantifier() {
    const std::size_t begin = at_;
    const bool all = text_[at_] == '!';
    ++at_;
    const std::string_view name = peek_word();
    const std::size_t name_at = at_;
    at_ += name.size();
    if (name.empty() || !accept(".")) {
      at_ = begin;
      return std::nullopt;
    }
    expect("(", "behind the variable of a quantifier");
    blanks();
    const std::size_t restriction = at_;
    if (at_ == text_.size() || text_[at_] != '{') fail(here(), "expected '{', a predicate about the variable");
    Atom atom;
    atom.kind = Atom::Kind::predicate;
    atom.name = piece(bracketed());
    atom.range = place(restriction, at_);
    made_.atoms.push_back(std::move(atom));
    const auto number = static_cast<std::uint32_t>(made_.atoms.size() - 1);
    if (!(all ? accept_any({"=>", "->", "implies"}) : accept_any({"&&", "&", "and"}))) {
      fail(here(), all ? "expected '=>': what is to hold for every such value"
                       : "expected '&': what is to hold for some such value");
    }
    const NodeId body = equivalence();
    expect(")", "at the end of a quantifier");
    const NodeId made = node(all ? Operator::for_all : Operator::exists, begin, {body}, PathQuantifier::none, number);
    made_.tree.nodes[made].variable = {std::string(name), place(name_at, name_at + name.size())};
    return made;
  }

  NodeId word() {
    const std::size_t begin = at_;
    const std::string_view word = peek_word();
    if (word.empty()) fail(here(), fmt::format("expected a formula, not '{}'", rough_token()));
    if (spelled(binary_words, word)) fail(here(), fmt::format("expected a formula before '{}'", word));
    const std::optional<Operator> op = spelled(unary_words, word);
    if (op == Operator::verum || op == Operator::falsum) {
      at_ += word.size();
      return node(*op, begin, {});
    }
    if (op == Operator::negation) {
      at_ += word.size();
      return node(*op, begin, {unary()});
    }
    const bool called = text_.substr(at_ + word.size()).starts_with("(");
    if (logic_ == Logic::branching) {
      if (op && is_past(*op)) fail(here(), "operators of the past are for linear formulas (--ltl)");
      if (op) fail(here(), fmt::format("'{0}' needs A or E before it here: A{0} or E{0}", word));
      if (is_row_of(word, "AE", "GFX") || word == "A" || word == "E") return path_quantified();
    } else if (op) {
      at_ += word.size();
      return node(*op, begin, {unary()});
    } else if (word.size() > 1 && std::ranges::all_of(word, [](char c) { return one_letter(c).has_value(); })) {
      ++at_;
      return node(*one_letter(word.front()), begin, {unary()});  // GF is G F
    }
    at_ += word.size();
    Atom atom;
    atom.name = {std::string(word), place(begin, at_)};
    if (called) {
      atom.kind = Atom::Kind::call;
      atom.has_arguments = true;
      atom.arguments = arguments_in(bracketed());
    }
    return atom_node(std::move(atom), begin);
  }
  static std::optional<Operator> one_letter(char c) { return spelled(unary_words, std::string_view(&c, 1)); }
  /// AG, EF, AGEF, …
  static bool is_row_of(std::string_view word, std::string_view first, std::string_view second) {
    if (word.empty() || word.size() % 2 != 0) return false;
    for (std::size_t i = 0; i < word.size(); ++i) {
      if ((i % 2 == 0 ? first : second).find(word[i]) == std::string_view::npos) return false;
    }
    return true;
  }
  NodeId path_quantified() {
    const std::size_t begin = at_;
    const PathQuantifier path = text_[at_++] == 'A' ? PathQuantifier::all : PathQuantifier::some;
    blanks();
    const char letter = at_ < text_.size() ? text_[at_] : ' ';
    const std::string_view word = peek_word();
    const bool alone = word.size() == 1 || (!word.empty() && is_row_of(word.substr(1), "AE", "GFX"));
    if (alone && (letter == 'G' || letter == 'F' || letter == 'X')) {
      ++at_;
      const Operator op = *one_letter(letter);
      std::uint32_t filter = no_atom;
      blanks();
      if (op == Operator::next && at_ < text_.size() && text_[at_] == '[') {
        const std::size_t step = at_;
        Atom atom = step_atom();
        atom.range = place(step, at_);
        made_.atoms.push_back(std::move(atom));
        filter = static_cast<std::uint32_t>(made_.atoms.size() - 1);
      }
      return node(op, begin, {unary()}, path, filter);
    }
    // A[f U g], A(f U g), A f U g
    for (const auto& [open, close] : {std::pair{'[', "]"}, std::pair{'(', ")"}}) {
      if (letter != open) continue;
      const std::size_t before = at_++;
      const NodeId left = equivalence();
      if (std::optional<Operator> op = path_operator()) {
        const NodeId right = equivalence();
        expect(close, "at the end of an until");
        return node(*op, begin, {left, right}, path);
      }
      if (open == '[') fail(here(), "expected 'U', 'W' or 'R'");
      at_ = before;
    }
    const NodeId left = unary();
    std::optional<Operator> op = path_operator();
    if (!op) fail(here(), "expected G, F, X or 'f U g' behind A or E");
    const NodeId right = unary();
    return node(*op, begin, {left, right}, path);
  }
  std::optional<Operator> path_operator() {
    const std::string_view word = peek_word();
    const std::optional<Operator> op = spelled(binary_words, word);
    if (!op || is_past(*op)) return std::nullopt;
    at_ += word.size();
    return op;
  }

  static constexpr std::size_t most_levels = 500;
  static constexpr std::size_t highest = 1000;
  std::unordered_map<NodeId, std::size_t> heights_;  // of nodes above their leaves
  std::string_view text_;
  SourceRange range_;
  Logic logic_;
  Diagnostics& found_;
  Syntax made_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
};

}  // namespace

std::optional<Syntax> parse(const SourceMap& sources, SourceRange range, Logic logic, Diagnostics& found) {
  return FormulaParser(sources, range, logic, found).run();
}

}  // namespace quotient::temporal
