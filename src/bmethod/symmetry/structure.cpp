#include "bmethod/symmetry/structure.hpp"

#include <algorithm>

#include "bmethod/symmetry/digest.hpp"

namespace quotient::bmethod {
namespace {

constexpr std::uint64_t repeated_salt = 0x5bd1'e995'7b93'6f2dU;

}  // namespace

/// Appends the vertices of a value in the order of its type, and mixes the rest into the salt.
void Structure::walk(const Shape* shape, Value value, std::uint64_t& salt, std::vector<std::uint32_t>& into) {
  const Type* type = shape->type;
  if (!shape->moves) {
    salt = mix(salt + digest_of(type, value));
  } else if (type->kind == Type::Kind::given) {
    into.push_back(shape->base + static_cast<std::uint32_t>(value));
  } else if (type->kind == Type::Kind::pair) {
    walk(shape->first, first_of(type, value), salt, into);
    walk(shape->second, second_of(type, value), salt, into);
  } else {
    const auto vertex = static_cast<std::uint32_t>(own_.size());
    into.push_back(vertex);
    own_.push_back(mix(size_of(type, value)));
    kind_.push_back(static_cast<std::uint32_t>(elements_.count() + depth_));
    for_each(type, value, [&](Value element) {
      add_tuple(mix(depth_ + 13), shape->first, element, vertex);
      return true;
    });
  }
}

void Structure::add_tuple(std::uint64_t salt, const Shape* shape, Value value, std::int64_t owner) {
  if (pools_.size() <= depth_) pools_.resize(depth_ + 1);
  std::vector<std::uint32_t> met = std::move(pools_[depth_]);
  ++depth_;
  met.clear();
  if (owner >= 0) met.push_back(static_cast<std::uint32_t>(owner));
  walk(shape, value, salt, met);
  --depth_;
  if (met.size() == 1) {
    own_[met[0]] += mix(salt);
  } else if (!met.empty()) {
    // x |-> x has to be told from x |-> y also while x and y have the same colour.
    for (std::size_t i = 1; i < met.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (met[i] == met[j]) salt = mix(salt + repeated_salt + i * 64 + j);
      }
    }
    tuples_.push_back({salt, static_cast<std::uint32_t>(vertices_.size()), static_cast<std::uint32_t>(met.size())});
    vertices_.insert(vertices_.end(), met.begin(), met.end());
  }
  pools_[depth_] = std::move(met);
}

void Structure::read(std::span<const Part> parts) {
  tuples_.clear();
  vertices_.clear();
  own_.assign(elements_.count(), 0);
  kind_.resize(elements_.count());
  // What is not free to change places with any other of its set is a kind of its own.
  std::uint32_t kind = 0;
  for (const Elements::Family& family : elements_.families()) {
    for (std::uint32_t i = 0; i < family.size; ++i) kind_[family.first + i] = family.whole ? kind : kind++;
    if (family.whole) ++kind;
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& part = parts[i];
    if (!part.shape->moves) continue;
    const std::uint64_t salt = mix(i + 1);
    if (part.is_list) {
      for (const Value each : part.list) add_tuple(salt, part.shape, each, -1);
    } else if (part.shape->type->kind == Type::Kind::set) {
      for_each(part.shape->type, part.value, [&](Value element) {
        add_tuple(salt, part.shape->first, element, -1);
        return true;
      });
    } else {
      add_tuple(salt, part.shape, part.value, -1);
    }
  }
}

void Structure::colour(Partition& partition) {
  const std::size_t count = own_.size();
  partition.order.resize(count);
  partition.colour.resize(count);
  for (std::uint32_t v = 0; v < count; ++v) partition.order[v] = v;
  // Kinds come in the order of vertices for elements; sets inside of values behind them.
  std::stable_sort(partition.order.begin() + static_cast<std::ptrdiff_t>(elements_.count()), partition.order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return kind_[a] < kind_[b]; });
  for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
    while (end < count && kind_[partition.order[end]] == kind_[partition.order[begin]]) ++end;
    for (std::size_t i = begin; i < end; ++i) partition.colour[partition.order[i]] = static_cast<std::uint32_t>(begin);
  }
  sums_ = own_;
  split(partition);
}

/// Vertices of one colour and different sums get different colours. Returns how many colours there are.
std::size_t Structure::split(Partition& partition) {
  const std::size_t count = partition.order.size();
  std::size_t colours = 0;
  for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
    const std::uint32_t old = partition.colour[partition.order[begin]];
    bool same = true;
    while (end < count && partition.colour[partition.order[end]] == old) {
      same = same && sums_[partition.order[end]] == sums_[partition.order[begin]];
      ++end;
    }
    ++colours;
    if (same) continue;
    const auto from = partition.order.begin() + static_cast<std::ptrdiff_t>(begin);
    std::sort(from, partition.order.begin() + static_cast<std::ptrdiff_t>(end),
              [&](std::uint32_t a, std::uint32_t b) { return sums_[a] < sums_[b]; });
    std::uint32_t now = old;
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t v = partition.order[i];
      if (i > begin && sums_[v] != sums_[partition.order[i - 1]]) {
        now = static_cast<std::uint32_t>(i);
        ++colours;
      }
      partition.colour[v] = now;
    }
  }
  return colours;
}

void Structure::refine(Partition& partition) {
  const std::size_t count = partition.order.size();
  const std::uint32_t* colour = partition.colour.data();
  for (std::size_t before = 0;;) {
    sums_.assign(count, 0);
    std::uint64_t digest = 0;
    for (const Tuple& tuple : tuples_) {
      const std::uint32_t* met = vertices_.data() + tuple.first;
      std::uint64_t hash = tuple.salt;
      for (std::uint32_t i = 0; i < tuple.count; ++i) hash = mix(hash + colour[met[i]]);
      digest += hash;
      for (std::uint32_t i = 0; i < tuple.count; ++i) sums_[met[i]] += mix(hash + i);
    }
    const std::size_t now = split(partition);
    if (now == before || now == count) {
      for (std::size_t v = 0; v < count; ++v) digest += mix(own_[v] + 5 * colour[v]);
      partition.digest = digest;
      return;
    }
    before = now;
  }
}

/// A path of vertices stands for each tuple, one for each place in it.
ColouredGraph Structure::graph(const Partition& partition) const {
  std::vector<std::uint64_t> salts;
  std::uint32_t longest = 1;
  for (const Tuple& tuple : tuples_) {
    salts.push_back(tuple.salt);
    longest = std::max(longest, tuple.count);
  }
  std::ranges::sort(salts);
  salts.erase(std::unique(salts.begin(), salts.end()), salts.end());
  std::vector<std::uint32_t> colours(partition.colour.begin(), partition.colour.end());
  const auto vertices = static_cast<std::uint32_t>(colours.size());
  std::vector<Edge> edges;
  for (const Tuple& tuple : tuples_) {
    const auto rank = static_cast<std::uint32_t>(std::ranges::lower_bound(salts, tuple.salt) - salts.begin());
    for (std::uint32_t i = 0; i < tuple.count; ++i) {
      const auto place = static_cast<Point>(colours.size());
      colours.push_back(vertices + rank * longest + i);
      edges.push_back({vertices_[tuple.first + i], place});
      if (i > 0) edges.push_back({place - 1, place});
    }
  }
  return {EdgeKind::undirected, std::move(colours), edges};
}

}  // namespace quotient::bmethod
