#include <fmt/format.h>

#include "base/counted.hpp"
#include "promela/parse/parser.hpp"

// Declarations of variables, channels, fields, parameters and mtype constants.
namespace quotient::promela {

namespace {

std::optional<BaseType> base_type(TokenKind kind) {
  switch (kind) {
    case TokenKind::kw_bit:
      return BaseType::bit;
    case TokenKind::kw_bool:
      return BaseType::boolean;
    case TokenKind::kw_byte:
      return BaseType::byte;
    case TokenKind::kw_pid:
      return BaseType::pid;
    case TokenKind::kw_short:
      return BaseType::short_integer;
    case TokenKind::kw_int:
      return BaseType::integer;
    case TokenKind::kw_unsigned:
      return BaseType::unsigned_integer;
    case TokenKind::kw_mtype:
      return BaseType::mtype;
    case TokenKind::kw_chan:
      return BaseType::channel;
    default:
      return std::nullopt;
  }
}

constexpr std::uint32_t longest_array = 1U << 24;

}  // namespace

bool Parser::at_declaration() {
  const Token& token = peek();
  if (token.kind == TokenKind::kw_hidden || token.kind == TokenKind::kw_show || token.kind == TokenKind::kw_local) {
    return true;
  }
  return base_type(token.kind).has_value() || global(token, GlobalName::Kind::structure) != nullptr;
}

DeclaredType Parser::parse_type() {
  const Token token = peek();
  DeclaredType type;
  type.range = token.range;
  if (const auto base = base_type(token.kind)) {
    type.base = *base;
  } else if (const GlobalName* structure = global(token, GlobalName::Kind::structure)) {
    type.base = BaseType::structure;
    type.structure = structure->structure;
  } else {
    fail_expected("a type");
  }
  take();
  return type;
}

std::vector<Variable*> Parser::parse_declaration(Structure* fields, bool parameters) {
  bool hidden = false, show = false, local = false;
  const Token first = peek();
  if (accept(TokenKind::kw_hidden)) {
    hidden = true;
  } else if (accept(TokenKind::kw_show)) {
    show = true;
  } else if (accept(TokenKind::kw_local)) {
    local = true;
  }
  DeclaredType type = parse_type();
  std::vector<Variable*> declared;
  if (type.base == BaseType::mtype) {
    if (accept(TokenKind::colon)) {
      const Token family = peek();
      if (!is_name(family)) fail_expected("the name of an mtype family after ':'");
      take();
      type.mtype_name = family.text;
    }
    if (at(TokenKind::assign) || at(TokenKind::left_brace)) {
      if (hidden || show || local) {
        diagnostics_.warning(first.range, fmt::format("'{}' means nothing for mtype constants", first.text));
      }
      parse_mtype_names(first, type.mtype_name);
      return declared;
    }
    mtype_family(type.mtype_name);
  }
  do {
    Variable* variable = parse_variable(type, fields, parameters);
    variable->hidden = hidden;
    variable->show = show;
    variable->local = local;
    declared.push_back(variable);
  } while (accept(TokenKind::comma));
  return declared;
}

Mtype& Parser::mtype_family(const std::string& name) {
  for (const auto& family : module_->mtypes) {
    if (family->name == name) return *family;
  }
  module_->mtypes.push_back(std::make_unique<Mtype>());
  module_->mtypes.back()->name = name;
  return *module_->mtypes.back();
}

/// `mtype = { a, b, c }`: SPIN counts each list from its end, and further lists of the family go on from there.
void Parser::parse_mtype_names(const Token& first, const std::string& family_name) {
  // Without a family SPIN lets the `=` be left out.
  if (!family_name.empty() && !at(TokenKind::assign)) fail_expected("'=' before the mtype constants of a family");
  accept(TokenKind::assign);
  expect(TokenKind::left_brace, "before the mtype constants");
  std::vector<Name> names;
  while (!at(TokenKind::right_brace)) {
    if (accept(TokenKind::comma)) continue;  // commas may be left out
    if (stream_.peek().implied) {
      take();
      continue;
    }
    const Token token = peek();
    const GlobalName* known = is_name(token) ? names_.find_global(token.text) : nullptr;
    if (known != nullptr) {
      error(token, fmt::format("'{}' is declared twice", token.text))
          .notes.push_back({known->range, "first declared here"});
      take();
      continue;
    }
    names.push_back(take_name("the name of an mtype constant"));
  }
  take();
  if (names_.in_proctype()) {
    error(from(first), "mtype constants must be declared outside proctypes");
    return;
  }
  Mtype& family = mtype_family(family_name);
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    if (const GlobalName* known = names_.find_global(name->text)) {
      error(name->range, fmt::format("'{}' is declared twice", name->text))
          .notes.push_back({known->range, "first declared here"});
      continue;
    }
    family.names.push_back(*name);
    GlobalName entry;
    entry.kind = GlobalName::Kind::mtype_constant;
    entry.range = name->range;
    entry.mtype = &family;
    entry.value = static_cast<std::int64_t>(family.names.size());
    names_.add_global(name->text, entry);
  }
  if (family.names.size() > 255) error(from(first), "more than 255 mtype constants");
  if (names.empty()) error(from(first), "expected the names of mtype constants");
}

Variable* Parser::parse_variable(const DeclaredType& type, Structure* fields, bool parameter) {
  auto owned = std::make_unique<Variable>();
  const Token token = peek();
  if (base_type(token.kind) || global(token, GlobalName::Kind::structure) != nullptr) {
    fail(token, parameter ? "parameters of different types are separated by ';'"
                          : fmt::format("expected a name, found {}", found(token)));
  }
  owned->name = take_name(fields      ? "the name of a field"
                          : parameter ? "the name of a parameter"
                                      : "the name of a variable");
  owned->type = type;
  owned->parameter = parameter;
  owned->inline_call = calls_.empty() ? 0 : calls_.back().number;
  if (type.base == BaseType::mtype) owned->type.mtype = &mtype_family(type.mtype_name);
  if (accept(TokenKind::colon)) {
    const Token width = peek();
    if (width.kind != TokenKind::number) fail_expected("a number of bits after ':'");
    take();
    if (type.base != BaseType::unsigned_integer) {
      error(width, "only an unsigned variable has a number of bits");
    } else if (width.value < 1 || width.value > 31) {
      error(width, "an unsigned variable has 1 to 31 bits");
      owned->type.width = 16;
    } else {
      owned->type.width = static_cast<std::uint32_t>(width.value);
    }
  } else if (at(TokenKind::left_bracket)) {
    parse_array_length(*owned);
  }
  if (type.base == BaseType::unsigned_integer && owned->type.width == 0) {
    if (!diagnostics_.has_errors() || !owned->is_array) {
      error(owned->name.range, "an unsigned variable needs its number of bits, as in 'unsigned x : 5'");
    }
    owned->type.width = 16;
  }
  Variable* variable = declare(std::move(owned), fields);
  if (at(TokenKind::assign)) parse_initialiser(*variable, parameter);
  return variable;
}

void Parser::parse_array_length(Variable& variable) {
  take();
  const Token first = peek();
  std::int64_t length = 0;
  if (is_plain_name(first)) {
    take();
    // SPIN takes the constant initialiser of a variable, or 8 where there is none or it is not positive.
    const LocalName* local = names_.find_local(first.text);
    const GlobalName* entry = names_.find_global(first.text);
    const Variable* bound = local ? local->variable : entry ? entry->variable : nullptr;
    length = 8;
    if (bound == nullptr) {
      unknown_variable(first);
    } else {
      const bool known =
          bound->initialiser && bound->initialiser->kind == ExpressionKind::constant && bound->initialiser->value > 0;
      if (known) length = bound->initialiser->value;
      diagnostics_.caution(first.range,
                           fmt::format("variable '{}' as the length of an array is taken as {}{}", first.text, length,
                                       known ? "" : ", for want of a positive constant initialiser"));
    }
  } else {
    length = parse_constant();
  }
  variable.is_array = true;
  if (length < 1 || length > longest_array) {
    error(from(first), fmt::format("an array has 1 to {} elements, not {}", longest_array, length));
    length = 1;
  }
  variable.length = static_cast<std::uint32_t>(length);
  expect(TokenKind::right_bracket, "after the length of the array");
}

void Parser::parse_initialiser(Variable& variable, bool parameter) {
  const Token equals = take();
  if (parameter) error(equals, "a parameter cannot have an initialiser");
  if (at(TokenKind::left_bracket)) {
    variable.channel = parse_channel();
    return;
  }
  if (!at(TokenKind::left_brace)) {
    variable.initialiser = parse_expression();
    check_probes(*variable.initialiser, false);
    return;
  }
  take();
  do {
    const Token token = peek();
    const GlobalName* mtype = global(token, GlobalName::Kind::mtype_constant);
    const bool is_constant = token.kind == TokenKind::number || token.kind == TokenKind::character ||
                             mtype != nullptr || token.kind == TokenKind::kw_true ||
                             token.kind == TokenKind::kw_false || token.kind == TokenKind::kw_skip;
    if (!is_constant) fail_expected("a constant");
    variable.array_initialiser.push_back(parse_prefix());
  } while (accept(TokenKind::comma));
  expect(TokenKind::right_brace, "after the elements of the array");
  if (!variable.is_array) {
    error(equals, fmt::format("'{}' is not an array and cannot take a list", variable.name.text));
  } else if (variable.array_initialiser.size() > variable.length) {
    diagnostics_.caution(variable.name.range,
                         fmt::format("'{}' has {}, the list {}", variable.name.text,
                                     counted(variable.length, "element"), variable.array_initialiser.size()));
  }
}

/// `[capacity] of { types }`
ChannelInitialiser Parser::parse_channel() {
  const Token first = take();
  ChannelInitialiser channel;
  channel.capacity = parse_constant();
  if (channel.capacity < 0) error(from(first), "the capacity of a channel cannot be negative");
  expect(TokenKind::right_bracket, "after the capacity of the channel");
  expect(TokenKind::kw_of, "after the capacity of the channel");
  expect(TokenKind::left_brace, "before the types of the message");
  do {
    const Token token = peek();
    DeclaredType type = parse_type();
    if (type.base == BaseType::unsigned_integer) error(token, "a message field cannot be unsigned");
    if (accept(TokenKind::colon)) {
      const Token family = peek();
      if (!is_name(family)) fail_expected("the name of an mtype family after ':'");
      take();
      if (type.base != BaseType::mtype) error(family, "only an mtype has a family");
      type.mtype_name = family.text;
    }
    if (type.base == BaseType::mtype) type.mtype = &mtype_family(type.mtype_name);
    channel.fields.push_back(std::move(type));
  } while (accept(TokenKind::comma));
  expect(TokenKind::right_brace, "after the types of the message");
  channel.range = from(first);
  return channel;
}

/// SPIN's constant expressions: constants, + - * / %, parentheses.
std::int64_t Parser::parse_constant(int least) {
  const Nesting nesting(*this);
  std::int64_t value = 0;
  const Token first = peek();
  if (accept(TokenKind::minus)) {
    value = -parse_constant(3);
  } else if (accept(TokenKind::left_paren)) {
    value = parse_constant();
    expect(TokenKind::right_paren, "in the constant expression");
  } else if (first.kind == TokenKind::number || first.kind == TokenKind::character) {
    take();
    value = first.value;
  } else if (first.kind == TokenKind::kw_true || first.kind == TokenKind::kw_skip) {
    take();
    value = 1;
  } else if (first.kind == TokenKind::kw_false) {
    take();
  } else if (const GlobalName* mtype = global(first, GlobalName::Kind::mtype_constant)) {
    take();
    value = mtype->value;
  } else {
    fail_expected("a constant");
  }
  while (true) {
    const TokenKind op = peek().kind;
    const bool sum = op == TokenKind::plus || op == TokenKind::minus;
    const bool product = op == TokenKind::star || op == TokenKind::slash || op == TokenKind::percent;
    if ((!sum && !product) || (sum && least > 1) || (product && least > 2)) return value;
    const Token token = take();
    const std::int64_t right = parse_constant(sum ? 2 : 3);
    if ((op == TokenKind::slash || op == TokenKind::percent) && right == 0) fail(token, "division by zero");
    if (op == TokenKind::plus) value += right;
    if (op == TokenKind::minus) value -= right;
    if (op == TokenKind::star) value *= right;
    if (op == TokenKind::slash) value /= right;
    if (op == TokenKind::percent) value %= right;
    value = static_cast<std::int32_t>(value);  // SPIN computes with ints
  }
}

Variable* Parser::declare(std::unique_ptr<Variable> variable, Structure* fields) {
  const Name name = variable->name;
  Variable* result = variable.get();
  const auto twice = [&](SourceRange before, std::string_view note) {
    error(name.range, fmt::format("'{}' is declared twice", name.text)).notes.push_back({before, std::string(note)});
  };
  if (fields != nullptr) {
    for (const auto& field : fields->fields) {
      if (field->name.text == name.text) twice(field->name.range, "first declared here");
    }
    fields->fields.push_back(std::move(variable));
    return result;
  }
  const LocalName* local = names_.in_proctype() ? names_.find_local(name.text) : nullptr;
  const GlobalName* known = names_.find_global(name.text);
  if (local != nullptr) {
    twice(local->range, local->variable ? "visible here already: a block cannot declare it again" : "is a label here");
  } else if (known != nullptr && known->variable != nullptr && known->variable->predefined != Predefined::no) {
    error(name.range, fmt::format("'{}' is predefined", name.text));
  } else if (known != nullptr) {
    twice(known->range,
          names_.in_proctype() ? "visible here already: a proctype cannot declare it again" : "first declared here");
  }
  if (names_.in_proctype()) {
    variable->owner = proctype_;
    variable->scope = names_.scope();
    names_.add_local(name.text, {names_.scope(), name.range, result});
  } else {
    GlobalName entry;
    entry.variable = result;
    entry.range = name.range;
    names_.add_global(name.text, entry);
    module_->globals.push_back(result);
  }
  module_->variables.push_back(std::move(variable));
  return result;
}

}  // namespace quotient::promela
