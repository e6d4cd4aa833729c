#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "bmethod/syntax/ast.hpp"
#include "bmethod/syntax/parser.hpp"

namespace quotient::bmethod {

/// One use of a machine in a project, before its names are known. Machines that include, extend, import or refine
/// another own it; SEES and USES share what somebody else owns, or what nobody in the project does.
struct MachineUse {
  std::unique_ptr<Machine> machine;
  FileId file;
  std::string prefix;                               // of its variables and operations: "left." or empty
  const MachineUse* owner = nullptr;                // null for the main machine, and where it is only seen or used
  bool refined = false;                             // refined by another, or part of one that is
  bool passed = false;                              // its parameters are given by a reference
  std::map<const Reference*, MachineUse*> targets;  // by the references of `machine`; without those not found
};

/// Reads every machine that a project refers to, and decides which references mean the same use of a machine. This
/// comes before anything is declared, since who owns a machine may be read only after somebody who sees it: in
/// `INCLUDES A, N(3)`, where A sees N, the parameter of N is known to A as well.
class ProjectGraph {
 public:
  ProjectGraph(FileFinder& files, Diagnostics& diagnostics) : files_(files), diagnostics_(diagnostics) {}

  /// The main machine; null where its file holds none. Owns everything reached from it.
  MachineUse* read(FileId main);

 private:
  struct Shared {
    MachineUse* client;
    const Reference* reference;
  };

  MachineUse* add(const std::string& key, std::unique_ptr<Machine> machine, FileId file, std::string prefix);
  MachineUse* read(const MachineUse& client, const Reference& reference, const std::string& key, std::string prefix);
  void follow(MachineUse& use);
  void follow_owned(MachineUse& client, const Reference& reference);
  void follow_shared(MachineUse& client, const Reference& reference);

  FileFinder& files_;
  Diagnostics& diagnostics_;
  std::deque<MachineUse> uses_;
  std::map<std::string, MachineUse*> known_;  // see key_of
  std::deque<Shared> shared_;                 // to be followed once everything that is owned is known
};

/// Whether a reference shares a machine with others, instead of having one for itself.
inline bool is_shared(const Reference& reference) {
  return reference.kind == Reference::Kind::sees || reference.kind == Reference::Kind::uses;
}

/// What stands before the names of a machine in the text that refers to it.
inline std::string local_prefix(const Reference& reference) {
  return reference.prefix.empty() ? "" : reference.prefix + ".";
}

}  // namespace quotient::bmethod
