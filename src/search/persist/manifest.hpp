#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "search/segment/segment.hpp"

namespace quotient {

/// How far a saved search is: what there is to know of it without reading its states.
struct SavedProgress {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t waiting = 0;  // of the states, those not expanded
  std::uint64_t level = 0;
  double seconds = 0;        // that the search took so far
  std::int64_t written = 0;  // when, in seconds since 1970
  bool complete = false;     // nothing is left to explore
};

/// What makes the files of a checkpoint one: which of them belong to it, and how much of each. Written last, and by
/// renaming, so that there always is one that describes whole files.
struct Manifest {
  struct Log {
    std::uint64_t number = 0;   // of the file
    std::uint64_t records = 0;  // that count; what follows them was written after the checkpoint
    SegmentSummary summary;
  };

  std::uint64_t run = 0;  // digest of what is searched, and how
  SavedProgress progress;
  std::vector<Log> logs;     // of states
  std::vector<Log> steps;    // of a search for infinite runs
  std::uint64_t moment = 0;  // number of the file that says where the search stands
  SegmentSummary moment_summary;

  std::uint64_t records() const;
  std::uint64_t bytes() const;
};

/// Names of files in the folder of a checkpoint.
std::filesystem::path log_file(const std::filesystem::path& folder, std::uint64_t number);
std::filesystem::path steps_file(const std::filesystem::path& folder, std::uint64_t number);
std::filesystem::path moment_file(const std::filesystem::path& folder, std::uint64_t number);

/// Puts the manifest in its place; the one that was there stays beside it, for when a file of the new one turns out to
/// be damaged. What is wrong, if anything.
[[nodiscard]] std::optional<std::string> write_manifest(const std::filesystem::path& folder, const Manifest& manifest);

/// Whether a folder has one at all.
bool has_manifest(const std::filesystem::path& folder);
/// The newest manifest that is whole. Where there is none, `error` says what is wrong with the newest.
std::optional<Manifest> read_manifest(const std::filesystem::path& folder, std::string& error);
/// Whichever are whole.
std::vector<Manifest> all_manifests(const std::filesystem::path& folder);
/// The newest one of which all files are whole as well: reads them all.
std::optional<Manifest> read_checked_manifest(const std::filesystem::path& folder, std::string& error);

}  // namespace quotient
