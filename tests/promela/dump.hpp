#pragma once

#include <string>

#include "promela/check/check_expression.hpp"
#include "promela/syntax/ast.hpp"

/// Syntax trees as text, for tests to compare: `x = (+ y 1)`.
namespace quotient::promela {

std::string dump(const Expression& expression);

inline std::string dump(const std::vector<Expression>& list) {
  std::string out;
  for (const Expression& e : list) out += (out.empty() ? "" : " ") + dump(e);
  return out;
}

inline std::string dump(const Reference& reference) {
  std::string out;
  for (const Reference::Part& part : reference.parts) {
    if (!out.empty()) out += ".";
    out += part.name.text;
    if (!part.index.empty()) out += "[" + dump(part.index) + "]";
  }
  return out;
}

inline std::string dump(const Expression& e) {
  const auto call = [&](const std::string& name) { return "(" + name + " " + dump(e.operands) + ")"; };
  switch (e.kind) {
    case ExpressionKind::constant:
      return e.mtype != nullptr ? e.name.text + ":" + std::to_string(e.value) : std::to_string(e.value);
    case ExpressionKind::variable:
      return dump(e.reference);
    case ExpressionKind::unary:
    case ExpressionKind::binary:
      return call(std::string(operator_text(e.op)));
    case ExpressionKind::conditional:
      return call("?:");
    case ExpressionKind::run:
      return call("run " + e.name.text + (e.value != 0 ? " priority " + std::to_string(e.value) : ""));
    case ExpressionKind::length:
      return "(len " + dump(e.reference) + ")";
    case ExpressionKind::full:
      return "(full " + dump(e.reference) + ")";
    case ExpressionKind::nfull:
      return "(nfull " + dump(e.reference) + ")";
    case ExpressionKind::empty:
      return "(empty " + dump(e.reference) + ")";
    case ExpressionKind::nempty:
      return "(nempty " + dump(e.reference) + ")";
    case ExpressionKind::poll:
      return "(" + dump(e.reference) + (e.random ? "??[" : "?[") + dump(e.operands) + "])";
    case ExpressionKind::eval:
      return call("eval");
    case ExpressionKind::enabled:
      return call("enabled");
    case ExpressionKind::pc_value:
      return call("pc_value");
    case ExpressionKind::get_priority:
      return call("get_priority");
    case ExpressionKind::timeout:
      return "timeout";
    case ExpressionKind::nonprogress:
      return "np_";
    case ExpressionKind::remote_label:
      return e.name.text + "[" + dump(e.operands) + "]@" + e.label.text;
    case ExpressionKind::remote_variable:
      return e.name.text + "[" + dump(e.operands) + "]:" + dump(e.reference);
    case ExpressionKind::c_expression:
      return "c_expr";
  }
  return "";
}

std::string dump(const Block& block);

inline std::string dump(const Statement& s) {
  std::string out;
  for (const Name& label : s.labels) out += label.text + ": ";
  const auto braces = [&](const std::string& word) { return word + "{ " + dump(s.blocks[0]) + " }"; };
  const auto options = [&](const std::string& begin, const std::string& end) {
    std::string text = begin;
    for (const Block& option : s.blocks) text += " :: " + dump(option);
    return text + " " + end;
  };
  switch (s.kind) {
    case StatementKind::expression:
      return out + dump(s.expressions[0]);
    case StatementKind::assign:
      return out + dump(s.target) + (s.increment ? " =+ " : " = ") + dump(s.expressions[0]);
    case StatementKind::send:
      return out + dump(s.target) + (s.sorted ? "!!" : "!") + dump(s.expressions);
    case StatementKind::receive:
      return out + dump(s.target) + (s.random ? "??" : "?") + (s.peek ? "<" : "") + dump(s.expressions);
    case StatementKind::assertion:
      return out + "assert " + dump(s.expressions[0]);
    case StatementKind::printf:
      return out + "printf " + s.text + " " + dump(s.expressions);
    case StatementKind::printm:
      return out + "printm " + dump(s.expressions);
    case StatementKind::set_priority:
      return out + "set_priority " + dump(s.expressions);
    case StatementKind::if_:
      return out + options("if", "fi");
    case StatementKind::do_:
      return out + options("do", "od");
    case StatementKind::for_range:
      return out + braces("for " + dump(s.target) + " " + dump(s.expressions) + " ");
    case StatementKind::for_in:
      return out + braces("for " + dump(s.target) + " in " + dump(s.collection) + " ");
    case StatementKind::select:
      return out + (s.literal ? "select! " : "select ") + dump(s.target) + " " + dump(s.expressions);
    case StatementKind::goto_:
      return out + "goto " + s.label.text;
    case StatementKind::break_:
      return out + "break";
    case StatementKind::else_:
      return out + "else";
    case StatementKind::atomic:
      return out + braces("atomic ");
    case StatementKind::d_step:
      return out + braces("d_step ");
    case StatementKind::block:
      return out + braces(s.from_inline ? "inline " : "");
    case StatementKind::unless:
      return out + "(" + dump(s.blocks[0]) + " unless " + dump(s.blocks[1]) + ")";
    case StatementKind::declaration: {
      std::string names;
      for (const Variable* v : s.declared) names += " " + v->name.text;
      return out + "declare" + names;
    }
    case StatementKind::exclusive:
      return out + s.text + " " + dump(s.references[0]);
    case StatementKind::c_code:
      return out + "c_code";
  }
  return out;
}

inline std::string dump(const Block& block) {
  std::string out;
  for (const Statement& s : block) out += (out.empty() ? "" : "; ") + dump(s);
  return out;
}

}  // namespace quotient::promela
