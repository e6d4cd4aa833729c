#include "system/shape.hpp"

#include "base/ensure.hpp"

namespace quotient {

Shapes::Shapes(const Program& program) : program_(program), root_(std::make_unique<Shape>()) {
  root_->size = 1 + program.global_size;
  for (const ChannelInstance& c : program.channels) {
    root_->channels.push_back({root_->size, c.kind});
    root_->size += program.channel_kinds[c.kind].size();
  }
  root_->children.resize(program.process_types.size());
  last_ = root_.get();
}

const Shape& Shapes::of(const std::uint8_t* state) {
  const std::size_t count = state[0];
  const auto fits = [state, count](const Shape& s) {
    if (s.types.size() != count) return false;
    for (std::size_t pid = 0; pid < count; ++pid) {
      if (state[s.processes[pid]] != s.types[pid]) return false;
    }
    return true;
  };
  if (fits(*last_)) return *last_;
  const Shape* shape = root_.get();
  for (std::size_t pid = 0; pid < count; ++pid) shape = &with(*shape, state[shape->size]);
  last_ = shape;
  return *shape;
}

const Shape& Shapes::with(const Shape& shape, std::uint32_t type) {
  ensure(type < program_.process_types.size(), "a state names an unknown process type");
  // The tree is ours; only callers see its nodes as const.
  auto& own = const_cast<Shape&>(shape);
  std::unique_ptr<Shape>& child = own.children[type];
  if (child == nullptr) {
    child = std::make_unique<Shape>();
    child->types = shape.types;
    child->processes = shape.processes;
    child->first_channel = shape.first_channel;
    child->channels = shape.channels;
    child->size = shape.size;
    child->parent = &own;
    child->children.resize(program_.process_types.size());
    append(*child, program_.process_types[type], type);
  }
  return *child;
}

void Shapes::append(Shape& shape, const ProcessType& type, std::uint32_t index) const {
  shape.types.push_back(static_cast<std::uint8_t>(index));
  shape.processes.push_back(shape.size);
  shape.first_channel.push_back(static_cast<std::uint32_t>(shape.channels.size()));
  shape.size += type.record_size;
  for (const ChannelInstance& c : type.channels) {
    shape.channels.push_back({shape.size, c.kind});
    shape.size += program_.channel_kinds[c.kind].size();
  }
}

}  // namespace quotient
