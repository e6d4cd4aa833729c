#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/source.hpp"

namespace quotient::driver {

/// What a folder of checkpoints says of the run that they are of: enough to begin it again, and to see that what it
/// reads has not changed. In the file RUN of the folder, as JSON.
struct SavedRun {
  struct File {
    std::string path;
    std::string digest;
    friend bool operator==(const File&, const File&) = default;
  };

  std::string version;                 // of the program
  std::string directory;               // in which it was started: paths may be relative
  std::string model;                   // path
  std::vector<std::string> arguments;  // of the command line, those that decide the result
  std::string interval;                // between two checkpoints, as on the command line; empty: the usual
  std::vector<File> files;             // that the model was read from

  /// A digest of all that decides the result.
  std::uint64_t digest() const;
};

/// All files of a model, with digests of their texts.
std::vector<SavedRun::File> digests_of(const SourceMap& sources);

/// Returns an error message, or nullopt.
[[nodiscard]] std::optional<std::string> write_saved_run(const std::filesystem::path& folder, const SavedRun& run);
bool has_saved_run(const std::filesystem::path& folder);
/// Returns nullopt, with the reason in `error`, if there is none or it cannot be read.
std::optional<SavedRun> read_saved_run(const std::filesystem::path& folder, std::string& error);

/// How a run ended, in the file OUTCOME of its folder. Not there while it is under way, nor after it was killed.
struct RunOutcome {
  std::string verdict;
  int exit_code = 0;
};
/// Returns an error message, or nullopt.
[[nodiscard]] std::optional<std::string> write_outcome(const std::filesystem::path& folder, const RunOutcome& outcome);
std::optional<RunOutcome> read_outcome(const std::filesystem::path& folder);
void remove_outcome(const std::filesystem::path& folder);

/// In what a run of now differs from the one that was saved, in words; empty: in nothing that matters.
std::string difference(const SavedRun& saved, const SavedRun& now);

}  // namespace quotient::driver
