#pragma once

#include <cstddef>
#include <string>
#include <sys/types.h>

namespace quotient {

/// What must not outlive the program where it is ended in the middle of its work: files that are half written, and
/// processes that it has started. A table of the process, since a signal handler can reach nothing else; it has few
/// places, and what finds none is merely not cleaned up.

/// A file that is removed unless `keep` is called or this is destroyed first; both leave the file alone.
class UnfinishedFile {
 public:
  UnfinishedFile() = default;
  explicit UnfinishedFile(const std::string& path);
  UnfinishedFile(UnfinishedFile&& other) noexcept;
  UnfinishedFile& operator=(UnfinishedFile&& other) noexcept;
  ~UnfinishedFile() { keep(); }
  void keep();

 private:
  int place_ = -1;
};

/// A group of processes that is killed unless this is destroyed first.
class ChildGroup {
 public:
  ChildGroup() = default;
  explicit ChildGroup(pid_t group);
  ChildGroup(ChildGroup&& other) noexcept;
  ChildGroup& operator=(ChildGroup&& other) noexcept;
  ~ChildGroup() { forget(); }
  void forget();

 private:
  int place_ = -1;
};

/// Kills and removes all of it. May be called by a signal handler, and by any thread.
void end_leftovers();

}  // namespace quotient
