#include "report/json_remarks.hpp"

namespace quotient {

namespace {

using RemarkJson = nlohmann::ordered_json;

/// What each kind is made of, besides its place.
struct RemarkData {
  RemarkJson operator()(const AssumedSize& a) const {
    return {{"set", a.set},
            {"size", a.size},
            {"reason", a.reason},
            {"other", a.other ? RemarkJson(*a.other) : RemarkJson()}};
  }
  RemarkJson operator()(const AssumedIntegers& a) const { return {{"least", a.least}, {"most", a.most}}; }
  RemarkJson operator()(const NotChecked& n) const {
    const char* why = n.why == NotChecked::Why::violation_before ? "violation_before"
                      : n.why == NotChecked::Why::limit_before   ? "limit_before"
                                                                 : "not_supported";
    return {{"name", n.name}, {"why", why}};
  }
  RemarkJson operator()(const VacuousFormula& v) const { return {{"claim", v.claim}, {"condition", v.condition}}; }
  RemarkJson operator()(const Unexpanded& u) const { return {{"states", u.states}, {"claim", u.claim}}; }
  RemarkJson operator()(const BlockedProcess& b) const {
    return {{"violation", b.violation}, {"process", b.process}, {"next", b.next}};
  }
  RemarkJson operator()(const UnreachedPlace& u) const { return {{"part", u.part}, {"statement", u.place.statement}}; }
  RemarkJson operator()(const ApproximateStore& s) const {
    return {{"store", s.store}, {"expected_coverage", s.expected_coverage}};
  }
  RemarkJson operator()(const LostOrbits& l) const {
    return {{"strategy", l.strategy}, {"lost", l.lost}, {"orbits", l.orbits}};
  }
  RemarkJson operator()(const ClaimWithoutSymmetry& c) const { return {{"claim", c.claim}, {"why", c.why}}; }
  RemarkJson operator()(const Caution&) const { return RemarkJson::object(); }
  RemarkJson operator()(const TextWarning&) const { return RemarkJson::object(); }
};

}  // namespace

RemarkJson place_json(const Location& at) {
  if (at.file.empty()) return nullptr;
  return {{"file", at.file}, {"line", at.position.line}, {"column", at.position.column}};
}

RemarkJson remarks_json(const std::vector<Remark>& remarks) {
  RemarkJson list = RemarkJson::array();
  for (const Remark& remark : remarks) {
    const RemarkText told = describe(remark);
    list.push_back({{"kind", told.kind},
                    {"message", told.message},
                    {"at", place_json(told.at)},
                    {"bears_on_verdict", told.bears_on_verdict},
                    {"expected", told.expected},
                    {"data", std::visit(RemarkData(), remark)}});
  }
  return list;
}

}  // namespace quotient
