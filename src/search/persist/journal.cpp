#include "search/persist/journal.hpp"

#include <algorithm>
#include <ctime>
#include <utility>

#include "search/persist/kinds.hpp"

namespace quotient {

namespace {

/// Seven bits a byte, the lowest first: most numbers are small.
void put_small(SegmentWriter& out, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) out.put(static_cast<std::uint8_t>(number | 0x80));
  out.put(static_cast<std::uint8_t>(number));
}

std::uint64_t get_small(SegmentReader& in) {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < 64 && in.ok(); shift += 7) {
    const auto byte = in.get<std::uint8_t>();
    number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if ((byte & 0x80) == 0) return number;
  }
  in.fail("holds a number that cannot be true");
  return 0;
}

}  // namespace

JournalReader::JournalReader(std::filesystem::path folder, Manifest manifest)
    : folder_(std::move(folder)), manifest_(std::move(manifest)) {}

bool JournalReader::open_next_log() {
  while (left_ == 0 && opened_ < manifest_.logs.size() && failure_.empty()) {
    const Manifest::Log& log = manifest_.logs[opened_++];
    log_ = std::make_unique<SegmentReader>(log_file(folder_, log.number), kinds::states);
    left_ = log.records;
    if (!log_->ok()) failure_ = *log_->failure();
  }
  return left_ > 0 && failure_.empty();
}

std::optional<JournalReader::State> JournalReader::next() {
  if (left_ == 0 && !open_next_log()) return std::nullopt;
  // Written as the distance back to the parent; 0: there is none.
  const std::uint64_t back = get_small(*log_);
  const std::uint64_t length = get_small(*log_);
  if (back > number_ || !log_->has(length, 1)) log_->fail("holds a number that cannot be true");
  if (log_->ok()) {
    bytes_.resize(length);
    log_->read(bytes_);
  }
  if (!log_->ok()) {
    failure_ = *log_->failure();
    return std::nullopt;
  }
  --left_;
  const std::uint64_t number = number_++;
  return State{back == 0 ? no_parent : number - back, bytes_};
}

std::unique_ptr<SegmentReader> JournalReader::moment() const {
  return std::make_unique<SegmentReader>(moment_file(folder_, manifest_.moment), kinds::moment);
}

Journal::Journal(std::filesystem::path folder, std::uint64_t run, std::chrono::duration<double> interval, bool resume)
    : folder_(std::move(folder)), interval_(interval), last_(Clock::now()) {
  manifest_.run = run;
  if (resume && has_manifest(folder_)) {
    std::optional<Manifest> found = read_checked_manifest(folder_, refusal_);
    if (!found) return;
    if (found->run != run) {
      refusal_ = folder_.string() + ": this is the checkpoint of another search";
      return;
    }
    refusal_.clear();
    manifest_.logs = found->logs;
    manifest_.moment = found->moment;
    manifest_.moment_summary = found->moment_summary;
    added_ = marked_ = found->records();
    next_file_ = found->moment + 1;
    for (const Manifest::Log& log : found->logs) next_file_ = std::max(next_file_, log.number + 1);
    saved_ = std::make_unique<JournalReader>(folder_, std::move(*found));
  }
  remove_old_files();
}

std::uint64_t Journal::add(std::uint64_t parent, std::span<const std::uint8_t> lasting) {
  if (!failure_) {
    if (log_ == nullptr) begin_log();
    put_small(*log_, parent == JournalReader::no_parent ? 0 : added_ - parent);
    put_small(*log_, lasting.size());
    log_->write(lasting);
    ++in_log_;
    if (!log_->ok()) finish_log();
  }
  return added_++;
}

void Journal::begin_log() {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  manifest_.logs.push_back({next_file_++, 0, {}});
  log_ = std::make_unique<SegmentWriter>(log_file(folder_, manifest_.logs.back().number), kinds::states);
  in_log_ = 0;
}

void Journal::mark(std::vector<std::uint8_t> moment, const SavedProgress& progress) {
  moment_ = std::move(moment);
  manifest_.progress = progress;
  marked_ = added_;
  if (log_ != nullptr) manifest_.logs.back().records = in_log_;
  is_new_ = true;
  if (Clock::now() - last_ >= interval_) commit();
}

void Journal::finish_log() {
  if (log_ == nullptr) return;
  if (const auto failure = log_->finish()) {
    fail(*failure);
    return;
  }
  manifest_.logs.back().summary = log_->summary();
  log_.reset();
}

bool Journal::write_moment() {
  manifest_.moment = next_file_++;
  SegmentWriter out(moment_file(folder_, manifest_.moment), kinds::moment);
  out.write(moment_);
  if (const auto failure = out.finish()) {
    fail(*failure);
    return false;
  }
  manifest_.moment_summary = out.summary();
  return true;
}

void Journal::commit() {
  if (failure_ || !is_new_) return;
  finish_log();
  if (failure_ || !write_moment()) return;
  manifest_.progress.written = static_cast<std::int64_t>(std::time(nullptr));
  if (const auto failure = write_manifest(folder_, manifest_)) return fail(*failure);
  remove_old_files();
  is_new_ = false;
  last_ = Clock::now();
  // Where a search is cut short while it writes a level, some of that is in the file, and does not count.
  added_ = marked_;
}

/// What no manifest names: left by a process that was killed, or by the last checkpoint but one.
void Journal::remove_old_files() const {
  std::vector<std::filesystem::path> kept;
  for (const Manifest::Log& log : manifest_.logs) kept.push_back(log_file(folder_, log.number));
  kept.push_back(moment_file(folder_, manifest_.moment));
  for (const Manifest& other : all_manifests(folder_)) {
    kept.push_back(moment_file(folder_, other.moment));
    for (const Manifest::Log& log : other.logs) kept.push_back(log_file(folder_, log.number));
  }
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, error)) {
    const std::string name = entry.path().filename().string();
    const bool ours = name.starts_with("states-") || name.starts_with("moment-") || name == "MANIFEST.new";
    if (ours && std::find(kept.begin(), kept.end(), entry.path()) == kept.end()) {
      std::filesystem::remove(entry.path(), error);
    }
  }
}

/// The unfinished log goes: on a full disk, room is what is lacking.
void Journal::fail(std::string why) {
  failure_ = std::move(why);
  if (log_ == nullptr) return;
  log_.reset();
  std::error_code error;
  std::filesystem::remove(log_file(folder_, manifest_.logs.back().number), error);
}

}  // namespace quotient
