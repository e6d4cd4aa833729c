#pragma once

#include <optional>
#include <string>

#include "process/symmetry/detect/system_graph.hpp"

/// Why a part of a model breaks symmetry, in words for people.
namespace quotient::detect {

struct Reason {
  std::optional<std::uint32_t> statement;  // the one to look at, where it is known
  std::string why;                         // "compares numbers of processes by size"
  std::string remedy;                      // what to write instead; may be empty
};

/// Of the steps that begin with a statement.
Reason reason_of_statement(const Program& program, const Instance& instance, const SystemGraph& graph,
                           std::uint32_t statement);

/// Of what processes are given for the parameter of a declaration, where that is not the same for all.
Reason reason_of_given(const Program& program, const Instance& instance, const SystemGraph& graph,
                       std::uint32_t declaration);

/// Of the capacities of channels: nothing where those of channels with the same messages are equal.
std::optional<Reason> reason_of_capacities(const Program& program);

/// Of what the variables of a declaration hold at the start.
Reason reason_of_initial(const Program& program, const Instance& instance, const SystemGraph& graph,
                         std::uint32_t declaration);

}  // namespace quotient::detect
