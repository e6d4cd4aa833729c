#include "report/polled_dump.hpp"

#include <iomanip>
#include <ostream>
#include <streambuf>

#include "base/stop_signal.hpp"

namespace quotient {

namespace {

using Json = nlohmann::ordered_json;

/// Collects what is written to it, and asks whether it is still wanted.
class PolledText : public std::streambuf {
 public:
  std::string take() { return std::move(text_); }

 private:
  std::streamsize xsputn(const char* text, std::streamsize length) override {
    poll_stop();
    text_.append(text, static_cast<std::size_t>(length));
    return length;
  }
  int_type overflow(int_type c) override {
    if (!traits_type::eq_int_type(c, traits_type::eof())) text_ += traits_type::to_char_type(c);
    return traits_type::not_eof(c);
  }

  std::string text_;
};

}  // namespace

std::string polled_dump(const Json& json, int indent) {
  PolledText text;
  std::ostream out(&text);
  out.exceptions(std::ios::badbit);  // a stop is to come through
  try {
    out << std::setw(indent) << json;
    return text.take();
  } catch (const Json::type_error&) {
    // Only this way replaces bytes that are no UTF-8, and it does not ask.
    return json.dump(indent > 0 ? indent : -1, ' ', false, Json::error_handler_t::replace);
  }
}

}  // namespace quotient
