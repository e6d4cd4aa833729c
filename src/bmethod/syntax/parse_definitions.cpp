#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "bmethod/syntax/library.hpp"
#include "bmethod/syntax/operators.hpp"
#include "bmethod/syntax/parser.hpp"

namespace quotient::bmethod {

void Parser::definitions(Machine& into, FileFinder& files) {
  while (!at_clause_end()) {
    try {
      if (peek().kind == Token::Kind::string || at("<")) {
        definitions_from(into, files);
      } else {
        definition(into);
      }
      if (accept(";")) continue;
      if (!at_clause_end() && !at_definition_header(0)) fail_here("';' or the next clause");
    } catch (const SyntaxError&) {
      while (!at_clause_end() && !(at(";") && at_definition_header(1))) take();
      while (at("END") && peek(1).kind != Token::Kind::end && !is_clause_keyword(peek(1).text)) {
        take();
        while (!at_clause_end() && !(at(";") && at_definition_header(1))) take();
      }
      if (at("END") && is_clause_keyword(peek(1).text)) take();
      accept(";");
    }
  }
}

/// `"common.def"`, or `<common.def>`.
void Parser::definitions_from(Machine& into, FileFinder& files) {
  const SourceRange begin = peek().range;
  std::string path;
  if (accept("<")) {
    while (!at(">") && !at_clause_end()) path += take().text;
    expect(">", "after the name of a definition file");
  } else {
    path = unquote(take().text);
  }
  const SourceRange range = since(begin);
  const std::optional<FileId> found = files.find(range.file, path, {});
  if (!found) {
    const auto text = library_file(path.substr(path.rfind('/') + 1));
    if (!text) fail(range, fmt::format("the definition file '{}' was not found", path));
    if (text->empty()) {
      diagnostics_.warning(range, fmt::format("no function of '{}' is supported: it is an error to use one", path));
      return;
    }
    for (Definition& each : library(*text, files)) into.definitions.push_back(std::move(each));
    return;
  }
  if (++definition_files_ > 100) fail(range, "definition files include each other without end");
  Parser inner(lex(files.sources(), *found, diagnostics_), ast_, diagnostics_);
  inner.definition_files_ = definition_files_;
  inner.definitions_file(into, files);
}

void Parser::definitions_file(Machine& into, FileFinder& files) {
  try {
    expect("DEFINITIONS", "at the start of a definition file");
    definitions(into, files);
    accept("END");
  } catch (const SyntaxError&) {
  }
}

/// The definitions of a text that is part of this program.
std::vector<Definition> Parser::library(std::string_view text, FileFinder& files) {
  Machine holder;
  Parser inner(lex(files.sources(), files.built_in(text), diagnostics_), ast_, diagnostics_);
  inner.in_library_ = true;
  inner.definitions_file(holder, files);
  for (Definition& each : holder.definitions) each.built_in = true;
  return std::move(holder.definitions);
}

/// A definition D is external where there is another called EXTERNAL_FUNCTION_D, EXTERNAL_PREDICATE_D or
/// EXTERNAL_SUBSTITUTION_D. What is written for it serves tools that do not know it.
void Parser::take_over_externals(Machine& into, FileFinder& files) {
  std::set<std::string> external;
  for (const Definition& each : into.definitions) {
    for (const std::string_view kind : {"EXTERNAL_FUNCTION_", "EXTERNAL_PREDICATE_", "EXTERNAL_SUBSTITUTION_"}) {
      if (each.name.name.starts_with(kind)) external.insert(each.name.name.substr(kind.size()));
    }
  }
  if (external.empty()) return;
  std::vector<Definition> known;
  for (const std::string_view text : whole_library()) {
    for (Definition& each : library(text, files)) known.push_back(std::move(each));
  }
  for (Definition& each : into.definitions) {
    if (each.built_in || !external.contains(each.name.name)) continue;
    const auto ours = std::ranges::find_if(known, [&](const Definition& candidate) {
      return candidate.name.name == each.name.name && candidate.parameters.size() == each.parameters.size();
    });
    if (ours != known.end()) {
      each = *ours;
    } else {
      each.unsupported = true;
    }
  }
}

/// The body may be an expression, a predicate or a substitution: the first reading that reaches the end of the
/// definition is taken.
void Parser::definition(Machine& into) {
  Definition made;
  made.name = identifier("the name of a definition");
  if (accept("(")) {
    made.parameters = identifiers("a parameter");
    expect(")", "after the parameters");
  }
  expect("==", "after the head of a definition");
  struct Restore {
    bool& flag;
    bool before;
    ~Restore() { flag = before; }
  };
  const Restore definition_mode{in_definition_, in_definition_};
  in_definition_ = true;
  const auto at_end = [&] {
    return at_clause_end() || at_definition_header(0) ||
           (at(";") && (at_definition_header(1) || is_clause_keyword(peek(1).text) || at("END", 1) ||
                        peek(1).kind == Token::Kind::end));
  };
  const std::size_t begin = at_;
  {
    const Restore try_mode{trying_, trying_};
    trying_ = true;
    try {
      made.expr = formula(priority::lowest);
      while (at(",")) {  // a couple, or the targets of an assignment
        const std::size_t comma = at_;
        take();
        Expr* next = formula(priority::lowest);
        made.expr = checked_depth(ast_.expr(Op::maplet, join(made.expr->range, next->range), {made.expr, next}));
        if (at(":=") || at("::") || at("<--") || next->op == Op::member) {
          at_ = comma;
          break;
        }
      }
      if (!at_end()) made.expr = nullptr;
    } catch (const SyntaxError&) {
      made.expr = nullptr;
    }
  }
  if (made.expr == nullptr) {
    const std::size_t reached = at_;
    at_ = begin;
    const bool statement = at("BEGIN") || at("PRE") || at("SELECT") || at("ANY") || at("CHOICE") || at("VAR") ||
                           at("WHILE") || at("skip") || at("IF") || at("CASE") || at("ASSERT") || at("LET") ||
                           (reached > begin && (tokens_[reached].text == ":=" || tokens_[reached].text == "::" ||
                                                tokens_[reached].text == "<--" || tokens_[reached].text == "||" ||
                                                tokens_[reached].text == "," || tokens_[reached].text == ";"));
    if (statement) {
      made.stmt = substitution(true);
    } else {
      made.expr = formula(priority::lowest);
    }
    if (!at_end()) fail_here("';' or the next clause");
  }
  into.definitions.push_back(std::move(made));
}

}  // namespace quotient::bmethod
