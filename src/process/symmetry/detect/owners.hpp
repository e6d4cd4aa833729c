#pragma once

#include <map>
#include <string>
#include <vector>

#include "process/symmetry/detect/system_graph.hpp"

/// Who values belong to, in words for people.
namespace quotient::detect {

/// "P(1)"
std::string process_name(const Program& program, const Instance& instance, std::size_t pid);

/// What a cell holds at the start.
std::int32_t initial_value(const Instance& instance, const SystemGraph& graph, std::uint32_t cell);

using Owners = std::map<std::int32_t, std::size_t>;  // processes by values

/// The processes that the values of a class belong to: by what they were given to tell them apart, or by their numbers.
Owners owners_of(const Instance& instance, const SystemGraph& graph, Class values);

/// "P(1), P(2) and P(3)"
std::string in_a_row(const std::vector<std::string>& names);

}  // namespace quotient::detect
