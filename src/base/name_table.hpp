#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/source.hpp"

namespace quotient {

enum class NameKind : std::uint8_t {
  variable,
  parameter,
  field,
  constant,
  type,
  process,
  function,
  macro,
  label,
  formula,
  action,
  operation,
  machine,
};

/// Something that the text gives a name to.
struct NamedThing {
  std::string name;
  NameKind kind = NameKind::variable;
  std::string description;  // how it is declared, in a line
  std::string container;    // what it is local to, by name; empty: nothing
  SourceRange at;           // of the name in its definition
  SourceRange extent;       // of all of the definition
};

/// What the names in a text mean, as the front end resolves them: for editors. What is defined is known by the place of
/// its name, so that a text that is read several times (an inline, a header) says everything once.
class NameTable {
 public:
  void define(NamedThing thing);
  /// `at` means what is defined at `definition`. That may be told later, or never: then this says nothing.
  void use(SourceRange at, SourceRange definition);

  struct Occurrence {
    SourceRange at;
    std::size_t thing = 0;
    bool verbatim = true;  // the name stands there; else it comes out of a macro that does
  };
  /// In the order of the text. Definitions are among them.
  std::vector<Occurrence> occurrences(const SourceMap& sources) const;
  /// In the order in which they were told.
  const std::vector<NamedThing>& things() const { return things_; }

 private:
  using Place = std::pair<std::uint32_t, std::uint32_t>;  // file, first byte
  static Place place_of(SourceRange range) { return {range.file.value, range.begin}; }

  std::vector<NamedThing> things_;
  std::map<Place, std::size_t> by_place_;
  std::map<std::pair<Place, Place>, SourceRange> uses_;  // by what is meant, and where
};

}  // namespace quotient
