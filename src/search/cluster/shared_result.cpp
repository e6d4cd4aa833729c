#include "search/cluster/shared_result.hpp"

#include <utility>

#include "search/cluster/cluster_search.hpp"
#include "search/segment/segment.hpp"

namespace quotient {

namespace {

std::span<const std::uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string text_from(SegmentReader& in) {
  const std::vector<std::uint8_t> bytes = in.get_bytes(in.left());
  return {bytes.begin(), bytes.end()};
}

void put_shortcoming(const std::optional<Shortcoming>& shortcoming, SegmentWriter& out) {
  out.put(static_cast<std::uint8_t>(shortcoming.has_value()));
  if (!shortcoming) return;
  out.put_bytes(bytes_of(shortcoming->first.message));
  out.put_bytes(bytes_of(shortcoming->first.at.file));
  out.put(shortcoming->first.at.position.line);
  out.put(shortcoming->first.at.position.column);
  out.put(static_cast<std::uint64_t>(shortcoming->more));
  out.put(static_cast<std::uint8_t>(shortcoming->loses_steps));
}

std::optional<Shortcoming> get_shortcoming(SegmentReader& in) {
  if (in.get<std::uint8_t>() == 0) return std::nullopt;
  Shortcoming shortcoming;
  shortcoming.first.message = text_from(in);
  shortcoming.first.at.file = text_from(in);
  auto& position = shortcoming.first.at.position;
  position.line = in.get<decltype(position.line)>();
  position.column = in.get<decltype(position.column)>();
  shortcoming.more = in.get<std::uint64_t>();
  shortcoming.loses_steps = in.get<std::uint8_t>() != 0;
  return shortcoming;
}

void put_violation(const Violation& violation, const System& system, SegmentWriter& out) {
  out.put(static_cast<std::uint8_t>(violation.finding.kind));
  out.put(violation.finding.site);
  out.put(static_cast<std::uint8_t>(violation.place));
  out.put(violation.count);
  out.put(static_cast<std::uint64_t>(violation.cycle_start));
  out.put(static_cast<std::uint8_t>(violation.fairness));
  out.put(static_cast<std::uint8_t>(violation.without_run));
  out.put(static_cast<std::uint64_t>(violation.states.size()));
  for (const StateBytes& state : violation.states) out.put_bytes(system.lasting(state));
}

Violation get_violation(const System& system, SegmentReader& in) {
  Violation violation;
  violation.finding.kind = static_cast<FindingKind>(in.get<std::uint8_t>());
  violation.finding.site = in.get<std::uint32_t>();
  violation.place = static_cast<ViolationPlace>(in.get<std::uint8_t>());
  violation.count = in.get<std::uint64_t>();
  violation.cycle_start = in.get<std::uint64_t>();
  violation.fairness = static_cast<Fairness>(in.get<std::uint8_t>());
  violation.without_run = in.get<std::uint8_t>() != 0;
  const auto states = in.get<std::uint64_t>();
  for (std::uint64_t i = 0; i < states && in.ok(); ++i) {
    const std::vector<std::uint8_t> lasting = in.get_bytes(in.left());
    // A system that cannot recall has states that are lasting by themselves.
    violation.states.push_back(system.recall(lasting).value_or(lasting));
  }
  return violation;
}

void put_result(const Result& result, const System& system, SegmentWriter& out) {
  out.put(static_cast<std::uint8_t>(result.verdict));
  out.put(static_cast<std::uint8_t>(result.stopped));
  out.put(static_cast<std::uint8_t>(result.too_much.kind));
  out.put(result.too_much.site);
  out.put(static_cast<std::uint8_t>(result.exact));
  out.put(static_cast<std::uint8_t>(result.reduction_exact));
  put_shortcoming(result.shortcoming, out);
  for (const std::uint64_t count : {result.states, result.unexpanded, result.partly_expanded, result.provisos,
                                    result.transitions, result.max_depth, result.memory_bytes, result.violation_count})
    out.put(count);
  out.put(result.seconds);
  out.put_bytes(bytes_of(result.represents));
  out.put_bytes(result.coverage);
  out.put(static_cast<std::uint64_t>(result.violations.size()));
  for (const Violation& violation : result.violations) put_violation(violation, system, out);
}

Result get_result(const System& system, SegmentReader& in) {
  Result result;
  result.verdict = static_cast<Verdict>(in.get<std::uint8_t>());
  result.stopped = static_cast<StopReason>(in.get<std::uint8_t>());
  result.too_much.kind = static_cast<FindingKind>(in.get<std::uint8_t>());
  result.too_much.site = in.get<std::uint32_t>();
  result.exact = in.get<std::uint8_t>() != 0;
  result.reduction_exact = in.get<std::uint8_t>() != 0;
  result.shortcoming = get_shortcoming(in);
  for (std::uint64_t* count : {&result.states, &result.unexpanded, &result.partly_expanded, &result.provisos,
                               &result.transitions, &result.max_depth, &result.memory_bytes, &result.violation_count})
    *count = in.get<std::uint64_t>();
  result.seconds = in.get<double>();
  result.represents = text_from(in);
  result.coverage = in.get_bytes(in.left());
  const auto violations = in.get<std::uint64_t>();
  for (std::uint64_t i = 0; i < violations && in.ok(); ++i) result.violations.push_back(get_violation(system, in));
  result.assumptions = system.assumptions();
  return result;
}

}  // namespace

Result share_result(Transport& ranks, const System& system, Result own) {
  std::vector<std::uint8_t> bytes;
  if (ranks.rank() == 0) {
    SegmentWriter out(bytes);
    put_result(own, system, out);
  }
  const std::vector<Transport::Bytes> all = ranks.gather(bytes);
  if (ranks.rank() == 0) return own;
  // The first rank has met something that ends it, and says so itself.
  if (all.front().empty()) throw Stopped{StopCause::interrupt};
  SegmentReader in(all.front());
  return get_result(system, in);
}

std::optional<Shortcoming> join_shortcomings(Transport& ranks, const std::optional<Shortcoming>& own) {
  std::vector<std::uint8_t> bytes;
  SegmentWriter out(bytes);
  put_shortcoming(own, out);
  std::optional<Shortcoming> joint;
  for (const Transport::Bytes& part : ranks.gather(bytes)) {
    SegmentReader in(part);
    const std::optional<Shortcoming> other = get_shortcoming(in);
    if (!joint) {
      joint = other;
    } else if (other) {
      joint->loses_steps |= other->loses_steps;
    }
  }
  return joint;
}

Result search_on_first_rank(Transport& ranks, const System& system, const std::function<Result()>& search) {
  if (ranks.rank() != 0) return share_result(ranks, system, {});
  try {
    return share_result(ranks, system, search());
  } catch (...) {
    ranks.gather({});
    throw;
  }
}

}  // namespace quotient
