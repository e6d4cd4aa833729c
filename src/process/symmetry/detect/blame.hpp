#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "process/symmetry/detect/system_graph.hpp"
#include "symmetry/action/symmetry.hpp"

/// Which parts of a model keep more from being interchangeable: found by leaving them out.
namespace quotient::detect {

/// A part of the model that can be left out.
struct Part {
  Symmetry::Break words;
  std::function<void(Without&)> leave_out;
  bool suspect = true;  // it names somebody, or counts; else it treats all alike by itself
  std::optional<std::uint32_t> statement = {}, declaration = {};  // that it is, or whose initial value
  /// It is no part of what processes do, and to blame before that is.
  bool given = false;
  std::vector<std::uint32_t> others = {};  // statements that are left out with it
};

/// What processes do, what is said about them, what they begin with, how they end: what comes first is blamed last.
std::vector<Part> parts_of(const Program& program, const Instance& instance, const SystemGraph& graph);

/// All processes of a type are given what the first of them is.
Instance given_alike(const Instance& instance, const SystemGraph& graph, const std::set<std::uint32_t>& parameters);

/// Finds out which parts to blame by leaving them out. First each alone: what then gives more symmetry is to blame,
/// whatever the rest does. Where more is lost than that, all are left out and put back as long as symmetry stays what
/// it is, and of those that cannot be, a least set that has to be left out together is blamed.
class Blame {
 public:
  /// The freedom without some parts; nothing once time is out.
  using Freedom = std::function<std::optional<BigNumber>(const Without&)>;

  /// `most_together`: more parts than that are no reason to a person.
  Blame(const std::vector<Part>& parts, std::size_t most_together, Freedom freedom)
      : parts_(parts), most_together_(most_together), freedom_(std::move(freedom)), left_out_(parts.size(), false) {}

  struct Blamed {
    std::size_t part = 0;
    BigNumber then = 1;  // the freedom without it (and without the others, where they are to blame together)
  };

  /// What matters most comes first. `singly`: there is time to look at each part alone.
  std::vector<Blamed> find(bool singly);

 private:
  std::optional<BigNumber> freedom() const;
  void blame_each(const BigNumber& now, bool suspects);
  void blame_together(const BigNumber& now);
  void put_back(std::size_t first, std::size_t last);

  const std::vector<Part>& parts_;
  std::size_t most_together_;
  Freedom freedom_;
  std::vector<bool> left_out_;
  std::vector<Blamed> blamed_;
  BigNumber best_ = 1;
};

}  // namespace quotient::detect
