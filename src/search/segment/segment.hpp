#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace quotient {

/// What a file of saved data holds. Its version changes whenever its layout does: nothing else is read.
struct SegmentKind {
  std::uint32_t tag;
  std::uint32_t version;
};

/// What tells one file of saved data from another that could stand in its place.
struct SegmentSummary {
  std::uint64_t length = 0;    // without the header
  std::uint64_t checksum = 0;  // of that
  friend bool operator==(const SegmentSummary&, const SegmentSummary&) = default;
};

/// Writes a file: a header (what it is, how long, checksum), then the content. Numbers are written as they lie in
/// memory, least significant byte first; a machine that does otherwise is refused. Nothing throws: after the first
/// failure the rest is ignored, and `finish` says what went wrong.
class SegmentWriter {
 public:
  SegmentWriter(const std::filesystem::path& file, SegmentKind kind);
  /// Appends the content, without a header, to `memory`, which must outlive it: to be written to a file later, if ever.
  explicit SegmentWriter(std::vector<std::uint8_t>& memory);
  SegmentWriter(const SegmentWriter&) = delete;
  SegmentWriter& operator=(const SegmentWriter&) = delete;
  ~SegmentWriter();

  void write(std::span<const std::uint8_t> bytes);
  template <typename Number>
  void put(Number number) {
    static_assert(std::is_arithmetic_v<Number>);
    write({reinterpret_cast<const std::uint8_t*>(&number), sizeof number});
  }
  /// With their number.
  void put_bytes(std::span<const std::uint8_t> bytes) {
    put(static_cast<std::uint64_t>(bytes.size()));
    write(bytes);
  }

  /// To be called at the end: writes the header, and sees to it that everything is on the disk. What is wrong, if
  /// anything.
  [[nodiscard]] std::optional<std::string> finish();
  /// Of a file that is finished.
  SegmentSummary summary() const { return summary_; }
  /// Bytes written so far.
  std::uint64_t length() const { return summary_.length; }
  bool ok() const { return !failure_; }

 private:
  struct Checksum;
  void fail(const char* what);

  std::string name_;
  SegmentKind kind_;
  std::FILE* file_ = nullptr;
  std::vector<std::uint8_t>* memory_ = nullptr;
  std::unique_ptr<Checksum> checksum_;
  SegmentSummary summary_;
  std::optional<std::string> failure_;
};

/// Reads such a file. All of it is checked before anything is handed out: so whatever is read was written by a program
/// that knew the version, or by somebody who meant to deceive. Against these, whoever reads checks every number, and
/// takes no memory for more than is `left`. Beyond the end zeros are read, and `ok` is false from then on.
class SegmentReader {
 public:
  SegmentReader(const std::filesystem::path& file, SegmentKind kind);
  /// Reads what a writer has appended to memory, which must outlive it. There is no header, so nothing is checked.
  explicit SegmentReader(std::span<const std::uint8_t> memory);
  SegmentReader(const SegmentReader&) = delete;
  SegmentReader& operator=(const SegmentReader&) = delete;
  ~SegmentReader();

  /// Why nothing can be read, if so; with the name of the file.
  const std::optional<std::string>& failure() const { return failure_; }
  bool ok() const { return !failure_; }
  std::uint64_t left() const { return left_; }
  SegmentSummary summary() const { return summary_; }
  /// Whether so many things of this size are left.
  bool has(std::uint64_t count, std::uint64_t size) const { return size == 0 || count <= left_ / size; }

  bool read(std::span<std::uint8_t> bytes);
  template <typename Number>
  Number get() {
    static_assert(std::is_arithmetic_v<Number>);
    Number number{};
    read({reinterpret_cast<std::uint8_t*>(&number), sizeof number});
    return number;
  }
  /// What `put_bytes` wrote; empty, and a failure, where it is longer than that.
  std::vector<std::uint8_t> get_bytes(std::uint64_t most);
  /// A failure, where something is left.
  void expect_end();
  void fail(const std::string& what);

 private:
  void open(SegmentKind kind);

  std::string name_;
  std::FILE* file_ = nullptr;
  std::uint64_t left_ = 0;
  SegmentSummary summary_;
  std::optional<std::string> failure_;
};

}  // namespace quotient
