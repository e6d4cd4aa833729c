#include "search/store/recoding.hpp"

#include <new>

#include "base/ensure.hpp"
#include "search/store/code_record.hpp"

namespace quotient {

Recoding::Recoding(CodeTables& codes, RecordTable& records, Standstill& helpers, std::uint32_t length)
    : codes_(codes), records_(records), helpers_(helpers), way_back_(codes) {
  for (const std::uint32_t chunk : records.chunks_of(length)) parts_.push_back({chunk, records.used(chunk)});
}

std::uint64_t Recoding::states() const {
  std::uint64_t sum = 0;
  for (const Part& part : parts_) sum += part.used;
  return sum;
}

bool Recoding::turn(Packing& before, Packing& after) {
  for (;;) {
    taken_.store(0, std::memory_order_relaxed);
    trouble_.store(Trouble::none, std::memory_order_relaxed);
    helpers_.together([&] {
      try {
        turn_parts(before, after);
      } catch (const std::bad_alloc&) {
        trouble_.store(Trouble::refused, std::memory_order_relaxed);
      }
    });
    switch (trouble_.load(std::memory_order_relaxed)) {
      case Trouble::none:
        return true;
      case Trouble::refused:
        return false;
      case Trouble::full:
        codes_.nodes.grow(helpers_);
    }
  }
}

void Recoding::turn_parts(Packing& before, Packing& after) {
  StateCoder coder(codes_);
  OpenState open;
  for (std::size_t p = 0; (p = taken_.fetch_add(1, std::memory_order_relaxed)) < parts_.size();) {
    Part& part = parts_[p];
    for (; part.turned < part.used; ++part.turned) {
      if (trouble_.load(std::memory_order_relaxed) != Trouble::none) return;
      const std::uint32_t id = RecordTable::id_of(part.chunk, part.turned);
      std::uint8_t* const record = records_.record(id);
      const std::size_t bytes = records_.record_bytes(id);
      coder.decode(code_in(record, bytes), before, open);
      const std::optional<Code> code = coder.encode(open.state(), nullptr, after);
      if (!code) {
        // Where some thread was refused, growing would not help.
        const bool full = coder.trouble() == RecordTable::Outcome::full;
        if (full) {
          Trouble none = Trouble::none;
          trouble_.compare_exchange_strong(none, Trouble::full, std::memory_order_relaxed);
        } else {
          trouble_.store(Trouble::refused, std::memory_order_relaxed);
        }
        return;
      }
      write_code(*code, record, bytes);
    }
  }
}

void Recoding::turn_back(Packing& before, Packing& after) {
  OpenState open;
  for (Part& part : parts_) {
    for (; part.turned > 0; --part.turned) {
      const std::uint32_t id = RecordTable::id_of(part.chunk, part.turned - 1);
      std::uint8_t* const record = records_.record(id);
      const std::size_t bytes = records_.record_bytes(id);
      way_back_.decode(code_in(record, bytes), after, open);
      const std::optional<Code> code = way_back_.encode(open.state(), nullptr, before);
      ensure(code.has_value(), "an old code of a state is no longer known");
      write_code(*code, record, bytes);
    }
  }
}

}  // namespace quotient
