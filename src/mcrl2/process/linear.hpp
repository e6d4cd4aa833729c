#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "base/diagnostics.hpp"
#include "mcrl2/check/specification.hpp"
#include "mcrl2/data/compiler.hpp"
#include "mcrl2/process/endings.hpp"

namespace quotient::mcrl2 {

struct LocationId {
  std::uint32_t value = 0;
  friend auto operator<=>(LocationId, LocationId) = default;
};

/// sum variables. conditions -> actions @ time . next(values)
struct Summand {
  std::vector<VarId> variables;
  std::vector<ExprId> conditions;
  std::vector<ActionCall> actions;
  ExprId time;  // a Real; none where the text says nothing of it
  /// Where the target is drawn at random: the variables that are drawn (among `variables`), the weights whose product
  /// is the probability, and a number that summands of one location have in common if they are ways to make one choice.
  std::vector<VarId> random;
  std::vector<ExprId> weights;
  std::uint32_t choice = 0;  // none
  LocationId next;
  std::vector<ExprId> values;  // of the variables of `next`
  SourceRange range;
};

/// A place of control in a sequential process: what is still to be done, and the variables that this needs. As
/// mcrl22lps does it: the parameters of a process all live at its beginning; in between only what still occurs in the
/// text.
struct ControlLocation {
  std::string name;
  std::vector<VarId> variables;
  std::vector<Summand> summands;
  SourceRange range;
  std::string inside;                  // the process in whose text this is, where it is not the beginning of one
  std::optional<ProcId> process = {};  // the one that begins here, or in whose text this is
};

/// The sequential processes of a specification as linear processes: locations and summands. Equal continuations are one
/// location.
struct LinearProcesses {
  std::vector<ControlLocation> locations;
  LocationId done{0};   // has ended; waits for the others
  LocationId ended{1};  // behind Terminate
  /// Where a process begins with a random choice it starts at a location of which no state is: its summands have no
  /// actions and lead to those that it may begin in.
  std::vector<LocationId> openings;
  bool random = false;  // some step leads to a random choice, or the first state is one
};

/// Makes locations on demand and expands them to summands, until every reachable location is.
class Lineariser {
 public:
  /// `sources` gives locations their names.
  Lineariser(Specification& spec, Compiler& compiler, const SourceMap& sources, Diagnostics& diagnostics);

  using Substitution = Compiler::Substitution;
  struct Start {
    LocationId location;
    std::vector<ExprId> values;
  };
  /// The location where a sequential process starts, with the values of its variables.
  Start start(ProcExprId process, const Substitution& substitution);
  /// Expands all locations met so far and those behind them. Stops at the first error.
  void expand_all();
  LinearProcesses take() { return std::move(result_); }

 private:
  /// One part of what is still to be done: the body of a process, an expression, or sequences side by side.
  struct Item {
    enum class Kind : std::uint8_t { expression, process, parallel, entered };
    Kind kind = Kind::expression;
    std::uint32_t id = 0;
    std::vector<std::vector<Item>> branches;  // of `parallel`: at least two, none of them empty
    bool operator==(const Item&) const = default;
    bool operator<(const Item& other) const {
      return std::tie(kind, id, branches) < std::tie(other.kind, other.id, other.branches);
    }
  };
  struct Continuation {
    Item item;                                        // without branches
    std::vector<ExprId> values;                       // of variables_of(item)
    std::vector<std::vector<Continuation>> branches;  // of `parallel`
  };
  struct Path {
    std::vector<VarId> variables;
    std::vector<ExprId> conditions;
    std::vector<ProcId> calls;  // entered since the last action
    ExprId time;                // of the next action
    std::vector<VarId> random;  // see Summand
    std::vector<ExprId> weights;
    std::uint32_t choice = 0;
  };

  /// A step that was found, before the location behind it is known.
  struct FoundStep {
    Path path;
    std::vector<ActionCall> actions;
    std::vector<Continuation> rest;
    SourceRange range;
  };

  /// One way in which what stands before random choices may come out, and what is left of the process then.
  struct Outcome {
    std::vector<ExprId> conditions;
    std::vector<VarId> variables;  // drawn at random
    std::vector<ExprId> weights;
    ProcExprId process;
  };
  /// The same of a continuation, in the variables of a step.
  struct Entered {
    std::vector<ExprId> conditions;
    std::vector<VarId> variables;
    std::vector<ExprId> weights;
    std::vector<Continuation> rest;
  };
  /// An Item that was entered: its random choices are made.
  struct EnteredProcess {
    ProcExprId process;
    ProcId of;  // whose body this is; none: an expression
    std::vector<VarId> variables;
  };
  bool begins_at_random(ProcExprId process);
  ExprId variable(VarId v, SourceRange range);
  VarId unused(VarId v, const std::vector<VarId>& used);
  ExprId positive(ExprId weight);
  Outcome substituted(Outcome outcome, const Substitution& values);
  std::vector<Outcome> strip_all(const ProcExpr& expr);
  std::vector<Outcome> strip(ProcExprId process);
  Item entered_item(const Item& from, const Outcome& outcome);
  std::vector<Entered> enter(std::vector<Continuation> rest, std::vector<VarId> used);
  Start open(const std::vector<Entered>& ways, SourceRange range);

  const std::vector<VarId>& variables_of(const Item& item);
  SourceRange range_of(const Item& item) const;
  bool can_end(const Continuation& part);
  static Item item_of(const Continuation& part);
  static std::size_t size_of(const Item& item);
  void append_variables(const Item& item, std::size_t& position, std::vector<VarId>& out);
  static void append_values(const Continuation& part, std::vector<ExprId>& out);
  Continuation own_continuation(const Item& item, std::size_t& position, SourceRange range);
  const std::vector<VarId>& free_variables(ProcExprId process);
  VarId location_variable(std::size_t position, VarId variable);
  Continuation continuation(ProcExprId process, const Substitution& substitution);
  void push_continuation(std::vector<Continuation>& onto, ProcExprId process, const Substitution& substitution);
  Start locate(std::vector<Continuation> rest);
  void expand(LocationId location);
  void step(ProcExprId process, const Substitution& substitution, const std::vector<Continuation>& rest, Path path);
  void continue_with(std::vector<Continuation> parts, const Path& path);
  void step_parallel(const std::vector<std::vector<Continuation>>& branches, const std::vector<Continuation>& rest,
                     const Path& path);
  static std::optional<Item> started_again(const std::vector<Item>& items);
  static std::optional<Item> nested_again(const std::vector<Item>& items);
  void refuse_started_again(SourceRange range);
  void act(const ProcExpr& actions, const Substitution& substitution, std::vector<Continuation> rest, const Path& path);
  void add_summand(FoundStep found);
  void add_summand(const FoundStep& found, Entered target);
  void act_then(const ProcExpr& actions, ProcExprId then, const Substitution& substitution,
                const std::vector<Continuation>& rest, const Path& path);
  ExprId negation(ExprId condition);
  ExprId equality(ExprId a, ExprId b);
  std::string text_of(const std::vector<Item>& items) const;
  std::string name_of(const std::vector<Item>& items);
  std::optional<ProcId> process_of(const std::vector<Item>& items) const;

  Specification& spec_;
  Compiler& compiler_;
  const SourceMap& sources_;
  Diagnostics& diagnostics_;
  Endings endings_;
  LinearProcesses result_;
  std::set<std::string> names_;  // of locations
  std::map<std::vector<Item>, LocationId> index_;
  std::vector<std::vector<Item>> items_;  // by location
  std::map<Item, std::vector<VarId>> item_variables_;
  std::map<ProcExprId, std::vector<VarId>> free_;
  LocationId current_;
  std::vector<FoundStep>* found_ = nullptr;  // where steps go that are to be combined with others
  std::vector<VarId> reserved_;              // sum variables of steps that these are combined with
  bool has_random_ = false;
  std::map<ProcExprId, bool> begins_at_random_;
  std::map<ProcExprId, std::vector<Outcome>> stripped_;
  std::vector<EnteredProcess> entered_;
  std::map<std::pair<std::uint32_t, ProcExprId>, std::uint32_t> entered_index_;
  std::uint32_t random_count_ = 0;
  std::uint32_t choices_ = 0;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> joint_choices_;
  bool failed_ = false;
};

}  // namespace quotient::mcrl2
