#include "every/closure.hpp"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "base/ensure.hpp"
#include "base/mix.hpp"
#include "base/stop_signal.hpp"
#include "every/pieces.hpp"

/// View abstraction [Abdulla 2013], with one part that all share and variables that hold elements: docs/every-n.md.
namespace quotient {

EverySize every_size(const Family& family, std::uint32_t viewed) {
  EverySize out;
  out.viewed = viewed;
  out.needed = family.pointers + family.named;
  out.size = std::max(viewed + out.needed, family.pointers + family.witnesses);
  return out;
}

namespace {

constexpr std::uint32_t nobody = 0xffff'ffff;
/// Pieces of the elements of a view, ascending; `nobody` behind them.
using Viewed = std::array<std::uint32_t, most_viewed>;

struct ViewedHash {
  std::size_t operator()(const Viewed& v) const {
    std::uint64_t h = 0;
    for (const std::uint32_t e : v) h = (h ^ e) * 0x9e37'79b9'7f4a'7c15ULL, h ^= h >> 29;
    return h;
  }
};

/// The views with one shared part.
struct Group {
  std::unordered_set<Viewed, ViewedHash> found;
  std::unordered_set<Viewed, ViewedHash> done;  // of these, those whose states were looked at
  std::vector<std::uint32_t> pieces;            // that occur in `done`, ascending
};

/// All that the closure is made of. One use, one thread.
class Closing {
 public:
  Closing(const System& system, const Family& family, const ClosureOptions& options)
      : family_(family), options_(options), k_(options.sizes.viewed), generator_(system.generator()) {
    if (current_stop() != nullptr) generator_->heed(*current_stop());
  }

  Closure run() {
    ensure(k_ >= 1 && k_ <= most_viewed && options_.sizes.size >= k_ && family_.size == options_.sizes.size,
           "the model has as many elements as the closure needs");
    generator_->initial(steps_);
    if (begin() && out_.end == Closure::End::closed) {
      while (!waiting_.empty() && out_.end == Closure::End::closed) {
        const auto [shared, view] = waiting_.front();
        waiting_.pop_front();
        look_at(shared, view);
      }
    }
    if (out_.end == Closure::End::closed) list_views();
    return std::move(out_);
  }

 private:
  bool begin() {
    for (std::size_t i = 0; i < steps_.size() && !pieces_; ++i) {
      if (steps_[i].completed) pieces_.emplace(family_, steps_[i].state);
    }
    arrive({});
    return pieces_.has_value();
  }

  bool is_wrong(const Finding& finding) const {
    return finding && finding.kind != FindingKind::deadlock && options_.checked(finding.kind);
  }

  /// All that `steps_` leads to from a state.
  void arrive(StateView from) {
    if (steps_.is_cut_off()) {
      poll_stop();
      out_.end = Closure::End::limit;
      return;
    }
    const auto wrong = [&](StateView state, Finding finding) {
      out_.end = Closure::End::violated;
      out_.state.assign(state.begin(), state.end());
      out_.finding = finding;
    };
    for (const Finding& finding : steps_.findings()) {
      if (is_wrong(finding)) return wrong(from, finding);
    }
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Successor step = steps_[i];
      ++out_.steps;
      if (!step.completed || is_wrong(step.finding)) return wrong(step.completed ? step.state : from, step.finding);
      const std::optional<StatePieces> apart = pieces_->apart(step.state);
      if (!apart) {
        out_.end = Closure::End::not_in_pieces;
        return;
      }
      add_views(*apart);
    }
  }

  void add_views(StatePieces state) {
    std::ranges::sort(state.elements);
    Viewed view;
    view.fill(nobody);
    choose(state, 0, 0, view);
  }
  void choose(const StatePieces& state, std::size_t from, std::uint32_t chosen, Viewed& view) {
    if (chosen == k_) {
      if (!groups_[state.shared].found.insert(view).second) return;
      waiting_.emplace_back(state.shared, view);
      ++out_.views;
      return;
    }
    for (std::size_t i = from; i + (k_ - chosen) <= state.elements.size(); ++i) {
      if (i > from && state.elements[i] == state.elements[i - 1]) continue;  // the same again
      view[chosen] = state.elements[i];
      choose(state, i + 1, chosen + 1, view);
    }
    view[chosen] = nobody;
  }

  /// Takes the steps of all states that have this view, and besides it only views that were looked at before: so each
  /// state is looked at once, with the last of its views.
  void look_at(std::uint32_t shared, const Viewed& view) {
    Group& group = groups_[shared];
    group.done.insert(view);
    for (std::uint32_t i = 0; i < k_; ++i) {
      const auto at = std::ranges::lower_bound(group.pieces, view[i]);
      if (at == group.pieces.end() || *at != view[i]) group.pieces.insert(at, view[i]);
    }
    StatePieces state;
    state.shared = shared;
    state.elements.assign(view.begin(), view.begin() + k_);
    std::vector<std::uint32_t> candidates;
    for (const std::uint32_t piece : group.pieces) {
      if (fits(group, state, piece)) candidates.push_back(piece);
    }
    extend(group, state, candidates, 0);
  }

  /// Whether all views of the state with this element besides that the element is in were looked at.
  bool fits(const Group& group, const StatePieces& state, std::uint32_t piece) const {
    if (pieces_->pointed_at(piece) > 0) {
      for (const std::uint32_t other : state.elements) {
        if (pieces_->overlap(piece, other)) return false;
      }
    }
    Viewed view;
    view.fill(nobody);
    return fits(group, state, piece, 0, 0, view);
  }
  bool fits(const Group& group, const StatePieces& state, std::uint32_t piece, std::size_t from, std::uint32_t chosen,
            Viewed& view) const {
    if (chosen + 1 == k_) {
      Viewed sorted = view;
      sorted[chosen] = piece;
      std::sort(sorted.begin(), sorted.begin() + k_);
      return group.done.count(sorted) != 0;
    }
    for (std::size_t i = from; i < state.elements.size(); ++i) {
      view[chosen] = state.elements[i];
      if (!fits(group, state, piece, i + 1, chosen + 1, view)) return false;
    }
    view[chosen] = nobody;
    return true;
  }

  void extend(const Group& group, StatePieces& state, const std::vector<std::uint32_t>& candidates, std::size_t from) {
    if (out_.end != Closure::End::closed) return;
    std::uint32_t held = 0;
    for (const std::uint32_t e : state.elements) held += pieces_->pointed_at(e);
    if (state.elements.size() == family_.size) {
      if (held == pieces_->pointing(state.shared)) step(state);
      return;
    }
    for (std::size_t c = from; c < candidates.size(); ++c) {
      if (!fits(group, state, candidates[c])) continue;
      state.elements.push_back(candidates[c]);
      extend(group, state, candidates, c);
      state.elements.pop_back();
    }
  }

  void step(const StatePieces& state) {
    poll_stop();
    ++out_.states;
    if (out_.states > options_.most_states || bytes() > options_.most_bytes) {
      out_.end = Closure::End::limit;
      return;
    }
    pieces_->together(state, state_);
    generator_->successors(state_, steps_);
    arrive(state_);
  }

  std::uint64_t bytes() const {
    const std::uint64_t columns = out_.element_names.size() + 16;
    return out_.views * 160 + (pieces_->shared().size() + pieces_->elements().size()) * columns * 8;
  }

  void list_views() {
    out_.shared_names = pieces_->shared_names();
    out_.element_names = pieces_->element_names();
    for (const auto& [shared, group] : groups_) {
      for (const Viewed& view : group.found) {
        ViewRows& rows = out_.rows.emplace_back();
        rows.shared = pieces_->shared().row(shared);
        for (std::uint32_t i = 0; i < k_; ++i) rows.elements.push_back(pieces_->elements().row(view[i]));
        std::ranges::sort(rows.elements);
      }
    }
    std::ranges::sort(out_.rows);
  }

  const Family& family_;
  const ClosureOptions& options_;
  const std::uint32_t k_;
  std::unique_ptr<StepGenerator> generator_;
  Successors steps_;
  std::optional<Pieces> pieces_;
  std::unordered_map<std::uint32_t, Group> groups_;
  std::deque<std::pair<std::uint32_t, Viewed>> waiting_;
  std::vector<std::uint8_t> state_;
  Closure out_;
};

}  // namespace

Closure close_views(const System& system, const Family& family, const ClosureOptions& options) {
  return Closing(system, family, options).run();
}

}  // namespace quotient
