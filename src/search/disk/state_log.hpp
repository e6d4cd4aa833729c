#pragma once

#include <cstdint>
#include <utility>

#include "search/disk/scratch_file.hpp"
#include "search/result.hpp"

namespace quotient {

/// The states that a search explores, with their parents, in the order of their numbers. Bytes as this process has
/// them.
class StateLog {
 public:
  static constexpr std::uint64_t no_parent = ~std::uint64_t{0};

 private:
  struct Place {
    std::uint64_t begin = 0;
    std::uint64_t parent = no_parent;
  };

 public:
  struct Entry {
    StateBytes state;
    std::uint64_t parent = no_parent;
  };

  StateLog(const std::string& folder, MemoryBudget& budget) : states_(folder, budget), places_(folder, budget) {}

  std::uint64_t size() const { return places_.size() / sizeof(Place); }
  /// Its number is the size before.
  void append(StateView state, std::uint64_t parent) {
    places_.append_value(Place{states_.size(), parent});
    states_.append(state);
  }
  Entry load(std::uint64_t number) {
    const Place place = place_of(number);
    const std::uint64_t end = number + 1 < size() ? place_of(number + 1).begin : states_.size();
    if (!ok()) return {};
    Entry entry{StateBytes(end - place.begin), place.parent};
    states_.read(place.begin, entry.state);
    return entry;
  }

  /// The states from one number to before another, in order.
  class Reader {
   public:
    Reader(StateLog& log, std::uint64_t begin, std::uint64_t end)
        : log_(log),
          left_(end - begin),
          states_(log.states_, begin == end ? 0 : log.place_of(begin).begin, log.end_of(begin, end)),
          places_(log.places_, begin * sizeof(Place), end * sizeof(Place)),
          end_(log.end_of(begin, end)) {
      if (left_ > 0) here_ = places_.value<Place>();
    }
    bool done() const { return left_ == 0; }
    /// Returns the parent.
    std::uint64_t next(StateBytes& state) {
      const Place following = --left_ > 0 ? places_.value<Place>() : Place{end_, no_parent};
      state.resize(log_.ok() ? following.begin - here_.begin : 0);
      states_.read(state);
      return std::exchange(here_, following).parent;
    }

   private:
    StateLog& log_;
    std::uint64_t left_;
    ScratchReader states_, places_;
    std::uint64_t end_;
    Place here_;
  };

  std::uint64_t bytes() const { return states_.size() + places_.size(); }
  bool ok() const { return states_.ok() && places_.ok(); }
  std::string failure() const { return states_.ok() ? places_.failure() : states_.failure(); }

 private:
  Place place_of(std::uint64_t number) {
    Place place;
    places_.read(number * sizeof(Place), {reinterpret_cast<std::uint8_t*>(&place), sizeof place});
    return place;
  }
  std::uint64_t end_of(std::uint64_t begin, std::uint64_t end) {
    if (begin == end) return 0;
    return end < size() ? place_of(end).begin : states_.size();
  }

  ScratchFile states_, places_;
};

}  // namespace quotient
