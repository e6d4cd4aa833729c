#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "mcrl2/symmetry/detect.hpp"

namespace quotient::mcrl2 {

namespace {

constexpr std::uint64_t most_tried = 2'000'000;
constexpr std::uint64_t largest_function = 2048;

/// A constant with its sort, by FuncId.
using Images = std::map<std::uint32_t, std::uint32_t>;

class PermutationChecker {
 public:
  explicit PermutationChecker(const Model& model) : model_(model), evaluator_(model.program, {}) {
    for (const Process& process : model.processes) {
      const std::vector<VarId>& variables = model.linear.locations[process.start.value].variables;
      std::vector<Parameter> row;
      for (std::size_t i = 0; i < process.initial.size(); ++i) {
        const SortId sort = model.spec.variables[variables[i].value].sort;
        row.push_back({evaluator_.run(process.initial[i], {}), constants_of(sort)});
      }
      parameters_.push_back(std::move(row));
    }
    find_associations();
  }

  /// Calls back with every permutation of AUTM: images of the processes, and of constants. False where there are too
  /// many to try.
  template <typename F>
  bool run(const F& found) {
    images_.assign(model_.processes.size(), 0);
    taken_.assign(model_.processes.size(), false);
    return extend(0, {}, {}, found);
  }

 private:
  struct Parameter {
    Value value;
    const std::vector<FuncId>* constants;  // null: data
  };
  /// f(arguments) = result, all of them constants.
  struct Association {
    FuncId function;
    std::vector<std::uint32_t> arguments;
    std::uint32_t result;
    friend auto operator<=>(const Association&, const Association&) = default;
  };

  /// The constructors of a sort that has nothing but constants; null for others.
  const std::vector<FuncId>* constants_of(SortId sort) const {
    const auto all = model_.spec.constructors.find(sort);
    if (all == model_.spec.constructors.end()) return nullptr;
    const bool plain = std::all_of(all->second.begin(), all->second.end(),
                                   [&](FuncId f) { return model_.spec.functions[f.value].domain.empty(); });
    return plain ? &all->second : nullptr;
  }

  void find_associations() {
    for (std::uint32_t f = 0; f < model_.spec.functions.size(); ++f) {
      const FuncInfo& info = model_.spec.functions[f];
      const std::vector<FuncId>* results = constants_of(info.codomain);
      if (info.kind != FuncKind::map || info.domain.empty() || results == nullptr) continue;
      std::uint64_t size = 1;
      std::vector<const std::vector<FuncId>*> domains;
      for (const SortId sort : info.domain) {
        domains.push_back(constants_of(sort));
        size *= domains.back() == nullptr ? largest_function + 1 : domains.back()->size();
        if (size > largest_function) break;
      }
      if (size > largest_function) continue;
      for (std::uint64_t n = 0; n < size; ++n) add_association(f, domains, *results, n);
    }
    std::sort(associations_.begin(), associations_.end());
  }

  void add_association(std::uint32_t f, const std::vector<const std::vector<FuncId>*>& domains,
                       const std::vector<FuncId>& results, std::uint64_t n) {
    std::vector<Value> arguments;
    Association made{FuncId{f}, {}, 0};
    for (const auto* domain : domains) {
      const std::uint64_t at = n % domain->size();
      n /= domain->size();
      arguments.push_back(Value::small(static_cast<std::int64_t>(at)));
      made.arguments.push_back((*domain)[at].value);
    }
    try {
      const Value result = evaluator_.call(FuncId{f}, arguments);
      if (!result.is_small()) return;
      made.result = results[static_cast<std::size_t>(result.small())].value;
      associations_.push_back(std::move(made));
    } catch (const EvaluationError&) {
      return;  // nothing is said of these
    }
  }

  template <typename F>
  bool extend(std::size_t at, const Images& forward, const Images& backward, const F& found) {
    if (at == images_.size()) {
      if (keeps_associations(forward)) found(images_, forward);
      return true;
    }
    for (std::uint32_t to = 0; to < images_.size(); ++to) {
      if (taken_[to] || model_.processes[at].start != model_.processes[to].start) continue;  // Type
      if (++tried_ > most_tried) return false;
      Images more = forward, back = backward;
      if (!keeps_parameters(parameters_[at], parameters_[to], more, back)) continue;
      images_[at] = to;
      taken_[to] = true;
      const bool complete = extend(at + 1, more, back, found);
      taken_[to] = false;
      if (!complete) return false;
    }
    return true;
  }

  /// Check_parameters: those that are processes are permuted alike everywhere, data are equal.
  static bool keeps_parameters(const std::vector<Parameter>& from, const std::vector<Parameter>& to, Images& forward,
                               Images& backward) {
    for (std::size_t k = 0; k < from.size(); ++k) {
      if (from[k].constants == nullptr) {
        if (from[k].value != to[k].value) return false;
        continue;
      }
      const std::uint32_t a = (*from[k].constants)[static_cast<std::size_t>(from[k].value.small())].value;
      const std::uint32_t b = (*to[k].constants)[static_cast<std::size_t>(to[k].value.small())].value;
      if (forward.try_emplace(a, b).first->second != b || backward.try_emplace(b, a).first->second != a) return false;
    }
    return true;
  }

  /// Check_associations: the equations between constants hold of their images.
  bool keeps_associations(const Images& forward) const {
    const auto image = [&](std::uint32_t constant) {
      const auto known = forward.find(constant);
      return known == forward.end() ? constant : known->second;
    };
    return std::all_of(associations_.begin(), associations_.end(), [&](Association each) {
      for (std::uint32_t& argument : each.arguments) argument = image(argument);
      each.result = image(each.result);
      return std::binary_search(associations_.begin(), associations_.end(), each);
    });
  }

  const Model& model_;
  Evaluator evaluator_;
  std::vector<std::vector<Parameter>> parameters_;
  std::vector<Association> associations_;
  std::vector<std::uint32_t> images_;
  std::vector<bool> taken_;
  std::uint64_t tried_ = 0;
};

}  // namespace

Symmetry checked_permutations(const Model& model, const Detected& found, std::string& problem) {
  Symmetry checked = found.symmetry;
  checked.group = quotient::Group(found.symmetry.group.degree());
  for (StepOrbit& orbit : checked.step_orbits) orbit.certain = false;
  if (found.symmetry.group.is_trivial()) return checked;
  std::vector<Point> told;  // atoms of constants and processes
  for (const auto* atoms : {&found.items.of_constant, &found.items.of_process}) {
    std::copy_if(atoms->begin(), atoms->end(), std::back_inserter(told), [](Point a) { return a != no_atom; });
  }
  const quotient::Group based = found.symmetry.group.with_base(told);
  const std::vector<Point> base = based.base();
  const auto keep = [&](const std::vector<std::uint32_t>& processes, const Images& constants) {
    std::vector<Point> wanted(based.degree());
    for (Point a = 0; a < wanted.size(); ++a) wanted[a] = a;
    // What moves here has to be something that moves there.
    const auto note = [&](const std::vector<Point>& atoms, std::uint32_t from, std::uint32_t to) {
      if (from == to) return true;
      if (atoms[from] == no_atom || atoms[to] == no_atom) return false;
      wanted[atoms[from]] = atoms[to];
      return true;
    };
    for (std::uint32_t p = 0; p < processes.size(); ++p) {
      if (!note(found.items.of_process, p, processes[p])) return;
    }
    for (const auto& [from, to] : constants) {
      if (!note(found.items.of_constant, from, to)) return;
    }
    std::vector<Point> images;
    for (const Point point : base) images.push_back(wanted[point]);
    const auto element = based.element_with_base_images(images);
    if (!element || checked.group.contains(*element)) return;
    if (std::any_of(told.begin(), told.end(), [&](Point a) { return (*element)[a] != wanted[a]; })) return;
    checked.group = checked.group.extended_by(*element);
  };
  try {
    if (PermutationChecker(model).run(keep)) return checked;
    problem = fmt::format(
        "scd tries all permutations of the {} processes of a specification, and these are too many; use system",
        model.processes.size());
  } catch (const EvaluationError& error) {
    problem = error.message;
  }
  return checked;
}

}  // namespace quotient::mcrl2
