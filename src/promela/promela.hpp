#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/name_table.hpp"
#include "process/outline.hpp"
#include "process/process_system.hpp"
#include "process/scalarset.hpp"
#include "promela/read_module.hpp"

namespace quotient::promela {

/// How statements become steps.
enum class StepMode {
  full,   // every sound merge and reset
  spin,   // statements merged and dead variables reset as SPIN does by default
  plain,  // each statement is a step, nothing is reset
};

enum class Dialect { promela, lite };

struct Options {
  Dialect dialect = Dialect::promela;
  StepMode steps = StepMode::full;
  bool spin_limits = true;                // except with full steps: at most 255 processes, and as many channels
  std::vector<std::string> defines;       // "NAME" or "NAME=VALUE"
  std::vector<std::string> include_dirs;  // searched after the folder of the including file
  /// Proctypes and locals of them that keep their values even when dead: rules identify processes by
  /// them.
  std::vector<std::pair<std::string, std::string>> kept_locals;
  std::vector<GivenFormula> given_formulas;  // beside those of the text
};

struct Module;

/// A checked model, from which systems are compiled: of the program alone, or together with one claim.
class Model {
 public:
  Model(const SourceMap& sources, std::unique_ptr<Module> module, const Options& options);
  ~Model();

  /// By name, in the order of the text. Formulas are the linear ones, those that were given behind those of the text.
  std::vector<std::string> never_claims() const;
  std::vector<std::string> formulas() const;

  /// The program together with a claim (one of the above), or alone where `claim` is empty. Null, with errors in
  /// `diagnostics`, where there is no such claim or it cannot be compiled. The result refers to the sources of the
  /// model, not to the model.
  std::unique_ptr<ProcessSystem> compile(const std::string& claim, Diagnostics& diagnostics) const;

  /// The program alone, each statement a step with steps `full`, and the propositions of a given formula that is not
  /// linear as Program::propositions.
  std::unique_ptr<ProcessSystem> compile_with_propositions(const std::string& formula, Diagnostics& diagnostics) const;

  /// The value of the formula of this name, which must not be temporal, in a state as the program alone writes it to
  /// last. Nullopt where it has none, see the diagnostics.
  std::optional<std::string> value_in(const std::string& formula, std::span<const std::uint8_t> state,
                                      Diagnostics& diagnostics) const;

  /// The program alone, whose accept labels are to be looked at: one where pan would see it and no state shows it is an
  /// error.
  std::unique_ptr<ProcessSystem> compile_for_acceptance(Diagnostics& diagnostics) const;

  /// What must hold now and then for a formula to ask for anything (`a` in `[] (a -> b)`, `[] <> a` in `[] <> a -> b`),
  /// and its propositions, each place where one stands.
  struct Condition {
    std::string text;
    SourceRange range;
    bool is_proposition = false;
  };
  std::vector<Condition> conditions(const std::string& formula) const;
  /// The program together with a claim that is verified where this part of the formula makes no difference.
  std::unique_ptr<ProcessSystem> compile_never(const std::string& formula, std::size_t condition,
                                               Diagnostics& diagnostics) const;

  /// What the text says about processes and channels, together with a claim or alone.
  Outline outline(const std::string& claim) const;

  /// What comments declare to be interchangeable. One that belongs to nothing is an error.
  std::vector<Scalarset> scalarsets(Diagnostics& diagnostics) const;

 private:
  const SourceMap& sources_;
  std::unique_ptr<Module> module_;
  StepMode steps_;
  bool spin_limits_;
};

/// Reads a model: preprocesses, parses and checks it. Null where there are errors; all that were found are in
/// `diagnostics`, with warnings. The result refers to `sources`, which must outlive it. `names` receives what names
/// mean.
std::unique_ptr<Model> load(SourceMap& sources, FileId file, const Options& options, Diagnostics& diagnostics,
                            NameTable* names = nullptr);

/// A Promela-Lite specification in Promela: SPIN reads it, and finds the same states. Empty where there are errors.
std::string convert_lite(SourceMap& sources, FileId file, const Options& options, Diagnostics& diagnostics);

}  // namespace quotient::promela
