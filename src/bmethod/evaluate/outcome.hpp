#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/successors.hpp"

namespace quotient::bmethod {

/// A place where something was left out, and what: what the site itself says, elements of an infinite set, or values
/// for which a formula may be undefined.
struct LeftOut {
  enum class What : std::uint8_t { elements, said, undefined };
  std::uint32_t site;
  What what;
};

/// What came of evaluating: whether the value that was computed means anything, and what was left out on the way.
///
/// Nothing unwinds: an expression that fails yields a harmless value, and whoever owns the formula asks once it is
/// done. Only loops ask earlier.
class Outcome {
 public:
  enum class Failure : std::uint8_t {
    none,
    unknown,    // not all of an infinite set was tried: as undefined, but no fault of the machine
    undefined,  // f(x) outside the domain, 1/0, or a condition that does not hold
    exhausted,  // too many values, or no time left: ends the whole search for solutions, lenient or not
  };

  bool failed() const { return failure_ != Failure::none; }
  bool is_unknown() const { return failure_ == Failure::unknown; }
  bool is_exhausted() const { return failure_ == Failure::exhausted; }
  /// Of what failed first, which explains the rest.
  FindingKind kind() const { return kind_; }
  std::uint32_t site() const { return site_; }

  void fail(std::uint32_t site, FindingKind kind = FindingKind::runtime) { first(Failure::undefined, site, kind); }
  void leave_unknown(std::uint32_t site) {
    if (!left_out_ || left_out_->site == 0) left_out_ = LeftOut{site, LeftOut::What::elements};
    first(Failure::unknown, site, FindingKind::runtime);
  }
  void give_up(std::uint32_t site) {
    if (!gave_up_) gave_up_ = site;
    first(Failure::exhausted, site, FindingKind::runtime);
    failure_ = Failure::exhausted;
  }
  void clear_failure() { failure_ = Failure::none; }

  /// Where something was given up since `begin`, other than for a formula that need not be decided.
  std::optional<std::uint32_t> gave_up() const { return gave_up_; }
  /// The first that was left out since `begin`, outside of what need not be decided.
  std::optional<LeftOut> left_out() const { return left_out_; }
  void leave_out(LeftOut left_out) {
    if (!left_out_) left_out_ = left_out;
  }
  /// What was left out on the way to something that decides does not matter.
  void restore_left_out(std::optional<LeftOut> before) { left_out_ = before; }

  /// Sites at which a guard or a lenient plan was undefined, each once.
  std::vector<std::uint32_t> undefined;
  void note_undefined() {
    if (std::ranges::find(undefined, site_) == undefined.end()) undefined.push_back(site_);
  }

  /// Forgets everything.
  void begin() {
    clear_failure();
    gave_up_.reset();
    left_out_.reset();
    undefined.clear();
  }

  /// What was given up and left out, to be put back after something that need not be decided.
  struct Memory {
    std::optional<std::uint32_t> gave_up;
    std::optional<LeftOut> left_out;
  };
  Memory memory() const { return {gave_up_, left_out_}; }
  void restore(const Memory& memory) {
    gave_up_ = memory.gave_up;
    left_out_ = memory.left_out;
    clear_failure();
  }

 private:
  void first(Failure failure, std::uint32_t site, FindingKind kind) {
    if (failed()) return;
    failure_ = failure;
    site_ = site;
    kind_ = kind;
  }

  Failure failure_ = Failure::none;
  FindingKind kind_ = FindingKind::runtime;
  std::uint32_t site_ = 0;
  std::optional<std::uint32_t> gave_up_;
  std::optional<LeftOut> left_out_;
};

}  // namespace quotient::bmethod
