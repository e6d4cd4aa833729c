#include "every/certify.hpp"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <map>
#include <set>

#include "base/stop_signal.hpp"
#include "model/cell.hpp"

/// Plain on purpose: sets of rows of numbers, no cleverness. docs/every-n.md has what is checked, and why it suffices.
namespace quotient {

namespace {

using Row = std::vector<std::uint32_t>;
/// What is shared, and one row for each element.
struct Parts {
  Row shared;
  std::vector<Row> elements;
};

constexpr std::uint32_t points_to_one = 0xffff'ffff;

/// How states and rows become each other.
class Cells {
 public:
  Cells(const Family& family, StateView sample) : family_(family), sample_(sample.begin(), sample.end()) {
    for (const FamilyCell& c : family.cells) {
      std::uint32_t& width = c.element < 0 ? shared_ : own_;
      width = std::max(width, c.part + 1);
    }
    // A column behind those of an element for each shared cell that can point to it.
    for (std::uint32_t part = 0; part < shared_; ++part) {
      for (const FamilyCell& c : family.cells) {
        if (c.element < 0 && c.part == part && c.points) arrow_.try_emplace(part, own_ + arrow_.size());
      }
    }
  }

  std::uint32_t shared_width() const { return shared_; }
  std::size_t element_width() const { return own_ + arrow_.size(); }
  std::string name(std::uint32_t column, bool shared) const {
    for (const FamilyCell& c : family_.cells) {
      if ((c.element < 0) == shared && c.part == column) return c.name;
    }
    for (const auto& [part, at] : arrow_) {
      if (!shared && at == column) return fmt::format("{} = {}", name(part, true), family_.name);
    }
    return "";
  }

  /// False where the state holds something else.
  bool read(StateView state, Parts& out) const {
    if (state.size() != sample_.size()) return false;
    out.shared.assign(shared_, 0);
    out.elements.assign(family_.size, Row(element_width(), 0));
    for (const FamilyCell& c : family_.cells) {
      const std::int64_t value = load_cell(state.data() + c.offset, c.type.kind);
      std::uint32_t& to =
          c.element < 0 ? out.shared[c.part] : out.elements[static_cast<std::size_t>(c.element)][c.part];
      const std::int64_t who = value - family_.first;
      if (c.points && who >= 0 && who < family_.size) {
        if (c.element >= 0) return false;
        to = points_to_one;
        out.elements[static_cast<std::size_t>(who)][arrow_.at(c.part)] = 1;
      } else if (value != c.undefined) {
        std::int64_t passed = 1;
        bool known = false;
        for (const FamilyCell::Range& r : c.values) {
          if (value >= r.lo && value <= r.hi) {
            to = static_cast<std::uint32_t>(passed + value - r.lo);
            known = true;
          }
          passed += std::int64_t{r.hi} - r.lo + 1;
        }
        if (!known) return false;
      }
    }
    std::vector<std::uint8_t> again;
    return write(out, again) && std::ranges::equal(again, state);
  }

  /// False where no state has these rows.
  bool write(const Parts& parts, std::vector<std::uint8_t>& out) const {
    out = sample_;
    for (const FamilyCell& c : family_.cells) {
      const std::uint32_t code =
          c.element < 0 ? parts.shared[c.part] : parts.elements[static_cast<std::size_t>(c.element)][c.part];
      std::optional<std::int64_t> value;
      if (code == 0) value = c.undefined;
      if (code == points_to_one && c.points && c.element < 0) {
        for (std::size_t e = 0; e < parts.elements.size(); ++e) {
          if (parts.elements[e][arrow_.at(c.part)] == 0) continue;
          if (value) return false;  // it points to two
          value = family_.first + static_cast<std::int64_t>(e);
        }
      }
      std::int64_t passed = 1;
      for (const FamilyCell::Range& r : c.values) {
        const std::int64_t count = std::int64_t{r.hi} - r.lo + 1;
        if (code >= passed && code < passed + count) value = r.lo + (code - passed);
        passed += count;
      }
      if (!value) return false;
      store_cell(out.data() + c.offset, c.type, static_cast<std::int32_t>(*value));
    }
    // An arrow without the cell that it comes from.
    for (const auto& [part, column] : arrow_) {
      const bool any = std::ranges::any_of(parts.elements, [&](const Row& r) { return r[column] != 0; });
      if (any && parts.shared[part] != points_to_one) return false;
    }
    return true;
  }

 private:
  const Family& family_;
  std::vector<std::uint8_t> sample_;
  std::uint32_t shared_ = 0, own_ = 0;
  std::map<std::uint32_t, std::size_t> arrow_;
};

bool violates(const Certificate& certificate, const Finding& finding) {
  const auto listed = [&](const char* kind) {
    return std::ranges::find(certificate.properties, kind) != certificate.properties.end();
  };
  switch (finding.kind) {
    case FindingKind::none:
    case FindingKind::deadlock:
      return false;
    case FindingKind::assertion:
      return listed("assertion");
    case FindingKind::invariant:
      return listed("invariant");
    default:
      return true;
  }
}

/// Something that is wrong in steps; empty otherwise.
std::string wrong_in(const System& system, const Certificate& certificate, const Successors& steps) {
  if (steps.is_cut_off()) return "steps of a state were not computed";
  for (const Finding& f : steps.findings()) {
    if (violates(certificate, f)) return system.narrator().describe(f).message;
  }
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].completed && !violates(certificate, steps[i].finding)) continue;
    return system.narrator().describe(steps[i].finding).message;
  }
  return "";
}

/// The set of views, and what closure means.
class Checker {
 public:
  Checker(const System& system, const Family& family, const Certificate& certificate)
      : system_(system), family_(family), certificate_(certificate), generator_(system.generator()) {
    if (current_stop() != nullptr) generator_->heed(*current_stop());
    generator_->initial(steps_);
    object(wrong_in(system, certificate, steps_));
    if (steps_.empty()) object("the model has no initial state");
    if (objected()) return;
    cells_.emplace(family, steps_[0].state);
  }

  Certified views() {
    if (objected()) return out_;
    take_views();
    if (!objected()) check_targets("an initial state");
    for (const auto& [shared, rows] : rows_) {
      if (objected()) break;
      Parts parts;
      parts.shared = shared;
      extend(parts, rows, 0);
    }
    out_.views = views_.size();
    return out_;
  }

  Certified small() {
    std::set<std::pair<Row, std::vector<Row>>> known;
    std::deque<Parts> waiting;
    const auto meet = [&] {
      for (std::size_t i = 0; i < steps_.size() && !objected(); ++i) {
        Parts parts;
        if (!cells_->read(steps_[i].state, parts)) return object("a state has more to it than its variables");
        std::ranges::sort(parts.elements);
        if (known.emplace(parts.shared, parts.elements).second) waiting.push_back(parts);
      }
    };
    if (!objected()) meet();
    std::vector<std::uint8_t> state;
    while (!waiting.empty() && !objected()) {
      poll_stop();
      cells_->write(waiting.front(), state);
      waiting.pop_front();
      generator_->successors(state, steps_);
      ++out_.states;
      out_.steps += steps_.size();
      object(wrong_in(system_, certificate_, steps_));
      if (!objected()) meet();
    }
    if (system_.shortcoming()) object(system_.shortcoming()->first.message);
    return out_;
  }

 private:
  void object(const std::string& why) {
    if (!objected()) out_.objection = why;
  }
  bool objected() const { return !out_.objection.empty(); }

  /// The certificate's views, each looked at before it is believed.
  void take_views() {
    const std::uint32_t k = certificate_.sizes.viewed;
    const auto same_names = [&](const std::vector<std::string>& names, std::size_t width, bool shared) {
      if (names.size() != width) return false;
      for (std::uint32_t c = 0; c < width; ++c) {
        if (names[c] != cells_->name(c, shared)) return false;
      }
      return true;
    };
    if (!same_names(certificate_.shared_names, cells_->shared_width(), true) ||
        !same_names(certificate_.element_names, cells_->element_width(), false)) {
      return object("its variables are others than those of the model");
    }
    for (const ViewRows& v : certificate_.views) {
      const bool wide =
          std::ranges::any_of(v.elements, [&](const Row& r) { return r.size() != cells_->element_width(); });
      if (v.shared.size() != cells_->shared_width() || v.elements.size() != k || wide) {
        return object("a view has the wrong shape");
      }
      std::vector<Row> sorted = v.elements;
      std::ranges::sort(sorted);
      views_.emplace(v.shared, sorted);
      rows_[v.shared].insert(sorted.begin(), sorted.end());
    }
  }

  /// Whether each choice of k rows, of which one is the last, is a view.
  bool all_views(const Parts& parts, std::size_t from, std::vector<Row>& chosen) const {
    if (chosen.size() + 1 == certificate_.sizes.viewed) {
      std::vector<Row> view = chosen;
      view.push_back(parts.elements.back());
      std::ranges::sort(view);
      return views_.count({parts.shared, view}) != 0;
    }
    for (std::size_t i = from; i + 1 < parts.elements.size(); ++i) {
      chosen.push_back(parts.elements[i]);
      const bool all = all_views(parts, i + 1, chosen);
      chosen.pop_back();
      if (!all) return false;
    }
    return true;
  }
  bool all_views(const Parts& parts) const {
    std::vector<Row> chosen;
    return parts.elements.size() < certificate_.sizes.viewed || all_views(parts, 0, chosen);
  }

  /// All states of this size whose views are all there, up to the order of elements: those that begin with `parts`.
  void extend(Parts& parts, const std::set<Row>& rows, std::size_t depth) {
    if (depth == family_.size) return step(parts);
    for (auto row = depth == 0 ? rows.begin() : rows.find(parts.elements.back()); row != rows.end(); ++row) {
      parts.elements.push_back(*row);
      if (all_views(parts)) extend(parts, rows, depth + 1);
      parts.elements.pop_back();
      if (objected()) return;
    }
  }

  void step(const Parts& parts) {
    poll_stop();
    std::vector<std::uint8_t> state;
    if (!cells_->write(parts, state)) return;  // what it points to is none of them, or two of them: no state
    generator_->successors(state, steps_);
    ++out_.states;
    out_.steps += steps_.size();
    const std::string wrong = wrong_in(system_, certificate_, steps_);
    if (!wrong.empty()) return object(fmt::format("a state that its views allow is wrong: {}", wrong));
    check_targets("a step");
  }

  void check_targets(const char* how) {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      Parts target, seen;
      if (!cells_->read(steps_[i].state, target)) return object("a state has more to it than its variables");
      seen.shared = target.shared;
      for (const Row& row : target.elements) {
        seen.elements.push_back(row);
        if (!all_views(seen)) return object(fmt::format("it is not closed: {} leads to a view that is not there", how));
      }
    }
  }

  const System& system_;
  const Family& family_;
  const Certificate& certificate_;
  std::unique_ptr<StepGenerator> generator_;
  std::optional<Cells> cells_;
  Successors steps_;
  std::set<std::pair<Row, std::vector<Row>>> views_;
  std::map<Row, std::set<Row>> rows_;
  Certified out_;
};

/// Whether what the certificate was made for is enough.
std::string wrong_sizes(const Family& family, const Certificate& certificate) {
  const EverySize& s = certificate.sizes;
  if (!family.obstacles.empty()) return family.obstacles.front().why;
  if (s.viewed < 1 || s.viewed > most_viewed) return "views of so many elements are not supported";
  if (s.needed < family.named + family.pointers) {
    return fmt::format("a step depends on {} elements, not on {}", family.named + family.pointers, s.needed);
  }
  if (s.size < s.viewed + s.needed || s.size < family.witnesses + family.pointers || family.size != s.size) {
    return fmt::format("{} elements are too few", s.size);
  }
  return "";
}

}  // namespace

Certified certify_views(const System& system, const Family& family, const Certificate& certificate) {
  Certified out;
  out.objection = wrong_sizes(family, certificate);
  if (out.objection.empty()) out = Checker(system, family, certificate).views();
  if (out.objection.empty() && system.shortcoming()) out.objection = system.shortcoming()->first.message;
  return out;
}

Certified certify_small(const System& system, const Family& family, const Certificate& certificate) {
  Certified out;
  if (!family.obstacles.empty()) out.objection = family.obstacles.front().why;
  return out.objection.empty() ? Checker(system, family, certificate).small() : out;
}

}  // namespace quotient
