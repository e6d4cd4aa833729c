#include "system/process_system.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "system/cell.hpp"
#include "system/process_steps.hpp"

namespace quotient {

namespace {

std::uint32_t u(std::int32_t v) { return static_cast<std::uint32_t>(v); }

/// Puts states into words, with the names of the model.
class Describer {
 public:
  Describer(const Program& program, const SourceMap& sources) : program_(program), sources_(sources) {}

  std::vector<CellValue> cells(const Shape& shape, const std::uint8_t* state) const {
    std::vector<CellValue> out;
    for (const NamedCell& c : program_.cells) {
      out.push_back({c.name, value(shape, load_cell(state + 1 + c.offset, c.type.kind), c.mtype, c.is_channel)});
    }
    for (std::size_t k = 0; k < shape.channels.size(); ++k) {
      if (program_.channel_kinds[shape.channels[k].kind].capacity == 0) continue;
      out.push_back({channel_name(shape, k + 1), queue(shape, shape.channels[k], state)});
    }
    for (std::size_t pid = 0; pid < shape.types.size(); ++pid) {
      const ProcessType& type = program_.process_types[shape.types[pid]];
      const std::uint8_t* record = state + shape.processes[pid];
      for (const NamedCell& c : type.cells) {
        out.push_back({fmt::format("{}.{}", process_name(shape, pid), c.name),
                       value(shape, load_cell(record + c.offset, c.type.kind), c.mtype, c.is_channel)});
      }
    }
    return out;
  }

  std::string process_name(const Shape& shape, std::size_t pid) const {
    return fmt::format("{}({})", program_.process_types[shape.types[pid]].name, pid);
  }

  std::string channel_name(const Shape& shape, std::size_t number) const {
    if (number == 0 || number > shape.channels.size()) return "(none)";
    if (number <= program_.channels.size()) return program_.channels[number - 1].name;
    std::size_t pid = 0;
    while (pid + 1 < shape.types.size() && shape.first_channel[pid + 1] <= number - 1) ++pid;
    const ProcessType& type = program_.process_types[shape.types[pid]];
    return fmt::format("{}.{}", process_name(shape, pid), type.channels[number - 1 - shape.first_channel[pid]].name);
  }

  std::string value(const Shape& shape, std::int32_t v, std::int32_t mtype, bool is_channel) const {
    if (is_channel) return channel_name(shape, u(v));
    if (mtype >= 0) {
      const auto& names = program_.mtypes[u(mtype)];
      if (v >= 1 && u(v) <= names.size()) return names[u(v) - 1];
    }
    return std::to_string(v);
  }

  std::string message(const Shape& shape, const ChannelKind& kind, const std::vector<std::int32_t>& fields) const {
    std::string out;
    for (std::size_t k = 0; k < fields.size(); ++k) {
      if (k > 0) out += ",";
      const bool known = k < kind.fields.size();
      out += value(shape, fields[k], known ? kind.field_mtypes[k] : -1, known && kind.field_channels[k] != 0);
    }
    return out;
  }

 private:
  std::string queue(const Shape& shape, const ChannelPlace& place, const std::uint8_t* state) const {
    const ChannelKind& kind = program_.channel_kinds[place.kind];
    const std::uint8_t* at = state + place.offset;
    std::string out = "[";
    const std::uint32_t length = queue_length(at, kind);
    at += kind.length_size();
    for (std::uint32_t m = 0; m < length; ++m) {
      std::vector<std::int32_t> fields;
      for (const CellType& f : kind.fields) {
        fields.push_back(load_cell(at, f.kind));
        at += f.size();
      }
      if (m > 0) out += "] [";
      out += message(shape, kind, fields);
    }
    return out + "]";
  }

  const Program& program_;
  const SourceMap& sources_;
};

/// A channel and the variable that it is declared with have one name. Of these the variable comes first.
bool is_its_own_channel(const CellValue& c) { return c.value == c.cell; }

std::vector<CellChange> differences(const std::vector<CellValue>& before, const std::vector<CellValue>& after) {
  // The first, second, … of a name: locals of different blocks can have the same as well.
  std::map<std::string, std::vector<const std::string*>> old;
  std::map<std::string, std::size_t> seen;
  for (const CellValue& c : before) old[c.cell].push_back(&c.value);
  std::vector<CellChange> out;
  for (const CellValue& c : after) {
    const std::vector<const std::string*>& known = old[c.cell];
    const std::size_t which = seen[c.cell]++;
    if (is_its_own_channel(c)) continue;
    if (which >= known.size()) {
      if (c.value != "0" && c.value != "[]" && c.value != "(none)") out.push_back({c.cell, "", c.value});
    } else if (*known[which] != c.value) {
      out.push_back({c.cell, *known[which], c.value});
    }
  }
  return out;
}

}  // namespace

ProcessSystem::ProcessSystem(Program program, const SourceMap& sources)
    : program_(std::move(program)), sources_(sources) {}

std::unique_ptr<StepGenerator> ProcessSystem::generator() const { return std::make_unique<ProcessSteps>(program_); }

std::unique_ptr<StepGenerator> ProcessSystem::cycle_generator() const {
  return std::make_unique<ProcessSteps>(program_, true);
}

std::vector<TraceEvent> ProcessSystem::explain(StateView from, StateView to, Finding finding) const {
  ProcessSteps steps(program_);
  const std::vector<MicroStep> path = steps.record(from, to, finding);
  const Describer describer(program_, sources_);
  Shapes shapes(program_);
  const Shape* shape = &shapes.of(from.data());
  std::vector<CellValue> before = describer.cells(*shape, from.data());
  std::vector<TraceEvent> events;
  std::string sender;
  for (const MicroStep& step : path) {
    TraceEvent event;
    const Transition& t = program_.transitions[step.transition];
    const bool is_claim = step.pid < 0;
    if (is_claim && !program_.statements[t.statement].written) continue;  // a formula moves along in silence
    event.process =
        is_claim ? program_.process_types[u(program_.claim)].name : describer.process_name(*shape, u(step.pid));
    event.at = sources_.locate(program_.statements[t.statement].range);
    std::vector<std::uint32_t> executed = step.observed.statements;
    if (executed.empty()) executed.push_back(t.statement);
    for (const std::uint32_t s : executed) {
      if (!event.statement.empty()) event.statement += "; ";
      event.statement += program_.statements[s].text;
    }
    event.output = step.observed.output;
    const Shape& now = *step.after.shape;
    for (const Observer::Message& m : step.observed.messages) {
      const Shape& where = m.channel <= static_cast<std::int32_t>(shape->channels.size()) ? *shape : now;
      if (m.channel < 1 || u(m.channel) > where.channels.size()) continue;
      const ChannelKind& kind = program_.channel_kinds[where.channels[u(m.channel) - 1].kind];
      MessageEvent e;
      e.channel = describer.channel_name(where, u(m.channel));
      e.message = describer.message(where, kind, m.fields);
      if (m.received) {
        e.kind = kind.capacity == 0 ? MessageEvent::Kind::handshake : MessageEvent::Kind::receive;
        e.receiver = event.process;
        if (kind.capacity == 0) e.sender = sender;
      } else {
        e.sender = event.process;
        sender = event.process;
      }
      event.messages.push_back(std::move(e));
    }
    std::vector<CellValue> after = describer.cells(now, step.after.bytes.data());
    event.changes = differences(before, after);
    before = std::move(after);
    shape = &shapes.of(step.after.bytes.data());
    events.push_back(std::move(event));
  }
  if (events.empty() && !path.empty()) {
    TraceEvent still;
    still.process = program_.process_types[u(program_.claim)].name;
    still.statement = "the program stands still";
    events.push_back(std::move(still));
  }
  return events;
}

std::vector<TraceEvent> ProcessSystem::explain_initial(StateView) const { return {}; }

std::vector<CellValue> ProcessSystem::describe(StateView state) const {
  Shapes shapes(program_);
  std::vector<CellValue> cells = Describer(program_, sources_).cells(shapes.of(state.data()), state.data());
  std::erase_if(cells, is_its_own_channel);
  return cells;
}

FindingText ProcessSystem::describe(Finding finding) const {
  if (finding.kind == FindingKind::deadlock) return {"invalid end state", {}};
  if (finding.kind == FindingKind::progress) return {"a non-progress cycle: no progress label is on it", {}};
  if (finding.kind == FindingKind::acceptance) {
    if (program_.claim < 0) return {"an acceptance cycle: an accept label is passed again and again", {}};
    return {"the never claim accepts an infinite run", sources_.locate(program_.sites[program_.claim_site].range)};
  }
  const Site& site = program_.sites[finding.site];
  return {site.message, sources_.locate(site.range)};
}

std::string ProcessSystem::label(StepLabel label) const {
  return label.value < program_.statements.size() ? program_.statements[label.value].text : std::string();
}

std::vector<UnreachedPart> ProcessSystem::unreached(std::span<const std::uint8_t> coverage) const {
  std::vector<UnreachedPart> out;
  for (std::size_t type = 0; type < program_.process_types.size(); ++type) {
    if (program_.process_types[type].watches) continue;
    UnreachedPart part;
    part.part = program_.process_types[type].name;
    for (std::size_t s = 0; s < program_.statements.size() && s < coverage.size(); ++s) {
      if (program_.statements[s].process_type != type || coverage[s] != 0 || !program_.statements[s].written) continue;
      const Location at = sources_.locate(program_.statements[s].range);
      if (std::find(part.places.begin(), part.places.end(), at) == part.places.end()) part.places.push_back(at);
    }
    if (!part.places.empty()) out.push_back(std::move(part));
  }
  return out;
}

}  // namespace quotient
