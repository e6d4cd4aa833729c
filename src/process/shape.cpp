#include "process/shape.hpp"

#include <algorithm>

#include "base/ensure.hpp"
#include "process/record.hpp"

namespace quotient {

/// What shapes look into. One that has one process more goes on in the tables of the other where it is the first to do
/// so: hundreds of processes that come one after the other would else have all tables hundreds of times. Tables never
/// move, so there is a new one where the room is used up.
struct Shape::Tables {
  std::vector<std::uint32_t> types, processes, first_channel;
  std::vector<ChannelPlace> channels;
};

Shapes::Shapes(const Program& program) : program_(program), root_(std::make_unique<Shape>()) {
  root_->size = program.head_size() + program.global_size;
  Shape::Tables& tables = room_for(*root_, program.channels.size());
  for (const ChannelInstance& c : program.channels) {
    tables.channels.push_back({root_->size, c.kind});
    root_->size += program.channel_kinds[c.kind].size();
  }
  root_->channels = tables.channels;
  root_->tables = &tables;
  last_ = root_.get();
}

Shapes::~Shapes() {
  // From the leaves on: a chain of thousands of shapes must not be unwound by recursion. Without a list of those that
  // wait, since memory may be what all of it ends for.
  for (Shape* shape = root_.get(); shape != nullptr;) {
    if (!shape->children.empty()) {
      shape = shape->children.back().second.get();
    } else {
      shape = shape->parent;
      if (shape != nullptr) shape->children.pop_back();
    }
  }
}

const Shape& Shapes::of(const std::uint8_t* state) {
  const std::size_t count = process_count(program_, state);
  const auto fits = [this, state, count](const Shape& s) {
    if (s.types.size() != count) return false;
    for (std::size_t pid = 0; pid < count; ++pid) {
      if (type_in(program_, state + s.processes[pid]) != s.types[pid]) return false;
    }
    return true;
  };
  if (fits(*last_)) return *last_;
  const Shape* shape = root_.get();
  for (std::size_t pid = 0; pid < count; ++pid) shape = &with(*shape, type_in(program_, state + shape->size));
  last_ = shape;
  return *shape;
}

const Shape& Shapes::with(const Shape& shape, std::uint32_t type) {
  for (const auto& [other, child] : shape.children) {
    if (other == type) return *child;
  }
  ensure(type < program_.process_types.size(), "a state names an unknown process type");
  // The tree is ours; only callers see its nodes as const.
  auto& own = const_cast<Shape&>(shape);
  auto child = std::make_unique<Shape>();
  child->size = shape.size;
  child->parent = &own;
  child->types = shape.types;
  child->channels = shape.channels;
  child->tables = shape.tables;
  append(*child, program_.process_types[type], type);
  return *own.children.emplace_back(type, std::move(child)).second;
}

/// The tables of a shape, where it is the longest in them and there is room for one more process; or a copy of them.
Shape::Tables& Shapes::room_for(const Shape& shape, std::size_t channels) {
  const std::size_t processes = shape.types.size() + 1, all_channels = shape.channels.size() + channels;
  Shape::Tables* const known = shape.tables;
  if (known != nullptr && known->types.size() == shape.types.size() &&
      known->channels.size() == shape.channels.size() && known->types.capacity() >= processes &&
      known->channels.capacity() >= all_channels) {
    return *known;
  }
  Shape::Tables& fresh = *tables_.emplace_back(std::make_unique<Shape::Tables>());
  for (auto* table : {&fresh.types, &fresh.processes, &fresh.first_channel}) table->reserve(8 + processes * 2);
  fresh.channels.reserve(8 + all_channels * 2);
  if (known != nullptr) {
    const auto copy = [](auto& to, const auto& from, std::size_t count) {
      to.assign(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(count));
    };
    copy(fresh.types, known->types, processes - 1);
    copy(fresh.processes, known->processes, processes - 1);
    copy(fresh.first_channel, known->first_channel, processes - 1);
    copy(fresh.channels, known->channels, shape.channels.size());
  }
  return fresh;
}

void Shapes::append(Shape& shape, const ProcessType& type, std::uint32_t index) {
  Shape::Tables& tables = room_for(shape, type.channels.size());
  tables.types.push_back(index);
  tables.processes.push_back(shape.size);
  tables.first_channel.push_back(static_cast<std::uint32_t>(tables.channels.size()));
  shape.size += type.record_size;
  for (const ChannelInstance& c : type.channels) {
    tables.channels.push_back({shape.size, c.kind});
    shape.size += program_.channel_kinds[c.kind].size();
  }
  shape.types = tables.types;
  shape.processes = tables.processes;
  shape.first_channel = tables.first_channel;
  shape.channels = tables.channels;
  shape.tables = &tables;
}

}  // namespace quotient
