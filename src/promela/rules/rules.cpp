#include "promela/rules/rules.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>

#include "promela/parse/lex.hpp"

namespace quotient::promela {

namespace {

constexpr std::size_t most_instances = 10'000;

/// Reads rules token by token. The body of a rule is read once for each choice of values for its parameters, so that
/// all numbers are known at once.
class RuleParser {
 public:
  RuleParser(std::vector<Token> tokens, Diagnostics& diagnostics)
      : tokens_(std::move(tokens)), diagnostics_(diagnostics) {}

  std::optional<RewriteRules> run() {
    RewriteRules out;
    while (ok_ && here().kind != TokenKind::end) {
      if (!is_word("rule")) {
        fail("a rule is expected: rule NAME (i, j in 1 .. 3) { … }");
      } else {
        out.rules.push_back(rule());
        check_name(out.rules);
      }
    }
    if (!ok_) return std::nullopt;
    return out;
  }

 private:
  using Place = RewriteRules::Place;
  using Action = RewriteRules::Action;
  struct Parameter {
    std::string name;
    std::int32_t from, to;
    std::size_t group;  // those of one group are different from each other
  };

  // --- tokens --------------------------------------------------------------------------------------------------------

  const Token& here() const { return tokens_[at_]; }
  Token take() {
    last_ = tokens_[at_].range;
    return at_ + 1 < tokens_.size() ? tokens_[at_++] : tokens_[at_];
  }
  static bool is_word_token(const Token& t) {
    return !t.text.empty() && (std::isalpha(static_cast<unsigned char>(t.text[0])) != 0 || t.text[0] == '_');
  }
  bool is_word(std::string_view word) const { return here().text == word; }
  bool take_word(std::string_view word) {
    if (!is_word(word)) return false;
    take();
    return true;
  }
  bool take_kind(TokenKind kind) {
    if (here().kind != kind) return false;
    take();
    return true;
  }
  void expect(TokenKind kind) {
    if (!take_kind(kind)) fail(fmt::format("'{}' is expected", spelling(kind)));
  }
  void expect_word(std::string_view word) {
    if (!take_word(word)) fail(fmt::format("'{}' is expected", word));
  }
  std::string name(std::string_view what) {
    if (is_word_token(here())) return std::string(take().text);
    fail(fmt::format("{} is expected", what));
    return {};
  }
  void fail(std::string message) { fail_at(here().range, std::move(message)); }
  void fail_at(SourceRange range, std::string message) {
    if (ok_) diagnostics_.error(range, std::move(message));
    ok_ = false;
  }

  // --- rules ---------------------------------------------------------------------------------------------------------

  RewriteRules::Rule rule() {
    RewriteRules::Rule out;
    out.at = take().range;
    out.name = name("the name of the rule");
    out.at = join(out.at, last_);
    std::vector<Parameter> parameters = parameter_list();
    if (!ok_) return out;
    const std::size_t body = at_;
    met_.clear();
    choose(parameters, 0, out, body);
    if (!ok_) return out;
    if (out.instances.empty()) {
      fail_at(out.at, "there are no values that the parameters of this rule could have");
      return out;
    }
    if (take_word("by")) {
      do out.order.push_back(place());
      while (ok_ && take_kind(TokenKind::comma));
    }
    return out;
  }

  /// Messages about a rule give its name.
  void check_name(const std::vector<RewriteRules::Rule>& rules) {
    const RewriteRules::Rule& last = rules.back();
    for (std::size_t i = 0; ok_ && i + 1 < rules.size(); ++i) {
      if (rules[i].name != last.name) continue;
      ok_ = false;
      diagnostics_.error(last.at, fmt::format("two rules are called '{}'", last.name))
          .notes.push_back({rules[i].at, "the other is here"});
    }
  }

  std::vector<Parameter> parameter_list() {
    std::vector<Parameter> out;
    expect(TokenKind::left_paren);
    for (std::size_t group = 0; ok_ && here().kind != TokenKind::right_paren; ++group) {
      const std::size_t first = out.size();
      do {
        const SourceRange range = here().range;
        const std::string known = name("the name of a parameter");
        if (std::any_of(out.begin(), out.end(), [&](const Parameter& p) { return p.name == known; })) {
          fail_at(range, fmt::format("two parameters are called '{}'", known));
        }
        out.push_back({known, 0, 0, group});
      } while (ok_ && take_kind(TokenKind::comma));
      expect_word("in");
      const std::int32_t from = expression();
      expect(TokenKind::dots);
      const std::int32_t to = expression();
      for (std::size_t i = first; i < out.size(); ++i) {
        out[i].from = from;
        out[i].to = to;
      }
      if (!take_kind(TokenKind::semicolon)) break;
    }
    expect(TokenKind::right_paren);
    return out;
  }

  /// Goes through all choices of values for the parameters.
  void choose(const std::vector<Parameter>& parameters, std::size_t next, RewriteRules::Rule& out, std::size_t body) {
    if (next == parameters.size()) {
      if (out.instances.size() == most_instances) {
        fail_at(out.at, fmt::format("this rule has more than {} instances", most_instances));
        return;
      }
      at_ = body;
      RewriteRules::Instance instance{instance_name(out.name, parameters), actions()};
      // What exchanges i and j exchanges j and i.
      if (met_.insert(meaning_of(instance.actions)).second) out.instances.push_back(std::move(instance));
      return;
    }
    const Parameter& p = parameters[next];
    for (std::int64_t value = p.from; ok_ && value <= p.to; ++value) {
      bool taken = false;
      for (std::size_t i = 0; i < next; ++i) {
        taken |= parameters[i].group == p.group && values_[parameters[i].name] == value;
      }
      if (taken) continue;
      values_[p.name] = static_cast<std::int32_t>(value);
      choose(parameters, next + 1, out, body);
    }
    values_.erase(p.name);
  }

  std::string instance_name(const std::string& rule, const std::vector<Parameter>& parameters) {
    std::string text;
    for (const Parameter& p : parameters) {
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", p.name, values_[p.name]);
    }
    return fmt::format("{}({})", rule, text);
  }

  /// The same for actions that do the same for a reason that can be seen.
  static std::string meaning_of(const std::vector<Action>& actions) {
    std::string out;
    for (const Action& action : actions) {
      std::vector<std::string> places;
      for (const Place& p : action.places) {
        std::string text = p.name + p.path;
        if (p.chosen_by) text += fmt::format("({} = {})", p.chosen_by->first, p.chosen_by->second);
        for (const std::int32_t f : p.fields) text += fmt::format("{{{}}}", f);
        places.push_back(std::move(text));
      }
      if (action.kind == Action::Kind::swap) std::sort(places.begin(), places.end());
      const bool both_ways = action.kind == Action::Kind::rename && action.second < action.first;
      out += fmt::format("{} {} {} {};", static_cast<int>(action.kind), both_ways ? action.second : action.first,
                         both_ways ? action.first : action.second, fmt::join(places, ","));
    }
    return out;
  }

  std::vector<Action> actions() {
    std::vector<Action> out;
    expect(TokenKind::left_brace);
    while (ok_ && !take_kind(TokenKind::right_brace)) {
      out.push_back(action());
      while (take_kind(TokenKind::semicolon)) {
      }
    }
    if (ok_ && out.empty()) fail_at(last_, "a rule that does nothing");
    return out;
  }

  Action action() {
    Action out;
    out.at = here().range;
    if (take_word("swap")) {
      out.kind = Action::Kind::swap;
      out.places.push_back(place());
      expect(TokenKind::comma);
      out.places.push_back(place());
    } else if (take_word("rotate")) {
      out.kind = Action::Kind::rotate;
      out.places.push_back(place());
      expect_word("by");
      out.first = expression();
    } else if (take_word("rename")) {
      out.kind = Action::Kind::rename;
      out.first = expression();
      expect(TokenKind::less);
      expect(TokenKind::arrow);
      out.second = expression();
      expect_word("in");
      places(out.places);
    } else if (take_word("add")) {
      out.kind = Action::Kind::add;
      out.first = expression();
      expect_word("modulo");
      const SourceRange range = here().range;
      out.second = expression();
      if (ok_ && out.second < 1) fail_at(range, "numbers are taken modulo a positive number");
      expect_word("to");
      places(out.places);
    } else {
      fail("swap, rename, rotate or add is expected");
    }
    out.at = join(out.at, last_);
    return out;
  }

  void places(std::vector<Place>& out) {
    do out.push_back(place());
    while (ok_ && take_kind(TokenKind::comma));
  }

  Place place() {
    Place out;
    out.at = here().range;
    out.name = name("the name of a variable, a channel or a proctype");
    for (;;) {
      if (take_kind(TokenKind::left_bracket)) {
        out.path += take_kind(TokenKind::star) ? "[*]" : fmt::format("[{}]", expression());
        expect(TokenKind::right_bracket);
      } else if (take_kind(TokenKind::dot)) {
        out.path += "." + name("the name of a field");
      } else if (!out.chosen_by && out.path.empty() && take_kind(TokenKind::left_paren)) {
        const std::string local = name("the name of a local variable");
        expect(TokenKind::assign);
        out.chosen_by = {local, expression()};
        expect(TokenKind::right_paren);
      } else if (out.fields.empty() && take_kind(TokenKind::left_brace)) {
        do out.fields.push_back(expression());
        while (ok_ && take_kind(TokenKind::comma));
        expect(TokenKind::right_brace);
      } else {
        break;
      }
      if (!ok_) break;
    }
    out.at = join(out.at, last_);
    return out;
  }

  // --- numbers -------------------------------------------------------------------------------------------------------

  std::int32_t expression() {
    std::int64_t value = product();
    while (ok_ && (here().kind == TokenKind::plus || here().kind == TokenKind::minus)) {
      const bool minus = take().kind == TokenKind::minus;
      const std::int64_t other = product();
      value = within(minus ? value - other : value + other);
    }
    return static_cast<std::int32_t>(value);
  }

  std::int64_t product() {
    std::int64_t value = factor();
    while (ok_ && (here().kind == TokenKind::star || here().kind == TokenKind::percent)) {
      // A star before a bracket belongs to no product.
      const bool modulo = take().kind == TokenKind::percent;
      const SourceRange range = here().range;
      const std::int64_t other = factor();
      if (modulo && other == 0) {
        fail_at(range, "division by zero");
        return 0;
      }
      value = within(modulo ? value % other : value * other);
    }
    return value;
  }

  std::int64_t factor() {
    if (here().kind == TokenKind::number) return take().value;
    if (take_kind(TokenKind::minus)) return -factor();
    if (here().kind == TokenKind::left_paren) {
      if (++nesting_ > 100) {
        fail("too many parentheses");
        return 0;
      }
      take();
      const std::int32_t value = expression();
      expect(TokenKind::right_paren);
      --nesting_;
      return value;
    }
    const Token token = here();
    if (is_word_token(token)) {
      const auto known = values_.find(std::string(token.text));
      if (known != values_.end()) {
        take();
        return known->second;
      }
      fail(fmt::format("'{}' is no parameter of this rule, and no macro", token.text));
      return 0;
    }
    fail("a number or a parameter is expected");
    return 0;
  }

  std::int64_t within(std::int64_t value) {
    if (value < INT32_MIN || value > INT32_MAX) {
      fail_at(last_, "a number that is too large");
      return 0;
    }
    return value;
  }

  std::vector<Token> tokens_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  SourceRange last_;
  std::map<std::string, std::int32_t> values_;
  std::set<std::string> met_;  // what instances of this rule do
  int nesting_ = 0;
  bool ok_ = true;
};

/// All of a model but its rules and its macros becomes blank, so that lines and columns stay what they are.
std::string only_rules(std::string_view text, bool& found) {
  constexpr std::string_view mark = "/*@";
  std::string out(text.size(), ' ');
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') out[i] = '\n';
  }
  bool continued = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t first = line.find_first_not_of(" \t");
    const bool directive =
        first != std::string_view::npos && line[first] == '#' && line.find("include", first) == std::string_view::npos;
    if (directive || continued) std::copy(line.begin(), line.end(), out.begin() + static_cast<std::ptrdiff_t>(begin));
    continued = (directive || continued) && line.ends_with('\\');
    begin = end + 1;
  }
  for (std::size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
    const std::size_t word = text.find_first_not_of(" \t\n", at + mark.size());
    const std::size_t end = text.find("*/", at);
    if (word == std::string_view::npos || end == std::string_view::npos ||
        !text.substr(word).starts_with("normalise")) {
      continue;
    }
    found = true;
    const std::size_t begin = word + std::string_view("normalise").size();
    std::copy(text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin() + static_cast<std::ptrdiff_t>(end),
              out.begin() + static_cast<std::ptrdiff_t>(begin));
  }
  return out;
}

}  // namespace

std::optional<RewriteRules> read_rules(SourceMap& sources, FileId file, const Options& options,
                                       Diagnostics& diagnostics) {
  const Preprocessed text = preprocess(sources, file, {options.defines, options.include_dirs, nullptr}, diagnostics);
  std::vector<Token> tokens = lex(text, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  return RuleParser(std::move(tokens), diagnostics).run();
}

std::optional<RewriteRules> read_rules_of_model(SourceMap& sources, FileId model, const Options& options,
                                                Diagnostics& diagnostics) {
  bool found = false;
  std::string text = only_rules(sources[model].text(), found);
  if (!found) return RewriteRules();
  return read_rules(sources, sources.add(sources[model].path(), std::move(text)), options, diagnostics);
}

}  // namespace quotient::promela
