#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "bmethod/syntax/event_b_package.hpp"
#include "bmethod/syntax/known_words.hpp"
#include "bmethod/syntax/operators.hpp"
#include "bmethod/syntax/parser.hpp"
#include "bmethod/syntax/rodin_file.hpp"
#include "bmethod/syntax/rodin_machine.hpp"

namespace quotient::bmethod {
namespace {

constexpr std::array machine_words =
    std::to_array<std::string_view>({"MACHINE", "MODEL", "SYSTEM", "REFINEMENT", "IMPLEMENTATION"});

}  // namespace

bool Parser::at_clause_end() const {
  const Token& token = peek();
  return token.kind == Token::Kind::end || at("END") ||
         (token.kind == Token::Kind::keyword && is_clause_keyword(token.text));
}

/// After an error: on to the next clause, past the ENDs of whatever was open.
void Parser::skip_to_clause() {
  while (peek().kind != Token::Kind::end && !(peek().kind == Token::Kind::keyword && is_clause_keyword(peek().text)))
    take();
}

void Parser::machine(Machine& into, FileFinder& files) {
  try {
    header(into);
  } catch (const SyntaxError&) {
    skip_to_clause();
  }
  while (peek().kind != Token::Kind::end && !at("END")) {
    try {
      clause(into, files);
    } catch (const SyntaxError&) {
      skip_to_clause();
    }
  }
  if (!accept("END")) {
    if (!diagnostics_.has_errors()) {
      Diagnostic& error = diagnostics_.error(peek().range, "expected 'END' of the machine, but the text ends here");
      error.notes.push_back({into.name.range, "of this machine"});
    }
  } else if (peek().kind != Token::Kind::end) {
    diagnostics_.error(peek().range,
                       fmt::format("nothing may follow the END of the machine, but here is '{}'", peek().text));
  }
}

void Parser::header(Machine& into) {
  const Token word = peek();
  if (std::ranges::find(machine_words, word.text) == machine_words.end()) fail_here("'MACHINE'");
  take();
  if (word.text == "REFINEMENT") into.kind = Machine::Kind::refinement;
  if (word.text == "IMPLEMENTATION") into.kind = Machine::Kind::implementation;
  into.name = identifier("the name of the machine");
  if (accept("(")) {
    into.parameters = identifiers("a parameter");
    expect(")", "after the parameters");
  }
}

void Parser::clause(Machine& into, FileFinder& files) {
  const Token word = take();
  const std::string_view text = word.text;
  if (word.kind != Token::Kind::keyword || !is_clause_keyword(text)) {
    suggestion_ = nearest_name(text, clause_names());
    fail(word.range, fmt::format("expected a clause such as VARIABLES or OPERATIONS, not '{}'", text));
  }
  if (text == "SETS") return sets(into);
  if (text.ends_with("CONSTANTS")) {
    into.constants_clause = word.range;
    const auto names = identifiers("a constant");
    into.constants.insert(into.constants.end(), names.begin(), names.end());
    accept(";");
    return;
  }
  if (text.ends_with("VARIABLES")) {
    const auto names = identifiers("a variable");
    into.variables.insert(into.variables.end(), names.begin(), names.end());
    if (text.starts_with("CONCRETE") || text.starts_with("VISIBLE")) {
      for (const Identifier& name : names) into.concrete.push_back(name.name);
    }
    accept(";");
    return;
  }
  if (text == "CONSTRAINTS") return predicates(into.constraints, false);
  if (text == "PROPERTIES") {
    into.properties_clause = word.range;
    return predicates(into.properties, false);
  }
  if (text == "INVARIANT") return predicates(into.invariant, false);
  if (text == "ASSERTIONS") return predicates(into.assertions, true);
  if (text == "SEES") return references(into, Reference::Kind::sees, files);
  if (text == "USES" || text == "REFERENCES") return references(into, Reference::Kind::uses, files);
  if (text == "INCLUDES") return references(into, Reference::Kind::includes, files);
  if (text == "EXTENDS") return references(into, Reference::Kind::extends, files);
  if (text == "IMPORTS") return references(into, Reference::Kind::imports, files);
  if (text == "REFINES") return references(into, Reference::Kind::refines, files);
  if (text == "PROMOTES") {
    const auto names = identifiers("an operation");
    into.promotes.insert(into.promotes.end(), names.begin(), names.end());
    return;
  }
  if (text == "DEFINITIONS") return definitions(into, files);
  if (text == "INITIALISATION" || text == "INITIALIZATION") {
    into.initialisation_clause = word.range;
    into.initialisation = substitution(true);
    accept(";");
    return;
  }
  if (text == "OPERATIONS" || text == "EVENTS") return operations(into.operations);
  if (text == "LOCAL_OPERATIONS") return operations(into.local_operations);
  if (text == "VALUES") return values(into);
  fail(word.range, fmt::format("{} is not supported", text));
}

void Parser::predicates(std::vector<Expr*>& into, bool semicolons) {
  do {
    if (at_clause_end()) return;
    Expr* predicate = formula(priority::lowest);
    if (predicate->op == Op::conjunction) {
      into.insert(into.end(), predicate->args.begin(), predicate->args.end());
    } else {
      into.push_back(predicate);
    }
  } while (accept(";") && semicolons);
  if (!at_clause_end()) fail_here("an operator or the next clause");
}

void Parser::sets(Machine& into) {
  do {
    if (at_clause_end()) return;
    do {
      SetDeclaration declaration;
      declaration.name = identifier("the name of a set");
      if (accept("=")) {
        declaration.enumerated = true;
        if (at_identifier()) {
          declaration.definition = identifier("a definition");
        } else {
          expect("{", "before the elements");
          declaration.elements = identifiers("the name of an element");
          expect("}", "after the elements");
        }
      }
      into.sets.push_back(std::move(declaration));
    } while (accept(","));
  } while (accept(";"));
  if (!at_clause_end()) fail_here("';' or the next clause");
}

namespace {

/// The path in `/*@file "path" */`; empty where a comment has none.
std::string file_pragma(std::string_view comment) {
  const std::size_t pragma = comment.find("@file");
  const std::size_t open = pragma == std::string_view::npos ? pragma : comment.find('"', pragma);
  const std::size_t close = open == std::string_view::npos ? open : comment.find('"', open + 1);
  if (close == std::string_view::npos) return {};
  return std::string(comment.substr(open + 1, close - open - 1));
}

}  // namespace

void Parser::references(Machine& into, Reference::Kind kind, FileFinder& files) {
  do {
    if (at_clause_end()) break;
    Reference reference;
    reference.kind = kind;
    reference.machine = identifier("the name of a machine");
    const std::size_t dot = reference.machine.name.rfind('.');
    if (dot != std::string::npos) {
      reference.prefix = reference.machine.name.substr(0, dot);
      reference.machine.name.erase(0, dot + 1);
    }
    if (at("(")) reference.arguments = arguments();
    const SourceRange& last = tokens_[at_ - 1].range;
    reference.file = file_pragma(files.sources().text({last.file, last.end, std::max(last.end, peek().range.begin)}));
    into.references.push_back(std::move(reference));
  } while (accept(",") || (at_identifier(1) && accept(";")));
  accept(";");
}

void Parser::values(Machine& into) {
  do {
    if (at_clause_end()) return;
    Valuation valuation;
    valuation.name = identifier("the name of a constant or a set");
    expect("=", "in a valuation");
    valuation.value = formula(priority::implication);
    into.values.push_back(valuation);
  } while (accept(";"));
}

void Parser::operations(std::deque<Operation>& into) {
  while (!at_clause_end()) {
    try {
      operation(into);
      if (accept(";")) continue;
      if (!at_clause_end()) fail_here("';' or the next clause");
    } catch (const SyntaxError&) {
      while (!at_clause_end() && !(at(";") && at_operation_header(1))) take();
      // The END of a broken operation must not be taken for that of the machine while another clause or operation
      // follows.
      while (at("END") && peek(1).kind != Token::Kind::end) {
        take();
        while (!at_clause_end() && !(at(";") && at_operation_header(1))) take();
      }
      accept(";");
    }
  }
}

void Parser::operation(std::deque<Operation>& into) {
  Operation made;
  std::vector<Identifier> names = identifiers("the name of an operation");
  if (accept("<--")) {
    made.results = std::move(names);
    made.name = identifier("the name of an operation");
  } else {
    if (names.size() > 1) fail_here("'<--' after the results");
    made.name = std::move(names[0]);
  }
  if (accept("(")) {
    if (!accept(")")) {
      made.parameters = identifiers("a parameter");
      expect(")", "after the parameters");
    }
  }
  if (!accept("==")) expect("=", "after the head of an operation");
  made.body = substitution(true);
  into.push_back(std::move(made));
}

/// A local operation is specified in LOCAL_OPERATIONS and implemented among the others, where its precondition is
/// demanded of those who call it. One that is not implemented is as it was specified.
void Parser::join_local_operations(Machine& machine) {
  const auto same_names = [](const std::vector<Identifier>& a, const std::vector<Identifier>& b) {
    return std::ranges::equal(a, b, {}, &Identifier::name, &Identifier::name);
  };
  for (Operation& local : machine.local_operations) {
    const auto found =
        std::ranges::find(machine.operations, local.name.name, [](const Operation& each) { return each.name.name; });
    local.is_local = true;
    if (found == machine.operations.end()) {
      machine.operations.push_back(std::move(local));
      continue;
    }
    found->is_local = true;
    if (!same_names(found->parameters, local.parameters) || !same_names(found->results, local.results)) {
      Diagnostic& error = diagnostics_.error(
          found->name.range, fmt::format("'{}' must have the parameters and results of its specification, by the same "
                                         "names",
                                         local.name.name));
      error.notes.push_back({local.name.range, "specified here"});
      continue;
    }
    if (local.body->kind != Stmt::Kind::pre) continue;
    Stmt* guarded = machine.ast.stmt(Stmt::Kind::pre, local.body->range);
    guarded->exprs = local.body->exprs;
    guarded->parts = {found->body};
    guarded->depth = std::max(found->body->depth, local.body->depth) + 1;
    found->body = guarded;
  }
  machine.local_operations.clear();
}

std::unique_ptr<Machine> parse_machine(FileFinder& files, FileId file, Diagnostics& diagnostics) {
  auto made = std::make_unique<Machine>();
  const std::size_t before = diagnostics.error_count();
  const bool is_rodin = is_rodin_file(files.sources()[file].text());
  const bool is_package = !is_rodin && is_event_b_package(files.sources()[file].text());
  made->is_event_b = is_rodin || is_package;
  std::vector<Token> tokens = is_rodin     ? rodin_tokens(files, file, diagnostics)
                              : is_package ? package_tokens(files, file, diagnostics)
                                           : lex(files.sources(), file, diagnostics);
  if (tokens.empty()) return nullptr;
  Parser parser(std::move(tokens), made->ast, diagnostics);
  parser.machine(*made, files);
  parser.join_local_operations(*made);
  parser.take_over_externals(*made, files);
  for (const FileFinder::Given& each : files.given()) {
    if (each.main != file) continue;
    std::erase_if(made->definitions, [&](const Definition& old) { return old.name.name == each.name; });
    Definition given;
    given.expr = parse_formula(files.sources(), each.text, made->ast, diagnostics);
    if (given.expr == nullptr) continue;
    given.given = true;
    given.name = {each.name, given.expr->range};
    made->definitions.push_back(std::move(given));
  }
  if (diagnostics.error_count() == before) expand_definitions(*made, diagnostics);
  if (made->name.name.empty()) return nullptr;
  return made;
}

}  // namespace quotient::bmethod
