#include "search/store/state_coder.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "search/segment/segment.hpp"

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

std::size_t CodeTables::code_bytes(std::uint32_t length) {
  const std::lock_guard lock(mutex_);
  const auto at = place_of(length);
  const bool packs = at != kinds_.end() && (*at)->packing->length() == length;
  return packs ? Code::bytes_for(*(*at)->packing) : sizeof(std::uint64_t);
}

bool CodeTables::note_unpacked(std::uint32_t length) {
  if (length > Packing::longest) {
    too_long_.store(true, std::memory_order_relaxed);
    return false;
  }
  const std::lock_guard lock(mutex_);
  Kind& kind = **place_of(length);
  return kind.unpacked.fetch_add(1, std::memory_order_relaxed) + 1 >= kind.most;
}

void CodeTables::save(SegmentWriter& out) const {
  out.put(static_cast<std::uint8_t>(economises_));
  out.put(static_cast<std::uint8_t>(too_long_.load(std::memory_order_relaxed)));
  out.put(static_cast<std::uint64_t>(kinds_.size()));
  for (const std::unique_ptr<Kind>& kind : kinds_) {
    kind->packing->save(out);
    out.put(kind->unpacked.load(std::memory_order_relaxed));
    out.put(kind->most);
    out.put(kind->states);
    out.put(static_cast<std::uint8_t>(kind->looked_at));
  }
  nodes.save(out);
}

std::optional<std::string> CodeTables::load(SegmentReader& in, Standstill& helpers) {
  economises_ = in.get<std::uint8_t>() != 0;
  too_long_.store(in.get<std::uint8_t>() != 0, std::memory_order_relaxed);
  const auto count = in.get<std::uint64_t>();
  if (count > Packing::longest + 1) in.fail("holds a number that cannot be true");
  for (std::uint64_t k = 0; k < count && in.ok(); ++k) {
    auto kind = std::make_unique<Kind>();
    kind->packing = Packing::load(in);
    if (!kind->packing) break;
    kind->unpacked.store(in.get<std::uint64_t>(), std::memory_order_relaxed);
    kind->most = in.get<std::uint64_t>();
    kind->states = in.get<std::uint64_t>();
    kind->looked_at = in.get<std::uint8_t>() != 0;
    const bool sorted = kinds_.empty() || kinds_.back()->packing->length() < kind->packing->length();
    const bool fits = kind->packing->is_cut_up() || kind->packing->words() <= Code::most_words;
    if (!sorted || !fits || kind->most == 0) in.fail("holds a number that cannot be true");
    kinds_.push_back(std::move(kind));
  }
  if (!in.ok()) return in.failure();
  ++edition_;
  return nodes.load(in, helpers);
}

const Packing* CodeTables::packing_for(std::uint32_t length) const {
  const auto at = std::lower_bound(
      kinds_.begin(), kinds_.end(), length,
      [](const std::unique_ptr<Kind>& k, std::uint32_t wanted) { return k->packing->length() < wanted; });
  return at != kinds_.end() && (*at)->packing->length() == length ? (*at)->packing.get() : nullptr;
}

bool CodeTables::has_meaning(const Code& code, std::size_t bytes, std::uint32_t length, Scratch& scratch) const {
  const Packing* const packing = packing_for(length);
  if ((packing == nullptr) != (length > Packing::longest)) return false;
  if (packing != nullptr && bytes < Code::bytes_for(*packing)) return false;
  const std::size_t words = packing != nullptr && code.is_packed() && !packing->is_cut_up() ? packing->words() : 1;
  for (std::size_t w = words; w < Code::most_words; ++w) {
    if (code.words[w] != 0) return false;
  }
  if (!code.is_packed()) {
    const std::uint64_t root = code.words[0] & ~Code::unpacked_mark;
    return nodes.read(root, std::max(length, shortest_tree), scratch.nodes, scratch.bytes);
  }
  if (packing == nullptr) return false;
  if (!packing->is_cut_up()) return packing->has_meaning(code.words.data());
  const auto packed = static_cast<std::uint32_t>(packing->packed_bytes());
  if (!nodes.read(code.words[0], packed, scratch.nodes, scratch.bytes)) return false;
  scratch.words.assign(packing->words(), 0);
  std::memcpy(scratch.words.data(), scratch.bytes.data(), packed);
  return packing->has_meaning(scratch.words.data());
}

Packing* StateCoder::packing_of(StateView state) {
  if (edition_ != tables_.edition()) {
    packings_.clear();
    trees_.forget();
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

std::optional<Code> StateCoder::encode(StateView state, const OpenState* source) {
  Packing* const packing = packing_of(state);
  if (packing == nullptr) return encode_unpacked(state);
  return encode(state, is_near(source, state) ? source : nullptr, *packing);
}

bool StateCoder::begin(StateView state, const OpenState* source, Draft& draft) {
  const Packing* const packing = packing_of(state);
  if (packing == nullptr || !packing->is_cut_up() || packing->words() > Draft::most_words) return false;
  const bool near = is_near(source, state);
  draft.near_ = near ? &source->tree : nullptr;
  draft.bytes_ = packing->packed_bytes();
  if (near) std::copy_n(source->words.begin(), packing->words(), draft.words_.begin());
  const bool packed = near ? packing->pack(state.data(), source->bytes.data(), draft.words_.data())
                           : packing->pack(state.data(), draft.words_.data());
  if (packed) trees_.prefetch(draft.packed(), draft.near_);
  return packed;
}

std::optional<Code> StateCoder::finish(const Draft& draft) {
  const std::optional<std::uint64_t> root = trees_.encode(draft.packed(), draft.near_);
  if (!root) return std::nullopt;
  return Code{{*root}};
}

StateCoder::Nearby StateCoder::nearby(const OpenState& source) {
  Nearby near;
  const Packing* const packing = packing_of(source.state());
  if (packing == nullptr || source.edition != edition_ || !source.packed || packing->is_cut_up()) {
    return near;
  }
  near.packing_ = packing;
  near.bytes_ = source.bytes.data();
  std::copy_n(source.words.begin(), Code::most_words, near.code_.words.begin());
  return near;
}

std::optional<Code> StateCoder::encode(StateView state, const OpenState* source, Packing& packing) {
  const std::size_t count = packing.words();
  const auto pack = [&](std::size_t word_count, std::uint64_t* words) {
    if (source == nullptr) return packing.pack(state.data(), words);
    std::copy_n(source->words.begin(), word_count, words);
    return packing.pack(state.data(), source->bytes.data(), words);
  };
  do {
    if (!packing.is_cut_up()) {
      Code code;
      if (pack(Code::most_words, code.words.data())) return code;
    } else {
      words_.assign(count, 0);
      if (pack(count, words_.data())) {
        const StateView packed{reinterpret_cast<const std::uint8_t*>(words_.data()), packing.packed_bytes()};
        const std::optional<std::uint64_t> root = trees_.encode(packed, source != nullptr ? &source->tree : nullptr);
        if (!root) return std::nullopt;
        return Code{{*root}};
      }
    }
    // Where nothing is to be learnt, a new value is unknown to all states, or was met in some that are not packed.
  } while (learns_ && packing.learn(state));
  return encode_unpacked(state);
}

std::optional<Code> StateCoder::encode_unpacked(StateView state) {
  if (state.size() < shortest_tree) {
    padded_.assign(shortest_tree, 0);
    std::copy(state.begin(), state.end(), padded_.begin());
    state = padded_;
  }
  const std::optional<std::uint64_t> root = trees_.encode(state, nullptr);
  if (!root) return std::nullopt;
  return Code{{*root | Code::unpacked_mark}};
}

std::optional<Code> StateCoder::find(StateView state) {
  learns_ = false;
  trees_.set_adding(false);
  const std::optional<Code> code = encode(state, nullptr);
  trees_.set_adding(true);
  learns_ = true;
  return code;
}

void StateCoder::decode(Code code, std::uint32_t length, OpenState& open) {
  const std::uint64_t edition = tables_.edition();
  if (!code.is_packed()) {
    decode_unpacked(code, length, open);
    return;
  }
  // Any state of this length will do to ask for the packing: there is one.
  padded_.resize(std::max<std::size_t>(padded_.size(), length));
  const Packing& packing = *packing_of({padded_.data(), length});
  // Only what differs from the state that was there is written.
  if (open.length != length || open.edition != edition) open.packed = false;
  decode(code, packing, open);
  open.edition = edition;
}

void StateCoder::decode(Code code, const Packing& packing, OpenState& open) {
  if (!code.is_packed()) {
    decode_unpacked(code, packing.length(), open);
    return;
  }
  if (open.length != packing.length() || !open.packed) {
    open.length = packing.length();
    open.packed = true;
    open.bytes.assign(packing.first(), packing.first() + packing.length());
    open.words.assign(std::max(packing.words(), Code::most_words), 0);
  }
  if (!packing.is_cut_up()) {
    packing.unpack(code.words.data(), open.words.data(), open.bytes.data());
  } else {
    trees_.decode(code.words[0], static_cast<std::uint32_t>(packing.packed_bytes()), open.tree);
    words_.assign(packing.words(), 0);
    std::memcpy(words_.data(), open.tree.bytes.data(), packing.packed_bytes());
    packing.unpack(words_.data(), open.words.data(), open.bytes.data());
  }
}

void StateCoder::decode_unpacked(Code code, std::uint32_t length, OpenState& open) {
  trees_.decode(code.words[0] & ~Code::unpacked_mark, std::max(length, shortest_tree), unpacked_);
  open.length = length;
  open.packed = false;
  open.bytes.assign(unpacked_.bytes.begin(), unpacked_.bytes.begin() + length);
}

}  // namespace quotient
