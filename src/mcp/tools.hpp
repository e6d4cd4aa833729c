#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "base/stop_signal.hpp"
#include "search/growth.hpp"

namespace quotient::mcp {

/// What a call of a tool came to: a text for who reads, and the same as data.
struct ToolResult {
  std::string text;
  nlohmann::ordered_json data;
  bool is_error = false;
};

/// What a running call needs.
struct ToolContext {
  std::filesystem::path folder;  // canonical; nothing else is read
  const StopSignal* stop = nullptr;
  std::function<void(const Progress&)> progress;
};

/// Changes with the arguments and answers of the tools.
inline constexpr const char* tools_version = "1";

/// Names, descriptions and schemas of all tools, as the protocol lists them.
nlohmann::ordered_json tool_list();

/// Calls a tool. Wrong arguments are reported as a result. Nullopt if there is no such tool.
std::optional<ToolResult> call_tool(const std::string& name, const nlohmann::json& arguments,
                                    const ToolContext& context);

}  // namespace quotient::mcp
