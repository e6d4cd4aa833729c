#include "symmetry/action/label_text.hpp"

#include <algorithm>
#include <vector>

namespace quotient {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_name(char c) { return begins_name(c) || is_digit(c) || c == '\''; }

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string out;
  for (const std::string& part : parts) {
    if (&part != &parts.front()) out += between;
    out += part;
  }
  return out;
}

/// Reads a label from left to right, with what is open on a stack of its own: terms can be deep.
class LabelWriter {
 public:
  LabelWriter(std::string_view label, const NameImage& image) : label_(label), image_(image) { open_.emplace_back(); }

  /// Empty where brackets do not match.
  std::string run() {
    for (at_ = 0; at_ < label_.size();) {
      const char c = label_[at_];
      if (c != '[') end_updates();
      if (begins_name(c)) {
        name();
        continue;
      }
      if (is_digit(c)) {  // a name as well, where numbers are; nothing in 0x1f is one
        name();
        continue;
      }
      ++at_;
      if (c == '(' || c == '[' || c == '{') {
        open_.emplace_back().bracket = c;
      } else if (c == ')' || c == ']' || c == '}') {
        if (!close(c)) return {};
      } else {
        plain(c);
      }
    }
    end_updates();
    if (open_.size() != 1) return {};
    top().parts.push_back(std::move(top().text));
    std::sort(top().parts.begin(), top().parts.end());
    return joined(top().parts, "|");
  }

 private:
  struct Open {
    char bracket = 0;  // none: the label itself
    std::string text;
    std::vector<std::string> parts;    // actions of the label, elements of a set
    std::vector<std::string> updates;  // [a -> b] that follow one another
    bool ordered = false;              // of a set: something else, a comprehension
    bool maps = false;                 // there is an arrow in it
  };
  Open& top() { return open_.back(); }

  void name() {
    const std::size_t begin = at_;
    while (at_ < label_.size() && continues_name(label_[at_])) ++at_;
    const std::string_view found = label_.substr(begin, at_ - begin);
    const bool applied = at_ < label_.size() && label_[at_] == '(';
    top().text += open_.size() == 1 || applied ? found : image_(found);
  }

  void plain(char c) {
    Open& here = top();
    const bool begins_part = here.text.empty() && !here.parts.empty();
    if ((c == '|' && here.bracket == 0) || (c == ',' && here.bracket == '{')) {
      here.parts.push_back(std::move(here.text));
      here.text.clear();
      return;
    }
    if (c == '|' && here.bracket == '{') here.ordered = true;
    if (c == '>' && here.text.ends_with('-')) here.maps = true;
    if (c != ' ' || !begins_part) here.text += c;
  }

  void end_updates() {
    std::vector<std::string>& updates = top().updates;
    if (updates.empty()) return;
    std::sort(updates.begin(), updates.end(), natural_less);
    top().text += joined(updates, "");
    updates.clear();
  }

  bool close(char c) {
    if (open_.size() == 1) return false;
    Open done = std::move(open_.back());
    open_.pop_back();
    switch (done.bracket) {
      case '(':
        if (c != ')') return false;
        top().text += "(" + done.text + ")";
        return true;
      case '[':
        if (c != ']') return false;
        if (done.maps) {
          top().updates.push_back("[" + done.text + "]");
        } else {
          top().text += "[" + done.text + "]";
        }
        return true;
      default:
        if (c != '}') return false;
        done.parts.push_back(std::move(done.text));
        if (!done.ordered) std::sort(done.parts.begin(), done.parts.end(), natural_less);
        top().text += "{" + joined(done.parts, ", ") + "}";
        return true;
    }
  }

  std::string_view label_;
  const NameImage& image_;
  std::vector<Open> open_;
  std::size_t at_ = 0;
};

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

std::string renamed_label(std::string_view label, const NameImage& image) {
  std::string made = LabelWriter(label, image).run();
  return made.empty() ? std::string(label) : made;
}

std::string normal_label(std::string_view label) {
  return renamed_label(label, [](std::string_view name) { return name; });
}

}  // namespace quotient
