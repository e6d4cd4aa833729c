#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace quotient {

/// A labelled transition system. States are numbers from 0, labels texts that are kept once.
class Lts {
 public:
  struct Edge {
    std::uint32_t source, label, target;
    friend auto operator<=>(const Edge&, const Edge&) = default;
  };

  std::uint32_t initial = 0;
  std::uint32_t state_count = 1;
  std::vector<Edge> edges;

  std::uint32_t label(const std::string& text) {
    const auto [place, fresh] = numbers_.try_emplace(text, static_cast<std::uint32_t>(labels_.size()));
    if (fresh) labels_.push_back(text);
    return place->second;
  }
  const std::vector<std::string>& labels() const { return labels_; }

 private:
  std::vector<std::string> labels_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

/// The edges of each state.
class EdgesBySource {
 public:
  explicit EdgesBySource(const Lts& lts);
  std::span<const Lts::Edge> of(std::uint32_t state) const {
    return std::span(edges_).subspan(begin_[state], begin_[state + 1] - begin_[state]);
  }

 private:
  std::vector<Lts::Edge> edges_;
  std::vector<std::size_t> begin_;
};

}  // namespace quotient
