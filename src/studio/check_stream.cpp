#include "studio/check_stream.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/reading_scope.hpp"
#include "driver/check.hpp"
#include "driver/phase.hpp"
#include "report/result_json.hpp"
#include "report/words.hpp"

namespace quotient::studio {

using OrderedJson = nlohmann::ordered_json;

namespace {

std::string line_of(const OrderedJson& message) {
  return message.dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

OrderedJson progress_json(const Progress& p) {
  return {{"progress",
           {{"states", p.states},
            {"waiting", p.waiting},
            {"depth", p.depth},
            {"memory_bytes", p.memory_bytes},
            {"seconds", p.seconds}}}};
}

/// What there is to say where there is no report.
OrderedJson failure(const driver::Model& model, const driver::CheckOutcome& outcome) {
  std::string text = model.problem;
  for (const Diagnostics* all : {&model.diagnostics, &outcome.diagnostics}) {
    for (const Diagnostic& d : all->all()) {
      if (d.severity != Severity::error) continue;
      text += (text.empty() ? "" : "\n") + in_words(model.sources->locate(d.range)) + ": " + d.message;
    }
  }
  if (!outcome.refusal.empty()) text += (text.empty() ? "" : "\n") + outcome.refusal;
  return {{"error", text.empty() ? "the model cannot be checked" : text}};
}

OrderedJson outcome_json(const driver::Model& model, const driver::CheckOutcome& outcome) {
  if (!outcome.report) return failure(model, outcome);
  OrderedJson choices = OrderedJson::array();
  for (const ToldViolation& v : outcome.report->violations) choices.push_back(v.trace.choices);
  return {{"result", result_json(*outcome.report)}, {"choices", std::move(choices)}};
}

}  // namespace

/// The turn of one check.
struct CheckStream::Turn {
  explicit Turn(CheckStream& s) : stream(s), flag(std::make_shared<StopFlag>()) {
    const std::lock_guard lock(stream.mutex_);
    if (stream.running_ != nullptr) throw Refusal{409, "another check is running, perhaps in another tab"};
    stream.running_ = flag;
    number = ++stream.last_;
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() {
    const std::lock_guard lock(stream.mutex_);
    stream.running_ = nullptr;
  }

  CheckStream& stream;
  std::shared_ptr<StopFlag> flag;
  std::uint64_t number = 0;
};

void CheckStream::check(driver::CheckSettings settings, HttpReply& reply) {
  const Turn turn(*this);
  reply.begin("application/x-ndjson");
  reply.write(line_of({{"check", turn.number}}));
  const ReadingScope scope(folder_);
  settings.details = settings.graph = true;
  Deadline deadline(driver::deadline_options(settings.search.limits, turn.flag.get()));
  driver::Hooks hooks;
  hooks.deadline = &deadline;
  hooks.progress = [&](const Progress& p) {
    if (!reply.write(line_of(progress_json(p)))) turn.flag->raise();
  };
  const driver::Model model = driver::load_model(settings.model, &deadline);
  driver::CheckOutcome outcome;
  if (model || model.stopped != StopCause::none) outcome = driver::check(model, settings, hooks);
  const StopScope no_limit(nullptr);
  reply.write(line_of(outcome_json(model, outcome)));
}

bool CheckStream::cancel(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  if (running_ == nullptr || number != last_) return false;
  running_->raise();
  return true;
}

void CheckStream::stop() {
  const std::lock_guard lock(mutex_);
  if (running_ != nullptr) running_->raise();
}

}  // namespace quotient::studio
