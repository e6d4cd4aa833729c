#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "process/symmetry/detect/decode.hpp"

namespace quotient::detect {

inline constexpr std::int32_t claim_process = -1;

/// A transition of a process (or of the claim), read.
struct CodeStep {
  std::int32_t process;
  std::uint32_t location;
  std::uint32_t transition;
  NodeId code;
  bool arrives;  // its code tells where it leads: it goes on through an atomic sequence
};

/// All that the processes of an instance can do, with the constants of each put in.
struct SystemCode {
  Classes classes;
  std::vector<std::uint32_t> kin;  // process types that are taken for one have the same number
  std::unique_ptr<Variables> variables;
  std::unique_ptr<Decoding> decoding;  // refers to the two above
  std::vector<CodeStep> steps;
  std::vector<std::vector<std::uint32_t>> locations;       // where processes rest, by pid
  std::map<std::uint32_t, std::set<std::uint32_t>> stays;  // locations that are not passed (sequences.hpp), by type
  std::map<std::int32_t, NodeId> provided;                 // conditions, by process
  std::vector<NodeId> propositions;                        // of a program without a claim
};

/// Parts of a system that are left out, to see what they do to its symmetry.
struct Without {
  std::set<std::uint32_t> statements;  // steps that begin with one of them
  std::set<std::uint32_t> provided;    // conditions of these process types
  std::set<std::uint32_t> initial;     // the initial values of variables, by their declaration
  std::set<std::uint32_t> given;       // what processes are given differently, by the declaration of the parameter
  bool capacities = false;             // of channels
  bool messages = false;               // that are there from the start
  bool last = false;                   // what _last is at the start
  bool ages = false;                   // processes die in the order of their ages
  bool priorities = false;             // that processes begin with
  bool merges = false;                 // branches that only values depend on stay branches, and sends stay in order
  bool names = false;                  // of process types and of variables: what is alike but for them is alike
};

/// Null where the code contains something that is not understood.
std::unique_ptr<SystemCode> read_system(const Program& program, const Instance& instance, const Without& without);

}  // namespace quotient::detect
