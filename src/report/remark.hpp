#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/source.hpp"
#include "model/assumptions.hpp"
#include "model/system.hpp"

namespace quotient {

// What there is to know beside the verdict and the figures, as data. To report something new, add a kind here:
// the compiler then asks for its words (`describe`) and for its place in each channel.

/// A property that the check did not reach, or cannot check.
struct NotChecked {
  enum class Why : std::uint8_t { violation_before, limit_before, not_supported };
  std::string name;
  Why why = Why::limit_before;
  Location at = {};
  friend bool operator==(const NotChecked&, const NotChecked&) = default;
};

/// A formula that holds because what it makes its demands on never happens.
struct VacuousFormula {
  std::string claim;
  std::string condition;  // that never holds
  Location at;
};

/// States that a limit left waiting.
struct Unexpanded {
  std::uint64_t states = 0;
  std::string claim = {};  // of a search with a claim that has no figures of its own; else empty
};

/// A process that cannot move where none can.
struct BlockedProcess {
  std::size_t violation = 0;  // which deadlock, among the violations of the report
  std::string process;
  Location at;
  std::string next;  // what it waits for
};

/// A place that no step of a complete search reached.
struct UnreachedPlace {
  std::string part;  // process type, operation
  UnreachedPart::Place place;
};

/// A store that may have missed states.
struct ApproximateStore {
  std::string store;
  double expected_coverage = 1;
};

/// Orbits that an audited strategy lost.
struct LostOrbits {
  std::string strategy;
  std::uint64_t lost = 0, orbits = 0;
};

/// Why a claim was searched without the symmetry that was asked for.
struct ClaimWithoutSymmetry {
  std::string claim;
  std::string why;
};

/// Something that was requested and omitted, or that the result does not depend on.
struct Caution {
  std::string message;
  bool bears_on_verdict = true;  // as in RemarkText
};

/// A warning about the text without which the verdict would be misread.
struct TextWarning {
  std::string message;
  Location at;
};

using Remark = std::variant<AssumedSize, AssumedIntegers, NotChecked, VacuousFormula, Unexpanded, BlockedProcess,
                            UnreachedPlace, ApproximateStore, LostOrbits, ClaimWithoutSymmetry, Caution, TextWarning>;

/// A remark as every channel can show it.
struct RemarkText {
  std::string_view kind;  // as in JSON: "assumed_size", …
  std::string message;    // one line, without its place
  Location at;
  /// What the verdict means depends on it, and its line does not say so: printed even where nothing else is (--quiet).
  bool bears_on_verdict = false;
  /// Of no interest to people, such as the end of a loop that is never left: only in JSON.
  bool expected = false;
};
RemarkText describe(const Remark& remark);

/// The names of all kinds, in the order of the variant.
std::vector<std::string_view> remark_kinds();

/// "PERSON = 2 and BOOK = 3, assumed; try --set PERSON=3": for what the verdict holds. Empty where nothing was assumed
/// that could be otherwise.
std::string assumptions(const std::vector<Remark>& remarks);

/// Those of one kind.
template <typename Kind>
std::vector<const Kind*> remarks_of(const std::vector<Remark>& remarks) {
  std::vector<const Kind*> found;
  for (const Remark& remark : remarks) {
    if (const Kind* one = std::get_if<Kind>(&remark)) found.push_back(one);
  }
  return found;
}

}  // namespace quotient
