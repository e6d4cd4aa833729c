// libquotient for Python. Structs become dictionaries with the names of their fields; python/quotient/__init__.py makes
// dataclasses of them.

#include <pybind11/functional.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "quotient/quotient.hpp"

namespace py = pybind11;
namespace api = quotient::api;

namespace {

template <class T>
py::list list_of(const std::vector<T>& values);

py::object value_of(const api::Place& p) {
  if (p.line == 0) return py::none();
  return py::dict(py::arg("file") = p.file, py::arg("line") = p.line, py::arg("column") = p.column);
}

py::dict value_of(const api::Diagnostic& d) {
  return py::dict(py::arg("is_error") = d.is_error, py::arg("begin") = value_of(d.begin),
                  py::arg("end") = value_of(d.end), py::arg("message") = d.message,
                  py::arg("suggestion") = d.suggestion);
}

py::dict value_of(const api::SymmetryGroup& g) {
  return py::dict(py::arg("claim") = g.claim, py::arg("order") = g.order, py::arg("structure") = g.structure,
                  py::arg("families") = g.families, py::arg("generators") = g.generators,
                  py::arg("broken_by") = g.broken_by);
}

py::dict value_of(const api::Change& c) {
  return py::dict(py::arg("name") = c.name, py::arg("before") = c.before, py::arg("after") = c.after);
}

py::dict value_of(const api::Event& e) {
  return py::dict(py::arg("process") = e.process, py::arg("statement") = e.statement, py::arg("at") = value_of(e.at),
                  py::arg("changes") = list_of(e.changes), py::arg("output") = e.output);
}

py::dict value_of(const api::Step& s) {
  return py::dict(py::arg("events") = list_of(s.events), py::arg("propositions") = s.propositions);
}

/// The values of a state, in the order of the text. Names may occur twice: the first counts.
py::dict values_of(const std::vector<api::Value>& values) {
  py::dict out;
  for (const api::Value& v : values) {
    if (!out.contains(v.name)) out[py::str(v.name)] = v.value;
  }
  return out;
}

py::dict value_of(const api::Violation& v) {
  return py::dict(py::arg("kind") = v.kind, py::arg("claim") = v.claim, py::arg("message") = v.message,
                  py::arg("at") = value_of(v.at), py::arg("length") = v.length, py::arg("steps") = list_of(v.steps),
                  py::arg("cycle_start") = v.cycle_start, py::arg("last_state") = values_of(v.last_state),
                  py::arg("standing") = list_of(v.standing), py::arg("propositions") = v.propositions);
}

py::dict value_of(const api::Result::Claim& c) {
  return py::dict(py::arg("name") = c.name, py::arg("verdict") = api::name_of(c.verdict), py::arg("states") = c.states,
                  py::arg("transitions") = c.transitions);
}

py::dict value_of(const api::Remark& r) {
  return py::dict(py::arg("kind") = r.kind, py::arg("message") = r.message, py::arg("at") = value_of(r.at),
                  py::arg("bears_on_verdict") = r.bears_on_verdict);
}

py::dict value_of(const api::Finding& f) {
  return py::dict(py::arg("kind") = f.kind, py::arg("message") = f.message, py::arg("at") = value_of(f.at));
}

py::dict value_of(const api::Successor& s) {
  return py::dict(py::arg("state") = s.state ? py::cast(s.state) : py::none(), py::arg("label") = s.label,
                  py::arg("actor") = s.actor,
                  py::arg("finding") = s.finding ? py::object(value_of(*s.finding)) : py::none());
}

py::dict value_of(const api::Successors& s) {
  return py::dict(py::arg("steps") = list_of(s.steps), py::arg("findings") = list_of(s.findings),
                  py::arg("incomplete") = s.incomplete);
}

template <class T>
py::list list_of(const std::vector<T>& values) {
  py::list out;
  for (const T& value : values) out.append(value_of(value));
  return out;
}

py::dict value_of(const api::Result& r) {
  return py::dict(
      py::arg("verdict") = api::name_of(r.verdict), py::arg("reason") = r.reason,
      py::arg("diagnostics") = list_of(r.diagnostics), py::arg("exact") = r.exact, py::arg("states") = r.states,
      py::arg("transitions") = r.transitions, py::arg("max_depth") = r.max_depth, py::arg("represents") = r.represents,
      py::arg("seconds") = r.seconds, py::arg("memory_bytes") = r.memory_bytes,
      py::arg("symmetry") =
          py::dict(py::arg("strategy") = r.symmetry.strategy, py::arg("order") = r.symmetry.order,
                   py::arg("generators") = r.symmetry.generators, py::arg("broken_by") = r.symmetry.broken_by),
      py::arg("claims") = list_of(r.claims), py::arg("not_checked") = r.not_checked,
      py::arg("violations") = list_of(r.violations), py::arg("assumed") = r.assumed,
      py::arg("remarks") = list_of(r.remarks));
}

/// Sets a field where the dictionary has its name, and takes that out.
template <class T>
void take(py::dict& given, const char* name, T& field) {
  if (!given.contains(name)) return;
  field = given[name].cast<T>();
  given.attr("pop")(name);
}

void refuse_rest(const py::dict& given) {
  for (const auto& [name, value] : given)
    throw py::type_error("unknown option '" + py::str(name).cast<std::string>() + "'");
}

api::Options options_of(py::dict given) {
  api::Options o;
  take(given, "properties", o.properties);
  take(given, "formulas", o.formulas);
  take(given, "ltl", o.ltl);
  take(given, "ctl", o.ctl);
  take(given, "symmetry", o.symmetry);
  take(given, "main_array", o.main_array);
  take(given, "rules", o.rules);
  take(given, "check_rules", o.check_rules);
  take(given, "audit", o.audit);
  take(given, "detect", o.detect);
  take(given, "conjugates", o.conjugates);
  take(given, "patience", o.patience);
  take(given, "steps", o.steps);
  take(given, "skip_sequential", o.skip_sequential);
  take(given, "partial_order", o.partial_order);
  take(given, "search", o.search);
  take(given, "store", o.store);
  take(given, "engine", o.engine);
  take(given, "weak_fairness", o.weak_fairness);
  take(given, "strong_fairness", o.strong_fairness);
  take(given, "fair_to", o.fair_to);
  take(given, "all_violations", o.all_violations);
  take(given, "threads", o.threads);
  take(given, "paranoid", o.paranoid);
  take(given, "seconds", o.seconds);
  take(given, "memory_bytes", o.memory_bytes);
  take(given, "max_states", o.max_states);
  take(given, "max_depth", o.max_depth);
  take(given, "spill", o.spill);
  refuse_rest(given);
  return o;
}

api::Source source_of(py::dict given) {
  api::Source s;
  take(given, "path", s.path);
  take(given, "text", s.text);
  take(given, "language", s.language);
  take(given, "defines", s.defines);
  take(given, "include_paths", s.include_paths);
  take(given, "set_sizes", s.set_sizes);
  take(given, "min_int", s.min_int);
  take(given, "max_int", s.max_int);
  take(given, "refinement", s.refinement);
  take(given, "goal", s.goal);
  take(given, "scope", s.scope);
  take(given, "solver", s.solver);
  refuse_rest(given);
  return s;
}

py::dict check(const api::Model& model, const py::dict& options, const py::object& progress) {
  const api::Options given = options_of(py::dict(**options));
  api::Watch watch;
  // Signals are seen here, so that Ctrl-C ends a check: what is thrown ends it.
  watch.progress = [&progress](const api::Progress& p) {
    const py::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (progress.is_none()) return;
    progress(py::dict(py::arg("states") = p.states, py::arg("waiting") = p.waiting, py::arg("depth") = p.depth,
                      py::arg("memory_bytes") = p.memory_bytes, py::arg("seconds") = p.seconds));
  };
  api::Result result;
  {
    const py::gil_scoped_release released;
    result = model.check(given, watch);
  }
  return value_of(result);
}

/// Goes through the states, one after the other.
class Visits {
 public:
  explicit Visits(const api::Explorer& explorer) : range_(explorer.reachable()) {}

  py::dict next() {
    {
      const py::gil_scoped_release released;
      if (at_) {
        ++*at_;
      } else {
        at_.emplace(range_.begin());
      }
    }
    if (*at_ == range_.end()) throw py::stop_iteration();
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    const api::Reachable::Visit& visit = **at_;
    return py::dict(py::arg("state") = visit.state, py::arg("depth") = visit.depth,
                    py::arg("orbit_size") = visit.orbit_size);
  }
  std::string incomplete() const { return range_.incomplete(); }

 private:
  api::Reachable range_;
  std::optional<api::Reachable::iterator> at_;
};

}  // namespace

PYBIND11_MODULE(_native, m) {
  m.doc() = "libquotient; use the module quotient instead";
  m.def("version", &api::version);

  py::class_<api::State>(m, "State", "A state of a model: to compare, to hash, and to hand back to its explorer.")
      .def("__eq__", [](const api::State& a, const api::State& b) { return a == b; })
      .def("__hash__", &api::State::hash);

  py::class_<Visits>(m, "Visits")
      .def("__iter__", [](Visits& v) -> Visits& { return v; })
      .def("__next__", &Visits::next)
      .def("incomplete", &Visits::incomplete);

  py::class_<api::Explorer>(m, "Explorer")
      .def("error", &api::Explorer::error)
      .def("order", &api::Explorer::order)
      .def("initial", [](const api::Explorer& e) { return value_of(e.initial()); })
      .def("successors", [](const api::Explorer& e, const api::State& s) { return value_of(e.successors(s)); })
      .def("next", &api::Explorer::next)
      .def("explain",
           [](const api::Explorer& e, const api::State& s, std::size_t i) { return value_of(e.explain(s, i)); })
      .def("describe", [](const api::Explorer& e, const api::State& s) { return values_of(e.describe(s)); })
      .def(
          "reachable", [](const api::Explorer& e) { return std::make_unique<Visits>(e); }, py::keep_alive<0, 1>());

  py::class_<api::Model>(m, "Model")
      .def_static("load", [](const py::dict& source) { return api::Model::load(source_of(py::dict(**source))); })
      .def("ok", &api::Model::ok)
      .def("language", &api::Model::language)
      .def("claims", &api::Model::claims)
      .def("diagnostics", [](const api::Model& model) { return list_of(model.diagnostics()); })
      .def("symmetry",
           [](const api::Model& model, const py::dict& options) {
             const api::Options given = options_of(py::dict(**options));
             api::Symmetry found;
             {
               const py::gil_scoped_release released;
               found = model.symmetry(given);
             }
             return py::dict(py::arg("error") = found.error, py::arg("groups") = list_of(found.groups));
           })
      .def("check", &check)
      .def("explorer", [](const api::Model& model, const py::dict& options) {
        return model.explorer(options_of(py::dict(**options)));
      });
}
