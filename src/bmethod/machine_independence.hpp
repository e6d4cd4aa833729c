#pragma once

#include <memory>

#include "model/independence.hpp"

namespace quotient::bmethod {

class CompiledMachine;
struct Sharing;

/// Which calls of a machine cannot get into each other's way. Null where the text is not understood, where too much is
/// called, or where something is not tried to its end. Both must outlive it.
std::unique_ptr<Independence> find_independence(const CompiledMachine& machine, const Sharing& sharing);

}  // namespace quotient::bmethod
