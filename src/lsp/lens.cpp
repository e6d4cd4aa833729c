#include "lsp/lens.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "driver/subject_symmetry.hpp"
#include "lsp/check_result.hpp"
#include "lsp/navigation.hpp"
#include "symmetry/group/point_action.hpp"
#include "symmetry/group/structure.hpp"

namespace quotient::lsp {

using Json = nlohmann::json;

namespace {

/// Whether an atom called like this ("user(2)", "Customer1", "d1") is one of a kind: a process type or a set.
bool is_one_of(const std::string& atom, const NamedThing& thing) {
  if (thing.kind == NameKind::constant) return atom == thing.name;
  if (thing.kind != NameKind::process && thing.kind != NameKind::type && thing.kind != NameKind::variable) return false;
  if (!atom.starts_with(thing.name)) return false;
  const std::string_view rest = std::string_view(atom).substr(thing.name.size());
  if (rest.empty() || rest[0] == '(' || rest[0] == '[') return true;
  return thing.kind == NameKind::type &&
         std::all_of(rest.begin(), rest.end(), [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
}

Json lens(const Analysis& analysis, SourceRange at, Json command) {
  return {{"range", json_of(analysis.range(at))}, {"command", std::move(command)}};
}

Json text_of(std::string title) { return {{"title", std::move(title)}, {"command", ""}}; }

void add_families(const Analysis& analysis, FileId file, Json& lenses) {
  if (!analysis.model) return;
  driver::CheckSettings settings;
  settings.model = analysis.settings;
  const auto found = driver::find_group(analysis.model.subjects.front(), settings);
  const Symmetry& symmetry = found->symmetry;
  const Orbits orbits = symmetry.group.orbits();
  for (const std::vector<Point>& orbit : orbits.members) {
    const Atom::Kind kind = symmetry.atoms[orbit.front()].kind;
    if (orbit.size() < 2 || kind == Atom::Kind::value || kind == Atom::Kind::location) continue;
    const PointAction action = restricted_to(symmetry.group.generators(), orbit);
    const std::string structure = recognise_structure(Group(orbit.size(), action.generators)).text;
    for (const NamedThing& thing : analysis.names.things()) {
      if (thing.at.file != file) continue;
      const auto members =
          std::count_if(orbit.begin(), orbit.end(), [&](Point a) { return is_one_of(symmetry.atoms[a].name, thing); });
      if (members == 0) continue;
      // Elements of an enumerated set have names of their own: the first of them carries the lens.
      const std::string title = static_cast<std::size_t>(members) == orbit.size()
                                    ? fmt::format("{} interchangeable: {}", members, structure)
                                    : fmt::format("among {} interchangeable: {}", orbit.size(), structure);
      lenses.push_back(lens(analysis, thing.at, text_of(title)));
      if (thing.kind == NameKind::constant) break;
    }
  }
}

}  // namespace

Json code_lenses(const Analysis& analysis, FileId file, const std::string& uri) {
  Json lenses = Json::array();
  add_families(analysis, file, lenses);
  const auto check = [&uri](std::string title, const std::string& claim) -> Json {
    return {{"title", std::move(title)}, {"command", check_command}, {"arguments", {uri, claim}}};
  };
  for (const NamedThing& thing : analysis.names.things()) {
    if (thing.kind != NameKind::formula || thing.at.file != file) continue;
    lenses.push_back(lens(analysis, thing.at, check("check", thing.name)));
  }
  for (const Subject& subject : analysis.model.subjects) {
    const std::optional<SourceRange> at =
        subject.claim.empty() ? std::nullopt : place_of_claim(analysis, subject.claim);
    const bool named = std::ranges::any_of(analysis.names.things(), [&](const NamedThing& thing) {
      return thing.kind == NameKind::formula && thing.name == subject.claim;
    });
    if (!at || at->file != file || (subject.is_formula && named)) continue;
    const char* const title = subject.is_formula ? "check this formula" : "check this claim";
    lenses.push_back(lens(analysis, *at, check(title, subject.claim)));
  }
  if (analysis.model && file == FileId{0})
    lenses.push_back(lens(analysis, {file, 0, 0}, check("check this model", "")));
  return lenses;
}

}  // namespace quotient::lsp
