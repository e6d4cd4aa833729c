#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "search/persist/manifest.hpp"
#include "search/segment/segment.hpp"

namespace quotient {

/// Where the steps of a state lead, for searches that need to know: numbers of states, and some bits.
struct SavedSteps {
  std::uint64_t source = 0;
  std::uint32_t flags = 0;
  std::vector<std::uint64_t> targets;
};

/// The states of a saved search, in the order in which they were written. Everything is checked before the first is
/// handed out, and still nothing is trusted: whoever reads checks numbers and bytes.
class JournalReader {
 public:
  JournalReader(std::filesystem::path folder, Manifest manifest);

  struct State {
    std::uint64_t parent;  // its number; no_parent of an initial state
    std::span<const std::uint8_t> lasting;
  };
  static constexpr std::uint64_t no_parent = ~std::uint64_t{0};

  const Manifest& manifest() const { return manifest_; }
  const std::filesystem::path& folder() const { return folder_; }
  /// The next one, valid until the next call. Nothing behind the last, or where something is wrong.
  std::optional<State> next();
  /// The steps of the next state of which they were saved, in any order. Nothing behind the last, or where something is
  /// wrong.
  bool next_steps(SavedSteps& steps);
  /// Opens what Journal::mark was given.
  std::unique_ptr<SegmentReader> moment() const;
  const std::string& failure() const { return failure_; }

 private:
  /// Goes through logs one after the other.
  struct Records {
    std::unique_ptr<SegmentReader> log;
    std::size_t opened = 0;  // logs
    std::uint64_t left = 0;  // records of the open one
  };
  using FileName = std::filesystem::path (*)(const std::filesystem::path&, std::uint64_t);

  bool has_next(Records& records, const std::vector<Manifest::Log>& logs, FileName file, SegmentKind kind);

  std::filesystem::path folder_;
  Manifest manifest_;
  Records states_, steps_;
  std::uint64_t number_ = 0;  // of the next state
  std::vector<std::uint8_t> bytes_;
  std::string failure_;
};

/// The checkpoint of one search: a folder with append-only logs of its states, and at each checkpoint a moment (where
/// the search stands) and a manifest. A checkpoint costs what is new since the last one. Where writing fails, the
/// search goes on without: the last checkpoint stays good, and `failure` says why there will be no other. One thread.
class Journal {
 public:
  using Clock = std::chrono::steady_clock;

  /// `run`: digest of what is searched and how; a checkpoint of another run is refused. Goes on from the checkpoint in
  /// the folder where `resume` says so and there is one.
  Journal(std::filesystem::path folder, std::uint64_t run, std::chrono::duration<double> interval, bool resume);

  /// The states saved before, to be read whole before anything is added. Null where a search begins.
  JournalReader* saved() { return saved_.get(); }
  /// Why there is a checkpoint, but none to go on from; else empty.
  const std::string& refusal() const { return refusal_; }
  /// What was restored is wrong after all.
  void refuse(std::string why) { refusal_ = std::move(why); }

  /// Appends a state; returns its number. `parent`: JournalReader::no_parent of an initial state.
  std::uint64_t add(std::uint64_t parent, std::span<const std::uint8_t> lasting);
  /// Appends the steps of a state.
  void add_steps(const SavedSteps& steps);
  /// All that was added so far, and this moment, are what a search could go on from. Writes a checkpoint where one is
  /// due.
  void mark(std::vector<std::uint8_t> moment, const SavedProgress& progress);
  /// Writes a checkpoint of the last moment that was marked, unless it has one.
  void commit();

  const std::optional<std::string>& failure() const { return failure_; }

 private:
  /// A log that is being written.
  struct Log {
    std::unique_ptr<SegmentWriter> writer;
    std::uint64_t records = 0;
  };

  void begin(Log& log, std::vector<Manifest::Log>& logs, const std::filesystem::path& file, SegmentKind kind);
  void finish(Log& log, std::vector<Manifest::Log>& logs);
  bool write_moment();
  void remove_old_files() const;
  void fail(std::string why);

  std::filesystem::path folder_;
  std::chrono::duration<double> interval_;
  std::unique_ptr<JournalReader> saved_;
  std::string refusal_;
  Manifest manifest_;  // of the next checkpoint
  Log states_, steps_;
  std::uint64_t added_ = 0;   // number of the next state
  std::uint64_t marked_ = 0;  // the same when the moment was marked
  std::uint64_t next_file_ = 1;
  std::vector<std::uint8_t> moment_;
  bool is_new_ = false;  // the moment has no checkpoint
  Clock::time_point last_;
  std::optional<std::string> failure_;
};

}  // namespace quotient
