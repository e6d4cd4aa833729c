#include "process/process_narrator.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <tuple>

#include "base/stop_signal.hpp"
#include "model/cell.hpp"
#include "process/blank_cells.hpp"
#include "process/process_steps.hpp"
#include "process/queue.hpp"
#include "process/record.hpp"

namespace quotient {

namespace {

/// Puts states into words, with the names of the model.
class Describer {
 public:
  explicit Describer(const Program& program) : program_(program), blank_(program) {}

  /// A step of a process, in the middle of which a state is: it does not say yet where the step leads, nor what the
  /// process holds behind the last statement of the step.
  struct Middle {
    std::int32_t pid;
    std::uint32_t target;
    const Configuration& last;
  };

  std::vector<CellValue> cells(const Shape& shape, const std::uint8_t* state,
                               std::optional<Middle> middle = std::nullopt) const {
    std::vector<CellValue> out;
    for (const NamedCell& c : program_.cells) {
      out.push_back({c.name, value(shape, load_cell(state + program_.head_size() + c.offset, c.type.kind), c.mtype,
                                   c.is_channel)});
    }
    for (std::size_t k = 0; k < shape.channels.size(); ++k) {
      if (program_.channel_kinds[shape.channels[k].kind].capacity == 0) continue;
      out.push_back({channel_name(shape, k + 1), queue(shape, shape.channels[k], state)});
    }
    for (std::size_t pid = 0; pid < shape.types.size(); ++pid) {
      const ProcessType& type = program_.process_types[shape.types[pid]];
      const std::uint8_t* record = state + shape.processes[pid];
      const std::uint32_t location = location_in(program_, type, record);
      const bool moves = middle && middle->pid == static_cast<std::int32_t>(pid) && middle->target != 0;
      for (const NamedCell& c : type.cells) {
        std::int32_t v = load_cell(record + c.offset, c.type.kind);
        const bool blank = blank_.is_blank(shape.types[pid], location, c, v) &&
                           (!moves || blank_.is_blank(shape.types[pid], middle->target, c, v) ||
                            v != load_cell(middle->last.view().data() + middle->last.shape->processes[pid] + c.offset,
                                           c.type.kind));  // assigned by a later statement
        // What has not been assigned yet is 0; what it was when it was read last is known to nobody.
        if (blank) v = 0;
        out.push_back(
            {fmt::format("{}.{}", process_name(shape, pid), c.name),
             blank && location != type.start ? std::string(no_value) : value(shape, v, c.mtype, c.is_channel)});
      }
    }
    return out;
  }

  /// What a statement does to variables that are no part of the state. What they were before is known to nobody.
  void add_hidden_changes(const Observer::Statement& statement, std::vector<CellChange>& changes) const {
    for (const NamedCell& c : program_.hidden_cells) {
      const std::int32_t before = load_cell(statement.before.hidden.data() + c.offset, c.type.kind);
      const std::int32_t after = load_cell(statement.after.hidden.data() + c.offset, c.type.kind);
      if (before != after) changes.push_back({c.name, "", value(*statement.after.shape, after, c.mtype, false)});
    }
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

  /// Nullopt where the channel does not exist. `sender`: who sent last.
  std::optional<MessageEvent> message_event(const Observer::Message& m, const Observer::Statement& statement,
                                            const std::string& process, const std::string& sender) const {
    const Shape& before = *statement.before.shape;
    const Shape& shape =
        m.channel <= static_cast<std::int32_t>(before.channels.size()) ? before : *statement.after.shape;
    if (m.channel < 1 || u(m.channel) > shape.channels.size()) return std::nullopt;
    const ChannelKind& kind = program_.channel_kinds[shape.channels[u(m.channel) - 1].kind];
    MessageEvent e;
    e.channel = channel_name(shape, u(m.channel));
    e.message = message(shape, kind, m.fields);
    if (m.received) {
      e.kind = kind.capacity == 0 ? MessageEvent::Kind::handshake : MessageEvent::Kind::receive;
      e.receiver = process;
      if (kind.capacity == 0) e.sender = sender;
    } else {
      e.sender = process;
    }
    return e;
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
  BlankCells blank_;
};

/// A channel and the variable that it is declared with have one name. Of these the variable comes first.
bool is_its_own_channel(const CellValue& c) { return c.value == c.cell; }

/// Stands for the statements in the middle of a step that are not told.
TraceEvent left_out_event(const std::string& process, std::uint64_t count) {
  TraceEvent event;
  event.process = process;
  event.statement = fmt::format("... {} more statements of this step, not shown", count);
  return event;
}

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
      const bool says_nothing = c.value == "0" || c.value == "[]" || c.value == "(none)" || c.value == no_value;
      if (!says_nothing) out.push_back({c.cell, "", c.value});
    } else if (*known[which] != c.value && c.value != no_value) {
      out.push_back({c.cell, *known[which] == no_value ? "" : *known[which], c.value});
    }
  }
  return out;
}

}  // namespace

ProcessNarrator::ProcessNarrator(const Program& program, const SourceMap& sources)
    : program_(program), sources_(sources) {}

std::vector<TraceEvent> ProcessNarrator::explain(StateView from, StateView to, Finding finding) const {
  return events_of(from, ProcessSteps(program_).record(from, to, finding), finding);
}

std::vector<TraceEvent> ProcessNarrator::explain_parallel(StateView from, StateView to, std::size_t which) const {
  return events_of(from, ProcessSteps(program_).record(from, to, {}, which), {});
}

std::vector<TraceEvent> ProcessNarrator::events_of(StateView from, const std::vector<MicroStep>& path,
                                                   Finding finding) const {
  const Describer describer(program_);
  Shapes shapes(program_);
  const Shape* shape = &shapes.of(from.data());
  std::vector<TraceEvent> events;
  std::string sender;
  for (const MicroStep& step : path) {
    const std::uint32_t first = program_.transitions[step.transition].statement;
    const bool is_claim = step.pid < 0;
    if (is_claim && !program_.statements[first].written) continue;  // a formula moves along in silence
    const std::string process =
        is_claim ? program_.process_types[u(program_.claim)].name : describer.process_name(*shape, u(step.pid));
    const std::vector<Observer::Statement>& done = step.observed.statements;
    if (done.empty()) {
      events.push_back(event_of(process, first));
      const std::int32_t in_trail = program_.statements[first].trail_number;
      if (in_trail >= 0 && !is_claim) events.back().trail = TrailLine{step.pid, in_trail};
    }
    // A jump that nobody wrote is shown only where there is nothing else to show, and then once.
    const auto is_jump = [this](const Observer::Statement& s) {
      return !program_.statements[s.number].written && program_.statements[s.number].text == "goto";
    };
    const bool only_jumps = std::all_of(done.begin(), done.end(), is_jump);
    for (const Observer::Statement& statement : done) {
      poll_stop();
      const auto number = static_cast<std::size_t>(&statement - done.data());
      if (step.observed.left_out > 0 && number == Observer::first_kept) {
        events.push_back(left_out_event(process, step.observed.left_out));
      }
      if (is_jump(statement) && (!only_jumps || number > 0)) continue;
      TraceEvent event = event_of(process, statement.number);
      const std::int32_t in_trail = program_.statements[statement.number].trail_number;
      if (in_trail >= 0 && !is_claim) event.trail = TrailLine{step.pid, in_trail};
      event.output = statement.output;
      for (const Observer::Message& m : statement.messages) {
        if (const auto e = describer.message_event(m, statement, process, sender)) event.messages.push_back(*e);
        if (!m.received) sender = process;
      }
      const Describer::Middle middle{step.pid, program_.transitions[step.transition].target, done.back().after};
      event.changes = differences(describer.cells(*statement.before.shape, statement.before.bytes.data()),
                                  describer.cells(*statement.after.shape, statement.after.bytes.data(), middle));
      describer.add_hidden_changes(statement, event.changes);
      events.push_back(std::move(event));
      // The run ends with the assertion that fails, whatever is merged with it.
      const auto& failed = statement.violations;
      if (finding && std::find(failed.begin(), failed.end(), finding.site) != failed.end()) return events;
    }
    shape = &shapes.of(step.after.bytes.data());
  }
  if (events.empty() && !path.empty() && program_.claim >= 0) {
    TraceEvent still;
    still.process = program_.process_types[u(program_.claim)].name;
    still.statement =
        finding && !program_.claim_needs_cycles ? "the formula is violated here" : "the program does not move";
    events.push_back(std::move(still));
  }
  return events;
}

TraceEvent ProcessNarrator::event_of(const std::string& process, std::uint32_t statement) const {
  TraceEvent event;
  event.process = process;
  event.statement = program_.statements[statement].text;
  event.at = sources_.locate(program_.statements[statement].range);
  return event;
}

std::vector<CellValue> ProcessNarrator::describe(StateView state) const {
  Shapes shapes(program_);
  std::vector<CellValue> cells = Describer(program_).cells(shapes.of(state.data()), state.data());
  std::erase_if(cells, is_its_own_channel);
  return cells;
}

std::vector<TraceEvent> ProcessNarrator::standing(StateView state) const {
  Shapes shapes(program_);
  const Shape& shape = shapes.of(state.data());
  const Describer describer(program_);
  std::vector<TraceEvent> out;
  for (std::size_t pid = 0; pid < shape.types.size(); ++pid) {
    const ProcessType& type = program_.process_types[shape.types[pid]];
    const ControlLocation& location = type.locations[location_in(program_, type, state.data() + shape.processes[pid])];
    if (type.watches || location.end || location.first == location.last) continue;
    TraceEvent event = event_of(describer.process_name(shape, pid), program_.transitions[location.first].statement);
    for (std::uint32_t t = location.first + 1; t < location.last; ++t) {
      const std::string& option = program_.statements[program_.transitions[t].statement].text;
      if (option != event.statement && !event.statement.ends_with(" or " + option)) event.statement += " or " + option;
    }
    out.push_back(std::move(event));
  }
  return out;
}

std::vector<Proposition> ProcessNarrator::propositions(StateView state, StateView) const {
  std::vector<Proposition> out;
  if (program_.propositions.empty()) return out;
  Interpreter interpreter(program_);
  Configuration at;
  at.bytes.assign(state.begin(), state.end());
  at.shape = &interpreter.shapes().of(at.bytes.data());
  at.hidden.resize(program_.hidden_size);
  Moment moment;
  moment.pid = -1;
  for (const ProgramProposition& p : program_.propositions) {
    out.push_back({p.text, interpreter.evaluate(p.code, at, moment) != 0});
  }
  return out;
}

FindingText ProcessNarrator::describe(Finding finding) const {
  if (finding.kind == FindingKind::deadlock) return {"invalid end state", {}};
  if (finding.kind == FindingKind::progress) return {"non-progress cycle: it contains no progress label", {}};
  if (finding.kind == FindingKind::acceptance) {
    if (program_.claim < 0) return {"acceptance cycle: an accept label is visited infinitely often", {}};
    return {"the never claim accepts an infinite run", sources_.locate(program_.sites[program_.claim_site].range)};
  }
  if (finding.site >= program_.sites.size()) {
    const std::size_t statement = finding.site - program_.sites.size();  // with which a step begins that is too long
    return {"a single step from here does not terminate inside atomic sequences",
            sources_.locate(program_.statements[statement].range)};
  }
  const Site& site = program_.sites[finding.site];
  return {site.message, sources_.locate(site.range)};
}

std::string ProcessNarrator::label(StepLabel label) const {
  return label.value < program_.statements.size() ? program_.statements[label.value].text : std::string();
}

bool ProcessNarrator::has_way_to(const ProcessType& type, std::uint32_t statement) const {
  std::vector<bool> seen(type.locations.size(), false);
  std::vector<std::uint32_t> waiting = {type.start};
  seen[type.start] = true;
  while (!waiting.empty()) {
    const ControlLocation here = type.locations[waiting.back()];
    waiting.pop_back();
    for (std::uint32_t t = here.first; t < here.last; ++t) {
      const Transition& way = program_.transitions[t];
      if (way.statement == statement) return true;
      if (way.target == 0 || seen[way.target]) continue;
      seen[way.target] = true;
      waiting.push_back(way.target);
    }
  }
  return false;
}

namespace {

bool by_begin(SourceRange a, SourceRange b) {
  return std::tie(a.file.value, a.begin) < std::tie(b.file.value, b.begin);
}

}  // namespace

std::vector<UnreachedPart> ProcessNarrator::unreached(std::span<const std::uint8_t> coverage) const {
  std::vector<UnreachedPart> out;
  for (std::size_t type = 0; type < program_.process_types.size(); ++type) {
    if (program_.process_types[type].watches) continue;
    UnreachedPart part;
    part.part = program_.process_types[type].name;
    std::multimap<SourceRange, std::size_t, decltype(by_begin)*> known(by_begin);  // what macros and loops write twice
    for (std::size_t s = 0; s < program_.statements.size() && s < coverage.size(); ++s) {
      if (program_.statements[s].process_type != type || coverage[s] != 0 || !program_.statements[s].written) continue;
      const UnreachedPart::Place place{sources_.locate(program_.statements[s].range), program_.statements[s].text,
                                       program_.statements[s].text == "end" &&
                                           !has_way_to(program_.process_types[type], static_cast<std::uint32_t>(s))};
      const auto [first, last] = known.equal_range(program_.statements[s].range);
      if (std::any_of(first, last, [&](const auto& entry) { return part.places[entry.second] == place; })) continue;
      known.emplace(program_.statements[s].range, part.places.size());
      part.places.push_back(place);
    }
    if (!part.places.empty()) out.push_back(std::move(part));
  }
  return out;
}

}  // namespace quotient
