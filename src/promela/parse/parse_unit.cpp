#include <algorithm>
#include <fmt/format.h>

#include "promela/parse/parser.hpp"

// What stands outermost in a model: proctypes, claims, typedefs, ltl formulas, embedded C.
namespace quotient::promela {

namespace {

constexpr int deepest_structure = 100;

Expression both(Expression left, Expression right) {
  Expression made;
  made.kind = ExpressionKind::binary;
  made.op = Operator::logical_and;
  made.range = left.range;
  made.operands.push_back(std::move(left));
  made.operands.push_back(std::move(right));
  return made;
}

}  // namespace

void Parser::parse_unit() {
  stream_.set_open_parens(0);
  reported_unknown_.clear();
  switch (peek().kind) {
    case TokenKind::semicolon:
    case TokenKind::arrow:
      take();
      return;
    case TokenKind::kw_active:
    case TokenKind::kw_proctype:
    case TokenKind::kw_d_proctype:
      return parse_proctype();
    case TokenKind::kw_init:
      return parse_init();
    case TokenKind::kw_never:
      return parse_never();
    case TokenKind::kw_trace:
    case TokenKind::kw_notrace:
      return parse_trace();
    case TokenKind::kw_typedef:
      return parse_typedef();
    case TokenKind::kw_inline:
      return parse_inline_definition();
    case TokenKind::kw_ltl:
      return defer_ltl();
    case TokenKind::kw_c_code:
    case TokenKind::kw_c_decl:
    case TokenKind::kw_c_state:
    case TokenKind::kw_c_track:
      return parse_embedded_declaration();
    default:
      break;
  }
  if (at_declaration()) {
    parse_declaration(nullptr, false);
    if (!at_separator() && !at(TokenKind::end)) {
      // SPIN needs no separator between units, but what begins none is rather a slip in this one.
      switch (peek().kind) {
        case TokenKind::comma:
        case TokenKind::assign:
        case TokenKind::left_bracket:
        case TokenKind::colon:
        case TokenKind::number:
          fail_expected("';' or ',' after the declaration");
        default:
          break;
      }
    }
    return;
  }
  const Token token = peek();
  static const std::vector<std::string> words{"active", "bit",      "bool", "byte",  "chan",    "d_proctype", "hidden",
                                              "init",   "inline",   "int",  "local", "ltl",     "mtype",      "never",
                                              "pid",    "proctype", "show", "short", "typedef", "unsigned"};
  const bool is_word = token.kind == TokenKind::name;
  fail(token, fmt::format("expected a declaration or a proctype, found {}", found(token)),
       is_word ? nearest_name(token.text, words) : "");
}

Proctype& Parser::begin_proctype(ProctypeKind kind, Name name, const Token& first) {
  auto proctype = std::make_unique<Proctype>();
  proctype->kind = kind;
  proctype->name = std::move(name);
  proctype->range = first.range;
  proctype->index = static_cast<std::uint32_t>(module_->proctypes.size());
  module_->proctypes.push_back(std::move(proctype));
  proctype_ = module_->proctypes.back().get();
  names_.enter_proctype();
  labels_.clear();
  proctype_has_gaps_ = false;
  labels_by_name_.clear();
  goto_scopes_.clear();
  return *proctype_;
}

void Parser::parse_proctype() {
  const Token first = peek();
  Proctype head;
  if (accept(TokenKind::kw_active)) {
    head.is_active = true;
    head.instances = 1;
    if (at(TokenKind::left_bracket)) head.instances = parse_active_count(head);
  }
  if (!at(TokenKind::kw_proctype) && !at(TokenKind::kw_d_proctype)) expect(TokenKind::kw_proctype, "");
  head.deterministic = take().kind == TokenKind::kw_d_proctype;
  const Token name_token = peek();
  if (const GlobalName* known = is_name(name_token) ? names_.find_global(name_token.text) : nullptr) {
    error(name_token, fmt::format("'{}' is declared twice", name_token.text))
        .notes.push_back({known->range, "first declared here"});
    take();
    head.name = {std::string(name_token.text), name_token.range};
  } else {
    head.name = take_name("the name of the proctype");
  }
  Proctype& proctype = begin_proctype(ProctypeKind::proctype, head.name, first);
  proctype.is_active = head.is_active;
  proctype.instances = head.instances;
  proctype.active_count = std::move(head.active_count);
  proctype.deterministic = head.deterministic;
  GlobalName entry;
  entry.kind = GlobalName::Kind::proctype;
  entry.range = head.name.range;
  entry.proctype = &proctype;
  names_.add_global(proctype.name.text, entry);

  expect(TokenKind::left_paren, "after the name of the proctype");
  while (!at(TokenKind::right_paren)) {
    if (!at_declaration()) fail_expected("the type of a parameter or ')'");
    const std::vector<Variable*> parameters = parse_declaration(nullptr, true);
    proctype.parameters.insert(proctype.parameters.end(), parameters.begin(), parameters.end());
    if (at(TokenKind::right_paren)) break;
    if (!at(TokenKind::semicolon)) fail_expected("';' or ')' after the parameter");
    take();
  }
  take();
  proctype.range = from(first);
  if (const auto priority = parse_priority()) proctype.priority = *priority;
  if (accept(TokenKind::kw_provided)) {
    expect(TokenKind::left_paren, "after 'provided'");
    proctype.provided = parse_full_expression();
    expect(TokenKind::right_paren, "after the condition");
  }
  parse_body(proctype);
}

/// `[ n ]`, where n is a constant expression, or the name of a variable with a constant initialiser.
std::int64_t Parser::parse_active_count(Proctype& proctype) {
  take();
  const Token first = peek();
  std::int64_t count = 0;
  if (is_plain_name(first)) {
    take();
    const GlobalName* entry = names_.find_global(first.text);
    if (entry == nullptr || entry->variable == nullptr) {
      unknown_variable(first);
    } else if (!entry->variable->initialiser || entry->variable->initialiser->kind != ExpressionKind::constant) {
      error(first, fmt::format("'{}' needs a constant initialiser to say how many processes there are", first.text));
    } else {
      count = entry->variable->initialiser->value;
    }
  } else {
    count = parse_constant();
  }
  proctype.active_count.push_back(constant(count, from(first)));
  if (count > 65'535) error(from(first), fmt::format("at most 65535 processes can exist, here are {}", count));
  expect(TokenKind::right_bracket, "after the number of processes");
  return count < 0 ? 0 : count;
}

std::optional<std::int64_t> Parser::parse_priority() {
  if (!accept(TokenKind::kw_priority)) return std::nullopt;
  const Token token = peek();
  if (token.kind != TokenKind::number) fail_expected("a number after 'priority'");
  take();
  if (token.value < 1 || token.value > 255) error(token, "a priority is a number from 1 to 255");
  return token.value;
}

void Parser::parse_init() {
  const Token first = take();
  for (const auto& other : module_->proctypes) {
    if (other->kind != ProctypeKind::init) continue;
    diagnostics_.warning(first.range, "there is more than one init: all of them run")
        .notes.push_back({other->range, "the first is here"});
    break;
  }
  Proctype& proctype = begin_proctype(ProctypeKind::init, {":init:", first.range}, first);
  proctype.is_active = true;
  proctype.instances = 1;
  if (const auto priority = parse_priority()) proctype.priority = *priority;
  parse_body(proctype);
}

void Parser::parse_never() {
  const Token first = take();
  Name name{fmt::format("never_{}", never_count_), first.range};
  if (is_plain_name(peek())) {
    const Token token = take();
    name = {std::string(token.text), token.range};
  }
  ++never_count_;
  for (const auto& other : module_->proctypes) {
    if (other->kind != ProctypeKind::never || other->name.text != name.text) continue;
    error(name.range, fmt::format("claim '{}' is defined twice", name.text))
        .notes.push_back({other->name.range, "first defined here"});
  }
  parse_body(begin_proctype(ProctypeKind::never, std::move(name), first));
}

void Parser::parse_trace() {
  const Token first = take();
  const bool negative = first.kind == TokenKind::kw_notrace;
  for (const auto& other : module_->proctypes) {
    if (other->kind != ProctypeKind::trace && other->kind != ProctypeKind::notrace) continue;
    error(first, "there is more than one trace").notes.push_back({other->range, "the first is here"});
  }
  parse_body(begin_proctype(negative ? ProctypeKind::notrace : ProctypeKind::trace,
                            {negative ? ":notrace:" : ":trace:", first.range}, first));
}

void Parser::parse_body(Proctype& proctype) {
  expect(TokenKind::left_brace, "before the statements");
  stream_.set_open_parens(0);
  stream_.set_separating(true);
  proctype.body = parse_sequence();
  if (!at(TokenKind::right_brace)) fail_expected("';' or '}' after the statement");
  proctype.closing = take().range;
  stream_.set_separating(false);
  resolve_gotos(proctype);
  proctype_ = nullptr;
  names_.leave_proctype();
}

void Parser::parse_typedef() {
  take();
  const Token name_token = peek();
  auto structure = std::make_unique<Structure>();
  if (const GlobalName* known = is_name(name_token) ? names_.find_global(name_token.text) : nullptr) {
    error(name_token, fmt::format("'{}' is declared twice", name_token.text))
        .notes.push_back({known->range, "first declared here"});
    take();
    structure->name = {std::string(name_token.text), name_token.range};
  } else {
    structure->name = take_name("the name of the type");
  }
  expect(TokenKind::left_brace, "after the name of the type");
  stream_.set_separating(true);
  while (!at(TokenKind::right_brace)) {
    if (!at_declaration()) fail_expected("the declaration of a field");
    parse_declaration(structure.get(), false);
    if (at(TokenKind::right_brace)) break;
    if (!at_separator()) fail_expected("';' or '}' after the field");
    skip_separators();
  }
  int depth = 1;
  for (const auto& field : structure->fields) {
    if (field->type.structure != nullptr) depth = std::max(depth, structure_depths_[field->type.structure] + 1);
  }
  structure_depths_[structure.get()] = depth;
  if (depth > deepest_structure) {
    fail(name_token, fmt::format("types within types more than {} deep", deepest_structure));
  }
  if (structure->fields.empty()) error(structure->name.range, "a type needs at least one field");
  take();
  stream_.set_separating(false);
  GlobalName entry;
  entry.kind = GlobalName::Kind::structure;
  entry.range = structure->name.range;
  entry.structure = structure.get();
  names_.add_global(structure->name.text, entry);
  module_->structures.push_back(std::move(structure));
}

/// SPIN reads all ltl formulas after everything else, wherever they stand; so they may name what comes later.
void Parser::defer_ltl() {
  const Token first = take();
  std::vector<Token> tokens{first};
  int braces = 0;
  while (!at(TokenKind::end)) {
    const Token token = take();
    if (!token.implied) tokens.push_back(token);
    if (token.kind == TokenKind::left_brace) ++braces;
    if (token.kind == TokenKind::right_brace && --braces <= 0) break;
    if (braces == 0 && tokens.size() > 2) break;
  }
  Token end;
  end.range = end.place = stream_.last_taken().range;
  end.range.begin = end.place.begin = end.range.end;
  tokens.push_back(end);
  deferred_ltl_.push_back(std::move(tokens));
}

std::vector<Token> Parser::in_formula(const std::vector<Token>& tokens) const {
  return as_ltl(tokens, [this](std::string_view name) { return names_.find_global(name) != nullptr; });
}

void Parser::parse_deferred_ltl() {
  for (std::vector<Token>& tokens : deferred_ltl_) {
    stream_ = TokenStream(in_formula(tokens), [this](std::string_view name) { return names_something(name); });
    reported_unknown_.clear();
    try {
      parse_ltl();
    } catch (const Recover&) {
    }
  }
}

void Parser::parse_ltl() {
  const Token first = take();
  LtlFormula formula;
  if (is_plain_name(peek())) {
    const Token token = take();
    formula.name = {std::string(token.text), token.range};
  } else {
    formula.name = {fmt::format("ltl_{}", ltl_count_++), first.range};
  }
  for (const LtlFormula& other : module_->formulas) {
    if (other.name.text != formula.name.text) continue;
    error(formula.name.range, fmt::format("formula '{}' is defined twice", formula.name.text))
        .notes.push_back({other.name.range, "first defined here"});
  }
  expect(TokenKind::left_brace, "before the formula");
  formula.formula = parse_plain_expression();
  if (at(TokenKind::semicolon)) take();
  if (!at(TokenKind::right_brace)) fail_expected("an operator or '}' after the formula");
  take();
  formula.range = from(first);
  module_->formulas.push_back(std::move(formula));
}

void Parser::add_formula(Name name, bool linear, std::vector<std::vector<Token>> parts) {
  given_formulas_.push_back({std::move(name), linear, std::move(parts)});
}

void Parser::parse_given_formulas() {
  for (GivenFormula& given : given_formulas_) {
    LtlFormula formula;
    formula.name = given.name;
    formula.range = given.name.range;
    formula.linear = given.linear;
    bool complete = true;
    for (const std::vector<Token>& part : given.parts) {
      reported_unknown_.clear();
      try {
        Expression read = parse_formula_part(given.linear ? in_formula(part) : part);
        formula.formula = formula.parts++ == 0 ? std::move(read) : both(std::move(formula.formula), std::move(read));
      } catch (const Recover&) {
        complete = false;
      }
    }
    if (given.parts.empty()) formula.formula = constant(1, formula.range);
    if (complete) module_->formulas.push_back(std::move(formula));
  }
}

Expression Parser::parse_formula_part(const std::vector<Token>& tokens) {
  stream_ = TokenStream(tokens, [this](std::string_view name) { return names_something(name); });
  Expression read = parse_plain_expression();
  if (!at(TokenKind::end)) fail_expected("an operator or the end of the formula");
  return read;
}

void Parser::refuse_embedded_c(const Token& keyword) {
  error(keyword, fmt::format("embedded C ({}) is not supported", keyword.text));
}

void Parser::parse_embedded_declaration() {
  const Token first = take();
  if (first.kind == TokenKind::kw_c_state || first.kind == TokenKind::kw_c_track) {
    refuse_embedded_c(first);
    while (at(TokenKind::string)) take();
    return;
  }
  parse_c_block(first);
}

}  // namespace quotient::promela
