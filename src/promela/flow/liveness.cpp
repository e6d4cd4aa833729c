#include "promela/flow/liveness.hpp"

#include <algorithm>

#include "base/stop_signal.hpp"

namespace quotient::promela {

Liveness::Liveness(std::vector<std::vector<std::uint32_t>> targets) : targets_(std::move(targets)) {
  const auto count = static_cast<std::uint32_t>(targets_.size());
  std::vector<std::uint32_t> incoming(count, 0);
  for (const auto& list : targets_) {
    for (const std::uint32_t to : list) ++incoming[to];
  }
  constexpr std::uint32_t none = 0xffff'ffff;
  chain_.assign(count, none);
  position_.assign(count, 0);
  const auto next_in_chain = [&](std::uint32_t node) {
    if (targets_[node].size() != 1) return std::uint32_t{0};
    const std::uint32_t to = targets_[node][0];
    return to != 0 && incoming[to] == 1 ? to : 0;
  };
  std::vector<bool> continues(count, false);
  for (std::uint32_t n = 1; n < count; ++n) continues[next_in_chain(n)] = true;
  const auto add_chain = [&](std::uint32_t head) {
    const auto number = static_cast<std::uint32_t>(chains_.size());
    chains_.emplace_back();
    for (std::uint32_t n = head; n != 0 && chain_[n] == none; n = next_in_chain(n)) {
      chain_[n] = number;
      position_[n] = static_cast<std::uint32_t>(chains_.back().nodes.size());
      chains_.back().nodes.push_back(n);
    }
  };
  for (std::uint32_t n = 1; n < count; ++n) {
    if (!continues[n]) add_chain(n);
  }
  for (std::uint32_t n = 1; n < count; ++n) {
    if (chain_[n] == none) add_chain(n);  // a cycle without a way in
  }
  for (std::uint32_t c = 0; c < chains_.size(); ++c) {
    const auto& exits = targets_[chains_[c].nodes.back()];
    for (std::uint32_t k = 0; k < exits.size(); ++k) {
      if (exits[k] != 0) chains_[chain_[exits[k]]].sources.emplace_back(c, k);
    }
  }
  round_of_uses_.assign(chains_.size(), 0);
  first_use_.assign(chains_.size(), 0);
  last_use_.assign(chains_.size(), 0);
  round_live_.assign(chains_.size(), 0);
}

std::span<const Liveness::Use> Liveness::uses_in(std::uint32_t chain) const {
  if (round_of_uses_[chain] != round_) return {};
  return std::span(uses_).subspan(first_use_[chain], last_use_[chain] - first_use_[chain]);
}

/// Of the last node of a chain.
std::span<const Liveness::Use> Liveness::uses_at(std::uint32_t node) const {
  const std::span<const Use> all = uses_in(chain_[node]);
  const auto first = std::partition_point(all.begin(), all.end(), [&](const Use& u) { return u.node != node; });
  return all.subspan(static_cast<std::size_t>(first - all.begin()));
}

/// Whether the variable is live at a node because it is where an edge leads.
bool Liveness::leads_on(std::uint32_t node, std::uint32_t edge, Edges edges) const {
  const std::span<const Use> uses = uses_at(node);
  if (edges == Edges::to_first_write) {
    const auto write = std::find_if(uses.begin(), uses.end(), [](const Use& u) { return u.overwrites; });
    return write == uses.end() || edge < write->edge;
  }
  const auto use = std::partition_point(uses.begin(), uses.end(), [edge](const Use& u) { return u.edge < edge; });
  return use == uses.end() || use->edge != edge || !use->overwrites;
}

void Liveness::live_at_end(std::uint32_t chain) {
  if (round_live_[chain] == round_) return;
  round_live_[chain] = round_;
  const std::uint32_t last = chains_[chain].nodes.back();
  if (targets_[last].size() > 1) live_choices_.push_back(last);
  const std::span<const Use> uses = uses_in(chain);
  if (uses.empty() || uses.front().node == last) live_at_head(chain);
}

void Liveness::look_at(std::vector<Use> uses, Edges edges) {
  ++round_;
  uses_ = std::move(uses);
  std::erase_if(uses_, [](const Use& u) { return !u.reads && !u.overwrites; });
  live_choices_.clear();
  std::sort(uses_.begin(), uses_.end(), [this](const Use& a, const Use& b) {
    if (chain_[a.node] != chain_[b.node]) return chain_[a.node] < chain_[b.node];
    if (a.node != b.node) return position_[a.node] < position_[b.node];
    return a.edge < b.edge;
  });
  std::vector<std::uint32_t> used;
  for (std::uint32_t k = 0; k < uses_.size(); ++k) {
    const std::uint32_t c = chain_[uses_[k].node];
    if (round_of_uses_[c] != round_) {
      round_of_uses_[c] = round_;
      first_use_[c] = k;
      used.push_back(c);
    }
    last_use_[c] = k + 1;
  }
  for (const std::uint32_t c : used) {
    const std::uint32_t last = chains_[c].nodes.back();
    for (const Use& use : uses_at(last)) {
      if (use.reads) live_at_end(c);
      if (use.reads || (use.overwrites && edges == Edges::to_first_write)) break;
    }
    const Use& first = uses_[first_use_[c]];
    if (first.node != last && first.reads) live_at_head(c);
  }
  while (!waiting_.empty()) {
    poll_stop();
    const std::uint32_t c = waiting_.back();
    waiting_.pop_back();
    for (const auto& [source, edge] : chains_[c].sources) {
      if (round_live_[source] != round_ && leads_on(chains_[source].nodes.back(), edge, edges)) live_at_end(source);
    }
  }
}

bool Liveness::is_live(std::uint32_t node) const {
  if (node == 0) return false;
  const std::uint32_t c = chain_[node];
  const std::uint32_t last = chains_[c].nodes.back();
  const std::span<const Use> uses = uses_in(c);
  const auto next =
      std::partition_point(uses.begin(), uses.end(), [&](const Use& u) { return position_[u.node] < position_[node]; });
  if (next != uses.end() && next->node != last) return next->reads;
  return round_live_[c] == round_;
}

}  // namespace quotient::promela
