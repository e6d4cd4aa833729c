#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bmethod/evaluate/evaluator.hpp"
#include "bmethod/partial_order/sharing.hpp"

namespace quotient::bmethod {

/// A part of a variable that a call or an observer touches.
struct Thing {
  std::uint32_t variable = 0;
  bool is_whole = true;
  /// Where it is not whole: the element; nothing for an element that no call touches alone.
  std::optional<Value> element;

  bool meets(const Thing& other) const {
    if (variable != other.variable) return false;
    return is_whole || other.is_whole || (element.has_value() && element == other.element);
  }
};
using Things = std::vector<Thing>;
bool meet(const Things& some, const Things& others);

/// An actor of a machine: an operation with values of the parameters that say what it touches, whatever the others are.
/// Or an observer, which never does anything: a conjunct of what is checked, for one element where it is about each.
struct Call {
  static constexpr std::size_t observer = static_cast<std::size_t>(-1);

  struct Conjunct {
    const Node* node = nullptr;
    Things reads;
    bool may_fail = true;
    bool is_asked = false;  // in states, alone
  };

  std::size_t operation = observer;
  std::vector<Value> elements;  // of its parts, see Sharing::Operation
  Things reads, writes;
  std::vector<Conjunct> guard;
};

/// The calls of a machine, numbered.
class Calls {
 public:
  struct Checks {
    bool invariant, assertions, goal;
  };
  Calls(const Program& program, const Sharing& sharing, Checks checks);

  /// Whether there are too many to look at them in every state.
  bool are_too_many() const { return too_many_; }
  const std::vector<Call>& all() const { return all_; }
  /// How many of the first ones are no observers.
  std::size_t operation_calls() const { return operation_calls_; }
  /// The parameters of an operation whose values are Call::elements.
  const std::vector<std::uint32_t>& parts(std::size_t operation) const { return parts_[operation]; }
  /// The call with these parameters; nothing where there is none.
  std::optional<std::uint32_t> find(std::size_t operation, const std::vector<Value>& parameters) const;

 private:
  void choose_parts(std::size_t operation, Evaluator& evaluator);
  std::optional<std::vector<Value>> domain(const Node* set, const Type* type, Evaluator& evaluator) const;
  void add_calls(std::size_t operation);
  void add_observers(const Sharing::Observed& observed);
  Things things(const std::vector<Touch>& touches, std::size_t operation, const std::vector<Value>& elements) const;

  const Program& program_;
  const Sharing& sharing_;
  bool too_many_ = false;
  std::vector<std::vector<std::uint32_t>> parts_;         // by operation: parameters
  std::vector<std::vector<std::vector<Value>>> domains_;  // of these
  std::vector<std::uint32_t> first_;                      // by operation
  std::vector<Call> all_;
  std::size_t operation_calls_ = 0;
};

}  // namespace quotient::bmethod
