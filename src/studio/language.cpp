#include "studio/language.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/reading_scope.hpp"
#include "driver/languages.hpp"
#include "driver/phase.hpp"
#include "driver/subject_symmetry.hpp"
#include "lsp/completion.hpp"
#include "lsp/navigation.hpp"

namespace quotient::studio {

using Json = nlohmann::json;

namespace {

constexpr std::chrono::duration<double> seconds_for_symmetry(20);

lsp::Workspace workspace_of(const driver::CheckSettings& settings) {
  lsp::Workspace workspace;
  workspace.defines = settings.model.defines;
  workspace.include_dirs = settings.model.include_dirs;
  workspace.set_sizes = settings.model.set_sizes;
  return workspace;
}

Json breaks_of(const Symmetry& symmetry, const lsp::Analysis& analysis) {
  Json list = Json::array();
  for (const Symmetry::Break& b : symmetry.broken_by) {
    Json entry = {{"reason", b.reason}};
    if (b.at && analysis.can_be_shown(b.at->file)) {
      entry["file"] = analysis.sources()[b.at->file].path();
      entry["range"] = lsp::json_of(analysis.range(*b.at));
    }
    if (std::find(list.begin(), list.end(), entry) == list.end()) list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace

std::shared_ptr<const lsp::Analysis> Language::analysis(const JobText& job) {
  {
    const std::lock_guard lock(mutex_);
    const auto at = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) {
      return e.file == job.file && e.text == job.text && e.arguments == job.arguments;
    });
    if (at != entries_.end()) {
      entries_.splice(entries_.begin(), entries_, at);
      return at->analysis;
    }
  }
  const driver::CheckSettings settings = settings_of(job, limits_);
  const ReadingScope scope(folder_);
  const FrontEnd* language = driver::front_end_for(settings.model, job.text);
  lsp::Document document;
  document.path = job.file;
  document.text = job.text;
  document.language = language == nullptr ? "auto" : std::string(language->name());
  std::shared_ptr<const lsp::Analysis> made = lsp::analyse(document, job.overlays, workspace_of(settings));
  const std::lock_guard lock(mutex_);
  entries_.push_front({job.file, job.text, job.arguments, made});
  if (entries_.size() > most) entries_.pop_back();
  return made;
}

void Language::forget() {
  const std::lock_guard lock(mutex_);
  entries_.clear();
}

Json Language::analyse(const JobText& job) {
  const auto found = analysis(job);
  Json diagnostics = Json::array();
  const std::string own = lsp::uri_of(job.file);
  for (auto& [uri, list] : lsp::diagnostics_by_uri(*found)) {
    for (Json& diagnostic : list) {
      // Errors in an included file are reported at the beginning of this one.
      if (uri != own) {
        const std::string path = lsp::path_of(uri).value_or(uri);
        diagnostic["message"] = fmt::format("{}:{}: {}", std::filesystem::path(path).filename().string(),
                                            diagnostic["range"]["start"]["line"].get<unsigned>() + 1,
                                            diagnostic["message"].get<std::string>());
        diagnostic["range"] = lsp::json_of(lsp::Range{});
      }
      diagnostics.push_back(std::move(diagnostic));
    }
  }
  Json claims = Json::array();
  for (const Subject& subject : found->model.subjects) {
    if (!subject.claim.empty()) claims.push_back(subject.claim);
  }
  return {
      {"language", found->model.language()}, {"diagnostics", std::move(diagnostics)}, {"claims", std::move(claims)}};
}

Json Language::hover(const JobText& job, lsp::Position at) {
  const auto found = analysis(job);
  return lsp::hover(*found, FileId{0}, lsp::offset_of(job.text, at), nullptr);
}

Json Language::complete(const JobText& job, lsp::Position at) {
  const auto found = analysis(job);
  return lsp::completions(*found, FileId{0}, lsp::offset_of(job.text, at));
}

Json Language::symmetry(const JobText& job) {
  const auto found = analysis(job);
  if (!found->model) throw Refusal{422, "the model has errors"};
  driver::CheckSettings settings = settings_of(job, limits_);
  settings.model = found->settings;
  Deadline deadline({.time = seconds_for_symmetry});
  Json groups = Json::array();
  const bool done = driver::run_phase(deadline, driver::phases::symmetry, [&] {
    for (const Subject& subject : found->model.subjects) {
      const driver::ToldSymmetry told = driver::tell_symmetry(subject, found->sources(), settings);
      if (!told.refusal.empty()) throw Refusal{422, told.refusal};
      groups.push_back({{"claim", told.summary.claim},
                        {"order", told.summary.order},
                        {"structure", told.summary.structure},
                        {"families", told.summary.families},
                        {"generators", told.summary.generators},
                        {"broken_by", breaks_of(told.symmetry, *found)}});
    }
  });
  if (!done) throw Refusal{422, "symmetry detection took too long"};
  return {{"groups", std::move(groups)}};
}

}  // namespace quotient::studio
