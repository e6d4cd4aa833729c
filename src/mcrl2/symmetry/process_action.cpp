#include "mcrl2/symmetry/process_action.hpp"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "mcrl2/steps/process_coder.hpp"
#include "mcrl2/symmetry/value_permuter.hpp"

namespace quotient::mcrl2 {

namespace {

constexpr std::size_t most_memory = std::size_t{256} << 20U;  // that an actor remembers
constexpr std::uint32_t unknown = UINT32_MAX;
constexpr std::size_t padding = 8;  // so that whole words can be read

class ProcessActor final : public StateActor {
 public:
  ProcessActor(const Model& model, SharedTables& shared, const SymmetryItems& items)
      : model_(model),
        items_(items),
        evaluator_(model.program, {}),
        coder_(model, shared, evaluator_),
        permuter_(model.program, items, evaluator_.store()),
        numbers_(model.types.size()) {}

  void scan(StateView state, AtomTuples& out) override {
    read(state);
    out.clear();
    for (std::uint32_t p = 0; p < model_.processes.size(); ++p) {
      const Local& local = locals_[present_[p]];
      const Point holder = items_.of_process[p];
      for (const AtomTuples::Tuple& tuple : local.scanned.tuples) {
        AtomTuples::Tuple own{tuple.salt, static_cast<std::uint32_t>(out.atoms.size()), tuple.count};
        if (holder != no_atom) {
          out.atoms.push_back(holder);
          ++own.count;
        } else {
          own.salt += (std::uint64_t{p} + 1) * 0x9e37'79b9'7f4a'7c15U;  // a process that stays where it is
        }
        const auto first = local.scanned.atoms.begin() + tuple.first;
        out.atoms.insert(out.atoms.end(), first, first + tuple.count);
        out.tuples.push_back(own);
      }
    }
  }

  void permute(StateView state, const Permutation& permutation, std::uint8_t* out) override {
    read(state);
    for (std::uint32_t p = 0; p < model_.processes.size(); ++p) {
      put(image(present_[p], permutation), out + model_.processes[items_.process(p, permutation)].offset);
    }
  }

  void permute_often(StateView state, const Permutation& permutation, std::uint8_t* out) override {
    read(state);
    Known& known = prepared(permutation);
    for (std::uint32_t to = 0; to < model_.processes.size(); ++to) {
      put(known_image(known, present_[known.from[to]], permutation), out + model_.processes[to].offset);
    }
  }

  int lessen(StateView state, const Permutation& permutation, std::span<std::uint8_t> least) override {
    read(state);
    Known& known = prepared(permutation);
    for (std::uint32_t to = 0; to < model_.processes.size(); ++to) {
      const std::uint32_t made = known_image(known, present_[known.from[to]], permutation);
      std::uint8_t* there = least.data() + model_.processes[to].offset;
      const int compared = std::memcmp(bytes_.data() + locals_[made].bytes, there, locals_[made].size);
      if (compared > 0) return compared;
      if (compared == 0) continue;
      for (; to < model_.processes.size(); ++to) {
        put(known_image(known, present_[known.from[to]], permutation), least.data() + model_.processes[to].offset);
      }
      return compared;
    }
    return 0;
  }

 private:
  /// A process in one of its states.
  struct Local {
    std::uint32_t type;
    std::uint32_t size;
    std::uint32_t bytes;       // offset into bytes_
    std::vector<Point> atoms;  // all on which its permuted form depends, once each
    AtomTuples scanned;        // without the process itself
  };
  /// Of one permutation that comes often.
  struct Known {
    std::vector<std::uint32_t> from;    // the process that takes each one's place
    std::vector<std::uint32_t> images;  // by local state
  };
  struct Hash {
    std::size_t operator()(const std::vector<std::uint32_t>& words) const {
      std::uint64_t hash = words.size();
      for (const std::uint32_t w : words) hash = (hash ^ w) * 0x9E37'79B9'7F4A'7C15U + (hash >> 29U);
      return static_cast<std::size_t>(hash);
    }
  };

  void put(std::uint32_t number, std::uint8_t* out) const {
    std::memcpy(out, bytes_.data() + locals_[number].bytes, locals_[number].size);
  }

  /// Finds the local states that a state is made of. One is often asked about several times in a row.
  void read(StateView state) {
    if (state.size() + padding == padded_.size() && std::memcmp(state.data(), padded_.data(), state.size()) == 0)
      return;
    if (memory_ + bytes_.size() + evaluator_.store().bytes() > most_memory) forget();
    padded_.resize(state.size() + padding);
    std::memcpy(padded_.data(), state.data(), state.size());
    present_.resize(model_.processes.size());
    for (std::uint32_t p = 0; p < present_.size(); ++p) {
      present_[p] = number_of(model_.processes[p].type, padded_.data() + model_.processes[p].offset);
    }
  }

  void forget() {
    for (Numbers& numbers : numbers_) numbers = {};
    locals_.clear();
    bytes_.clear();
    images_.clear();
    known_.clear();
    coder_.clear();
    evaluator_.recycle(0);
    memory_ = 0;
  }

  Known& prepared(const Permutation& permutation) {
    Known& known = known_[&permutation];
    if (known.from.empty()) {
      known.from.resize(model_.processes.size());
      for (std::uint32_t p = 0; p < known.from.size(); ++p) known.from[items_.process(p, permutation)] = p;
    }
    return known;
  }

  std::uint32_t known_image(Known& known, std::uint32_t number, const Permutation& permutation) {
    if (number >= known.images.size()) {
      memory_ += (locals_.size() - known.images.size()) * sizeof(std::uint32_t);
      known.images.resize(locals_.size(), unknown);
    }
    if (known.images[number] == unknown) {
      const std::uint32_t made = image(number, permutation);
      known.images[number] = made;
    }
    return known.images[number];
  }

  /// Eight bytes from the first must be readable, whatever the size.
  std::uint32_t number_of(std::uint32_t type, const std::uint8_t* bytes) {
    const std::size_t size = model_.types[type].size;
    std::uint64_t word = 0;
    if (size <= 8) {
      std::memcpy(&word, bytes, 8);
      word &= ~std::uint64_t{0} >> (64 - 8 * size);
    } else {
      word = hash_of(bytes, size);
    }
    Numbers& numbers = numbers_[type];
    if (numbers.slots.empty()) numbers.slots.resize(64);
    std::size_t at = spread(word) & (numbers.slots.size() - 1);
    for (; numbers.slots[at].number != unknown; at = (at + 1) & (numbers.slots.size() - 1)) {
      if (numbers.slots[at].word != word) continue;
      const std::uint32_t number = numbers.slots[at].number;
      if (size <= 8 || std::memcmp(bytes_.data() + locals_[number].bytes, bytes, size) == 0) return number;
    }
    const auto number = static_cast<std::uint32_t>(locals_.size());
    add(type, bytes);
    numbers.slots[at] = {word, number};
    if (++numbers.count * 2 > numbers.slots.size()) grow(numbers);
    return number;
  }

  static std::uint64_t spread(std::uint64_t word) {
    word *= 0x9E37'79B9'7F4A'7C15U;
    return word ^ (word >> 32U);
  }

  static std::uint64_t hash_of(const std::uint8_t* bytes, std::size_t size) {
    std::uint64_t hash = size;
    for (; size >= 8; size -= 8, bytes += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes, 8);
      hash = (hash ^ word) * 0x9E37'79B9'7F4A'7C15U;
      hash ^= hash >> 32U;
    }
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, size);
    hash = (hash ^ word) * 0x9E37'79B9'7F4A'7C15U;
    return hash ^ (hash >> 32U);
  }

  struct Slot {
    std::uint64_t word = 0;  // the bytes of the process themselves where they fit, else their hash
    std::uint32_t number = unknown;
  };
  struct Numbers {
    std::vector<Slot> slots;
    std::size_t count = 0;
  };
  static void grow(Numbers& numbers) {
    std::vector<Slot> bigger(numbers.slots.size() * 2);
    for (const Slot& slot : numbers.slots) {
      if (slot.number == unknown) continue;
      std::size_t at = spread(slot.word) & (bigger.size() - 1);
      while (bigger[at].number != unknown) at = (at + 1) & (bigger.size() - 1);
      bigger[at] = slot;
    }
    numbers.slots = std::move(bigger);
  }

  void add(std::uint32_t type, const std::uint8_t* bytes) {
    Local local{type, model_.types[type].size, static_cast<std::uint32_t>(bytes_.size()), {}, {}};
    const LocationId location = coder_.decode(type, bytes, values_);
    const std::vector<VarId>& variables = model_.locations[location.value].variables;
    ValuePermuter::Parts parts;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      parts.emplace_back(values_[i], model_.spec.variables[variables[i].value].sort);
    }
    // Where control is belongs to the tuple of all values.
    const Point where = items_.of_location[location.value];
    local.scanned.tuples.push_back({where == no_atom ? location.value + 1 : 0, 0, 0});
    if (where != no_atom) {
      local.scanned.atoms.push_back(where);
      ++local.scanned.tuples.back().count;
    }
    permuter_.scan(std::move(parts), local.scanned);
    local.atoms = local.scanned.atoms;
    const Point start = items_.of_location[start_of(type).value];  // says what type the permuted process has
    if (start != no_atom) local.atoms.push_back(start);
    std::sort(local.atoms.begin(), local.atoms.end());
    local.atoms.erase(std::unique(local.atoms.begin(), local.atoms.end()), local.atoms.end());
    bytes_.insert(bytes_.end(), bytes, bytes + local.size);
    memory_ += sizeof(Local) + local.scanned.tuples.size() * sizeof(AtomTuples::Tuple) + local.atoms.size() * 8;
    locals_.push_back(std::move(local));
  }

  LocationId start_of(std::uint32_t type) const { return model_.types[type].locations.front(); }

  std::uint32_t type_at(LocationId start) const {
    for (std::uint32_t t = 0; t < model_.types.size(); ++t) {
      if (start_of(t) == start) return t;
    }
    return unknown;
  }

  /// The local state that a permutation makes of one.
  std::uint32_t image(std::uint32_t number, const Permutation& permutation) {
    words_.assign(1, number);
    for (const Point a : locals_[number].atoms) words_.push_back(permutation[a]);
    const auto known = images_.find(words_);
    if (known != images_.end()) return known->second;
    const std::vector<std::uint32_t> key = words_;
    const std::uint32_t type = locals_[number].type;
    const LocationId location = coder_.decode(type, bytes_.data() + locals_[number].bytes, values_);
    const std::vector<VarId>& variables = model_.locations[location.value].variables;
    std::vector<Value> permuted;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      permuted.push_back(permuter_.permute(values_[i], model_.spec.variables[variables[i].value].sort, permutation));
    }
    const std::uint32_t to = type_at(items_.location(start_of(type), permutation));
    std::vector<std::uint8_t> bytes(model_.types[to].size + padding);
    coder_.encode(to, items_.location(location, permutation), permuted, bytes.data());
    const std::uint32_t made = number_of(to, bytes.data());
    memory_ += key.size() * sizeof(std::uint32_t) + 64;
    images_.emplace(key, made);
    return made;
  }

  const Model& model_;
  const SymmetryItems& items_;
  Evaluator evaluator_;
  ProcessCoder coder_;
  ValuePermuter permuter_;
  std::vector<Numbers> numbers_;  // by type
  std::vector<Local> locals_;
  std::vector<std::uint8_t> bytes_;
  std::unordered_map<std::vector<std::uint32_t>, std::uint32_t, Hash> images_;  // local state, images of its atoms
  std::unordered_map<const Permutation*, Known> known_;
  std::vector<std::uint8_t> padded_;    // the state that was read last
  std::vector<std::uint32_t> present_;  // its local states, by process
  std::vector<Value> values_;
  std::vector<std::uint32_t> words_;
  std::size_t memory_ = 0;
};

class ProcessAction final : public StateAction {
 public:
  ProcessAction(const Model& model, SharedTables& shared, SymmetryItems items)
      : model_(model), shared_(shared), items_(std::move(items)) {}
  std::unique_ptr<StateActor> actor() const override { return std::make_unique<ProcessActor>(model_, shared_, items_); }

 private:
  const Model& model_;
  SharedTables& shared_;  // locks itself
  SymmetryItems items_;
};

}  // namespace

std::shared_ptr<const StateAction> process_action(const Model& model, SharedTables& shared, SymmetryItems items) {
  return std::make_shared<ProcessAction>(model, shared, std::move(items));
}

}  // namespace quotient::mcrl2
