#pragma once

#include <optional>
#include <string>

#include "report/check_report.hpp"

namespace quotient {

/// What a counterexample is saved as.
enum class RunFormat {
  replay,   // .json and everything else: for `quotient replay`
  dot,      // .dot, .gv: the run as a graph, for Graphviz
  actions,  // .tr, .trc: one action a line, as mCRL2's tools read traces
  trail,    // .trail: for `spin -t`
};

/// By the ending of the file. Nothing, and why in `error`, where a file with this ending would not be what its name
/// says. `has_processes`: steps are statements of processes, not actions.
std::optional<RunFormat> run_format(const std::string& path, bool has_processes, std::string& error);

/// The run for other programs; not RunFormat::replay. Nothing, and why in `error`, where the format cannot express it.
std::optional<std::string> run_file_text(const ToldViolation& violation, RunFormat format, std::string& error);

}  // namespace quotient
