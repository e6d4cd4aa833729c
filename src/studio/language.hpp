#pragma once

#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>

#include "lsp/analysis.hpp"
#include "studio/job_text.hpp"

namespace quotient::studio {

/// What editors ask about a text: the answers of the language server, in its own form (lines and characters from 0,
/// characters in UTF-16 units). Throws Refusal. For several threads.
class Language {
 public:
  /// Files are read within the folder, which must be canonical. `limits` as of jobs.
  Language(std::filesystem::path folder, const driver::CheckSettings& limits)
      : folder_(std::move(folder)), limits_(limits) {}

  /// {"language", "diagnostics"}.
  nlohmann::json analyse(const JobText& job);
  nlohmann::json hover(const JobText& job, lsp::Position at);
  nlohmann::json complete(const JobText& job, lsp::Position at);
  /// What is interchangeable, and what breaks it, with its places.
  nlohmann::json symmetry(const JobText& job);
  void forget();

 private:
  static constexpr std::size_t most = 4;
  struct Entry {
    std::string file, text, arguments;
    std::shared_ptr<const lsp::Analysis> analysis;
  };
  std::shared_ptr<const lsp::Analysis> analysis(const JobText& job);

  std::filesystem::path folder_;
  const driver::CheckSettings& limits_;
  std::mutex mutex_;
  std::list<Entry> entries_;  // the last used first
};

}  // namespace quotient::studio
