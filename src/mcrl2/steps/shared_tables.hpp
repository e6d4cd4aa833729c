#pragma once

#include <deque>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/system.hpp"

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

/// Numbers texts, the same ones in every run of the program, unless two of a run were to share theirs: then the second
/// to come gets the next.
class LastingTable {
 public:
  std::uint32_t number_of(const std::string& text) {
    std::uint32_t number = 0x811c9dc5U;  // FNV-1a
    for (const char c : text) number = (number ^ static_cast<unsigned char>(c)) * 0x01000193U;
    const std::lock_guard lock(mutex_);
    while (rows_.try_emplace(number, text).first->second != text) ++number;
    return number;
  }
  std::string at(std::uint32_t number) const {
    const std::lock_guard lock(mutex_);
    return rows_.at(number);
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::uint32_t, std::string> rows_;
};

/// What the generators of one system share.
struct SharedTables {
  SharedTable values;   // serialised, for cells that cannot hold them
  SharedTable labels;   // multi-actions in words
  LastingTable errors;  // saved in traces: FILE:LINE:COLUMN of run-time errors, and what is wrong
};

}  // namespace quotient::mcrl2
