#include "promela/check/check_messages.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "promela/check/check_expression.hpp"
#include "promela/check/message_fields.hpp"
#include "promela/syntax/type_text.hpp"
#include "promela/syntax/visit.hpp"

namespace quotient::promela {

namespace {

class MessageChecker {
 public:
  MessageChecker(const ChannelOrigins& origins, Diagnostics& diagnostics)
      : origins_(origins), diagnostics_(diagnostics), expressions_(diagnostics) {}

  void run(const Module& module) {
    const auto check_poll = [&](const Expression& expression) {
      if (expression.kind != ExpressionKind::poll) return;
      check({expression.reference, expression.operands, expression.range, "looked for"});
    };
    visit_expressions(module, check_poll);
    for (const auto& proctype : module.proctypes) {
      visit_statements(proctype->body, [&](const Statement& statement) {
        if (statement.kind == StatementKind::send) {
          check({statement.target, statement.expressions, statement.range, "sent"});
        } else if (statement.kind == StatementKind::receive) {
          check({statement.target, statement.expressions, statement.range, "received"});
        }
      });
    }
  }

 private:
  struct Use {
    const Reference& channel;
    const std::vector<Expression>& arguments;
    SourceRange range;
    std::string_view done;
  };

  void check(const Use& use) {
    const Variable* variable = last_part(use.channel);
    if (variable == nullptr) return;
    if (variable->channel) {
      check(use, *variable);
      return;
    }
    for (const Variable* origin : origins_(*variable)) {
      if (check(use, *origin)) return;
    }
  }

  /// Whether something was found.
  bool check(const Use& use, const Variable& origin) {
    const auto wanted = flat_fields(origin.channel->fields);
    if (!wanted) return false;
    std::vector<std::pair<const Expression*, const DeclaredType*>>
        given;  // the type where it is a field of a structure
    for (const Expression& argument : use.arguments) {
      if (argument.type.base != BaseType::structure) {
        given.emplace_back(&argument, nullptr);
        continue;
      }
      DeclaredType whole;
      whole.base = BaseType::structure;
      whole.structure = argument.type.structure;
      const auto fields = flat_fields(whole);
      if (!fields) return false;
      for (const FlatField& field : *fields) given.emplace_back(&argument, field.type);
    }
    const std::string& name = use.channel.parts.back().name.text;
    if (given.size() != wanted->size()) {
      note_origin(&diagnostics_.warning(
                      use.range, fmt::format("a message of {} field{} is {}, channel '{}' takes {}", given.size(),
                                             given.size() == 1 ? "" : "s", use.done, name, wanted->size())),
                  name, origin);
      return true;
    }
    bool found = false;
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (Diagnostic* d = check_field(*given[i].first, given[i].second, *(*wanted)[i].type)) {
        note_origin(d, name, origin);
        found = true;
      }
    }
    return found;
  }

  Diagnostic* check_field(const Expression& value, const DeclaredType* field, const DeclaredType& wanted) {
    constexpr std::string_view what = "the field of the message";
    if (field == nullptr) return is_placeholder(value) ? nullptr : expressions_.check_fits(wanted, value, what);
    if ((field->base == BaseType::channel) == (wanted.base == BaseType::channel)) return nullptr;
    return &diagnostics_.warning(value.range, fmt::format("{} is of type {}, that of the structure of type {}", what,
                                                          type_text(wanted), type_text(*field)));
  }

  static void note_origin(Diagnostic* diagnostic, const std::string& name, const Variable& origin) {
    const bool same = origin.name.text == name;
    diagnostic->notes.push_back(
        {origin.channel->range, same ? "the channel is made here" : fmt::format("'{}' may be this channel", name)});
  }

  const ChannelOrigins& origins_;
  Diagnostics& diagnostics_;
  ExpressionChecker expressions_;
};

}  // namespace

void check_messages(const Module& module, const ChannelOrigins& origins, Diagnostics& diagnostics) {
  MessageChecker(origins, diagnostics).run(module);
}

bool carry_alike(const ChannelInitialiser& a, const ChannelInitialiser& b) {
  const auto left = flat_fields(a.fields), right = flat_fields(b.fields);
  if (!left || !right) return true;
  const auto alike = [](const FlatField& x, const FlatField& y) {
    if ((x.type->base == BaseType::channel) != (y.type->base == BaseType::channel)) return false;
    if ((x.type->base == BaseType::mtype) != (y.type->base == BaseType::mtype)) return false;
    const ValueRange one = value_range(*x.type), other = value_range(*y.type);
    return x.type->mtype == y.type->mtype && one.least == other.least && one.greatest == other.greatest;
  };
  return std::ranges::equal(*left, *right, alike);
}

}  // namespace quotient::promela
