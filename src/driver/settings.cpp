#include "driver/settings.hpp"

#include <fmt/format.h>

#include "base/diagnostics.hpp"

namespace quotient::driver {

namespace {

/// What --property says. Returns what is wrong with it; empty if nothing is.
std::string set_properties(CheckSettings& settings) {
  if (settings.properties.empty()) {
    const ModelSettings& model = settings.model;
    if (!model.formula_texts.empty() || !model.linear_formulas.empty() || !model.branching_formulas.empty()) {
      // These and nothing else.
      settings.model.program = settings.model.all_never_claims = settings.model.all_formulas = false;
    }
    return "";
  }
  // A run-time error is no property that a user could leave out: the model has no meaning where it happens.
  PropertySet properties = PropertySet::none().add(FindingKind::runtime);
  settings.model.program = settings.model.all_never_claims = settings.model.all_formulas = false;
  for (const std::string& name : settings.properties) {
    if (name == "assert" || name == "deadlock" || name == "invariant") {
      properties.add(name == "assert"     ? FindingKind::assertion
                     : name == "deadlock" ? FindingKind::deadlock
                                          : FindingKind::invariant);
      settings.model.program = true;
    } else if (name == "never") {
      settings.model.all_never_claims = true;
    } else if (name == "ltl") {
      settings.model.all_formulas = true;
    } else if (name.starts_with("ltl:") && name.size() > 4) {
      settings.model.formulas.push_back(name.substr(4));
    } else if (name.starts_with("never:") && name.size() > 6) {
      settings.model.never_claims.push_back(name.substr(6));
    } else if (name.starts_with("action:") && name.size() > 7) {
      properties.add(FindingKind::assertion);
      settings.model.actions.push_back(name.substr(7));
      settings.model.program = true;
    } else if (name == "accept") {
      settings.model.accept = true;
    } else if (name == "progress") {
      settings.model.progress = true;
    } else {
      std::string error = fmt::format(
          "--property {}: assert, deadlock, invariant, accept, progress, never, never:NAME, ltl, ltl:NAME or "
          "action:NAME is expected",
          name);
      const std::string near = nearest_name(
          name, std::vector<std::string>{"assert", "deadlock", "invariant", "accept", "progress", "never", "ltl"});
      if (!near.empty()) error += fmt::format(" (did you mean '{}'?)", near);
      return error;
    }
  }
  settings.search.properties = properties;
  return "";
}

/// Options that cannot be combined.
std::string combination_objection(const CheckSettings& s) {
  if (!s.main_array.empty() && s.symmetry != "sorted-main") return "--main-array is for --symmetry sorted-main";
  if ((!s.model.rules_path.empty() || s.check_rules) && s.symmetry != "rules") {
    return "--rules and --check-rules are for --symmetry rules";
  }
  if (s.audit && s.symmetry == "rules") {
    return "--audit compares with the group that is found: not for --symmetry rules; use --check-rules";
  }
  if (s.audit && (s.symmetry == "auto" || s.symmetry == "off" || s.symmetry == "canonical")) {
    return "--audit compares a strategy with canonical: name another with --symmetry";
  }
  if (s.audit && s.search.store != StoreKind::exact) return "--audit needs --store exact";
  if (!s.search.spill.empty()) {
    if (s.search.order != SearchOrder::breadth_first) return "--spill needs --search bfs";
    if (s.search.store != StoreKind::exact) return "--spill needs --store exact";
    if (s.partial_order == "on") return "--spill cannot be combined with --partial-order on";
    if (s.skip_sequential == "always") return "--spill cannot be combined with --skip-sequential=always";
    if (s.search.limits.max_states != Limits::none) return "--spill cannot be combined with --max-states";
  }
  if (s.symmetry == "flooding" && s.search.store == StoreKind::bitstate) {
    return "--symmetry flooding needs a store that distinguishes states: --store exact or compact";
  }
  return "";
}

/// What --for-every cannot be combined with.
std::string for_every_objection(const CheckSettings& s) {
  if (s.model.for_every.empty()) {
    if (s.views != 0) return "--views is for --for-every";
    return s.certificate.empty() ? "" : "--certificate is for --for-every";
  }
  if (s.search.store != StoreKind::exact) return "--for-every needs --store exact";
  if (s.audit) return "--audit cannot be combined with --for-every";
  if (s.model.set_sizes.count(s.model.for_every) != 0) {
    return fmt::format("--set {0} cannot be combined with --for-every {0}", s.model.for_every);
  }
  for (const std::string& p : s.properties) {
    if (p == "deadlock") return "--property deadlock: deadlock is not covered by --for-every";
  }
  return "";
}

}  // namespace

std::string complete(CheckSettings& settings) {
  settings.details |= settings.graph;
  settings.model.up_to_symmetry = settings.model.find_symmetry = settings.symmetry != "off";
  settings.model.rules = settings.symmetry == "rules";
  settings.model.scalarsets = settings.detection.how != "scd";
  settings.model.outline = settings.detection.how == "scd" || settings.details;
  std::string wrong = combination_objection(settings);
  if (wrong.empty()) wrong = for_every_objection(settings);
  if (wrong.empty()) wrong = set_properties(settings);
  if (wrong.empty() && !settings.model.for_every.empty() && settings.properties.empty()) {
    settings.search.properties =
        PropertySet::none().add(FindingKind::assertion).add(FindingKind::invariant).add(FindingKind::runtime);
  }
  return wrong;
}

}  // namespace quotient::driver
