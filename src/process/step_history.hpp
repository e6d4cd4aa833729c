#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>

#include "model/successors.hpp"

namespace quotient {

/// Where one step has been, kept once it has grown long. Every way through an atomic sequence is a step of its own, as
/// in SPIN; where one of them comes back to where it was, though, there is no end of them. From then on each place is
/// gone through once: all that can be reached from it is reached already, or will be.
class StepHistory {
 public:
  void clear() {
    places_.clear();
    circular_ = false;
  }
  /// A place on the way, with whatever makes it another one than those with the same bytes. True where it leads nowhere
  /// new.
  bool enter(StateView bytes, std::int32_t only, const ProcessSet* moved) {
    const bool known = !places_.insert(key(bytes, only, moved)).second;
    circular_ |= known;
    return known;
  }
  /// The way goes back from there.
  void leave(StateView bytes, std::int32_t only, const ProcessSet* moved) {
    if (!circular_) places_.erase(key(bytes, only, moved));
  }
  std::size_t size() const { return places_.size(); }

 private:
  static std::string key(StateView bytes, std::int32_t only, const ProcessSet* moved) {
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    text.append(reinterpret_cast<const char*>(&only), sizeof only);
    if (moved != nullptr) moved->append_to(text);
    return text;
  }

  std::unordered_set<std::string> places_;  // of the way so far and, once it is circular, of all ways since
  bool circular_ = false;
};

}  // namespace quotient
