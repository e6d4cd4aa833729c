#pragma once

#include <optional>
#include <vector>

#include "mcrl2/process/linear.hpp"

namespace quotient::mcrl2 {

/// block, allow, comm, hide or rename.
struct NameOperator {
  ProcKind kind = ProcKind::hide;
  std::vector<NameRule> names;
};

/// A sequential process of the network, as it starts.
struct Leaf {
  std::string name;  // of the process, for people
  LocationId location;
  std::vector<ExprId> values;  // without variables
  SourceRange range;
};

struct Child {
  bool leaf = true;
  std::uint32_t index = 0;  // of a leaf or of a group
};

/// Children side by side, below operators of which the first is applied first.
struct Group {
  std::vector<Child> children;
  std::vector<NameOperator> operators;
};

/// The parallel part of a specification: groups of groups of sequential processes. Calls of processes that consist of
/// parallel processes are unfolded.
struct Network {
  std::vector<Leaf> leaves;
  std::vector<Group> groups;
  std::uint32_t root = 0;
};

std::optional<Network> build_network(Specification& spec, Compiler& compiler, Lineariser& lineariser,
                                     Diagnostics& diagnostics);

}  // namespace quotient::mcrl2
