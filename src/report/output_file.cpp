#include "report/output_file.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

#include "base/abandoned.hpp"
#include "base/folder.hpp"

namespace quotient {

namespace {

/// What runs that were killed have left beside a file.
void remove_abandoned(const std::string& target) {
  const std::filesystem::path path(target);
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  const std::string prefix = path.filename().string() + ".new-";
  for (const std::string& name : names_in(folder.string())) {
    const std::optional<pid_t> maker = maker_of(name, prefix);
    const std::string found = (folder / name).string();
    if (maker && is_abandoned(found, *maker)) unlink(found.c_str());
  }
}

}  // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)), target_(path_) {
  if (path_ == "-") {
    file_ = stdout;
    return;
  }
  std::error_code code;
  const auto status = std::filesystem::status(path_, code);
  if (std::filesystem::is_directory(status)) {
    error_ = EISDIR;
    return;
  }
  if (std::filesystem::exists(status)) {
    if (!std::filesystem::is_regular_file(status)) {
      file_ = std::fopen(path_.c_str(), "wb");
      if (file_ == nullptr) error_ = errno;
      return;
    }
    const auto resolved = std::filesystem::canonical(path_, code);
    if (!code) target_ = resolved.string();
  }
  remove_abandoned(target_);
  // O_EXCL: a file or link created there by another process is never followed or overwritten.
  for (int attempt = 0; attempt < 100; ++attempt) {
    temporary_ = target_ + ".new-" + std::to_string(getpid()) + "-" + std::to_string(attempt);
    const int descriptor = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) {
      unfinished_ = UnfinishedFile(temporary_);
      flock(descriptor, LOCK_EX | LOCK_NB);
      file_ = fdopen(descriptor, "wb");
      error_ = file_ == nullptr ? errno : 0;
      if (file_ == nullptr) close(descriptor);
      return;
    }
    error_ = errno;
    if (error_ != EEXIST) break;
  }
  temporary_.clear();
}

OutputFile::~OutputFile() {
  if (file_ != nullptr && file_ != stdout) std::fclose(file_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void OutputFile::write(std::string_view text) {
  if (file_ == nullptr || error_ != 0) return;
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) error_ = errno != 0 ? errno : EIO;
}

bool OutputFile::commit(std::string& error) {
  if (file_ != nullptr) {
    if (std::fflush(file_) != 0 && error_ == 0) error_ = errno;
    if (file_ != stdout && std::fclose(file_) != 0 && error_ == 0) error_ = errno;
    file_ = nullptr;
  }
  if (error_ == 0 && !temporary_.empty()) {
    if (std::rename(temporary_.c_str(), target_.c_str()) == 0) {
      temporary_.clear();
      unfinished_.keep();
    } else {
      error_ = errno;
    }
  }
  if (error_ == 0) return true;
  error = "cannot write '" + path_ + "': " + std::strerror(error_);
  return false;
}

bool can_write(const std::string& path, std::string& error) {
  OutputFile probe(path);
  if (probe.ok()) return true;
  return probe.commit(error);
}

bool write_file(const std::string& path, std::string_view text, std::string& error) {
  OutputFile file(path);
  file.write(text);
  return file.commit(error);
}

}  // namespace quotient
