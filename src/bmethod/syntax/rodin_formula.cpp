#include "bmethod/syntax/rodin_formula.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace quotient::bmethod {
namespace {

using Tokens = std::span<const Token>;

bool is_open(const Token& token) { return token.text == "(" || token.text == "{" || token.text == "["; }
bool is_close(const Token& token) { return token.text == ")" || token.text == "}" || token.text == "]"; }
bool is_connective(const Token& token) {
  return token.text == "&" || token.text == "or" || token.text == "=>" || token.text == "<=>";
}
bool is_name(const Token& token) { return token.kind == Token::Kind::identifier; }
/// A name that Event-B itself gives a meaning.
bool is_operator(const Token& token) {
  static constexpr std::string_view all[] = {"card",   "dom",  "ran",  "min",     "max",      "union",   "inter",
                                             "finite", "bool", "id",   "prj1",    "prj2",     "pred",    "succ",
                                             "POW",    "POW1", "BOOL", "NATURAL", "NATURAL1", "INTEGER", "partition"};
  return std::ranges::find(all, token.text) != std::end(all);
}

/// The first of these outside of brackets; the end where there is none.
template <typename Wanted>
std::size_t find_outside(Tokens tokens, std::size_t from, Wanted wanted) {
  int depth = 0;
  for (std::size_t i = from; i < tokens.size(); ++i) {
    if (depth == 0 && wanted(tokens[i])) return i;
    if (is_open(tokens[i])) ++depth;
    if (is_close(tokens[i])) --depth;
    if (depth < 0) return i;
  }
  return tokens.size();
}

class Rewriter {
 public:
  Rewriter(std::vector<Token>& out, Diagnostics& diagnostics) : out_(out), diagnostics_(diagnostics) {}

  /// All of it; what is bound extends to the end.
  void all(Tokens tokens) {
    for (std::size_t i = 0; i < tokens.size();) i = next(tokens, i);
  }

 private:
  void put(std::string_view text, const Token& at) { out_.push_back(added(text, at.range)); }

  static std::size_t closing(Tokens tokens, std::size_t open) {
    return find_outside(tokens, open + 1, [](const Token& token) { return is_close(token); });
  }

  /// What stands at `i`, and returns where it ends.
  std::size_t next(Tokens tokens, std::size_t i) {
    const Token& token = tokens[i];
    const bool is_called = i + 1 < tokens.size() && tokens[i + 1].text == "(";
    if (token.text == "!" || token.text == "#") return quantifier(tokens, i);
    if (token.text == "%") return with_result(tokens, i, "%");
    if (token.text == "UNION" || token.text == "INTER") return with_result(tokens, i, token.text);
    if (token.text == "{") return braces(tokens, i);
    if (is_open(token)) {
      const std::size_t end = closing(tokens, i);
      out_.push_back(token);
      all(tokens.subspan(i + 1, end - i - 1));
      if (end < tokens.size()) out_.push_back(tokens[end]);
      return end + 1;
    }
    if (token.text == "not" && !is_called) {
      const std::size_t end = find_outside(tokens, i + 1, is_connective);
      put("not", token);
      put("(", token);
      all(tokens.subspan(i + 1, end - i - 1));
      put(")", token);
      return end;
    }
    if (token.text == "partition" && is_called) return partition(tokens, i);
    // Of whatever type fits. `id(S)` is how Event-B was written once.
    if (token.text == "id" && !is_called) return generic(token, i, {"%", "x", ".", "(", "btrue", "|", "x", ")"});
    for (const auto& [name, part] : {std::pair("prj1", "x"), std::pair("prj2", "y")}) {
      if (token.text == name)
        return generic(token, i, {"%", "(", "x", ",", "y", ")", ".", "(", "btrue", "|", part, ")"});
    }
    if (token.text == "finite" && is_called) {
      const std::size_t end = closing(tokens, i + 1);
      const Tokens set = tokens.subspan(i + 2, end - i - 2);
      put("(", token);
      all(set);
      for (const char* text : {":", "FIN", "("}) put(text, token);
      all(set);
      put(")", token);
      put(")", token);
      return end + 1;
    }
    if (token.text == "POW" && i + 1 < tokens.size() && tokens[i + 1].text == "1") {
      out_.push_back({Token::Kind::identifier, "POW1", token.range});
      return i + 2;
    }
    out_.push_back(token);
    return i + 1;
  }

  std::size_t generic(const Token& at, std::size_t i, std::initializer_list<std::string_view> function) {
    put("(", at);
    for (const std::string_view text : function) {
      const bool is_name = text == "x" || text == "y";
      out_.push_back(is_name ? Token{Token::Kind::identifier, text, at.range} : added(text, at.range));
    }
    put(")", at);
    return i + 1;
  }

  /// Names up to `·`, without the types that may be written with them.
  std::vector<Token> names(Tokens tokens) {
    std::vector<Token> made;
    bool expected = true;
    for (const Token& token : tokens) {
      if (token.text == "," || token.text == "|->") {
        expected = true;
      } else if (expected && is_name(token)) {
        made.push_back(token);
        expected = false;
      }
    }
    if (made.empty()) {
      const SourceRange at = tokens.empty() ? SourceRange{} : tokens[0].range;
      diagnostics_.error(at, "only names, or couples of names, can be bound here");
    }
    return made;
  }

  void bind(Tokens tokens, const Token& at) {
    put("(", at);
    bool first = true;
    for (const Token& name : names(tokens)) {
      if (!first) put(",", at);
      out_.push_back(name);
      first = false;
    }
    put(")", at);
    put(".", at);
  }

  std::size_t quantifier(Tokens tokens, std::size_t i) {
    const std::size_t dot = find_outside(tokens, i + 1, [](const Token& token) { return token.text == "."; });
    out_.push_back(tokens[i]);
    if (dot >= tokens.size()) return i + 1;  // the parser complains
    bind(tokens.subspan(i + 1, dot - i - 1), tokens[i]);
    put("(", tokens[i]);
    all(tokens.subspan(dot + 1));
    put(")", tokens[i]);
    return tokens.size();
  }

  /// λ x ↦ y · P ∣ E, ⋃ x · P ∣ E
  std::size_t with_result(Tokens tokens, std::size_t i, std::string_view word) {
    const std::size_t dot = find_outside(tokens, i + 1, [](const Token& token) { return token.text == "."; });
    out_.push_back(added(word, tokens[i].range));
    if (dot >= tokens.size()) return i + 1;
    const std::size_t bar = find_outside(tokens, dot + 1, [](const Token& token) { return token.text == "|"; });
    bind(tokens.subspan(i + 1, dot - i - 1), tokens[i]);
    put("(", tokens[i]);
    all(tokens.subspan(dot + 1, bar - dot - 1));
    if (bar < tokens.size()) {
      out_.push_back(tokens[bar]);
      all(tokens.subspan(bar + 1));
    }
    put(")", tokens[i]);
    return tokens.size();
  }

  std::size_t braces(Tokens tokens, std::size_t i) {
    const std::size_t end = closing(tokens, i);
    const Tokens inner = tokens.subspan(i + 1, end - i - 1);
    const std::size_t dot =
        find_outside(inner, 0, [](const Token& token) { return token.text == "." || token.text == "|"; });
    const auto results = [&](Tokens bound, Tokens predicate, Tokens result) {
      for (const char* text : {"ran", "(", "%"}) put(text, tokens[i]);
      bind(bound, tokens[i]);
      put("(", tokens[i]);
      all(predicate);
      put("|", tokens[i]);
      all(result);
      put(")", tokens[i]);
      put(")", tokens[i]);
      return end + 1;
    };
    if (dot < inner.size() && inner[dot].text == ".") {
      const std::size_t bar = find_outside(inner, dot + 1, [](const Token& token) { return token.text == "|"; });
      const Tokens result = bar < inner.size() ? inner.subspan(bar + 1) : Tokens{};
      return results(inner.first(dot), inner.subspan(dot + 1, bar - dot - 1), result);
    }
    const bool is_shape = std::ranges::all_of(inner.first(dot), [](const Token& token) {
      return is_name(token) || token.text == "," || token.text == "|->";
    });
    if (dot < inner.size() && !is_shape) {  // {E ∣ P} binds what is free in E
      std::vector<Token> bound;
      for (const Token& token : inner.first(dot)) {
        if (is_name(token) && !is_operator(token) &&
            std::ranges::find(bound, token.text, &Token::text) == bound.end()) {
          if (!bound.empty()) bound.push_back(added(",", token.range));
          bound.push_back(token);
        }
      }
      return results(bound, inner.subspan(dot + 1), inner.first(dot));
    }
    out_.push_back(tokens[i]);
    if (dot < inner.size()) {
      const Tokens shape = inner.first(dot);
      bool first = true;
      for (const Token& name : names(shape)) {
        if (!first) put(",", tokens[i]);
        out_.push_back(name);
        first = false;
      }
      out_.push_back(inner[dot]);
      all(inner.subspan(dot + 1));
    } else {
      all(inner);
    }
    if (end < tokens.size()) out_.push_back(tokens[end]);
    return end + 1;
  }

  /// S is the union of the parts, and no two of them have an element in common.
  std::size_t partition(Tokens tokens, std::size_t i) {
    const Token& at = tokens[i];
    const std::size_t end = closing(tokens, i + 1);
    std::vector<Tokens> parts;
    for (std::size_t from = i + 2; from <= end && from < tokens.size();) {
      const std::size_t comma =
          std::min(end, find_outside(tokens, from, [](const Token& token) { return token.text == ","; }));
      parts.push_back(tokens.subspan(from, comma - from));
      from = comma + 1;
    }
    const auto in_brackets = [&](Tokens part) {
      put("(", at);
      all(part);
      put(")", at);
    };
    put("(", at);
    if (!parts.empty()) in_brackets(parts[0]);
    put("=", at);
    if (parts.size() < 2) {
      put("{", at);
      put("}", at);
    }
    for (std::size_t p = 1; p < parts.size(); ++p) {
      if (p > 1) put("\\/", at);
      in_brackets(parts[p]);
    }
    for (std::size_t p = 1; p < parts.size(); ++p) {
      for (std::size_t q = p + 1; q < parts.size(); ++q) {
        put("&", at);
        in_brackets(parts[p]);
        put("/\\", at);
        in_brackets(parts[q]);
        for (const char* text : {"=", "{", "}"}) put(text, at);
      }
    }
    put(")", at);
    return end + 1;
  }

  std::vector<Token>& out_;
  Diagnostics& diagnostics_;
};

}  // namespace

Token added(std::string_view text, SourceRange at) {
  const bool is_word = std::isalpha(static_cast<unsigned char>(text[0])) != 0;
  static constexpr std::string_view functions[] = {"FIN", "ran", "UNION", "INTER"};
  const bool is_keyword = is_word && std::ranges::find(functions, text) == std::end(functions);
  return {is_keyword ? Token::Kind::keyword : is_word ? Token::Kind::identifier : Token::Kind::symbol, text, at};
}

std::vector<Token> classical_formula(std::span<const Token> tokens, Diagnostics& diagnostics) {
  std::vector<Token> made;
  Rewriter(made, diagnostics).all(tokens);
  return made;
}

std::vector<Token> classical_assignment(std::span<const Token> tokens, Diagnostics& diagnostics) {
  const std::size_t at = find_outside(
      tokens, 0, [](const Token& token) { return token.text == ":=" || token.text == "::" || token.text == ":"; });
  std::vector<Token> made;
  const Tokens left = tokens.first(at);
  Rewriter rewriter(made, diagnostics);
  rewriter.all(left);
  if (at >= tokens.size()) {
    diagnostics.error(tokens.empty() ? SourceRange{} : tokens[0].range,
                      "expected an assignment: x ≔ E, x :∈ S or x :∣ P");
    return made;
  }
  const bool such = tokens[at].text == ":" && at + 1 < tokens.size() && tokens[at + 1].text == "|";
  const bool element = tokens[at].text == ":" && !such && at + 1 < tokens.size() && tokens[at + 1].text == ":";
  if (!such) {
    made.push_back(element ? Token{Token::Kind::symbol, "::", tokens[at].range} : tokens[at]);
    rewriter.all(tokens.subspan(at + (element ? 2 : 1)));
    return made;
  }
  std::set<std::string_view> assigned;
  for (const Token& token : left) {
    if (is_name(token)) assigned.insert(token.text);
  }
  // x' is the new value, which classical B calls x; x is the old one, which it calls x$0.
  std::vector<Token> says;
  const Tokens right = tokens.subspan(at + 2);
  for (std::size_t i = 0; i < right.size(); ++i) {
    says.push_back(right[i]);
    if (!is_name(right[i]) || !assigned.contains(right[i].text)) continue;
    if (i + 1 < right.size() && right[i + 1].text == "'") {
      ++i;
    } else {
      says.push_back({Token::Kind::symbol, "$0", right[i].range});
    }
  }
  made.push_back({Token::Kind::symbol, ":", tokens[at].range});
  made.push_back({Token::Kind::symbol, "(", tokens[at].range});
  rewriter.all(says);
  made.push_back({Token::Kind::symbol, ")", tokens[at].range});
  return made;
}

std::vector<std::string_view> enumeration(std::span<const Token> tokens) {
  if (tokens.size() < 4 || tokens[0].text != "partition" || tokens[1].text != "(" || tokens.back().text != ")")
    return {};
  std::vector<std::string_view> made{tokens[2].text};
  for (std::size_t i = 3; i + 1 < tokens.size(); i += 4) {
    const bool fits = i + 4 < tokens.size() && tokens[i].text == "," && tokens[i + 1].text == "{" &&
                      is_name(tokens[i + 2]) && tokens[i + 3].text == "}";
    if (!fits) return {};
    made.push_back(tokens[i + 2].text);
  }
  return made.size() > 1 ? made : std::vector<std::string_view>{};
}

}  // namespace quotient::bmethod
