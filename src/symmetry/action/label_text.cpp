#include "symmetry/action/label_text.hpp"

#include <algorithm>
#include <functional>
#include <vector>

namespace quotient {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_name(char c) { return begins_name(c) || is_digit(c) || c == '\''; }

/// Reads a label from left to right, with what is open on a stack of its own: terms can be deep. All of the text is
/// written once, into one string; parts that have no order are put in order there.
class LabelWriter {
 public:
  LabelWriter(std::string_view label, const NameImage& image) : label_(label), image_(image) { open(0); }

  /// Empty where brackets do not match.
  std::string run() {
    for (at_ = 0; at_ < label_.size();) {
      const char c = label_[at_];
      if (c != '[') end_updates();
      if (begins_name(c) || is_digit(c) ||
          begins_negative()) {  // a number is a name as well, where numbers are; nothing in 0x1f is one
        name();
        continue;
      }
      ++at_;
      if (c == '(' || c == '[' || c == '{') {
        out_ += c;
        open(c);
      } else if (c == ')' || c == ']' || c == '}') {
        if (!close(c)) return {};
      } else {
        plain(c);
      }
    }
    end_updates();
    if (open_.size() != 1) return {};
    sort(top().parts, "|", std::less<>());
    return std::move(out_);
  }

 private:
  struct Open {
    char bracket = 0;                  // none: the label itself
    std::vector<std::size_t> parts;    // where actions of the label, elements of a set begin
    std::vector<std::size_t> updates;  // where [a -> b] begin that follow one another
    bool ordered = false;              // of a set: something else, a comprehension
    bool maps = false;                 // there is an arrow in it
  };
  Open& top() { return open_.back(); }

  void open(char bracket) {
    Open& opened = open_.emplace_back();
    opened.bracket = bracket;
    opened.parts.push_back(out_.size());
  }

  /// -1 is one name, and not 1 with something before it.
  bool begins_negative() const {
    const bool is_first = out_.empty() || std::string_view("([{, ").find(out_.back()) != std::string_view::npos;
    return is_first && label_[at_] == '-' && at_ + 1 < label_.size() && is_digit(label_[at_ + 1]);
  }

  void name() {
    const std::size_t begin = at_;
    if (label_[at_] == '-') ++at_;
    while (at_ < label_.size() && continues_name(label_[at_])) ++at_;
    const std::string_view found = label_.substr(begin, at_ - begin);
    const bool applied = at_ < label_.size() && label_[at_] == '(';
    out_ += open_.size() == 1 || applied ? found : image_(found);
  }

  void plain(char c) {
    Open& here = top();
    if ((c == '|' && here.bracket == 0) || (c == ',' && here.bracket == '{')) {
      out_ += c == '|' ? "|" : ", ";
      here.parts.push_back(out_.size());
      return;
    }
    const bool empty = out_.size() == here.parts.back();
    if (c == '|' && here.bracket == '{') here.ordered = true;
    if (c == '>' && !empty && out_.back() == '-') here.maps = true;
    if (c != ' ' || !empty || here.parts.size() == 1) out_ += c;
  }

  void end_updates() {
    sort(top().updates, "", natural_less);
    top().updates.clear();
  }

  bool close(char c) {
    if (open_.size() == 1) return false;
    const Open done = std::move(open_.back());
    open_.pop_back();
    if (c != (done.bracket == '(' ? ')' : done.bracket == '[' ? ']' : '}')) return false;
    if (done.bracket == '{' && !done.ordered) sort(done.parts, ", ", natural_less);
    out_ += c;
    if (done.bracket == '[' && done.maps) top().updates.push_back(done.parts.front() - 1);
    return true;
  }

  /// Puts the parts that begin at these places, and go on to the end, in order.
  template <typename Less>
  void sort(const std::vector<std::size_t>& begins, std::string_view between, const Less& less) {
    if (begins.size() < 2) return;
    std::vector<std::string_view> parts;
    const auto cut = [&](std::string_view text) {
      parts.clear();
      for (std::size_t i = 0; i < begins.size(); ++i) {
        const std::size_t end = i + 1 < begins.size() ? begins[i + 1] - between.size() : out_.size();
        parts.push_back(text.substr(begins[i] - begins[0], end - begins[i]));
      }
    };
    cut(std::string_view(out_).substr(begins[0]));
    if (std::is_sorted(parts.begin(), parts.end(), less)) return;
    const std::string before = out_.substr(begins[0]);
    cut(before);
    std::sort(parts.begin(), parts.end(), less);
    out_.resize(begins[0]);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) out_ += between;
      out_ += parts[i];
    }
  }

  std::string_view label_;
  const NameImage& image_;
  std::string out_;
  std::vector<Open> open_;
  std::size_t at_ = 0;
};

/// Where the probability begins that is written behind the label of a random step: a [1/2]. Arguments are in
/// parentheses, so no other label ends with a bracket. The size of the label where there is none.
std::size_t end_of_actions(std::string_view label) {
  const std::size_t begin = label.ends_with(']') ? label.rfind(" [") : std::string_view::npos;
  return begin == std::string_view::npos ? label.size() : begin;
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  const std::string_view whole_a = a, whole_b = b;
  while (!a.empty() && !b.empty()) {
    if (!is_digit(a[0]) || !is_digit(b[0])) {
      if (a[0] != b[0]) return static_cast<unsigned char>(a[0]) < static_cast<unsigned char>(b[0]);
      a.remove_prefix(1);
      b.remove_prefix(1);
      continue;
    }
    const auto take_number = [](std::string_view& text) {
      while (text.size() > 1 && text[0] == '0' && is_digit(text[1])) text.remove_prefix(1);
      std::size_t length = 0;
      while (length < text.size() && is_digit(text[length])) ++length;
      const std::string_view digits = text.substr(0, length);
      text.remove_prefix(length);
      return digits;
    };
    const std::string_view x = take_number(a), y = take_number(b);
    if (x.size() != y.size()) return x.size() < y.size();
    if (x != y) return x < y;
  }
  if (a.empty() != b.empty()) return a.empty();
  return whole_a < whole_b;  // 01 and 1
}

std::string permuted_label(std::string_view label, const NameImage& image) {
  const std::string_view actions = label.substr(0, end_of_actions(label));
  const std::string made = LabelWriter(actions, image).run();
  return made.empty() ? std::string(label) : made + std::string(label.substr(actions.size()));
}

std::string normal_label(std::string_view label) {
  return permuted_label(label, [](std::string_view name) { return name; });
}

}  // namespace quotient
