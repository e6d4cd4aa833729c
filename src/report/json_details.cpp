#include "report/json_details.hpp"

namespace quotient {

namespace {

using Json = nlohmann::ordered_json;

Json graph_states(const GraphReport::Graph& graph) {
  if (!graph.drawn()) return nullptr;
  Json edges = Json::array();
  for (const GraphReport::Edge& e : graph.edges) edges.push_back({e.source, e.target, e.label});
  return {{"initial_count", graph.initial_count}, {"states", graph.states}, {"edges", std::move(edges)}};
}

/// -1 where a state is not in the graph.
Json state_numbers(const std::vector<std::uint32_t>& numbers) {
  Json list = Json::array();
  for (const std::uint32_t n : numbers) list.push_back(n == GraphReport::no_state ? Json(-1) : Json(n));
  return list;
}

}  // namespace

Json growth_json(const std::vector<Progress>& growth) {
  Json list = Json::array();
  for (const Progress& p : growth) {
    list.push_back({{"depth", p.depth},
                    {"stored", p.states},
                    {"waiting", p.waiting},
                    {"bytes", p.memory_bytes},
                    {"after", p.seconds}});
  }
  return list;
}

Json sources_json(const std::vector<SourceText>& sources) {
  Json list = Json::array();
  for (const SourceText& s : sources) list.push_back({{"file", s.file}, {"text", s.text}});
  return list;
}

Json diagram_json(const std::optional<ChannelDiagram>& diagram) {
  if (!diagram) return nullptr;
  Json items = Json::array(), links = Json::array();
  for (const ChannelDiagram::Item& i : diagram->items) {
    items.push_back({{"name", i.name},
                     {"token", i.token},
                     {"kind", i.is_channel ? "channel" : "process"},
                     {"signature", i.signature}});
  }
  for (const ChannelDiagram::Link& l : diagram->links) links.push_back({l.from, l.to});
  return {{"items", std::move(items)}, {"links", std::move(links)}, {"observed_states", diagram->observed_states}};
}

Json graph_json(const std::optional<GraphReport>& graph) {
  if (!graph) return nullptr;
  Json paths = Json::array();
  for (const GraphReport::Path& p : graph->paths) {
    paths.push_back({{"reduced", state_numbers(p.reduced)}, {"expanded", state_numbers(p.expanded)}});
  }
  return {{"cells", graph->cells},
          {"values", graph->values},
          {"labels", graph->labels},
          {"reduced", graph_states(graph->reduced)},
          {"expanded", graph_states(graph->expanded)},
          {"orbit", state_numbers(graph->orbit)},
          {"paths", std::move(paths)},
          {"near_runs", graph->near_runs},
          {"remark", graph->remark}};
}

}  // namespace quotient
