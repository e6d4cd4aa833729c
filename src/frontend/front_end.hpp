#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/name_table.hpp"
#include "base/source.hpp"
#include "frontend/layout.hpp"
#include "frontend/model_settings.hpp"
#include "frontend/subject.hpp"

namespace quotient {

/// Options that have a meaning in some languages only.
enum class LanguageOption : std::uint8_t {
  defines,             // -D
  set_sizes,           // --set
  integers,            // --min-int, --max-int
  refinement,          // --refinement
  goal,                // --goal, --scope
  solver,              // --solver
  formulas,            // --property ltl:NAME
  actions,             // --property action:NAME
  modal_formulas,      // --formula
  linear_formulas,     // --ltl
  branching_formulas,  // --ctl
  cycle_labels,        // --property accept, progress
  fairness,            // --fairness weak, strong
  named_fairness,      // --fairness weak:NAME
  native_code,         // --engine native
  for_every,           // --for-every
};

/// A property that the model states and that is not checked, so that a verdict must say so.
struct UncheckedFormula {
  std::string name;
  Location at;
};

/// What loading a text leaves behind. Where there are errors, subjects do not count.
struct Loaded {
  SourceMap& sources;        // must outlive the subjects; files that are included join it
  Diagnostics& diagnostics;  // of the text
  std::vector<Subject> subjects;
  std::vector<UncheckedFormula> unchecked;
};

/// How a linear process is to be written.
struct LinearProcessSettings {
  bool network = false;                        // the processes as they are composed, instead of one
  std::optional<std::uint64_t> most_summands;  // of the one; unset: the usual
};

/// A language. Immutable, one object for each, shared by all threads. A folder has one; src/driver/languages.cpp lists
/// them, and nothing else knows their names.
class FrontEnd {
 public:
  virtual ~FrontEnd() = default;

  virtual std::string_view name() const = 0;   // of --language
  virtual std::string_view title() const = 0;  // for people: "Promela"
  virtual std::span<const std::string_view> endings() const = 0;
  /// How certain the text is in this language, by its words and signs without comments (rough_tokens): 0 not at all,
  /// 1 it looks like it, 2 it can be nothing else.
  virtual int recognises(std::span<const std::string_view> tokens) const = 0;
  virtual bool understands(LanguageOption option) const = 0;
  /// What --property can name: "assert and deadlock".
  virtual std::string_view properties() const = 0;
  /// Whether searching the states of a model is worth it for one of these kinds.
  virtual bool checks(FindingKind kind) const = 0;
  /// Loads `file` with all that it refers to. Records in `names`, which may be null, what names mean.
  virtual void load(const ModelSettings& settings, FileId file, NameTable* names, Loaded& out) const = 0;

  /// The path of the model that a file of formulas belongs to; nullopt if this is none.
  virtual std::optional<std::string> model_of(const std::string&) const { return std::nullopt; }
  /// The text indented anew, nothing but blanks changed. It may have errors. Nullopt if the language has no layout.
  virtual std::optional<std::string> laid_out(std::string_view, const LayoutOptions&) const { return std::nullopt; }

  /// As `load`, of the model alone, which begins in every state in which its invariant holds. False: the language has
  /// no invariants.
  virtual bool load_beginning_anywhere(const ModelSettings&, FileId, Loaded&) const { return false; }
  /// Whether `value_in` knows expressions.
  virtual bool has_expressions() const { return false; }
  /// The value of an expression, in the words of the language, in a state of the model: one of the program alone, as
  /// System::lasting writes it; none: before the beginning. Nullopt where `out.diagnostics` says what is wrong with the
  /// expression, as a text called "expression", or with the model.
  virtual std::optional<std::string> value_in(const ModelSettings&, FileId, const std::string& /*expression*/,
                                              std::optional<std::span<const std::uint8_t>> /*state*/, Loaded&) const {
    return std::nullopt;
  }

  // The text in another form, where the language has that; meaningless after errors.
  virtual std::optional<std::string> in_promela(const ModelSettings&, FileId, Loaded&) const { return std::nullopt; }
  virtual std::optional<std::string> linear_process(const LinearProcessSettings&, FileId, Loaded&) const {
    return std::nullopt;
  }
};

}  // namespace quotient
