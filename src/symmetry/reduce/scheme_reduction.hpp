#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "symmetry/reduce/reduction.hpp"
#include "symmetry/reduce/scheme.hpp"

namespace quotient {

/// A strategy for products of symmetric groups whose keys do not tell how many states they stand for: some orbits have
/// several keys, or some keys several orbits.
class SchemeReduction final : public Reduction {
 public:
  using MakeKeyFunction = std::function<std::unique_ptr<KeyFunction>(const Scheme&)>;

  SchemeReduction(std::unique_ptr<Scheme> scheme, bool exact, MakeKeyFunction make)
      : scheme_(std::move(scheme)), exact_(exact), make_(std::move(make)) {}

  std::unique_ptr<KeyFunction> key_function() const override { return make_(*scheme_); }
  bool exact() const override { return exact_; }

 private:
  std::unique_ptr<Scheme> scheme_;
  bool exact_;
  MakeKeyFunction make_;
};

}  // namespace quotient
