#include "search/persist/manifest.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <numeric>
#include <unistd.h>
#include <utility>

#include "search/persist/kinds.hpp"

namespace quotient {

namespace {

/// The newest first.
constexpr std::array manifest_names = {"MANIFEST", "MANIFEST.before"};

void put_summary(SegmentWriter& out, const SegmentSummary& summary) {
  out.put(summary.length);
  out.put(summary.checksum);
}

SegmentSummary get_summary(SegmentReader& in) {
  SegmentSummary summary;
  summary.length = in.get<std::uint64_t>();
  summary.checksum = in.get<std::uint64_t>();
  return summary;
}

void put_logs(SegmentWriter& out, const std::vector<Manifest::Log>& logs) {
  out.put(static_cast<std::uint64_t>(logs.size()));
  for (const Manifest::Log& log : logs) {
    out.put(log.number);
    out.put(log.records);
    put_summary(out, log.summary);
  }
}

std::vector<Manifest::Log> get_logs(SegmentReader& in) {
  std::vector<Manifest::Log> logs;
  const auto count = in.get<std::uint64_t>();
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    Manifest::Log log;
    log.number = in.get<std::uint64_t>();
    log.records = in.get<std::uint64_t>();
    log.summary = get_summary(in);
    logs.push_back(log);
  }
  return logs;
}

std::optional<Manifest> read_one(const std::filesystem::path& file, std::string& error) {
  SegmentReader in(file, kinds::manifest);
  Manifest manifest;
  manifest.run = in.get<std::uint64_t>();
  SavedProgress& progress = manifest.progress;
  progress.states = in.get<std::uint64_t>();
  progress.transitions = in.get<std::uint64_t>();
  progress.waiting = in.get<std::uint64_t>();
  progress.level = in.get<std::uint64_t>();
  progress.seconds = in.get<double>();
  progress.written = in.get<std::int64_t>();
  progress.complete = in.get<std::uint8_t>() != 0;
  manifest.moment = in.get<std::uint64_t>();
  manifest.moment_summary = get_summary(in);
  manifest.logs = get_logs(in);
  manifest.steps = get_logs(in);
  in.expect_end();
  if (in.ok() && progress.waiting > progress.states) in.fail("holds a number that cannot be true");
  if (in.ok()) return manifest;
  error = *in.failure();
  return std::nullopt;
}

/// What is wrong with a file that a manifest names; empty where nothing is.
std::string problem_of(const std::filesystem::path& file, SegmentKind kind, const SegmentSummary& expected) {
  const SegmentReader in(file, kind);
  if (!in.ok()) return *in.failure();
  return in.summary() == expected ? "" : file.string() + ": belongs to another checkpoint";
}

std::optional<Manifest> newest(const std::filesystem::path& folder, std::string& error,
                               const std::function<std::string(const Manifest&)>& problem) {
  error.clear();
  for (const char* name : manifest_names) {
    std::string why;
    std::optional<Manifest> manifest = read_one(folder / name, why);
    if (manifest) why = problem(*manifest);
    if (why.empty()) return manifest;
    if (error.empty()) error = why;
  }
  return std::nullopt;
}

/// Renamed files are on the disk once their folder is.
bool sync_folder(const std::filesystem::path& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool done = fsync(descriptor) == 0;
  close(descriptor);
  return done;
}

}  // namespace

std::uint64_t Manifest::records() const {
  return std::accumulate(logs.begin(), logs.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const Log& log) { return sum + log.records; });
}

std::uint64_t Manifest::bytes() const {
  std::uint64_t bytes = moment_summary.length;
  for (const Log& log : logs) bytes += log.summary.length;
  for (const Log& log : steps) bytes += log.summary.length;
  return bytes;
}

std::filesystem::path log_file(const std::filesystem::path& folder, std::uint64_t number) {
  return folder / ("states-" + std::to_string(number));
}

std::filesystem::path steps_file(const std::filesystem::path& folder, std::uint64_t number) {
  return folder / ("steps-" + std::to_string(number));
}

std::filesystem::path moment_file(const std::filesystem::path& folder, std::uint64_t number) {
  return folder / ("moment-" + std::to_string(number));
}

std::optional<std::string> write_manifest(const std::filesystem::path& folder, const Manifest& manifest) {
  const std::filesystem::path place = folder / manifest_names[0], fresh = folder / "MANIFEST.new";
  SegmentWriter out(fresh, kinds::manifest);
  out.put(manifest.run);
  out.put(manifest.progress.states);
  out.put(manifest.progress.transitions);
  out.put(manifest.progress.waiting);
  out.put(manifest.progress.level);
  out.put(manifest.progress.seconds);
  out.put(manifest.progress.written);
  out.put(static_cast<std::uint8_t>(manifest.progress.complete));
  out.put(manifest.moment);
  put_summary(out, manifest.moment_summary);
  put_logs(out, manifest.logs);
  put_logs(out, manifest.steps);
  if (auto failure = out.finish()) return failure;
  std::error_code error;
  // Whoever is killed between these two has the one before.
  if (std::filesystem::exists(place, error)) std::filesystem::rename(place, folder / manifest_names[1], error);
  if (!error) std::filesystem::rename(fresh, place, error);
  if (error) return place.string() + ": cannot be written (" + error.message() + ")";
  if (!sync_folder(folder)) return folder.string() + ": cannot be written (" + std::strerror(errno) + ")";
  return std::nullopt;
}

bool has_manifest(const std::filesystem::path& folder) {
  std::error_code error;
  for (const char* name : manifest_names) {
    if (std::filesystem::exists(folder / name, error)) return true;
  }
  return false;
}

std::optional<Manifest> read_manifest(const std::filesystem::path& folder, std::string& error) {
  return newest(folder, error, [](const Manifest&) { return std::string(); });
}

std::vector<Manifest> all_manifests(const std::filesystem::path& folder) {
  std::vector<Manifest> all;
  std::string ignored;
  for (const char* name : manifest_names) {
    if (auto manifest = read_one(folder / name, ignored)) all.push_back(std::move(*manifest));
  }
  return all;
}

std::optional<Manifest> read_checked_manifest(const std::filesystem::path& folder, std::string& error) {
  return newest(folder, error, [&folder](const Manifest& manifest) {
    std::string problem = problem_of(moment_file(folder, manifest.moment), kinds::moment, manifest.moment_summary);
    for (const Manifest::Log& log : manifest.logs) {
      if (problem.empty()) problem = problem_of(log_file(folder, log.number), kinds::states, log.summary);
    }
    for (const Manifest::Log& log : manifest.steps) {
      if (problem.empty()) problem = problem_of(steps_file(folder, log.number), kinds::steps, log.summary);
    }
    return problem;
  });
}

}  // namespace quotient
