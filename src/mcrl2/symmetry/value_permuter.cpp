#include "mcrl2/symmetry/value_permuter.hpp"

#include <algorithm>

#include "base/ensure.hpp"
#include "base/mix.hpp"
#include "mcrl2/data/sets.hpp"
#include "mcrl2/data/typed_value.hpp"

namespace quotient::mcrl2 {

/// The atom that a word is; none for numbers, and for constants that stay.
Point ValuePermuter::atom_of(Value value, SortId sort) const {
  if (program_.spec->sorts.kind(sort) != SortKind::user) return no_atom;
  const auto constructors = program_.spec->constructors.find(sort);
  if (constructors == program_.spec->constructors.end()) return no_atom;
  return items_.of_constant[constructors->second[static_cast<std::size_t>(value.small())].value];
}

Value ValuePermuter::rebuild(const Node* node, std::span<const Value> arguments) {
  switch (node->op) {
    case node_op::set:
      return make_set({arguments.begin(), arguments.end()}, store_, program_.constructor_index);
    case node_op::bag:
      return make_bag({arguments.begin(), arguments.end()}, store_, program_.constructor_index);
    case node_op::co_set: {
      const Value elements = make_set({arguments.begin(), arguments.end()}, store_, program_.constructor_index);
      return store_.make(node_op::co_set, elements.node()->arguments());
    }
    case node_op::update: {
      std::vector<std::pair<Value, Value>> rows;
      for (std::size_t i = 1; i < arguments.size(); i += 2) rows.emplace_back(arguments[i], arguments[i + 1]);
      std::sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) {
        return compare(a.first, b.first, program_.constructor_index) < 0;
      });
      std::vector<Value> parts{arguments[0]};
      for (const auto& [key, value] : rows) parts.insert(parts.end(), {key, value});
      return store_.make(node_op::update, parts);
    }
    default:
      return store_.make(node->op, arguments);
  }
}

Value ValuePermuter::permute(Value value, SortId sort, const Permutation& permutation) {
  open_.clear();
  done_.clear();
  const auto enter = [&](Value v, SortId s) {
    if (v.is_small()) {
      const Point atom = atom_of(v, s);
      done_.push_back(atom == no_atom ? v
                                      : Value::small(program_.spec->functions[items_.item[permutation[atom]]].index));
    } else if (v.node()->op == node_op::big || v.node()->size == 0) {
      done_.push_back(v);
    } else {
      open_.push_back({v.node(), s, done_.size()});
    }
  };
  enter(value, sort);
  while (!open_.empty()) {
    const Open top = open_.back();
    const std::size_t i = done_.size() - top.first;
    if (i < top.node->size) {
      const auto part = part_sort(top.node, top.sort, i, program_);
      ensure(part.has_value(), "a term without value is in a state that is permuted");
      if (part->plain) {
        done_.push_back((*top.node)[i]);
      } else {
        enter((*top.node)[i], part->sort);
      }
      continue;
    }
    open_.pop_back();
    const Value made = rebuild(top.node, std::span(done_).subspan(top.first));
    done_.resize(top.first);
    done_.push_back(made);
  }
  return done_.front();
}

void ValuePermuter::scan_parts(Parts& todo, AtomTuples& tuples) {
  std::reverse(todo.begin(), todo.end());
  const std::size_t tuple = tuples.tuples.size() - 1;
  std::uint64_t salt = tuples.tuples[tuple].salt;
  while (!todo.empty()) {
    const auto [v, s] = todo.back();
    todo.pop_back();
    if (v.is_small()) {
      const Point atom = atom_of(v, s);
      if (atom == no_atom) {
        salt = mix(salt + v.bits());
      } else {
        salt = mix(salt + 2);
        tuples.atoms.push_back(atom);
        ++tuples.tuples[tuple].count;
      }
      continue;
    }
    const Node* node = v.node();
    if (node->op == node_op::big) {
      salt = mix(salt + node->hash);
      continue;
    }
    salt = mix(salt + (std::uint64_t{node->op} << 32U) + node->size);
    const auto part = [&, sort = s](std::size_t i) {  // clang 14 takes no binding as it is
      const auto known = part_sort(node, sort, i, program_);
      ensure(known.has_value(), "a term without value is in a state that is permuted");
      return *known;
    };
    switch (node->op) {
      case node_op::set:
      case node_op::co_set:
        for (const Value element : node->arguments()) waiting_.push_back({salt, {{element, part(0).sort}}});
        break;
      case node_op::bag:
        for (std::size_t i = 0; i < node->size; i += 2) {
          const Value count = (*node)[i + 1];
          const std::uint64_t with_count = mix(salt + (count.is_small() ? count.bits() : count.node()->hash));
          waiting_.push_back({with_count, {{(*node)[i], part(0).sort}}});
        }
        break;
      case node_op::update:
        for (std::size_t i = 1; i < node->size; i += 2) {
          waiting_.push_back({salt, {{(*node)[i], part(1).sort}, {(*node)[i + 1], part(2).sort}}});
        }
        todo.emplace_back((*node)[0], part(0).sort);
        break;
      default:
        for (std::size_t i = node->size; i-- > 0;) {
          if (part(i).plain) {
            salt = mix(salt + (*node)[i].bits());
          } else {
            todo.emplace_back((*node)[i], part(i).sort);
          }
        }
    }
  }
  tuples.tuples[tuple].salt = salt;
}

void ValuePermuter::scan(Parts values, AtomTuples& tuples) {
  waiting_.clear();
  scan_parts(values, tuples);
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    tuples.tuples.push_back({mix(waiting_[i].salt + 3), static_cast<std::uint32_t>(tuples.atoms.size()), 0});
    values = std::move(waiting_[i].parts);
    scan_parts(values, tuples);
  }
}

}  // namespace quotient::mcrl2
