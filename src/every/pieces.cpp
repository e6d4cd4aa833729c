#include "every/pieces.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/ensure.hpp"
#include "model/cell.hpp"

namespace quotient {

std::uint32_t RowTable::number(const std::vector<std::uint32_t>& row) {
  const auto [at, is_new] = numbers_.try_emplace(row, static_cast<std::uint32_t>(rows_.size()));
  if (is_new) rows_.push_back(&at->first);
  return at->second;
}

std::optional<std::uint32_t> code_of(const FamilyCell& cell, std::int32_t value) {
  if (value == cell.undefined) return 0;
  std::uint32_t before = 1;
  for (const FamilyCell::Range& r : cell.values) {
    if (value >= r.lo && value <= r.hi) return before + static_cast<std::uint32_t>(value - r.lo);
    before += static_cast<std::uint32_t>(r.hi - r.lo) + 1;
  }
  return std::nullopt;
}

std::int32_t value_of(const FamilyCell& cell, std::uint32_t code) {
  if (code == 0) return cell.undefined;
  std::uint32_t before = 1;
  for (const FamilyCell::Range& r : cell.values) {
    const std::uint32_t count = static_cast<std::uint32_t>(r.hi - r.lo) + 1;
    if (code - before < count) return r.lo + static_cast<std::int32_t>(code - before);
    before += count;
  }
  report_bug("no value has this code");
}

Pieces::Pieces(const Family& family, StateView sample)
    : family_(family), size_(family.size), sample_(sample.begin(), sample.end()), element_rows_(family.size) {
  for (const FamilyCell& c : family.cells) {
    ensure(c.offset + c.type.size() <= sample_.size(), "a cell lies within its state");
    std::vector<Column>& columns = c.element < 0 ? shared_columns_ : own_columns_;
    if (c.part >= columns.size()) columns.resize(c.part + 1);
    columns[c.part] = {c.name, c.points};
  }
  for (std::uint32_t k = 0; k < shared_columns_.size(); ++k) {
    if (shared_columns_[k].points) pointers_.push_back(k);
  }
}

std::optional<StatePieces> Pieces::apart(StateView state) {
  if (state.size() != sample_.size()) return std::nullopt;
  shared_row_.assign(shared_columns_.size(), 0);
  for (auto& row : element_rows_) row.assign(own_columns_.size() + pointers_.size(), 0);
  for (const FamilyCell& c : family_.cells) {
    const std::int32_t value = load_cell(state.data() + c.offset, c.type.kind);
    std::uint32_t& into =
        c.element < 0 ? shared_row_[c.part] : element_rows_[static_cast<std::size_t>(c.element)][c.part];
    const std::int64_t target = std::int64_t{value} - family_.first;
    if (c.points && target >= 0 && target < size_) {
      if (c.element >= 0) return std::nullopt;
      const auto bit = std::ranges::lower_bound(pointers_, c.part) - pointers_.begin();
      element_rows_[static_cast<std::size_t>(target)][own_columns_.size() + static_cast<std::size_t>(bit)] = 1;
      into = an_element;
      continue;
    }
    const std::optional<std::uint32_t> code = code_of(c, value);
    if (!code) return std::nullopt;
    into = *code;
  }
  StatePieces out;
  out.shared = shared_.number(shared_row_);
  if (out.shared == pointing_.size()) {
    pointing_.push_back(static_cast<std::uint32_t>(std::ranges::count(shared_row_, an_element)));
  }
  for (const auto& row : element_rows_) {
    out.elements.push_back(elements_.number(row));
    if (out.elements.back() < pointed_at_.size()) continue;
    pointed_at_.push_back(static_cast<std::uint32_t>(
        std::count(row.begin() + static_cast<std::ptrdiff_t>(own_columns_.size()), row.end(), 1U)));
  }
  // Nothing of a state may be anywhere but in its pieces.
  together(out, again_);
  if (!std::ranges::equal(again_, state)) return std::nullopt;
  return out;
}

void Pieces::together(const StatePieces& pieces, std::vector<std::uint8_t>& out) const {
  out = sample_;
  const std::vector<std::uint32_t>& shared = shared_.row(pieces.shared);
  for (const FamilyCell& c : family_.cells) {
    const std::uint32_t code =
        c.element < 0 ? shared[c.part] : elements_.row(pieces.elements[static_cast<std::size_t>(c.element)])[c.part];
    std::int32_t value = 0;
    if (code == an_element) {
      const std::size_t bit = own_columns_.size() +
                              static_cast<std::size_t>(std::ranges::lower_bound(pointers_, c.part) - pointers_.begin());
      std::size_t target = 0;
      while (target < size_ && elements_.row(pieces.elements[target])[bit] == 0) ++target;
      ensure(target < size_, "what a cell points to is there");
      value = family_.first + static_cast<std::int32_t>(target);
    } else {
      value = value_of(c, code);
    }
    store_cell(out.data() + c.offset, c.type, value);
  }
}

bool Pieces::overlap(std::uint32_t a, std::uint32_t b) const {
  const auto &x = elements_.row(a), &y = elements_.row(b);
  for (std::size_t k = own_columns_.size(); k < x.size(); ++k) {
    if (x[k] != 0 && y[k] != 0) return true;
  }
  return false;
}

std::vector<std::string> Pieces::shared_names() const {
  std::vector<std::string> out;
  for (const Column& c : shared_columns_) out.push_back(c.name);
  return out;
}

std::vector<std::string> Pieces::element_names() const {
  std::vector<std::string> out;
  for (const Column& c : own_columns_) out.push_back(c.name);
  for (const std::uint32_t p : pointers_) out.push_back(fmt::format("{} = {}", shared_columns_[p].name, family_.name));
  return out;
}

}  // namespace quotient
