#include "driver/prob_run.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "search/run.hpp"

namespace quotient::driver {

namespace {

/// Reads sets, sequences, couples and everything else up to the next separator. Never fails: what is no value becomes
/// some text.
class ValueReader {
 public:
  explicit ValueReader(const std::string& text) {
    static const std::pair<std::string_view, std::string_view> signs[] = {{"∅", "{}"}, {"↦", "|->"}};
    for (std::size_t i = 0; i < text.size();) {
      const auto* sign = std::ranges::find_if(
          signs, [&](const auto& each) { return std::string_view(text).substr(i).starts_with(each.first); });
      if (text[i] == '"') in_string_ = !in_string_;
      if (sign != std::end(signs)) {
        text_ += sign->second;
        i += sign->first.size();
      } else {
        if (in_string_ || (text[i] != ' ' && text[i] != '\n' && text[i] != '\t')) text_ += text[i];
        ++i;
      }
    }
  }

  std::string all() {
    std::string made = couple(0);
    return at_ < text_.size() ? made + text_.substr(at_) : made;
  }

 private:
  static constexpr int deepest_value = 200;

  bool skip(std::string_view what) {
    if (!std::string_view(text_).substr(at_).starts_with(what)) return false;
    at_ += what.size();
    return true;
  }

  /// `a |-> b |-> c` is `(a |-> b) |-> c`; within brackets a comma means the same.
  std::string couple(int depth, bool commas = false) {
    std::string made = single(depth);
    while (skip("|->") || (commas && skip(","))) made = "(" + made + "|->" + single(depth) + ")";
    return made;
  }

  std::string single(int depth) {
    if (depth < deepest_value && skip("(")) {
      std::string inside = couple(depth + 1, true);
      skip(")");
      return inside;
    }
    if (depth < deepest_value && skip("{")) return elements(depth + 1);
    if (depth < deepest_value && skip("[")) return items(depth + 1);
    return atom();
  }

  std::string elements(int depth) {
    std::set<std::string> all;
    while (at_ < text_.size() && !skip("}")) {
      all.insert(couple(depth));
      skip(",");
    }
    return joined(all);
  }

  /// A sequence is a set of couples.
  std::string items(int depth) {
    std::set<std::string> all;
    std::size_t number = 0;
    while (at_ < text_.size() && !skip("]")) {
      const std::string value = couple(depth);
      all.insert(fmt::format("({}|->{})", ++number, value));
      skip(",");
    }
    return joined(all);
  }

  static std::string joined(const std::set<std::string>& all) {
    std::string made = "{";
    for (const std::string& each : all) made += (made.size() > 1 ? "," : "") + each;
    return made + "}";
  }

  /// A name, a number, a string, or rec(…) with its fields. Takes at least one character.
  std::string atom() {
    const std::size_t begin = at_;
    if (skip("rec(")) {
      std::set<std::string> fields;
      while (at_ < text_.size() && !skip(")")) {
        const std::size_t colon = std::min(text_.find(':', at_), text_.size());
        std::string name = text_.substr(at_, colon - at_);
        at_ = std::min(colon + 1, text_.size());
        fields.insert(name + ":" + couple(0));
        skip(",");
      }
      return "rec" + joined(fields);
    }
    if (text_[at_] == '"') {
      at_ = std::min(text_.find('"', at_ + 1), text_.size() - 1) + 1;
      return text_.substr(begin, at_ - begin);
    }
    while (at_ < text_.size() && std::string_view("(){}[],|\"").find(text_[at_]) == std::string_view::npos) ++at_;
    if (at_ == begin && at_ < text_.size()) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  std::string text_;
  std::size_t at_ = 0;
  bool in_string_ = false;
};

bool same_values(const ProbTransition::Values& asked, const std::vector<CellValue>& found) {
  return std::ranges::all_of(asked, [&](const auto& each) {
    const auto at = std::ranges::find(found, each.first, &CellValue::cell);
    return at == found.end() || normal_value(at->value) == normal_value(each.second);
  });
}

std::string name_of(const TraceEvent& event) { return event.statement.substr(0, event.statement.find_first_of("( ")); }

class ProbRun {
 public:
  explicit ProbRun(const System& system) : system_(system), run_(system) {}

  std::optional<ToldRun> follow(std::span<const ProbTransition> transitions, std::string& error) {
    for (std::size_t i = 0; i < transitions.size(); ++i) {
      const ProbTransition& wanted = transitions[i];
      if (wanted.name == prob_setup && !next_is("SETUP_CONSTANTS")) continue;  // the constants have no state here
      if (wanted.name == prob_initialisation && next_is("SETUP_CONSTANTS") && !take({prob_setup, {}, {}, {}})) break;
      if (take(wanted)) continue;
      error = fmt::format("transition {}: no step of the model fits '{}'{}", i + 1, wanted.name,
                          run_.choice_count() == 0 ? ": it has none here" : "");
      return std::nullopt;
    }
    return std::move(told_);
  }

 private:
  ToldStep told(std::size_t choice) const {
    const StateBytes from(run_.state().begin(), run_.state().end());
    return tell(system_, run_.started() ? &from : nullptr, run_.choice(choice), run_.parallel_before(choice));
  }

  bool next_is(std::string_view statement) const {
    if (run_.choice_count() == 0) return false;
    const ToldStep step = told(0);
    return !step.events.empty() && step.events.front().statement == statement;
  }

  bool take(const ProbTransition& wanted) {
    const std::string name = wanted.name == prob_setup            ? "SETUP_CONSTANTS"
                             : wanted.name == prob_initialisation ? "INITIALISATION"
                                                                  : wanted.name;
    for (std::size_t i = 0; i < run_.choice_count(); ++i) {
      const Successor step = run_.choice(i);
      if (!step.completed) continue;
      ToldStep made = told(i);
      if (made.events.empty() || name_of(made.events.front()) != name) continue;
      const TraceEvent& event = made.events.front();
      if (!same_values(wanted.parameters, event.arguments) || !same_values(wanted.results, event.results)) continue;
      if (!same_values(wanted.target, system_.narrator().describe(step.state))) continue;
      told_.steps.push_back(std::move(made));
      return run_.take(i);
    }
    return false;
  }

  const System& system_;
  Run run_;
  ToldRun told_;
};

}  // namespace

std::string normal_value(const std::string& text) { return text.empty() ? "" : ValueReader(text).all(); }

std::optional<ToldRun> follow_prob_trace(const System& system, std::span<const ProbTransition> transitions,
                                         std::string& error) {
  return ProbRun(system).follow(transitions, error);
}

}  // namespace quotient::driver
