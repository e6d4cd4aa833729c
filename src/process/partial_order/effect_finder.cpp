#include "process/partial_order/effect_finder.hpp"

#include "process/partial_order/abstract_run.hpp"

namespace quotient {

EffectFinder::EffectFinder(const Program& program, const Instance& instance)
    : program_(program),
      instance_(instance),
      things_(program.global_size, static_cast<std::uint32_t>(instance.channels.size())) {
  find_constants();
}

/// Whatever no step from the bases on changes.
void EffectFinder::find_constants() {
  global_changes_ = ThingSet(things_.count());
  local_changes_.resize(instance_.types.size());
  for (std::uint32_t pid = 0; pid < instance_.types.size(); ++pid) {
    const ProcessType& type = program_.process_types[instance_.types[pid]];
    std::vector<std::uint8_t>& own = local_changes_[pid];
    own.assign(type.record_size, 0);
    for (const std::uint32_t location : instance_.locations[pid]) {
      for (std::uint32_t t = type.locations[location].first; t < type.locations[location].last; ++t) {
        Run run(*this, pid, true);
        global_changes_.insert(run.run(program_.transitions[t].code).writes);
        for (const auto& [first, last] : run.own_changes()) {
          for (std::int32_t at = first; at < last && u(at) < type.record_size; ++at) own[u(at)] = 1;
        }
      }
    }
  }
  constants_known_ = true;
}

Effects EffectFinder::of(CodeIndex code, std::uint32_t pid, bool timeout_holds) const {
  return Run(*this, pid, timeout_holds).run(code);
}

Effects EffectFinder::of_claim(CodeIndex code, Looks& looks) const { return Run(*this, looks).run(code); }

}  // namespace quotient
