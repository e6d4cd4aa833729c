#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/name_table.hpp"
#include "promela/preprocess/raw_token.hpp"

/// Macro expansion as gcc does it: a macro is blocked while its own expansion is being read, and a name met then is
/// never expanded again.
namespace quotient::promela {

enum class BuiltinMacro : std::uint8_t { no, line, file, base_file, counter, include_level };

struct Macro {
  std::string_view name;
  BuiltinMacro builtin = BuiltinMacro::no;
  bool function_like = false;
  bool variadic = false;                     // the last parameter takes all remaining arguments
  std::vector<std::string_view> parameters;  // a variadic macro's last: its own name or __VA_ARGS__
  std::vector<RawToken> body;
  SourceRange range;  // of the name in its definition
  int active = 0;     // how many expansions of it are being read
};

using MacroTable = std::unordered_map<std::string_view, std::shared_ptr<Macro>>;

class MacroExpander {
 public:
  using Source = std::function<RawToken(bool before_directive)>;
  /// Where the text stands for __LINE__ and its kin; `line` is that of the outermost macro's use.
  using Builtin = std::function<std::string(BuiltinMacro, std::uint32_t line)>;

  /// `source` delivers the unexpanded tokens of the text, an `end` at its end. If it is to stop before
  /// directives, it returns a `directive` instead of carrying one out.
  MacroExpander(MacroTable& macros, TextPool& pool, Diagnostics& diagnostics, NameTable* names, Source source,
                Builtin builtin);

  /// The next token of the text, expanded. Its `line` is that of the outermost macro's use where there is one.
  RawToken next();
  /// The tokens of a directive, expanded; nothing is read from the text.
  std::vector<RawToken> expand_directive(std::vector<RawToken> tokens);
  /// True once the expansion was given up for its size or depth; an error has then been reported.
  bool gave_up() const { return gave_up_; }

 private:
  struct Context {
    std::vector<RawToken> tokens;
    std::size_t position = 0;
    std::shared_ptr<Macro> macro;  // blocked while this is read; none for arguments and for tokens put back
    bool barrier = false;          // reading does not go on behind its end
    bool from_text = false;        // a token of the text that was put back
  };
  struct Argument {
    std::vector<RawToken> tokens;
    std::vector<RawToken> expanded;
    bool is_expanded = false;
  };

  RawToken next_token();
  std::vector<RawToken> expand(std::vector<RawToken> tokens);
  RawToken read(bool& from_text, bool before_directive = false);
  void put_back(RawToken token, bool from_text);
  bool enter(const std::shared_ptr<Macro>& macro, const RawToken& name);
  bool collect_arguments(const Macro& macro, const RawToken& name, std::vector<Argument>& arguments, RawToken& close);
  bool count_fits(const Macro& macro, const RawToken& name, std::vector<Argument>& arguments);
  std::vector<RawToken> substitute(const Macro& macro, std::vector<Argument>& arguments, SourceRange use);
  const std::vector<RawToken>& expanded(Argument& argument);
  RawToken stringise(const Argument& argument, const RawToken& hash);
  RawToken paste(const RawToken& left, const RawToken& right, bool& fits);
  void push(Context context);
  void give_up(SourceRange where, std::string_view why);

  MacroTable& macros_;
  TextPool& pool_;
  Diagnostics& diagnostics_;
  NameTable* names_;  // may be null
  Source source_;
  Builtin builtin_;
  std::vector<Context> contexts_;
  std::uint32_t outermost_line_ = 0;
  SourceRange outermost_use_;
  std::size_t tokens_pushed_ = 0;
  int depth_ = 0;
  bool arguments_keep_lines_ = false;
  bool gave_up_ = false;
};

}  // namespace quotient::promela
