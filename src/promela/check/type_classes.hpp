#pragma once

#include <cstdint>
#include <vector>

#include "promela/syntax/type.hpp"

/// Values that flow into each other form a class and have one type. A class may turn out to be that of channels, whose
/// fields are classes again; this makes the types recursive.
namespace quotient::promela {

using TypeClass = std::uint32_t;

class TypeClasses {
 public:
  struct Facts {
    BaseType base = BaseType::none;  // as declared: the widest where there are several
    const Structure* structure = nullptr;
    const Mtype* mtype = nullptr;
    bool process_id = false;
    std::vector<TypeClass> fields;  // of a channel, as far as anything was sent, received or declared
  };

  TypeClass add(Facts facts);
  TypeClass find(TypeClass c);
  /// Makes one class of two, and of their fields. Not recursive: types may be deep.
  void unify(TypeClass a, TypeClass b);
  /// The class of field `number` of the channels of `channel`.
  TypeClass field(TypeClass channel, std::size_t number);
  void mark_process_id(TypeClass c) { facts_[find(c)].process_id = true; }
  const Facts& facts(TypeClass c) { return facts_[find(c)]; }
  std::size_t size() const { return parents_.size(); }

  /// Numbers the classes of channels with known fields, from 1, so that two of them get the same number iff their types
  /// are the same, by refining a partition until it is stable. All others have number 0. Also lists one type for each.
  std::vector<std::uint32_t> number_channels(ChannelTypes& types);

 private:
  std::vector<TypeClass> parents_;
  std::vector<Facts> facts_;
};

}  // namespace quotient::promela
