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

/// The folder of what `--checkpoint` was given, which may also say how often.
std::string checkpoint_folder(const std::string& argument);

/// Notes in the folder of checkpoints how the run ended, for `status` and `cluster`.
void note_outcome(const Checkpoints& checkpoints, const std::string& verdict, ExitCode code);

}  // namespace quotient::cli
