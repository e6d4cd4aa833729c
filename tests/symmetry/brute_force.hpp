#pragma once

#include <functional>
#include <optional>

#include "model.hpp"
#include "model/cell.hpp"
#include "process/instance.hpp"
#include "process/queue.hpp"
#include "symmetry/action/symmetry.hpp"
#include "symmetry/group/enumerate.hpp"

/// The largest group that permutes the processes of a small model, by trying everything on its state graph: every
/// permutation of the processes of each type, with every way in which it could act on the rest of the state. Nothing
/// here looks at the code, so that it can judge those who do.
///
/// A permutation of processes moves their records and their own channels. What else it does is tried: which arrays are
/// indexed by processes, and which cells and fields of messages hold processes; processes being known by their process
/// ids, or by one of their parameters. Channels that a process has as a parameter go with it. Control locations stay
/// what they are, so that permutations which exchange some of these as well are not found.
namespace quotient::brute {

class Model {
 public:
  explicit Model(const TestModel& model, std::size_t most_states = 30'000)
      : program_(model.program()), graph_(state_graph(*model.system, most_states)) {
    Obstacle obstacle;
    instance_ = set_up(program_, obstacle);
    if (!instance_ || graph_.empty()) return;
    for (std::size_t c = 0; c < instance_->channels.size(); ++c) names_of_channels_.push_back(channel_name(c));
    gather();
    drop_constants();
    for (std::size_t k = 0; k < cells_.size(); ++k) {
      by_key_[key_of(cells_[k], cells_[k].process, cells_[k].channel, cells_[k].indices)] = k;
    }
    find_values();
    is_usable_ = true;
  }

  bool is_usable() const { return is_usable_; }
  std::size_t process_count() const { return instance_->types.size(); }

  /// All permutations of processes that are automorphisms, as a group on their numbers.
  Group largest() {
    const std::size_t n = process_count();
    std::map<std::uint32_t, std::vector<Point>> by_type;
    for (Point pid = 0; pid < n; ++pid) by_type[instance_->types[pid]].push_back(pid);
    std::vector<Permutation> moves;
    for (const auto& [type, pids] : by_type) {
      for (std::size_t k = 1; k < pids.size(); ++k)
        moves.push_back(Permutation::transposition(n, pids[k - 1], pids[k]));
    }
    const Group all(n, moves);
    std::vector<Permutation> found;
    Group group(n, found);
    std::set<std::vector<Point>> refuted;
    for_each_element(all, [&](const Permutation& sigma) {
      if (group.contains(sigma) || refuted.count(key(sigma)) != 0) return true;
      if (is_automorphism(sigma)) {
        found.push_back(sigma);
        group = Group(n, found);
      } else {
        // With it, all that it makes together with automorphisms.
        for_each_element(group, [&](const Permutation& g) {
          refuted.insert(key(sigma.then(g)));
          return true;
        });
      }
      return true;
    });
    return group;
  }

 private:
  static std::vector<Point> key(const Permutation& p) { return {p.images().begin(), p.images().end()}; }

  struct Cell {
    std::int32_t process = -1;  // whose local it is
    std::string name;           // without indices
    std::vector<std::uint32_t> indices;
    std::uint32_t offset = 0;
    CellType type;
    bool is_channel = false;
    std::size_t holds = 0;                // the question whether it holds processes
    std::vector<std::size_t> is_indexed;  // by processes, for each index
    std::int32_t channel = -1, slot = 0;  // a field of a message
  };

  std::string channel_name(std::size_t c) const {
    if (c < program_.channels.size()) return program_.channels[c].name;
    std::size_t pid = 0;
    while (pid + 1 < instance_->types.size() && instance_->first_channel[pid + 1] <= c) ++pid;
    return std::to_string(pid) + ":" + std::to_string(c - instance_->first_channel[pid]);
  }

  /// "a[2].b[1]" → "a[].b[]" and 2, 1.
  static std::string split(const std::string& name, std::vector<std::uint32_t>& indices) {
    std::string out;
    for (std::size_t i = 0; i < name.size(); ++i) {
      out += name[i];
      if (name[i] != '[') continue;
      const std::size_t end = name.find(']', i);
      indices.push_back(static_cast<std::uint32_t>(std::stoul(name.substr(i + 1, end - i - 1))));
      i = end - 1;
    }
    return out;
  }

  std::size_t question(const std::string& text) {
    return questions_.try_emplace(text, questions_.size()).first->second;
  }

  void add_cells(const std::vector<NamedCell>& cells, std::int32_t process, std::uint32_t origin,
                 const std::string& owner) {
    for (const NamedCell& named : cells) {
      Cell c;
      c.process = process;
      c.name = owner + split(named.name, c.indices);
      c.offset = origin + named.offset;
      c.type = named.type;
      c.is_channel = named.is_channel;
      c.holds = question(c.name + " holds");
      for (std::size_t d = 0; d < c.indices.size(); ++d) {
        c.is_indexed.push_back(question(c.name + " is indexed " + std::to_string(d)));
      }
      cells_.push_back(std::move(c));
    }
  }

  void gather() {
    add_cells(program_.cells, -1, 1, "");
    for (std::size_t pid = 0; pid < process_count(); ++pid) {
      const ProcessType& type = program_.process_types[instance_->types[pid]];
      const std::uint32_t record = instance_->processes[pid];
      const CellType number =
          type.location_bytes == 1 ? CellType{CellKind::byte, 8} : CellType{CellKind::unsigned_16, 16};
      Cell location;
      location.process = static_cast<std::int32_t>(pid);
      location.name = type.name + " is at";
      location.offset = record + 1;
      location.type = number;
      location.holds = question("locations");
      cells_.push_back(location);
      add_cells(type.cells, static_cast<std::int32_t>(pid), record, type.name + ".");
    }
    for (std::size_t c = 0; c < instance_->channels.size(); ++c) {
      const ChannelPlace& place = instance_->channels[c];
      const ChannelKind& kind = program_.channel_kinds[place.kind];
      if (kind.capacity == 0) continue;
      const std::string name = "channels like " + std::to_string(place.kind);
      Cell length;
      length.channel = static_cast<std::int32_t>(c);
      length.slot = -1;
      length.name = name;
      length.offset = place.offset;
      length.type = kind.length_size() == 1 ? CellType{CellKind::byte, 8} : CellType{CellKind::unsigned_16, 16};
      length.holds = question("lengths");
      cells_.push_back(length);
      std::uint32_t offset = place.offset + kind.length_size();
      for (std::int32_t slot = 0; slot < static_cast<std::int32_t>(kind.capacity); ++slot) {
        for (std::size_t f = 0; f < kind.fields.size(); ++f) {
          Cell field;
          field.channel = static_cast<std::int32_t>(c);
          field.slot = slot;
          field.name = name + " field " + std::to_string(f);
          field.offset = offset;
          field.type = kind.fields[f];
          field.is_channel = f < kind.field_channels.size() && kind.field_channels[f] != 0;
          field.holds = question(field.name + " holds");
          offset += kind.fields[f].size();
          cells_.push_back(std::move(field));
        }
      }
    }
  }

  using CellKey = std::tuple<std::int32_t, std::string, std::vector<std::uint32_t>, std::int32_t, std::int32_t>;
  static CellKey key_of(const Cell& c, std::int32_t process, std::int32_t channel, std::vector<std::uint32_t> indices) {
    return {process, c.name, std::move(indices), channel, c.slot};
  }

  /// What is the same in all states stays what it is: parameters, the names of channels.
  void drop_constants() {
    const Bytes* first = nullptr;
    std::vector<bool> varies(cells_.size(), false);
    for (const auto& [state, targets] : graph_) {
      if (!is_whole(state)) continue;
      if (first == nullptr) first = &state;
      for (std::size_t k = 0; k < cells_.size(); ++k) {
        varies[k] = varies[k] || value_of(cells_[k], state) != value_of(cells_[k], *first);
      }
    }
    std::vector<Cell> kept;
    for (std::size_t k = 0; k < cells_.size(); ++k) {
      if (varies[k]) kept.push_back(std::move(cells_[k]));
    }
    cells_ = std::move(kept);
  }

  /// What each question's cells ever hold: most questions are idle.
  void find_values() {
    values_.resize(questions_.size());
    for (const auto& [state, targets] : graph_) {
      if (!is_whole(state)) continue;
      for (const Cell& c : cells_) values_[c.holds].insert(value_of(c, state));
    }
  }

  std::int32_t value_of(const Cell& c, const Bytes& state) const {
    return load_cell(reinterpret_cast<const std::uint8_t*>(state.data()) + c.offset, c.type.kind);
  }

  /// All processes exist.
  bool is_whole(const Bytes& state) const {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(state.data());
    return !state.empty() && bytes[0] == process_count() &&
           std::none_of(instance_->creators.begin(), instance_->creators.end(),
                        [&](const Creator& c) { return c.may_create(bytes); });
  }

  /// The number by which a process is known, by its id or one of its parameters.
  std::optional<std::map<std::int32_t, std::int32_t>> numbers(const Permutation& sigma, std::size_t source) const {
    std::map<std::int32_t, std::int32_t> out;
    for (Point pid = 0; pid < process_count(); ++pid) {
      const auto number = [&](Point p) -> std::optional<std::int32_t> {
        if (source == 0) return static_cast<std::int32_t>(p);
        const ProcessType& type = program_.process_types[instance_->types[p]];
        if (source > type.parameter_offsets.size()) return std::nullopt;
        return load_cell(instance_->base().data() + instance_->processes[p] + type.parameter_offsets[source - 1],
                         type.parameters[source - 1].kind);
      };
      const auto from = number(pid), to = number(sigma[pid]);
      if (!from || !to) continue;
      const auto [known, is_new] = out.try_emplace(*from, *to);
      if (!is_new && known->second != *to) return std::nullopt;
    }
    return out;
  }

  /// Where channels go: with the process that has them as its own or as a parameter; else by the name of an array.
  std::optional<std::vector<std::int32_t>> channels(const Permutation& sigma,
                                                    const std::map<std::int32_t, std::int32_t>& numbers) const {
    std::vector<std::int32_t> out(instance_->channels.size(), -1);
    const auto send = [&](std::size_t from, std::size_t to) {
      if (out[from] >= 0 && out[from] != static_cast<std::int32_t>(to)) return false;
      out[from] = static_cast<std::int32_t>(to);
      return true;
    };
    for (Point pid = 0; pid < process_count(); ++pid) {
      const ProcessType& type = program_.process_types[instance_->types[pid]];
      for (std::size_t k = 0; k < type.channels.size(); ++k) {
        if (!send(instance_->first_channel[pid] + k, instance_->first_channel[sigma[pid]] + k)) return std::nullopt;
      }
      for (const NamedCell& c : type.cells) {
        if (!c.is_channel) continue;
        const auto channel = [&](Point p) {
          return load_cell(instance_->base().data() + instance_->processes[p] + c.offset, c.type.kind);
        };
        const std::int32_t from = channel(pid), to = channel(sigma[pid]);
        if (from < 1 || to < 1) continue;
        if (!send(static_cast<std::size_t>(from - 1), static_cast<std::size_t>(to - 1))) return std::nullopt;
      }
    }
    for (std::size_t c = 0; c < out.size(); ++c) {
      if (out[c] >= 0) continue;
      std::vector<std::uint32_t> indices;
      std::string moved = split(names_of_channels_[c], indices);
      for (std::uint32_t& i : indices) {
        const auto number = numbers.find(static_cast<std::int32_t>(i));
        const std::uint32_t to = number == numbers.end() ? i : static_cast<std::uint32_t>(number->second);
        moved.replace(moved.find("[]"), 2, "[" + std::to_string(to) + "]");
      }
      const auto found = std::find(names_of_channels_.begin(), names_of_channels_.end(), moved);
      out[c] = found == names_of_channels_.end() ? static_cast<std::int32_t>(c)
                                                 : static_cast<std::int32_t>(found - names_of_channels_.begin());
    }
    std::vector<std::int32_t> sorted = out;
    std::sort(sorted.begin(), sorted.end());
    return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end() ? std::optional(out) : std::nullopt;
  }

  struct Action {
    std::vector<std::size_t> to;  // by cell
    std::map<std::int32_t, std::int32_t> numbers;
    std::vector<std::int32_t> channels;
    std::vector<bool> yes;  // answers
  };

  Bytes image(const Bytes& state, const Action& action) const {
    if (!is_whole(state)) return state;
    Bytes out = state;
    for (std::size_t k = 0; k < cells_.size(); ++k) {
      const Cell& c = cells_[k];
      const Cell& to = cells_[action.to[k]];
      std::int32_t value = value_of(c, state);
      if (c.is_channel && value >= 1 && static_cast<std::size_t>(value) <= action.channels.size()) {
        value = action.channels[static_cast<std::size_t>(value - 1)] + 1;
      } else if (action.yes[c.holds] && is_there(c, state)) {
        const auto number = action.numbers.find(value);
        if (number != action.numbers.end()) value = number->second;
      }
      store_cell(reinterpret_cast<std::uint8_t*>(out.data()) + to.offset, to.type, value);
    }
    return out;
  }

  bool is_there(const Cell& c, const Bytes& state) const {
    if (c.channel < 0 || c.slot < 0) return true;
    const ChannelPlace& place = instance_->channels[static_cast<std::size_t>(c.channel)];
    const auto* queue = reinterpret_cast<const std::uint8_t*>(state.data()) + place.offset;
    return static_cast<std::uint32_t>(c.slot) < queue_length(queue, program_.channel_kinds[place.kind]);
  }

  bool is_automorphism(const Permutation& sigma) {
    if (last_ && try_answers(sigma, last_->first, last_->second)) return true;
    for (std::size_t source = 0; source <= 3; ++source) {
      const auto known_as = numbers(sigma, source);
      if (!known_as) continue;
      // Questions that could be answered either way.
      std::set<std::size_t> asked;
      for (const Cell& c : cells_) {
        asked.insert(c.is_indexed.begin(), c.is_indexed.end());
        const bool may_hold = c.name.find(" is at") == std::string::npos && (c.channel < 0 || c.slot >= 0);
        if (may_hold && !c.is_channel && holds_some(c.holds, *known_as)) asked.insert(c.holds);
      }
      const std::vector<std::size_t> open(asked.begin(), asked.end());
      if (open.size() > 16) {
        ADD_FAILURE() << "too many ways to act: " << open.size();
        return false;
      }
      for (std::uint32_t answers = 0; answers < 1U << open.size(); ++answers) {
        std::vector<bool> yes(questions_.size(), false);
        for (std::size_t k = 0; k < open.size(); ++k) yes[open[k]] = (answers >> k & 1U) != 0;
        if (try_answers(sigma, source, yes)) {
          last_ = std::pair(source, yes);
          return true;
        }
      }
    }
    return false;
  }

  /// Whether something that moves is held, and nothing that would have to move to where nothing is.
  bool holds_some(std::size_t q, const std::map<std::int32_t, std::int32_t>& numbers) const {
    bool some = false;
    for (const std::int32_t value : values_[q]) {
      const auto number = numbers.find(value);
      if (number == numbers.end() || number->second == value) continue;
      some = true;
      if (values_[q].count(number->second) == 0) return false;
    }
    return some;
  }

  bool try_answers(const Permutation& sigma, std::size_t source, const std::vector<bool>& yes) const {
    const auto known_as = numbers(sigma, source);
    if (!known_as) return false;
    const auto channel_images = channels(sigma, *known_as);
    if (!channel_images) return false;
    Action action{{}, *known_as, *channel_images, yes};
    for (const Cell& c : cells_) {
      std::vector<std::uint32_t> indices = c.indices;
      for (std::size_t d = 0; d < indices.size(); ++d) {
        const auto number = known_as->find(static_cast<std::int32_t>(indices[d]));
        if (yes[c.is_indexed[d]] && number != known_as->end()) indices[d] = static_cast<std::uint32_t>(number->second);
      }
      const std::int32_t process = c.process < 0 ? -1 : static_cast<std::int32_t>(sigma[static_cast<Point>(c.process)]);
      const std::int32_t channel = c.channel < 0 ? -1 : (*channel_images)[static_cast<std::size_t>(c.channel)];
      const auto to = by_key_.find(key_of(c, process, channel, indices));
      if (to == by_key_.end() || cells_[to->second].type.kind != c.type.kind) return false;
      action.to.push_back(to->second);
    }
    for (const auto& [state, targets] : graph_) {
      if (!is_whole(state)) continue;
      const auto found = graph_.find(image(state, action));
      if (found == graph_.end() || found->second.size() != targets.size()) return false;
      std::vector<Bytes> moved;
      for (const Bytes& t : targets) moved.push_back(image(t, action));
      std::sort(moved.begin(), moved.end());
      if (moved != found->second) return false;
    }
    return true;
  }

  const Program& program_;
  std::map<Bytes, std::vector<Bytes>> graph_;
  std::optional<Instance> instance_;
  bool is_usable_ = false;
  std::vector<Cell> cells_;
  std::map<CellKey, std::size_t> by_key_;
  std::vector<std::string> names_of_channels_;
  std::map<std::string, std::size_t> questions_;
  std::vector<std::set<std::int32_t>> values_;                     // by question
  std::optional<std::pair<std::size_t, std::vector<bool>>> last_;  // answers that were right
};

/// How detection moves the processes, as a group on their numbers.
inline Group on_processes(const Symmetry& symmetry, std::size_t count) {
  std::vector<Permutation> moves;
  for (const Permutation& g : symmetry.group.generators()) {
    std::vector<Point> images(count);
    for (Point pid = 0; pid < count; ++pid) images[pid] = pid;
    for (Point a = 0; a < symmetry.atoms.size(); ++a) {
      if (symmetry.atoms[a].kind != Atom::Kind::process) continue;
      images[static_cast<Point>(symmetry.atoms[a].number)] = static_cast<Point>(symmetry.atoms[g[a]].number);
    }
    moves.emplace_back(std::move(images));
  }
  return {count, moves};
}

}  // namespace quotient::brute
