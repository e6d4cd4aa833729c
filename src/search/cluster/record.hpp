#pragma once

#include <cstdint>
#include <cstring>
#include <span>

#include "model/successors.hpp"
#include "search/cluster/transport.hpp"

namespace quotient {

/// A step on its way to the owner of the state that it leads to, followed in its buffer by the key and then the state,
/// both as lasting bytes. Ranks are processes of one program on machines of one kind: numbers are sent as they are.
struct StepRecord {
  static constexpr std::uint32_t is_key = 0xffff'ffff;  // as a length: the state is the key

  std::uint64_t order;   // of the source
  std::uint32_t source;  // its number on the rank that sends
  std::uint32_t weight;  // see Key; for the rank that sends
  std::uint32_t ask;     // 0, or what the sender wants to learn about the state goes to this number
  std::uint32_t later;   // steps behind the next level
  std::uint32_t choice;  // which step of the source; only of those that come later
  std::uint32_t key_length;
  std::uint32_t state_length;
  std::uint32_t thread = 0;  // of the rank that sends

  std::size_t size() const { return sizeof(StepRecord) + key_length + (state_length == is_key ? 0 : state_length); }
};

/// Numbers as they lie in memory, see above.
template <typename T>
void append_value(Transport::Bytes& to, const T& value) {
  const std::size_t at = to.size();
  to.resize(at + sizeof value);
  std::memcpy(to.data() + at, &value, sizeof value);
}

/// What`append_value` has written, one after the other.
template <typename T, typename Visit>
void for_each_in(std::span<const std::uint8_t> bytes, Visit visit) {
  for (; bytes.size() >= sizeof(T); bytes = bytes.subspan(sizeof(T))) {
    T value;
    std::memcpy(&value, bytes.data(), sizeof value);
    visit(value);
  }
}

inline void append_record(Transport::Bytes& to, const StepRecord& record, StateView key, StateView state) {
  const std::size_t at = to.size();
  to.resize(at + record.size());
  std::uint8_t* out = to.data() + at;
  std::memcpy(out, &record, sizeof record);
  if (!key.empty()) std::memcpy(out + sizeof record, key.data(), key.size());
  const bool has_state = record.state_length != StepRecord::is_key && record.state_length > 0;
  if (has_state) std::memcpy(out + sizeof record + key.size(), state.data(), state.size());
}

}  // namespace quotient
