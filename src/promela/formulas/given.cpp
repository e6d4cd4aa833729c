#include "promela/formulas/given.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "temporal/lowering.hpp"

namespace quotient::promela {

namespace {

using temporal::NodeId;

/// Atoms are expressions of the model. What they mean is known once it is read; here they are told apart by their text.
class ProgramLowering final : public temporal::Lowering {
 public:
  ProgramLowering(const temporal::Syntax& from, const SourceMap& sources, Diagnostics& diagnostics)
      : Lowering(from), sources_(sources), diagnostics_(diagnostics) {
    // Numbers go by the order of the atoms, so that the one of `deadlock` is behind them.
    for (const temporal::Atom& each : from.atoms) {
      if (is_expression(each)) number_of(each);
    }
  }

  const std::vector<SourceRange>& parts() const { return parts_; }

 protected:
  NodeId atom(const temporal::Atom& atom) override {
    if (is_expression(atom)) return proposition(number_of(atom));
    if (atom.kind == temporal::Atom::Kind::step) refuse_steps(atom.range);
    return proposition(static_cast<std::uint32_t>(parts_.size()));
  }
  std::uint32_t step(const temporal::Atom& atom) override {
    refuse_steps(atom.range);
    return 0;
  }
  NodeId quantified(const temporal::Node& node) override {
    diagnostics_.error(node.range, "there are no quantifiers in formulas about Promela models");
    return tree().add(temporal::Operator::verum, {});
  }

 private:
  static bool is_expression(const temporal::Atom& atom) {
    return atom.kind != temporal::Atom::Kind::step && !is_deadlock(atom);
  }
  static bool is_deadlock(const temporal::Atom& atom) {
    return atom.kind == temporal::Atom::Kind::word && atom.name.text == "deadlock";
  }
  void refuse_steps(SourceRange range) {
    diagnostics_.error(range,
                       "statements of a Promela model have no names that a formula could use; say what holds "
                       "in states: { expression }");
  }
  std::uint32_t number_of(const temporal::Atom& atom) {
    const SourceRange range = atom.kind == temporal::Atom::Kind::predicate ? atom.name.range : atom.range;
    const std::string_view text = sources_.text(range);
    const auto same = [&](SourceRange each) { return sources_.text(each) == text; };
    const auto known = std::ranges::find_if(parts_, same);
    if (known == parts_.end()) parts_.push_back(range);
    return static_cast<std::uint32_t>(std::ranges::find_if(parts_, same) - parts_.begin());
  }

  const SourceMap& sources_;
  Diagnostics& diagnostics_;
  std::vector<SourceRange> parts_;
};

/// Names are what verdicts are reported and counterexamples replayed by: two long formulas may begin with the same
/// words.
void make_unique(std::vector<temporal::FormulaText>& texts) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string name = texts[i].name;
    const auto taken = [&] {
      return std::any_of(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(i),
                         [&](const temporal::FormulaText& other) { return other.name == texts[i].name; });
    };
    for (int number = 2; taken(); ++number) texts[i].name = fmt::format("{} ({})", name, number);
  }
}

}  // namespace

GivenFormulas read_given(const ModelSettings& settings, FileId model, SourceMap& sources, Diagnostics& diagnostics) {
  GivenFormulas out;
  std::vector<temporal::FormulaText> texts = temporal::formulas_of(settings, model, sources, diagnostics);
  make_unique(texts);
  for (temporal::FormulaText& text : texts) {
    if (text.logic == temporal::Logic::linear) {
      out.all.push_back({text.name, text.range, {text.range}, true});
      out.linear.push_back(text.name);
      continue;
    }
    Diagnostics found;
    const auto syntax = temporal::parse(sources, text.range, temporal::Logic::branching, found);
    for (const Diagnostic& each : found.all()) {
      Diagnostic& error = diagnostics.error(each.range, each.message);
      error = each;
      error.notes.push_back({each.range, "what holds in a state stands in braces: AG {x == 0}"});
    }
    if (!syntax) continue;
    ProgramLowering lowering(*syntax, sources, diagnostics);
    out.all.push_back({text.name, text.range, lowering.parts(), false});
    const auto deadlock = static_cast<std::uint32_t>(lowering.parts().size());
    out.branching.push_back({std::move(text), lowering.run(), deadlock});
  }
  return out;
}

}  // namespace quotient::promela
