#include "mcrl2/steps/state_digest.hpp"

#include <cstring>

#include "base/mix.hpp"
#include "mcrl2/steps/process_coder.hpp"

namespace quotient::mcrl2 {

StateDigest::StateDigest(const Model& model, SharedTables& shared) : shared_(shared) {
  for (const Process& process : model.processes) {
    for (const Cell& cell : model.types[process.type].cells) {
      if (cell.width == sizeof(std::uint32_t)) cells_.push_back(process.offset + cell.offset);
    }
  }
}

std::uint64_t StateDigest::hash_of(std::uint32_t code) {
  const auto known = hashes_.find(code);
  if (known != hashes_.end()) return known->second;
  std::uint64_t hash = 0;
  for (const char c : shared_.values.at(code & ~ProcessCoder::interned))
    hash = mix(hash + static_cast<std::uint8_t>(c) + 1);
  return hashes_[code] = hash;
}

StateView StateDigest::of(StateView state) {
  bool copied = false;
  for (const std::uint32_t at : cells_) {
    std::uint32_t code = 0;  // least significant byte first, as it was put
    for (std::uint32_t i = 0; i < sizeof code; ++i) code |= std::uint32_t{state[at + i]} << (8 * i);
    if ((code & ProcessCoder::interned) == 0) continue;
    if (!copied) bytes_.assign(state.begin(), state.end());
    copied = true;
    const std::uint64_t hash = hash_of(code);
    std::memset(bytes_.data() + at, 0, sizeof code);
    for (std::uint32_t i = 0; i < sizeof hash; ++i) bytes_.push_back(static_cast<std::uint8_t>(hash >> (8 * i)));
  }
  return copied ? StateView(bytes_) : state;
}

}  // namespace quotient::mcrl2
