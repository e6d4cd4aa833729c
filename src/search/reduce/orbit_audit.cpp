#include "search/reduce/orbit_audit.hpp"

#define XXH_INLINE_ALL
#include <algorithm>
#include <unordered_set>
#include <xxhash.h>

#include "base/ensure.hpp"

namespace quotient {

namespace {

/// Keys by 128 bits of hash: of a thousand million, two are the same by chance once in 10^20 times.
class KeySet {
 public:
  bool insert(StateView key) { return hashes_.insert(hash(key)).second; }
  bool contains(StateView key) const { return hashes_.count(hash(key)) != 0; }
  std::uint64_t size() const { return hashes_.size(); }

 private:
  using Hash = std::pair<std::uint64_t, std::uint64_t>;
  struct First {
    std::size_t operator()(const Hash& h) const { return h.first; }
  };
  static Hash hash(StateView key) {
    const XXH128_hash_t h = XXH3_128bits(key.data(), key.size());
    return {h.low64, h.high64};
  }

  std::unordered_set<Hash, First> hashes_;
};

StateBytes bytes_of(StateView view) { return {view.begin(), view.end()}; }

/// What is left of a time limit.
void spend(Limits& limits, double seconds) {
  if (limits.time) *limits.time = std::max(*limits.time - std::chrono::duration<double>(seconds), {});
}

}  // namespace

OrbitAudit audit_orbits(const System& system, const SearchOptions& options, const Reduction& exact,
                        std::size_t most_examples) {
  ensure(options.reduction != nullptr && exact.exact(), "an audit needs a reduction, and an exact one");
  OrbitAudit audit;
  const std::unique_ptr<KeyFunction> audited_key_function = options.reduction->key_function(),
                                     exact_key_function = exact.key_function();
  KeySet keys, orbits;
  SearchOptions first = options;
  first.all = true;
  first.entered = [&](StateView state) {
    keys.insert(audited_key_function->key(state).bytes);
    if (!orbits.insert(exact_key_function->key(state).bytes)) ++audit.repeated;
  };
  audit.audited = explore(system, first);
  audit.met = orbits.size();

  std::vector<StateBytes> wanted;  // keys of the examples
  SearchOptions second = first;
  second.reduction = &exact;
  spend(second.limits, audit.audited.seconds);
  second.entered = [&](StateView state) {
    if (orbits.contains(exact_key_function->key(state).bytes)) return;
    const StateView key = audited_key_function->key(state).bytes;
    const bool merged = keys.contains(key);
    ++(merged ? audit.merged : audit.behind);
    if (audit.examples.size() == most_examples) return;
    audit.examples.push_back({bytes_of(state), std::nullopt});
    wanted.push_back(merged ? bytes_of(key) : StateBytes());
  };
  audit.exact = explore(system, second);
  audit.orbits = audit.exact.states;
  if (audit.merged == 0 || audit.examples.empty()) return audit;

  SearchOptions third = first;
  spend(third.limits, audit.audited.seconds + audit.exact.seconds);
  third.entered = [&](StateView state) {
    const StateView key = audited_key_function->key(state).bytes;
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      if (!wanted[k].empty() && std::ranges::equal(wanted[k], key)) audit.examples[k].taken_for = bytes_of(state);
    }
  };
  explore(system, third);
  return audit;
}

}  // namespace quotient
