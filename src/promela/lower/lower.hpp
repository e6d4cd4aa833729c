#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "ltl/cube.hpp"
#include "process/program.hpp"
#include "promela/flow/flow.hpp"
#include "promela/flow/transition_table.hpp"
#include "promela/lower/storage.hpp"
#include "promela/syntax/ast.hpp"

namespace quotient::promela {

/// Writes instructions at the end of a program's code, and fills in jumps once their targets are known.
class CodeWriter {
 public:
  explicit CodeWriter(Program& program) : program_(program) {}

  CodeIndex here() const { return static_cast<CodeIndex>(program_.code.size()); }
  CodeIndex emit(Op op, std::int32_t b = 0, std::uint16_t a = 0);
  /// A jump whose target comes later.
  CodeIndex jump(Op op) { return emit(op, -1); }
  void land(CodeIndex jump) { program_.code[jump].b = static_cast<std::int32_t>(here()); }

 private:
  Program& program_;
};

/// Code for expressions and statements of one proctype.
class Lowering {
 public:
  Lowering(const SourceMap& sources, const Module& module, const std::vector<std::unique_ptr<Flow>>& flows,
           const Storage& storage, Program& program, std::uint32_t process_type, Diagnostics& diagnostics);

  /// Leaves the value on the stack.
  void expression(const Expression& x);

  /// The code of a transition. Does not include its target.
  CodeIndex transition(const TableTransition& t);

  /// Code that initialises the variables of a new process (or the global ones), 0 where there is nothing to do.
  /// `dead` are those that will not be read.
  CodeIndex initialiser(const std::vector<const Variable*>& variables, const std::vector<const Variable*>& dead,
                        std::vector<ChannelInstance>& channels);

  /// Whether an event is on a channel, and of a kind, that a trace assertion mentions.
  CodeIndex event_scope(const Block& trace);

  /// A step of an automaton whose propositions are expressions of the model.
  CodeIndex cube(const ltl::Cube& label, const std::vector<const Expression*>& propositions);

  /// The value of a provided clause, and nothing else.
  CodeIndex condition(const Expression& x);

  /// What executing `element` first is called, for people and for coverage.
  std::uint32_t statement_index(const Element& element);

 private:
  // expressions
  void variable(const Reference& r);
  void predefined(Predefined which);
  void binary(const Expression& x);
  void short_circuit(const Expression& x);
  void remote(const Expression& x);
  void process_of(const Expression& x);
  void channel_test(const Expression& x, Op op);
  void run(const Expression& x);

  // places
  struct Target {
    bool direct = false;  // offset known: no address on the stack
    Area area = Area::global;
    std::uint32_t offset = 0;
    CellType type;
  };
  Target address(const Reference& r);
  Target address_of_path(const Reference& r, Area area);
  void load(const Target& t);
  void store(const Target& t);  // the value is on the stack, above the address where there is one

  // messages: structures are sent and received field by field
  struct Argument {
    enum class Kind : std::uint8_t { bind, ignore, match } kind = Kind::match;
    const Expression* value = nullptr;
    Reference reference;
    std::uint32_t leaf_offset = 0;
    CellType leaf_type;
    bool is_leaf = false;
  };
  std::vector<Argument> message_arguments(const std::vector<Expression>& arguments, bool receiving) const;
  void push_argument(const Argument& a);
  std::int32_t pattern(const std::vector<Argument>& arguments, bool random, bool peek, SourceRange range);
  void push_matched(const std::vector<Argument>& arguments);

  // statements
  /// Code that leaves 1 on the stack where the element can be executed; nothing where it always can.
  bool guard(const Element& e);
  void effect(const Element& e);
  void step(const Element& e);
  void followers(const TableTransition& t);
  void receive_effect(const Statement& s);
  void send_effect(const Statement& s);
  void reset(const std::vector<const Variable*>& variables);
  void blank(const std::vector<const Variable*>& variables);
  bool is_trace() const;
  void event(const Element& e);
  void print(const Statement& s);
  std::string unkept_variable(const Expression& x) const;

  // d_step
  void d_step(const Element& e);
  void d_step_entry(const Element* first);
  int collect_guards(const Element* selection, int count);
  void d_step_chain(const Element* e);

  void initialise_cells(const Variable& v, const Place& place, std::vector<ChannelInstance>& channels);
  std::uint32_t channel_kind(const ChannelInitialiser& c);
  /// A number as the operand `a` of an instruction; an error of the text where it is too large for that.
  std::uint16_t operand(std::size_t number, SourceRange range, std::string_view what,
                        std::uint16_t greatest = UINT16_MAX);
  std::int32_t site(SiteKind kind, SourceRange range, std::string message);
  std::int32_t index_check(std::uint32_t bound, SourceRange range);

  const SourceMap& sources_;
  const Module& module_;
  const std::vector<std::unique_ptr<Flow>>& flows_;
  const Storage& storage_;
  Program& program_;
  const CellTypes& types_;
  CodeWriter code_;
  std::uint32_t process_type_;
  Diagnostics& diagnostics_;
  std::map<const Element*, std::uint32_t> statements_;
  std::map<const Element*, CodeIndex> d_step_places_;
  std::vector<std::pair<const Element*, CodeIndex>> d_step_jumps_;
  std::vector<CodeIndex> d_step_exits_;
};

}  // namespace quotient::promela
