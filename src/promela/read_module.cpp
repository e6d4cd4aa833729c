#include "promela/read_module.hpp"

#include <utility>

#include "promela/check/channel_types.hpp"
#include "promela/check/check.hpp"
#include "promela/check/collect_names.hpp"
#include "promela/check/received_pid.hpp"
#include "promela/check/resolve.hpp"
#include "promela/parse/parser.hpp"
#include "promela/preprocess/preprocess.hpp"

namespace quotient::promela {

namespace {

std::unique_ptr<Module> parse_and_check(Parser& parser, std::string_view null_channel, Diagnostics& diagnostics,
                                        NameTable* names) {
  std::unique_ptr<Module> module = parser.run();
  for (const Variable* v : module->globals) {
    if (v->name.text == null_channel) module->null_channel = v;
  }
  make_pids_variable(*module, diagnostics);
  resolve_remote(*module, diagnostics);
  check(*module, diagnostics);
  if (names != nullptr) {
    parser.tell_inlines(*names);
    collect_names(*module, *names);
  }
  if (diagnostics.has_errors()) return nullptr;
  reconstruct_channel_types(*module, diagnostics);
  return module;
}

}  // namespace

std::unique_ptr<Module> read_tokens(std::vector<Token> tokens, std::vector<std::string> unexpanded,
                                    std::string_view null_channel, Diagnostics& diagnostics, NameTable* names) {
  Parser parser(std::move(tokens), std::move(unexpanded), diagnostics);
  return parse_and_check(parser, null_channel, diagnostics, names);
}

std::unique_ptr<Module> read_module(SourceMap& sources, FileId file, const ReadOptions& options,
                                    Diagnostics& diagnostics) {
  PreprocessOptions how{options.defines, options.include_dirs, options.names, {}};
  for (const GivenFormula& formula : options.formulas) {
    how.parts.insert(how.parts.end(), formula.parts.begin(), formula.parts.end());
  }
  Preprocessed text = preprocess(sources, file, how, diagnostics);
  if (diagnostics.has_errors()) return nullptr;
  std::vector<Token> tokens = lex(text, diagnostics);
  std::vector<RawToken>().swap(text.tokens);  // a large model has many
  Parser parser(std::move(tokens), text.unexpanded, diagnostics);
  auto part = text.parts.begin();
  for (const GivenFormula& formula : options.formulas) {
    std::vector<std::vector<Token>> parts;
    for (std::size_t i = 0; i < formula.parts.size(); ++i) parts.push_back(lex(*part++, diagnostics));
    parser.add_formula({formula.name, formula.range}, formula.linear, std::move(parts));
  }
  std::unique_ptr<Module> module = parse_and_check(parser, "", diagnostics, options.names);
  if (module == nullptr) return nullptr;
  for (Annotation& a : text.annotations) module->remarks.push_back({a.range, std::move(a.text)});
  if (!module->remarks.empty()) find_flows(*module);
  return module;
}

}  // namespace quotient::promela
