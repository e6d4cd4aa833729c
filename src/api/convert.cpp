#include "api/convert.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "report/words.hpp"

namespace quotient::api {

Place place_of(const Location& at) {
  if (at.file.empty()) return {};
  return {at.file, at.position.line, at.position.column};
}

std::vector<Value> values_of(const std::vector<CellValue>& cells) {
  std::vector<Value> out;
  for (const CellValue& c : cells) out.push_back({c.cell, c.value});
  return out;
}

Event event_of(const TraceEvent& told) {
  Event event{told.process, told.statement, place_of(told.at), {}, told.output};
  for (const CellChange& c : told.changes) event.changes.push_back({c.cell, c.before, c.after});
  return event;
}

namespace {

/// The place before which byte `offset` of a file stands.
Place place_at(const SourceMap& sources, FileId file, std::uint32_t offset) {
  if (file.value >= sources.size()) return {};
  return place_of(sources.locate({file, offset, offset}));
}

Violation violation_of(const ToldViolation& told) {
  Violation v;
  v.kind = name_of(told.kind);
  v.claim = told.claim;
  v.message = told.text.message;
  v.at = place_of(told.text.at);
  v.length = told.length;
  v.propositions = told.propositions;
  for (std::size_t i = 0; i < told.run.steps.size(); ++i) {
    v.steps.emplace_back();
    for (const TraceEvent& event : told.run.steps[i].events) v.steps.back().events.push_back(event_of(event));
    if (i < told.truth.size()) v.steps.back().propositions = told.truth[i];
  }
  v.cycle_start = told.run.cycle_start;
  v.last_state = values_of(told.last_state);
  for (const TraceEvent& at : told.standing) v.standing.push_back(event_of(at));
  return v;
}

Verdict verdict_of(quotient::Verdict verdict) {
  switch (verdict) {
    case quotient::Verdict::verified:
      return Verdict::verified;
    case quotient::Verdict::violated:
      return Verdict::violated;
    case quotient::Verdict::incomplete:
      break;
  }
  return Verdict::incomplete;
}

Audit audit_of(const AuditReport& a) {
  return {a.complete, verdict_of(a.exact_verdict), a.orbits, a.met, a.merged + a.behind, a.repeated};
}

Graph graph_of(const GraphReport& report, const GraphReport::Graph& graph) {
  Graph made;
  made.initial_count = graph.initial_count;
  for (const std::vector<std::uint32_t>& cells : graph.states) {
    std::vector<Value>& state = made.states.emplace_back();
    for (std::size_t i = 0; i + 1 < cells.size(); i += 2) {
      state.push_back({report.cells[cells[i]], report.values[cells[i + 1]]});
    }
  }
  for (const GraphReport::Edge& e : graph.edges) made.edges.push_back({e.source, e.target, report.labels[e.label]});
  return made;
}

Graphs graphs_of(const GraphReport& report) {
  return {graph_of(report, report.reduced),
          graph_of(report, report.expanded),
          {report.orbit.begin(), report.orbit.end()},
          report.remark};
}

}  // namespace

std::vector<Diagnostic> converted(const Diagnostics& diagnostics, const SourceMap& sources) {
  std::vector<const quotient::Diagnostic*> in_order;
  for (const quotient::Diagnostic& d : diagnostics.all()) in_order.push_back(&d);
  std::stable_sort(in_order.begin(), in_order.end(), [](const auto* a, const auto* b) {
    return std::pair(a->range.file.value, a->range.begin) < std::pair(b->range.file.value, b->range.begin);
  });
  std::vector<Diagnostic> out;
  for (const quotient::Diagnostic* d : in_order) {
    const auto begin = [&](SourceRange r) { return place_at(sources, r.file, r.begin); };
    const auto end = [&](SourceRange r) { return place_at(sources, r.file, r.end); };
    Diagnostic made{d->severity == Severity::error, begin(d->range), end(d->range), d->message, {}, d->suggestion};
    for (const DiagnosticNote& n : d->notes) made.notes.push_back({begin(n.range), end(n.range), n.message});
    out.push_back(std::move(made));
  }
  return out;
}

Diagnostic error_about(const std::string& file, std::string message) {
  return {true, {file, 0, 0}, {file, 0, 0}, std::move(message), {}, ""};
}

std::vector<Diagnostic> diagnostics_of(const driver::Model& model, const std::string& path) {
  std::vector<Diagnostic> all = converted(model.diagnostics, *model.sources);
  if (!model.problem.empty()) all.push_back(error_about(path, model.problem));
  return all;
}

std::string first_error(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& d : diagnostics) {
    if (d.is_error) return d.message;
  }
  return "the model cannot be loaded";
}

Result converted(const CheckReport& report) {
  Result r;
  r.verdict = verdict_of(report.result.verdict);
  r.reason = reason_of(report);
  r.exact = report.result.lossless();
  r.states = report.result.states;
  r.transitions = report.result.transitions;
  r.max_depth = report.result.max_depth;
  r.represents = report.result.represents;
  r.seconds = report.seconds.total;
  r.memory_bytes = report.result.memory_bytes;
  r.symmetry = {report.symmetry.strategy, report.symmetry.order, report.symmetry.generators, report.symmetry.broken_by};
  for (const ClaimReport& c : report.claims) {
    r.claims.push_back({c.name, verdict_of(c.verdict), c.states, c.transitions});
  }
  for (const NotChecked* n : remarks_of<NotChecked>(report.remarks)) r.not_checked.push_back(n->name);
  for (const ToldViolation& v : report.violations) r.violations.push_back(violation_of(v));
  r.assumed = assumptions(report.remarks);
  for (const quotient::Remark& remark : report.remarks) {
    const RemarkText told = describe(remark);
    if (told.expected) continue;  // as on the command line
    r.remarks.push_back({std::string(told.kind), told.message, place_of(told.at), told.bears_on_verdict});
    const std::string place = in_words(told.at);
    r.warnings.push_back(place.empty() ? told.message : fmt::format("{}: {}", place, told.message));
  }
  if (report.audit) r.audit = audit_of(*report.audit);
  if (const auto& e = report.for_every) r.for_every = ForEvery{e->shown, e->viewed, e->needed, e->size, e->views};
  if (report.graph) r.graph = graphs_of(*report.graph);
  return r;
}

}  // namespace quotient::api
