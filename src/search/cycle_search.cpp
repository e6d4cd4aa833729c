#include "search/cycle_search.hpp"

#include "base/ensure.hpp"
#include "search/cycle_components.hpp"
#include "search/cycle_nested.hpp"

namespace quotient {

namespace {

template <typename Search>
StopReason hunt(Exploration& e, const CycleProperty& property, Result& result) {
  Search search(e, property);
  const CycleSearchEnd end = search.run();
  if (end.on_cycle) result.violations.push_back(make_lasso(e, property, end.on_cycle));
  return end.stopped;
}

bool fits_nested(const CycleProperty& property) {
  return property.kind == CycleKind::acceptance && !property.weak_fairness;
}

Result search(const System& system, const CycleProperty& property, const SearchOptions& options,
              CycleAlgorithm algorithm) {
  Exploration e(system, options);
  Worker& worker = e.main();
  worker.generator = system.cycle_generator();
  ensure(worker.generator != nullptr, "a search for cycles in a system that knows of none");
  const bool nested = algorithm == CycleAlgorithm::nested;
  ensure(!nested || fits_nested(property), "the nested search knows only plain acceptance");
  Result result;
  result.stopped = nested ? hunt<NestedSearch>(e, property, result) : hunt<ComponentSearch>(e, property, result);
  if (options.paranoid) audit(e, result.stopped);
  const std::vector<Violation> noted = worker.log.collect([&e](StateId id) { return path_to(e, id); }, options.all);
  result.violations.insert(result.violations.end(), noted.begin(), noted.end());
  result.violation_count = result.violations.size() - noted.size() + worker.log.count();
  if (!result.violations.empty()) {
    result.verdict = Verdict::violated;
  } else {
    result.verdict = result.complete() ? Verdict::verified : Verdict::incomplete;
  }
  result.states = e.store.size();
  result.represents = std::to_string(result.states);
  result.transitions = worker.transitions;
  result.max_depth = e.max_depth;
  result.memory_bytes = e.budget.peak();
  const std::span<const std::uint8_t> coverage = worker.generator->coverage();
  result.coverage.assign(coverage.begin(), coverage.end());
  result.seconds = e.watch.seconds();
  return result;
}

}  // namespace

Result find_cycles(const System& system, const CycleProperty& property, const SearchOptions& options,
                   CycleAlgorithm algorithm) {
  SearchOptions own = options;
  own.reduction = nullptr;  // a cycle of orbits need not be one of states
  own.store = StoreKind::exact;
  Result result = search(system, property, own, algorithm);
  if (options.paranoid && algorithm == CycleAlgorithm::components && fits_nested(property)) {
    const Result other = search(system, property, own, CycleAlgorithm::nested);
    const bool both_ended = result.verdict != Verdict::incomplete && other.verdict != Verdict::incomplete;
    ensure(!both_ended || result.verdict == other.verdict, "two searches for cycles disagree");
  }
  return result;
}

}  // namespace quotient
