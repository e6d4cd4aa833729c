#include <algorithm>

#include "base/ensure.hpp"
#include "search/cluster/rank_search.hpp"
#include "search/cluster/shared_result.hpp"
#include "search/guarded.hpp"
#include "search/orbit_tally.hpp"
#include "search/run.hpp"

namespace quotient {

Result RankSearch::result(StopReason stopped) {
  Result result;
  result.stopped = stopped;
  const ViolationLog log = joint_log();
  result.violations = log.collect([this](StateId source) { return path_to(source); }, options_.all);
  result.violation_count = log.count();
  result.reduction_exact = options_.reduction == nullptr || options_.reduction->exact();
  result.shortcoming = join_shortcomings(ranks_, system_.shortcoming());
  result.assumptions = system_.assumptions();
  add_figures(result);
  result.verdict = result.judged();
  result.max_depth = max_depth_;
  result.seconds = earlier_seconds_ + watch_.seconds();
  result.growth =
      std::move(growth_).finished({result.states, 0, max_depth_, totals_.memory, result.seconds}, result.complete());
  return share_result(ranks_, system_, std::move(result));
}

Coverage RankSearch::coverage() const {
  Coverage joint = earlier_coverage_;
  for (const auto& expander : expanders_) joint.merge(expander->generator->coverage());
  return joint;
}

void RankSearch::add_figures(Result& result) {
  Finding own_too_much;
  for (const auto& expander : expanders_) {
    if (!own_too_much) own_too_much = expander->too_much;
  }
  std::vector<std::uint8_t> bytes;
  SegmentWriter out(bytes);
  for (const std::uint64_t count :
       {owned_.size(), sum(&RankExpander::transitions) + owned_.transitions(), sum(&RankExpander::expanded),
        sum(&RankExpander::partly_expanded), sum(&RankExpander::provisos), budget_.peak()})
    out.put(count);
  out.put(static_cast<std::uint8_t>(own_too_much.kind));
  out.put(own_too_much.site);
  coverage().save(out);
  std::uint64_t expanded = 0;
  Coverage reached;
  for (const Transport::Bytes& part : ranks_.gather(bytes)) {
    SegmentReader in(part);
    for (std::uint64_t* sum : {&result.states, &result.transitions, &expanded, &result.partly_expanded,
                               &result.provisos, &result.memory_bytes})
      *sum += in.get<std::uint64_t>();
    const auto kind = static_cast<FindingKind>(in.get<std::uint8_t>());
    const Finding too_much{kind, in.get<std::uint32_t>()};
    if (!result.too_much) result.too_much = too_much;
    Coverage other;
    other.load(in);
    reached.merge(other);
  }
  result.coverage = reached.places();
  if (!result.complete() && expanded < result.states) result.unexpanded = result.states - expanded;
  const std::string orbits = represented();
  if (result.partly_expanded == 0) result.represents = orbits;
}

/// A weight is understood by the key function that gave it: each rank counts what its own have found.
std::string RankSearch::represented() {
  std::vector<std::uint8_t> given;
  SegmentWriter out(given);
  for (unsigned to = 0; to < ranks_.size(); ++to) {
    out.put(static_cast<std::uint64_t>(owned_.weights()[to].size()));
    for (const auto& [weight, count] : owned_.weights()[to]) {
      out.put(weight);
      out.put(count);
    }
  }
  for (const Transport::Bytes& part : ranks_.gather(given)) {
    SegmentReader in(part);
    for (unsigned to = 0; to < ranks_.size(); ++to) {
      const auto weights = in.get<std::uint64_t>();
      for (std::uint64_t i = 0; i < weights && in.ok(); ++i) {
        const auto weight = in.get<std::uint64_t>();
        const auto count = in.get<std::uint64_t>();
        const bool is_own = to == ranks_.rank() && !key_functions_.empty();
        for (std::uint64_t k = 0; k < count && is_own; ++k)
          key_functions_[OwnedStates::thread_of(weight)]->count(static_cast<std::uint32_t>(weight));
      }
    }
  }
  std::vector<std::uint8_t> tally;
  SegmentWriter tally_out(tally);
  OrbitTally(key_functions_, owned_.size()).save(tally_out);
  OrbitTally joint;
  for (const Transport::Bytes& part : ranks_.gather(tally)) {
    SegmentReader in(part);
    OrbitTally other;
    other.load(in);
    joint.merge(other);
  }
  return joint.text();
}

ViolationLog RankSearch::joint_log() {
  std::vector<std::uint8_t> bytes;
  SegmentWriter out(bytes);
  first().log.save(out,
                   {[](StateId id) { return id.value; }, [this](StateView state) { return system_.lasting(state); }});
  ViolationLog joint;
  for (const Transport::Bytes& part : ranks_.gather(bytes)) {
    SegmentReader in(part);
    joint.load(in, {[](std::uint64_t number) { return StateId{number}; },
                    [this](std::span<const std::uint8_t> lasting) {
                      return system_.recall(lasting).value_or(StateBytes(lasting.begin(), lasting.end()));
                    }});
    ensure(in.ok(), "a rank reports a violation that cannot be");
  }
  return joint;
}

/// The ranks go back from parent to parent; each owner contributes the key of its state. The first rank makes a run of
/// them.
std::vector<StateBytes> RankSearch::path_to(StateId last) {
  std::vector<StateBytes> keys;
  RankedState at{static_cast<std::uint32_t>(last.value >> 32), local(last)};
  while (at != no_ranked_state) {
    std::vector<std::uint8_t> bytes;
    if (at.rank == ranks_.rank()) {
      SegmentWriter out(bytes);
      const RankedState parent = owned_.parent(at.id);
      out.put(parent.rank);
      out.put(parent.id);
      out.put_bytes(owned_.key(at.id));
    }
    const std::vector<Transport::Bytes> parts = ranks_.gather(bytes);
    SegmentReader in(parts[at.rank]);
    at.rank = in.get<std::uint32_t>();
    at.id = in.get<std::uint32_t>();
    keys.push_back(in.get_bytes(in.left()));
    ensure(in.ok() && keys.size() <= totals_.states, "the parents of a state go round in a circle");
  }
  std::reverse(keys.begin(), keys.end());
  std::vector<StateBytes> path;
  if (ranks_.rank() != 0) return path;
  const Grace grace(&watch_);
  guarded(grace, [&] {
    path = rebuild(keys);
    return StopReason::nothing;
  });
  return path;
}

/// The state explored for a key was met from its parent, by the first of the shortest steps to this key.
std::vector<StateBytes> RankSearch::rebuild(const std::vector<StateBytes>& keys) {
  std::vector<StateBytes> path;
  Run run(system_);
  for (const StateBytes& key : keys) {
    poll_stop();
    std::optional<std::uint32_t> choice;
    for (std::uint32_t i = 0; i < run.choice_count(); ++i) {
      if (!run.choice(i).completed || (choice && run.passed(i) >= run.passed(*choice))) continue;
      const StateView state = run.choice(i).state;
      const StateView found = first().key_of(state).bytes;
      StateBytes room;
      if (std::ranges::equal(first().sent_bytes(found, room), key)) choice = i;
    }
    ensure(choice && run.take(*choice), "no step leads from the parent of a state to it");
    path.emplace_back(run.state().begin(), run.state().end());
  }
  return path;
}

}  // namespace quotient
