#pragma once

#include <cstdint>
#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "bmethod/bmethod.hpp"

namespace quotient::bmethod::test {

struct Exploration {
  std::size_t states = 0;
  std::size_t transitions = 0;  // with those that lead to initial states
  std::map<FindingKind, std::size_t> findings;
  std::set<std::string> messages;
  std::set<std::string> labels;  // the first hundred kinds of step
  std::set<std::uint32_t> label_numbers;
  std::unordered_set<std::string> seen;
};

/// Options that count initialised states alone.
inline Options initialised_only() {
  Options options;
  options.setup = SetupStates::none;
  return options;
}

/// Breadth-first, up to `limit` states: the plainest search there is.
inline Exploration explore(const System& system, std::size_t limit = 3'000'000) {
  Exploration result;
  const auto generator = system.generator();
  Successors successors;
  std::deque<std::string> open;
  const auto take = [&] {
    if (const Finding reason = successors.cut_off_reason())
      result.messages.insert(system.narrator().describe(reason).message);
    for (const Finding& finding : successors.findings()) {
      ++result.findings[finding.kind];
      result.messages.insert(system.narrator().describe(finding).message);
    }
    for (std::size_t i = 0; i < successors.size(); ++i) {
      const Successor step = successors[i];
      ++result.transitions;
      if (result.labels.size() < 100 && result.label_numbers.insert(step.label.value).second) {
        result.labels.insert(system.narrator().label(step.label));
      }
      if (step.finding) {
        ++result.findings[step.finding.kind];
        result.messages.insert(system.narrator().describe(step.finding).message);
      }
      if (!step.completed) continue;
      std::string bytes(step.state.begin(), step.state.end());
      if (result.seen.insert(bytes).second) open.push_back(std::move(bytes));
    }
  };
  generator->initial(successors);
  take();
  while (!open.empty() && result.seen.size() < limit) {
    const std::string state = std::move(open.front());
    open.pop_front();
    generator->successors({reinterpret_cast<const std::uint8_t*>(state.data()), state.size()}, successors);
    take();
  }
  result.states = result.seen.size();
  return result;
}

inline std::string all_messages(const SourceMap& sources, const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& each : diagnostics.all()) text += render(sources, each, false) + "\n";
  return text;
}

struct Loaded {
  SourceMap sources;
  Diagnostics diagnostics;
  std::unique_ptr<MachineSystem> system;
};

/// Other files of the project go into `others`, by name.
inline std::unique_ptr<Loaded> load_text(const std::string& text, const Options& options = {},
                                         const std::map<std::string, std::string>& others = {}) {
  auto made = std::make_unique<Loaded>();
  const FileId file = made->sources.add("Main.mch", text);
  for (const auto& [name, content] : others) made->sources.add(name, content);
  made->system = load(made->sources, file, options, made->diagnostics);
  return made;
}

inline std::unique_ptr<Loaded> load_example(const std::string& name, const Options& options = {}) {
  auto made = std::make_unique<Loaded>();
  const std::string path = std::string(QUOTIENT_ROOT) + "/examples/b/" + name + ".mch";
  std::string error;
  const auto text = read_text_file(path, error);
  EXPECT_TRUE(text) << error;
  const FileId file = made->sources.add(path, text.value_or(""));
  made->system = load(made->sources, file, options, made->diagnostics);
  EXPECT_NE(made->system, nullptr) << all_messages(made->sources, made->diagnostics);
  return made;
}

}  // namespace quotient::bmethod::test
