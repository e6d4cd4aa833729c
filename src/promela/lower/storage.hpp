#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "process/program.hpp"
#include "promela/flow/flow.hpp"
#include "promela/syntax/ast.hpp"

namespace quotient::promela {

enum class Area : std::uint8_t { global, local, hidden };

struct Place {
  Area area = Area::global;
  std::uint32_t offset = 0;
};

/// A plain cell inside a variable: its path ("[2].x"), its declaration, its offset from the variable.
struct Leaf {
  std::string path;
  const Variable* declared = nullptr;  // the variable itself or the field of a typedef
  std::uint32_t offset = 0;
};

/// What cells variables consist of.
class CellTypes {
 public:
  /// `id`: what holds the number of a process or channel.
  explicit CellTypes(CellType id = {}) : id_(id) {}

  CellType id() const { return id_; }
  CellType of(const DeclaredType& type) const;
  /// The same for an element of a variable. SPIN's verifier keeps arrays of bits as arrays of bytes, and so must we:
  /// what is assigned to them is not cut to one bit.
  CellType of(const Variable& variable) const;
  /// Bytes of one element of that type.
  std::uint32_t size_of(const DeclaredType& type) const;
  std::uint32_t size_of(const Variable& variable) const;
  std::uint32_t field_offset(const Structure& structure, std::uint32_t field) const;
  std::vector<Leaf> leaves(const Variable& variable) const;

 private:
  void collect_leaves(const Variable& v, const std::string& path, std::uint32_t offset, std::vector<Leaf>& out) const;

  CellType id_;
};

/// The variables that each proctype declares, in the order of the text.
using LocalsByOwner = std::unordered_map<const Proctype*, std::vector<const Variable*>>;
LocalsByOwner locals_by_owner(const Module& module);

/// Decides where each variable lives, and declares its cells in the program.
class Storage {
 public:
  /// `hide_unread`: global variables that nothing reads are no part of the state.
  Storage(const Module& module, const std::vector<std::unique_ptr<Flow>>& flows, bool hide_unread, Program& program);

  const CellTypes& types() const { return types_; }
  Place place(const Variable& variable) const;
  /// The index of an mtype family in Program::mtypes, -1 for what is not an mtype.
  std::int32_t mtype_index(const DeclaredType& type) const;

 private:
  void place_globals(const Module& module, bool hide_unread);
  void place_locals(const std::vector<const Variable*>& locals, const Flow& flow, ProcessType& type);
  void declare(const Variable& variable, std::uint32_t offset, std::vector<NamedCell>& cells) const;

  Program& program_;
  CellTypes types_;
  std::map<const Variable*, Place> places_;
  std::map<const Mtype*, std::int32_t> mtypes_;
};

}  // namespace quotient::promela
