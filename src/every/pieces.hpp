#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "frontend/parametric.hpp"
#include "model/successors.hpp"

namespace quotient {

/// Gives the same number to equal rows of codes, from 0 on.
class RowTable {
 public:
  std::uint32_t number(const std::vector<std::uint32_t>& row);
  const std::vector<std::uint32_t>& row(std::uint32_t number) const { return *rows_[number]; }
  std::size_t size() const { return rows_.size(); }

 private:
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers_;
  std::vector<const std::vector<std::uint32_t>*> rows_;
};

/// A state as what all elements share, and a piece for each of them: its own cells, and which of the shared cells point
/// to it. A shared cell that points to an element only says that it does. Numbers are those of `Pieces`.
struct StatePieces {
  std::uint32_t shared = 0;
  std::vector<std::uint32_t> elements;
};

/// Takes the states of a model of one size apart, and puts states together. For one thread.
class Pieces {
 public:
  /// `sample`: a state of the model; all of its states have its length, and what is no cell of theirs is as there.
  Pieces(const Family& family, StateView sample);

  /// Nullopt where the state is not made of the cells that the family lists.
  std::optional<StatePieces> apart(StateView state);
  void together(const StatePieces& pieces, std::vector<std::uint8_t>& out) const;

  /// What is the code of a shared cell that points to an element.
  static constexpr std::uint32_t an_element = 0xffff'ffff;
  const RowTable& shared() const { return shared_; }
  const RowTable& elements() const { return elements_; }
  std::uint32_t size() const { return size_; }
  /// How many of the shared cells point to an element, and how many of these to one with this piece.
  std::uint32_t pointing(std::uint32_t shared) const { return pointing_[shared]; }
  std::uint32_t pointed_at(std::uint32_t element) const { return pointed_at_[element]; }
  /// Whether a shared cell points to both.
  bool overlap(std::uint32_t a, std::uint32_t b) const;
  /// Names of the columns of both tables.
  std::vector<std::string> shared_names() const;
  std::vector<std::string> element_names() const;

 private:
  struct Column {
    std::string name;
    bool points = false;
  };

  const Family& family_;
  const std::uint32_t size_;
  std::vector<std::uint8_t> sample_;
  std::vector<Column> shared_columns_, own_columns_;
  std::vector<std::uint32_t> pointers_;  // shared columns that can point
  RowTable shared_, elements_;
  std::vector<std::uint32_t> pointing_, pointed_at_;
  std::vector<std::uint32_t> shared_row_;
  std::vector<std::vector<std::uint32_t>> element_rows_;
  std::vector<std::uint8_t> again_;
};

/// The code of what a cell holds that is no element; nullopt where it can hold no such value. And back.
std::optional<std::uint32_t> code_of(const FamilyCell& cell, std::int32_t value);
std::int32_t value_of(const FamilyCell& cell, std::uint32_t code);

}  // namespace quotient
