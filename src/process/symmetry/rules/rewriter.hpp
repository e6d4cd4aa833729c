#pragma once

#include <compare>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "model/cell.hpp"
#include "model/successors.hpp"
#include "process/rules.hpp"
#include "process/shape.hpp"

namespace quotient {

/// Tells what the rules say about things that the program does not have, or that they cannot do with them.
void check_rules(const Program& program, const RewriteRules& rules, Diagnostics& diagnostics);

/// What rewrite rules, which must have passed `check_rules`, do to the states of a program. For one thread: it owns
/// scratch memory, and remembers for each combination of processes where in a state everything is.
class Rewriter {
 public:
  struct Block {
    std::uint32_t from = 0, to = 0, size = 0;
  };
  /// A cell that holds a number; of a message, only while the queue is so long.
  struct Number {
    std::uint32_t offset = 0;
    CellType type;
    std::uint32_t queue = 0;
    std::int32_t slot = -1;
    std::uint8_t length_size = 1;
  };
  struct Change {
    Number cell;
    const RewriteRules::Action* action = nullptr;
    std::int32_t of(std::int32_t value) const;
  };
  /// What an instance does to the states of one shape in which the same processes are chosen.
  struct Effect {
    bool applies = true;
    std::vector<Change> changes;  // of contents, before they are moved; one after the other
    std::vector<Block> moves;     // all at once
  };
  /// A local that processes of a type are chosen by: its place is in the record.
  struct Chooser {
    std::uint32_t type = 0;
    Number cell;
  };

  Rewriter(const Program& program, const RewriteRules& rules);

  /// All instances of all rules are numbered.
  std::size_t count() const { return instances_.size(); }
  const std::string& name(std::size_t instance) const { return instances_[instance]->name; }
  const RewriteRules::Rule& rule_of(std::size_t instance) const { return rules_.rules[rule_of_[instance]]; }

  /// The state that an instance makes of a state, of the same length. False, with `out` left alone, where it does not
  /// apply: a process that it speaks of does not exist.
  bool apply(std::size_t instance, StateView state, std::vector<std::uint8_t>& out);
  /// What `apply` goes by. Valid until the next call.
  const Effect& effect(std::size_t instance, StateView state) { return layout_of(state).effects[instance]; }
  std::span<const Chooser> choosers() const { return choosers_; }
  /// Which of two states, that rules make of each other, comes first: by the places that the rules name, in their
  /// order, and then by all bytes. One order for all rules, or applying them might never end.
  std::strong_ordering compare(StateView a, StateView b);

 private:
  struct Layout {
    std::vector<Effect> effects;  // by instance
    std::vector<Number> order;
  };
  class Resolver;

  const Layout& layout_of(StateView state);
  static bool is_there(const Number& cell, const std::uint8_t* state);

  const Program& program_;
  const RewriteRules& rules_;
  std::vector<const RewriteRules::Instance*> instances_;
  std::vector<std::size_t> rule_of_;
  std::vector<Chooser> choosers_;
  Shapes shapes_;
  std::map<std::string, Layout> layouts_;
  std::string key_;
  std::vector<std::uint8_t> renamed_;
};

}  // namespace quotient
