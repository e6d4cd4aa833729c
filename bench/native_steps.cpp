/// How long the steps of a model take by themselves, without a store: interpreter, and native code at several levels of
/// optimisation. What the compiler takes is printed too: -O1 was chosen with this.
///
///     native_steps MODEL [NAME=VALUE ...]

#include <atomic>
#include <chrono>
#include <cstdio>
#include <deque>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <sstream>

#include "native/caller.hpp"
#include "native/compiler.hpp"
#include "native/emit.hpp"
#include "promela/promela.hpp"

using namespace quotient;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::size_t most_states = 100'000;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

std::vector<std::string> sample(const System& system) {
  const auto generator = system.generator();
  std::set<std::string> seen;
  std::vector<std::string> states;
  Successors out;
  const auto arrive = [&] {
    for (std::size_t k = 0; k < out.size(); ++k) {
      if (!out[k].completed) continue;
      std::string state(out[k].state.begin(), out[k].state.end());
      if (seen.insert(state).second) states.push_back(std::move(state));
    }
  };
  generator->initial(out);
  arrive();
  for (std::size_t k = 0; k < states.size() && states.size() < most_states; ++k) {
    const std::string state = states[k];
    generator->successors({reinterpret_cast<const std::uint8_t*>(state.data()), state.size()}, out);
    arrive();
  }
  return states;
}

template <typename Step>
void measure(const char* name, const std::vector<std::string>& states, Step step) {
  double best = 1e9;
  std::size_t steps = 0;
  for (int run = 0; run < 5; ++run) {
    steps = 0;
    const auto begin = Clock::now();
    for (const std::string& s : states) {
      steps += step(StateView(reinterpret_cast<const std::uint8_t*>(s.data()), s.size()));
    }
    best = std::min(best, seconds_since(begin));
  }
  fmt::print("{:12} {:7.1f} ns a step, {:7.1f} ns a state, {} steps from {} states\n", name,
             best * 1e9 / static_cast<double>(steps), best * 1e9 / static_cast<double>(states.size()), steps,
             states.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  std::ifstream in(argv[1]);
  std::ostringstream text;
  text << in.rdbuf();
  SourceMap sources;
  Diagnostics diagnostics;
  promela::Options options;
  options.steps = promela::StepMode::spin;
  options.defines.assign(argv + 2, argv + argc);
  const auto model = promela::load(sources, sources.add(argv[1], text.str()), options, diagnostics);
  const auto system = model ? model->compile("", diagnostics) : nullptr;
  if (system == nullptr) return 2;
  const std::vector<std::string> states = sample(*system);
  Successors out;
  const auto interpreter = system->generator();
  measure("interpreter", states, [&](StateView s) {
    interpreter->successors(s, out);
    return out.size();
  });
  const native::ModuleText module_text = native::write_module(system->program());
  if (!module_text.unsupported.empty()) return 1;
  std::size_t bytes = 0;
  for (const std::string& u : module_text.units) bytes += u.size();
  fmt::print("{} bytes of C in {} units\n", bytes, module_text.units.size());
  for (const auto& [name, level] :
       {std::pair("tcc", "-O1"), {"cc", "-O0"}, {"cc", "-O1"}, {"cc", "-O2"}, {"clang", "-O1"}}) {
    auto compiler = native::find_compiler({name});
    if (!compiler) continue;
    compiler->optimisation = level;
    const auto folder = native::PrivateFolder::make("");
    const std::atomic<bool> stop = false;
    std::string error;
    const auto begin = Clock::now();
    const auto file = native::compile(*compiler, module_text, folder.path(), 1, stop, error);
    if (!file) {
      fmt::print("{}\n", error);
      continue;
    }
    fmt::print("{} {}: {:.0f} ms to compile\n", name, level, seconds_since(begin) * 1e3);
    const auto module = native::Module::load(*file, module_text.stamp, error);
    if (!module) return 1;
    std::vector<std::uint8_t> coverage(system->program().statements.size());
    native::Caller caller(*module, coverage);
    measure(level, states, [&](StateView s) {
      if (!caller.successors(s, out)) interpreter->successors(s, out);
      return out.size();
    });
  }
  return 0;
}
