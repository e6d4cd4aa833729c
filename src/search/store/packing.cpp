#include "search/store/packing.hpp"

#include <bit>

#include "search/segment/segment.hpp"

namespace quotient {

namespace {

unsigned bits_for(std::size_t values) { return static_cast<unsigned>(std::bit_width(values - 1)); }

}  // namespace

Packing::Packing(StateView first) : Packing(first, 0) {
  for (std::size_t at = 0; at < first.size(); ++at) add_code(at, first_[at]);
}

Packing::Packing(StateView first, std::size_t varying)
    : first_(first.begin(), first.end()),
      same_(first.size(), 0xff),
      fields_(first.size()),
      codes_((varying + 1) * row_length),
      seen_(first.size()) {
  // Relaxed: nobody else is here yet.
  for (std::atomic<std::uint64_t>& code : codes_) code.store(no_code, std::memory_order_relaxed);
}

Packing::Packing(const Packing& before, const std::vector<std::uint8_t>& widths,
                 const std::vector<std::uint32_t>& order)
    : Packing(before.first_, order.size()) {
  lay_out(widths, order);
  for (std::size_t at = 0; at < first_.size(); ++at) {
    add_code(at, first_[at]);
    for (std::size_t value = 0; value < values && same_[at] == 0; ++value) {
      if (before.seen_[at][value] && value != first_[at]) add_code(at, static_cast<std::uint8_t>(value));
    }
  }
}

/// Gives bytes their bits.
void Packing::lay_out(const std::vector<std::uint8_t>& widths, const std::vector<std::uint32_t>& order) {
  std::uint32_t word = 0;
  unsigned used = 0;
  first_of_word_.push_back(0);
  for (const std::uint32_t at : order) {
    if (used + widths[at] > word_bits) {
      ++word;
      used = 0;
      first_of_word_.push_back(static_cast<std::uint32_t>(varying_.size()));
    }
    Field& field = fields_[at];
    field.word = word;
    field.shift = static_cast<std::uint8_t>(used);
    field.mask = static_cast<std::uint8_t>((1U << widths[at]) - 1);
    field.first_value = static_cast<std::uint32_t>(values_.size());
    values_.resize(values_.size() + field.mask + std::size_t{1});
    bits_.resize((word + std::size_t{1}) * 64);
    for (unsigned bit = used; bit < used + widths[at]; ++bit) {
      bits_[word * std::size_t{64} + bit] = {std::uint64_t{field.mask} << used, at, field.first_value, used};
    }
    varying_.push_back({at, field.shift, field.mask});
    field.row = static_cast<std::uint32_t>(varying_.size());
    same_[at] = 0;
    used += widths[at];
  }
  first_of_word_.push_back(static_cast<std::uint32_t>(varying_.size()));
  words_ = word + 1;
  packed_bytes_ = word == 0 ? 8 : word * 8 + (used + 7) / 8;
}

void Packing::save(SegmentWriter& out) const {
  out.put_bytes(first_);
  out.put(static_cast<std::uint8_t>(cut_up_));
  out.put(static_cast<std::uint32_t>(varying_.size()));
  for (const Varying& v : varying_) {
    out.put(v.at);
    out.put(static_cast<std::uint8_t>(std::popcount(v.mask)));
  }
  for (std::size_t at = 0; at < first_.size(); ++at) {
    out.put(fields_[at].known);
    const bool has_bits = fields_[at].row != 0;
    out.write({has_bits ? values_.data() + fields_[at].first_value : first_.data() + at, fields_[at].known});
    for (std::size_t value = 0; value < values; value += 8) {
      std::uint8_t eight = 0;
      for (std::size_t i = 0; i < 8; ++i) eight |= static_cast<std::uint8_t>(seen_[at][value + i] ? 1U << i : 0);
      out.put(eight);
    }
  }
}

std::unique_ptr<Packing> Packing::load(SegmentReader& in) {
  const std::vector<std::uint8_t> first = in.get_bytes(longest);
  const auto cut_up = in.get<std::uint8_t>();
  const auto varying = in.get<std::uint32_t>();
  const auto refuse = [&in] {
    in.fail("holds a number that cannot be true");
    return nullptr;
  };
  if (cut_up > 1 || varying > first.size()) return refuse();
  std::vector<std::uint8_t> widths(first.size());
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < varying; ++i) {
    const auto at = in.get<std::uint32_t>();
    const auto width = in.get<std::uint8_t>();
    if (at >= first.size() || widths[at] != 0 || width == 0 || width > 8) return refuse();
    widths[at] = width;
    order.push_back(at);
  }
  std::unique_ptr<Packing> packing(new Packing(first, order.size()));
  if (!order.empty()) packing->lay_out(widths, order);
  packing->cut_up_ = cut_up != 0;
  for (std::size_t at = 0; at < first.size(); ++at) {
    const auto known = in.get<std::uint16_t>();
    if (known == 0 || known > (1U << widths[at])) return refuse();
    for (std::size_t code = 0; code < known; ++code) {
      const auto value = in.get<std::uint8_t>();
      if (packing->seen_[at][value] || (code == 0) != (value == first[at])) return refuse();
      packing->add_code(at, value);
    }
    for (std::size_t value = 0; value < values; value += 8) {
      const auto eight = in.get<std::uint8_t>();
      for (std::size_t i = 0; i < 8; ++i) {
        if ((eight >> i & 1U) != 0) packing->seen_[at].set(value + i);
      }
    }
  }
  return in.ok() ? std::move(packing) : nullptr;
}

bool Packing::has_meaning(const std::uint64_t* words) const {
  for (std::size_t w = 0; w < words_; ++w) {
    std::uint64_t bits = words[w];
    const std::uint32_t begin = w < first_of_word_.size() ? first_of_word_[w] : 0;
    const std::uint32_t end = w + 1 < first_of_word_.size() ? first_of_word_[w + 1] : begin;
    for (std::uint32_t f = begin; f < end; ++f) bits &= ~(std::uint64_t{varying_[f].mask} << varying_[f].shift);
    if (bits != 0) return false;
  }
  return true;
}

std::unique_ptr<Packing> Packing::roomier() const {
  std::vector<std::uint8_t> widths(first_.size());
  std::size_t total = 0;
  for (std::size_t at = 0; at < widths.size(); ++at) {
    widths[at] = static_cast<std::uint8_t>(bits_for(seen_[at].count()));
    total += widths[at];
  }
  // What has changed will change again: a bit for it, those first that have changed least, while that costs no more
  // words. Not the last few bits, since no byte is cut in two.
  constexpr std::size_t spare = 4;
  const std::size_t room = (total + word_bits - 1) / word_bits * word_bits;
  for (unsigned width = 1; width < 8; ++width) {
    for (std::size_t at = 0; at < widths.size() && total + spare < room; ++at) {
      if (widths[at] != width || seen_[at].count() < (std::size_t{1} << width)) continue;
      ++widths[at];
      ++total;
    }
  }
  std::vector<std::uint32_t> order;
  for (std::uint32_t at = 0; at < widths.size(); ++at) {
    if (widths[at] != 0) order.push_back(at);
  }
  return std::unique_ptr<Packing>(new Packing(*this, widths, order));
}

std::vector<std::uint8_t> Packing::widths() const {
  std::vector<std::uint8_t> widths(first_.size());
  for (const Varying& v : varying_) widths[v.at] = static_cast<std::uint8_t>(std::popcount(v.mask));
  return widths;
}

std::unique_ptr<Packing> Packing::cut_up(const StateSample& sample) const {
  const std::vector<std::uint8_t> now = widths();
  std::unique_ptr<Packing> next(new Packing(*this, now, order_by_dependence(sample, now)));
  next->cut_up_ = true;
  return next;
}

double Packing::expected_parts(const StateSample& sample) const {
  std::vector<std::uint32_t> order;
  for (const Varying& v : varying_) order.push_back(v.at);
  return quotient::expected_parts(sample, order, widths());
}

void Packing::add_code(std::size_t at, std::uint8_t value) {
  Field& field = fields_[at];
  const std::uint64_t code = field.known++;
  seen_[at].set(value);
  if (field.row == 0) return;  // it has this value alone
  values_[field.first_value + code] = value;
  codes_[field.row * row_length + value].store(code << field.shift, std::memory_order_release);
}

bool Packing::learn(StateView state) {
  const std::lock_guard lock(mutex_);
  bool complete = true;
  for (std::size_t at = 0; at < first_.size(); ++at) {
    const Field& field = fields_[at];
    if (state[at] == first_[at]) continue;
    // Relaxed: changed under this lock alone.
    if (codes_[field.row * row_length + state[at]].load(std::memory_order_relaxed) != no_code) continue;
    // A value that some state was not packed for gets no code later: that state would be stored once more.
    if (!seen_[at][state[at]] && field.known <= field.mask) {
      add_code(at, state[at]);
    } else {
      seen_[at].set(state[at]);
      complete = false;
    }
  }
  return complete;
}

}  // namespace quotient
