#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"
#include "promela/syntax/type.hpp"

/// What the parser delivers, close to the text: inlines and macros are already expanded (their tokens keep the ranges
/// where the user wrote them), nothing is desugared. The checker then fills in what is marked "by check".
/// Trees are values: they may be copied. No pointer in here owns anything but a subtree.
namespace quotient::promela {

struct Variable;
struct Proctype;
struct Mtype;

struct Name {
  std::string text;
  SourceRange range;
};

/// Whether a label says something about the control state that carries it.
inline bool is_special_label(std::string_view name) {
  return name.starts_with("accept") || name.starts_with("end") || name.starts_with("progress");
}

struct Expression;

/// `a[i].b[j].c`
struct Reference {
  struct Part {
    Name name;
    std::vector<Expression> index;  // none or one
    std::uint32_t field = 0;        // by check: for parts after the first, the field's number in its typedef
  };
  std::vector<Part> parts;
  SourceRange range;
  const Variable* variable = nullptr;  // by check: what the first part names
};

enum class Operator : std::uint8_t {
  none,
  // unary
  negate,
  logical_not,
  complement,
  // binary
  add,
  subtract,
  multiply,
  divide,
  modulo,
  bit_and,
  bit_or,
  bit_xor,
  shift_left,
  shift_right,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  // temporal, in formulas only (implies and equivalent too); `weak_until` a W b
  always,
  eventually,
  next,
  until,
  weak_until,
  release,
  implies,
  equivalent,
  // of the past
  previously,
  once,
  historically,
  since,
};

enum class ExpressionKind : std::uint8_t {
  constant,     // value; `mtype` set (by check) where it was an mtype name; true, false, skip are 1, 0, 1
  variable,     // reference; also the predefined _pid, _nr_pr, _last, _priority, _ (see Variable::predefined)
  unary,        // op, operands[0]
  binary,       // op, operands[0], operands[1]
  conditional,  // (operands[0] -> operands[1] : operands[2])
  run,          // name, operands = arguments, value = priority (0: none given)
  length,       // len(reference)
  full,
  nfull,
  empty,
  nempty,
  poll,          // reference ?[arguments] or ??[arguments] (random)
  eval,          // eval(operands[0]), only as an argument of a receive
  enabled,       // enabled(operands[0])
  pc_value,      // pc_value(operands[0])
  get_priority,  // get_priority(operands[0])
  timeout,
  nonprogress,      // np_
  remote_label,     // name [operands[0]] @ label; operands empty where no pid was given
  remote_variable,  // name [operands[0]] : remote
  c_expression,     // c_expr { … }: refused by check
};

struct Expression {
  ExpressionKind kind = ExpressionKind::constant;
  Operator op = Operator::none;
  bool random = false;  // poll: ??[ ]
  bool parenthesised = false;
  std::int64_t value = 0;
  SourceRange range;
  std::vector<Expression> operands;
  Reference reference;  // variable, length, full …, poll; remote_variable: the variable, seen from there
  Name name;            // run, remote_*: the proctype; constant: the mtype name where it was one
  Name label;           // remote_label
  const Proctype* proctype = nullptr;  // by check: run, remote_*
  const Mtype* mtype = nullptr;        // by check: constant
  std::uint32_t label_number = 0;      // by check: remote_label, see Statement::label_numbers
  ValueType type;                      // by check
};

/// Whether evaluating it creates a process.
inline bool contains_run(const Expression& x) {
  return x.kind == ExpressionKind::run || std::any_of(x.operands.begin(), x.operands.end(), contains_run);
}

enum class StatementKind : std::uint8_t {
  expression,    // expressions[0]; also skip
  assign,        // target = expressions[0]; x++ and x-- are assignments of x + 1, x - 1 with `increment` set
  send,          // target ! expressions; sorted: !!
  receive,       // target ? expressions; random: ??; peek: ?< >
  assertion,     // expressions[0]
  printf,        // text (unescaped as written, quotes included), expressions
  printm,        // expressions[0]
  set_priority,  // set_priority(expressions[0], expressions[1])
  if_,
  do_,        // blocks: one for each option
  for_range,  // for (target : expressions[0] .. expressions[1]) blocks[0]
  for_in,     // for (target in collection) blocks[0]
  select,     // select (target : expressions[0] .. expressions[1])
  goto_,      // label
  break_,
  else_,  // first statement of an option
  atomic,
  d_step,
  block,        // blocks[0]
  unless,       // blocks[0] unless blocks[1]; each block holds one statement as written
  declaration,  // declared
  exclusive,    // xr / xs: `text` says which; references
  c_code,       // refused by check
};

struct Statement;
using Block = std::vector<Statement>;

struct Statement {
  StatementKind kind = StatementKind::expression;
  bool sorted = false, random = false, peek = false, increment = false;
  bool literal = false;      // select, written with plain constants: SPIN replaces it in the text, see parse_select
  bool scoped = false;       // atomic, d_step, block, and the body of for: braces open a scope
  bool from_inline = false;  // block: the body of an inline call
  /// Which inline call this stands in: 0 for none, else counted from 1 through the model. Labels of one call are apart
  /// from those of another.
  std::uint32_t inline_call = 0;
  SourceRange range;  // the whole statement, labels not included
  std::vector<Name> labels;
  /// By check. Every label of the model has a number of its own, from 1, because the same name may stand in several
  /// scopes and inline calls. `label_number`: of the one a goto goes to, by SPIN's rule.
  std::vector<std::uint32_t> label_numbers;
  std::uint32_t label_number = 0;
  std::vector<Expression> expressions;
  Reference target;
  Reference collection;
  std::vector<Reference> references;
  std::vector<Block> blocks;
  std::vector<Variable*> declared;
  Name label;
  std::string text;
};

/// `[capacity] of { fields }`
struct ChannelInitialiser {
  std::int64_t capacity = 0;
  std::vector<DeclaredType> fields;
  SourceRange range;
};

enum class Predefined : std::uint8_t { no, pid, number_of_processes, last, priority, write_only };

struct Variable {
  Name name;
  DeclaredType type;
  bool is_array = false;
  std::uint32_t length = 1;
  bool hidden = false, local = false, show = false;
  bool scratch = false;  // by check: hidden, and no step reads what an earlier one left in it
  bool parameter = false;
  bool kept = false;  // see Options::kept_locals
  Predefined predefined = Predefined::no;
  std::optional<Expression> initialiser;
  std::vector<Expression> array_initialiser;  // constants
  std::optional<ChannelInitialiser> channel;
  const Proctype* owner = nullptr;  // null: global, or a field of a typedef
  std::string scope;                // path of the block it is declared in; "" is outermost. Unique with owner and name
  std::uint32_t inline_call = 0;
  /// By check: what the channel carries, where this is a channel (or an array of them).
  ChannelTypeId channel_type;
  /// By check: its values are process ids (declared pid, or unified with one).
  bool process_id = false;
  /// By check: an array that has an element for each process; an index is a process id.
  bool indexed_by_process = false;
  /// By find_flows, where it was called: values of one class flow into each other. Of the values (or elements), and of
  /// the indices of an array.
  std::uint32_t value_class = 0, index_class = 0;
};

/// typedef
struct Structure {
  Name name;
  std::vector<std::unique_ptr<Variable>> fields;
};

/// One family of mtype names; the unnamed one has an empty name. Values count from 1 in SPIN's order: within one family
/// the name declared last of the last declaration list first declared … see check for the exact numbering.
struct Mtype {
  std::string name;
  std::vector<Name> names;  // value i + 1 belongs to names[i]
};

enum class ProctypeKind : std::uint8_t { proctype, init, never, trace, notrace };

struct Proctype {
  ProctypeKind kind = ProctypeKind::proctype;
  Name name;                   // "init" → ":init:", never → its name or "never_0", as SPIN calls them
  SourceRange range;           // of its head
  SourceRange closing;         // the brace that ends it
  bool deterministic = false;  // D_proctype
  bool is_active = false;
  std::vector<Expression> active_count;  // active [n]: none or one, constant
  std::int64_t instances = 0;            // by check: how many exist at the start (init: 1)
  std::int64_t priority = 1;             // of active instances
  std::optional<Expression> provided;
  std::vector<Variable*> parameters;
  Block body;
  std::uint32_t index = 0;      // in Module::proctypes
  std::uint32_t pid_class = 0;  // by find_flows: of its _pid
};

struct LtlFormula {
  Name name;  // "" given none: ltl_0, ltl_1, … as SPIN names them
  SourceRange range;
  Expression formula;
  /// Else `formula` is the conjunction of the propositions of a branching formula, from the left; how many they are.
  bool linear = true;
  std::size_t parts = 0;
};

/// The propositions of a formula that is not linear.
inline std::vector<const Expression*> parts_of(const LtlFormula& formula) {
  std::vector<const Expression*> parts(formula.parts);
  const Expression* rest = &formula.formula;
  for (std::size_t i = parts.size(); i-- > 0;) {
    parts[i] = i > 0 ? &rest->operands[1] : rest;
    if (i > 0) rest = &rest->operands[0];
  }
  return parts;
}

/// What a comment /*@ … */ says: `text` without the marks.
struct Remark {
  SourceRange range;
  std::string text;
};

/// A whole model. Addresses of its parts do not change once parsed.
struct Module {
  bool has_gaps = false;  // some of the text could not be read: what seems to be missing may stand there
  std::vector<std::unique_ptr<Proctype>> proctypes;  // in the order of the text; init, never, trace among them
  std::vector<std::unique_ptr<Variable>> variables;  // all of them but fields: predefined, globals, parameters, locals
  std::vector<Variable*> globals;                    // in the order of the text
  std::vector<std::unique_ptr<Structure>> structures;
  std::vector<std::unique_ptr<Mtype>> mtypes;
  std::vector<LtlFormula> formulas;
  std::vector<Remark> remarks;
  const Variable* null_channel = nullptr;  // Promela-Lite: the one that denotes no channel, whatever its type
  ChannelTypes channel_types;              // by check
};

}  // namespace quotient::promela
