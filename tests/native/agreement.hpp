#pragma once

#include <atomic>
#include <deque>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <set>

#include "native/caller.hpp"
#include "native/compiler.hpp"
#include "native/emit.hpp"
#include "native/module.hpp"
#include "process/process_system.hpp"

namespace quotient::native {

struct Agreement {
  bool written = false;  // there is native code
  std::size_t states = 0, left_to_interpreter = 0;
};

inline std::string printed(const Successor& s) {
  std::string out = fmt::format("label {} finding {}:{} completed {} bytes", s.label.value,
                                static_cast<int>(s.finding.kind), s.finding.site, s.completed);
  for (const std::uint8_t b : s.state) out += fmt::format(" {}", b);
  return out;
}

/// Explores a system with the interpreter and compares native code with it on every state: the steps in their order,
/// bytes, labels, findings, and in the end what was reached.
inline Agreement agree(const ProcessSystem& system, const Compiler& compiler, std::size_t most_states,
                       const std::string& name) {
  Agreement result;
  const ModuleText text = write_module(system.program());
  if (!text.unsupported.empty()) return result;
  const PrivateFolder folder = PrivateFolder::make("");
  const std::atomic<bool> stop = false;
  std::string error;
  const auto file = compile(compiler, text, folder.path(), 1, stop, error);
  if (!file) {
    ADD_FAILURE() << name << ": " << error;
    return result;
  }
  const auto module = Module::load(*file, text.stamp, error);
  if (module == nullptr) {
    ADD_FAILURE() << name << ": " << error;
    return result;
  }
  result.written = true;
  std::vector<std::uint8_t> coverage(system.program().statements.size());
  Caller caller(*module, coverage);
  const auto interpreter = system.generator();
  // Of states that are left to the interpreter both have the same coverage by construction.
  const auto reference = system.generator();

  Successors expected, got;
  std::set<std::string> seen;
  std::deque<std::vector<std::uint8_t>> waiting;
  const auto arrive = [&](const Successor& s) {
    if (s.completed && seen.insert(std::string(s.state.begin(), s.state.end())).second) {
      waiting.emplace_back(s.state.begin(), s.state.end());
    }
  };
  interpreter->initial(expected);
  for (std::size_t k = 0; k < expected.size(); ++k) arrive(expected[k]);
  while (!waiting.empty() && result.states < most_states) {
    const std::vector<std::uint8_t> state = std::move(waiting.front());
    waiting.pop_front();
    ++result.states;
    interpreter->successors(state, expected);
    for (std::size_t k = 0; k < expected.size(); ++k) arrive(expected[k]);
    if (!caller.successors(state, got)) {
      ++result.left_to_interpreter;
      reference->successors(state, got);
      continue;
    }
    bool same = expected.size() == got.size() && std::ranges::equal(expected.findings(), got.findings());
    for (std::size_t k = 0; same && k < got.size(); ++k) same = printed(expected[k]) == printed(got[k]);
    if (!same) {
      std::string all;
      for (std::size_t k = 0; k < expected.size(); ++k) all += "  expected " + printed(expected[k]) + "\n";
      for (std::size_t k = 0; k < got.size(); ++k) all += "  got      " + printed(got[k]) + "\n";
      std::string from;
      for (const std::uint8_t b : state) from += fmt::format(" {}", b);
      ADD_FAILURE() << name << ": from state" << from << " (" << expected.findings().size() << " findings, "
                    << got.findings().size() << " in native code)\n"
                    << all;
      return result;
    }
  }
  const auto interpreted = interpreter->coverage(), left = reference->coverage();
  for (std::size_t k = 0; k < coverage.size(); ++k) {
    if ((coverage[k] | left[k]) != interpreted[k]) {
      ADD_FAILURE() << name << ": statement " << k << " is reached in one engine only";
      return result;
    }
  }
  return result;
}

/// The compiler that is quickest to compile with.
inline Compiler quick_compiler() { return find_compiler({"tcc", "cc", "gcc", "clang"}).value(); }
inline bool is_quick(const Compiler& c) { return c.program.filename() == "tcc"; }

}  // namespace quotient::native
