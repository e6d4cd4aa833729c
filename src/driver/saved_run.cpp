#include "driver/saved_run.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "report/output_file.hpp"

namespace quotient::driver {

namespace {

constexpr int run_format = 1;

std::filesystem::path run_file(const std::filesystem::path& folder) { return folder / "RUN"; }

std::filesystem::path outcome_file(const std::filesystem::path& folder) { return folder / "OUTCOME"; }

std::string digest_of(std::string_view text) {
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

nlohmann::ordered_json json_of(const SavedRun& run) {
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  for (const SavedRun::File& file : run.files) files.push_back({{"path", file.path}, {"digest", file.digest}});
  return {{"format", run_format}, {"version", run.version},     {"directory", run.directory},
          {"model", run.model},   {"arguments", run.arguments}, {"interval", run.interval},
          {"files", files}};
}

}  // namespace

std::uint64_t SavedRun::digest() const {
  // Not where it was started, nor how often it is saved.
  nlohmann::ordered_json deciding = {{"version", version}, {"arguments", arguments}};
  for (const File& file : files) deciding["files"].push_back(file.digest);
  const std::string text = deciding.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  return XXH3_64bits(text.data(), text.size());
}

std::vector<SavedRun::File> digests_of(const SourceMap& sources) {
  std::vector<SavedRun::File> files;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const SourceFile& file = sources[FileId{static_cast<std::uint32_t>(i)}];
    files.push_back({file.path(), digest_of(file.text())});
  }
  return files;
}

std::optional<std::string> write_saved_run(const std::filesystem::path& folder, const SavedRun& run) {
  std::string error;
  const std::string text = json_of(run).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  if (write_file(run_file(folder).string(), text, error)) return std::nullopt;
  return error;
}

bool has_saved_run(const std::filesystem::path& folder) {
  std::error_code ignored;
  return std::filesystem::exists(run_file(folder), ignored);
}

std::optional<SavedRun> read_saved_run(const std::filesystem::path& folder, std::string& error) {
  const std::string path = run_file(folder).string();
  if (!has_saved_run(folder)) {
    error = fmt::format("{}: there are no checkpoints here", folder.string());
    return std::nullopt;
  }
  const std::optional<std::string> text = read_text_file(path, error);
  if (!text) return std::nullopt;
  try {
    const auto json = nlohmann::json::parse(*text);
    if (json.at("format") != run_format) {
      error = path + ": is of another version of the program";
      return std::nullopt;
    }
    SavedRun run;
    json.at("version").get_to(run.version);
    json.at("directory").get_to(run.directory);
    json.at("model").get_to(run.model);
    json.at("arguments").get_to(run.arguments);
    json.at("interval").get_to(run.interval);
    for (const auto& file : json.at("files")) run.files.push_back({file.at("path"), file.at("digest")});
    return run;
  } catch (const nlohmann::json::exception&) {
    error = path + ": does not describe a run";
    return std::nullopt;
  }
}

std::optional<std::string> write_outcome(const std::filesystem::path& folder, const RunOutcome& outcome) {
  std::string error;
  const nlohmann::ordered_json json = {{"verdict", outcome.verdict}, {"exit_code", outcome.exit_code}};
  if (write_file(outcome_file(folder).string(), json.dump() + "\n", error)) return std::nullopt;
  return error;
}

std::optional<RunOutcome> read_outcome(const std::filesystem::path& folder) {
  std::error_code failure;
  if (!std::filesystem::exists(outcome_file(folder), failure)) return std::nullopt;
  std::string error;
  const std::optional<std::string> text = read_text_file(outcome_file(folder).string(), error);
  if (!text) return std::nullopt;
  try {
    const auto json = nlohmann::json::parse(*text);
    return RunOutcome{json.at("verdict").get<std::string>(), json.at("exit_code").get<int>()};
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

void remove_outcome(const std::filesystem::path& folder) {
  std::error_code ignored;
  std::filesystem::remove(outcome_file(folder), ignored);
}

std::string difference(const SavedRun& saved, const SavedRun& now) {
  if (saved.version != now.version) {
    return fmt::format("the checkpoints were written by version {}, this is {}", saved.version, now.version);
  }
  if (saved.arguments != now.arguments) return "the options are not those of the run that was saved";
  if (saved.files == now.files) return "";
  for (const SavedRun::File& file : now.files) {
    // Texts of the command line, each -D for instance, have one name.
    const auto same_path = [&file](const SavedRun::File& other) { return other.path == file.path; };
    if (std::ranges::find(saved.files, file) != saved.files.end()) continue;
    const bool was_read = std::ranges::any_of(saved.files, same_path);
    return file.path + (was_read ? " has changed since the run began" : " was not read then");
  }
  return "not all files that were read then are read now";
}

}  // namespace quotient::driver
