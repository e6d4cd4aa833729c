#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <map>
#include <set>

#include "mcrl2/symmetry/code_items.hpp"
#include "mcrl2/symmetry/detect.hpp"
#include "mcrl2/symmetry/reasons.hpp"
#include "symmetry/action/gain.hpp"
#include "symmetry/group/point_action.hpp"

namespace quotient::mcrl2 {

namespace {

using Clock = std::chrono::steady_clock;

/// What can change places in a graph, and in how many ways.
struct Freedom {
  BigNumber order = 1;    // of the group
  BigNumber freedom = 1;  // the product of the orders of what is done to the processes of each kind
  BigNumber most = 1;     // the largest of these
  std::set<std::string> moved;
};

/// Processes that look alike: with the same sorts in the same places. A step that only one of them has is a reason, but
/// a lock is not like the clients that it serves.
std::vector<std::uint32_t> kinds_of(const Model& model) {
  std::map<std::vector<std::uint32_t>, std::uint32_t> known;
  std::vector<std::uint32_t> out;
  for (const Process& process : model.processes) {
    std::vector<std::uint32_t> key;
    for (const LocationId location : model.types[process.type].locations) {
      const ControlLocation& where = model.linear.locations[location.value];
      key.insert(key.end(), {UINT32_MAX, static_cast<std::uint32_t>(where.summands.size())});
      for (const VarId v : where.variables) key.push_back(model.spec.variables[v.value].sort.value);
      for (const Summand& summand : where.summands) {
        for (const ActionCall& call : summand.actions) {
          key.push_back(UINT32_MAX - 1);
          for (const SortId sort : model.spec.actions[call.action.value].arguments) key.push_back(sort.value);
        }
      }
    }
    out.push_back(known.try_emplace(std::move(key), static_cast<std::uint32_t>(known.size())).first->second);
  }
  return out;
}

}  // namespace

bool has_alike_processes(const Model& model) {
  std::set<std::string> names;
  return std::any_of(model.network.leaves.begin(), model.network.leaves.end(),
                     [&](const Leaf& leaf) { return !names.insert(name_without_number(leaf.name)).second; });
}

namespace {

class Explanation {
 public:
  Explanation(const Model& model, const SourceMap& sources, double seconds)
      : model_(model),
        sources_(sources),
        end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))),
        kinds_(kinds_of(model)),
        whole_(model, {.kinds = kinds_}) {
    std::map<std::uint32_t, std::size_t> counts;
    for (std::size_t p = 0; p < model.network.leaves.size(); ++p)
      of_processes_ = ++counts[kinds_[p]] > 1 || of_processes_;
    now_ = freedom_of(whole_);
    list_parts();
  }

  /// `has_reasons`: some are known already.
  void run(Symmetry& symmetry, bool has_reasons) {
    has_reasons_ = has_reasons;
    try_each();
    if (blamed_.empty()) try_together();
    // What matters most comes first.
    std::stable_sort(blamed_.begin(), blamed_.end(),
                     [](const Blamed& a, const Blamed& b) { return a.then.freedom > b.then.freedom; });
    std::vector<Words> all;
    for (const Blamed& blamed : blamed_) all.push_back(in_words(blamed));
    std::set<std::string> told;
    for (std::size_t i = 0; i < all.size(); ++i) {
      // Where something is known to be wrong with one part, others that would give as much mostly make it matter.
      const auto explains = [&](std::size_t k) {
        return all[k].has_reason && !(blamed_[k].then.freedom < blamed_[i].then.freedom);
      };
      bool is_explained = !all[i].has_reason && has_reasons_;
      for (std::size_t k = 0; k < all.size() && !all[i].has_reason; ++k) is_explained = is_explained || explains(k);
      if (!is_explained && told.insert(all[i].words.reason).second)
        symmetry.broken_by.push_back(std::move(all[i].words));
    }
    if (symmetry.broken_by.empty()) {
      if (const auto unlike = reason_of_unlike(model_, kinds_)) symmetry.broken_by.push_back({unlike->why, unlike->at});
    }
    if (out_of_time_) {
      symmetry.broken_by.push_back(
          {"there is more to try than there is time for: not all of what is to blame is listed", std::nullopt});
    }
  }

 private:
  struct Part {
    enum class Kind : std::uint8_t { summand, rule, initial, names, operators } kind;
    std::uint32_t number = 0;
    SourceRange range;
    LocationId location;    // of a summand
    std::size_t index = 0;  // there
  };
  struct Blamed {
    std::size_t part;
    Freedom then;
  };
  struct Words {
    Symmetry::Break words;
    bool has_reason;
  };

  /// Of processes, if some are of one kind; else of constants that the text declares.
  Freedom freedom_of(const CodeGraph& graph) const {
    std::vector<Item> items = items_of(graph);
    std::erase_if(items, [](const Item& item) { return item.kind == Item::Kind::location; });
    const std::vector<Permutation> generators = restricted(automorphisms_of(graph).automorphisms, items);
    Freedom out;
    out.order = quotient::Group(items.size(), generators).order();
    std::map<std::uint32_t, std::vector<Point>> families;
    for (Point a = 0; a < items.size(); ++a) {
      if (items[a].kind == Item::Kind::process && of_processes_) families[kinds_[items[a].number]].push_back(a);
      if (items[a].kind != Item::Kind::constant || of_processes_) continue;
      const SortId sort = model_.spec.functions[items[a].number].codomain;
      if (model_.spec.unlisted.count(sort) == 0) families[sort.value].push_back(a);
    }
    for (const auto& [kind, members] : families) {
      const BigNumber order = quotient::Group(members.size(), restricted_to(generators, members).generators).order();
      out.freedom *= order;
      if (out.most < order) out.most = order;
    }
    for (const Permutation& g : generators) {
      for (Point a = 0; a < items.size(); ++a) {
        if (g[a] != a) out.moved.insert(atom_of(model_, items[a]).name);
      }
    }
    return out;
  }

  void list_parts() {
    parts_.push_back({Part::Kind::initial, 0, {}, {}, 0});
    if (model_.formula == nullptr) parts_.push_back({Part::Kind::names, 0, {}, {}, 0});
    parts_.push_back({Part::Kind::operators, 0, {}, {}, 0});
    for (const auto& [location, vertex] : whole_.locations()) {
      const std::vector<CompiledSummand>& summands = model_.locations[location.value].summands;
      for (std::size_t s = 0; s < summands.size(); ++s) {
        parts_.push_back({Part::Kind::summand, summands[s].place, summands[s].range, location, s});
      }
    }
    for (const std::uint32_t rule : whole_.rules()) {
      const FuncInfo& head = model_.spec.functions[model_.spec.rules[rule].head.value];
      if (model_.spec.unlisted.count(head.codomain) != 0 && head.range == model_.spec.rules[rule].range)
        continue;  // the table of an expression, which is no equation of the text
      parts_.push_back({Part::Kind::rule, rule, model_.spec.rules[rule].range, {}, 0});
    }
  }

  /// Nothing where time is out.
  std::optional<Freedom> without(const std::vector<std::size_t>& parts) {
    if (Clock::now() >= end_) {
      out_of_time_ = true;
      return std::nullopt;
    }
    CodeGraph::Without out;
    for (const std::size_t p : parts) {
      const Part& part = parts_[p];
      if (part.kind == Part::Kind::summand) out.summands.insert(part.number);
      if (part.kind == Part::Kind::rule) out.rules.insert(part.number);
      out.initial = out.initial || part.kind == Part::Kind::initial;
      out.names = out.names || part.kind == Part::Kind::names;
      out.operators = out.operators || part.kind == Part::Kind::operators;
    }
    out.kinds = kinds_;
    return freedom_of(CodeGraph(model_, std::move(out)));
  }

  void try_each() {
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      const std::optional<Freedom> then = without({p});
      if (!then) return;
      if (then->freedom > now_.freedom) blamed_.push_back({p, *then});
    }
  }

  /// Two parts may say the same: then one must go with the other. As few as can be, that together stand in the way.
  void try_together() {
    constexpr std::size_t most_together = 4;
    std::vector<std::size_t> out(parts_.size());
    for (std::size_t p = 0; p < out.size(); ++p) out[p] = p;
    std::optional<Freedom> best = without(out);
    if (!best || !(best->freedom > now_.freedom)) return;
    // Halves are put back first, then halves of these.
    for (std::size_t step = out.size(); step >= 1; step = (step + 1) / 2) {
      for (std::size_t first = 0; first < out.size() && out.size() > 1;) {
        std::vector<std::size_t> fewer(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(first));
        const std::size_t last = std::min(first + step, out.size());
        fewer.insert(fewer.end(), out.begin() + static_cast<std::ptrdiff_t>(last), out.end());
        const std::optional<Freedom> then = fewer.empty() ? std::nullopt : without(fewer);
        if (out_of_time_) return;
        if (then && then->freedom > now_.freedom) {
          out = std::move(fewer);
          best = then;
        } else {
          first = last;
        }
      }
      if (step == 1) break;
    }
    if (out.size() > most_together) return;
    for (const std::size_t p : out) blamed_.push_back({p, *best});
  }

  Words in_words(const Blamed& blamed) const {
    const Part& part = parts_[blamed.part];
    std::set<std::string> freed;
    for (const std::string& name : blamed.then.moved) {
      if (now_.moved.count(name) == 0) freed.insert(name);
    }
    if (freed.empty()) freed = blamed.then.moved;
    const bool is_given = part.kind == Part::Kind::initial;
    const std::string gained =
        is_given ? gain_in_words(now_.most, blamed.then.most) : gain_in_words(now_.order, blamed.then.order);
    if (const std::optional<Reason> reason = reason_of(part, freed, blamed.then.moved)) {
      const std::string remedy = reason->remedy.empty() ? "" : fmt::format(" ({})", reason->remedy);
      std::optional<SourceRange> at = reason->at;
      if (at->begin == at->end) at.reset();
      return {{reason->why + remedy + gained, at}, true};
    }
    const std::vector<std::string> names(freed.begin(), freed.end());
    const char* what = part.kind == Part::Kind::summand   ? "what is done here"
                       : part.kind == Part::Kind::rule    ? "this equation"
                       : part.kind == Part::Kind::initial ? "what processes are given at the start"
                                                          : "what speaks of actions by name";
    std::optional<SourceRange> at = part.range;
    if (at->begin == at->end) at.reset();
    return {{fmt::format("{} does not treat {} alike{}", what, names_in_words(names), gained), at}, false};
  }

  std::optional<Reason> reason_of(const Part& part, const std::set<std::string>& freed,
                                  const std::set<std::string>& moved) const {
    switch (part.kind) {
      case Part::Kind::summand: {
        const Summand& summand = model_.linear.locations[part.location.value].summands[part.index];
        std::vector<ExprId> all = summand.conditions;
        for (const ActionCall& call : summand.actions)
          all.insert(all.end(), call.arguments.begin(), call.arguments.end());
        all.insert(all.end(), summand.values.begin(), summand.values.end());
        if (auto reason = reason_of_expressions(model_, sources_, all, moved)) return reason;
        return reason_of_owners(model_, part.location, part.range, freed, kinds_);
      }
      case Part::Kind::rule: {
        const Rule& rule = model_.spec.rules[part.number];
        std::vector<ExprId> all = rule.patterns;
        all.push_back(rule.right);
        if (rule.condition) all.push_back(rule.condition);
        return reason_of_expressions(model_, sources_, all, moved);
      }
      case Part::Kind::initial:
        return reason_of_initial(model_, sources_);
      case Part::Kind::names:
        return Reason{{},
                      fmt::format("{} would change places with actions of other names, of which labels, formulas or "
                                  "properties speak",
                                  names_in_words({freed.begin(), freed.end()})),
                      "give all of them the same actions, with a parameter"};
      case Part::Kind::operators:
        return Reason{{},
                      fmt::format("'allow', 'comm' and their like do not treat the actions of {} alike",
                                  names_in_words({freed.begin(), freed.end()})),
                      "name the actions of all of them there"};
    }
    return std::nullopt;
  }

  const Model& model_;
  const SourceMap& sources_;
  Clock::time_point end_;
  std::vector<std::uint32_t> kinds_;
  bool of_processes_ = false;  // not of constants
  CodeGraph whole_;
  Freedom now_;
  std::vector<Part> parts_;
  std::vector<Blamed> blamed_;
  bool out_of_time_ = false, has_reasons_ = false;
};

}  // namespace

void explain_breaks(const Model& model, const SourceMap& sources, Symmetry& symmetry, double seconds) {
  try {
    Explanation(model, sources, seconds).run(symmetry, !symmetry.broken_by.empty());
  } catch (const EvaluationError&) {
    return;  // was reported when symmetry was looked for
  }
}

}  // namespace quotient::mcrl2
