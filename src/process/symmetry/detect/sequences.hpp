#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "process/instance.hpp"

/// Atomic sequences: control locations at which a process never rests, so that what it does there is part of the step
/// that led there.
namespace quotient::detect {

/// Whether what variables hold that are no part of the state makes any difference. With `full` those are that are
/// only written, counted up and printed: `hits++` reads them, and nothing depends on it.
bool reads_hidden(const Program& program);

/// A location is passed if a process that comes to it by an atomic step always goes on at once, by itself: none of its
/// steps hands control to another process, and each time some step is enabled whatever the state is. The latter is seen
/// only by whoever follows the sequence (in `do :: i < N -> i++ :: i >= N -> break od` it depends on i), so it is taken
/// for granted of all locations but those in `stays`, of which it was found out not to be so (`Decoder::stays`).
std::vector<bool> passed_locations(const Program& program, const ProcessType& type,
                                   const std::set<std::uint32_t>& stays);

/// Whether a step goes on at the location it leads to.
bool goes_on(const Program& program, const Transition& t, const std::vector<bool>& passed);

/// Where a process can be in a state that is stored, from some locations on.
std::vector<std::uint32_t> resting_locations(const Program& program, const ProcessType& type,
                                             std::span<const std::uint32_t> starts, const std::vector<bool>& passed);

/// The transitions that a step may go on with before the process rests.
std::set<std::uint32_t> followers(const Program& program, const ProcessType& type, const Transition& first,
                                  const std::vector<bool>& passed);

}  // namespace quotient::detect
