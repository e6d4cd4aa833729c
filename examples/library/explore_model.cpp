// Looks at the states of a model one by one: the checker as a library.
//
//     explore_model MODEL [DEFINE...]
//
// Prints how many states can be reached and how many orbits they form, the states in which nothing is possible any
// more, and what can happen first.
#include <cstdio>
#include <quotient/quotient.hpp>
#include <unordered_set>

namespace api = quotient::api;

namespace {

/// States that `options` lead to, and how many of them have no successor. Prints the values of the first of those.
bool count(const api::Model& model, const api::Options& options, const char* what) {
  const api::Explorer explorer = model.explorer(options);
  if (!explorer.error().empty()) {
    std::printf("%s\n", explorer.error().c_str());
    return false;
  }
  std::unordered_set<api::State> ends;
  std::size_t visited = 0;
  api::Reachable states = explorer.reachable();
  for (const api::Reachable::Visit& visit : states) {
    ++visited;
    const api::Successors next = explorer.successors(visit.state);
    if (!next.steps.empty() || !next.incomplete.empty() || !ends.insert(visit.state).second || ends.size() > 1)
      continue;
    std::printf("nothing is possible after %llu steps:", static_cast<unsigned long long>(visit.depth));
    for (const api::Value& v : explorer.describe(visit.state)) std::printf(" %s=%s", v.name.c_str(), v.value.c_str());
    std::printf(" (one of %s)\n", visit.orbit_size.c_str());
  }
  std::printf("%zu %s, %zu of them ends\n", visited, what, ends.size());
  if (!states.incomplete().empty()) std::printf("not all: %s\n", states.incomplete().c_str());
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: explore_model MODEL [DEFINE...]\n");
    return 2;
  }
  api::Source source;
  source.path = argv[1];
  for (int i = 2; i < argc; ++i) source.defines.emplace_back(argv[i]);
  const api::Model model = api::Model::load(source);
  api::Options options;
  options.max_states = 100'000;
  if (!count(model, options, "orbits")) return 2;
  options.symmetry = "off";
  if (!count(model, options, "states")) return 2;

  const api::Explorer explorer = model.explorer();
  for (const api::Successor& start : explorer.initial().steps) {
    if (!start.state) continue;
    for (const api::Successor& step : explorer.successors(start.state).steps) {
      std::printf("%s: %s\n", step.actor.c_str(), step.label.c_str());
    }
  }
  return 0;
}
