#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace quotient::mcrl2 {

struct SortId {
  std::uint32_t value = 0;
  friend auto operator<=>(SortId, SortId) = default;
};

enum class SortKind : std::uint8_t {
  unknown,  // of the elements of [] and {}, and of what is wrong: fits everywhere
  boolean,
  pos,
  nat,
  integer,
  real,
  list,
  set,
  fset,
  bag,
  fbag,
  function,  // arguments are the domain and, last, the codomain
  user       // declared, with or without constructors
};

/// The sorts of a specification, each once, with aliases resolved. Sorts are ordered by how values may be used:
/// Pos < Nat < Int < Real, FSet < Set, FBag < Bag, and the same inside of containers. A value has the same
/// representation in all sorts above its own, so using it there costs nothing.
class SortTable {
 public:
  SortTable();

  SortId unknown() const { return {0}; }
  SortId basic(SortKind kind) const { return {static_cast<std::uint32_t>(kind)}; }
  SortId boolean() const { return basic(SortKind::boolean); }
  SortId container(SortKind kind, SortId element);
  SortId function(std::vector<SortId> domain, SortId codomain);
  SortId declare(std::string name);

  SortKind kind(SortId sort) const { return rows_[sort.value].kind; }
  const std::vector<SortId>& arguments(SortId sort) const { return rows_[sort.value].arguments; }
  SortId element(SortId sort) const { return rows_[sort.value].arguments.front(); }
  SortId codomain(SortId sort) const { return rows_[sort.value].arguments.back(); }
  std::size_t size() const { return rows_.size(); }
  std::string text(SortId sort) const;

  static bool numeric(SortKind kind) { return kind >= SortKind::pos && kind <= SortKind::real; }
  bool numeric(SortId sort) const { return numeric(kind(sort)); }
  /// How many steps up `from` is below `to`; nothing where a value of `from` cannot be used as a `to`.
  std::optional<int> distance(SortId from, SortId to) const;
  /// The least sort above both.
  std::optional<SortId> join(SortId a, SortId b);
  /// The greatest sort above: values of sorts with the same one are written and compared alike.
  SortId widest(SortId sort);

 private:
  struct Row {
    SortKind kind;
    std::vector<SortId> arguments;
    std::string name;
  };
  SortId intern(SortKind kind, std::vector<SortId> arguments);

  std::vector<Row> rows_;
  std::map<std::pair<SortKind, std::vector<SortId>>, SortId> interned_;
};

}  // namespace quotient::mcrl2
