#include "process/symmetry/scd/validity.hpp"

#include <algorithm>
#include <map>

namespace quotient::scd {

Validity::Validity(const Outline& outline) : outline_(outline) {
  const std::size_t count = outline.nodes.size();
  std::map<std::pair<std::string, bool>, std::uint32_t> labels;
  for (const Outline::Node& n : outline.nodes) {
    label_of_.push_back(
        labels.try_emplace({n.label, n.unordered}, static_cast<std::uint32_t>(labels.size())).first->second);
  }
  // Some nodes may belong to nothing.
  std::vector<bool> belongs(count, false), holds_items(count, false);
  if (count > 0) belongs[count - 1] = true;
  for (std::size_t v = count; v-- > 0;) {
    if (!belongs[v]) continue;
    for (const std::uint32_t child : outline.nodes[v].children) belongs[child] = true;
  }
  number_of_.assign(count, 0);
  for (std::uint32_t v = 0; v < count; ++v) {
    if (!belongs[v]) continue;
    const Outline::Node& n = outline.nodes[v];
    holds_items[v] = n.item != Outline::no_item;
    for (const std::uint32_t child : n.children) holds_items[v] = holds_items[v] || holds_items[child];
    if (holds_items[v]) parts_.push_back(v);
    make_key(v, nullptr);
    number_of_[v] = numbers_.try_emplace(key_, static_cast<Number>(numbers_.size())).first->second;
  }
}

void Validity::make_key(std::uint32_t node, const Permutation* permutation) {
  const Outline::Node& n = outline_.nodes[node];
  key_.clear();
  if (n.item != Outline::no_item) {
    key_.push_back(0xffff'ffff);  // no label
    key_.push_back(permutation != nullptr ? (*permutation)[n.item] : n.item);
    return;
  }
  key_.push_back(label_of_[node]);
  const std::vector<Number>& numbers = permutation != nullptr ? permuted_ : number_of_;
  for (const std::uint32_t child : n.children) key_.push_back(numbers[child]);
  if (n.unordered) std::sort(key_.begin() + 1, key_.end());
}

bool Validity::is_valid(const Permutation& permutation) {
  permuted_ = number_of_;
  for (const std::uint32_t v : parts_) {
    make_key(v, &permutation);
    const auto found = numbers_.find(key_);
    if (found == numbers_.end()) return false;
    permuted_[v] = found->second;
  }
  return permuted_.empty() || permuted_.back() == number_of_.back();
}

}  // namespace quotient::scd
