#include "search/state_coder.hpp"

#include <algorithm>
#include <utility>

namespace quotient {

namespace {

constexpr std::uint32_t shortest_tree = 9;  // what is shorter would be its own root, and leave no bit for the mark

}  // namespace

std::vector<std::unique_ptr<CodeTables::Kind>>::iterator CodeTables::place_of(std::uint32_t length) {
  return std::lower_bound(
      kinds_.begin(), kinds_.end(), length,
      [](const std::unique_ptr<Kind>& k, std::uint32_t wanted) { return k->packing->length() < wanted; });
}

Packing& CodeTables::packing(StateView state) {
  const std::lock_guard lock(mutex_);
  const auto length = static_cast<std::uint32_t>(state.size());
  auto at = place_of(length);
  if (at == kinds_.end() || (*at)->packing->length() != length) {
    at = kinds_.insert(at, std::make_unique<Kind>());
    (*at)->packing = std::make_unique<Packing>(state);
  }
  return *(*at)->packing;
}

bool CodeTables::note_unpacked(std::uint32_t length) {
  if (length > Packing::longest) return false;
  const std::lock_guard lock(mutex_);
  Kind& kind = **place_of(length);
  return kind.unpacked.fetch_add(1, std::memory_order_relaxed) + 1 >= kind.most;
}

Packing* StateCoder::packing_of(StateView state) {
  if (edition_ != tables_.edition()) {
    packings_.clear();
    edition_ = tables_.edition();
  }
  if (!packings_.empty() && packings_.front()->length() == state.size()) return packings_.front();
  if (state.size() > Packing::longest) return nullptr;
  auto found =
      std::find_if(packings_.begin(), packings_.end(), [&](const Packing* p) { return p->length() == state.size(); });
  if (found == packings_.end()) found = packings_.insert(found, &tables_.packing(state));
  std::swap(packings_.front(), *found);
  return packings_.front();
}

std::optional<std::uint64_t> StateCoder::encode(StateView state, const OpenState* source) {
  Packing* const packing = packing_of(state);
  if (packing == nullptr) return encode_unpacked(state);
  if (source != nullptr && (source->edition != edition_ || !source->packed || source->length != state.size())) {
    source = nullptr;
  }
  return encode(state, source, *packing);
}

std::optional<std::uint64_t> StateCoder::encode(StateView state, const OpenState* source, Packing& packing) {
  const std::uint8_t* const near = source != nullptr ? source->bytes.data() : packing.first();
  for (;;) {
    if (packing.words() == 1) {
      std::uint64_t word = source != nullptr ? source->words[0] : 0;
      if (packing.pack(state.data(), near, &word)) return word;
    } else {
      words_.assign(packing.words(), 0);
      if (source != nullptr) std::copy_n(source->words.begin(), packing.words(), words_.begin());
      if (packing.pack(state.data(), near, words_.data())) {
        const StateView packed{reinterpret_cast<const std::uint8_t*>(words_.data()), packing.packed_bytes()};
        return trees_.encode(packed, source != nullptr ? &source->tree : nullptr);
      }
    }
    if (!learns_) {
      // Unknown to all states so far, or met in states that are not packed.
      return encode_unpacked(state);
    }
    if (!packing.learn(state)) return encode_unpacked(state);
  }
}

std::optional<std::uint64_t> StateCoder::encode_unpacked(StateView state) {
  if (state.size() < shortest_tree) {
    padded_.assign(shortest_tree, 0);
    std::copy(state.begin(), state.end(), padded_.begin());
    state = padded_;
  }
  const std::optional<std::uint64_t> root = trees_.encode(state, nullptr);
  if (!root) return std::nullopt;
  return *root | unpacked_mark;
}

std::optional<std::uint64_t> StateCoder::find(StateView state) {
  learns_ = false;
  trees_.set_adding(false);
  const std::optional<std::uint64_t> root = encode(state, nullptr);
  trees_.set_adding(true);
  learns_ = true;
  return root;
}

void StateCoder::decode(std::uint64_t root, std::uint32_t length, OpenState& open) {
  const std::uint64_t edition = tables_.edition();
  if (!is_packed(root)) {
    decode_unpacked(root, length, open);
    return;
  }
  // Any state of this length will do to ask for the packing: there is one.
  padded_.resize(std::max<std::size_t>(padded_.size(), length));
  const Packing& packing = *packing_of({padded_.data(), length});
  // Bytes that never change are there already.
  if (!open.packed || open.length != length || open.edition != edition) open.length = 0;
  decode(root, packing, open);
  open.edition = edition;
}

void StateCoder::decode(std::uint64_t root, const Packing& packing, OpenState& open) {
  if (!is_packed(root)) {
    decode_unpacked(root, packing.length(), open);
    return;
  }
  if (open.length != packing.length() || !open.packed) {
    open.length = packing.length();
    open.packed = true;
    open.bytes.assign(packing.first(), packing.first() + packing.length());
    open.words.assign(packing.words(), 0);
  }
  if (packing.words() == 1) {
    open.words[0] = root;
  } else {
    trees_.decode(root, static_cast<std::uint32_t>(packing.packed_bytes()), open.tree);
    std::memcpy(open.words.data(), open.tree.bytes.data(), packing.packed_bytes());
  }
  packing.unpack(open.words.data(), open.bytes.data());
}

void StateCoder::decode_unpacked(std::uint64_t root, std::uint32_t length, OpenState& open) {
  trees_.decode(root & ~unpacked_mark, std::max(length, shortest_tree), unpacked_);
  open.length = length;
  open.packed = false;
  open.bytes.assign(unpacked_.bytes.begin(), unpacked_.bytes.begin() + length);
}

}  // namespace quotient
