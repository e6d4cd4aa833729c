#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "base/counted.hpp"
#include "process/symmetry/rules/check_choosers.hpp"
#include "process/symmetry/rules/check_values.hpp"
#include "process/symmetry/rules/names.hpp"
#include "process/symmetry/rules/rewriter.hpp"

namespace quotient {

namespace {

using Action = RewriteRules::Action;
using RulePlace = RewriteRules::Place;

/// What is wrong with rules can be told from names and types alone.
class Checker {
 public:
  Checker(const Program& program, Diagnostics& diagnostics) : program_(program), diagnostics_(diagnostics) {
    const auto add = [this](const std::string& name) { names_.insert(name.substr(0, name.find_first_of("[."))); };
    for (const NamedCell& c : program.cells) add(c.name);
    for (const ChannelInstance& c : program.channels) add(c.name);
    for (const ProcessType& type : program.process_types) {
      if (!type.watches) names_.insert(type.name);
    }
  }

  /// False where something is wrong: other instances of the rule would only say it again.
  bool check(const RewriteRules::Instance& instance) {
    const std::size_t before = diagnostics_.error_count();
    moved_.clear();
    for (const Action& action : instance.actions) {
      for (const RulePlace& place : action.places) check(place);
      if (diagnostics_.error_count() != before) return false;
      if (action.kind == Action::Kind::swap) check_swap(action);
      if (action.kind == Action::Kind::rotate) check_rotation(action);
    }
    return diagnostics_.error_count() == before;
  }

  void check(const RulePlace& place) {
    const ProcessType* type = type_of(place);
    if (type != nullptr) {
      check_local(place, *type);
    } else if (place.chosen_by) {
      complain(place, fmt::format("'{}' is not a process type", place.name));
    } else if (contents(place).empty()) {
      const bool known = names_.contains(place.name);
      Diagnostic& d = diagnostics_.error(
          place.at, known ? fmt::format("'{}' has no part '{}'", place.name, place.path)
                          : fmt::format("the model has no global variable, channel or process type '{}'", place.name));
      if (!known) d.suggestion = nearest_name(place.name, std::vector<std::string>(names_.begin(), names_.end()));
    }
    for (const std::int32_t field : place.fields) check_field(place, field);
  }

 private:
  /// A variable or a channel by its full name, and what it is made of.
  struct Content {
    std::string_view name, rest;
    std::string kind;
  };

  void complain(const RulePlace& place, std::string message) { diagnostics_.error(place.at, std::move(message)); }

  const ProcessType* type_of(const RulePlace& place) const {
    const auto found = std::find_if(program_.process_types.begin(), program_.process_types.end(),
                                    [&](const ProcessType& t) { return !t.watches && t.name == place.name; });
    return found == program_.process_types.end() ? nullptr : &*found;
  }

  static std::string kind_of(CellType type) { return fmt::format("{}:{}", static_cast<int>(type.kind), type.bits); }

  std::vector<Content> contents(const RulePlace& place) const {
    const std::string pattern = place.name + place.path;
    std::vector<Content> out;
    const auto add = [&](const std::string& name, std::string kind) {
      const std::size_t rest = match_name(name, pattern);
      if (rest != std::string::npos) out.push_back({name, std::string_view(name).substr(rest), std::move(kind)});
    };
    for (const NamedCell& c : program_.cells) {
      if (!c.is_channel) add(c.name, kind_of(c.type));
    }
    // What nothing reads is no part of the state: a rule may name it, and does nothing there.
    for (const NamedCell& c : program_.hidden_cells) add(c.name, kind_of(c.type));
    for (const ChannelInstance& c : program_.channels) {
      const ChannelKind& kind = program_.channel_kinds[c.kind];
      std::string text = fmt::format("channel {}", kind.capacity);
      for (const CellType& f : kind.fields) text += " " + kind_of(f);
      add(c.name, std::move(text));
    }
    return out;
  }

  void check_local(const RulePlace& place, const ProcessType& type) {
    const auto has = [&](const std::string& name) {
      return std::any_of(type.cells.begin(), type.cells.end(),
                         [&](const NamedCell& c) { return match_name(c.name, name) != std::string::npos; });
    };
    std::string missing;
    const auto is_chooser = [&](const NamedCell& c) { return c.name == place.chosen_by->first; };
    const bool by_number = place.chosen_by && place.chosen_by->first == "_pid";
    if (place.chosen_by && !by_number && std::none_of(type.cells.begin(), type.cells.end(), is_chooser))
      missing = place.chosen_by->first;
    if (!place.path.empty() && (place.path[0] != '.' || !has(place.path.substr(1)))) missing = place.path;
    if (missing.empty()) return;
    std::vector<std::string> known;
    for (const NamedCell& c : type.cells) known.push_back(c.name);
    Diagnostic& d =
        diagnostics_.error(place.at, fmt::format("process type '{}' has no local '{}'", type.name, missing));
    d.suggestion = nearest_name(missing, known);
  }

  void check_field(const RulePlace& place, std::int32_t field) {
    const std::string pattern = place.name + place.path;
    for (const ChannelInstance& c : program_.channels) {
      if (match_name(c.name, pattern) == std::string::npos) continue;
      const std::size_t fields = program_.channel_kinds[c.kind].fields.size();
      if (field >= 1 && static_cast<std::size_t>(field) <= fields) return;
      return complain(place, fmt::format("messages of '{}' have {}", c.name, counted(fields, "field")));
    }
    complain(place, fmt::format("'{}' is not a channel", pattern));
  }

  void note_move(const Action& action, const std::string& what) {
    if (!moved_.insert(what).second) diagnostics_.error(action.at, fmt::format("'{}' is moved twice", what));
  }

  void check_swap(const Action& action) {
    const RulePlace &a = action.places[0], &b = action.places[1];
    const ProcessType* type = type_of(a);
    if (type != nullptr || type_of(b) != nullptr) {
      if (type != type_of(b) || a.path != b.path || !a.chosen_by || !b.chosen_by ||
          a.chosen_by->first != b.chosen_by->first) {
        diagnostics_.error(action.at,
                           "two processes of one type change places, chosen by the same local: P(me = i), P(me = j)");
        return;
      }
      for (const RulePlace* p : {&a, &b}) {
        note_move(action, fmt::format("{}({} = {}){}", p->name, p->chosen_by->first, p->chosen_by->second, p->path));
      }
      return;
    }
    const std::vector<Content> in_a = contents(a), in_b = contents(b);
    bool fits = in_a.size() == in_b.size();
    for (std::size_t k = 0; fits && k < in_a.size(); ++k) fits = in_a[k].kind == in_b[k].kind;
    if (!fits || !a.fields.empty() || !b.fields.empty()) {
      diagnostics_.error(action.at, "only what has the same type can change places, and channels only as a whole");
      return;
    }
    for (const auto* list : {&in_a, &in_b}) {
      for (const Content& c : *list) note_move(action, std::string(c.name));
    }
  }

  void check_rotation(const Action& action) {
    const RulePlace& place = action.places[0];
    const std::vector<Content> all = contents(place);
    const bool indexed = type_of(place) == nullptr && place.fields.empty() &&
                         place.path.find('*') == std::string::npos &&
                         std::all_of(all.begin(), all.end(), [](const Content& c) { return c.rest.starts_with('['); });
    if (!indexed) {
      diagnostics_.error(action.at, fmt::format("'{}' is not an array", place.name + place.path));
      return;
    }
    for (const Content& c : all) note_move(action, std::string(c.name));
  }

  const Program& program_;
  Diagnostics& diagnostics_;
  std::set<std::string> names_, moved_;
};

}  // namespace

void check_rules(const Program& program, const RewriteRules& rules, Diagnostics& diagnostics) {
  Checker checker(program, diagnostics);
  for (const RewriteRules::Rule& rule : rules.rules) {
    for (const RewriteRules::Instance& instance : rule.instances) {
      if (!checker.check(instance)) break;
    }
    for (const RulePlace& place : rule.order) checker.check(place);
  }
  if (diagnostics.has_errors()) return;
  check_values(program, rules, diagnostics);
  check_choosers(program, rules, diagnostics);
}

}  // namespace quotient
