#pragma once

#include <vector>

#include "bmethod/evaluate/program.hpp"
#include "bmethod/partial_order/touched.hpp"

namespace quotient::bmethod {

/// What operations share, and what a check sees: all that partial orders need of the text.
struct Sharing {
  struct Conjunct {
    const Node* node = nullptr;  // null: it cannot be asked alone
    std::vector<Touch> reads;
    bool may_fail = true;
    std::vector<std::uint32_t> parameters;  // that it names, by their numbers
  };
  struct Operation {
    Touched touched;
    std::vector<Conjunct> guard;       // in the order of the text
    std::vector<const Node*> domains;  // for each parameter: a set that it is of; null: all of its type
    std::vector<std::uint32_t> parts;  // parameters that say which parts of variables are touched
  };
  /// Conjuncts of the invariant, of assertions, and the goal: what each reads.
  using Observed = std::vector<std::vector<Touch>>;

  bool is_known = false;  // else something is not understood
  std::vector<Operation> operations;
  Observed invariant, assertions, goal;
};

/// Of a program that was compiled from the model.
Sharing find_sharing(const Model& model, const Program& program);

}  // namespace quotient::bmethod
