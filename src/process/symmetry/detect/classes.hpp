#pragma once

#include <cstdint>
#include <vector>

/// Which values may be permuted together: everything that is assigned, compared or sent to one another is of one class.
namespace quotient::detect {

using Class = std::uint32_t;

class Classes {
 public:
  Class fresh() {
    const auto c = static_cast<Class>(parents_.size());
    parents_.push_back(c);
    flags_.push_back({});
    return c;
  }

  Class find(Class c) const {
    while (parents_[c] != c) c = parents_[c] = parents_[parents_[c]];
    return c;
  }

  void unite(Class a, Class b) {
    a = find(a);
    b = find(b);
    if (a == b) return;
    if (a > b) std::swap(a, b);
    parents_[b] = a;
    flags_[a].numeric = flags_[a].numeric || flags_[b].numeric;
    flags_[a].identity = flags_[a].identity || flags_[b].identity;
    flags_[a].channel = flags_[a].channel || flags_[b].channel;
  }

  /// Its values are ordered or computed with: no two of them are alike.
  void make_numeric(Class c) { flags_[find(c)].numeric = true; }
  bool is_numeric(Class c) const { return flags_[find(c)].numeric; }
  /// Some of its values tell processes or channels apart.
  void make_identity(Class c) { flags_[find(c)].identity = true; }

  /// Its values are numbers of channels.
  void make_channel(Class c) { flags_[find(c)].channel = flags_[find(c)].identity = true; }
  bool is_channel(Class c) const { return flags_[find(c)].channel; }

  /// Whether some of its values tell things apart, even where they may not be permuted.
  bool is_identity(Class c) const { return flags_[find(c)].identity; }

  /// Whether values of the class may be permuted.
  bool is_permuted(Class c) const { return flags_[find(c)].identity && !flags_[find(c)].numeric; }

 private:
  struct Flags {
    bool numeric = false, identity = false, channel = false;
  };
  mutable std::vector<Class> parents_;  // ways to the root are shortened while they are walked
  std::vector<Flags> flags_;
};

}  // namespace quotient::detect
