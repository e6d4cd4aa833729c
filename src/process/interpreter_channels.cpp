#include <algorithm>
#include <cstring>
#include <fmt/format.h>

#include "model/cell.hpp"
#include "process/interpreter.hpp"
#include "process/queue.hpp"

namespace quotient {

namespace {

std::uint32_t field_offset(const ChannelKind& kind, std::uint32_t index) {
  std::uint32_t offset = 0;
  for (std::uint32_t k = 0; k < index; ++k) offset += kind.fields[k].size();
  return offset;
}

/// What a value becomes when it is kept in a cell.
std::int32_t truncated(std::int32_t value, CellType type) {
  std::uint8_t cell[4] = {};
  store_cell(cell, type, value);
  return load_cell(cell, type.kind);
}

}  // namespace

/// Null where the number names no channel: never initialised, or gone with its process.
const ChannelPlace* Interpreter::channel(const Configuration& c, std::int32_t number) {
  if (number < 1 || u(number) > c.shape->channels.size()) return nullptr;
  return &c.shape->channels[u(number) - 1];
}

std::int32_t Interpreter::field(const Configuration& c, std::int32_t number, std::int32_t slot,
                                std::uint32_t index) const {
  const ChannelPlace& place = c.shape->channels[u(number) - 1];
  const ChannelKind& kind = program_.channel_kinds[place.kind];
  if (kind.capacity == 0) return c.message[index];
  const std::uint8_t* message = c.bytes.data() + place.offset + kind.length_size() + u(slot) * kind.message_size;
  return load_cell(message + field_offset(kind, index), kind.fields[index].kind);
}

bool Interpreter::match(const Configuration& c, const ReceivePattern& pattern, std::int32_t number,
                        const std::int32_t* values, std::int32_t& slot) {
  const ChannelPlace& place = c.shape->channels[u(number) - 1];
  const ChannelKind& kind = program_.channel_kinds[place.kind];
  const auto length = static_cast<std::int32_t>(kind.capacity == 0 ? (c.handshake == number ? 1U : 0U)
                                                                   : queue_length(c.bytes.data() + place.offset, kind));
  const std::int32_t last = pattern.random ? length : std::min(length, 1);
  for (std::int32_t at = 0; at < last; ++at) {
    bool matches = true;
    for (std::size_t k = 0; k < pattern.matched.size() && matches; ++k) {
      const std::uint32_t index = pattern.matched[k];
      matches = index < kind.fields.size() && field(c, number, at, index) == values[k];
    }
    if (matches) {
      slot = at;
      return true;
    }
  }
  return false;
}

std::optional<std::int32_t> Interpreter::measure(const Configuration& c, Op question, std::int32_t number) {
  const ChannelPlace* place = channel(c, number);
  if (place == nullptr) return std::nullopt;
  const ChannelKind& kind = program_.channel_kinds[place->kind];
  // While it is handed over, the message of a rendezvous lies in the channel.
  const bool handing_over = kind.capacity == 0 && c.handshake == number;
  const std::uint32_t length = handing_over ? 1 : queue_length(c.bytes.data() + place->offset, kind);
  const bool is_full = handing_over || (kind.capacity != 0 && length == kind.capacity);
  switch (question) {
    case Op::length:
      return static_cast<std::int32_t>(length);
    case Op::full:
      return is_full;
    case Op::empty:
      return length == 0;
    case Op::not_empty:
      return length != 0;
    default:
      return !is_full;
  }
}

std::optional<bool> Interpreter::poll(const Configuration& c, const ReceivePattern& pattern, std::int32_t number,
                                      const std::int32_t* values, std::int32_t& slot) {
  const ChannelPlace* place = channel(c, number);
  if (place == nullptr || program_.channel_kinds[place->kind].capacity == 0) return std::nullopt;
  return match(c, pattern, number, values, slot);
}

std::optional<bool> Interpreter::can_receive(const Configuration& c, const ReceivePattern& pattern, std::int32_t number,
                                             const std::int32_t* values, std::int32_t& slot) {
  const ChannelPlace* place = channel(c, number);
  if (place == nullptr) return std::nullopt;
  const ChannelKind& kind = program_.channel_kinds[place->kind];
  if (pattern.peek && kind.capacity == 0) return std::nullopt;
  const std::int32_t handshake = kind.capacity == 0 ? number : 0;
  if (c.handshake != handshake || !match(c, pattern, number, values, slot)) return false;
  if (pattern.given != kind.fields.size()) return std::nullopt;
  return true;
}

bool Interpreter::send(Configuration& c, std::int32_t number, const std::int32_t* fields, std::size_t given,
                       bool sorted, std::int32_t sender) {
  const ChannelPlace* place = channel(c, number);
  if (place == nullptr) return false;
  const ChannelKind& kind = program_.channel_kinds[place->kind];
  if (given != kind.fields.size()) return false;
  if (kind.capacity == 0) {
    c.handshake = number;
    c.sender = sender;
    c.message.assign(fields, fields + given);
    for (std::size_t k = 0; k < given; ++k) c.message[k] = truncated(c.message[k], kind.fields[k]);
  } else {
    insert(c.bytes.data() + place->offset, kind, fields, sorted);
  }
  if (observer_ != nullptr) {
    observer_->statements.back().messages.push_back({false, number, std::vector<std::int32_t>(fields, fields + given)});
  }
  return true;
}

void Interpreter::insert(std::uint8_t* queue, const ChannelKind& kind, const std::int32_t* fields, bool sorted) {
  const std::uint32_t length = queue_length(queue, kind);
  std::uint8_t* const messages = queue + kind.length_size();
  std::uint32_t position = length;
  if (sorted) {
    // Before the first message that is greater, comparing fields from the first on.
    const auto greater = [&](const std::uint8_t* message) {
      for (std::size_t k = 0; k < kind.fields.size(); ++k) {
        const std::int32_t theirs = load_cell(message, kind.fields[k].kind);
        if (theirs != fields[k]) return theirs > fields[k];
        message += kind.fields[k].size();
      }
      return false;
    };
    position = 0;
    while (position < length && !greater(messages + position * kind.message_size)) ++position;
  }
  std::uint8_t* at = messages + position * kind.message_size;
  std::memmove(at + kind.message_size, at, (length - position) * kind.message_size);
  for (std::size_t k = 0; k < kind.fields.size(); ++k) {
    store_cell(at, kind.fields[k], fields[k]);
    at += kind.fields[k].size();
  }
  set_queue_length(queue, kind, length + 1);
}

void Interpreter::take(Configuration& c, std::int32_t number, std::int32_t slot) {
  const ChannelPlace& place = c.shape->channels[u(number) - 1];
  const ChannelKind& kind = program_.channel_kinds[place.kind];
  if (kind.capacity == 0) {
    c.handshake = 0;
    c.sender = -1;
    return;
  }
  std::uint8_t* queue = c.bytes.data() + place.offset;
  const std::uint32_t length = queue_length(queue, kind);
  std::uint8_t* const messages = queue + kind.length_size();
  std::uint8_t* at = messages + u(slot) * kind.message_size;
  std::memmove(at, at + kind.message_size, (length - u(slot) - 1) * kind.message_size);
  std::memset(messages + (length - 1) * kind.message_size, 0, kind.message_size);
  set_queue_length(queue, kind, length - 1);
}

void Interpreter::note_message(bool received, const Configuration& c, std::int32_t number, std::int32_t slot) {
  const ChannelKind& kind = program_.channel_kinds[c.shape->channels[u(number) - 1].kind];
  Observer::Message m{received, number, {}};
  for (std::uint32_t k = 0; k < kind.fields.size(); ++k) m.fields.push_back(field(c, number, slot, k));
  observer_->statements.back().messages.push_back(std::move(m));
}

/// printf as SPIN has it: %c %d %e %o %u %x, and the usual escapes. `site.message` is the text between the quotes.
void Interpreter::print(const Site& site, const std::int32_t* arguments, std::size_t count) {
  std::string out;
  std::size_t used = 0;
  const std::string& text = site.message;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '\\' && k + 1 < text.size()) {
      const char c = text[++k];
      out += c == 'n' ? '\n' : c == 't' ? '\t' : c;
    } else if (text[k] == '%' && k + 1 < text.size()) {
      const char c = text[++k];
      if (c == '%') {
        out += '%';
        continue;
      }
      const std::int32_t value = used < count ? arguments[used++] : 0;
      switch (c) {
        case 'c':
          out += static_cast<char>(value);
          break;
        case 'x':
          out += fmt::format("{:x}", u(value));
          break;
        case 'o':
          out += fmt::format("{:o}", u(value));
          break;
        case 'u':
          out += fmt::format("{}", u(value));
          break;
        case 'e': {
          const auto family = std::find_if(program_.mtypes.begin(), program_.mtypes.end(), [value](const auto& names) {
            return value >= 1 && u(value) <= names.size();
          });
          out += family == program_.mtypes.end() ? std::to_string(value) : (*family)[u(value) - 1];
          break;
        }
        default:
          out += std::to_string(value);
          break;
      }
    } else {
      out += text[k];
    }
  }
  observer_->statements.back().output.push_back(std::move(out));
}

}  // namespace quotient
