#include "promela/preprocess/macro.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/stop_signal.hpp"

namespace quotient::promela {

namespace {

constexpr std::size_t most_tokens = 4'000'000;  // some 400 MB: a bomb of doubling macros ends here
constexpr int deepest_arguments = 500;          // macro calls in arguments of macro calls in …

}  // namespace

MacroExpander::MacroExpander(MacroTable& macros, TextPool& pool, Diagnostics& diagnostics, NameTable* names,
                             Source source, Builtin builtin)
    : macros_(macros),
      pool_(pool),
      diagnostics_(diagnostics),
      names_(names),
      source_(std::move(source)),
      builtin_(std::move(builtin)) {}

void MacroExpander::give_up(SourceRange where, std::string_view why) {
  if (!gave_up_) diagnostics_.error(where, std::string(why));
  gave_up_ = true;
}

RawToken MacroExpander::read(bool& from_text, bool before_directive) {
  while (!contexts_.empty()) {
    Context& top = contexts_.back();
    if (top.position < top.tokens.size()) {
      from_text = top.from_text;
      return top.tokens[top.position++];
    }
    if (top.barrier) return {};
    if (top.macro) --top.macro->active;
    contexts_.pop_back();
  }
  from_text = true;
  return source_(before_directive);
}

void MacroExpander::push(Context context) {
  tokens_pushed_ += context.tokens.size() + 1;
  if (context.macro) ++context.macro->active;
  contexts_.push_back(std::move(context));
}

void MacroExpander::put_back(RawToken token, bool from_text) {
  if (token.kind == RawKind::end && !from_text) return;  // the end of a barrier comes again by itself
  Context context;
  context.tokens.push_back(token);
  context.from_text = from_text;
  push(std::move(context));
}

RawToken MacroExpander::next() {
  RawToken token = next_token();
  token.expansion = outermost_use_;
  return token;
}

RawToken MacroExpander::next_token() {
  poll_stop();
  while (true) {
    bool from_text = false;
    RawToken token = read(from_text);
    if (token.kind == RawKind::end || gave_up_) {
      if (gave_up_) token.kind = RawKind::end;
      return token;
    }
    // Arguments of a macro that stands in the text itself keep their own lines while they are expanded by themselves.
    if (from_text) outermost_use_ = token.use;
    if (from_text || (depth_ > 0 && arguments_keep_lines_ && token.use == token.spelling)) {
      outermost_line_ = token.line;
    } else {
      token.line = outermost_line_;
    }
    if (token.kind != RawKind::identifier || token.no_expand) return token;
    const auto found = macros_.find(token.text);
    if (found == macros_.end()) return token;
    const std::shared_ptr<Macro> macro = found->second;
    if (names_ != nullptr) names_->use(token.spelling, macro->range);
    if (macro->active > 0) {
      token.no_expand = true;
      return token;
    }
    if (!enter(macro, token)) return token;
  }
}

bool MacroExpander::enter(const std::shared_ptr<Macro>& macro, const RawToken& name) {
  if (tokens_pushed_ > most_tokens) {
    give_up(name.use, "macro expansion gives more than 4 million tokens");
    return false;
  }
  if (macro->builtin != BuiltinMacro::no) {
    Context context;
    const std::string_view text = pool_.keep(builtin_(macro->builtin, name.line));
    context.tokens = raw_tokens_of(text, name.use);
    for (RawToken& token : context.tokens) {
      token.space_before = name.space_before;
      token.line = name.line;
    }
    push(std::move(context));
    return true;
  }
  std::vector<Argument> arguments;
  RawToken close = name;
  if (macro->function_like) {
    bool from_text = false;
    const RawToken open = read(from_text, true);
    if (!is(open, "(")) {
      if (open.kind != RawKind::directive) put_back(open, from_text);
      return false;
    }
    if (!collect_arguments(*macro, name, arguments, close)) return true;
  }
  if (depth_ == 0) outermost_use_ = join(outermost_use_, join(name.use, close.use));
  const bool kept_lines = arguments_keep_lines_;
  arguments_keep_lines_ = name.use == name.spelling && (depth_ == 0 || kept_lines);
  Context context;
  context.tokens = substitute(*macro, arguments, join(name.use, close.use));
  arguments_keep_lines_ = kept_lines;
  if (!context.tokens.empty()) context.tokens.front().space_before = name.space_before;
  context.macro = macro;
  push(std::move(context));
  return true;
}

bool MacroExpander::collect_arguments(const Macro& macro, const RawToken& name, std::vector<Argument>& arguments,
                                      RawToken& close) {
  arguments.emplace_back();
  int nesting = 0;
  while (true) {
    bool from_text = false;
    RawToken token = read(from_text);
    if (token.kind == RawKind::end) {
      diagnostics_.error(name.use, fmt::format("arguments of macro '{}' are not closed by ')'", macro.name));
      put_back(token, from_text);
      return false;
    }
    if (token.kind == RawKind::identifier && !token.no_expand) {
      const auto found = macros_.find(token.text);
      if (found != macros_.end() && found->second->active > 0) token.no_expand = true;
    }
    if (is(token, "(")) ++nesting;
    if (is(token, ")") && nesting-- == 0) {
      close = token;
      break;
    }
    const bool rest = macro.variadic && arguments.size() == macro.parameters.size();
    if (is(token, ",") && nesting == 0 && !rest) {
      arguments.emplace_back();
    } else {
      arguments.back().tokens.push_back(token);
      if (++tokens_pushed_ > most_tokens) {
        give_up(name.use, "macro expansion gives more than 4 million tokens");
        return false;
      }
    }
  }
  return count_fits(macro, name, arguments);
}

bool MacroExpander::count_fits(const Macro& macro, const RawToken& name, std::vector<Argument>& arguments) {
  const std::size_t wanted = macro.parameters.size();
  if (wanted == 0 && arguments.size() == 1 && arguments[0].tokens.empty()) return true;
  // Without its variable arguments a variadic macro gets none at all there, not an empty one: see `, ## __VA_ARGS__`.
  if (macro.variadic && arguments.size() + 1 == wanted) arguments.emplace_back();
  if (arguments.size() == wanted) return true;
  Diagnostic& error =
      diagnostics_.error(name.use, fmt::format("macro '{}' takes {} argument{}, here are {}", macro.name, wanted,
                                               wanted == 1 ? "" : "s", arguments.size()));
  error.notes.push_back({macro.range, "defined here"});
  return false;
}

const std::vector<RawToken>& MacroExpander::expanded(Argument& argument) {
  if (!argument.is_expanded) {
    argument.expanded = expand(argument.tokens);
    argument.is_expanded = true;
  }
  return argument.expanded;
}

std::vector<RawToken> MacroExpander::expand_directive(std::vector<RawToken> tokens) {
  const std::uint32_t line = outermost_line_;
  if (!tokens.empty()) outermost_line_ = tokens.front().line;
  std::vector<RawToken> result = expand(std::move(tokens));
  outermost_line_ = line;
  return result;
}

std::vector<RawToken> MacroExpander::expand(std::vector<RawToken> tokens) {
  std::vector<RawToken> result;
  if (depth_ >= deepest_arguments) {
    give_up(tokens.empty() ? SourceRange{} : tokens.front().use, "macro calls nested more than 500 deep");
    return result;
  }
  ++depth_;
  const std::uint32_t line = outermost_line_;
  const std::size_t below = contexts_.size();
  Context context;
  context.tokens = std::move(tokens);
  context.barrier = true;
  push(std::move(context));
  for (RawToken token = next_token(); token.kind != RawKind::end; token = next_token()) result.push_back(token);
  while (contexts_.size() > below) {
    if (contexts_.back().macro) --contexts_.back().macro->active;
    contexts_.pop_back();
  }
  outermost_line_ = line;
  --depth_;
  return result;
}

}  // namespace quotient::promela
