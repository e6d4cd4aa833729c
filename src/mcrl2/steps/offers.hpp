#pragma once

#include <span>
#include <vector>

#include "mcrl2/steps/local_states.hpp"

namespace quotient::mcrl2 {

/// One process takes part in a step: the bytes it has afterwards.
struct Part {
  std::uint32_t process = 0;
  std::uint32_t next = 0;
  std::uint32_t place = 0;
  std::uint32_t time = none;     // see Move
  std::uint32_t outcome = none;  // see Move
};

struct Combined {
  MultiId multi = 0;        // behind the operators of the group
  std::uint32_t first = 0;  // of its parts
  std::uint32_t count = 0;
};

/// The steps of a group in one state.
struct GroupSteps {
  std::vector<Combined> results;
  std::vector<Part> parts;

  std::span<const Part> parts_of(const Combined& result) const { return {parts.data() + result.first, result.count}; }
  void clear() {
    results.clear();
    parts.clear();
  }
};

/// What the children of one group can do in the state at hand, and who offers which action. A child is a process or a
/// group; the moves of a group are numbers of its steps.
class Offers {
 public:
  Offers(const Model& model, const Group& group);

  std::size_t size() const { return views_.size(); }
  /// What a child can do; sums that only communications bound are not in it before they are closed.
  const LocalState& view(std::uint32_t child) const { return *views_[child]; }
  /// The same before sums were closed.
  LocalState& base(std::uint32_t child) const { return *bases_[child]; }
  bool is_group(std::uint32_t child) const { return inner_[child] != nullptr; }

  /// By name: the children that offer it.
  std::span<const std::pair<std::uint32_t, NamedOffers>> by_name(ActName name) const { return by_name_[name.value]; }
  std::uint32_t count(ActName name) const { return offer_count_[name.value]; }
  std::span<const std::uint32_t> silent_children() const { return silent_children_; }
  /// Children, increasing, that have ever offered this: a superset of those that do now.
  std::span<const std::uint32_t> offering(InstanceId instance) const {
    return instance < offering_.size() ? std::span<const std::uint32_t>(offering_[instance])
                                       : std::span<const std::uint32_t>{};
  }
  /// Adds the parts of a child's move.
  void append_parts(std::uint32_t child, std::uint32_t move, std::vector<Part>& out) const;

  /// The steps of a child that is a group will be in `steps`, which must outlive this.
  void set_group(std::uint32_t child, const GroupSteps& steps) { inner_[child] = &steps; }
  void set_base(std::uint32_t child, LocalState& state);
  void set_view(std::uint32_t child, LocalState& state);
  /// Views are the bases again; of groups nothing is known, if they are left out.
  void show_bases(bool with_groups);
  /// What this group offers is known, from now on.
  void show_group(std::uint32_t child);
  bool is_known(std::uint32_t child) const { return views_[child] != &nothing_; }
  /// To be called once views are set.
  void index();
  /// Forgets what was ever offered.
  void clear();

 private:
  void register_offers(std::uint32_t child, const LocalState& view);

  const Group& group_;
  std::vector<LocalState*> views_;
  std::vector<LocalState*> bases_;
  std::vector<const GroupSteps*> inner_;  // null for processes
  LocalState nothing_;                    // in place of what is not known yet
  std::vector<std::vector<std::pair<std::uint32_t, NamedOffers>>> by_name_;
  std::vector<std::uint32_t> offer_count_;
  std::vector<std::uint32_t> touched_names_;
  std::vector<std::uint32_t> silent_children_;
  std::vector<std::vector<std::uint32_t>> offering_;   // by instance
  std::vector<std::vector<std::uint8_t>> registered_;  // by child, then local state
};

}  // namespace quotient::mcrl2
