#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "mcrl2/syntax/parser_state.hpp"

// Strengths follow the grammar of mCRL2: mu and nu hold weakest, then quantifiers, =>, ||, &&, modalities, !. The word
// `val` marks data; nothing else in a formula is data, except arguments.
//
// What a modality or a negation applies to holds nothing weaker than itself, not even inside of a quantifier or a fixed
// point that it begins with: `<a> exists n: Nat. f && g` is `(<a> exists n: Nat. f) && g`. So mCRL2 reads it (its
// manual says so under "Parsing changes in the 202507.0 Release"); few people mean it, hence the warning. Formulas that
// only have a meaning with the scopes of earlier releases are read with these (`FormulaScope::wide`).

namespace quotient::mcrl2 {

namespace {

using ast::FormulaPtr;
using FormulaKind = ast::Formula::Kind;

FormulaPtr formula_node(FormulaKind kind, SourceRange range) {
  auto node = std::make_unique<ast::Formula>();
  node->kind = kind;
  node->range = range;
  return node;
}

/// Words that mean something in formulas only; in specifications they are names like others.
bool is_formula_word(std::string_view text) {
  static constexpr std::array words = {"mu", "nu", "val", "delay", "yaled", "nil", "form", "inf", "sup"};
  return std::find(words.begin(), words.end(), text) != words.end();
}

struct Connective {
  const char* symbol;
  FormulaKind kind;
  int strength;
};
/// Right associative, in state and in action formulas.
constexpr std::array<Connective, 3> connectives = {
    {{"=>", FormulaKind::implication, 3}, {"||", FormulaKind::disjunction, 4}, {"&&", FormulaKind::conjunction, 5}}};
constexpr int prefix_strength = 6;

/// Whether all that a formula says is about data.
bool is_data(const ast::Formula& formula) {
  switch (formula.kind) {
    case FormulaKind::truth:
    case FormulaKind::falsity:
    case FormulaKind::value:
      return true;
    case FormulaKind::negation:
    case FormulaKind::conjunction:
    case FormulaKind::disjunction:
    case FormulaKind::implication:
      return std::ranges::all_of(formula.operands, [](const FormulaPtr& each) { return is_data(*each); });
    default:
      return false;
  }
}

}  // namespace

bool Parser::at_word(std::string_view word) const {
  return peek().kind == TokenKind::identifier && peek().text == word;
}

void Parser::add_operand(ast::Formula& node, FormulaPtr operand) {
  node.depth = std::max(node.depth, operand->depth + 1);
  if (node.depth > deepest_process) fail_too_deep(deepest_process);
  node.operands.push_back(std::move(operand));
}

/// Such a formula as an expression.
ast::DataPtr Parser::as_data(ast::Formula& formula) {
  if (formula.kind == FormulaKind::value) return std::move(formula.data.front());
  auto node = std::make_unique<ast::DataExpr>();
  node->kind = ast::DataExpr::Kind::name;
  node->range = formula.range;
  if (formula.operands.empty()) {
    node->name = formula.kind == FormulaKind::truth ? "true" : "false";
    return node;
  }
  const auto found = std::ranges::find(connectives, formula.kind, &Connective::kind);
  node->name = found == connectives.end() ? "!" : found->symbol;
  auto applied = std::make_unique<ast::DataExpr>();
  applied->kind = ast::DataExpr::Kind::apply;
  applied->range = formula.range;
  applied->arguments.push_back(std::move(node));
  for (const FormulaPtr& operand : formula.operands) applied->arguments.push_back(as_data(*operand));
  return finish(std::move(applied));
}

/// A quantifier over nothing but data is data: `exists x: Nat. val(x > 5)` says `val(exists x: Nat. x > 5)`, for which
/// a witness is enough.
FormulaPtr Parser::quantified_data(FormulaPtr quantifier) {
  if (!is_data(*quantifier->operands.front())) return quantifier;
  auto data = std::make_unique<ast::DataExpr>();
  data->kind = quantifier->kind == FormulaKind::forall ? ast::DataExpr::Kind::forall : ast::DataExpr::Kind::exists;
  data->range = quantifier->range;
  data->variables = std::move(quantifier->variables);
  data->arguments.push_back(as_data(*quantifier->operands.front()));
  FormulaPtr node = formula_node(FormulaKind::value, quantifier->range);
  node->data.push_back(finish(std::move(data)));
  return node;
}

/// How weakly the operand of a quantifier or a fixed point may be held together, where at least `least` is asked for.
int Parser::inherited(int least) const {
  return least >= prefix_strength && formula_scope_ == FormulaScope::narrow ? least : 0;
}

/// Behind the operand of a quantifier or a fixed point that stands below a modality or a negation.
void Parser::warn_of_early_end(const Token& binder, int least) {
  if (inherited(least) == 0 || at_ == warned_at_) return;
  if (std::ranges::none_of(connectives, [&](const Connective& each) { return peek().is(each.symbol); })) return;
  warned_at_ = at_;  // once, for the innermost
  early_ends_.push_back(peek().range);
  diagnostics_.warning(
      peek().range, fmt::format("'{}' ends here, as in mCRL2: it stands below a modality or '!', which hold stronger "
                                "than '{}'; write brackets around what is meant",
                                binder.text, peek().text));
}

/// forall, exists and ! are alike in state and in action formulas. Null where there is none here.
FormulaPtr Parser::formula_prefix(int least, FormulaLayer layer) {
  const Token& first = peek();
  const auto inner = [&](int strength) {
    return layer == FormulaLayer::state ? state_formula(strength) : action_formula(strength);
  };
  if (first.is("forall") || first.is("exists")) {
    take();
    FormulaPtr node = formula_node(first.is("forall") ? FormulaKind::forall : FormulaKind::exists, first.range);
    node->variables = variables();
    expect(".", "and a formula behind the variables");
    add_operand(*node, inner(inherited(least)));
    node->range = since(first);
    warn_of_early_end(first, least);
    return layer == FormulaLayer::state ? quantified_data(std::move(node)) : std::move(node);
  }
  if (accept("!")) {
    FormulaPtr node = formula_node(FormulaKind::negation, first.range);
    add_operand(*node, inner(prefix_strength));
    node->range = since(first);
    return node;
  }
  if (accept("true")) return formula_node(FormulaKind::truth, first.range);
  if (accept("false")) return formula_node(FormulaKind::falsity, first.range);
  if (at_word("val")) {
    take();
    FormulaPtr node = formula_node(FormulaKind::value, first.range);
    expect("(", "after 'val'");
    node->data.push_back(data());
    expect(")", "after the condition");
    node->range = since(first);
    return node;
  }
  return nullptr;
}

FormulaPtr Parser::formula_connectives(FormulaPtr left, int least, FormulaLayer layer) {
  for (;;) {
    const auto found = std::find_if(connectives.begin(), connectives.end(), [&](const Connective& each) {
      return each.strength >= least && peek().is(each.symbol);
    });
    if (found == connectives.end()) return left;
    take();
    FormulaPtr node = formula_node(found->kind, left->range);
    add_operand(*node, std::move(left));
    add_operand(*node, layer == FormulaLayer::state ? state_formula(found->strength) : action_formula(found->strength));
    node->range = join(node->range, node->operands.back()->range);
    left = std::move(node);
  }
}

/// a(d)|b, or tau.
FormulaPtr Parser::action_formula_primary(int least) {
  const Nesting nesting(*this);
  const Token& first = peek();
  if (FormulaPtr node = formula_prefix(least, FormulaLayer::action)) return node;
  if (accept("(")) {
    FormulaPtr node = action_formula(0);
    expect(")", "after the action formula");
    return node;
  }
  FormulaPtr node = formula_node(FormulaKind::actions, first.range);
  do {
    if (accept("tau")) continue;
    if (is_formula_word(peek().text)) fail_expected("an action formula");
    node->actions.push_back(instance());
    if (node->actions.back()->by_assignment) fail(first, "an action is followed by its arguments, as in a(1)");
  } while (accept("|"));
  if (peek().is("@"))
    fail(peek(), "time ('@') is not supported in formulas: they speak of actions, whenever these happen");
  node->range = since(first);
  return node;
}

FormulaPtr Parser::action_formula(int least) {
  const Nesting nesting(*this);
  return formula_connectives(action_formula_primary(least), least, FormulaLayer::action);
}

/// Whether the bracket here encloses a regular formula that is no action formula: one of '.', '*', '+' and nil stands
/// in it, outside of data and of the variables of quantifiers.
bool Parser::at_bracketed_regular() const {
  if (!peek().is("(") || peek().match <= at_) return false;
  for (std::size_t i = at_ + 1; i < peek().match; ++i) {
    const Token& token = tokens_[i];
    if (token.is("*") || token.is("+") || token.is(".") ||
        (token.kind == TokenKind::identifier && token.text == "nil")) {
      return true;
    }
    if (token.is("forall") || token.is("exists")) {
      while (i < peek().match && !tokens_[i].is(".")) i = std::max(i + 1, std::size_t{tokens_[i].match});
      continue;
    }
    const bool arguments = token.is("(") && i > at_ + 1 && tokens_[i - 1].kind == TokenKind::identifier;
    if (arguments && token.match > i) i = token.match;
  }
  return false;
}

FormulaPtr Parser::regular_primary() {
  const Nesting nesting(*this);
  const Token& first = peek();
  if (at_word("nil")) {
    take();
    return formula_node(FormulaKind::nothing, first.range);
  }
  if (at_bracketed_regular()) {
    take();
    FormulaPtr node = regular_formula(0);
    expect(")", "after the regular formula");
    node->range = since(first);
    return node;
  }
  return action_formula(0);
}

FormulaPtr Parser::regular_formula(int least) {
  constexpr int choice_strength = 1, sequence_strength = 2;
  const Nesting nesting(*this);
  FormulaPtr left = regular_primary();
  for (;;) {
    const Token& symbol = peek();
    // What is repeated ends where no further formula begins.
    const Token& next = peek(1);
    const bool repeats = symbol.is("*") || (symbol.is("+") && (next.is("]") || next.is(">") || next.is(")") ||
                                                               next.is(".") || next.is("+") || next.is("*")));
    const bool chooses = symbol.is("+") && !repeats && least <= choice_strength;
    const bool continues = symbol.is(".") && least <= sequence_strength;
    if (!repeats && !chooses && !continues) return left;
    take();
    FormulaPtr node = formula_node(repeats   ? (symbol.is("*") ? FormulaKind::star : FormulaKind::plus)
                                   : chooses ? FormulaKind::choice
                                             : FormulaKind::sequence,
                                   left->range);
    add_operand(*node, std::move(left));
    if (chooses) add_operand(*node, regular_formula(choice_strength + 1));
    if (continues) add_operand(*node, regular_formula(sequence_strength));
    node->range = join(node->range, tokens_[at_ - 1].range);
    left = std::move(node);
  }
}

/// mu X(n: Nat = 0, b: Bool = true) . formula
FormulaPtr Parser::fixed_point(int least) {
  const Token& first = take();
  FormulaPtr node = formula_node(first.text == "mu" ? FormulaKind::mu : FormulaKind::nu, first.range);
  const ast::Name name = identifier("the name of a fixed point variable");
  node->name = name.text;
  node->name_range = name.range;
  if (accept("(")) {
    if (!peek().is(")")) {
      do {
        const ast::Name parameter = identifier("the name of a parameter");
        expect(":", "and a sort behind the parameter");
        node->variables.push_back({parameter.text, parameter.range, sort()});
        expect("=", "and the value that the parameter starts with");
        node->data.push_back(data());
      } while (accept(","));
    }
    expect(")", "after the parameters");
  }
  expect(".", "and a formula behind the variable");
  add_operand(*node, state_formula(inherited(least)));
  node->range = since(first);
  warn_of_early_end(first, least);
  return node;
}

FormulaPtr Parser::modality() {
  const Token& first = take();
  const bool box = first.is("[");
  FormulaPtr node = formula_node(box ? FormulaKind::box : FormulaKind::diamond, first.range);
  add_operand(*node, regular_formula(0));
  expect(box ? "]" : ">", "after what is done");
  add_operand(*node, state_formula(prefix_strength));
  node->range = since(first);
  return node;
}

FormulaPtr Parser::state_formula_primary(int least) {
  const Nesting nesting(*this);
  const Token& first = peek();
  if (FormulaPtr node = formula_prefix(least, FormulaLayer::state)) return node;
  if (at_word("mu") || at_word("nu")) return fixed_point(least);
  if (first.is("[") || first.is("<")) return modality();
  if (accept("(")) {
    FormulaPtr node = state_formula(0);
    expect(")", "after the formula");
    return node;
  }
  if (at_word("delay") || at_word("yaled")) {
    fail(first, fmt::format("'{}' speaks of time, which is not supported in formulas: they speak of actions, "
                            "whenever these happen",
                            first.text));
  }
  if (at_word("inf") || at_word("sup") || first.is("sum")) {
    fail(first, fmt::format("'{}' belongs to quantitative formulas, which are not supported", first.text));
  }
  if (first.is("<>") || first.is("<<")) fail(first, "a modality says what is done, as in <true> or [a]");
  if (first.kind != TokenKind::identifier) fail_expected("a state formula");
  FormulaPtr node = formula_node(FormulaKind::call, first.range);
  node->name = take().text;
  node->name_range = first.range;
  if (accept("(")) {
    node->data = data_list(")");
    expect(")", "after the arguments");
    node->range = since(first);
  }
  return node;
}

FormulaPtr Parser::state_formula(int least) {
  const Nesting nesting(*this);
  return formula_connectives(state_formula_primary(least), least, FormulaLayer::state);
}

ast::FormulaFile Parser::formula_file(FormulaScope scope) {
  ast::FormulaFile file;
  in_formula_file_ = true;
  formula_scope_ = scope;
  const auto read = [&](bool ended_by_semicolon) {
    try {
      FormulaPtr formula = state_formula(0);
      if (ended_by_semicolon) {
        expect(";", "after the formula");
      } else if (peek().kind != TokenKind::end) {
        fail_expected("an operator or the end of the formula");
      }
      file.formula = std::move(formula);
    } catch (const ParseFailure&) {
      recover();
    }
    file.early_ends = early_ends_;
  };
  if (!at_section()) {
    read(false);
    return file;
  }
  bool seen = false;
  while (peek().kind != TokenKind::end) {
    if (at_word("form")) {
      const Token& word = take();
      if (seen) diagnostics_.error(word.range, "there is one 'form' in a file");
      seen = true;
      read(true);
    } else if (at_section() && !peek().is("proc") && !peek().is("init") && !peek().is("glob")) {
      section(file.declarations);
    } else {
      diagnostics_.error(peek().range, "expected 'form' or a declaration (sort, cons, map, var, eqn or act)");
      return file;
    }
  }
  if (!seen) diagnostics_.error(peek().range, "there is no 'form' with a formula");
  file.declarations.broken = std::move(broken_);
  return file;
}

ast::FormulaFile parse_formula(const SourceMap& sources, FileId file, Diagnostics& diagnostics, FormulaScope scope) {
  return Parser(tokenise(sources, file, diagnostics), diagnostics).formula_file(scope);
}

}  // namespace quotient::mcrl2
