#include "lts/refinement.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/narrow.hpp"
#include "base/stop_signal.hpp"

namespace quotient {

namespace {

struct SignatureHash {
  std::size_t operator()(const std::vector<std::uint32_t>& words) const {
    std::uint64_t hash = words.size();
    for (const std::uint32_t w : words) {
      hash = (hash ^ w) * 0x9e37'79b9'7f4a'7c15U;
      hash ^= hash >> 29U;
    }
    return static_cast<std::size_t>(hash);
  }
};

}  // namespace

SideBySide::SideBySide(const Lts& first, const Lts& second)
    : state_count(narrow<std::uint32_t>(std::uint64_t{first.state_count} + second.state_count)),
      split(first.state_count),
      first_initial(first.initial),
      second_initial(first.state_count + second.initial),
      begin(state_count + 1, 0) {
  Lts names;
  std::vector<std::uint32_t> numbers[2];
  for (const std::string& label : first.labels()) numbers[0].push_back(names.label(label));
  for (const std::string& label : second.labels()) numbers[1].push_back(names.label(label));
  labels = names.labels();
  for (const Lts::Edge& e : first.edges) ++begin[e.source + 1];
  for (const Lts::Edge& e : second.edges) ++begin[e.source + split + 1];
  for (std::size_t s = 0; s < state_count; ++s) begin[s + 1] += begin[s];
  std::vector<std::size_t> at(begin.begin(), begin.end() - 1);
  edges.resize(first.edges.size() + second.edges.size());
  for (const Lts::Edge& e : first.edges) edges[at[e.source]++] = {e.source, numbers[0][e.label], e.target};
  for (const Lts::Edge& e : second.edges) {
    edges[at[e.source + split]++] = {e.source + split, numbers[1][e.label], e.target + split};
  }
}

Refinement::Refinement(const SideBySide& systems, bool backwards)
    : systems_(systems), backwards_(backwards), blocks_(systems.state_count, 0) {
  if (!backwards) return;
  into_begin_.assign(systems.state_count + 1, 0);
  for (const Lts::Edge& e : systems.edges) ++into_begin_[e.target + 1];
  for (std::size_t s = 0; s < systems.state_count; ++s) into_begin_[s + 1] += into_begin_[s];
  std::vector<std::size_t> at(into_begin_.begin(), into_begin_.end() - 1);
  into_.resize(systems.edges.size());
  for (const Lts::Edge& e : systems.edges) into_[at[e.target]++] = e;
}

bool Refinement::refine() {
  std::unordered_map<std::vector<std::uint32_t>, std::uint32_t, SignatureHash> known;
  std::vector<std::uint32_t> next(blocks_.size()), signature;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> steps;
  const auto add_steps = [&] {
    std::sort(steps.begin(), steps.end());
    if (!backwards_) steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    signature.push_back(static_cast<std::uint32_t>(steps.size()));
    for (const auto& [label, block] : steps) signature.insert(signature.end(), {label, block});
  };
  for (std::uint32_t s = 0; s < blocks_.size(); ++s) {
    poll_stop();
    signature.assign(1, blocks_[s]);
    steps.clear();
    for (const Lts::Edge& e : systems_.of(s)) steps.emplace_back(e.label, blocks_[e.target]);
    add_steps();
    if (backwards_) {
      steps.clear();
      for (std::size_t i = into_begin_[s]; i < into_begin_[s + 1]; ++i) {
        steps.emplace_back(into_[i].label, blocks_[into_[i].source]);
      }
      add_steps();
    }
    next[s] = known.try_emplace(signature, static_cast<std::uint32_t>(known.size())).first->second;
  }
  const bool changed = known.size() != count_;
  count_ = static_cast<std::uint32_t>(known.size());
  blocks_ = std::move(next);
  return changed;
}

}  // namespace quotient
