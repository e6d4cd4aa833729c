#include "bmethod/syntax/rodin_machine.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <set>

#include "bmethod/syntax/rodin_file.hpp"
#include "bmethod/syntax/rodin_formula.hpp"

namespace quotient::bmethod {
namespace {

constexpr std::array<std::string_view, 1> machine_file = {".bum"};
constexpr std::array<std::string_view, 1> context_file = {".buc"};
constexpr std::size_t longest_chain = 200;  // of machines that refine, and contexts that extend, one another

/// An event with all that it inherits.
struct RodinEvent {
  std::vector<std::pair<std::string, std::string>> parameters, guards, actions;  // label and text
};

class RodinTranslator {
 public:
  RodinTranslator(FileFinder& files, FileId file, Diagnostics& diagnostics)
      : files_(files), file_(file), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    const RodinElement* root = read(file_);
    if (root == nullptr) return {};
    const std::string name = std::filesystem::path(files_.sources()[file_].path()).stem().string();
    const bool is_machine = root->kind == "machineFile";
    const RodinElement* refined = child(*root, "refinesMachine");
    word(refined != nullptr ? "REFINEMENT" : "MACHINE");
    text("name", name);
    if (refined != nullptr) {
      word("REFINES");
      text("refines", refined->attribute("target"));
    }
    see(*root, is_machine ? "seesContext" : "extendsContext");
    if (is_machine) {
      machine(*root);
    } else {
      context(*root);
    }
    word("END");
    out_.push_back({Token::Kind::end, "", place()});
    return std::move(out_);
  }

 private:
  SourceRange place() const { return {file_, 0, 0}; }
  void word(std::string_view text) { out_.push_back(added(text, place())); }

  const RodinElement* read(FileId file) {
    const auto known = read_.find(file.value);
    if (known != read_.end()) return &known->second;
    RodinFile made = read_rodin_file(files_.sources()[file].text());
    if (!made.error.empty()) {
      const auto offset = static_cast<std::uint32_t>(made.offset);
      diagnostics_.error({file, offset, offset}, fmt::format("this is no file of Rodin's: {}", made.error));
      return nullptr;
    }
    return &read_.emplace(file.value, std::move(made.root)).first->second;
  }

  static const RodinElement* child(const RodinElement& of, std::string_view kind) {
    const auto found = std::ranges::find(of.children, kind, &RodinElement::kind);
    return found == of.children.end() ? nullptr : &*found;
  }

  template <typename F>
  static void each(const RodinElement& of, std::string_view kind, F f) {
    for (const RodinElement& element : of.children) {
      if (element.kind == kind) f(element);
    }
  }

  /// As a file of its own.
  std::vector<Token> lexed(const std::string& label, const std::string& text) {
    const FileId made = files_.sources().add(fmt::format("{} {}", files_.sources()[file_].path(), label), text);
    std::vector<Token> tokens = lex(files_.sources(), made, diagnostics_);
    tokens.pop_back();
    return tokens;
  }
  void put(const std::vector<Token>& tokens) { out_.insert(out_.end(), tokens.begin(), tokens.end()); }
  void text(const std::string& label, const std::string& name) { put(lexed(label, name)); }
  void formula(const std::string& label, const std::string& text) {
    word("(");
    put(classical_formula(lexed(label, text), diagnostics_));
    word(")");
  }

  /// Names in a clause of their own.
  void list(std::string_view clause, std::string_view separator, const std::vector<std::string>& names) {
    if (names.empty()) return;
    word(clause);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (i > 0) word(separator);
      text(names[i], names[i]);
    }
  }

  static std::vector<std::string> identifiers(const RodinElement& of, std::string_view kind) {
    std::vector<std::string> names;
    each(of, kind, [&](const RodinElement& element) { names.push_back(element.attribute("identifier")); });
    return names;
  }

  /// What is extended is seen as well: nothing is seen through another.
  void see(const RodinElement& root, std::string_view kind) {
    std::vector<std::string> seen;
    collect(root, kind, seen, 0);
    list("SEES", ",", seen);
  }
  void collect(const RodinElement& of, std::string_view kind, std::vector<std::string>& into, std::size_t depth) {
    each(of, kind, [&](const RodinElement& element) {
      const std::string& name = element.attribute("target");
      if (std::ranges::find(into, name) != into.end() || depth > longest_chain) return;
      const auto found = files_.find(file_, name, context_file);
      const RodinElement* context = found ? read(*found) : nullptr;
      if (context != nullptr) collect(*context, "extendsContext", into, depth + 1);
      if (std::ranges::find(into, name) == into.end()) into.push_back(name);
    });
  }

  /// Predicates that hold, then those that follow from them.
  void predicates(const RodinElement& of, std::string_view kind, std::string_view clause,
                  const std::set<const RodinElement*>& without = {}) {
    bool first = true;
    for (const bool theorems : {false, true}) {
      first = true;
      each(of, kind, [&](const RodinElement& element) {
        if (element.is("theorem") != theorems || without.contains(&element)) return;
        word(first ? (theorems ? std::string_view("ASSERTIONS") : clause) : (theorems ? ";" : "&"));
        formula(element.attribute("label"), element.attribute("predicate"));
        first = false;
      });
    }
  }

  void context(const RodinElement& root) {
    // partition(S, {a}, {b}) makes S a set with these elements.
    std::map<std::string, std::vector<std::string>> elements;
    std::set<std::string> named;
    std::set<const RodinElement*> said;
    const std::vector<std::string> sets = identifiers(root, "carrierSet");
    std::vector<std::string> constants = identifiers(root, "constant");
    each(root, "axiom", [&](const RodinElement& axiom) {
      if (axiom.is("theorem")) return;
      Diagnostics ignored;
      const FileId text = files_.sources().add("", axiom.attribute("predicate"));
      std::vector<Token> tokens = lex(files_.sources(), text, ignored);
      tokens.pop_back();
      const std::vector<std::string_view> names = enumeration(tokens);
      if (names.empty() || elements.contains(std::string(names[0]))) return;
      const bool of_this = std::ranges::find(sets, names[0]) != sets.end();
      const bool all_new = std::all_of(names.begin() + 1, names.end(), [&](std::string_view name) {
        return std::ranges::find(constants, name) != constants.end() && !named.contains(std::string(name));
      });
      if (!of_this || !all_new) return;
      elements[std::string(names[0])] = {names.begin() + 1, names.end()};
      named.insert(names.begin() + 1, names.end());
      said.insert(&axiom);
    });
    std::erase_if(constants, [&](const std::string& name) { return named.contains(name); });
    for (std::size_t i = 0; i < sets.size(); ++i) {
      word(i == 0 ? "SETS" : ";");
      text(sets[i], sets[i]);
      const auto known = elements.find(sets[i]);
      if (known == elements.end()) continue;
      word("=");
      word("{");
      for (std::size_t e = 0; e < known->second.size(); ++e) {
        if (e > 0) word(",");
        text(known->second[e], known->second[e]);
      }
      word("}");
    }
    list("CONSTANTS", ",", constants);
    predicates(root, "axiom", "PROPERTIES", said);
  }

  void machine(const RodinElement& root) {
    list("VARIABLES", ",", identifiers(root, "variable"));
    predicates(root, "invariant", "INVARIANT");
    bool any = false;
    each(root, "event", [&](const RodinElement& element) {
      if (element.attribute("label") != "INITIALISATION") return;
      word("INITIALISATION");
      actions(collect_event(root, element, 0));
    });
    each(root, "event", [&](const RodinElement& element) {
      const std::string& name = element.attribute("label");
      if (name == "INITIALISATION") return;
      word(any ? ";" : "OPERATIONS");
      any = true;
      event(name, collect_event(root, element, 0));
    });
  }

  RodinEvent collect_event(const RodinElement& machine, const RodinElement& element, std::size_t depth) {
    RodinEvent made;
    const std::string& name = element.attribute("label");
    const RodinElement* refined = child(element, "refinesEvent");
    const RodinElement* abstract = child(machine, "refinesMachine");
    if (element.is("extended") && abstract != nullptr && depth < longest_chain) {
      const std::string target = refined != nullptr ? refined->attribute("target") : name;
      const auto found = files_.find(file_, abstract->attribute("target"), machine_file);
      const RodinElement* above = found ? read(*found) : nullptr;
      const RodinElement* extended = nullptr;
      if (above != nullptr) {
        each(*above, "event", [&](const RodinElement& other) {
          if (other.attribute("label") == target) extended = &other;
        });
      }
      if (extended != nullptr) {
        made = collect_event(*above, *extended, depth + 1);
      } else {
        diagnostics_.error(place(), fmt::format("the event '{}', which '{}' extends, was not found", target, name));
      }
    }
    each(element, "parameter", [&](const RodinElement& e) {
      made.parameters.emplace_back(e.attribute("identifier"), e.attribute("identifier"));
    });
    each(element, "guard", [&](const RodinElement& e) {
      if (!e.is("theorem")) made.guards.emplace_back(name + "/" + e.attribute("label"), e.attribute("predicate"));
    });
    each(element, "action", [&](const RodinElement& e) {
      made.actions.emplace_back(name + "/" + e.attribute("label"), e.attribute("assignment"));
    });
    return made;
  }

  /// All at once.
  void actions(const RodinEvent& event) {
    if (event.actions.empty()) return word("skip");
    for (std::size_t i = 0; i < event.actions.size(); ++i) {
      if (i > 0) word("||");
      put(classical_assignment(lexed(event.actions[i].first, event.actions[i].second), diagnostics_));
    }
  }

  void event(const std::string& name, const RodinEvent& event) {
    text(name, name);
    for (std::size_t i = 0; i < event.parameters.size(); ++i) {
      word(i == 0 ? "(" : ",");
      text(event.parameters[i].first, event.parameters[i].second);
    }
    if (!event.parameters.empty()) word(")");
    word("=");
    word(event.guards.empty() ? "BEGIN" : "SELECT");
    for (std::size_t i = 0; i < event.guards.size(); ++i) {
      if (i > 0) word("&");
      formula(event.guards[i].first, event.guards[i].second);
    }
    if (!event.guards.empty()) word("THEN");
    actions(event);
    word("END");
  }

  FileFinder& files_;
  FileId file_;
  Diagnostics& diagnostics_;
  std::vector<Token> out_;
  std::map<std::uint32_t, RodinElement> read_;
};

}  // namespace

std::vector<Token> rodin_tokens(FileFinder& files, FileId file, Diagnostics& diagnostics) {
  return RodinTranslator(files, file, diagnostics).run();
}

}  // namespace quotient::bmethod
