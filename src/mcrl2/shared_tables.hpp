#pragma once

#include <deque>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "system/system.hpp"

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

/// What the generators of one system share.
struct SharedTables {
  SharedTable values;  // serialised, for cells that cannot hold them
  SharedTable labels;  // multi-actions in words
  SharedTable errors;  // FILE:LINE:COLUMN of run-time errors, and what is wrong
};

}  // namespace quotient::mcrl2
