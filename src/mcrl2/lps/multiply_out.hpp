#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mcrl2/process/model.hpp"
#include "mcrl2/steps/recipes.hpp"

namespace quotient::mcrl2 {

/// A step of one process or of several together, before anything is known of the state:
/// sum variables. conditions -> actions, with new values for some parameters.
struct SymbolicMove {
  std::vector<VarId> variables;
  std::vector<ExprId> conditions;
  std::vector<ActionCall> actions;
  std::vector<std::pair<std::uint32_t, ExprId>> assignments;  // parameter, value
  friend auto operator<=>(const SymbolicMove&, const SymbolicMove&) = default;
};

/// Multiplies parallel processes out: every multi-action that some of them can do together, with the conditions under
/// which their actions communicate and get through the operators. The number of these grows exponentially with that of
/// processes, so there are limits, for what is found and for what is tried.
class MultiplyOut {
 public:
  /// `known` has the values of arguments without variables, as numbers that are equal where the values are.
  MultiplyOut(Specification& spec, Compiler& compiler, const Network& network,
              const std::vector<std::vector<SymbolicMove>>& leaves, const std::map<ExprId, std::uint64_t>& known,
              std::size_t most);

  /// The moves of the whole network; nothing where a limit was reached, which `problem` names.
  std::optional<std::vector<SymbolicMove>> run(std::string& problem);

 private:
  /// The search in one group.
  struct Level {
    const Group* group = nullptr;
    NameFates fates;
    std::vector<std::vector<ActName>> recipes;  // sorted names that an `allow` can let through; none: anything
    std::vector<std::vector<SymbolicMove>> children;
    std::vector<std::vector<std::uint8_t>> offered;  // by position: names that children from there on can do
    std::vector<const SymbolicMove*> chosen;
    std::vector<SymbolicMove> found;
  };

  std::vector<SymbolicMove> group(std::uint32_t number);
  bool is_worth_trying();
  void choose(Level& level, std::size_t position);
  bool feasible(const Level& level, std::size_t position) const;
  void operate(Level& level, std::size_t op, SymbolicMove move);
  void communicate(Level& level, std::size_t op, std::size_t rule, std::size_t first, SymbolicMove move,
                   const std::vector<ActionCall>& made);
  std::vector<std::vector<std::size_t>> partners(const NameRule& rule, const std::vector<ActionCall>& actions,
                                                 std::size_t first) const;
  std::optional<ActId> action_named(ActName name, ActId like) const;
  bool demand_equal(const ActionCall& a, const ActionCall& b, std::vector<ExprId>& conditions);
  bool demand_different(const std::vector<const ActionCall*>& actions, std::vector<ExprId>& conditions);
  std::optional<bool> surely_equal(ExprId a, ExprId b) const;
  ExprId operation(Builtin op, std::vector<ExprId> arguments);
  void solve_equalities(SymbolicMove& move);

  Specification& spec_;
  Compiler& compiler_;
  const Network& network_;
  const std::vector<std::vector<SymbolicMove>>& leaves_;
  const std::map<ExprId, std::uint64_t>& known_;
  std::size_t most_;
  std::size_t tried_ = 0;
  std::string problem_;
};

}  // namespace quotient::mcrl2
