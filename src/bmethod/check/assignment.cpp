#include "bmethod/check/assignment.hpp"

#include <algorithm>

namespace quotient::bmethod {
namespace {

bool mentions(const Expr* expr, const Symbol* name) {
  if (expr == nullptr) return false;
  if (expr->symbol == name) return true;
  return std::ranges::any_of(expr->args, [name](const Expr* arg) { return mentions(arg, name); });
}

class Follower {
 public:
  explicit Follower(const Symbol* name) : name_(name) {}

  /// `has` says whether the name has a value before; returns whether it has one after.
  bool follow(const Stmt* stmt, bool has) {
    for (const Expr* expr : stmt->exprs) read(expr, has);
    for (const auto& labels : stmt->labels) {
      for (const Expr* label : labels) read(label, has);
    }
    bool assigned = false;
    for (const Expr* target : stmt->targets) {
      if (target->op == Op::identifier) {
        assigned = assigned || target->symbol == name_;
      } else {
        read(target, has);  // f(x) := y changes f, and so needs the rest of it
        touches = touches || mentions(target->args[0], name_);
      }
    }
    touches = touches || assigned;
    switch (stmt->kind) {
      case Stmt::Kind::sequence:
        for (const Stmt* part : stmt->parts) has = follow(part, has);
        return has;
      case Stmt::Kind::parallel: {
        bool after = has;
        for (const Stmt* part : stmt->parts) after = follow(part, has) || after;
        return after;
      }
      case Stmt::Kind::conditional:
      case Stmt::Kind::case_of: {
        const std::size_t conditions = stmt->kind == Stmt::Kind::case_of ? stmt->labels.size() : stmt->exprs.size();
        return branches(stmt, has) && (has || stmt->parts.size() > conditions);
      }
      case Stmt::Kind::select:
      case Stmt::Kind::choice:
        return branches(stmt, has);
      case Stmt::Kind::loop:
        follow(stmt->parts[0], has);
        return has;
      default:
        break;
    }
    bool after = has || assigned;
    for (const Stmt* part : stmt->parts) after = follow(part, has) || after;
    return after;
  }

  bool reads = false;
  bool touches = false;

 private:
  void read(const Expr* expr, bool has) { reads = reads || (!has && mentions(expr, name_)); }

  bool branches(const Stmt* stmt, bool has) {
    bool all = true;
    for (const Stmt* part : stmt->parts) all = follow(part, has) && all;
    return all;
  }

  const Symbol* name_;
};

}  // namespace

Assignment assignment_of(const Stmt* stmt, const Symbol* name) {
  Follower follower(name);
  const bool assigns = follower.follow(stmt, false);
  return {follower.reads, assigns, follower.touches};
}

}  // namespace quotient::bmethod
