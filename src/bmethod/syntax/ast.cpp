#include "bmethod/syntax/ast.hpp"

#include <algorithm>

namespace quotient::bmethod {

Expr* Ast::expr(Op op, SourceRange range, std::vector<Expr*> args) {
  Expr& made = exprs_.emplace_back();
  made.op = op;
  made.range = range;
  made.args = std::move(args);
  for (const Expr* arg : made.args) made.depth = std::max(made.depth, arg->depth + 1);
  return &made;
}

Stmt* Ast::stmt(Stmt::Kind kind, SourceRange range) {
  Stmt& made = stmts_.emplace_back();
  made.kind = kind;
  made.range = range;
  return &made;
}

}  // namespace quotient::bmethod
