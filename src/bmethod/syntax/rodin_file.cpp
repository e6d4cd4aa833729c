#include "bmethod/syntax/rodin_file.hpp"

#include <algorithm>
#include <expat.h>
#include <memory>

namespace quotient::bmethod {
namespace {

constexpr std::size_t deepest_element = 100;

struct Reading {
  XML_Parser parser = nullptr;
  RodinElement top;
  std::vector<RodinElement*> open;
  bool too_deep = false;
};

std::string without_prefix(const char* name) {
  const std::string_view text(name);
  const std::size_t dot = text.rfind('.');
  return std::string(dot == std::string_view::npos ? text : text.substr(dot + 1));
}

void start_element(void* user, const char* name, const char** attributes) {
  Reading& reading = *static_cast<Reading*>(user);
  if (reading.open.size() > deepest_element) {
    reading.too_deep = true;
    XML_StopParser(reading.parser, XML_FALSE);
    return;
  }
  RodinElement& made = reading.open.back()->children.emplace_back();
  made.kind = without_prefix(name);
  for (; *attributes != nullptr; attributes += 2) made.attributes[without_prefix(attributes[0])] = attributes[1];
  reading.open.push_back(&made);
}

void end_element(void* user, const char*) { static_cast<Reading*>(user)->open.pop_back(); }

/// Nobody needs entities of their own; without them no small file becomes a large one.
void refuse_entities(void* user, const char*, int, const char*, int, const char*, const char*, const char*,
                     const char*) {
  XML_StopParser(static_cast<Reading*>(user)->parser, XML_FALSE);
}

}  // namespace

const std::string& RodinElement::attribute(const std::string& name) const {
  static const std::string none;
  const auto found = attributes.find(name);
  return found == attributes.end() ? none : found->second;
}

bool is_rodin_file(std::string_view text) {
  const std::string_view head = text.substr(0, 4096);
  return head.find("<org.eventb.core.machineFile") != std::string_view::npos ||
         head.find("<org.eventb.core.contextFile") != std::string_view::npos;
}

RodinFile read_rodin_file(std::string_view text) {
  Reading reading;
  const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(XML_ParserCreate("UTF-8"), XML_ParserFree);
  reading.parser = parser.get();
  reading.open.push_back(&reading.top);
  XML_SetUserData(parser.get(), &reading);
  XML_SetElementHandler(parser.get(), start_element, end_element);
  XML_SetEntityDeclHandler(parser.get(), refuse_entities);
  RodinFile made;
  if (XML_Parse(parser.get(), text.data(), static_cast<int>(text.size()), 1) != XML_STATUS_OK) {
    made.error = reading.too_deep ? "elements are nested too deep" : XML_ErrorString(XML_GetErrorCode(parser.get()));
    made.offset = static_cast<std::size_t>(std::max<XML_Index>(XML_GetCurrentByteIndex(parser.get()), 0));
    return made;
  }
  made.root = std::move(reading.top.children.front());
  return made;
}

}  // namespace quotient::bmethod
