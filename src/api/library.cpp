#include <exception>
#include <utility>

#include "api/convert.hpp"
#include "api/loaded.hpp"
#include "api/options.hpp"
#include "driver/phase.hpp"
#include "driver/subject_symmetry.hpp"
#include "report/words.hpp"

namespace quotient::api {

std::string version() { return QUOTIENT_VERSION; }

std::string name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::verified:
      return "verified";
    case Verdict::violated:
      return "violated";
    case Verdict::wrong_input:
      return "wrong input";
    case Verdict::incomplete:
      return "incomplete";
    case Verdict::internal_error:
      break;
  }
  return "internal error";
}

namespace {

Result refused(std::string reason, std::vector<Diagnostic> diagnostics = {}) {
  Result r;
  r.verdict = Verdict::wrong_input;
  r.exact = false;
  r.reason = std::move(reason);
  r.diagnostics = std::move(diagnostics);
  return r;
}

/// The hooks of a check that its caller watches. What the caller's function throws is kept until the search has ended.
class Watched {
 public:
  explicit Watched(const Watch& watch) : watch_(watch), on_stop_(watch.stop, Stop{stopped_}) {}

  const StopSignal& interrupt() const { return stopped_; }
  driver::Hooks hooks(Deadline& deadline) {
    driver::Hooks hooks;
    hooks.deadline = &deadline;
    if (watch_.progress) hooks.progress = [this](const quotient::Progress& p) { tell(p); };
    return hooks;
  }
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  struct Stop {
    StopFlag& stopped;
    void operator()() const { stopped.raise(); }
  };

  void tell(const quotient::Progress& p) {
    if (thrown_) return;
    try {
      watch_.progress({p.states, p.waiting, p.depth, p.memory_bytes, p.seconds});
    } catch (...) {
      thrown_ = std::current_exception();
      stopped_.raise();
    }
  }

  const Watch& watch_;
  StopFlag stopped_;
  std::exception_ptr thrown_;
  std::stop_callback<Stop> on_stop_;
};

Result check_loaded(const Source& source, Pool& pool, const Options& options, Watched& watched) {
  std::string error;
  const auto settings = settings_of(source, options, error);
  if (!settings) return refused(std::move(error));
  // The memory of the process is its owner's: only the tables of the search are held to the limit.
  Deadline deadline({settings->search.limits.time, Limits::none, &watched.interrupt(), {}});
  const Pool::Lease lease = pool.take(settings->model, &deadline);
  const driver::Model& model = lease.model();
  std::vector<Diagnostic> diagnostics = diagnostics_of(model, source.path);
  if (!model && model.stopped == StopCause::none) {
    std::string first = first_error(diagnostics);  // before they are moved
    return refused(std::move(first), std::move(diagnostics));
  }
  driver::CheckOutcome outcome = driver::check(model, *settings, watched.hooks(deadline));
  if (!outcome.report) return refused(std::move(outcome.refusal), std::move(diagnostics));
  Result result = converted(*outcome.report);
  result.diagnostics = std::move(diagnostics);
  return result;
}

void groups_of(const driver::Model& model, const driver::CheckSettings& settings, Symmetry& answer) {
  for (const Subject& subject : model.subjects) {
    driver::ToldSymmetry told = driver::tell_symmetry(subject, *model.sources, settings);
    if (!told.refusal.empty()) {
      answer = {std::move(told.refusal), {}};
      return;
    }
    SymmetrySummary& s = told.summary;
    answer.groups.push_back({std::move(s.claim), std::move(s.order), std::move(s.structure), std::move(s.families),
                             std::move(s.generators), std::move(s.broken_by)});
  }
}

Symmetry symmetry_of(const Source& source, Pool& pool, const Options& options) {
  Symmetry answer;
  const auto settings = settings_of(source, options, answer.error);
  if (!settings) return answer;
  Deadline deadline({.time = settings->search.limits.time});
  const Pool::Lease lease = pool.take(settings->model, &deadline);
  const driver::Model& model = lease.model();
  const auto stopped = [&] {
    answer.error = in_words(stop_reason(deadline.cause()), settings->search.limits) + " while " + deadline.phase();
    return answer;
  };
  if (model.stopped != StopCause::none) return stopped();
  if (!model) {
    answer.error = first_error(diagnostics_of(model, source.path));
    return answer;
  }
  const bool found =
      driver::run_phase(deadline, driver::phases::symmetry, [&] { groups_of(model, *settings, answer); });
  return found ? answer : stopped();
}

}  // namespace

Model Model::load(Source source) {
  Model model;
  auto loaded = std::make_shared<Loaded>();
  loaded->source = std::move(source);
  const std::string& path = loaded->source.path;
  try {
    std::string error;
    const Options usual;
    std::optional<driver::CheckSettings> settings = settings_of(loaded->source, usual, error);
    if (!settings) {
      loaded->diagnostics.push_back(error_about(path, std::move(error)));
    } else {
      // The text is read once, so that all calls speak of the same.
      std::string unread;
      if (!loaded->source.text) loaded->source.text = read_text_file(path, unread);
      settings->model.text = loaded->source.text;
      const Pool::Lease lease = loaded->pool->take(settings->model, nullptr);
      const driver::Model& read = lease.model();
      loaded->language = read.language();
      loaded->ok = static_cast<bool>(read);
      loaded->diagnostics = diagnostics_of(read, path);
      for (const Subject& s : read.subjects) {
        if (!s.claim.empty()) loaded->claims.push_back(s.claim);
      }
    }
  } catch (const std::exception& e) {
    loaded->ok = false;
    loaded->diagnostics.push_back(error_about(path, std::string(please_report) + e.what()));
  }
  model.loaded_ = std::move(loaded);
  return model;
}

bool Model::ok() const { return loaded_->ok; }
const std::vector<Diagnostic>& Model::diagnostics() const { return loaded_->diagnostics; }
const std::string& Model::language() const { return loaded_->language; }
const std::vector<std::string>& Model::claims() const { return loaded_->claims; }

Symmetry Model::symmetry(const Options& options) const {
  try {
    Options at_rest = options;
    if (at_rest.engine == "native") at_rest.engine = "auto";  // nothing is run, so there is nothing to wait for
    return symmetry_of(loaded_->source, *loaded_->pool, at_rest);
  } catch (const std::exception& e) {
    return {std::string(please_report) + e.what(), {}};
  }
}

Result Model::check(const Options& options, const Watch& watch) const {
  Watched watched(watch);
  Result result;
  try {
    result = check_loaded(loaded_->source, *loaded_->pool, options, watched);
  } catch (const std::exception& e) {
    result = refused(std::string(please_report) + e.what());
    result.verdict = Verdict::internal_error;
  }
  watched.rethrow();
  return result;
}

}  // namespace quotient::api
