#include <fmt/format.h>
#include <map>
#include <optional>

#include "promela/lite/lite.hpp"
#include "promela/parse/lex.hpp"

namespace quotient::promela::lite {

namespace {

constexpr int deepest_text = 500;  // each level takes stack

struct Stop {};

class LiteParser {
 public:
  LiteParser(const std::vector<Token>& tokens, Diagnostics& diagnostics) : tokens_(tokens), diagnostics_(diagnostics) {}

  std::unique_ptr<Specification> run() {
    try {
      parse_declarations();
      while (at(TokenKind::kw_proctype)) parse_proctype();
      if (out_->proctypes.empty()) fail("'proctype'");
      parse_init();
      if (!at(TokenKind::end)) fail("the end of the text");
    } catch (const Stop&) {
      return nullptr;
    }
    return std::move(out_);
  }

 private:
  const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(next_ + ahead, tokens_.size() - 1)]; }
  bool at(TokenKind kind) const { return peek().kind == kind; }
  const Token& take() {
    const Token& token = peek();
    if (next_ + 1 < tokens_.size()) ++next_;
    return token;
  }
  bool accept(TokenKind kind) {
    if (!at(kind)) return false;
    take();
    return true;
  }

  [[noreturn]] void stop(SourceRange range, std::string message) {
    diagnostics_.error(range, std::move(message));
    throw Stop{};
  }
  [[noreturn]] void fail(std::string_view expected) {
    const Token& token = peek();
    stop(token.range, fmt::format("expected {}, found {}", expected,
                                  token.kind == TokenKind::end ? "the end of the text"
                                                               : fmt::format("'{}'", token.text.substr(0, 40))));
  }
  const Token& expect(TokenKind kind) {
    if (!at(kind)) fail(kind == TokenKind::number ? "a number" : fmt::format("'{}'", spelling(kind)));
    return take();
  }

  /// `in` is a keyword of Promela only in the head of a for.
  bool at_name() const { return at(TokenKind::name) || at(TokenKind::kw_in); }
  Name expect_name(std::string_view what = "a name") {
    if (!at_name() || peek().text == "null" || peek().text == "_pid") fail(what);
    const Token& token = take();
    return {std::string(token.text), token.range};
  }

  std::int64_t expect_number() {
    const bool negative = accept(TokenKind::minus);
    const Token& token = peek();
    expect(TokenKind::number);
    return negative ? -std::int64_t{token.value} : std::int64_t{token.value};
  }

  // --- types ---------------------------------------------------------------------------------------------------------

  TypeId add_type(Type::Kind kind) {
    out_->types.push_back({kind, {}});
    return static_cast<TypeId>(out_->types.size() - 1);
  }

  bool at_type() const {
    return at(TokenKind::kw_int) || at(TokenKind::kw_pid) || at(TokenKind::kw_chan) || peek().text == "rec";
  }

  TypeId parse_type() {
    if (++depth_ > deepest_text) stop(peek().range, fmt::format("nested more than {} deep", deepest_text));
    const TypeId type = parse_inner_type();
    --depth_;
    return type;
  }

  TypeId parse_inner_type() {
    if (accept(TokenKind::kw_int)) return add_type(Type::Kind::integer);
    if (accept(TokenKind::kw_pid)) return add_type(Type::Kind::pid);
    if (at(TokenKind::name) && peek().text != "rec") {
      const Token& token = take();
      const auto bound = variables_.find(token.text);
      if (bound == variables_.end()) stop(token.range, fmt::format("the type '{}' is bound by no 'rec'", token.text));
      return bound->second;
    }
    std::optional<Name> variable;
    if (peek().text == "rec") {
      take();
      variable = expect_name("the name of a type");
      expect(TokenKind::dot);
    }
    if (!at(TokenKind::kw_chan)) fail("a type");
    take();
    const TypeId type = add_type(Type::Kind::channel);
    std::optional<TypeId> hidden;  // what an outer 'rec' of the same name means
    if (variable) {
      if (const auto outer = variables_.find(variable->text); outer != variables_.end()) hidden = outer->second;
      variables_[variable->text] = type;
    }
    std::vector<TypeId> fields = parse_fields();
    out_->types[type].fields = std::move(fields);
    if (variable && hidden) variables_[variable->text] = *hidden;
    if (variable && !hidden) variables_.erase(variable->text);
    return type;
  }

  std::vector<TypeId> parse_fields() {
    expect(TokenKind::left_brace);
    std::vector<TypeId> fields{parse_type()};
    while (accept(TokenKind::comma)) fields.push_back(parse_type());
    expect(TokenKind::right_brace);
    return fields;
  }

  // --- declarations --------------------------------------------------------------------------------------------------

  /// `chan c = [2] of {int}` is short for `chan{int} c = [2] of {int}`.
  void parse_declarations() {
    while (at_type()) {
      Declaration d;
      const SourceRange begin = peek().range;
      const bool is_short = at(TokenKind::kw_chan) && peek(1).kind != TokenKind::left_brace;
      if (is_short) {
        take();
      } else {
        d.type = parse_type();
      }
      d.name = expect_name();
      expect(TokenKind::assign);
      if (is_short || out_->types[d.type].kind == Type::Kind::channel) {
        parse_channel(d, is_short);
        if (!out_->globals.empty()) stop(begin, "channels are declared before variables");
        d.range = join(begin, expect(TokenKind::semicolon).range);
        out_->channels.push_back(std::move(d));
        continue;
      }
      d.initial = parse_literal();
      d.range = join(begin, expect(TokenKind::semicolon).range);
      out_->globals.push_back(std::move(d));
    }
  }

  void parse_channel(Declaration& d, bool is_short) {
    expect(TokenKind::left_bracket);
    d.capacity = expect_number();
    expect(TokenKind::right_bracket);
    expect(TokenKind::kw_of);
    const TypeId carried = add_type(Type::Kind::channel);
    std::vector<TypeId> fields = parse_fields();
    out_->types[carried].fields = std::move(fields);
    if (is_short) d.type = carried;
    d.carried = carried;
  }

  void parse_proctype() {
    expect(TokenKind::kw_proctype);
    Proctype p;
    p.name = expect_name();
    expect(TokenKind::left_paren);
    if (!at(TokenKind::right_paren)) {
      do {
        Declaration d;
        const SourceRange begin = peek().range;
        d.type = parse_type();
        d.name = expect_name();
        d.range = join(begin, d.name.range);
        p.parameters.push_back(std::move(d));
      } while (accept(TokenKind::semicolon));
    }
    expect(TokenKind::right_paren);
    expect(TokenKind::left_brace);
    expect(TokenKind::kw_do);
    accept(TokenKind::option);
    p.statements.push_back(parse_statement());
    while (accept(TokenKind::option)) p.statements.push_back(parse_statement());
    expect(TokenKind::kw_od);
    expect(TokenKind::right_brace);
    out_->proctypes.push_back(std::move(p));
  }

  Statement parse_statement() {
    Statement s;
    const SourceRange begin = expect(TokenKind::kw_atomic).range;
    expect(TokenKind::left_brace);
    s.guard = parse_expression();
    expect(TokenKind::arrow);
    s.updates.push_back(parse_update());
    while (accept(TokenKind::semicolon)) {
      if (at(TokenKind::right_brace)) break;
      s.updates.push_back(parse_update());
    }
    s.range = join(begin, expect(TokenKind::right_brace).range);
    return s;
  }

  Update parse_update() {
    Update u;
    u.range = peek().range;
    if (accept(TokenKind::kw_skip)) return u;
    u.target = expect_name("'skip' or a name");
    if (accept(TokenKind::assign)) {
      u.kind = Update::Kind::assign;
      u.expressions.push_back(parse_expression());
    } else if (accept(TokenKind::exclamation)) {
      u.kind = Update::Kind::send;
      do u.expressions.push_back(parse_expression());
      while (accept(TokenKind::comma));
    } else if (accept(TokenKind::question)) {
      u.kind = Update::Kind::receive;
      do u.variables.push_back(expect_name());
      while (accept(TokenKind::comma));
    } else {
      fail("'=', '!' or '?'");
    }
    u.range = join(u.range, tokens_[next_ - 1].range);
    return u;
  }

  void parse_init() {
    if (!at(TokenKind::kw_init)) fail("'proctype' or 'init'");
    take();
    expect(TokenKind::left_brace);
    expect(TokenKind::kw_atomic);
    expect(TokenKind::left_brace);
    do {
      if (at(TokenKind::right_brace) && !out_->runs.empty()) break;
      Run run;
      run.range = expect(TokenKind::kw_run).range;
      run.name = expect_name("the name of a proctype");
      expect(TokenKind::left_paren);
      while (!at(TokenKind::right_paren)) {
        run.arguments.push_back(parse_argument());
        if (!accept(TokenKind::comma)) break;
      }
      run.range = join(run.range, expect(TokenKind::right_paren).range);
      out_->runs.push_back(std::move(run));
    } while (accept(TokenKind::semicolon));
    expect(TokenKind::right_brace);
    accept(TokenKind::semicolon);
    expect(TokenKind::right_brace);
  }

  // --- expressions ---------------------------------------------------------------------------------------------------

  Expression parse_literal() {
    Expression e;
    e.range = peek().range;
    e.value = expect_number();
    return e;
  }

  Expression parse_argument() {
    if (!at_name()) return parse_literal();
    return parse_primary();
  }

  static int strength(TokenKind kind, Operator& op) {
    switch (kind) {
      case TokenKind::or_or:
        return op = Operator::logical_or, 1;
      case TokenKind::and_and:
        return op = Operator::logical_and, 2;
      case TokenKind::equal:
        return op = Operator::equal, 3;
      case TokenKind::not_equal:
        return op = Operator::not_equal, 3;
      case TokenKind::less:
        return op = Operator::less, 3;
      case TokenKind::less_equal:
        return op = Operator::less_equal, 3;
      case TokenKind::greater:
        return op = Operator::greater, 3;
      case TokenKind::greater_equal:
        return op = Operator::greater_equal, 3;
      case TokenKind::plus:
        return op = Operator::add, 4;
      case TokenKind::minus:
        return op = Operator::subtract, 4;
      case TokenKind::star:
        return op = Operator::multiply, 5;
      default:
        return 0;
    }
  }

  Expression parse_expression(int weakest = 1) {
    if (++depth_ > deepest_text) stop(peek().range, fmt::format("nested more than {} deep", deepest_text));
    Expression left = parse_primary();
    // A chain hangs to the left and is as deep as it is long: it counts.
    const int depth = depth_;
    Operator op = Operator::none;
    while (const int s = strength(peek().kind, op)) {
      if (s < weakest) break;
      if (++depth_ > deepest_text)
        stop(peek().range, fmt::format("more than {} operators in one expression", deepest_text));
      const Operator taken = op;
      take();
      Expression right = parse_expression(s + 1);
      Expression both;
      both.kind = Expression::Kind::binary;
      both.op = taken;
      both.range = join(left.range, right.range);
      both.operands.push_back(std::move(left));
      both.operands.push_back(std::move(right));
      left = std::move(both);
    }
    depth_ = depth - 1;
    return left;
  }

  Expression parse_primary() {
    Expression e;
    e.range = peek().range;
    const auto with_name = [&](Expression::Kind kind) {
      e.kind = kind;
      take();
      expect(TokenKind::left_paren);
      if (kind == Expression::Kind::length && peek().text == "null") {
        e.name = {"null", take().range};
      } else {
        e.name = expect_name("the name of a channel");
      }
      e.range = join(e.range, expect(TokenKind::right_paren).range);
      return e;
    };
    switch (peek().kind) {
      case TokenKind::kw_len:
        return with_name(Expression::Kind::length);
      case TokenKind::kw_nfull:
        return with_name(Expression::Kind::nfull);
      case TokenKind::kw_nempty:
        return with_name(Expression::Kind::nempty);
      case TokenKind::exclamation:
        take();
        e.kind = Expression::Kind::negation;
        if (++depth_ > deepest_text) stop(e.range, fmt::format("nested more than {} deep", deepest_text));
        e.operands.push_back(parse_primary());
        --depth_;
        e.range = join(e.range, e.operands[0].range);
        return e;
      case TokenKind::left_paren: {
        take();
        Expression inner = parse_expression();
        inner.range = join(e.range, expect(TokenKind::right_paren).range);
        return inner;
      }
      case TokenKind::number:
      case TokenKind::minus:
        return parse_literal();
      default:
        break;
    }
    if (!at_name()) fail("an expression");
    const Token& token = take();
    e.kind = token.text == "_pid"   ? Expression::Kind::pid
             : token.text == "null" ? Expression::Kind::null
                                    : Expression::Kind::name;
    e.name = {std::string(token.text), token.range};
    return e;
  }

  const std::vector<Token>& tokens_;
  Diagnostics& diagnostics_;
  std::unique_ptr<Specification> out_ = std::make_unique<Specification>();
  std::size_t next_ = 0;
  int depth_ = 0;
  std::map<std::string, TypeId, std::less<>> variables_;  // bound by 'rec' around here
};

}  // namespace

std::unique_ptr<Specification> parse(const std::vector<Token>& tokens, Diagnostics& diagnostics) {
  return LiteParser(tokens, diagnostics).run();
}

}  // namespace quotient::promela::lite
