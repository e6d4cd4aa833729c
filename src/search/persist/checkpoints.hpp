#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "search/persist/journal.hpp"

namespace quotient {

/// The checkpoints of a run, which may be several searches one after the other: a folder with one sub-folder for each
/// search. A run that is resumed makes the same searches in the same order; those that were done are restored, and end
/// at once.
class Checkpoints {
 public:
  /// `run`: digest of what decides the result. The folder is locked as long as this exists; where somebody else has it,
  /// `error` says so and nothing is made.
  static std::unique_ptr<Checkpoints> open(std::filesystem::path folder, std::uint64_t run,
                                           std::chrono::duration<double> interval, bool resume, std::string& error);
  Checkpoints(const Checkpoints&) = delete;
  Checkpoints& operator=(const Checkpoints&) = delete;
  ~Checkpoints();

  /// For the next search of the run.
  std::unique_ptr<Journal> next_search();
  /// The search that was begun last ended for want of memory, and goes on in another way: what it has saved is handed
  /// out by `next_search` once more. Its journal must be gone.
  void repeat_search();
  /// Whether the next search has something to go on from.
  bool can_restore() const;
  /// To be called when a search with this journal has ended.
  void ended(const Journal& journal);

  /// What was saved is not of use for this run: why. Else empty.
  const std::string& refusal() const { return refusal_; }
  /// Why checkpoints could not be written; else empty.
  const std::string& failure() const { return failure_; }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  Checkpoints(std::filesystem::path folder, std::uint64_t run, std::chrono::duration<double> interval, bool resume,
              int lock);

  std::filesystem::path folder_;
  std::uint64_t run_;
  std::chrono::duration<double> interval_;
  bool resume_;
  bool repeats_ = false;
  int lock_;  // descriptor
  std::uint64_t searches_ = 0;
  std::string refusal_, failure_;
};

/// The searches of a run, as far as their checkpoints go. `error` says what is wrong with one that cannot be read.
std::vector<Manifest> saved_searches(const std::filesystem::path& folder, std::string& error);

}  // namespace quotient
