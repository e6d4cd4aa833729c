#include "symmetry/reduce/lossy_image.hpp"

#include <algorithm>
#include <cstring>

namespace quotient {

LossyImage::LossyImage(const Scheme& scheme) : symmetry_(scheme.symmetry()) {
  for (std::size_t p = 0; p < symmetry_.places.size(); ++p) {
    const std::uint32_t values = symmetry_.places[p].value_class;
    shares_ |= scheme.place(p).blocks.size() > 1;
    holds_locations_.push_back(false);
    if (values == no_class) continue;
    const auto& atoms = symmetry_.classes[values].atoms;
    holds_locations_.back() = std::all_of(atoms.begin(), atoms.end(), [&](const auto& entry) {
      return symmetry_.atoms[entry.second].kind == Atom::Kind::location;
    });
    shares_ |= std::any_of(atoms.begin(), atoms.end(), [&](const auto& entry) {
      return concerns_others(scheme.place(p).blocks, scheme.atom(entry.second), p);
    });
  }
}

/// Besides the block whose cell it is, if any. A location of another block is at a place that depends on the order of
/// those that are tied.
bool LossyImage::concerns_others(std::span<const BlockId> holder, const Named& content, std::size_t place) const {
  if (content.blocks.size() > 1) return true;
  return holds_locations_[place] && !holder.empty() && !content.blocks.empty() &&
         holder.front() != content.blocks.front();
}

StateView LossyImage::take(const Scanner& scanner, std::span<const BlockId> images, std::span<const BlockId> meant,
                           std::span<const std::uint64_t> colours) {
  const Scheme& scheme = scanner.scheme();
  image_.assign(scanner.state().begin(), scanner.state().end());
  std::uint64_t digest = 0;
  for (std::size_t p = 0; p < scanner.cells().size(); ++p) {
    if (!scanner.is_present(p)) continue;
    const std::vector<BlockId>& blocks = scheme.place(p).blocks;
    const Point content = scanner.content(p);
    const std::size_t to = scanner.image_of(p, images);
    std::int32_t value = scanner.value(p);
    const bool refers = scanner.cells()[p].value_class != no_class && !holds_locations_[p];
    if (refers && meant.empty()) value = 0;
    if (blocks.size() > 1 || (content != Scanner::no_atom && concerns_others(blocks, scheme.atom(content), p))) {
      std::uint64_t whole = scanner.cells()[p].salt;
      std::uint64_t role = 0;
      for (const BlockId m : blocks) whole += mix(colours[m] + role++);
      if (content == Scanner::no_atom || (meant.empty() && !holds_locations_[p])) {
        whole += mix(static_cast<std::uint32_t>(value) + role);
      } else {
        whole += mix(scheme.atom(content).pattern + (role << 32U));
        for (const BlockId m : scheme.atom(content).blocks) whole += mix(colours[m] + ++role);
      }
      digest += mix(whole);
      value = 0;
    } else if (content != Scanner::no_atom && (holds_locations_[p] || !meant.empty())) {
      value = scanner.permuted_value(p, holds_locations_[p] ? images : meant);
    }
    scanner.store(to, value, image_.data());
  }
  if (shares_) {
    image_.resize(image_.size() + sizeof digest);
    std::memcpy(image_.data() + image_.size() - sizeof digest, &digest, sizeof digest);
  }
  return image_;
}

}  // namespace quotient
