#pragma once

#include <cstdint>
#include <string>

#include "native/plan.hpp"

namespace quotient::native {

/// One set of functions: for states of one shape, whose places are constants of the C text, or for states of any shape,
/// whose places are looked up in the context. Gives the C for everything that differs.
class Variant {
 public:
  Variant(const Plan& known, const Shape* shape) : plan(known), fixed(shape) {}

  /// Of a function or table: `step` becomes `f_step` or `d_step`.
  std::string name(const std::string& base) const { return (fixed != nullptr ? "f_" : "d_") + base; }

  std::string size() const;   // of the state, in bytes
  std::string count() const;  // of its processes
  std::string offset(const std::string& pid) const;
  std::string type(const std::string& pid) const;
  std::string first_channel(const std::string& pid) const;
  std::string channel_count() const;
  std::string channel_offset(const std::string& index) const;
  std::string channel_kind(const std::string& index) const;
  /// The tables that the above refer to.
  std::string tables() const;

  const Plan& plan;
  const Shape* fixed;
};

}  // namespace quotient::native
