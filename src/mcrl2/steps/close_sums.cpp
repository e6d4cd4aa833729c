#include <algorithm>

#include "mcrl2/steps/open_sums.hpp"

// Sums over infinite sorts that no condition bounds: `sum x, y: Nat. r(x)|s(y) . P` moves only where others do the
// actions that r and s communicate with, and these have finitely many arguments. Some of these others may be such sums
// themselves, which know the arguments of one action when they were given those of another. So moves are derived in
// rounds, from what all others offer, derived moves included. In a step each child takes part once: there are no longer
// chains than open children, and no more rounds are needed. What is derived may be more than what can happen; the
// operators decide in the end, as for all moves.

namespace quotient::mcrl2 {

OpenSums::OpenSums(const Model& model, const Group& group, const GroupRules& rules, Offers& offers,
                   ActionTable& actions, LocalStates& locals, const OpenSums* around)
    : model_(model),
      group_(group),
      rules_(rules),
      offers_(offers),
      actions_(actions),
      locals_(locals),
      around_(around) {}

ActName OpenSums::name_at(const OpenSum& sum, std::uint32_t position) const {
  return model_.spec.actions[sum.summand->actions[position].action.value].name;
}

void OpenSums::list_sums() {
  sums_.clear();
  asked_.start();
  for (const std::uint32_t child : open_children_) {
    const LocalState& state = offers_.base(child);
    for (std::size_t o = 0; o < state.open.size(); ++o) {
      const OpenOffer& offer = state.open[o];
      for (const ActName partner : rules_.partners[offer.name.value]) asked_.first(partner.value);
      if (offer.position != 0) continue;
      OpenSum& sum = sums_.emplace_back();
      sum.child = child;
      sum.number = offer.summand;
      sum.summand = &model_.locations[state.location.value].summands[offer.summand];
      sum.offers = std::span(state.open).subspan(o, sum.summand->actions.size());
      sum.agreed.resize(sum.summand->actions.size());
      sum.all_agreed.resize(sum.summand->actions.size());
    }
  }
}

void OpenSums::close(std::span<const std::uint32_t> children) {
  open_children_ = children;
  list_sums();
  resolve();
  if (derived_.size() < open_children_.size()) derived_.resize(open_children_.size());
  if (move_once_.size() < open_children_.size()) move_once_.resize(open_children_.size());
  for (std::size_t i = 0; i < open_children_.size(); ++i) {
    derived_[i].clear();
    move_once_[i].start();
  }
  for (std::size_t round = 0; round < open_children_.size(); ++round) {
    bool more = false;
    for (const OpenSum& sum : sums_) more = derive(sum) || more;
    if (!more) break;
  }
  for (std::size_t i = 0; i < open_children_.size(); ++i) {
    const std::uint32_t child = open_children_[i];
    offers_.set_view(child, locals_.closed(offers_.base(child), derived_[i]));
  }
}

const std::vector<std::uint32_t>& OpenSums::derived(std::uint32_t child) const {
  return derived_[static_cast<std::size_t>(std::ranges::lower_bound(open_children_, child) - open_children_.begin())];
}

/// False where an argument that is known already is another one. Only between plain values that can be told at once.
bool OpenSums::may_be(const OpenOffer& offer, InstanceId instance) const {
  if (!actions_[instance].plain || actions_[instance].arguments.is_small()) return true;
  const auto arguments = actions_[instance].arguments.node()->arguments();
  for (std::size_t i = 0; i < offer.settled.size(); ++i) {
    if (offer.settled[i] && *offer.settled[i] != arguments[i] && actions_.is_plain(*offer.settled[i])) return false;
  }
  return true;
}

/// The actions that others, as far as they are known, want this one to be.
void OpenSums::candidates(const OpenSum& sum, std::uint32_t position, std::vector<InstanceId>& out) {
  const ActName name = name_at(sum, position);
  const ActId action = sum.summand->actions[position].action;
  instance_once_.start();
  out.clear();
  const auto add = [&](InstanceId offered) {
    const InstanceId wanted = actions_.partner(offered, name);
    if (wanted == none || actions_[wanted].action != action || !instance_once_.first(wanted)) return;
    if (may_be(sum.offers[position], wanted)) out.push_back(wanted);
  };
  for (const InstanceId instance : sum.agreed[position]) add(instance);
  if (around_) {
    std::vector<InstanceId> outside;
    candidates_outside(name, outside);
    for (const InstanceId instance : outside) add(instance);
  }
  for (const ActName partner : rules_.partners[name.value]) {
    for (const auto& [child, named] : offers_.by_name(partner)) {
      for (std::uint32_t o = named.begin; child != sum.child && o < named.end; ++o) {
        add(offers_.view(child).offers[o].instance);
      }
    }
    for (std::size_t i = 0; i < open_children_.size(); ++i) {
      if (open_children_[i] == sum.child) continue;
      for (const std::uint32_t move : derived_[i]) {
        const MultiId multi = offers_.base(open_children_[i]).moves[move].multi;
        for (std::size_t a = 0; a < actions_.actions(multi).size(); ++a) {
          const InstanceId instance = actions_.actions(multi)[a];  // not kept: the table may grow
          if (actions_[instance].name == partner) add(instance);
        }
      }
    }
  }
}

/// Whether there are new moves that others may wait for.
bool OpenSums::derive(const OpenSum& sum) {
  const std::size_t place = static_cast<std::size_t>(
      std::lower_bound(open_children_.begin(), open_children_.end(), sum.child) - open_children_.begin());
  bool awaited = false;
  const auto take = [&](const std::vector<std::uint32_t>& moves) {
    for (const std::uint32_t move : moves) {
      if (!move_once_[place].first(move)) continue;
      derived_[place].push_back(move);
      for (const InstanceId action : actions_.actions(offers_.base(sum.child).moves[move].multi)) {
        awaited = awaited || asked_.has(actions_[action].name.value);
      }
    }
  };
  for (const OpenSum::Part& part : sum.parts) {
    take(locals_.close_by_part(offers_.base(sum.child), sum.number, part.closing, part.arguments));
  }
  std::vector<std::vector<InstanceId>> choices;
  std::vector<InstanceId> given;
  for (std::uint32_t c = 0; c < sum.summand->closings.size(); ++c) {
    const std::vector<std::uint32_t>& positions = sum.summand->closings[c].positions;
    choices.resize(positions.size());
    bool possible = true;
    for (std::size_t i = 0; i < positions.size() && possible; ++i) {
      candidates(sum, positions[i], choices[i]);
      possible = !choices[i].empty();
    }
    if (!possible) continue;
    std::vector<std::size_t> at(positions.size(), 0);
    for (bool done = false; !done;) {
      locals_.heed_stop();
      given.clear();
      for (std::size_t i = 0; i < at.size(); ++i) given.push_back(choices[i][at[i]]);
      take(locals_.close(offers_.base(sum.child), sum.number, c, given));
      std::size_t i = 0;
      while (i < at.size() && ++at[i] == choices[i].size()) at[i++] = 0;
      done = i == at.size();
    }
  }
  return awaited;
}

}  // namespace quotient::mcrl2
