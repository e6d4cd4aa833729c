#pragma once

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <span>
#include <string>

#include "lts/compare.hpp"
#include "lts/expand.hpp"
#include "lts/quotient_lts.hpp"
#include "mcrl2/mcrl2.hpp"
#include "search/graph.hpp"
#include "search/search.hpp"
#include "symmetry/action/label_text.hpp"
#include "symmetry/reduce/strategy.hpp"

namespace quotient::testing {

using Bytes = std::vector<std::uint8_t>;

/// A specification and its unreduced state space.
struct StateSpace {
  /// `labels_matter`: names of actions stay what they are.
  explicit StateSpace(std::string text, std::uint64_t most = 5000, bool with_symmetry = true,
                      bool labels_matter = true) {
    const FileId file = sources.add("m.mcrl2", std::move(text));
    mcrl2::Options options;
    options.symmetry = with_symmetry;
    options.permuted_labels = with_symmetry && labels_matter;
    system = mcrl2::load(sources, file, options, diagnostics);
    for (const Diagnostic& d : diagnostics.all()) {
      if (d.severity == Severity::error) errors += render(sources, d, false);
    }
    if (!system) return;
    Limits limits;
    limits.max_states = most;
    const StateGraph graph(*system, limits);
    whole = graph.stopped() == StopReason::nothing;
    lts.state_count = graph.state_count();
    for (std::uint32_t i = 0; i < graph.state_count(); ++i) {
      states.emplace_back(graph.state(i).begin(), graph.state(i).end());
      numbers[states.back()] = i;
    }
    for (const StateGraph::Edge& e : graph.edges()) {
      lts.edges.push_back({e.source, lts.label(system->narrator().label(e.label)), e.target});
    }
  }

  const Symmetry& symmetry() const { return system->symmetry(); }

  SourceMap sources;
  Diagnostics diagnostics;
  std::unique_ptr<mcrl2::SpecificationSystem> system;
  std::string errors;
  bool whole = false;
  std::vector<Bytes> states;
  std::map<Bytes, std::uint32_t> numbers;
  Lts lts;
};

using NameImages = std::map<std::string, std::string, std::less<>>;

inline std::vector<NameImages> permutations_of(std::vector<std::string> names) {
  std::vector<NameImages> out;
  std::sort(names.begin(), names.end());
  const std::vector<std::string> from = names;
  do {
    NameImages& images = out.emplace_back();
    for (std::size_t i = 0; i < from.size(); ++i) images[from[i]] = names[i];
  } while (std::next_permutation(names.begin(), names.end()));
  return out;
}

/// A label with other names of actions.
inline std::string with_other_actions(const std::string& label, const NameImages& images) {
  std::string out;
  for (std::size_t at = 0; at < label.size();) {
    std::size_t end = at;
    while (end < label.size() && (std::isalnum(static_cast<unsigned char>(label[end])) != 0 || label[end] == '_'))
      ++end;
    const auto known = images.find(std::string_view(label).substr(at, end - at));
    out += known != images.end() ? known->second : label.substr(at, std::max<std::size_t>(end - at, 1));
    at = std::max(end, at + 1);
  }
  return normal_label(out);
}

/// Checks state by state and step by step that the generators map the state space to itself, and returns how many
/// orbits it has: no use is made of keys. Each generator may come with one of these permutations of
/// names of actions.
inline std::uint32_t orbits_by_brute_force(const StateSpace& space, std::span<const NameImages> actions = {}) {
  const Symmetry& symmetry = space.symmetry();
  const auto actor = symmetry.actor();
  std::vector<std::uint32_t> root(space.states.size());
  for (std::uint32_t i = 0; i < root.size(); ++i) root[i] = i;
  const auto find = [&](std::uint32_t i) {
    while (root[i] != i) i = root[i];
    return i;
  };
  const std::set<Lts::Edge> edges(space.lts.edges.begin(), space.lts.edges.end());
  std::map<std::string, std::uint32_t> labels;
  for (std::uint32_t i = 0; i < space.lts.labels().size(); ++i) labels.emplace(space.lts.labels()[i], i);
  for (const Permutation& g : symmetry.group.generators()) {
    std::map<std::string, std::string, std::less<>> images;
    for (Point a = 0; a < symmetry.atoms.size(); ++a) images[symmetry.atoms[a].name] = symmetry.atoms[g[a]].name;
    std::vector<std::uint32_t> image_of;
    for (std::uint32_t i = 0; i < root.size(); ++i) {
      Bytes image(space.states[i].size());
      actor->permute(space.states[i], g, image.data());
      const auto known = space.numbers.find(image);
      EXPECT_TRUE(known != space.numbers.end()) << "a state is mapped to one that is not reachable";
      if (known == space.numbers.end()) return 0;
      image_of.push_back(known->second);
      root[std::max(find(i), find(known->second))] = std::min(find(i), find(known->second));
    }
    EXPECT_EQ(image_of[space.lts.initial], space.lts.initial);
    // Of the label of a step that is mapped to none; empty where there is no such step.
    const auto first_wrong = [&](const NameImages& actions_to) -> std::string {
      for (const Lts::Edge& e : space.lts.edges) {
        const std::string permuted = permuted_label(space.lts.labels()[e.label], [&](std::string_view name) {
          const auto known = images.find(name);
          return known == images.end() ? name : std::string_view(known->second);
        });
        const std::string label = actions_to.empty() ? permuted : with_other_actions(permuted, actions_to);
        const auto number = labels.find(label);
        if (number == labels.end() || !edges.contains({image_of[e.source], number->second, image_of[e.target]}))
          return space.lts.labels()[e.label] + " is mapped to " + label + ", which is no step";
      }
      return "";
    };
    std::string wrong = first_wrong({});
    for (const NameImages& to : actions) {
      if (wrong.empty() || first_wrong(to).empty()) wrong.clear();
    }
    EXPECT_EQ(wrong, "");
    if (!wrong.empty()) return 0;
  }
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < root.size(); ++i) count += find(i) == i ? 1 : 0;
  return count;
}

inline Result search_with(const StateSpace& space, const Reduction* reduction, unsigned threads = 1) {
  SearchOptions options;
  options.all = true;
  options.threads = threads;
  options.smallest_shared_level = 1;
  options.reduction = reduction;
  return explore(*space.system, options);
}

}  // namespace quotient::testing
