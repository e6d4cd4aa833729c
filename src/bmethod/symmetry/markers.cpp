#include <array>
#include <cstring>

#include "bmethod/symmetry/digest.hpp"
#include "bmethod/symmetry/reduction.hpp"

namespace quotient::bmethod {
namespace {

// Steps of a path to an element.
enum class PathStep : std::uint64_t { member = 1, left, right, both, to, from };

/// The markers of [Leuschel & Massart 2007]: every element is replaced by the multiset of the paths that lead to it
/// (Definition 1, with its extension for data that is not symmetric), and sets become multisets (Definition 2). A
/// multiset is the sum of the digests of its members; two seeds make 128 bits of it.
class Marker {
 public:
  explicit Marker(const Elements& elements) : paths_(elements.count()) {}

  std::uint64_t mark(std::span<const Part> parts, std::uint64_t seed) {
    std::fill(paths_.begin(), paths_.end(), mix(seed));
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].shape->moves) add_paths(parts[i].shape, parts[i].value, mix(seed + i + 1));
    }
    std::uint64_t whole = seed;
    for (const Part& part : parts) whole = mix(whole + marked(part.shape, part.value));
    return whole;
  }

 private:
  static std::uint64_t extend(std::uint64_t path, PathStep step, std::uint64_t with = 0) {
    return mix(path + 8 * with + static_cast<std::uint64_t>(step));
  }

  /// Numbers, truth values, the empty set, elements of plain sets, and couples of these.
  static bool is_plain(const Shape* shape, Value value) {
    const Type* type = shape->type;
    switch (type->kind) {
      case Type::Kind::given:
        return !shape->moves;
      case Type::Kind::pair:
        return is_plain(shape->first, first_of(type, value)) && is_plain(shape->second, second_of(type, value));
      case Type::Kind::set:
        return value == 0;
      default:
        return true;
    }
  }

  void add_paths(const Shape* shape, Value value, std::uint64_t path) {
    if (!shape->moves) return;
    const Type* type = shape->type;
    if (type->kind == Type::Kind::given) {
      paths_[shape->base + value] += mix(path);
    } else if (type->kind == Type::Kind::set) {
      for_each(type, value, [&](Value element) {
        add_paths(shape->first, element, extend(path, PathStep::member));
        return true;
      });
    } else {
      add_paths_of_pair(shape, first_of(type, value), second_of(type, value), path);
    }
  }

  void add_paths_of_pair(const Shape* shape, Value left, Value right, std::uint64_t path) {
    const bool plain_left = is_plain(shape->first, left);
    const bool plain_right = is_plain(shape->second, right);
    if (plain_left && plain_right) return;
    if (plain_right) {
      add_paths(shape->first, left, extend(path, PathStep::to, digest_of(shape->second->type, right)));
    } else if (plain_left) {
      add_paths(shape->second, right, extend(path, PathStep::from, digest_of(shape->first->type, left)));
    } else if (shape->first == shape->second && equal(shape->first->type, left, right)) {
      add_paths(shape->first, left, extend(path, PathStep::both));
    } else {
      add_paths(shape->first, left, extend(path, PathStep::left));
      add_paths(shape->second, right, extend(path, PathStep::right));
    }
  }

  std::uint64_t marked(const Shape* shape, Value value) const {
    const Type* type = shape->type;
    if (!shape->moves) return digest_of(type, value);
    if (type->kind == Type::Kind::given) return paths_[shape->base + value];
    if (type->kind == Type::Kind::pair) {
      const std::uint64_t left = marked(shape->first, first_of(type, value));
      return mix(mix(left) + marked(shape->second, second_of(type, value)));
    }
    std::uint64_t sum = 0;
    for_each(type, value, [&](Value element) {
      sum += mix(marked(shape->first, element));
      return true;
    });
    return mix(sum);
  }

  std::vector<std::uint64_t> paths_;  // of each element
};

class MarkerKeyer final : public Keyer {
 public:
  explicit MarkerKeyer(const MachineSymmetry& symmetry) : symmetry_(symmetry), marker_(symmetry.elements()) {}

  Key key(StateView state) override {
    arena_.rewind({});
    const std::size_t before = symmetry_.read(state, arena_, parts_);
    const std::array<std::uint64_t, 2> marks = {marker_.mark(parts_, 1), marker_.mark(parts_, 2)};
    key_.assign(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(before));
    key_.resize(before + sizeof marks);
    std::memcpy(key_.data() + before, marks.data(), sizeof marks);
    return {key_, 0};
  }
  void count(std::uint32_t) override {}

 private:
  const MachineSymmetry& symmetry_;
  Marker marker_;
  Arena arena_;
  std::vector<Part> parts_;
  std::vector<std::uint8_t> key_;
};

class MarkedStates final : public Reduction {
 public:
  explicit MarkedStates(const MachineSymmetry& symmetry) : symmetry_(symmetry) {}

  std::unique_ptr<Keyer> keyer() const override { return std::make_unique<MarkerKeyer>(symmetry_); }
  bool exact() const override { return false; }
  /// A marker may stand for several orbits, of which only one was explored.
  std::string represented(std::span<const std::unique_ptr<Keyer>>) const override { return {}; }

 private:
  const MachineSymmetry& symmetry_;
};

}  // namespace

std::unique_ptr<Reduction> marked_states(const MachineSymmetry& symmetry) {
  return std::make_unique<MarkedStates>(symmetry);
}

}  // namespace quotient::bmethod
