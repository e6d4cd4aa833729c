// Loads a model, reports what is interchangeable in it, and checks it: the checker as a library.
//
//     check_model MODEL [DEFINE...]
//
// Build it with the CMakeLists.txt beside it, or by hand:
//     g++ -std=c++20 check_model.cpp $(pkg-config --cflags --libs quotient) -o check_model
#include <cstdio>
#include <quotient/quotient.hpp>

namespace api = quotient::api;

namespace {

void tell(const api::Diagnostic& d) {
  std::printf("%s:%u:%u: %s: %s\n", d.begin.file.c_str(), d.begin.line, d.begin.column,
              d.is_error ? "error" : "warning", d.message.c_str());
}

void tell(const api::Violation& v) {
  std::printf("%s: %s, after %llu steps\n", v.kind.c_str(), v.message.c_str(),
              static_cast<unsigned long long>(v.length));
  for (const api::Step& step : v.steps) {
    for (const api::Event& event : step.events) {
      std::printf("  %-12s %s\n", event.process.c_str(), event.statement.c_str());
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: check_model MODEL [DEFINE...]\n");
    return 2;
  }
  api::Source source;
  source.path = argv[1];
  for (int i = 2; i < argc; ++i) source.defines.emplace_back(argv[i]);
  const api::Model model = api::Model::load(source);
  for (const api::Diagnostic& d : model.diagnostics()) tell(d);
  if (!model.ok()) return 2;

  const api::Symmetry symmetry = model.symmetry();
  std::printf("symmetry of order %s\n", symmetry.order().c_str());

  api::Options options;
  options.seconds = 60;
  api::Watch watch;
  watch.progress = [](const api::Progress& p) {
    std::fprintf(stderr, "%llu states\n", static_cast<unsigned long long>(p.states));
  };
  const api::Result result = model.check(options, watch);
  std::printf("%s: %s\n", api::name_of(result.verdict).c_str(), result.reason.c_str());
  std::printf("%llu states", static_cast<unsigned long long>(result.states));
  if (!result.represents.empty()) std::printf(" representing %s", result.represents.c_str());
  std::printf("\n");
  for (const api::Violation& v : result.violations) tell(v);
  return static_cast<int>(result.verdict);
}
