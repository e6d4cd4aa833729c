#include "lts/expand.hpp"

#include <fmt/format.h>
#include <map>

#include "lts/annotation.hpp"
#include "symmetry/group.hpp"
#include "symmetry/label_text.hpp"

namespace quotient {

namespace {

class Expansion {
 public:
  Expansion(const Lts& reduced, const Annotations& annotations)
      : reduced_(reduced), annotations_(annotations), edges_(reduced), stabilisers_(reduced.state_count, trivial) {
    groups_.emplace_back(degree());
    std::map<std::vector<Permutation>, std::uint32_t> known;
    std::vector<Permutation> all;
    for (const Annotation& label : annotations.labels) {
      all.insert(all.end(), label.by.begin(), label.by.end());
      all.insert(all.end(), label.fixing.begin(), label.fixing.end());
    }
    for (const Lts::Edge& e : reduced.edges) {
      const std::vector<Permutation>& fixing = annotations.labels[e.label].fixing;
      if (fixing.empty() || stabilisers_[e.target] != trivial) continue;
      const auto [place, fresh] = known.try_emplace(fixing, static_cast<std::uint32_t>(groups_.size()));
      if (fresh) groups_.emplace_back(degree(), fixing);
      stabilisers_[e.target] = place->second;
    }
    stabilisers_[reduced.initial] = static_cast<std::uint32_t>(groups_.size());
    groups_.emplace_back(degree(), all);
    for (Point p = 0; p < degree(); ++p) numbers_[annotations.names[p]] = p;
  }

  bool run(std::uint64_t most_states, Lts& out) {
    visit(reduced_.initial, Permutation::identity(degree()));
    for (std::uint32_t source = 0; source < nodes_.size(); ++source) {
      const Node here = nodes_[source];
      for (const Lts::Edge& e : edges_.of(here.state)) {
        const Annotation& label = annotations_.labels[e.label];
        if (label.by.empty()) {  // as if () was written
          step(out, source, e, here.by);
        } else {
          for (const Permutation& by : label.by) step(out, source, e, by.inverse().then(here.by));
        }
      }
      if (nodes_.size() > most_states) return false;
    }
    out.initial = 0;
    out.state_count = static_cast<std::uint32_t>(nodes_.size());
    return true;
  }

 private:
  static constexpr std::uint32_t trivial = 0;
  /// The state that `by` makes of a representative; of all renamings that make it, the least.
  struct Node {
    std::uint32_t state;
    Permutation by;
    friend auto operator<=>(const Node&, const Node&) = default;
  };

  std::size_t degree() const { return annotations_.names.size(); }

  void step(Lts& out, std::uint32_t source, const Lts::Edge& e, const Permutation& by) {
    out.edges.push_back({source, renamed(out, e.label, by), visit(e.target, by)});
  }

  /// All of a coset of the stabiliser make the same state. Images of the base points are made as small as possible, one
  /// after the other, by what leaves those before alone.
  Permutation least_of_coset(const Group& stabiliser, Permutation by) const {
    const StabiliserChain& chain = stabiliser.chain();
    for (std::size_t level = 0; level < chain.depth(); ++level) {
      Point best = chain.base_point(level);
      for (const Point x : chain.orbit(level)) {
        if (by[x] < by[best]) best = x;
      }
      if (best != chain.base_point(level)) by = chain.representative(level, best).then(by);
    }
    return by;
  }

  std::uint32_t visit(std::uint32_t state, Permutation by) {
    Node node{state, least_of_coset(groups_[stabilisers_[state]], std::move(by))};
    const auto [place, fresh] = known_.try_emplace(node, static_cast<std::uint32_t>(nodes_.size()));
    if (fresh) nodes_.push_back(std::move(node));
    return place->second;
  }

  std::uint32_t renamed(Lts& out, std::uint32_t label, const Permutation& by) {
    const auto [place, fresh] = labels_.try_emplace({label, by});
    if (fresh) {
      place->second = out.label(renamed_label(annotations_.labels[label].action, [&](std::string_view name) {
        const auto known = numbers_.find(name);
        return known == numbers_.end() ? name : std::string_view(annotations_.names[by[known->second]]);
      }));
    }
    return place->second;
  }

  const Lts& reduced_;
  const Annotations& annotations_;
  EdgesBySource edges_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> stabilisers_;  // by state: a group
  std::map<std::string, Point, std::less<>> numbers_;
  std::vector<Node> nodes_;
  std::map<Node, std::uint32_t> known_;
  std::map<std::pair<std::uint32_t, Permutation>, std::uint32_t> labels_;
};

}  // namespace

std::optional<Lts> expand(const Lts& quotient, std::string& problem, std::uint64_t most_states) {
  const auto annotations = read_annotations(quotient.labels(), problem);
  if (!annotations) return std::nullopt;
  if (!annotations->any) return quotient;
  Lts out;
  if (Expansion(quotient, *annotations).run(most_states, out)) return out;
  problem = fmt::format("there are more than {} states", most_states);
  return std::nullopt;
}

}  // namespace quotient
