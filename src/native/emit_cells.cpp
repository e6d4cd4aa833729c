#include "native/emit_cells.hpp"

#include <algorithm>
#include <map>

#include "native/abi.hpp"
#include "native/cells.hpp"
#include "native/writer.hpp"

namespace quotient::native {

namespace {

// Layouts are those of symmetry/reduce/cell_code.hpp (abi.hpp checks them). What a value says is kept as the relation
// that comes of it; the four bytes that a relation does not need tell what else may come of it.
constexpr const char* cell_types_text =
    R"(typedef unsigned char u8; typedef unsigned short u16; typedef unsigned int u32;
typedef unsigned long long u64; typedef short s16; typedef int i32;
typedef s16 __attribute__((aligned(1), may_alias)) s16u;
typedef u16 __attribute__((aligned(1), may_alias)) u16u;
typedef i32 __attribute__((aligned(1), may_alias)) i32u;
typedef u32 __attribute__((aligned(1), may_alias)) u32u;
typedef u64 __attribute__((aligned(1), may_alias)) u64u;
void* memcpy(void*, const void*, unsigned long);
typedef struct { u64 share; u32 first, count, holders; u16 own, step; } Saying;
typedef struct { u64* own; Saying* relations; const u32* related; u32 relation_count; } Found;
static inline u64 mix(u64 x) {
 x *= 0x9e3779b97f4a7c15ULL; x ^= x >> 32; x *= 0xd6e8feb86659fd93ULL; return x ^ x >> 29;
}
)";

std::string word_text(std::uint32_t size, const std::string& at) {
  return size == 1 ? fmt::format("*({})", at) : fmt::format("*(u{}u*)({})", size * 8, at);
}

class CellEmitter {
 public:
  explicit CellEmitter(const CellWork& work) : work_(work) {}

  std::string text() {
    Writer functions;
    scan(functions);
    permute(functions);
    is_fixed(functions);
    Writer out;
    out.paste(cell_types_text);
    out.paste(tables_.text());
    std::string list;
    for (const std::uint32_t m : related_) list += fmt::format("{},", m);
    out.line("static const u32 related[] = {{{}0}};", list);
    out.paste(functions.text());
    out.put("typedef struct { u32 version, context_size; u64 stamp; void* successors; void* cells[3]; } Module;");
    out.put("extern const Module quotient_module;");
    out.line(
        "__attribute__((visibility(\"default\"))) const Module quotient_module = {{{}u, 0, STAMP, 0, {{(void*)scan, "
        "(void*)permute, (void*)is_fixed}}}};",
        abi_version);
    return out.take();
  }

 private:
  using Kind = CellWork::Saying::Kind;

  /// The name of a constant table, written once however often it is asked for.
  std::string table(const std::string& type, const std::string& contents) {
    const auto [known, is_new] = known_tables_.try_emplace(type + contents, "t" + std::to_string(known_tables_.size()));
    if (is_new) tables_.line("static const {} {}[] = {{{}}};", type, known->second, contents);
    return known->second;
  }
  /// What a row has for the places that some blocks take.
  std::string at_images(std::uint32_t index, const std::vector<std::uint32_t>& blocks) {
    // Counted from the least: what lies side by side has one table, and is looked up once.
    const std::vector<std::uint32_t>& row = work_.rows[index];
    const std::uint32_t least = *std::min_element(row.begin(), row.end());
    std::uint32_t most = 0;
    std::string contents;
    for (const std::uint32_t v : row) {
      const std::uint32_t more = v == CellWork::none ? 0 : v - least;
      contents += fmt::format("{},", more);
      most = std::max(most, more);
    }
    std::string digits = fmt::format("m[{}]", blocks[0]);
    for (std::size_t k = 1; k < blocks.size(); ++k)
      digits = fmt::format("({}) * {}u + m[{}]", digits, work_.blocks, blocks[k]);
    return fmt::format("{} + {}[{}]", least, table(most < 256 ? "u8" : most < 65536 ? "u16" : "u32", contents), digits);
  }

  std::uint32_t list_related(const std::vector<std::uint32_t>& blocks) {
    const auto [known, is_new] = known_lists_.try_emplace(blocks, static_cast<std::uint32_t>(related_.size()));
    if (is_new) related_.insert(related_.end(), blocks.begin(), blocks.end());
    return known->second;
  }

  /// Whether a field counts, in C; empty where it always does.
  static std::string condition(const std::optional<CellWork::Slot>& slot) {
    if (!slot) return {};
    return fmt::format(
        "{} > {}u",
        slot->length_size == 1 ? fmt::format("s[{}]", slot->queue) : fmt::format("*(const u16u*)(s + {})", slot->queue),
        slot->number);
  }

  /// Declares a variable with what is in a cell. Where that is a byte, it is as wide as an address: it mostly becomes
  /// an index.
  static void load(CellType type, std::uint32_t offset, const char* name, Writer& out) {
    out.line("{} {} = {};", type.size() == 1 ? "u64" : "i32", name,
             type.size() == 1 ? fmt::format("s[{}]", offset) : load_text(type.kind, fmt::format("s + {}", offset)));
  }

  // Reading.

  void scan(Writer& out) {
    out.put("static void scan(const u8* s, Found* f) {");
    out.put("u64* __restrict const own = f->own; Saying* __restrict r = f->relations;");
    std::vector<std::string> sums(work_.blocks);
    for (const CellWork::Word& word : work_.words) {
      sums[word.block] += fmt::format("{}{}ULL * {}", sums[word.block].empty() ? "" : " + ", word.factor,
                                      word_text(word.size, fmt::format("s + {}", word.offset)));
    }
    for (std::uint32_t m = 0; m < work_.blocks; ++m) out.line("own[{}] = {};", m, sums[m].empty() ? "0" : sums[m]);
    for (const CellWork::Place& place : work_.places) {
      const std::string counts = condition(place.slot);
      out.put(counts.empty() ? std::string("{") : fmt::format("if ({}) {{", counts));
      read(place, out);
      out.put("}");
    }
    out.put("f->related = related; f->relation_count = (u32)(r - f->relations);");
    out.put("}");
  }

  void read(const CellWork::Place& place, Writer& out) {
    load(place.type, place.offset, "v", out);
    if (place.sayings.empty()) return read_other(place, out);
    // Most variables that refer to something often refer to nothing.
    const CellWork::Saying& of_0 = place.sayings.front();
    const auto relates = [](const CellWork::Saying& said) { return said.kind == Kind::relation; };
    const bool asks_for_0 = !relates(of_0) && std::any_of(place.sayings.begin(), place.sayings.end(), relates);
    if (asks_for_0) {
      out.put("if (v == 0) {");
      if (of_0.kind == Kind::own) out.line("own[{}] += {}ULL;", of_0.blocks[0], of_0.share);
      out.put("} else");
    }
    out.line("if ((u64)v < {}u) {{", place.sayings.size());
    read_known(place, out);
    out.put("} else {");
    read_other(place, out);
    out.put("}");
  }

  void read_known(const CellWork::Place& place, Writer& out) {
    const auto is_own = [&](const CellWork::Saying& said) {
      return said.kind == Kind::own && said.blocks == place.sayings.front().blocks;
    };
    std::string contents;
    if (std::all_of(place.sayings.begin(), place.sayings.end(), is_own)) {
      for (const CellWork::Saying& said : place.sayings) contents += fmt::format("{}ULL,", said.share);
      out.line("own[{}] += {}[v];", place.sayings.front().blocks[0], table("u64", contents));
      return;
    }
    bool any[3] = {};
    for (const CellWork::Saying& said : place.sayings) {
      const auto kind = static_cast<unsigned>(said.kind);
      any[kind] = true;
      const bool related = said.kind == Kind::relation;
      contents += fmt::format("{{{}ULL,{},{},{},{},{}}},", said.share, related ? list_related(said.blocks) : 0,
                              said.blocks.size(), place.holders.size(),
                              said.kind == Kind::own ? said.blocks[0] : work_.blocks,  // nobody's, else
                              related ? sizeof(Findings::Relation) : 0);
    }
    const auto can = [&](Kind kind) { return any[static_cast<unsigned>(kind)]; };
    if (!can(Kind::own) && !can(Kind::relation)) return;
    out.line("const Saying* const e = {} + v;", table("Saying", contents));
    if (can(Kind::own)) out.put("own[e->own] += e->share;");
    // Always written, and kept where it counts: there is nothing to guess for the processor.
    if (can(Kind::relation)) out.put("*r = *e; r = (Saying*)((u8*)r + e->step);");
  }

  void read_other(const CellWork::Place& place, Writer& out) {
    if (place.holders.empty()) return;
    const std::string share = fmt::format("mix({}ULL + (u32)v)", place.salt);
    if (place.holders.size() == 1) {
      out.line("own[{}] += {};", place.holders[0], share);
    } else {
      out.line("r->share = {}; r->first = {}; r->count = r->holders = {}; ++r;", share, list_related(place.holders),
               place.holders.size());
    }
  }

  // Permuting.

  /// What becomes of the values of each class.
  void values(Writer& out) {
    for (std::size_t c = 0; c < work_.classes.size(); ++c) {
      const std::uint32_t count = value_count(c);
      if (count == 0 || table_of_class(c) != c) continue;
      out.line("u8 c{}[{}];", c, count);
      std::vector<std::string> images;
      for (std::uint32_t v = 0; v < count; ++v) images.push_back(std::to_string(v));
      for (const CellWork::Value& known : work_.classes[c]) {
        images[static_cast<std::size_t>(known.value)] = fmt::format("(u8)({})", at_images(known.row, known.blocks));
      }
      for (std::uint32_t v = 0; v < count; ++v) out.line("c{}[{}] = {};", c, v, images[v]);
    }
  }
  /// Classes of which the same becomes have one table: that of the first.
  std::size_t table_of_class(std::size_t c) const {
    return static_cast<std::size_t>(std::find(work_.classes.begin(), work_.classes.end(), work_.classes[c]) -
                                    work_.classes.begin());
  }
  /// How many values of a class, from 0 on, may change.
  std::uint32_t value_count(std::size_t c) const {
    std::uint32_t count = 0;
    for (const CellWork::Value& known : work_.classes[c]) {
      count = std::max(count, static_cast<std::uint32_t>(known.value) + 1);
    }
    return count;
  }

  /// The permuted value of a cell, as the variable w.
  void permute(const CellWork::Permuted& cell, Writer& out) {
    load(cell.type, cell.offset, "w", out);
    if (cell.value_class == CellWork::none) return;
    // What is behind the last message of a queue is 0.
    const bool keeps_0 = std::none_of(work_.classes[cell.value_class].begin(), work_.classes[cell.value_class].end(),
                                      [](const CellWork::Value& known) { return known.value == 0; });
    const std::string counts = keeps_0 ? std::string() : condition(cell.slot);
    out.line("if ({}(u64)w < {}u) w = c{}[w];", counts.empty() ? "" : counts + " && ", value_count(cell.value_class),
             table_of_class(cell.value_class));
  }
  std::string target(const CellWork::Permuted& cell) {
    return cell.row == CellWork::none ? std::to_string(cell.offset) : at_images(cell.row, cell.holders);
  }

  void permute(Writer& out) {
    out.put("static void permute(const u8* __restrict s, const u32* __restrict m, u8* __restrict o) {");
    out.line("memcpy(o, s, {});", work_.bytes);
    values(out);
    for (const CellWork::Moved& moved : work_.moved) {
      out.line("{} = {};", word_text(moved.size, fmt::format("o + {}", at_images(moved.row, {moved.block}))),
               word_text(moved.size, fmt::format("s + {}", moved.offset)));
    }
    for (const CellWork::Permuted& cell : work_.permuted) {
      out.put("{");
      permute(cell, out);
      const std::string at = fmt::format("o + {}", target(cell));
      out.put(cell.type.size() == 1 ? fmt::format("*({}) = (u8)w;", at) : store_text(cell.type, at, "w"));
      out.put("}");
    }
    out.put("}");
  }

  void is_fixed(Writer& out) {
    out.put("static u32 is_fixed(const u8* s, const u32* m) {");
    for (const CellWork::Moved& moved : work_.moved) {
      out.line("if ({} != {}) return 0;",
               word_text(moved.size, fmt::format("s + {}", at_images(moved.row, {moved.block}))),
               word_text(moved.size, fmt::format("s + {}", moved.offset)));
    }
    values(out);
    for (const CellWork::Permuted& cell : work_.permuted) {
      out.put("{");
      permute(cell, out);
      out.line("if ((i32)w != {}) return 0;", load_text(cell.type.kind, fmt::format("s + {}", target(cell))));
      out.put("}");
    }
    out.put("return 1;");
    out.put("}");
  }

  const CellWork& work_;
  Writer tables_;
  std::map<std::string, std::string> known_tables_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> known_lists_;
  std::vector<std::uint32_t> related_;
};

}  // namespace

ModuleText write_cells(const CellWork& work) {
  ModuleText module;
  module.units.push_back(CellEmitter(work).text());
  stamp(module);
  return module;
}

}  // namespace quotient::native
