#include <fmt/format.h>

#include "promela/parse/parser.hpp"
#include "promela/syntax/visit.hpp"

// Labels and the gotos that go to them. SPIN gives a label the scope in which its name is first mentioned, in a goto or
// where it stands; the same name may mean several labels of a proctype.
namespace quotient::promela {

/// Null where the name means something else, which is reported.
const LocalName* Parser::mention_label(const Token& token) {
  const LocalName* local = names_.find_local(token.text);
  const GlobalName* entry = names_.find_global(token.text);
  if (local != nullptr ? local->variable != nullptr : entry != nullptr) {
    error(token, fmt::format("'{}' cannot be a label: it is the name of a variable", token.text))
        .notes.push_back({local ? local->range : entry->range, "declared here"});
    return nullptr;
  }
  if (local != nullptr) return local;
  return &names_.add_local(token.text, {names_.scope(), token.range, nullptr});
}

void Parser::add_label(const Token& token, Statement& statement) {
  const LocalName* mentioned = mention_label(token);
  Label label;
  label.name = {std::string(token.text), token.range};
  label.number = ++label_count_;
  if (mentioned != nullptr) label.scope = mentioned->scope;
  if (!calls_.empty()) label.definition = expanded_[calls_.back().number - 1];
  std::vector<std::size_t>& same_name = labels_by_name_[label.name.text];
  for (const std::size_t number : same_name) {
    const Label& other = labels_[number];
    if (other.scope != label.scope || other.definition != label.definition) continue;
    error(token, fmt::format("label '{}' stands twice", token.text)).notes.push_back({other.name.range, "first here"});
    break;
  }
  statement.labels.push_back(label.name);
  statement.label_numbers.push_back(label.number);
  same_name.push_back(labels_.size());
  labels_.push_back(std::move(label));
}

/// The last one of exactly this scope, else the first of a scope around it, else the last anywhere in the proctype.
const Parser::Label* Parser::find_label(const std::string& name, const std::string& scope) const {
  const Label* around = nullptr;
  const Label* anywhere = nullptr;
  const auto same_name = labels_by_name_.find(name);
  if (same_name == labels_by_name_.end()) return nullptr;
  for (auto number = same_name->second.rbegin(); number != same_name->second.rend(); ++number) {
    const Label& label = labels_[*number];
    if (label.scope == scope) return &label;
    if (encloses(label.scope, scope)) {
      around = &label;
    } else if (anywhere == nullptr) {
      anywhere = &label;
    }
  }
  return around != nullptr ? around : anywhere;
}

void Parser::resolve_gotos(Proctype& proctype) {
  std::vector<std::string> names;
  for (const Label& label : labels_) names.push_back(label.name.text);
  visit_statements(proctype.body, [&](Statement& statement) {
    if (statement.kind != StatementKind::goto_ || statement.label_number == 0) return;
    const Label* label = find_label(statement.label.text, goto_scopes_[statement.label_number - 1]);
    if (label != nullptr) {
      statement.label_number = label->number;
      return;
    }
    statement.label_number = 0;
    if (proctype_has_gaps_) return;
    error(statement.label.range, fmt::format("no label '{}' in this proctype", statement.label.text)).suggestion =
        nearest_name(statement.label.text, names);
  });
}

}  // namespace quotient::promela
