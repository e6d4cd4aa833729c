#include "process/partial_order/effects.hpp"

#include "process/partial_order/abstract_value.hpp"

namespace quotient {

void Effects::add(const Effects& other) {
  reads.insert(other.reads);
  writes.insert(other.writes);
  everything = everything || other.everything;
  meets = meets || other.meets;
  waits_for_all = waits_for_all || other.waits_for_all;
  append_new(sends, other.sends);
  append_new(receives, other.receives);
  changes_own = changes_own || other.changes_own;
}

void Effects::read_as_condition(const SharedThings& things) {
  for (const std::uint32_t c : sends) reads.insert(things.receive_end(c));
  for (const std::uint32_t c : receives) reads.insert(things.send_end(c));
  everything = everything || meets;
}

}  // namespace quotient
