#pragma once

#include "bmethod/project/model.hpp"

namespace quotient::bmethod {

/// Whether the text of a set promises no end of it, as far as that can be seen: wrong answers cost time, or a verdict
/// that is incomplete, nothing else.
bool looks_infinite(const TypeTable& types, const Expr* set);

/// Constants that PROPERTIES say to be infinite sets (`C = NATURAL`, `f = %x.(x : INTEGER | x + 1)`) are no values:
/// their text takes their place wherever they are named, where it can be asked what a value would have to be cut for.
/// They are no constants of the model any more.
void inline_infinite_constants(Model& model);
/// A constant that PROPERTIES give by a text which applies it (`fact = {0 |-> 1} \/ %n.(n : NATURAL1 | n * fact(n -
/// 1))`) is no value either, if it is only applied: its text is evaluated for each argument.
void find_recursive_constants(Model& model);

}  // namespace quotient::bmethod
