#include "promela/check/type_classes.hpp"

#include <algorithm>
#include <map>

#include "base/stop_signal.hpp"

namespace quotient::promela {

namespace {

/// Numbers of several widths flow into each other freely; the widest is their common type.
BaseType wider(BaseType a, BaseType b) {
  if (a == BaseType::none || a == b) return b;
  if (b == BaseType::none) return a;
  const auto width = [](BaseType base) {
    switch (base) {
      case BaseType::bit:
        return 1;
      case BaseType::boolean:
        return 2;
      case BaseType::mtype:
        return 3;
      case BaseType::pid:
        return 4;
      case BaseType::byte:
        return 5;
      case BaseType::short_integer:
        return 6;
      case BaseType::unsigned_integer:
        return 7;
      case BaseType::integer:
        return 8;
      case BaseType::channel:
        return 9;
      default:
        return 10;
    }
  };
  return width(a) > width(b) ? a : b;
}

}  // namespace

TypeClass TypeClasses::add(Facts facts) {
  const auto c = static_cast<TypeClass>(parents_.size());
  parents_.push_back(c);
  facts_.push_back(std::move(facts));
  return c;
}

TypeClass TypeClasses::find(TypeClass c) {
  poll_stop();
  while (parents_[c] != c) {
    parents_[c] = parents_[parents_[c]];
    c = parents_[c];
  }
  return c;
}

void TypeClasses::unify(TypeClass first, TypeClass second) {
  std::vector<std::pair<TypeClass, TypeClass>> pending{{first, second}};
  while (!pending.empty()) {
    auto [a, b] = pending.back();
    pending.pop_back();
    a = find(a);
    b = find(b);
    if (a == b) continue;
    if (b < a) std::swap(a, b);
    Facts other = std::move(facts_[b]);
    facts_[b] = {};
    parents_[b] = a;
    Facts& facts = facts_[a];
    facts.base = wider(facts.base, other.base);
    facts.process_id = facts.process_id || other.process_id;
    if (facts.structure == nullptr) facts.structure = other.structure;
    if (facts.mtype != other.mtype) facts.mtype = facts.mtype == nullptr ? other.mtype : nullptr;
    for (std::size_t i = 0; i < other.fields.size(); ++i) {
      if (i < facts.fields.size()) {
        pending.emplace_back(facts.fields[i], other.fields[i]);
      } else {
        facts.fields.push_back(other.fields[i]);
      }
    }
  }
}

TypeClass TypeClasses::field(TypeClass channel, std::size_t number) {
  channel = find(channel);
  while (facts_[channel].fields.size() <= number) {
    const TypeClass fresh = add({});
    facts_[channel].fields.push_back(fresh);
  }
  return facts_[channel].fields[number];
}

std::vector<std::uint32_t> TypeClasses::number_channels(ChannelTypes& types) {
  std::vector<std::uint32_t> colour(parents_.size(), 0);
  std::vector<TypeClass> channels;
  for (TypeClass c = 0; c < parents_.size(); ++c) {
    if (find(c) == c && !facts_[c].fields.empty()) channels.push_back(c);
  }
  // What a field looks like: its plain type, and the colour of the channels it holds.
  using FieldKey = std::tuple<BaseType, const Structure*, const Mtype*, bool, std::uint32_t>;
  const auto key_of = [&](TypeClass field) {
    const TypeClass c = find(field);
    const Facts& f = facts_[c];
    return FieldKey{f.fields.empty() ? f.base : BaseType::channel, f.structure, f.mtype, f.process_id, colour[c]};
  };
  std::size_t count = 0;
  while (true) {
    std::map<std::pair<std::uint32_t, std::vector<FieldKey>>, std::uint32_t> found;
    std::vector<std::uint32_t> next(parents_.size(), 0);
    for (const TypeClass c : channels) {
      std::vector<FieldKey> fields;
      for (const TypeClass field : facts_[c].fields) fields.push_back(key_of(field));
      const auto fresh = static_cast<std::uint32_t>(found.size() + 1);
      next[c] = found.emplace(std::pair{colour[c], std::move(fields)}, fresh).first->second;
    }
    colour = std::move(next);
    if (found.size() == count) break;
    count = found.size();
  }
  types.all.assign(count + 1, {});
  std::vector<std::uint32_t> result(parents_.size(), 0);
  for (TypeClass c = 0; c < parents_.size(); ++c) result[c] = colour[find(c)];
  for (auto c = channels.rbegin(); c != channels.rend(); ++c) {
    ChannelTypes::Type& type = types.all[colour[*c]];
    type.fields.clear();
    for (const TypeClass field : facts_[*c].fields) {
      const TypeClass inner = find(field);
      const Facts& f = facts_[inner];
      ValueType value;
      value.base = f.fields.empty() ? f.base : BaseType::channel;
      value.structure = f.structure;
      value.mtype = f.mtype;
      value.channel = {colour[inner]};
      value.process_id = f.process_id && value.base != BaseType::channel && value.base != BaseType::mtype;
      type.fields.push_back(value);
    }
  }
  return result;
}

}  // namespace quotient::promela
