#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/source.hpp"

/// Types as declared, and as found by the checker.
namespace quotient::promela {

struct Structure;
struct Mtype;

enum class BaseType : std::uint8_t {
  none,
  bit,
  boolean,
  byte,
  pid,
  short_integer,
  integer,
  unsigned_integer,
  mtype,
  channel,
  structure
};

/// As written: `unsigned x : 3`, `mtype:colour c`, `Message m`.
struct DeclaredType {
  BaseType base = BaseType::none;
  std::uint32_t width = 0;               // unsigned: bits
  const Structure* structure = nullptr;  // by parse (typedefs come before use)
  const Mtype* mtype = nullptr;          // by check
  std::string mtype_name;                // "" for the unnamed family
  SourceRange range;
};

/// A channel type of the model after reconstruction; an index into ChannelTypes, 0 where nothing is known.
struct ChannelTypeId {
  std::uint32_t value = 0;
  friend bool operator==(ChannelTypeId, ChannelTypeId) = default;
};

/// What a value is. `process_id` where it is one of the model's process ids rather than a mere number.
struct ValueType {
  BaseType base = BaseType::none;
  const Structure* structure = nullptr;
  const Mtype* mtype = nullptr;
  ChannelTypeId channel;
  bool process_id = false;
};

/// The reconstructed channel types, minimised: two ids are equal iff the types are (recursive types included).
struct ChannelTypes {
  struct Type {
    std::vector<ValueType> fields;
  };
  std::vector<Type> all = std::vector<Type>(1);  // [0]: unknown
};

}  // namespace quotient::promela
