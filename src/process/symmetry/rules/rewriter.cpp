#include "process/symmetry/rules/rewriter.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "process/symmetry/rules/names.hpp"

namespace quotient {

namespace {

using Action = RewriteRules::Action;
using RulePlace = RewriteRules::Place;

/// "[3].b" → 3 and ".b"; no index: -1.
std::int32_t leading_index(std::string_view& rest) {
  const std::size_t end = rest.find(']');
  if (!rest.starts_with('[') || end == std::string_view::npos) return -1;
  std::int32_t index = -1;
  std::from_chars(rest.data() + 1, rest.data() + end, index);
  rest.remove_prefix(end + 1);
  return index;
}

bool is_by_number(const RulePlace& place) { return place.chosen_by && place.chosen_by->first == "_pid"; }

const NamedCell* find_cell(const ProcessType& type, std::string_view name) {
  const auto found =
      std::find_if(type.cells.begin(), type.cells.end(), [&](const NamedCell& c) { return c.name == name; });
  return found == type.cells.end() ? nullptr : &*found;
}

}  // namespace

std::int32_t Rewriter::Change::of(std::int32_t value) const {
  if (action->kind == Action::Kind::rename) {
    return value == action->first ? action->second : value == action->second ? action->first : value;
  }
  if (value < 0 || value >= action->second) return value;
  const std::int64_t sum = std::int64_t{value} + action->first;
  return static_cast<std::int32_t>((sum % action->second + action->second) % action->second);
}

/// Finds places in the states of one shape.
class Rewriter::Resolver {
 public:
  Resolver(const Program& program, const Shape& shape, const std::uint8_t* state)
      : program_(program), shape_(shape), state_(state) {}

  Effect effect_of(const RewriteRules::Instance& instance) const {
    Effect out;
    for (const Action& action : instance.actions) {
      switch (action.kind) {
        case Action::Kind::swap:
          add_swap(action, out);
          break;
        case Action::Kind::rotate:
          add_rotation(action, out);
          break;
        case Action::Kind::rename:
        case Action::Kind::add:
          for (const RulePlace& place : action.places) {
            for (const Number& cell : numbers(place)) out.changes.push_back({cell, &action});
          }
          break;
      }
    }
    return out;
  }

  /// The cells of a place that hold numbers, in the order of the text.
  std::vector<Number> numbers(const RulePlace& place) const {
    std::vector<Number> out;
    for (const std::size_t pid : processes(place)) {
      const std::string_view local = place.path.empty() ? "" : std::string_view(place.path).substr(1);
      for (const NamedCell& c : program_.process_types[shape_.types[pid]].cells) {
        if (!local.empty() && match_name(c.name, local) == std::string_view::npos) continue;
        out.push_back({shape_.processes[pid] + c.offset, c.type, 0, -1, 1});
      }
    }
    const std::string pattern = place.name + place.path;
    for (const NamedCell& c : program_.cells) {
      if (c.is_channel || match_name(c.name, pattern) == std::string_view::npos) continue;
      out.push_back({program_.head_size() + c.offset, c.type, 0, -1, 1});
    }
    for (std::size_t c = 0; c < program_.channels.size(); ++c) {
      if (match_name(program_.channels[c].name, pattern) != std::string_view::npos) add_messages(c, place.fields, out);
    }
    return out;
  }

 private:
  struct Bytes {
    std::uint32_t offset, size;
    std::string_view rest;
  };

  std::vector<std::size_t> processes(const RulePlace& place) const {
    std::vector<std::size_t> out;
    for (std::size_t pid = 0; pid < shape_.types.size(); ++pid) {
      const ProcessType& type = program_.process_types[shape_.types[pid]];
      if (type.name != place.name) continue;
      if (is_by_number(place)) {
        if (static_cast<std::int64_t>(pid) != place.chosen_by->second) continue;
      } else if (place.chosen_by) {
        const NamedCell* c = find_cell(type, place.chosen_by->first);
        const std::uint8_t* at = state_ + shape_.processes[pid] + c->offset;
        if (load_cell(at, c->type.kind) != place.chosen_by->second) continue;
      }
      out.push_back(pid);
    }
    return out;
  }

  void add_messages(std::size_t channel, const std::vector<std::int32_t>& fields, std::vector<Number>& out) const {
    const ChannelPlace& place = shape_.channels[channel];
    const ChannelKind& kind = program_.channel_kinds[place.kind];
    for (std::uint32_t slot = 0; slot < kind.capacity; ++slot) {
      std::uint32_t offset = place.offset + kind.length_size() + slot * kind.message_size;
      for (std::size_t f = 0; f < kind.fields.size(); ++f) {
        const bool wanted = fields.empty() || std::count(fields.begin(), fields.end(), f + 1) > 0;
        if (wanted) {
          out.push_back({offset, kind.fields[f], place.offset, static_cast<std::int32_t>(slot),
                         static_cast<std::uint8_t>(kind.length_size())});
        }
        offset += kind.fields[f].size();
      }
    }
  }

  /// What a place takes in the state, in pieces that correspond for places of one kind.
  std::vector<Bytes> bytes(const RulePlace& place) const {
    std::vector<Bytes> out;
    for (const std::size_t pid : processes(place)) add_process(place, pid, out);
    const std::string pattern = place.name + place.path;
    for (const NamedCell& c : program_.cells) {
      const std::size_t rest = c.is_channel ? std::string::npos : match_name(c.name, pattern);
      if (rest != std::string::npos)
        out.push_back({program_.head_size() + c.offset, c.type.size(), std::string_view(c.name).substr(rest)});
    }
    for (std::size_t c = 0; c < program_.channels.size(); ++c) {
      const std::size_t rest = match_name(program_.channels[c].name, pattern);
      if (rest != std::string::npos) out.push_back(queue(c, std::string_view(program_.channels[c].name).substr(rest)));
    }
    return out;
  }

  Bytes queue(std::size_t channel, std::string_view rest) const {
    const ChannelPlace& place = shape_.channels[channel];
    return {place.offset, program_.channel_kinds[place.kind].size(), rest};
  }

  void add_process(const RulePlace& place, std::size_t pid, std::vector<Bytes>& out) const {
    const ProcessType& type = program_.process_types[shape_.types[pid]];
    const std::uint32_t record = shape_.processes[pid];
    if (!place.path.empty()) {
      for (const NamedCell& c : type.cells) {
        const std::size_t rest = match_name(c.name, std::string_view(place.path).substr(1));
        if (rest == std::string::npos) continue;
        out.push_back({record + c.offset, c.type.size(), std::string_view(c.name).substr(rest)});
      }
      return;
    }
    // All but its type, and but what tells it apart.
    std::uint32_t begin = program_.type_bytes, end = type.record_size;
    if (place.chosen_by && !is_by_number(place)) {
      const NamedCell* c = find_cell(type, place.chosen_by->first);
      out.push_back({record + begin, c->offset - begin, {}});
      begin = c->offset + c->type.size();
    }
    out.push_back({record + begin, end - begin, {}});
    for (std::size_t c = 0; c < type.channels.size(); ++c) out.push_back(queue(shape_.first_channel[pid] + c, {}));
  }

  void add_swap(const Action& action, Effect& out) const {
    const std::vector<Bytes> a = bytes(action.places[0]), b = bytes(action.places[1]);
    // A process that does not exist (yet, or any more). A variable that is no part of the state has no bytes either,
    // and nothing is to be done about it.
    if (a.size() != b.size() || (a.empty() && action.places[0].chosen_by)) {
      out.applies = false;
      return;
    }
    for (std::size_t k = 0; k < a.size(); ++k) {
      out.moves.push_back({a[k].offset, b[k].offset, a[k].size});
      out.moves.push_back({b[k].offset, a[k].offset, b[k].size});
    }
  }

  void add_rotation(const Action& action, Effect& out) const {
    std::map<std::pair<std::int32_t, std::string_view>, Bytes> elements;
    std::int32_t size = 0;
    for (const Bytes& b : bytes(action.places[0])) {
      std::string_view rest = b.rest;
      const std::int32_t index = leading_index(rest);
      elements.emplace(std::pair(index, rest), b);
      size = std::max(size, index + 1);
    }
    for (const auto& [name, b] : elements) {
      const std::int64_t sum = std::int64_t{name.first} + action.first;
      const auto index = static_cast<std::int32_t>((sum % size + size) % size);
      out.moves.push_back({b.offset, elements.at({index, name.second}).offset, b.size});
    }
  }

  const Program& program_;
  const Shape& shape_;
  const std::uint8_t* state_;
};

Rewriter::Rewriter(const Program& program, const RewriteRules& rules)
    : program_(program), rules_(rules), shapes_(program) {
  const auto note_chooser = [&](const RulePlace& place) {
    if (!place.chosen_by || is_by_number(place)) return;
    for (std::uint32_t t = 0; t < program.process_types.size(); ++t) {
      if (program.process_types[t].name != place.name) continue;
      const NamedCell* c = find_cell(program.process_types[t], place.chosen_by->first);
      choosers_.push_back({t, {c->offset, c->type, 0, -1, 1}});
    }
  };
  for (std::size_t r = 0; r < rules.rules.size(); ++r) {
    for (const RewriteRules::Instance& instance : rules.rules[r].instances) {
      instances_.push_back(&instance);
      rule_of_.push_back(r);
      for (const Action& action : instance.actions)
        std::for_each(action.places.begin(), action.places.end(), note_chooser);
    }
    std::for_each(rules.rules[r].order.begin(), rules.rules[r].order.end(), note_chooser);
  }
  const auto where = [](const Chooser& chooser) { return std::pair(chooser.type, chooser.cell.offset); };
  std::sort(choosers_.begin(), choosers_.end(), [&](const auto& a, const auto& b) { return where(a) < where(b); });
  choosers_.erase(std::unique(choosers_.begin(), choosers_.end(),
                              [&](const auto& a, const auto& b) { return where(a) == where(b); }),
                  choosers_.end());
}

const Rewriter::Layout& Rewriter::layout_of(StateView state) {
  const Shape& shape = shapes_.of(state.data());
  key_.assign(reinterpret_cast<const char*>(shape.types.data()), shape.types.size_bytes());
  for (std::size_t pid = 0; pid < shape.types.size() && !choosers_.empty(); ++pid) {
    for (const auto& [type, cell] : choosers_) {
      if (shape.types[pid] != type) continue;
      const auto* at = reinterpret_cast<const char*>(state.data() + shape.processes[pid] + cell.offset);
      key_.append(at, cell.type.size());
    }
  }
  const auto [known, is_new] = layouts_.try_emplace(key_);
  if (is_new) {
    const Resolver resolver(program_, shape, state.data());
    for (const RewriteRules::Instance* instance : instances_)
      known->second.effects.push_back(resolver.effect_of(*instance));
    for (const RewriteRules::Rule& rule : rules_.rules) {
      std::vector<Number>& order = known->second.order;
      for (const RulePlace& place : rule.order) {
        const std::vector<Number> cells = resolver.numbers(place);
        order.insert(order.end(), cells.begin(), cells.end());
      }
    }
  }
  return known->second;
}

bool Rewriter::is_there(const Number& cell, const std::uint8_t* state) {
  if (cell.slot < 0) return true;
  const std::uint8_t* queue = state + cell.queue;
  return cell.slot < (cell.length_size == 1 ? queue[0] : queue[0] | queue[1] << 8);
}

bool Rewriter::apply(std::size_t instance, StateView state, std::vector<std::uint8_t>& out) {
  const Effect& effect = layout_of(state).effects[instance];
  if (!effect.applies) return false;
  renamed_.assign(state.begin(), state.end());
  for (const Change& change : effect.changes) {
    std::uint8_t* at = renamed_.data() + change.cell.offset;
    if (!is_there(change.cell, renamed_.data())) continue;
    store_cell(at, change.cell.type, change.of(load_cell(at, change.cell.type.kind)));
  }
  out = renamed_;
  for (const Block& move : effect.moves) std::memcpy(out.data() + move.to, renamed_.data() + move.from, move.size);
  return true;
}

std::strong_ordering Rewriter::compare(StateView a, StateView b) {
  for (const Number& cell : layout_of(a).order) {
    const std::int32_t in_a = is_there(cell, a.data()) ? load_cell(a.data() + cell.offset, cell.type.kind) : -1;
    const std::int32_t in_b = is_there(cell, b.data()) ? load_cell(b.data() + cell.offset, cell.type.kind) : -1;
    if (in_a != in_b) return in_a <=> in_b;
  }
  const int rest = std::memcmp(a.data(), b.data(), std::min(a.size(), b.size()));
  return rest != 0 ? rest <=> 0 : a.size() <=> b.size();
}

}  // namespace quotient
