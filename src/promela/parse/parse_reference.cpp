#include <algorithm>
#include <fmt/format.h>

#include "promela/parse/parser.hpp"

namespace quotient::promela {

Reference Parser::parse_named_reference(std::string_view what) {
  const Token token = peek();
  if (!is_plain_name(token)) fail_expected(what);
  take();
  return parse_reference(token);
}

/// The rest of `a[i].b.c` after its first name.
Reference Parser::parse_reference(const Token& first) {
  Reference reference;
  const LocalName* local = names_.find_local(first.text);
  const GlobalName* entry = names_.find_global(first.text);
  if (local != nullptr) {
    reference.variable = local->variable;
  } else if (entry != nullptr) {
    reference.variable = entry->variable;
  }
  const bool label_as_argument = local != nullptr && recorder_ != nullptr;  // of an inline that jumps to it
  if (reference.variable == nullptr && !label_as_argument) unknown_variable(first);
  const Structure* structure = reference.variable ? reference.variable->type.structure : nullptr;
  bool known = reference.variable != nullptr;
  Token token = first;
  int height = 1;
  while (true) {
    Reference::Part& part = reference.parts.emplace_back();
    part.name = {std::string(token.text), token.range};
    if (reference.parts.size() > 1 && known) known = resolve_field(part, structure, reference);
    if (at(TokenKind::left_bracket)) {
      take();
      Expression index = parse_plain_expression();
      height = std::max(height, height_ + 1);
      expect(TokenKind::right_bracket, "after the index");
      reference.parts.back().index.push_back(std::move(index));
    }
    if (!accept(TokenKind::dot)) break;
    token = peek();
    if (token.kind != TokenKind::name && token.kind != TokenKind::kw_in) fail_expected("the name of a field after '.'");
    take();
  }
  if (!known) reference.variable = nullptr;  // nothing more can be said about it
  reference.range = from(first);
  height_ = height;
  return reference;
}

/// Finds the part among the fields of `structure`, which becomes the field's own structure.
bool Parser::resolve_field(Reference::Part& part, const Structure*& structure, const Reference& reference) {
  const std::string& before = reference.parts[reference.parts.size() - 2].name.text;
  if (structure == nullptr) {
    error(part.name.range, fmt::format("'{}' is no structure and has no field '{}'", before, part.name.text));
    return false;
  }
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < structure->fields.size(); ++i) {
    if (structure->fields[i]->name.text == part.name.text) {
      part.field = i;
      structure = structure->fields[i]->type.structure;
      return true;
    }
    names.push_back(structure->fields[i]->name.text);
  }
  Diagnostic& diagnostic =
      error(part.name.range, fmt::format("type '{}' has no field '{}'", structure->name.text, part.name.text));
  diagnostic.suggestion = nearest_name(part.name.text, names);
  diagnostic.notes.push_back({structure->name.range, "the type is declared here"});
  return false;
}

void Parser::unknown_variable(const Token& token) {
  const std::string name(token.text);
  if (std::find(reported_unknown_.begin(), reported_unknown_.end(), name) != reported_unknown_.end()) return;
  reported_unknown_.push_back(name);
  if (at(TokenKind::at)) fail(token, fmt::format("no proctype '{}' is declared above this line", name));
  Diagnostic& diagnostic = error(token, fmt::format("unknown variable '{}'", name));
  auto known = names_.visible_variables();
  for (const char* word : {"true", "false", "skip", "timeout", "else", "break", "goto"}) known.emplace_back(word);
  diagnostic.suggestion = nearest_name(name, known);
  if (std::find(unexpanded_.begin(), unexpanded_.end(), name) != unexpanded_.end()) {
    diagnostic.notes.push_back(
        {token.range, fmt::format("macro '{}' is not expanded here, because '0..{}' is one number to the preprocessor; "
                                  "write a blank before '{}'",
                                  name, name, name)});
  }
}

}  // namespace quotient::promela
