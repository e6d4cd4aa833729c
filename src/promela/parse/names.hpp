#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "promela/parse/token.hpp"
#include "promela/syntax/ast.hpp"

/// Which name means what at the place the parser has come to. SPIN's rules: what is declared is known from there on;
/// braces open scopes; an inner scope may not declare what is visible already.
namespace quotient::promela {

struct Inline {
  Name name;
  std::vector<Name> parameters;
  std::vector<Token> body;  // with its braces
  bool is_broken = false;   // an error in its head was reported
};

struct GlobalName {
  enum class Kind : std::uint8_t { variable, structure, proctype, inline_, mtype_constant };
  Kind kind = Kind::variable;
  SourceRange range;
  Variable* variable = nullptr;
  Structure* structure = nullptr;
  Proctype* proctype = nullptr;
  Inline* named_inline = nullptr;
  Mtype* mtype = nullptr;
  std::int64_t value = 0;  // of an mtype constant
};

/// A name that a proctype knows: a variable, or a label where `variable` is null. A label is known from its first
/// mention, in a goto or where it stands.
struct LocalName {
  std::string scope;
  SourceRange range;
  Variable* variable = nullptr;
};

/// Whether what is declared in scope `outer` is visible in scope `inner`. Scopes are paths as "2.1".
bool encloses(std::string_view outer, std::string_view inner);

class Names {
 public:
  const GlobalName* find_global(std::string_view name) const;
  void add_global(std::string_view name, GlobalName what);
  std::vector<std::string> global_names() const;

  void enter_proctype();
  void leave_proctype();
  bool in_proctype() const { return in_proctype_; }
  void open_scope();
  void close_scope();
  const std::string& scope() const { return scope_; }
  std::size_t scope_depth() const { return lengths_.size(); }

  /// The innermost local of this name visible here.
  const LocalName* find_local(std::string_view name) const;
  const LocalName& add_local(std::string_view name, LocalName what);
  /// All variables visible here, for suggestions.
  std::vector<std::string> visible_variables() const;

 private:
  std::unordered_map<std::string, GlobalName> globals_;
  std::unordered_map<std::string, std::vector<LocalName>> locals_;
  std::vector<std::uint32_t> counters_;  // scopes opened so far at each depth of this proctype
  std::vector<std::size_t> lengths_;     // of scope_ before each open scope was added
  std::string scope_;
  bool in_proctype_ = false;
};

}  // namespace quotient::promela
