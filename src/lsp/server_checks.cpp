#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

#include "lsp/check_result.hpp"
#include "lsp/lens.hpp"
#include "lsp/server.hpp"
#include "report/page.hpp"
#include "report/result_json.hpp"
#include "report/text.hpp"

// Checks that an editor asks for, or that follow when a text is saved: started, shown while they run, ended, and
// reported.
namespace quotient::lsp {

using Json = nlohmann::json;

namespace {

constexpr int bad_parameters = -32602, failed = -32803, was_cancelled = -32800;

/// More frequent reports could not be read.
constexpr std::chrono::milliseconds between_reports{250};

}  // namespace

struct Server::CheckRequest {
  Json id;  // null: no answer is expected
  std::string claim;
  bool with_page = false;
  Json token;       // of progress; null: none is shown
  std::string key;  // of its job
};

void Server::execute(const Json& id, const Json& parameters) {
  const std::string command = parameters.is_object() ? parameters.value("command", "") : "";
  const Json arguments = parameters.is_object() ? parameters.value("arguments", Json()) : Json();
  const bool with_page = command == report_command;
  const bool fits = (command == check_command || with_page) && arguments.is_array() && arguments.size() == 2 &&
                    arguments[0].is_string() && arguments[1].is_string();
  if (!fits) return refuse(id, bad_parameters, std::string(check_command) + " takes a document and a claim");
  const std::optional<View> found = view({{"textDocument", {{"uri", arguments[0]}}}});
  if (!found) return refuse(id, bad_parameters, "this document is not open");
  const driver::Model& read = found->analysis->model;
  if (!read && read.stopped == StopCause::none) {
    return refuse(id, failed, "the text has errors: nothing can be checked");
  }
  start_check(*found->analysis, {id, arguments[1], with_page, parameters.value("workDoneToken", Json()), ""});
}

/// Saving again while a check runs replaces it by a check of the new text.
void Server::check_saved(const Json& parameters) {
  const std::optional<View> found = view(parameters);
  if (!found || !found->analysis->model) return;
  const auto running = jobs_.find(saved_check_);
  if (running != jobs_.end()) {
    {
      const std::lock_guard lock(mutex_);
      cancelled_.insert(saved_check_);
    }
    jobs_.erase(running);  // ends it
  }
  start_check(*found->analysis, {nullptr, "", false, nullptr, ""});
}

void Server::start_check(const Analysis& analysis, CheckRequest request) {
  std::erase_if(jobs_, [](const auto& job) { return job.second->has_ended(); });
  request.key = request.id.dump();
  if (request.id.is_null()) request.key = saved_check_ = "saved " + std::to_string(++saved_checks_);  // no JSON text
  begin_progress(request);
  const std::string root = uri_of(analysis.settings.path);
  driver::CheckSettings settings = check_settings(analysis.settings, request.claim, workspace_.check_seconds);
  settings.details = settings.graph = request.with_page;
  CheckJob::Told told;
  if (!request.token.is_null()) {
    told = [this, token = request.token, last = std::chrono::steady_clock::time_point()](const Progress& p) mutable {
      const auto now = std::chrono::steady_clock::now();
      if (now - last < between_reports) return;
      last = now;
      notify("$/progress", {{"token", token}, {"value", {{"kind", "report"}, {"message", progress_line(p)}}}});
    };
  }
  auto done = [this, request, root](CheckedModel model) {
    auto shared = std::make_shared<CheckedModel>(std::move(model));
    const std::lock_guard lock(mutex_);
    finished_.emplace_back([this, request, root, shared] { checked(request, root, std::move(*shared)); });
    arrived_.notify_all();
  };
  jobs_[request.key] = std::make_unique<CheckJob>(std::move(settings), std::move(done), std::move(told));
}

/// Progress is shown under the token that the request has, or else under one of our own where the editor allows that.
void Server::begin_progress(CheckRequest& request) {
  if (request.token.is_null() && shows_progress_) {
    request.token = "quotient-check-" + std::to_string(++tokens_);
    stream_.write({{"jsonrpc", "2.0"},
                   {"id", "progress-" + std::to_string(tokens_)},
                   {"method", "window/workDoneProgress/create"},
                   {"params", {{"token", request.token}}}});
  }
  if (request.token.is_null()) return;
  job_of_token_[request.token.dump()] = request.key;
  const std::string title = request.claim.empty() ? "checking" : "checking " + request.claim;
  notify("$/progress",
         {{"token", request.token}, {"value", {{"kind", "begin"}, {"title", title}, {"cancellable", true}}}});
}

void Server::end_progress(const CheckRequest& request, const std::string& message) {
  if (request.token.is_null()) return;
  job_of_token_.erase(request.token.dump());
  notify("$/progress", {{"token", request.token}, {"value", {{"kind", "end"}, {"message", message}}}});
}

void Server::stop_by_token(const Json& token) {
  const auto key = job_of_token_.find(token.dump());
  const auto job = key == job_of_token_.end() ? jobs_.end() : jobs_.find(key->second);
  if (job == jobs_.end()) return;
  {
    const std::lock_guard lock(mutex_);
    cancelled_.insert(key->second);
  }
  job->second->stop();
}

void Server::checked(const CheckRequest& request, const std::string& uri, CheckedModel model) {
  const Json& id = request.id;
  const auto no_answer = [&](int code, const std::string& why) {
    end_progress(request, why);
    if (!id.is_null()) refuse(id, code, why);
  };
  const bool cancelled = take_cancelled(request.key);
  if (!model.outcome.report) {
    const std::string why = model.outcome.refusal.empty() ? "the text has errors" : model.outcome.refusal;
    return no_answer(cancelled ? was_cancelled : failed, why);
  }
  if (cancelled) return no_answer(was_cancelled, "cancelled");
  const CheckReport& report = *model.outcome.report;
  const auto document = documents_.find(uri);
  // A search for infinite runs reports no states: those known from before are better than nothing.
  if (document != documents_.end() && model.reached.states > 0) reached_[uri] = std::move(model.reached);
  // Places are those of the text that was checked.
  if (document != documents_.end() && document->second.text == (*model.model.sources)[FileId{0}].text()) {
    const auto analysis = analyses_.find(uri);
    // What is checked with everything else is no longer as it was found alone.
    if (request.claim.empty()) by_check_.erase(uri);
    std::map<std::string, std::string>& shown = by_check_[uri][request.claim];
    shown.clear();
    for (const auto& [where, found] :
         found_by_check(model, analysis == analyses_.end() ? nullptr : analysis->second.get(), uri, request.claim))
      shown[where] = found.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (changed_.empty()) publish();
  }
  const std::string what = request.claim.empty() ? "" : request.claim + ": ";
  const std::string verdict = what + verdict_message(report);
  end_progress(request, verdict);
  // What follows by itself does not interrupt: it is among the diagnostics.
  if (id.is_null()) return;
  notify("window/showMessage", {{"type", severity_of(report.result.verdict)}, {"message", verdict}});
  Json answer = check_answer(report);
  if (request.with_page) answer["html"] = html_page(result_json(report));
  reply(id, std::move(answer));
}

}  // namespace quotient::lsp
