#pragma once

#include <memory>
#include <string>

#include "cli/settings.hpp"
#include "search/cluster/orderly_transport.hpp"

namespace quotient::cli {

/// Whether a launcher of MPI has started several processes, of which this is one.
bool has_ranks();
/// Of these; known without MPI. 0: the one that prints, and writes files.
unsigned own_rank();

/// Joins the others. Null where that is not possible: `error` then says why.
std::unique_ptr<OrderlyTransport> join_ranks(std::string& error);

/// From now on this process prints nothing.
void fall_silent();
/// The same without files that are written.
Settings without_files(Settings settings);

/// Why a check cannot be done by several ranks; empty where it can.
std::string objection_to_ranks(const Settings& settings);

}  // namespace quotient::cli
