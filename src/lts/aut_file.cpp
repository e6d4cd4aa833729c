#include "lts/aut_file.hpp"

#include <fmt/format.h>

#include "base/counted.hpp"
#include "base/stop_signal.hpp"

namespace quotient {

namespace {

constexpr std::uint64_t largest_graph = 0xffff'fff0;
constexpr std::uint64_t most_alone = 1'000'000;  // states without any step

class Reader {
 public:
  Reader(std::string_view text, FileId file, Diagnostics& diagnostics, std::vector<std::uint32_t>* places)
      : text_(text), file_(file), diagnostics_(diagnostics), places_(places) {}

  std::optional<Lts> run() {
    Lts lts;
    skip_blanks();
    if (!word("des")) return wrong("'des (INITIAL, STEPS, STATES)' is expected at the beginning");
    std::uint64_t initial = 0, edges = 0, states = 0;
    if (!sign('(') || !number(initial) || !sign(',') || !number(edges) || !sign(',') || !number(states) || !sign(')')) {
      return std::nullopt;
    }
    if (states == 0 || states > largest_graph) return wrong(fmt::format("a graph with {} states", states));
    if (initial >= states)
      return wrong(fmt::format("the initial state {} is not among the {}", initial, counted(states, "state")));
    const std::size_t head = at_ - 1;
    lts.initial = static_cast<std::uint32_t>(initial);
    lts.state_count = static_cast<std::uint32_t>(states);
    for (skip_blanks(); at_ < text_.size(); skip_blanks()) {
      poll_stop();
      if (lts.edges.size() == edges)
        return wrong(fmt::format("more than the {} that the first line says", counted(edges, "step")));
      const std::size_t begin = at_;
      std::uint64_t from = 0, to = 0;
      std::string label;
      if (!sign('(') || !number(from) || !sign(',') || !read_label(label) || !sign(',') || !number(to) || !sign(')')) {
        return std::nullopt;
      }
      if (from >= states || to >= states) {
        at_ = begin;
        return wrong(fmt::format("state {} is not among the {}", from >= states ? from : to, counted(states, "state")));
      }
      lts.edges.push_back({static_cast<std::uint32_t>(from), lts.label(label), static_cast<std::uint32_t>(to)});
      if (places_ != nullptr && lts.labels().size() > places_->size()) places_->push_back(label_at_);
    }
    if (lts.edges.size() != edges) {
      return wrong(
          fmt::format("{} instead of the {} that the first line says", counted(lts.edges.size(), "step"), edges));
    }
    // Memory is needed for every state: what is read decides how much, not a number in the first line.
    const std::uint64_t touched = 2 * edges + 1;
    if (states > touched && states - touched > most_alone) {
      at_ = head;
      return wrong(fmt::format("{} states, but {}: all but {} of them would be without any", states,
                               counted(edges, "step"), touched));
    }
    return lts;
  }

 private:
  std::nullopt_t wrong(std::string message) {
    const auto at = static_cast<std::uint32_t>(std::min(at_, text_.size()));
    diagnostics_.error({file_, at, std::min(at + 1, static_cast<std::uint32_t>(text_.size()))}, std::move(message));
    return std::nullopt;
  }
  void skip_blanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
      ++at_;
    }
  }
  bool word(std::string_view wanted) {
    if (text_.substr(at_, wanted.size()) != wanted) return false;
    at_ += wanted.size();
    return true;
  }
  bool sign(char wanted) {
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == wanted) {
      ++at_;
      return true;
    }
    wrong(fmt::format("'{}' is expected", wanted));
    return false;
  }
  bool number(std::uint64_t& n) {
    skip_blanks();
    const std::size_t begin = at_;
    for (n = 0; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      n = std::min(n * 10 + static_cast<std::uint64_t>(text_[at_] - '0'), std::uint64_t{1} << 50U);
    }
    if (at_ == begin) wrong("a number is expected");
    return at_ > begin;
  }
  /// Without quotes it ends at the last comma of its line.
  bool read_label(std::string& label) {
    skip_blanks();
    label_at_ = static_cast<std::uint32_t>(at_);
    if (at_ < text_.size() && text_[at_] == '"') {
      ++label_at_;
      const std::size_t begin = at_++;
      for (; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n'; ++at_) {
        if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
        label += text_[at_];
      }
      if (at_ < text_.size() && text_[at_] == '"') {
        ++at_;
        return true;
      }
      at_ = begin;
      wrong("this label has no end");
      return false;
    }
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::size_t comma = text_.substr(0, end).rfind(',');
    if (comma == std::string_view::npos || comma <= at_) {
      wrong("a label is expected");
      return false;
    }
    label = text_.substr(at_, comma - at_);
    while (label.ends_with(' ')) label.pop_back();
    at_ = comma;
    return true;
  }

  std::string_view text_;
  FileId file_;
  Diagnostics& diagnostics_;
  std::vector<std::uint32_t>* places_;
  std::size_t at_ = 0;
  std::uint32_t label_at_ = 0;
};

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + '"';
}

}  // namespace

std::optional<Lts> read_aut(const SourceMap& sources, FileId file, Diagnostics& diagnostics,
                            std::vector<std::uint32_t>* places) {
  return Reader(sources[file].text(), file, diagnostics, places).run();
}

void write_aut(const Lts& lts, const std::function<void(std::string_view)>& write) {
  std::vector<std::string> labels;
  for (const std::string& label : lts.labels()) labels.push_back(in_quotes(label));
  write(fmt::format("des ({},{},{})\n", lts.initial, lts.edges.size(), lts.state_count));
  for (const Lts::Edge& e : lts.edges) {
    poll_stop();
    write(fmt::format("({},{},{})\n", e.source, labels[e.label], e.target));
  }
}

}  // namespace quotient
