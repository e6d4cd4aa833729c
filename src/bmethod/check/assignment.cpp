#include "bmethod/check/assignment.hpp"

#include <cstddef>
#include <unordered_map>
#include <utility>

namespace quotient::bmethod {
namespace {

/// Walks a substitution with the names that have a value so far. These are marks that can be taken back to an earlier
/// moment, so that branches cost what they assign and not what there is.
class Follower {
 public:
  explicit Follower(std::span<Symbol* const> names) : found(names.size()), has_(names.size(), 0) {
    for (std::size_t i = 0; i < names.size(); ++i) index_.emplace(names[i], i);
  }

  /// Afterwards the names have a value that have one on every way.
  void follow(const Stmt* stmt) {
    for (const Expr* expr : stmt->exprs) read(expr);
    for (const auto& labels : stmt->labels) {
      for (const Expr* label : labels) read(label);
    }
    std::vector<std::size_t> assigned;
    for (const Expr* target : stmt->targets) {
      if (target->op == Op::identifier) {
        if (const auto name = index_.find(target->symbol); name != index_.end()) assigned.push_back(name->second);
      } else {
        read(target);  // f(x) := y changes f, and so needs the rest of it
        touch(target->args[0]);
      }
    }
    for (const std::size_t name : assigned) found[name].touches = true;
    switch (stmt->kind) {
      case Stmt::Kind::sequence:
        for (const Stmt* part : stmt->parts) follow(part);
        return;
      case Stmt::Kind::conditional:
      case Stmt::Kind::case_of: {
        const std::size_t conditions = stmt->kind == Stmt::Kind::case_of ? stmt->labels.size() : stmt->exprs.size();
        return one_of(stmt, stmt->parts.size() > conditions);
      }
      case Stmt::Kind::select:
      case Stmt::Kind::choice:
        return one_of(stmt, true);
      case Stmt::Kind::loop:
        follow_and_forget(stmt->parts[0]);
        return;
      case Stmt::Kind::parallel:
        return all_of(stmt, {});
      default:
        return all_of(stmt, std::move(assigned));
    }
  }

  bool has(std::size_t name) const { return has_[name] != 0; }

  std::vector<Assignment> found;

 private:
  void give(std::size_t name) {
    if (has(name)) return;
    has_[name] = 1;
    given_.push_back(name);
  }

  /// The names that a part gives a value; they have none again.
  std::vector<std::size_t> follow_and_forget(const Stmt* part) {
    const std::size_t before = given_.size();
    follow(part);
    std::vector<std::size_t> given(given_.begin() + static_cast<std::ptrdiff_t>(before), given_.end());
    for (const std::size_t name : given) has_[name] = 0;
    given_.resize(before);
    return given;
  }

  /// Parts that are all done, from the values of before; `given` is what the substitution itself assigns.
  void all_of(const Stmt* stmt, std::vector<std::size_t> given) {
    for (const Stmt* part : stmt->parts) {
      const std::vector<std::size_t> more = follow_and_forget(part);
      given.insert(given.end(), more.begin(), more.end());
    }
    for (const std::size_t name : given) give(name);
  }

  /// Parts of which one is done, or none where they do not `cover` all cases.
  void one_of(const Stmt* stmt, bool cover) {
    std::unordered_map<std::size_t, std::size_t> branches;  // how many give a name its value
    for (const Stmt* part : stmt->parts) {
      for (const std::size_t name : follow_and_forget(part)) ++branches[name];
    }
    if (!cover) return;
    for (const auto& [name, count] : branches) {
      if (count == stmt->parts.size()) give(name);
    }
  }

  void read(const Expr* expr) {
    for_names_in(expr, [this](std::size_t name) { found[name].reads = found[name].reads || !has(name); });
  }

  void touch(const Expr* expr) {
    for_names_in(expr, [this](std::size_t name) { found[name].touches = true; });
  }

  template <class Visitor>
  void for_names_in(const Expr* expr, const Visitor& visit) const {
    if (expr == nullptr) return;
    if (expr->symbol != nullptr) {
      if (const auto name = index_.find(expr->symbol); name != index_.end()) visit(name->second);
    }
    for (const Expr* arg : expr->args) for_names_in(arg, visit);
  }

  std::unordered_map<const Symbol*, std::size_t> index_;
  std::vector<char> has_;
  std::vector<std::size_t> given_;  // those that have a value, in the order in which they got it
};

}  // namespace

std::vector<Assignment> assignments_of(const Stmt* stmt, std::span<Symbol* const> names) {
  Follower follower(names);
  follower.follow(stmt);
  for (std::size_t i = 0; i < names.size(); ++i) follower.found[i].assigns = follower.has(i);
  return std::move(follower.found);
}

std::vector<Symbol*> read_unassigned(const Stmt* stmt, std::span<Symbol* const> names) {
  if (names.empty()) return {};
  const std::vector<Assignment> found = assignments_of(stmt, names);
  std::vector<Symbol*> read;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (found[i].reads) read.push_back(names[i]);
  }
  return read;
}

}  // namespace quotient::bmethod
