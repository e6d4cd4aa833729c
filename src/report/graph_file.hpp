#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/system.hpp"
#include "report/output_file.hpp"
#include "search/graph.hpp"

namespace quotient {

enum class GraphFormat { aut, dot, json };

/// By the ending of a file's name.
std::optional<GraphFormat> graph_format(std::string_view path);

/// Writes a whole state graph. A graph with several initial states gets one more state before them, numbered 0, with a
/// step "initialise" to each; the others move up by one. `order` is that of the group the graph is reduced by, in
/// decimal; "1" where it is not.
void write_graph(const System& system, const StateGraph& graph, GraphFormat format, const std::string& order,
                 OutputFile& out);

}  // namespace quotient
