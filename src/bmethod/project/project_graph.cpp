#include "bmethod/project/project_graph.hpp"

#include <array>
#include <fmt/format.h>

#include "bmethod/syntax/library.hpp"

namespace quotient::bmethod {
namespace {

constexpr std::array<std::string_view, 6> machine_endings = {".mch", ".ref", ".imp", ".sys", ".bum", ".buc"};

/// Uses with equal keys are one. A refinement may include what the refined machine includes, and then has variables of
/// its own.
std::string key_of(bool refined, const std::string& prefix, const std::string& name) {
  return (refined ? "abstract " : "") + prefix + name;
}

}  // namespace

MachineUse* ProjectGraph::read(FileId main) {
  auto machine = parse_machine(files_, main, diagnostics_);
  if (machine == nullptr) return nullptr;
  const std::string name = machine->name.name;
  MachineUse* made = add(key_of(false, "", name), std::move(machine), main, "");
  follow(*made);
  while (!shared_.empty()) {
    const Shared next = shared_.front();
    shared_.pop_front();
    follow_shared(*next.client, *next.reference);
  }
  return made;
}

MachineUse* ProjectGraph::add(const std::string& key, std::unique_ptr<Machine> machine, FileId file,
                              std::string prefix) {
  MachineUse& made = uses_.emplace_back();
  made.machine = std::move(machine);
  made.file = file;
  made.prefix = std::move(prefix);
  known_.emplace(key, &made);
  return &made;
}

MachineUse* ProjectGraph::read(const MachineUse& client, const Reference& reference, const std::string& key,
                               std::string prefix) {
  const std::string& name = reference.machine.name;
  const auto found = reference.file.empty() ? files_.find(client.file, name, machine_endings)
                                            : files_.find(client.file, reference.file, {});
  if (!found) {
    if (is_built_in_machine(name)) return nullptr;
    Diagnostic& error =
        diagnostics_.error(reference.machine.range, fmt::format("the machine '{}' was not found", name));
    error.notes.push_back({reference.machine.range, "looked for beside this file and in the include folders"});
    return nullptr;
  }
  auto machine = parse_machine(files_, *found, diagnostics_);
  if (machine == nullptr) return nullptr;
  if (machine->name.name != name) {
    diagnostics_.warning(machine->name.range,
                         fmt::format("this machine is called '{}', its file '{}'", machine->name.name, name));
  }
  return add(key, std::move(machine), *found, std::move(prefix));
}

void ProjectGraph::follow(MachineUse& use) {
  for (const Reference& reference : use.machine->references) {
    if (is_shared(reference)) {
      shared_.push_back({&use, &reference});
    } else {
      follow_owned(use, reference);
    }
  }
}

void ProjectGraph::follow_owned(MachineUse& client, const Reference& reference) {
  const std::string& name = reference.machine.name;
  for (const MachineUse* open = &client; open != nullptr; open = open->owner) {
    if (open->machine->name.name != name) continue;
    diagnostics_.error(reference.machine.range, fmt::format("the machine '{}' refers to itself", name));
    return;
  }
  const bool refined = client.refined || reference.kind == Reference::Kind::refines;
  const std::string prefix = client.prefix + local_prefix(reference);
  const std::string key = key_of(refined, prefix, name);
  const auto known = known_.find(key);
  MachineUse* use = known != known_.end() ? known->second : read(client, reference, key, prefix);
  if (use == nullptr) return;
  client.targets.emplace(&reference, use);
  use->passed = use->passed || !reference.arguments.empty();
  if (use->owner != nullptr) return;
  use->owner = &client;
  if (known != known_.end()) return;
  use->refined = refined;
  follow(*use);
}

/// What is seen is looked for among what those own of whom the client is a part, the nearest first: of two copies of a
/// machine that includes N and something that sees N each has its own N.
void ProjectGraph::follow_shared(MachineUse& client, const Reference& reference) {
  const std::string& name = reference.machine.name;
  const std::string local = local_prefix(reference);
  MachineUse* use = nullptr;
  for (const MachineUse* around = &client; around != nullptr && use == nullptr; around = around->owner) {
    const auto found = known_.find(key_of(around->refined, around->prefix + local, name));
    if (found != known_.end() && found->second->owner != nullptr) use = found->second;
  }
  if (use == nullptr) {
    const std::string key = key_of(false, local, name);
    const auto known = known_.find(key);
    if (known != known_.end()) {
      use = known->second;
    } else {
      use = read(client, reference, key, local);
      if (use != nullptr) follow(*use);
    }
  }
  if (use == nullptr) return;
  client.targets.emplace(&reference, use);
  use->passed = use->passed || !reference.arguments.empty();
}

}  // namespace quotient::bmethod
