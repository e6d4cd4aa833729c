#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "model/successors.hpp"
#include "process/program.hpp"

namespace quotient {

struct ChannelPlace {
  std::uint32_t offset = 0;
  std::uint32_t kind = 0;
};

/// Where things are in a state, given the types of its processes from the oldest to the youngest:
///
///     number of processes | global cells | global channels | process 0 | its channels | process 1 | its channels | …
///
/// A process record begins with its type, so that a state says by itself which shape it has.
struct Shape {
  std::span<const std::uint32_t> types;          // by pid
  std::span<const std::uint32_t> processes;      // offset of the record, by pid
  std::span<const std::uint32_t> first_channel;  // index into channels, by pid
  std::span<const ChannelPlace> channels;        // by channel number - 1
  std::uint32_t size = 0;

  struct Tables;
  Shape* parent = nullptr;                                                 // without the youngest process
  std::vector<std::pair<std::uint32_t, std::unique_ptr<Shape>>> children;  // with one more process, and its type
  Tables* tables = nullptr;                                                // what the above are the begin of
};

/// All shapes met so far: a tree, since processes come and go at one end. Not shared between threads.
class Shapes {
 public:
  explicit Shapes(const Program& program);
  ~Shapes();

  const Shape& empty() const { return *root_; }
  /// The shape of a state. Costs a comparison where it is the one asked for last.
  const Shape& of(const std::uint8_t* state);
  const Shape& with(const Shape& shape, std::uint32_t type);
  static const Shape& without_youngest(const Shape& shape) { return *shape.parent; }

 private:
  void append(Shape& shape, const ProcessType& type, std::uint32_t index);
  Shape::Tables& room_for(const Shape& shape, std::size_t channels);

  const Program& program_;
  std::vector<std::unique_ptr<Shape::Tables>> tables_;
  std::unique_ptr<Shape> root_;
  const Shape* last_ = nullptr;
};

}  // namespace quotient
