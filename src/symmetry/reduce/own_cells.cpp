#include "symmetry/reduce/own_cells.hpp"

#include <algorithm>
#include <map>

#include "base/mix.hpp"

namespace quotient {

OwnCells::OwnCells(const Scheme& scheme, const std::function<bool(const Place&)>& counts)
    : is_member_(scheme.symmetry().places.size(), false) {
  const std::vector<Place>& places = scheme.symmetry().places;
  const std::size_t blocks = scheme.blocks().size();
  /// The cells of one pattern: one for each block of a kind.
  struct Template {
    Row row;
    std::uint32_t bytes = 0;
    bool member = true;
  };
  std::map<std::uint32_t, Template> templates;
  for (std::size_t p = 0; p < places.size(); ++p) {
    const Named& name = scheme.place(p);
    if (name.blocks.size() != 1) continue;
    Template& here = templates[name.pattern];
    const auto bytes = static_cast<std::uint32_t>(places[p].type.size());
    if (here.row.empty()) {
      here.row.resize(blocks, nowhere);
      here.bytes = bytes;
    }
    here.member &= bytes == here.bytes && counts(places[p]);
    here.row[name.blocks[0]] = places[p].offset;
  }
  for (std::size_t p = 0; p < places.size(); ++p) {
    const Named& name = scheme.place(p);
    is_member_[p] = name.blocks.size() == 1 && templates[name.pattern].member;
  }

  // Where one begins as another ends, for all blocks, they are one run.
  std::vector<Template*> waiting;
  for (auto& [pattern, here] : templates) {
    if (here.member) waiting.push_back(&here);
  }
  std::sort(waiting.begin(), waiting.end(), [](const Template* a, const Template* b) { return a->row < b->row; });
  const auto continues = [](const Template& run, const Template& next) {
    for (std::size_t m = 0; m < run.row.size(); ++m) {
      const std::uint32_t end = run.row[m] == nowhere ? nowhere : run.row[m] + run.bytes;
      if (next.row[m] != end) return false;
    }
    return true;
  };
  for (std::size_t k = 0; k < waiting.size(); ++k) {
    Template run = *waiting[k];
    while (k + 1 < waiting.size() && continues(run, *waiting[k + 1])) run.bytes += waiting[++k]->bytes;
    add_run(run.row, run.bytes);
  }

  for (Words& words : words_) {
    std::stable_sort(words.pieces.begin(), words.pieces.end(),
                     [](const Piece& a, const Piece& b) { return a.block < b.block; });
    words.begin.assign(blocks + 1, 0);
    for (const Piece& piece : words.pieces) ++words.begin[piece.block + 1];
    for (std::size_t m = 0; m < blocks; ++m) words.begin[m + 1] += words.begin[m];
  }
  for (std::uint32_t size = 0; size < words_.size(); ++size) {
    for (std::uint32_t k = 0; k < words_[size].pieces.size(); ++k) by_number_.push_back({size, k});
  }
}

/// Cuts a run into words.
void OwnCells::add_run(const Row& row, std::uint32_t bytes) {
  std::uint32_t done = 0;
  while (done < bytes) {
    std::size_t size = 3;
    while (bytes - done < (1U << size)) --size;
    Row& here = rows_.emplace_back(row);
    for (std::uint32_t& offset : here) {
      if (offset != nowhere) offset += done;
    }
    const std::uint64_t factor = mix(0x91ecU + rows_.size()) | 1U;
    for (BlockId m = 0; m < here.size(); ++m) {
      if (here[m] != nowhere) words_[size].pieces.push_back({factor, here.data(), here[m], m});
    }
    done += 1U << size;
  }
}

}  // namespace quotient
