#include "bmethod/symmetry/labeller.hpp"

#include <algorithm>
#include <numeric>

#include "base/stop_signal.hpp"
#include "symmetry/graph/automorphism.hpp"
#include "symmetry/group/group.hpp"

namespace quotient::bmethod {

Labeller::Level& Labeller::at(std::size_t level) {
  while (levels_.size() <= level) levels_.emplace_back();
  return levels_[level];
}

Element Labeller::find(Level& level, Element e) {
  while (level.orbit[e] != e) e = level.orbit[e] = level.orbit[level.orbit[e]];
  return e;
}

void Labeller::join(Level& level, Element a, Element b) {
  a = find(level, a);
  b = find(level, b);
  if (a != b) level.orbit[std::max(a, b)] = std::min(a, b);
}

bool Labeller::are_twins(Element a, Element b) {
  if (images_.size() != elements_.count()) {
    images_.resize(elements_.count());
    std::iota(images_.begin(), images_.end(), Element{0});
  }
  std::swap(images_[a], images_[b]);
  const bool fixed = permuter_.is_fixed(parts_, images_);
  std::swap(images_[a], images_[b]);
  return fixed;
}

void Labeller::label(std::span<const Part> parts, std::vector<std::uint8_t>& out) {
  parts_ = parts;
  structure_.read(parts);
  Level& top = at(0);
  structure_.colour(top.partition);
  structure_.refine(top.partition);
  top.least.factors.clear();
  search(0);
  out.insert(out.end(), top.least.bytes.begin(), top.least.bytes.end());
}

/// The partition of `level` is stable, and `least.factors` of the level is empty. Finds the least leaf below. Returns
/// the level at which the search goes on where it turned out that all of this is the image of what was seen there;
/// `nowhere` otherwise.
std::size_t Labeller::search(std::size_t level) {
  poll_stop();
  Level& here = levels_[level];
  Partition& partition = here.partition;
  here.least.known = false;
  std::size_t tie = nowhere, tie_end = 0;
  double leaves = 1;
  const std::size_t count = elements_.count();
  for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
    const std::uint32_t colour = partition.colour[partition.order[begin]];
    end = begin + 1;
    bool twins = true;
    while (end < count && partition.colour[partition.order[end]] == colour) ++end;
    for (std::size_t i = begin + 1; twins && i < end; ++i) {
      twins = are_twins(partition.order[i - 1], partition.order[i]);
    }
    if (end - begin == 1) continue;
    if (!twins) {
      for (std::size_t i = 2; i <= end - begin; ++i) leaves *= static_cast<double>(i);
      if (tie == nowhere || end - begin < tie_end - tie) {
        tie = begin;
        tie_end = end;
      }
      continue;
    }
    // Whatever their order, the outcome is the same.
    for (std::size_t i = begin; i < end; ++i) {
      partition.colour[partition.order[i]] = static_cast<std::uint32_t>(i);
      if (i > begin) here.least.factors.push_back(static_cast<std::uint32_t>(i - begin + 1));
    }
  }
  if (tie == nowhere) return take_leaf(level);
  // Each of the tied in turn, in all orders, is the worst case, and below they are fewer. Whether the whole search can
  // be that long is the same question for all that a permutation takes to one another, so they get the same answer.
  if (level == 0 && leaves > leaves_) {
    ask_graph_library();
    return nowhere;
  }
  return branch(level, tie, tie_end);
}

void Labeller::ask_graph_library() {
  Level& top = levels_[0];
  // The first look at ties may have told twins apart.
  structure_.colour(top.partition);
  structure_.refine(top.partition);
  const CanonicalForm form = canonical_form(structure_.graph(top.partition));
  const std::size_t count = elements_.count();
  std::vector<Element> order(count);
  std::iota(order.begin(), order.end(), Element{0});
  std::ranges::sort(order, {}, [&](Element e) { return std::pair(top.partition.colour[e], form.labelling[e]); });
  Leaf& leaf = top.least;
  leaf.known = true;
  leaf.images.resize(count);
  for (std::size_t i = 0; i < count; ++i) leaf.images[order[i]] = static_cast<Element>(i);
  leaf.bytes.clear();
  permuter_.encode_permuted(parts_, leaf.images, leaf.bytes);
  std::vector<Permutation> automorphisms;
  for (const Permutation& generator : form.generators) {
    const auto images = generator.images().first(count);
    automorphisms.emplace_back(std::vector<Point>(images.begin(), images.end()));
    ensure(permuter_.is_fixed(parts_, automorphisms.back().images()),
           "an automorphism of the graph is none of the state");
  }
  const Group group(count, automorphisms);
  leaf.factors.clear();
  for (std::size_t level = 0; level < group.chain().depth(); ++level) {
    leaf.factors.push_back(static_cast<std::uint32_t>(group.chain().orbit(level).size()));
  }
}

std::size_t Labeller::take_leaf(std::size_t level) {
  Leaf& leaf = levels_[level].least;
  leaf.known = true;
  leaf.images.assign(levels_[level].partition.colour.begin(),
                     levels_[level].partition.colour.begin() + static_cast<std::ptrdiff_t>(elements_.count()));
  leaf.bytes.clear();
  permuter_.encode_permuted(parts_, leaf.images, leaf.bytes);
  // The same outcome in two ways is an automorphism. It fixes what both have individualised, and takes the choice made
  // here to the one made there: all below is alike.
  for (std::size_t above = 0; above < level; ++above) {
    Level& there = levels_[above];
    if (!there.least.known || there.least.bytes != leaf.bytes) continue;
    std::vector<Element> back(leaf.images.size());
    for (Element e = 0; e < back.size(); ++e) back[there.least.images[e]] = e;
    for (std::size_t l = 0; l <= above; ++l) {
      for (Element e = 0; e < back.size(); ++e) join(levels_[l], e, back[leaf.images[e]]);
    }
    return above;
  }
  return nowhere;
}

/// Each of the tied elements in turn is made the first of them.
std::size_t Labeller::branch(std::size_t level, std::size_t begin, std::size_t end) {
  Level& here = levels_[level];
  here.orbit.resize(elements_.count());
  std::iota(here.orbit.begin(), here.orbit.end(), Element{0});
  const std::vector<std::uint32_t> tied(here.partition.order.begin() + static_cast<std::ptrdiff_t>(begin),
                                        here.partition.order.begin() + static_cast<std::ptrdiff_t>(end));
  for (std::size_t i = 1; i < tied.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (find(here, tied[i]) == find(here, tied[j])) break;
      if (are_twins(tied[i], tied[j])) join(here, tied[i], tied[j]);
    }
  }
  const std::vector<std::uint32_t> own_factors = here.least.factors;
  std::vector<Element> tried;
  Level& below = at(level + 1);
  for (const Element candidate : tied) {
    const bool seen = std::ranges::any_of(tried, [&](Element t) { return find(here, t) == find(here, candidate); });
    if (seen) continue;
    tried.push_back(candidate);
    below.partition = here.partition;
    auto& order = below.partition.order;
    const auto from = order.begin() + static_cast<std::ptrdiff_t>(begin);
    std::iter_swap(from, std::find(from, from + static_cast<std::ptrdiff_t>(tied.size()), candidate));
    for (std::size_t i = begin + 1; i < end; ++i)
      below.partition.colour[order[i]] = static_cast<std::uint32_t>(begin + 1);
    structure_.refine(below.partition);
    // What looks greater already need not be followed to its leaves.
    if (here.least.known && below.partition.digest > here.digest) continue;
    if (here.least.known && below.partition.digest < here.digest) here.least.known = false;
    below.least.factors.clear();
    const std::size_t target = search(level + 1);
    if (target < level) return target;
    if (target == level) continue;
    if (here.least.known && here.least.bytes <= below.least.bytes) continue;
    std::swap(here.least, below.least);
    here.least.known = true;
    here.digest = below.partition.digest;
    here.chosen = candidate;
  }
  std::uint32_t alike = 0;
  for (const Element t : tied) {
    if (find(here, t) == find(here, here.chosen)) ++alike;
  }
  here.least.factors.push_back(alike);
  here.least.factors.insert(here.least.factors.end(), own_factors.begin(), own_factors.end());
  return nowhere;
}

}  // namespace quotient::bmethod
