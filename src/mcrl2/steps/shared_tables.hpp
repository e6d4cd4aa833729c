#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/source.hpp"
#include "model/random_steps.hpp"

namespace quotient::mcrl2 {

/// Numbers texts and byte strings, each once, for all threads. Generators keep their own copies of what they have met,
/// so that the lock is only taken for something new to them. Numbers never change; which text gets which depends on who
/// comes first.
class SharedTable {
 public:
  std::uint32_t number_of(const std::string& bytes) {
    const std::lock_guard lock(mutex_);
    const auto [place, fresh] = numbers_.try_emplace(bytes, static_cast<std::uint32_t>(rows_.size()));
    if (fresh) rows_.push_back(bytes);
    return place->second;
  }
  std::string at(std::uint32_t number) const {
    const std::lock_guard lock(mutex_);
    return rows_.at(number);
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::deque<std::string> rows_;
};

/// An error while data were evaluated, as it is reported.
struct RuntimeError {
  std::string message;
  SourceRange range;  // empty where the place is not known
  friend bool operator==(const RuntimeError&, const RuntimeError&) = default;
};

/// Numbers errors, the same ones in every run of the program, since traces are saved with them; unless two of a run
/// were to share theirs: then the second to come gets the next.
class ErrorTable {
 public:
  std::uint32_t number_of(const RuntimeError& error) {
    std::uint32_t number = 0x811c9dc5U;  // FNV-1a
    const auto mix = [&number](std::uint32_t part) { number = (number ^ part) * 0x01000193U; };
    mix(error.range.file.value);
    mix(error.range.begin);
    mix(error.range.end);
    for (const char c : error.message) mix(static_cast<unsigned char>(c));
    const std::lock_guard lock(mutex_);
    while (rows_.try_emplace(number, error).first->second != error) ++number;
    return number;
  }
  RuntimeError at(std::uint32_t number) const {
    const std::lock_guard lock(mutex_);
    return rows_.at(number);
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::uint32_t, RuntimeError> rows_;
};

/// What the labels of random steps say, by their numbers.
class ShareTable {
 public:
  void put(std::uint32_t label, RandomSteps::Share share) {
    const std::lock_guard lock(mutex_);
    rows_.try_emplace(label, std::move(share));
  }
  /// Nullopt for the label of a step that is not drawn at random.
  std::optional<RandomSteps::Share> find(std::uint32_t label) const {
    const std::lock_guard lock(mutex_);
    const auto place = rows_.find(label);
    return place == rows_.end() ? std::nullopt : std::optional(place->second);
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::uint32_t, RandomSteps::Share> rows_;
};

/// What the generators of one system share.
struct SharedTables {
  SharedTable values;  // serialised, for cells that cannot hold them
  SharedTable labels;  // multi-actions in words
  ShareTable shares;   // of these
  ErrorTable errors;
};

}  // namespace quotient::mcrl2
