#include "report/json_trace.hpp"

#include "report/json_remarks.hpp"

namespace quotient {

using Json = nlohmann::ordered_json;

namespace {

std::string_view name_of_kind(MessageEvent::Kind kind) {
  switch (kind) {
    case MessageEvent::Kind::send:
      return "send";
    case MessageEvent::Kind::receive:
      return "receive";
    case MessageEvent::Kind::handshake:
      break;
  }
  return "handshake";
}

}  // namespace

Json event_json(const TraceEvent& event) {
  Json changes = Json::array();
  for (const CellChange& c : event.changes) {
    changes.push_back({{"cell", c.cell}, {"before", c.before}, {"after", c.after}});
  }
  Json messages = Json::array();
  for (const MessageEvent& m : event.messages) {
    messages.push_back({{"kind", name_of_kind(m.kind)},
                        {"channel", m.channel},
                        {"message", m.message},
                        {"sender", m.sender},
                        {"receiver", m.receiver}});
  }
  Json json = {{"process", event.process}, {"statement", event.statement},    {"at", place_json(event.at)},
               {"changes", changes},       {"messages", std::move(messages)}, {"output", event.output}};
  if (!event.participants.empty()) json["participants"] = event.participants;
  return json;
}

Json cells_json(const std::vector<CellValue>& values) {
  Json list = Json::array();
  for (const CellValue& v : values) list.push_back({{"cell", v.cell}, {"value", v.value}});
  return list;
}

Json standing_json(const std::vector<TraceEvent>& processes) {
  Json list = Json::array();
  for (const TraceEvent& p : processes) {
    list.push_back({{"process", p.process}, {"at", place_json(p.at)}, {"next", p.statement}});
  }
  return list;
}

}  // namespace quotient
