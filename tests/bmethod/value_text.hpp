#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace quotient::bmethod::test {

/// Permutes names in the text of a value and sorts the members of its sets again. Knows of values only how they are
/// printed, and so nothing of how they are kept: what symmetry reduction is judged by.
class ValueText {
 public:
  ValueText(std::string_view text, const std::map<std::string, std::string>& permutation)
      : text_(text), permutation_(permutation) {}

  std::string permuted() {
    std::string result;
    while (at_ < text_.size()) result += item();
    return result;
  }

 private:
  /// A set, a string, a name or number, or a single sign.
  std::string item() {
    const char c = text_[at_];
    if (c == '{') return set();
    if (c == '"') {
      const std::size_t end = text_.find('"', at_ + 1);
      return take(end - at_ + 1);
    }
    if (!is_name(c)) return take(1);
    std::size_t length = 0;
    while (at_ + length < text_.size() && is_name(text_[at_ + length])) ++length;
    const std::string name = take(length);
    const auto found = permutation_.find(name);
    return found == permutation_.end() ? name : found->second;
  }

  std::string set() {
    ++at_;
    std::vector<std::string> members;
    while (text_[at_] != '}') {
      std::string member;
      int depth = 0;
      for (; depth > 0 || (text_[at_] != ',' && text_[at_] != '}');) {
        if (text_[at_] == '(') ++depth;
        if (text_[at_] == ')') --depth;
        member += item();
      }
      members.push_back(member);
      if (text_[at_] == ',') ++at_;
    }
    ++at_;
    std::sort(members.begin(), members.end());
    std::string result = "{";
    for (const std::string& member : members) result += (result.size() > 1 ? "," : "") + member;
    return result + "}";
  }

  std::string take(std::size_t length) {
    at_ += length;
    return std::string(text_.substr(at_ - length, length));
  }
  static bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

  std::string_view text_;
  const std::map<std::string, std::string>& permutation_;
  std::size_t at_ = 0;
};

}  // namespace quotient::bmethod::test
