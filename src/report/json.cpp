#include "report/json.hpp"

#include <nlohmann/json.hpp>

#include "base/stop_signal.hpp"
#include "report/json_details.hpp"
#include "report/json_remarks.hpp"
#include "report/json_trace.hpp"
#include "report/polled_dump.hpp"
#include "report/result_json.hpp"
#include "report/words.hpp"

namespace quotient {

namespace {

using Json = nlohmann::ordered_json;

Json afterwards(const std::vector<ToldViolation::Afterwards>& list) {
  const auto or_null = [](const std::optional<std::string>& value) { return value ? Json(*value) : Json(); };
  Json out = Json::array();
  for (const ToldViolation::Afterwards& a : list) {
    out.push_back({{"cell", a.cell}, {"before", or_null(a.before)}, {"after", or_null(a.after)}});
  }
  return out;
}

/// Step 0 is the way to the initial state, which is given in full, as is the last one.
void add_trace(const ToldViolation& violation, Json& steps) {
  for (std::size_t i = 0; i < violation.run.steps.size(); ++i) {
    const ToldStep& step = violation.run.steps[i];
    Json events = Json::array();
    for (const TraceEvent& e : step.events) {
      poll_stop();
      events.push_back(event_json(e));
    }
    Json entry = {{"step", i}, {"events", std::move(events)}};
    if (i < violation.afterwards.size() && !violation.afterwards[i].empty()) {
      entry["afterwards"] = afterwards(violation.afterwards[i]);
    }
    if (i == 0) entry["state"] = cells_json(violation.first_state);
    if (i > 0 && i + 1 == violation.run.steps.size()) entry["state"] = cells_json(violation.last_state);
    if (i < violation.truth.size()) entry["propositions"] = violation.truth[i];
    steps.push_back(std::move(entry));
  }
}

/// The steps behind step `start` repeat forever; `length` 0: there are none, the run stays there.
Json cycle(const ToldViolation& violation) {
  const std::optional<std::size_t> start = violation.run.cycle_start;
  if (!start) return nullptr;
  const Fairness fairness = violation.trace.fairness;
  return {{"start", *start},
          {"length", violation.length - *start},
          {"weak_fairness", fairness == Fairness::weak},
          {"fairness", fairness == Fairness::weak     ? "weak"
                       : fairness == Fairness::strong ? "strong"
                                                      : "none"}};
}

/// The order of the group without the claim shows what the claim cost.
Json claim_symmetry(const ClaimSymmetry& symmetry) {
  const auto or_null = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  return {{"strategy", symmetry.strategy},
          {"order", symmetry.order},
          {"order_without_claim", or_null(symmetry.order_without_claim)},
          {"represents", or_null(symmetry.represents)},
          {"remark", or_null(symmetry.remark)}};
}

Json audit(const std::optional<AuditReport>& audit) {
  if (!audit) return nullptr;
  Json examples = Json::array();
  for (const AuditReport::Example& e : audit->examples) {
    examples.push_back(
        {{"state", cells_json(e.state)}, {"taken_for", e.taken_for.empty() ? Json() : cells_json(e.taken_for)}});
  }
  return {{"strategy", audit->strategy},
          {"complete", audit->complete},
          {"exact_verdict", name_of(audit->exact_verdict)},
          {"orbits", audit->orbits},
          {"met", audit->met},
          {"lost", audit->merged + audit->behind},
          {"lost_taken_for_another", audit->merged},
          {"lost_behind_those", audit->behind},
          {"repeated", audit->repeated},
          {"examples", std::move(examples)}};
}

Json for_every(const std::optional<ForEveryReport>& every) {
  if (!every) return nullptr;
  Json searched = Json::array();
  for (const ForEveryReport::Searched& s : every->searched) {
    searched.push_back({{"size", s.size}, {"verdict", name_of(s.verdict)}, {"states", s.states}});
  }
  return {{"family", every->family},
          {"shown", every->shown},
          {"k", every->viewed},
          {"m", every->needed},
          {"size", every->size},
          {"views", every->views},
          {"states", every->states},
          {"steps", every->steps},
          {"searched", std::move(searched)},
          {"obstacle", every->obstacle.empty() ? Json() : Json(every->obstacle)},
          {"left_out", every->left_out}};
}

Json not_checked(const CheckReport& report) {
  Json list = Json::array();
  for (const NotChecked* n : remarks_of<NotChecked>(report.remarks)) list.push_back(n->name);
  return list;
}

Json assumed(const CheckReport& report) {
  Json list = Json::array();
  for (const AssumedSize* a : remarks_of<AssumedSize>(report.remarks)) list.push_back(describe(*a).message);
  for (const AssumedIntegers* a : remarks_of<AssumedIntegers>(report.remarks)) list.push_back(describe(*a).message);
  return list;
}

Json vacuous(const CheckReport& report) {
  Json list = Json::array();
  for (const VacuousFormula* v : remarks_of<VacuousFormula>(report.remarks)) {
    list.push_back({{"claim", v->claim}, {"condition", v->condition}, {"at", place_json(v->at)}});
  }
  return list;
}

/// By parts, each with its places.
Json unreached(const CheckReport& report) {
  Json list = Json::array();
  for (const UnreachedPlace* u : remarks_of<UnreachedPlace>(report.remarks)) {
    if (list.empty() || list.back()["part"] != u->part) list.push_back({{"part", u->part}, {"places", Json::array()}});
    Json spot = place_json(u->place.at);
    if (!u->place.statement.empty()) spot["statement"] = u->place.statement;
    if (u->place.without_way) spot["without_way"] = true;
    list.back()["places"].push_back(std::move(spot));
  }
  return list;
}

Json moved(const SymmetryReport& symmetry) {
  Json list = Json::array();
  for (const SymmetryReport::Moved& m : symmetry.moved) {
    list.push_back({{"name", m.name}, {"token", m.token}, {"kind", m.kind}, {"orbit", m.orbit}});
  }
  return list;
}

Json game_json(const GameReport& game) {
  Json positions = Json::array();
  for (const GameReport::Position& position : game.positions) {
    Json cells = Json::array(), moves = Json::array();
    for (const CellValue& cell : position.cells) cells.push_back({{"cell", cell.cell}, {"value", cell.value}});
    for (const GameReport::Move& move : position.moves) moves.push_back({{"to", move.to}, {"label", move.label}});
    positions.push_back({{"cells", std::move(cells)},
                         {"all", position.universal},
                         {"priority", position.priority},
                         {"moves", std::move(moves)},
                         {"cut_short", position.cut_short}});
  }
  return {{"holds", game.holds}, {"positions", std::move(positions)}};
}

void add_violations(const CheckReport& report, Json& violations) {
  for (const ToldViolation& v : report.violations) {
    violations.push_back({{"kind", name_of(v.kind)},
                          {"message", v.text.message},
                          {"at", place_json(v.text.at)},
                          {"claim", v.claim},
                          {"length", v.length},
                          {"count", v.count},
                          {"cycle", cycle(v)},
                          {"trace", Json::array()},
                          {"standing", standing_json(v.standing)},
                          {"propositions", v.propositions},
                          {"untold", v.untold}});
    add_trace(v, violations.back()["trace"]);
  }
}

}  // namespace

void make_result_json(const CheckReport& report, Json& json) {
  const Result& result = report.result;
  Json claims = Json::array();
  for (const ClaimReport& c : report.claims) {
    claims.push_back({{"name", c.name},
                      {"verdict", name_of(c.verdict)},
                      {"states", c.states},
                      {"transitions", c.transitions},
                      {"seconds", c.seconds},
                      {"symmetry", claim_symmetry(c.symmetry)},
                      {"skip_sequential", c.skips_sequential}});
    if (c.game) claims.back()["game"] = game_json(*c.game);
  }
  const double bytes_per_state =
      result.states == 0 ? 0.0 : static_cast<double>(result.memory_bytes) / static_cast<double>(result.states);
  json = {
      {"tool", "quotient"},
      {"version", report.version},
      {"model", report.model},
      {"language", report.language},
      {"verdict", name_of(result.verdict)},
      {"exact", result.lossless()},
      {"complete", result.complete()},
      {"reason", reason_of(report)},
      {"states", result.states},
      {"partly_expanded", result.partly_expanded},
      {"transitions", result.transitions},
      {"max_depth", result.max_depth},
      {"seconds",
       {{"total", report.seconds.total},
        {"load", report.seconds.load},
        {"symmetry", report.seconds.symmetry},
        {"search", report.seconds.search}}},
      {"memory_bytes", result.memory_bytes},
      {"bytes_per_state", bytes_per_state},
      {"threads", report.threads},
      {"store", report.store},
      {"expected_coverage", result.expected_coverage()},
      {"hash_factor", result.hash_factor > 0 ? Json(result.hash_factor) : Json()},
      {"symmetry",
       {{"strategy", report.symmetry.strategy},
        {"detect", report.symmetry.detect},
        {"order", report.symmetry.order},
        {"exact", report.symmetry.exact},
        {"rule_instances", report.symmetry.rules.instances},
        {"rules_shown", report.symmetry.rules.shown},
        {"rules_tried_on", report.symmetry.rules.tried_on ? Json(*report.symmetry.rules.tried_on) : Json()},
        {"represents", report.symmetry.represents.empty() ? Json() : Json(report.symmetry.represents)},
        {"generators", report.symmetry.generators},
        {"broken_by", report.symmetry.broken_by},
        {"structure", report.symmetry.structure},
        {"moved", moved(report.symmetry)}}},
      {"audit", audit(report.audit)},
      {"errors", result.violation_count},
      {"claims", std::move(claims)},
      {"not_checked", not_checked(report)},
      {"assumed", assumed(report)},
      {"vacuous", vacuous(report)},
      {"violations", Json::array()},
      {"unreached", unreached(report)},
      {"search_order", report.order},
      {"skip_sequential", report.skips_sequential},
      {"arguments", report.arguments},
      {"command", report.command},
      {"growth", growth_json(result.growth)},
      {"sources", sources_json(report.sources)},
      {"diagram", diagram_json(report.diagram)},
      {"graph", graph_json(report.graph)},
      {"remarks", remarks_json(report.remarks)},
      {"for_every", for_every(report.for_every)},
  };
  add_violations(report, json["violations"]);
}

Json result_json(const CheckReport& report) {
  Json json;
  make_result_json(report, json);
  return json;
}

std::string json_text(const Json& result) { return polled_dump(result, 2) + "\n"; }

std::string json_report(const CheckReport& report) { return json_text(result_json(report)); }

}  // namespace quotient
