#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "promela/preprocess/macro.hpp"
#include "promela/preprocess/preprocess.hpp"

/// The insides of preprocess(): text and macros in preprocess.cpp, directives in directives.cpp.
namespace quotient::promela {

/// A condition that was opened by `#if` and its kin and not yet closed.
struct Conditional {
  SourceRange range;
  bool was_taken = false;  // one of its branches was read
  bool seen_else = false;
  bool outer_skips = false;  // all of it stands in text that is skipped
};

struct OpenFile {
  OpenFile(const SourceFile& file, SourceRange part, TextPool& pool, Diagnostics& diagnostics)
      : id(part.file), shown_name(file.path()), lexer(file, part, pool, diagnostics) {}

  FileId id;
  std::string shown_name;       // for __FILE__: #line may change it
  std::int64_t line_shift = 0;  // for __LINE__
  RawLexer lexer;
  std::optional<RawToken> ahead;
  std::vector<Conditional> conditionals;

  RawToken take();
};

class Preprocessor {
 public:
  Preprocessor(SourceMap& sources, const PreprocessOptions& options, Diagnostics& diagnostics);
  Preprocessed run(FileId file);

 private:
  SourceRange whole(FileId file) const;
  void open(FileId file);
  void read(SourceRange part, Preprocessed& result);
  void define_from_command_line();
  std::string builtin(BuiltinMacro which, std::uint32_t line);
  void note_annotation(const RawToken& token, Preprocessed& result) const;
  void note_swallowed_macro(const RawToken& token, Preprocessed& result) const;
  RawToken next_of_text(bool before_directive);

  std::vector<RawToken> rest_of_line();
  void directive(const RawToken& hash);
  bool conditional_directive(const RawToken& name, SourceRange range);
  void begin_conditional(bool condition, SourceRange range);
  bool condition(std::vector<RawToken> tokens, SourceRange range);
  bool is_defined(const std::vector<RawToken>& tokens, SourceRange range);
  void include(SourceRange range);
  std::optional<FileId> find_include(const std::string& name, bool quoted, SourceRange range);
  void define(const std::vector<RawToken>& tokens, SourceRange range);
  bool read_parameters(const std::vector<RawToken>& tokens, std::size_t& position, Macro& macro);
  void undefine(const std::vector<RawToken>& tokens, SourceRange range);
  void set_line(const RawToken& name, std::vector<RawToken> tokens, SourceRange range);

  SourceMap& sources_;
  const PreprocessOptions& options_;
  Diagnostics& diagnostics_;
  std::shared_ptr<TextPool> pool_;
  MacroTable macros_;
  MacroExpander expander_;
  std::vector<std::unique_ptr<OpenFile>> files_;
  std::string base_file_;
  std::uint64_t counter_ = 0;
  bool skip_ = false;     // the branch of a condition that is not taken
  bool stopped_ = false;  // after an error that makes going on pointless
};

}  // namespace quotient::promela
