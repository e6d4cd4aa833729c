#pragma once

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "promela/promela.hpp"

namespace quotient {

/// A Promela model, compiled.
struct TestModel {
  std::unique_ptr<SourceMap> sources = std::make_unique<SourceMap>();
  std::unique_ptr<ProcessSystem> system;
  Outline outline;

  const Program& program() const { return system->program(); }
};

inline TestModel compile_text(const std::string& path, std::string text, std::vector<std::string> defines = {},
                              promela::StepMode steps = promela::StepMode::full, const std::string& claim = "") {
  TestModel model;
  promela::Options options;
  options.steps = steps;
  if (path.ends_with(".pml-lite")) options.dialect = promela::Dialect::lite;
  options.defines = std::move(defines);
  Diagnostics diagnostics;
  const FileId file = model.sources->add(path, std::move(text));
  const auto loaded = promela::load(*model.sources, file, options, diagnostics);
  if (loaded) model.system = loaded->compile(claim, diagnostics);
  if (loaded) model.outline = loaded->outline(claim);
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.severity == Severity::error) ADD_FAILURE() << render(*model.sources, d, false);
  }
  return model;
}

inline TestModel compile_example(const std::string& name, std::vector<std::string> defines = {},
                                 promela::StepMode steps = promela::StepMode::full) {
  const std::string path = QUOTIENT_ROOT "/examples/" + name;
  std::ifstream stream(path);
  std::stringstream text;
  text << stream.rdbuf();
  return compile_text(path, text.str(), std::move(defines), steps);
}

using Bytes = std::string;

inline StateView view_of(const Bytes& bytes) {
  return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}
inline Bytes bytes_of(StateView state) { return {reinterpret_cast<const char*>(state.data()), state.size()}; }

/// The whole state graph: each state with the states its steps lead to, as often as they do. Empty where there are more
/// than `most` states.
inline std::map<Bytes, std::vector<Bytes>> state_graph(const System& system, std::size_t most) {
  const auto generator = system.generator();
  std::map<Bytes, std::vector<Bytes>> graph;
  std::vector<Bytes> waiting;
  Successors steps;
  generator->initial(steps);
  for (std::size_t k = 0; k < steps.size(); ++k) {
    waiting.push_back(bytes_of(steps[k].state));
    graph[waiting.back()];
  }
  while (!waiting.empty()) {
    const Bytes state = waiting.back();
    waiting.pop_back();
    generator->successors(view_of(state), steps);
    std::vector<Bytes> targets;
    for (std::size_t k = 0; k < steps.size(); ++k) targets.push_back(bytes_of(steps[k].state));
    std::sort(targets.begin(), targets.end());
    for (const Bytes& target : targets) {
      if (target.empty() || graph.count(target) != 0) continue;
      graph[target];
      waiting.push_back(target);
      if (graph.size() > most) return {};
    }
    graph[state] = std::move(targets);
  }
  return graph;
}

}  // namespace quotient
