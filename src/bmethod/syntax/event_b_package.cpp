#include "bmethod/syntax/event_b_package.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>

#include "bmethod/syntax/package_formula.hpp"
#include "bmethod/syntax/rodin_formula.hpp"

namespace quotient::bmethod {
namespace {

constexpr std::size_t most_extended = 1000;  // contexts that extend one another

bool is_model(const PrologTerm& component) { return component.is("event_b_model"); }
bool is_component(const PrologTerm& term) {
  return (is_model(term) || term.is("event_b_context")) && term.args.size() >= 3;
}

/// What follows the position in a section such as variables(Position, [...]); an empty list where there is none.
const PrologTerm& section(const PrologTerm& component, std::string_view name) {
  static const PrologTerm none;
  const auto& sections = component.args[2].args;
  const auto found = std::ranges::find(sections, name, &PrologTerm::name);
  return found == sections.end() || found->args.size() < 2 ? none : found->args[1];
}

/// In rodinpos(inv1, id) and rodinpos(machine, inv1, id).
std::string label_of(const PrologTerm& formula) {
  if (formula.args.empty() || !formula.args[0].is("rodinpos")) return "formula";
  const auto& parts = formula.args[0].args;
  return parts.size() < 2 ? "formula" : parts[parts.size() - 2].name;
}

class PackageTranslator {
 public:
  PackageTranslator(FileFinder& files, FileId file, Diagnostics& diagnostics)
      : files_(files), file_(file), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    const PrologRead read = read_prolog_term(files_.sources()[file_].text());
    if (!read.error.empty()) {
      const auto offset = static_cast<std::uint32_t>(read.offset);
      diagnostics_.error({file_, offset, offset}, fmt::format("this is no package of Event-B: {}", read.error));
      return {};
    }
    const PrologTerm* main = choose(read.term);
    if (main == nullptr) {
      diagnostics_.error(place(), "this package has no machine and no context");
      return {};
    }
    component(*main);
    return std::move(out_);
  }

 private:
  SourceRange place() const { return {file_, 0, 0}; }
  void word(std::string_view text) { out_.push_back(added(text, place())); }
  std::string path() const { return files_.sources()[file_].path(); }

  /// The component to translate; the others go into files of their own.
  const PrologTerm* choose(const PrologTerm& term) {
    if (is_component(term)) return &term;
    if (!term.is("package") || term.args.empty() || !term.args[0].is("load_event_b_project")) return nullptr;
    const PrologTerm* main = nullptr;
    for (std::size_t i = 0; i < 2 && i < term.args[0].args.size(); ++i) {
      for (const PrologTerm& each : term.args[0].args[i].args) {
        if (!is_component(each)) continue;
        contexts_.emplace(each.args[1].name, &each);
        if (main == nullptr) {
          main = &each;
          continue;
        }
        const std::string text(files_.sources()[file_].text().substr(each.begin, each.end - each.begin));
        const std::string made = file_of(each.args[1].name);
        if (!files_.find(file_, std::filesystem::path(made).filename().string(), {})) files_.sources().add(made, text);
      }
    }
    return main;
  }

  /// Of the component `name`, beside this one.
  std::string file_of(const std::string& name) const {
    const std::filesystem::path here(path());
    const std::string whole = here.filename().string();
    const std::string package =
        whole.substr(0, whole.find(".eventb ") == std::string::npos ? whole.size() : whole.find(".eventb ") + 7);
    return (here.parent_path() / (package + " " + name)).string();
  }

  std::vector<Token> lexed(const std::string& label, const std::string& text) {
    const FileId made = files_.sources().add(fmt::format("{} {}", path(), label), text);
    std::vector<Token> tokens = lex(files_.sources(), made, diagnostics_);
    tokens.pop_back();
    return tokens;
  }
  void put(const std::string& label, const std::string& text) {
    const std::vector<Token> tokens = lexed(label, text);
    out_.insert(out_.end(), tokens.begin(), tokens.end());
  }
  void formula(const std::string& label, const PrologTerm& term) {
    const ClassicalText text = classical_text(term);
    if (!text.error.empty()) {
      diagnostics_.error({file_, static_cast<std::uint32_t>(term.begin), static_cast<std::uint32_t>(term.begin)},
                         fmt::format("{}: {}", label, text.error));
    }
    put(label, text.text);
  }

  void names(std::string_view clause, std::string_view separator, const std::vector<std::string>& all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      word(i == 0 ? clause : separator);
      put(all[i], all[i]);
    }
  }
  static std::vector<std::string> names_in(const PrologTerm& terms) {
    std::vector<std::string> made;
    for (const PrologTerm& each : terms.args) made.push_back(each.args.empty() ? each.name : classical_name(each));
    return made;
  }

  void formulas(std::string_view clause, std::string_view separator, const PrologTerm& terms,
                const std::string& of = "") {
    for (std::size_t i = 0; i < terms.args.size(); ++i) {
      word(i == 0 ? clause : separator);
      formula(of + label_of(terms.args[i]), terms.args[i]);
    }
  }

  void component(const PrologTerm& main) {
    const PrologTerm& refined = section(main, "refines");
    const bool refines = is_model(main) && !refined.name.empty();
    word(refines ? "REFINEMENT" : "MACHINE");
    put("name", main.args[1].name);
    if (is_model(main)) {
      names("VARIABLES", ",", names_in(section(main, "variables")));
      formulas("INVARIANT", "&", section(main, "invariant"));
    } else {
      sets(main);
    }
    formulas("ASSERTIONS", ";", section(main, "theorems"));
    if (is_model(main)) events(section(main, "events"));
    tail(main, refines ? refined.name : "");
  }

  /// What is extended is seen as well: nothing is seen through another. In one text, for the sake of the pragmas.
  void tail(const PrologTerm& main, const std::string& refined) {
    std::string text;
    const auto reference = [&](const std::string& name) {
      return fmt::format("{} /*@file \"{}\" */", name, std::filesystem::path(file_of(name)).filename().string());
    };
    if (!refined.empty()) text += fmt::format("REFINES {}\n", reference(refined));
    std::vector<std::string> seen;
    for (const PrologTerm& each : section(main, is_model(main) ? "sees" : "extends").args) see(each.name, seen, 0);
    for (std::size_t i = 0; i < seen.size(); ++i) text += (i == 0 ? "SEES " : ", ") + reference(seen[i]) + "\n";
    put("components", text + "END");
    const SourceRange last = out_.back().range;
    out_.push_back({Token::Kind::end, "", {last.file, last.end, last.end}});
  }

  void see(const std::string& name, std::vector<std::string>& into, std::size_t depth) {
    if (std::ranges::find(into, name) != into.end() || depth > most_extended) return;
    into.push_back(name);
    const auto known = contexts_.find(name);
    if (known != contexts_.end()) {
      for (const PrologTerm& each : section(*known->second, "extends").args) see(each.name, into, depth + 1);
      return;
    }
    // Of a component that was taken out of its package.
    const auto found = files_.find(file_, std::filesystem::path(file_of(name)).filename().string(), {});
    if (!found) return;
    const PrologRead read = read_prolog_term(files_.sources()[*found].text());
    if (!read.error.empty() || !is_component(read.term)) return;
    for (const PrologTerm& each : section(read.term, "extends").args) see(each.name, into, depth + 1);
  }

  /// The constants in partition(S, {a}, {b}) of a carrier set S that is enumerated by it.
  static std::vector<std::string> enumeration_of(const PrologTerm& axiom) {
    if (!axiom.is("partition") || axiom.args.size() < 3 || !axiom.args[1].is("identifier")) return {};
    std::vector<std::string> made{classical_name(axiom.args[1])};
    for (const PrologTerm& part : axiom.args[2].args) {
      const bool fits = part.is("set_extension") && part.args.size() == 2 && part.args[1].args.size() == 1 &&
                        part.args[1].args[0].is("identifier");
      if (!fits) return {};
      made.push_back(classical_name(part.args[1].args[0]));
    }
    return made;
  }

  void sets(const PrologTerm& context) {
    const std::vector<std::string> all = names_in(section(context, "sets"));
    std::vector<std::string> constants = names_in(section(context, "constants"));
    for (const std::string& name : names_in(section(context, "abstract_constants"))) constants.push_back(name);
    std::map<std::string, std::vector<std::string>> elements;
    PrologTerm axioms = section(context, "axioms");
    std::erase_if(axioms.args, [&](const PrologTerm& axiom) {
      const std::vector<std::string> listed = enumeration_of(axiom);
      const auto is_constant = [&](const std::string& name) {
        return std::ranges::count(constants, name) == 1 && std::ranges::count(listed, name) == 1;
      };
      const bool fits = listed.size() > 1 && std::ranges::find(all, listed[0]) != all.end() &&
                        !elements.contains(listed[0]) && std::all_of(listed.begin() + 1, listed.end(), is_constant);
      if (!fits) return false;
      elements[listed[0]] = {listed.begin() + 1, listed.end()};
      std::erase_if(constants,
                    [&](const std::string& name) { return std::ranges::find(listed, name) != listed.end(); });
      return true;
    });
    for (std::size_t i = 0; i < all.size(); ++i) {
      word(i == 0 ? "SETS" : ";");
      std::string text = all[i];
      const auto known = elements.find(all[i]);
      if (known != elements.end()) text += fmt::format(" = {{{}}}", fmt::join(known->second, ", "));
      put(all[i], text);
    }
    names("CONSTANTS", ",", constants);
    formulas("PROPERTIES", "&", axioms);
  }

  void events(const PrologTerm& all) {
    // event(Position, Name, Status, Refined, Parameters, Guards, Theorems, Actions, Witnesses)
    const auto fits = [](const PrologTerm& event) { return event.is("event") && event.args.size() >= 8; };
    for (const PrologTerm& event : all.args) {
      if (!fits(event) || !event.args[1].is("INITIALISATION")) continue;
      word("INITIALISATION");
      actions("INITIALISATION", event.args[7]);
    }
    bool any = false;
    for (const PrologTerm& event : all.args) {
      if (!fits(event) || event.args[1].is("INITIALISATION")) continue;
      const std::string name = classical_name(event.args[1]);
      word(any ? ";" : "OPERATIONS");
      any = true;
      put(name, name);
      names("(", ",", names_in(event.args[4]));
      if (!event.args[4].args.empty()) word(")");
      word("=");
      if (event.args[5].args.empty()) word("BEGIN");
      formulas("SELECT", "&", event.args[5], name + "/");
      if (!event.args[5].args.empty()) word("THEN");
      actions(name, event.args[7]);
      word("END");
    }
  }

  /// All at once.
  void actions(const std::string& event, const PrologTerm& all) {
    if (all.args.empty()) return word("skip");
    for (std::size_t i = 0; i < all.args.size(); ++i) {
      if (i > 0) word("||");
      formula(event + "/" + label_of(all.args[i]), all.args[i]);
    }
  }

  FileFinder& files_;
  FileId file_;
  Diagnostics& diagnostics_;
  std::vector<Token> out_;
  std::map<std::string, const PrologTerm*> contexts_;  // and machines, of this package
};

}  // namespace

bool is_event_b_package(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  const std::string_view head = begin == std::string_view::npos ? std::string_view{} : text.substr(begin);
  return head.starts_with("package(") || head.starts_with("event_b_model(") || head.starts_with("event_b_context(");
}

std::vector<Token> package_tokens(FileFinder& files, FileId file, Diagnostics& diagnostics) {
  return PackageTranslator(files, file, diagnostics).run();
}

}  // namespace quotient::bmethod
