// What the search adds to a generator, in nanoseconds for each transition: a grid of counters, of which the generator
// costs next to nothing, explored alone and through the search.
//     build/release/bench/search_overhead [STATE_BYTES [COUNTERS [SIZE]]]
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>

#include "search/search.hpp"

namespace quotient {
namespace {

/// Of the processor, not of the wall: the machine may be busy.
double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

class Grid : public SystemBase, private NarratorBase {
 public:
  Grid(std::size_t bytes, std::size_t counters, std::uint8_t size) : bytes_(bytes), counters_(counters), size_(size) {}

  class Generator : public StepGeneratorBase {
   public:
    explicit Generator(const Grid& grid) : grid_(grid), state_(grid.bytes_, 0) {}
    void initial(Successors& out) override {
      out.clear();
      out.add(state_, {});
    }
    void successors(StateView state, Successors& out) override {
      out.clear();
      std::copy(state.begin(), state.end(), state_.begin());
      for (std::size_t i = 0; i < grid_.counters_; ++i) {
        const std::uint8_t before = state_[i];
        state_[i] = static_cast<std::uint8_t>(before + 1 == grid_.size_ ? 0 : before + 1);
        out.add(state_, {static_cast<std::uint32_t>(i)});
        state_[i] = before;
      }
    }
    std::span<const std::uint8_t> coverage() const override { return {}; }

   private:
    const Grid& grid_;
    std::vector<std::uint8_t> state_;
  };

  std::unique_ptr<StepGenerator> generator() const override { return std::make_unique<Generator>(*this); }
  const Narrator& narrator() const override { return *this; }
  std::vector<TraceEvent> explain(StateView, StateView, Finding) const override { return {}; }
  std::vector<TraceEvent> explain_initial(StateView) const override { return {}; }
  std::vector<CellValue> describe(StateView) const override { return {}; }
  FindingText describe(Finding) const override { return {}; }
  std::string label(StepLabel) const override { return {}; }
  std::vector<UnreachedPart> unreached(std::span<const std::uint8_t>) const override { return {}; }

 private:
  std::size_t bytes_, counters_;
  std::uint8_t size_;
};

int run(int argc, char** argv) {
  const auto argument = [&](int i, unsigned long otherwise) {
    return argc > i ? std::strtoul(argv[i], nullptr, 10) : otherwise;
  };
  const std::size_t counters = argument(2, 7);
  const std::size_t bytes = std::max(argument(1, 32), counters);
  const Grid grid(bytes, counters, static_cast<std::uint8_t>(argument(3, 8)));

  const auto generator = grid.generator();
  Successors steps;
  std::vector<std::uint8_t> state(bytes, 0);
  const double begin = cpu_seconds();
  constexpr int rounds = 1'000'000;
  for (int i = 0; i < rounds; ++i) {
    state[0] = static_cast<std::uint8_t>(i % 7);
    generator->successors(state, steps);
  }
  const double alone = (cpu_seconds() - begin) / (static_cast<double>(rounds) * static_cast<double>(counters));
  fmt::print("{} counters in {} bytes; generator alone {:.1f} ns a transition\n", counters, bytes, alone * 1e9);

  for (const SearchOrder order : {SearchOrder::breadth_first, SearchOrder::depth_first}) {
    SearchOptions options;
    options.order = order;
    const double start = cpu_seconds();
    const Result result = explore(grid, options);
    const double seconds = cpu_seconds() - start;
    const double each = seconds / static_cast<double>(result.transitions);
    fmt::print(
        "{}: {} states, {} transitions, {:.2f} s, {:.1f} ns a transition ({:.1f} without the generator), {:.1f} "
        "bytes per state\n",
        order == SearchOrder::breadth_first ? "bfs" : "dfs", result.states, result.transitions, seconds, each * 1e9,
        (each - alone) * 1e9, static_cast<double>(result.memory_bytes) / static_cast<double>(result.states));
  }
  return 0;
}

}  // namespace
}  // namespace quotient

int main(int argc, char** argv) { return quotient::run(argc, argv); }
