#include "promela/syntax/statement_text.hpp"

#include <cctype>

namespace quotient::promela {

namespace {

constexpr std::size_t longest = 100;

std::string on_one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!space) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
    if (out.size() > longest) return out + "...";
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

}  // namespace

std::string statement_text(const SourceMap& sources, const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::atomic:
      return "atomic";
    case StatementKind::d_step:
      return "d_step";
    case StatementKind::if_:
      return "if";
    case StatementKind::do_:
      return "do";
    default:
      return on_one_line(sources.text(statement.range));
  }
}

std::string expression_text(const SourceMap& sources, const Expression& expression) {
  return on_one_line(sources.text(expression.range));
}

}  // namespace quotient::promela
