#pragma once

#include <functional>
#include <string>

#include "search/search.hpp"

namespace quotient {

class Transport;

/// Why a search cannot be shared out among ranks: a part of a sentence. Empty where it can.
std::string objection_to_ranks(const System& system, const SearchOptions& options);

/// Explores a system on all ranks of `options.ranks`. All of them must call this with equal systems and options. The
/// result is that of one process: states, transitions, orbits, verdict and counterexample depend neither on the number
/// of ranks nor on which message was first. Each rank gets it. What cannot be shared out the first rank does alone.
Result explore_on_ranks(const System& system, const SearchOptions& options);

/// Lets the first rank search, and gives its result to all: verdict, figures and runs. What only a report needs stays
/// with the first rank. `search` is called there alone.
Result search_on_first_rank(Transport& ranks, const System& system, const std::function<Result()>& search);

}  // namespace quotient
