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

bool JournalReader::has_next(Records& records, const std::vector<Manifest::Log>& logs, FileName file,
                             SegmentKind kind) {
  while (records.left == 0 && records.opened < logs.size() && failure_.empty()) {
    const Manifest::Log& log = logs[records.opened++];
    records.log = std::make_unique<SegmentReader>(file(folder_, log.number), kind);
    records.left = log.records;
    if (!records.log->ok()) failure_ = *records.log->failure();
  }
  return records.left > 0 && failure_.empty();
}

std::optional<JournalReader::State> JournalReader::next() {
  if (!has_next(states_, manifest_.logs, log_file, kinds::states)) return std::nullopt;
  SegmentReader& log = *states_.log;
  // Written as the distance back to the parent; 0: there is none.
  const std::uint64_t back = get_small(log);
  const std::uint64_t length = get_small(log);
  if (back > number_ || !log.has(length, 1)) log.fail("holds a number that cannot be true");
  if (log.ok()) {
    bytes_.resize(length);
    log.read(bytes_);
  }
  if (!log.ok()) {
    failure_ = *log.failure();
    return std::nullopt;
  }
  --states_.left;
  const std::uint64_t number = number_++;
  return State{back == 0 ? no_parent : number - back, bytes_};
}

bool JournalReader::next_steps(SavedSteps& steps) {
  if (!has_next(steps_, manifest_.steps, steps_file, kinds::steps)) return false;
  SegmentReader& log = *steps_.log;
  steps.source = get_small(log);
  steps.flags = static_cast<std::uint32_t>(get_small(log));
  const std::uint64_t count = get_small(log);
  if (!log.has(count, 1)) log.fail("holds a number that cannot be true");
  steps.targets.clear();
  for (std::uint64_t i = 0; i < count && log.ok(); ++i) steps.targets.push_back(get_small(log));
  if (!log.ok()) {
    failure_ = *log.failure();
    return false;
  }
  --steps_.left;
  return true;
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
    manifest_.steps = found->steps;
    manifest_.moment = found->moment;
    manifest_.moment_summary = found->moment_summary;
    added_ = marked_ = found->records();
    next_file_ = found->moment + 1;
    for (const auto* logs : {&found->logs, &found->steps}) {
      for (const Manifest::Log& log : *logs) next_file_ = std::max(next_file_, log.number + 1);
    }
    saved_ = std::make_unique<JournalReader>(folder_, std::move(*found));
  }
  remove_old_files();
}

std::uint64_t Journal::add(std::uint64_t parent, std::span<const std::uint8_t> lasting) {
  if (!failure_) {
    if (states_.writer == nullptr) begin(states_, manifest_.logs, log_file(folder_, next_file_), kinds::states);
    SegmentWriter& out = *states_.writer;
    put_small(out, parent == JournalReader::no_parent ? 0 : added_ - parent);
    put_small(out, lasting.size());
    out.write(lasting);
    ++states_.records;
    if (!out.ok()) finish(states_, manifest_.logs);
  }
  return added_++;
}

void Journal::add_steps(const SavedSteps& steps) {
  if (failure_) return;
  if (steps_.writer == nullptr) begin(steps_, manifest_.steps, steps_file(folder_, next_file_), kinds::steps);
  SegmentWriter& out = *steps_.writer;
  put_small(out, steps.source);
  put_small(out, steps.flags);
  put_small(out, steps.targets.size());
  for (const std::uint64_t target : steps.targets) put_small(out, target);
  ++steps_.records;
  if (!out.ok()) finish(steps_, manifest_.steps);
}

/// The file is that of the next number.
void Journal::begin(Log& log, std::vector<Manifest::Log>& logs, const std::filesystem::path& file, SegmentKind kind) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  logs.push_back({next_file_++, 0, {}});
  log.writer = std::make_unique<SegmentWriter>(file, kind);
  log.records = 0;
}

void Journal::mark(std::vector<std::uint8_t> moment, const SavedProgress& progress) {
  moment_ = std::move(moment);
  manifest_.progress = progress;
  marked_ = added_;
  if (states_.writer != nullptr) manifest_.logs.back().records = states_.records;
  if (steps_.writer != nullptr) manifest_.steps.back().records = steps_.records;
  is_new_ = true;
  if (Clock::now() - last_ >= interval_) commit();
}

void Journal::finish(Log& log, std::vector<Manifest::Log>& logs) {
  if (log.writer == nullptr) return;
  if (const auto failure = log.writer->finish()) {
    fail(*failure);
    return;
  }
  logs.back().summary = log.writer->summary();
  log.writer.reset();
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
  finish(states_, manifest_.logs);
  if (!failure_) finish(steps_, manifest_.steps);
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
  for (const Manifest::Log& log : manifest_.steps) kept.push_back(steps_file(folder_, log.number));
  kept.push_back(moment_file(folder_, manifest_.moment));
  for (const Manifest& other : all_manifests(folder_)) {
    kept.push_back(moment_file(folder_, other.moment));
    for (const Manifest::Log& log : other.logs) kept.push_back(log_file(folder_, log.number));
    for (const Manifest::Log& log : other.steps) kept.push_back(steps_file(folder_, log.number));
  }
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, error)) {
    const std::string name = entry.path().filename().string();
    const bool ours = name.starts_with("states-") || name.starts_with("steps-") || name.starts_with("moment-") ||
                      name == "MANIFEST.new";
    if (ours && std::find(kept.begin(), kept.end(), entry.path()) == kept.end()) {
      std::filesystem::remove(entry.path(), error);
    }
  }
}

/// The unfinished logs go: on a full disk, room is what is lacking.
void Journal::fail(std::string why) {
  failure_ = std::move(why);
  std::error_code error;
  if (std::exchange(states_.writer, nullptr) != nullptr)
    std::filesystem::remove(log_file(folder_, manifest_.logs.back().number), error);
  if (std::exchange(steps_.writer, nullptr) != nullptr)
    std::filesystem::remove(steps_file(folder_, manifest_.steps.back().number), error);
}

}  // namespace quotient
