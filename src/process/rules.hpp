#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/source.hpp"

namespace quotient {

/// Which states a user wants to have taken for one, as rewrite rules on them. A front end makes it from text, with all
/// parameters put in; `--symmetry rules` reads it.
struct RewriteRules {
  /// Cells of a state by name. A name that has indices or fields left means all of it.
  struct Place {
    SourceRange at;
    std::string name;  // of a global variable, a channel or a process type
    std::string path;  // "[2].written[*]"; of a process type, its local: ".next"; empty: all of it
    /// Of a process type: only the process whose local, or `_pid`, has this value. It must never be written.
    std::optional<std::pair<std::string, std::int32_t>> chosen_by;
    std::vector<std::int32_t> fields;  // of a channel: only these fields of its messages, from 1; empty: all
  };
  struct Action {
    enum class Kind : std::uint8_t {
      swap,    // the contents of two places change places
      rename,  // contents `first` become `second`, and the other way round
      rotate,  // of an array: element x becomes element x + first, modulo its size
      add,     // contents v below `second` become v + first, modulo `second`
    };
    Kind kind = Kind::swap;
    SourceRange at;
    std::int32_t first = 0, second = 0;
    std::vector<Place> places;
  };
  /// A rule with values for its parameters.
  struct Instance {
    std::string name;  // "processors(i = 1, j = 2)"
    std::vector<Action> actions;
  };
  struct Rule {
    std::string name;
    SourceRange at;
    std::vector<Instance> instances;
    std::vector<Place> order;  // of two states the one with less in these places is the normal form; rules together
  };

  std::vector<Rule> rules;
};

/// Calls visit(place) for all places that rules name, in the order of the text.
template <typename Visit>
void for_each_place(const RewriteRules& rules, Visit visit) {
  for (const RewriteRules::Rule& rule : rules.rules) {
    for (const RewriteRules::Instance& instance : rule.instances) {
      for (const RewriteRules::Action& action : instance.actions) {
        for (const RewriteRules::Place& place : action.places) visit(place);
      }
    }
    for (const RewriteRules::Place& place : rule.order) visit(place);
  }
}

}  // namespace quotient
