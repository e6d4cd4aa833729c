#include "process/symmetry/rules/check_choosers.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>

#include "model/cell.hpp"
#include "process/instance.hpp"

namespace quotient {

namespace {

using ChosenPlace = RewriteRules::Place;

class ChooserCheck {
 public:
  ChooserCheck(const Program& program, Diagnostics& diagnostics) : program_(program), diagnostics_(diagnostics) {}

  void check(const ChosenPlace& place) {
    const std::optional<std::uint32_t> type = type_of(place);
    if (!type) return;
    if (!is_created(*type)) {
      complain(place, "", fmt::format("no process of type '{}' is ever created", place.name));
      return;
    }
    if (!place.chosen_by) return;
    const auto& [local, value] = *place.chosen_by;
    if (local != "_pid" && !check_constant(place, *type)) return;
    if (exists(*type, local, value)) return;
    complain(place, local,
             local == "_pid" ? fmt::format("no process of type '{}' has the number {}", place.name, value)
                             : fmt::format("no process of type '{}' has {} = {}", place.name, local, value));
  }

 private:
  std::optional<std::uint32_t> type_of(const ChosenPlace& place) const {
    for (std::uint32_t t = 0; t < program_.process_types.size(); ++t) {
      if (!program_.process_types[t].watches && program_.process_types[t].name == place.name) return t;
    }
    return std::nullopt;
  }

  /// Once for each process type and way of choosing: the instances of a rule would repeat it.
  void complain(const ChosenPlace& place, const std::string& local, std::string message,
                std::optional<DiagnosticNote> note = {}) {
    if (!told_.emplace(place.name, local).second) return;
    Diagnostic& d = diagnostics_.error(place.at, std::move(message));
    if (note) d.notes.push_back(std::move(*note));
  }

  /// Calls visit(instruction, statement) for all that processes of a type execute once they exist.
  template <typename Visit>
  void visit_steps(const ProcessType& type, Visit visit) const {
    for (const ControlLocation& location : type.locations) {
      for (std::uint32_t t = location.first; t < location.last; ++t) {
        std::uint32_t statement = program_.transitions[t].statement;
        visit_code(program_, program_.transitions[t].code, [&](const Instruction& in) {
          if (in.op == Op::reached) statement = u(in.b);
          visit(in, statement);
        });
      }
    }
  }

  bool check_constant(const ChosenPlace& place, std::uint32_t type_number) {
    const ProcessType& type = program_.process_types[type_number];
    const std::string& local = place.chosen_by->first;
    const auto cell =
        std::find_if(type.cells.begin(), type.cells.end(), [&](const NamedCell& c) { return c.name == local; });
    std::optional<std::uint32_t> writes;
    visit_steps(type, [&](const Instruction& in, std::uint32_t statement) {
      // It is no element of an array and no field, so that it is written by its place.
      if (in.op == Op::store_local && u(in.b) == cell->offset && !writes) writes = statement;
    });
    if (!writes) return true;
    complain(
        place, local,
        fmt::format("'{}' of process type '{}' changes: processes are chosen by a local that never does, or by _pid",
                    local, place.name),
        DiagnosticNote{program_.statements[*writes].range, "here it is written"});
    return false;
  }

  bool is_created(std::uint32_t type) const {
    const auto& initial = program_.initial_processes;
    if (std::find(initial.begin(), initial.end(), type) != initial.end()) return true;
    return std::any_of(program_.creations.begin(), program_.creations.end(),
                       [&](const Creation& c) { return c.type == type; });
  }

  /// False only where it is certain that there is no such process.
  bool exists(std::uint32_t type, const std::string& local, std::int32_t value) {
    if (local == "_pid" && (value < 0 || u(value) >= program_.most_processes)) return false;
    if (!instance_) {
      Obstacle obstacle;
      instance_ = set_up(program_, obstacle);
      if (*instance_ && (*instance_)->some_died) instance_->reset();
    }
    if (!*instance_) return true;
    const Instance& all = **instance_;
    for (std::size_t pid = 0; pid < all.types.size(); ++pid) {
      if (all.types[pid] != type) continue;
      if (local == "_pid") {
        if (static_cast<std::int64_t>(pid) == value) return true;
        continue;
      }
      for (const NamedCell& c : program_.process_types[type].cells) {
        const std::uint32_t offset = all.processes[pid] + c.offset;
        const auto has_value = [&](const auto& base) { return load_cell(base.data() + offset, c.type.kind) == value; };
        if (c.name == local && std::any_of(all.bases.begin(), all.bases.end(), has_value)) return true;
      }
    }
    return false;
  }

  const Program& program_;
  Diagnostics& diagnostics_;
  std::set<std::pair<std::string, std::string>> told_;
  std::optional<std::optional<Instance>> instance_;  // once it was asked for
};

}  // namespace

void check_choosers(const Program& program, const RewriteRules& rules, Diagnostics& diagnostics) {
  ChooserCheck checker(program, diagnostics);
  for_each_place(rules, [&checker](const ChosenPlace& place) { checker.check(place); });
}

}  // namespace quotient
