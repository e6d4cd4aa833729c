#pragma once

#include <cstdint>
#include <memory>
#include <optional>
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

/// The last checkpoint of the run that the settings ask to be saved; nothing if there is none yet.
struct LastCheckpoint {
  std::int64_t written = 0;  // seconds since 1970
  std::uint64_t bytes = 0;   // of all searches on disk
};
std::optional<LastCheckpoint> last_checkpoint(const Settings& settings);

}  // namespace quotient::cli
