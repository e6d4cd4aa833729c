#pragma once

#include <memory>
#include <string>

#include "cli/cli.hpp"
#include "driver/model.hpp"
#include "search/persist/checkpoints.hpp"

namespace quotient::cli {

/// What `--checkpoint` asks for, once the model is loaded: begins checkpoints in an empty folder, or goes on with those
/// that `resume` was given. Null without --checkpoint; null as well, with the reason in `error`, where it cannot be
/// done.
std::unique_ptr<Checkpoints> open_checkpoints(const Settings& settings, const driver::Model& model, std::string& error);

}  // namespace quotient::cli
