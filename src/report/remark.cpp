#include "report/remark.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/words.hpp"

namespace quotient {

namespace {

/// The words for each kind. There is no case for all others: a kind without words does not compile.
struct Describer {
  RemarkText operator()(const AssumedSize& a) const {
    const std::string why = a.other ? fmt::format("assumed: {}; try --set {}={}", a.reason, a.set, *a.other) : a.reason;
    return {"assumed_size", fmt::format("{} has {} ({})", a.set, counted(a.size, "element"), why), {}};
  }
  RemarkText operator()(const AssumedIntegers& a) const {
    return {"assumed_integers", fmt::format("integers from {} to {}", a.least, a.most), {}};
  }
  RemarkText operator()(const NotChecked& n) const {
    switch (n.why) {
      case NotChecked::Why::violation_before:
        return {"not_checked", n.name + " is not checked: a violation was found before (--all continues)", n.at};
      case NotChecked::Why::limit_before:
        return {"not_checked", n.name + " is not checked: the search ended before", n.at};
      case NotChecked::Why::not_supported:
        break;
    }
    return {"not_checked", n.name + " is not checked: it is not supported", n.at, true};
  }
  RemarkText operator()(const VacuousFormula& v) const {
    return {"vacuous", fmt::format("{} is vacuously true: its condition is never met: {}", v.claim, v.condition), v.at,
            true};
  }
  RemarkText operator()(const Unexpanded& u) const {
    return {"unexpanded",
            fmt::format("{}{} not expanded when the search ended, and so not checked",
                        u.claim.empty() ? "" : u.claim + ": ", counted(u.states, "state")),
            {}};
  }
  RemarkText operator()(const BlockedProcess& b) const {
    return {"blocked", fmt::format("{} is blocked{}{}", b.process, b.next.empty() ? "" : ": ", b.next), b.at};
  }
  RemarkText operator()(const UnreachedPlace& u) const {
    return {"unreached",
            fmt::format("never reached: {}{}{}", u.part, u.place.statement.empty() ? "" : ", ", u.place.statement),
            u.place.at, false, u.place.without_way};
  }
  RemarkText operator()(const ApproximateStore& s) const {
    return {"approximate_store",
            fmt::format("the {} store is approximate: expected {}", s.store, percent_in_words(s.expected_coverage)),
            {}};
  }
  RemarkText operator()(const LostOrbits& l) const {
    return {"lost_orbits",
            fmt::format("--symmetry {} lost {} of {}", l.strategy, with_commas(l.lost), counted(l.orbits, "orbit")),
            {},
            l.lost > 0};
  }
  RemarkText operator()(const ClaimWithoutSymmetry& c) const {
    return {"claim_without_symmetry", fmt::format("{}: {}", c.claim, c.why), {}};
  }
  RemarkText operator()(const Caution& c) const { return {"caution", c.message, {}, c.bears_on_verdict}; }
  RemarkText operator()(const TextWarning& w) const { return {"text_warning", w.message, w.at, true}; }
};

template <std::size_t... I>
std::vector<std::string_view> kinds_of(std::index_sequence<I...>) {
  return {describe(Remark(std::in_place_index<I>)).kind...};
}

}  // namespace

RemarkText describe(const Remark& remark) { return std::visit(Describer(), remark); }

std::vector<std::string_view> remark_kinds() {
  return kinds_of(std::make_index_sequence<std::variant_size_v<Remark>>());
}

std::string assumptions(const std::vector<Remark>& remarks) {
  std::vector<std::string> sizes;
  const AssumedSize* first = nullptr;
  for (const AssumedSize* a : remarks_of<AssumedSize>(remarks)) {
    if (!a->other) continue;
    if (first == nullptr || (*first->other<first->size&& * a->other> a->size)) first = a;  // rather a larger one
    sizes.push_back(fmt::format("{} = {}", a->set, a->size));
  }
  if (first == nullptr) return {};
  const std::string last = sizes.back();
  sizes.pop_back();
  const std::string all = sizes.empty() ? last : fmt::format("{} and {}", fmt::join(sizes, ", "), last);
  return fmt::format("{}, assumed; try --set {}={}", all, first->set, *first->other);
}

}  // namespace quotient
