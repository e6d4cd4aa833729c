#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "driver/model.hpp"

namespace quotient::driver {

namespace {

bool belongs_to_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Words and single characters, without blanks, comments (of any of the languages) and strings. mCRL2 begins a
/// comment with a per cent sign, which elsewhere stands between operands: it counts at the beginning of a line only.
std::vector<std::string_view> rough_tokens(std::string_view text) {
  std::vector<std::string_view> tokens;
  bool begins_line = true;
  for (std::size_t at = 0; at < text.size();) {
    const auto skip_to = [&](std::string_view mark, std::size_t from) {
      const std::size_t found = text.find(mark, from);
      at = found == std::string_view::npos ? text.size() : found + mark.size();
    };
    const char c = text[at];
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      begins_line = begins_line || c == '\n';
      ++at;
    } else if (text.substr(at, 2) == "/*") {
      skip_to("*/", at + 2);
    } else if (text.substr(at, 2) == "//" || (c == '%' && begins_line)) {
      skip_to("\n", at);
      begins_line = true;
    } else if (c == '"') {
      skip_to("\"", at + 1);
    } else {
      std::size_t end = at + 1;
      if (belongs_to_word(c)) {
        while (end < text.size() && belongs_to_word(text[end])) ++end;
      }
      tokens.push_back(text.substr(at, end - at));
      begins_line = false;
      at = end;
    }
  }
  return tokens;
}

bool is_name(std::string_view token) {
  return !token.empty() && belongs_to_word(token[0]) && std::isdigit(static_cast<unsigned char>(token[0])) == 0;
}

template <std::size_t size>
bool is_among(const std::array<std::string_view, size>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// A process somewhere: `proctype name (` or `init {`.
bool has_promela_process(const std::vector<std::string_view>& tokens) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i] == "init" && tokens[i + 1] == "{") return true;
    const bool proctype = tokens[i] == "proctype" || tokens[i] == "D_proctype";
    if (proctype && i + 2 < tokens.size() && is_name(tokens[i + 1]) && tokens[i + 2] == "(") return true;
  }
  return false;
}

}  // namespace

std::string language_of(const std::string& path) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> endings = {{{".pml-lite", "promela-lite"},
                                                                                      {".pml", "promela"},
                                                                                      {".prom", "promela"},
                                                                                      {".promela", "promela"},
                                                                                      {".p", "promela"},
                                                                                      {".mch", "b"},
                                                                                      {".ref", "b"},
                                                                                      {".imp", "b"},
                                                                                      {".sys", "b"},
                                                                                      {".mcrl2", "mcrl2"}}};
  for (const auto& [ending, language] : endings) {
    if (path.ends_with(ending)) return std::string(language);
  }
  return {};
}

std::string language_of_text(std::string_view text) {
  constexpr std::array<std::string_view, 6> machines = {"MACHINE",        "ABSTRACT_MACHINE", "REFINEMENT",
                                                        "IMPLEMENTATION", "SYSTEM",           "MODEL"};
  constexpr std::array<std::string_view, 8> sections = {"sort", "cons", "map", "glob", "act", "proc", "eqn", "pbes"};
  const std::vector<std::string_view> tokens = rough_tokens(text);
  if (tokens.size() < 2) return {};
  if (is_among(machines, tokens[0])) return is_name(tokens[1]) && tokens.back() == "END" ? "b" : "";
  const auto begins = std::find(tokens.begin(), tokens.end(), "init");
  const bool specification = begins != tokens.end() && begins + 1 != tokens.end() && *(begins + 1) != "{";
  const bool promela = has_promela_process(tokens);
  if (specification && !promela && (is_among(sections, tokens[0]) || tokens[0] == "init")) return "mcrl2";
  return promela ? "promela" : "";
}

}  // namespace quotient::driver
