#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "mcrl2/data/evaluator.hpp"
#include "mcrl2/process/network.hpp"

namespace quotient::mcrl2 {

/// An action with its arguments, by number.
using InstanceId = std::uint32_t;
/// A multi-action, by number; 0 is the empty one, tau.
using MultiId = std::uint32_t;
inline constexpr std::uint32_t none = UINT32_MAX;

/// The actions and multi-actions that one generator has met, and what the operators of the network make of them. All
/// results are remembered: after a while nothing is computed any more. For one thread; `clear` when the values go.
class ActionTable {
 public:
  ActionTable(const Specification& spec, const Network& network, Evaluator& evaluator);

  struct Instance {
    ActId action;
    ActName name;
    Value arguments;  // a tuple
    bool plain;       // others are the same only where their values are
  };
  InstanceId instance(ActId action, std::span<const Value> arguments);
  const Instance& operator[](InstanceId id) const { return instances_[id]; }
  /// The action of another name with the same arguments; none where it is not declared with these sorts.
  InstanceId partner(InstanceId id, ActName name);
  /// Whether two actions have the same arguments; nothing where it cannot be told.
  std::optional<bool> have_same_arguments(InstanceId a, InstanceId b);

  bool is_plain(Value value) const { return evaluator_.is_plain(value); }

  MultiId single(InstanceId id);
  MultiId unite(MultiId a, MultiId b);
  MultiId multi(std::vector<InstanceId> actions);
  std::span<const InstanceId> actions(MultiId id) const { return multis_[id]; }
  /// Through all operators of a group: the result, or none where it is not let through.
  MultiId through(std::uint32_t group, MultiId id);

  std::string text(MultiId id) const;
  void clear();

 private:
  MultiId apply(const NameOperator& op, MultiId id);
  void communicate(const NameRule& rule, std::vector<InstanceId>& actions);

  const Specification& spec_;
  const Network& network_;
  Evaluator& evaluator_;
  struct PairHash {
    std::size_t operator()(const std::pair<std::uint64_t, std::uint64_t>& p) const {
      const std::uint64_t mixed = (p.first ^ (p.second * 0x9E3779B97F4A7C15U)) * 0xFF51AFD7ED558CCDU;
      return static_cast<std::size_t>(mixed ^ (mixed >> 32U));
    }
  };
  struct VectorHash {
    std::size_t operator()(const std::vector<InstanceId>& v) const {
      std::uint64_t hash = v.size();
      for (const InstanceId id : v) hash = (hash ^ id) * 0x9E3779B97F4A7C15U + (hash >> 31U);
      return static_cast<std::size_t>(hash);
    }
  };
  std::vector<Instance> instances_;
  std::unordered_map<std::pair<std::uint64_t, std::uint64_t>, InstanceId, PairHash> instance_index_;
  std::vector<std::vector<std::pair<ActName, InstanceId>>> partners_;
  std::vector<MultiId> singles_;
  std::vector<std::vector<InstanceId>> multis_;
  std::unordered_map<std::vector<InstanceId>, MultiId, VectorHash> multi_index_;
  std::unordered_map<std::pair<std::uint64_t, std::uint64_t>, MultiId, PairHash> unions_;
  static constexpr MultiId unknown = UINT32_MAX - 1;
  std::vector<std::vector<MultiId>> through_;  // by group, then multi-action
};

}  // namespace quotient::mcrl2
