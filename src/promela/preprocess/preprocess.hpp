#pragma once

#include <memory>
#include <string>
#include <vector>

#include "promela/preprocess/raw_token.hpp"

namespace quotient {
class NameTable;
}

namespace quotient::promela {

struct PreprocessOptions {
  std::vector<std::string> defines;       // as for -D: NAME, NAME=VALUE, NAME(x)=VALUE
  std::vector<std::string> include_dirs;  // as for -I, in this order
  NameTable* names = nullptr;             // receives macros
  std::vector<SourceRange> parts = {};    // of other texts, in which the macros of this one hold
};

/// A comment /*@ … */, which says something that the language has no words for.
struct Annotation {
  SourceRange range;
  std::string text;  // between the marks, without blanks around it
};

struct Preprocessed {
  std::vector<RawToken> tokens;         // without the end
  RawToken end;                         // where the text ends
  std::shared_ptr<TextPool> pool;       // keeps the text of tokens that stand in no file
  std::vector<std::string> unexpanded;  // macros that a number swallowed, as `N` in `0..N`: for a helpful note
  std::vector<Annotation> annotations;  // of the text itself: not in macros, not where a condition leaves it out
  std::vector<Preprocessed> parts;      // as the options name them; these have tokens alone
};

/// Does to the file what `gcc -std=gnu99 -E` does, and keeps the place of every token. Files it includes are added to
/// `sources`. Errors go to `diagnostics`; what could be read is returned all the same.
Preprocessed preprocess(SourceMap& sources, FileId file, const PreprocessOptions& options, Diagnostics& diagnostics);

/// The value of the tokens of an `#if`, macros already expanded and `defined` replaced: C's integer expressions.
/// Reports what is wrong with them at `where`, and then returns false.
bool evaluate_condition(const std::vector<RawToken>& tokens, SourceRange where, Diagnostics& diagnostics);

}  // namespace quotient::promela
