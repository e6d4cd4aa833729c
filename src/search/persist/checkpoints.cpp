#include "search/persist/checkpoints.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace quotient {

namespace {

std::filesystem::path search_folder(const std::filesystem::path& folder, std::uint64_t number) {
  return folder / ("search-" + std::to_string(number));
}

}  // namespace

std::unique_ptr<Checkpoints> Checkpoints::open(std::filesystem::path folder, std::uint64_t run,
                                               std::chrono::duration<double> interval, bool resume,
                                               std::string& error) {
  const std::string lock_path = (folder / "LOCK").string();
  const int lock = ::open(lock_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock < 0) {
    error = lock_path + ": " + std::strerror(errno);
    return nullptr;
  }
  if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
    error = folder.string() + ": another process is at work with these checkpoints";
    close(lock);
    return nullptr;
  }
  return std::unique_ptr<Checkpoints>(new Checkpoints(std::move(folder), run, interval, resume, lock));
}

Checkpoints::Checkpoints(std::filesystem::path folder, std::uint64_t run, std::chrono::duration<double> interval,
                         bool resume, int lock)
    : folder_(std::move(folder)), run_(run), interval_(interval), resume_(resume), lock_(lock) {}

Checkpoints::~Checkpoints() { close(lock_); }  // which unlocks it

std::unique_ptr<Journal> Checkpoints::next_search() {
  ++searches_;
  // The same search of another run differs in the digest; another search of this run, in its number.
  const bool goes_on = resume_ || std::exchange(repeats_, false);
  auto journal = std::make_unique<Journal>(search_folder(folder_, searches_), run_ ^ searches_, interval_, goes_on);
  if (refusal_.empty()) refusal_ = journal->refusal();
  return journal;
}

void Checkpoints::repeat_search() {
  --searches_;
  repeats_ = true;
}

bool Checkpoints::can_restore() const { return resume_ && has_manifest(search_folder(folder_, searches_ + 1)); }

void Checkpoints::ended(const Journal& journal) {
  if (refusal_.empty()) refusal_ = journal.refusal();
  if (failure_.empty() && journal.failure()) failure_ = *journal.failure();
}

std::vector<Manifest> saved_searches(const std::filesystem::path& folder, std::string& error) {
  std::vector<Manifest> searches;
  error.clear();
  for (std::uint64_t number = 1;; ++number) {
    const std::filesystem::path of_search = search_folder(folder, number);
    if (!std::filesystem::is_directory(of_search) || !has_manifest(of_search)) return searches;
    std::optional<Manifest> manifest = read_manifest(of_search, error);
    if (!manifest) return searches;
    searches.push_back(std::move(*manifest));
  }
}

}  // namespace quotient
