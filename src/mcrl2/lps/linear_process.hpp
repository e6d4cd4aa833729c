#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mcrl2/lps/multiply_out.hpp"
#include "mcrl2/process/model.hpp"

namespace quotient::mcrl2 {

/// One process for a whole specification, as mcrl22lps makes it: a list of summands over one list of parameters. For
/// other tools to read; exploration works on the processes of the network.
struct LinearProcess {
  struct Parameter {
    VarId variable;
    ExprId initial;
    std::string meaning;  // for people: the process and its variable, or what the numbers of its locations stand for
  };
  std::vector<Parameter> parameters;
  std::vector<SymbolicMove> summands;
};

/// Multiplies the processes of a model out. Its states and transitions are those of the model: each process has a
/// number for its location and a parameter for each cell, which has one fixed value where the location does not use it.
/// Variables that never change are replaced by their values. Adds to the specification of the model. Nullopt where
/// there would be more than `most` summands; `problem` says what is too much.
std::optional<LinearProcess> linear_process(Model& model, std::size_t most, std::string& problem);

}  // namespace quotient::mcrl2
