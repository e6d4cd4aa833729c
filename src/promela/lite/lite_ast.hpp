#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "promela/syntax/ast.hpp"

/// Promela-Lite as written ([Donaldson & Miller 2009], Figs. 7 and 8).
namespace quotient::promela::lite {

/// An index into Specification::types.
using TypeId = std::uint32_t;

/// Channel types may be recursive: a type variable is the number of the channel type that binds it, so that types are
/// graphs, unfolded by going around.
struct Type {
  enum class Kind : std::uint8_t { integer, pid, channel, unknown };
  Kind kind = Kind::unknown;
  std::vector<TypeId> fields;  // of a channel
};

struct Expression {
  enum class Kind : std::uint8_t {
    name,
    number,
    pid,       // _pid
    null,      // no channel
    length,    // len(name)
    nfull,     // nfull(name), a guard
    nempty,    // nempty(name), a guard
    negation,  // ! operand, a guard
    binary,    // by op: an expression for + - *, else a guard
  };
  Kind kind = Kind::number;
  Operator op = Operator::none;
  std::int64_t value = 0;
  Name name;
  SourceRange range;
  std::vector<Expression> operands;
};

struct Update {
  enum class Kind : std::uint8_t { skip, assign, send, receive };
  Kind kind = Kind::skip;
  Name target;
  std::vector<Expression> expressions;  // assigned, sent
  std::vector<Name> variables;          // received into
  SourceRange range;
};

struct Statement {
  Expression guard;
  std::vector<Update> updates;
  SourceRange range;
};

struct Declaration {
  TypeId type = 0;
  Name name;
  Expression initial;         // of a global
  std::int64_t capacity = 0;  // of a channel
  TypeId carried = 0;         // of a channel: the type made of what stands after 'of'
  SourceRange range;
};

struct Proctype {
  Name name;
  std::vector<Declaration> parameters;
  std::vector<Statement> statements;
};

struct Run {
  Name name;
  std::vector<Expression> arguments;
  SourceRange range;
};

struct Specification {
  std::vector<Type> types;
  std::vector<Declaration> channels;
  std::vector<Declaration> globals;
  std::vector<Proctype> proctypes;
  std::vector<Run> runs;
};

}  // namespace quotient::promela::lite
