#include "symmetry/reduce/scanner.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <tuple>

#include "base/ensure.hpp"
#include "model/cell.hpp"

namespace quotient {

std::uint64_t unite_repeated(std::uint64_t salt, std::size_t first, std::vector<std::uint32_t>& list) {
  constexpr std::size_t longest = 24;  // each is compared with all before it
  const std::size_t count = list.size() - first;
  if (count > longest) return salt;
  std::size_t kept = first;
  for (std::size_t i = first; i < first + count; ++i) {
    const auto begin = list.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = list.begin() + static_cast<std::ptrdiff_t>(kept);
    const auto same = std::find(begin, end, list[i]);
    if (same == end) {
      list[kept++] = list[i];
    } else {
      salt = mix(salt + (i - first) * longest + static_cast<std::uint64_t>(same - begin) + 1);
    }
  }
  list.resize(kept);
  return salt;
}

Scanner::Scanner(const Scheme& scheme)
    : scheme_(scheme),
      symmetry_(scheme.symmetry()),
      actor_(scheme.symmetry().actor()),
      reading_(scheme),
      code_(scheme.code()),
      length_(actor_ != nullptr ? SIZE_MAX : reading_.bytes().size()),
      ranking_(scheme),
      moved_(scheme, OwnCells::any),
      places_of_(scheme.blocks().size()),
      others_of_(scheme.blocks().size()) {
  for (std::uint32_t p = 0; p < symmetry_.places.size(); ++p) {
    const std::vector<BlockId>& blocks = scheme.place(p).blocks;
    if (symmetry_.places[p].value_class != no_class) with_atoms_.push_back(p);
    if (!blocks.empty() && !moved_.has(p)) shared_.push_back(p);
    for (const BlockId m : blocks) {
      places_of_[m].push_back(p);
      if (!reading_.plain_cells().has(p)) others_of_[m].push_back(p);
    }
  }
  constexpr std::size_t most_zeros = 4;  // each relation is compared with all
  for (const Cell& cell : reading_.cells()) {
    if (cell.block_count < 2 || actor_ != nullptr) continue;
    const std::uint64_t zero = mix(cell.salt);
    if (std::find(zeros_.begin(), zeros_.end(), zero) == zeros_.end()) zeros_.push_back(zero);
  }
  if (zeros_.size() > most_zeros) zeros_.clear();
  nested_ = std::any_of(scheme.blocks().begin(), scheme.blocks().end(), [](const Block& m) { return m.outer >= 0; });
  exchange_.resize(scheme.blocks().size());
  for (BlockId m = 0; m < exchange_.size(); ++m) exchange_[m] = m;
}

void Scanner::read_without_code(StateView state) {
  functions_ = nullptr;
  if (actor_ != nullptr) {
    read_tuples();
    found_ = FindingsView(in_tuples_);
  } else {
    reading_.read(state);
    found_ = FindingsView(reading_.findings());
  }
}

void Scanner::prepare_for_code() {
  native_own_.resize(scheme_.blocks().size() + 1);
  native_relations_.resize(symmetry_.places.size() + 1);
  native_ = {native_own_.data(), native_relations_.data(), nullptr, 0};
}

void Scanner::read_in_full() const {
  if (!is_in_full_) reading_.read(state_);
  is_in_full_ = true;
}

namespace {

/// What was found, whatever the order it was found in.
auto sorted_findings(const FindingsView& found) {
  std::vector<std::tuple<std::uint64_t, std::uint32_t, std::vector<BlockId>>> relations;
  for (const Findings::Relation& r : found.relations) {
    relations.emplace_back(r.salt, r.holders, std::vector<BlockId>(found.of(r).begin(), found.of(r).end()));
  }
  std::sort(relations.begin(), relations.end());
  return std::pair(std::vector(found.own.begin(), found.own.end()), std::move(relations));
}

}  // namespace

void Scanner::check_findings() const {
  ensure(sorted_findings(found_) == sorted_findings(FindingsView(reading().findings())),
         "native code and interpreter read a state differently");
}

/// The first atom of a tuple is what holds the others.
void Scanner::read_tuples() {
  auto& [own, self_references, relations, related] = in_tuples_;
  own.assign(scheme_.blocks().size(), 0);
  relations.clear();
  related.clear();
  actor_->scan(state_, tuples_);
  plain_digest_ = 0;
  for (const AtomTuples::Tuple& tuple : tuples_.tuples) {
    const auto first = static_cast<std::uint32_t>(related.size());
    std::uint64_t salt = tuple.salt;
    std::size_t holders = 0;
    for (std::uint32_t k = 0; k < tuple.count; ++k) {
      const Named& atom = scheme_.atom(tuples_.atoms[tuple.first + k]);
      salt = mix(salt + atom.pattern);
      related.insert(related.end(), atom.blocks.begin(), atom.blocks.end());
      if (k == 0) holders = related.size() - first;
    }
    salt = unite_repeated(salt, first, related);
    const auto count = static_cast<std::uint32_t>(related.size()) - first;
    if (count > 1) {
      relations.push_back({salt, first, count, static_cast<std::uint32_t>(std::min<std::size_t>(holders, count))});
      continue;
    }
    (count == 0 ? plain_digest_ : own[related.back()]) += mix(salt);
    related.resize(first);
  }
}

/// Relations but for those that say 0 of several blocks, which mostly are all that the others are not. (What is left
/// out could only tell more blocks apart sooner: refining is about colours that all permutations of a state agree on,
/// and ties are resolved by looking at states.)
std::span<const Findings::Relation> Scanner::telling_relations() {
  if (zeros_.empty()) return found_.relations;
  if (is_thinned_) return thinned_;
  is_thinned_ = true;
  thinned_.clear();
  std::copy_if(found_.relations.begin(), found_.relations.end(), std::back_inserter(thinned_),
               [this](const Relation& r) { return std::find(zeros_.begin(), zeros_.end(), r.salt) == zeros_.end(); });
  return thinned_;
}

std::size_t Scanner::refine(std::vector<BlockColour>& colours, std::size_t known) {
  if (found_.relations.empty() && !nested_) return known;
  const std::span<const Block> blocks = scheme_.blocks();
  const std::span<const Relation> relations = telling_relations();
  while (known < colours.size()) {
    sums_.assign(colours.size(), 0);
    for (std::uint32_t k = 0; k < roles_.size(); ++k) {
      roles_[k].resize(colours.size());
      for (BlockId m = 0; m < colours.size(); ++m) roles_[k][m] = mix(colours[m] + k);
    }
    for (const Relation& r : relations) {
      const BlockId* of = found_.related + r.first;
      // What all of them are, each in its role; then each is told the whole, and which role is its own.
      std::uint64_t whole = r.salt;
      for (std::uint32_t k = 0; k < r.count; ++k)
        whole += k < roles_.size() ? roles_[k][of[k]] : mix(colours[of[k]] + k);
      for (std::uint32_t k = 0; k < r.count; ++k) sums_[of[k]] += mix(whole ^ (std::uint64_t{k} << 56U));
    }
    if (nested_) {
      for (BlockId m = 0; m < colours.size(); ++m) {
        if (blocks[m].outer < 0) continue;
        const auto outer = static_cast<BlockId>(blocks[m].outer);
        sums_[outer] += mix(colours[m] + 1);
        sums_[m] += mix(colours[outer] + 2);
      }
    }
    for (BlockId m = 0; m < colours.size(); ++m) {
      colours[m] = with_rank(mix(colours[m] + sums_[m]), rank_of(colours[m]));
    }
    const std::size_t now = ranking_.rank(colours.data());
    if (now == known) return known;
    known = now;
  }
  return known;
}

namespace {

Permutation permutation_of(const Scheme& scheme, std::span<const BlockId> images) {
  std::vector<Point> atoms(scheme.symmetry().atoms.size());
  for (Point a = 0; a < atoms.size(); ++a) atoms[a] = scheme.atom_image(a, images);
  return Permutation(std::move(atoms));
}

}  // namespace

bool Scanner::is_fixed_by(const Permutation& permutation) {
  image_.resize(state_.size());
  actor_->permute_often(state_, permutation, image_.data());
  return std::equal(image_.begin(), image_.end(), state_.begin());
}

bool Scanner::is_fixed_by(std::span<const BlockId> images) {
  if (actor_ != nullptr) {
    image_.resize(state_.size());
    actor_->permute(state_, permutation_of(scheme_, images), image_.data());
    return std::equal(image_.begin(), image_.end(), state_.begin());
  }
  if (functions_ != nullptr) return functions_->is_fixed(state_.data(), images.data()) != 0;
  const auto moved_well = [&](std::size_t p) { return value(image_of(p, images)) == permuted_value(p, images); };
  return reading_.plain_cells().are_equal(reading_.bytes().data(), images) &&
         std::all_of(shared_.begin(), shared_.end(), moved_well) &&
         std::all_of(with_atoms_.begin(), with_atoms_.end(), moved_well);
}

bool Scanner::are_alike(BlockId a, BlockId b) {
  exchange_[a] = b;
  exchange_[b] = a;
  if (actor_ != nullptr) {
    const auto [known, is_new] = exchanges_.try_emplace(std::minmax(a, b));
    if (is_new) known->second = permutation_of(scheme_, exchange_);
    exchange_[a] = a;
    exchange_[b] = b;
    return is_fixed_by(known->second);
  }
  if (functions_ != nullptr) {
    const bool fixed = functions_->is_fixed(state_.data(), exchange_.data()) != 0;
    exchange_[a] = a;
    exchange_[b] = b;
    return fixed;
  }
  const auto moved_well = [&](std::size_t p) { return value(image_of(p, exchange_)) == permuted_value(p, exchange_); };
  const bool mentioned = reading_.mentions(a) != 0 || reading_.mentions(b) != 0;
  // The places of b go to those of a, and an exchange is its own inverse: one side is enough.
  const bool alike = reading_.plain_cells().are_equal(reading_.bytes().data(), a, b) &&
                     std::all_of(others_of_[a].begin(), others_of_[a].end(), moved_well) &&
                     (!mentioned || std::all_of(reading_.held().begin(), reading_.held().end(), moved_well));
  exchange_[a] = a;
  exchange_[b] = b;
  return alike;
}

bool Scanner::are_all_alike(std::span<const BlockId> blocks) {
  if (functions_ == nullptr || blocks.size() == 2) {
    for (std::size_t k = 1; k < blocks.size(); ++k) {
      if (!are_alike(blocks[k - 1], blocks[k])) return false;
    }
    return true;
  }
  // One exchange and the permutation that takes each to the next make all others.
  if (!are_alike(blocks[0], blocks[1])) return false;
  for (std::size_t k = 0; k < blocks.size(); ++k) exchange_[blocks[k]] = blocks[k + 1 < blocks.size() ? k + 1 : 0];
  const bool fixed = functions_->is_fixed(state_.data(), exchange_.data()) != 0;
  for (const BlockId m : blocks) exchange_[m] = m;
  return fixed;
}

void Scanner::permute_without_code(std::span<const BlockId> images, std::uint8_t* out) {
  if (actor_ != nullptr) return actor_->permute(state_, permutation_of(scheme_, images), out);
  permute_in_full(images, out);
}

void Scanner::check_permuted(std::span<const BlockId> images, const std::uint8_t* out) {
  read_in_full();
  image_.resize(state_.size());
  permute_in_full(images, image_.data());
  ensure(std::equal(image_.begin(), image_.end(), out), "native code and interpreter permute a state differently");
  ensure(is_fixed_by(images) == std::equal(image_.begin(), image_.end(), state_.begin()),
         "native code and interpreter differ on whether a permutation leaves a state as it is");
}

void Scanner::permute_in_full(std::span<const BlockId> images, std::uint8_t* out) {
  const std::span<const std::uint8_t> bytes = reading_.bytes();
  const bool is_short = state_.size() < bytes.size();
  if (is_short) permuted_.resize(bytes.size());
  std::uint8_t* const whole = is_short ? permuted_.data() : out;
  std::memcpy(whole, bytes.data(), bytes.size());
  if (!is_short) std::memcpy(out + bytes.size(), state_.data() + bytes.size(), state_.size() - bytes.size());
  moved_.move(bytes.data(), images, whole);
  for (const std::uint32_t p : shared_) store(image_of(p, images), permuted_value(p, images), whole);
  for (const std::uint32_t p : reading_.held()) reading_.write_permuted(p, images, whole);
  if (is_short) std::memcpy(out, whole, state_.size());
}

}  // namespace quotient
