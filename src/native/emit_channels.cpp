#include <algorithm>

#include "base/ensure.hpp"
#include "model/cell.hpp"
#include "native/cells.hpp"
#include "native/code_emitter.hpp"

/// Operations on channels. Where it is known which kind of channel it is, the code for that kind stands in its place;
/// else there is a switch over the kinds that the model has.
namespace quotient::native {

namespace {

std::string length_text(const ChannelKind& kind, const std::string& queue) {
  return kind.length_size() == 1 ? fmt::format("(i32)*({})", queue) : fmt::format("(i32)*(const u16u*)({})", queue);
}

std::uint32_t field_offset(const ChannelKind& kind, std::uint32_t index) {
  std::uint32_t offset = 0;
  for (std::uint32_t k = 0; k < index; ++k) offset += kind.fields[k].size();
  return offset;
}

std::string field_text(const ChannelKind& kind, const std::string& queue, const std::string& slot,
                       std::uint32_t index) {
  const std::uint32_t at = kind.length_size() + field_offset(kind, index);
  const std::string place = slot == "0" ? fmt::format("{} + {}", queue, at)
                                        : fmt::format("{} + {} + {} * {}", queue, at, slot, kind.message_size);
  return "(" + load_text(kind.fields[index].kind, place) + ")";
}

}  // namespace

bool CodeEmitter::channel(const Instruction& in) {
  switch (in.op) {
    case Op::length:
    case Op::full:
    case Op::not_full:
    case Op::send_ready:
    case Op::empty:
    case Op::not_empty:
      channel_test(in);
      return true;
    case Op::send:
      send(in);
      return true;
    case Op::receive_match:
    case Op::poll_match:
      match(in);
      return true;
    case Op::field:
      field(u(in.b));
      return true;
    case Op::take:
      take();
      return true;
    default:
      return false;
  }
}

/// Finds a channel by its number, and fails where there is none.
CodeEmitter::Channel CodeEmitter::resolve(const Value& number, std::uint32_t site) {
  if (number.constant && *number.constant >= 1 && u(*number.constant) <= program_.channels.size()) {
    // A global channel: it is always there, and always in the same place.
    std::uint32_t offset = 1 + program_.global_size;
    for (std::uint32_t k = 0; k + 1 < u(*number.constant); ++k) {
      offset += program_.channel_kinds[program_.channels[k].kind].size();
    }
    const std::uint32_t kind = program_.channels[u(*number.constant) - 1].kind;
    return {number.text, fmt::format("{}", offset), kind, ""};
  }
  Channel c;
  c.number = temporary(plain(number));
  const std::string index = fmt::format("(u32)({} - 1)", c.number);
  fail_if(fmt::format("{} >= {}", index, variant_.channel_count()), site);
  c.offset = temporary(fmt::format("(i32){}", variant_.channel_offset(index)));
  c.kind = plan_.only_kind();
  if (!c.kind) c.kind_text = temporary(fmt::format("(i32){}", variant_.channel_kind(index)));
  return c;
}

/// The channel of the rendezvous under way, 0 where there is none, as C.
std::string CodeEmitter::handshake() const {
  if (around_.in_handshake && !took_) return "h->channel";
  return text_.may_start_handshake ? "hs" : "0";
}

void CodeEmitter::channel_test(const Instruction& in) {
  const Channel c = resolve(pop(), u(in.b));
  const std::string under_way = handshake();
  // While it is handed over, the message of a rendezvous lies in the channel.
  const std::string handed = under_way == "0" ? "0" : fmt::format("({} == {})", under_way, c.number);
  const std::string queue = fmt::format("{} + {}", state(), c.offset);
  std::string length, full;
  if (c.kind) {
    const ChannelKind& kind = program_.channel_kinds[*c.kind];
    length = kind.capacity == 0 ? handed : length_text(kind, queue);
    full = kind.capacity == 0 ? handed : fmt::format("({} == {})", length, kind.capacity);
  } else {
    length = fmt::format("length_of({}, {}, {})", queue, c.kind_text, handed);
    full = fmt::format("is_full({}, {}, {})", queue, c.kind_text, handed);
  }
  switch (in.op) {
    case Op::length:
      return push("(" + length + ")", true);
    case Op::full:
      return push("(" + full + ")", true);
    case Op::empty:
      return push(fmt::format("(!({}))", length), true);
    case Op::not_empty:
      return push(fmt::format("(0 != ({}))", length), true);
    default:
      return push(fmt::format("(!({}))", full), true);
  }
}

void CodeEmitter::send(const Instruction& in) {
  const std::size_t given = in.a & 0x7fffU;
  const bool sorted = (in.a & 0x8000U) != 0;
  std::vector<std::string> fields(given);
  for (std::size_t k = given; k-- > 0;) {
    const Value v = pop();
    fields[k] = v.constant ? v.text : temporary(plain(v));
  }
  const Value number = pop();
  settle();
  const Channel c = resolve(number, u(in.b));
  if (around_.in_handshake && !took_) return give_up_as("a send during a rendezvous");
  if (c.kind) return send_to_kind(*c.kind, c, fields, sorted, u(in.b));
  out_.line("switch ({}) {{", c.kind_text);
  for (const std::uint32_t k : plan_.kinds) {
    out_.line("case {}: {{", k);
    send_to_kind(k, c, fields, sorted, u(in.b));
    out_.put("break;");
    out_.put("}");
  }
  out_.put("}");
}

void CodeEmitter::send_to_kind(std::uint32_t index, const Channel& c, const std::vector<std::string>& fields,
                               bool sorted, std::uint32_t site) {
  const ChannelKind& kind = program_.channel_kinds[index];
  if (fields.size() != kind.fields.size()) return fail_if("1", site);
  if (kind.capacity == 0) {
    text_.may_start_handshake = true;
    out_.line("hs = h0.channel = {}; h0.sender = pid;", c.number);
    for (std::size_t k = 0; k < fields.size(); ++k) {
      out_.line("h0.message[{}] = {};", k, truncated_text(kind.fields[k], fields[k]));
    }
    return;
  }
  std::string arguments;
  for (const std::string& f : fields) arguments += ", " + f;
  out_.line("{}_{}(n + {}{});", sorted ? "insert" : "append", index, c.offset, arguments);
}

void CodeEmitter::match(const Instruction& in) {
  const ReceivePattern& pattern = program_.patterns[u(in.b)];
  const bool polls = in.op == Op::poll_match;
  const Channel c = resolve(pop(), pattern.site);
  std::vector<std::string> values(pattern.matched.size());
  for (std::size_t k = values.size(); k-- > 0;) {
    const Value v = pop();
    values[k] = v.constant ? v.text : temporary(plain(v));
  }
  if (!polls) {
    matched_ = c;
    slot_ = "0";
  }
  if (!polls && around_.in_handshake && !took_) return match_handshake(c, pattern, values);

  if (!polls && !pattern.peek && c.kind && program_.channel_kinds[*c.kind].capacity == 0) return push_constant(0);
  const auto kind_of = [this](std::uint32_t k) -> const ChannelKind& { return program_.channel_kinds[k]; };
  const auto one = [&](std::uint32_t k, const std::string& found) {
    const ChannelKind& kind = kind_of(k);
    if (kind.capacity == 0) {
      // Nothing is handed over here, so that there is nothing to receive.
      if (polls || pattern.peek) fail_if("1", pattern.site);
      return;
    }
    match_kind(k, c, pattern, values, found);
    if (!polls && pattern.given != kind.fields.size()) fail_if(fmt::format("{} >= 0", found), pattern.site);
  };
  const bool indices_fit = c.kind && std::all_of(pattern.matched.begin(), pattern.matched.end(),
                                                 [&](std::uint32_t f) { return f < kind_of(*c.kind).fields.size(); });
  if (c.kind && kind_of(*c.kind).capacity > 0 && !pattern.random && indices_fit &&
      (polls || pattern.given == kind_of(*c.kind).fields.size())) {
    // The usual case: only the oldest message counts.
    const std::string queue = fmt::format("{} + {}", state(), c.offset);
    std::string all = fmt::format("0 != ({})", length_text(kind_of(*c.kind), queue));
    for (std::size_t k = 0; k < values.size(); ++k) {
      all += fmt::format(" && {} == {}", field_text(kind_of(*c.kind), queue, "0", pattern.matched[k]), values[k]);
    }
    push(fmt::format("({})", all), true);
    return;
  }
  const std::string found = fmt::format("v{}", temporaries_++);
  only_conditions_ &= committed_;
  out_.line("i32 {} = -1;", found);
  if (c.kind) {
    one(*c.kind, found);
  } else {
    out_.line("switch ({}) {{", c.kind_text);
    for (const std::uint32_t k : plan_.kinds) {
      out_.line("case {}: {{", k);
      one(k, found);
      out_.put("break;");
      out_.put("}");
    }
    out_.put("}");
  }
  // As in SPIN's verifier a random poll has the position of the message as its value.
  push(polls ? fmt::format("({} + 1)", found) : fmt::format("({} >= 0)", found));
  if (!polls) slot_ = found;
}

/// Sets `found` to the place of the message that matches, where there is one.
void CodeEmitter::match_kind(std::uint32_t index, const Channel& c, const ReceivePattern& pattern,
                             const std::vector<std::string>& values, const std::string& found) {
  const ChannelKind& kind = program_.channel_kinds[index];
  const std::string queue = fmt::format("{} + {}", state(), c.offset);
  const std::string length = length_text(kind, queue);
  std::string all;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (pattern.matched[k] >= kind.fields.size()) return;
    all += fmt::format("{}{} == {}", k > 0 ? " && " : "",
                       field_text(kind, queue, pattern.random ? "m" : "0", pattern.matched[k]), values[k]);
  }
  if (all.empty()) all = "1";
  if (pattern.random) {
    out_.line("for (i32 m = 0; m < {}; ++m) if ({}) {{ {} = m; break; }}", length, all, found);
  } else {
    out_.line("if (0 != ({}) && {}) {} = 0;", length, all, found);
  }
}

/// The other half of a rendezvous.
void CodeEmitter::match_handshake(const Channel& c, const ReceivePattern& pattern,
                                  const std::vector<std::string>& values) {
  std::string all = fmt::format("h->channel == {}", c.number);
  if (c.kind) {
    const ChannelKind& kind = program_.channel_kinds[*c.kind];
    if (kind.capacity > 0) return push_constant(0);
    if (pattern.peek) {
      fail_if("1", pattern.site);
      return push_constant(0);
    }
    const bool fits = std::all_of(pattern.matched.begin(), pattern.matched.end(),
                                  [&kind](std::uint32_t f) { return f < kind.fields.size(); });
    if (!fits) return push_constant(0);
  } else {
    if (pattern.peek) fail_if(fmt::format("kind_capacity[{}] == 0", c.kind_text), pattern.site);
    all += fmt::format(" && kind_capacity[{}] == 0", c.kind_text);
    for (const std::uint32_t f : pattern.matched) all += fmt::format(" && {}u < kind_fields[{}]", f, c.kind_text);
  }
  for (std::size_t k = 0; k < values.size(); ++k) {
    all += fmt::format(" && h->message[{}] == {}", pattern.matched[k], values[k]);
  }
  const std::string matches = temporary(all);
  if (c.kind) {
    if (pattern.given != program_.channel_kinds[*c.kind].fields.size()) fail_if(matches, pattern.site);
  } else {
    fail_if(fmt::format("{} && kind_fields[{}] != {}u", matches, c.kind_text, pattern.given), pattern.site);
  }
  push(matches);
}

void CodeEmitter::field(std::uint32_t index) {
  if (around_.in_handshake && !took_) return push(fmt::format("h->message[{}]", index), true);
  const std::string queue = fmt::format("{} + {}", state(), matched_.offset);
  if (!matched_.kind) {
    return push(fmt::format("field_of({}, {}, {}, {})", queue, matched_.kind_text, slot_, index), true);
  }
  const ChannelKind& kind = program_.channel_kinds[*matched_.kind];
  // Nothing matches there, so that nobody gets here.
  if (kind.capacity == 0 || index >= kind.fields.size()) return push_constant(0);
  push(field_text(kind, queue, slot_, index), true);
}

void CodeEmitter::take() {
  settle();
  if (around_.in_handshake && !took_) {
    took_ = text_.takes_handshake = true;
    return;
  }
  if (!matched_.kind) {
    out_.line("take_from(n + {}, {}, {});", matched_.offset, matched_.kind_text, slot_);
  } else if (program_.channel_kinds[*matched_.kind].capacity > 0) {
    out_.line("take_{}(n + {}, {});", *matched_.kind, matched_.offset, slot_);
  }
}

}  // namespace quotient::native
