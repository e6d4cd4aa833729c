#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "symmetry/reduce/block.hpp"

namespace quotient {

/// What a state says of blocks.
struct Findings {
  /// Several blocks that a place or its content brings together: first those of the place, then those meant.
  struct Relation {
    std::uint64_t salt;
    std::uint32_t first, count;  // in `related`
    std::uint32_t holders;       // how many are blocks of the place
  };
  /// A block that has a name of itself.
  struct SelfReference {
    std::uint64_t salt;
    BlockId block;
  };

  /// Of each block a digest of what it has for itself. A reference to itself adds mix(salt), and is listed as well, for
  /// those that count such references in another way.
  std::vector<std::uint64_t> own;
  std::vector<SelfReference> self_references;
  std::vector<Relation> relations;
  std::vector<BlockId> related;

  std::span<const BlockId> of(const Relation& r) const { return {related.data() + r.first, r.count}; }
};

/// The same, wherever it is kept.
struct FindingsView {
  std::span<const std::uint64_t> own;
  std::span<const Findings::SelfReference> self_references;
  std::span<const Findings::Relation> relations;
  const BlockId* related = nullptr;

  FindingsView() = default;
  explicit FindingsView(const Findings& found)
      : own(found.own),
        self_references(found.self_references),
        relations(found.relations),
        related(found.related.data()) {}
  std::span<const BlockId> of(const Findings::Relation& r) const { return {related + r.first, r.count}; }
};

}  // namespace quotient
