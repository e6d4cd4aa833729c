#include "promela/parse/names.hpp"

#include <algorithm>

#include "base/ensure.hpp"

namespace quotient::promela {

bool encloses(std::string_view outer, std::string_view inner) {
  if (outer.empty()) return true;
  return inner.starts_with(outer) && (inner.size() == outer.size() || inner[outer.size()] == '.');
}

const GlobalName* Names::find_global(std::string_view name) const {
  const auto found = globals_.find(std::string(name));
  return found == globals_.end() ? nullptr : &found->second;
}

void Names::add_global(std::string_view name, GlobalName what) { globals_.emplace(std::string(name), what); }

std::vector<std::string> Names::global_names() const {
  std::vector<std::string> names;
  for (const auto& [name, what] : globals_) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

void Names::enter_proctype() {
  locals_.clear();
  counters_.clear();
  lengths_.clear();
  scope_.clear();
  in_proctype_ = true;
}

void Names::leave_proctype() {
  enter_proctype();
  in_proctype_ = false;
}

void Names::open_scope() {
  const std::size_t depth = lengths_.size();
  if (counters_.size() <= depth) counters_.push_back(0);
  lengths_.push_back(scope_.size());
  if (!scope_.empty()) scope_ += '.';
  scope_ += std::to_string(++counters_[depth]);
}

void Names::close_scope() {
  ensure(!lengths_.empty(), "a scope is closed that was not opened");
  scope_.resize(lengths_.back());
  lengths_.pop_back();
}

const LocalName* Names::find_local(std::string_view name) const {
  const auto found = locals_.find(std::string(name));
  if (found == locals_.end()) return nullptr;
  for (auto local = found->second.rbegin(); local != found->second.rend(); ++local) {
    if (encloses(local->scope, scope_)) return &*local;
  }
  return nullptr;
}

const LocalName& Names::add_local(std::string_view name, LocalName what) {
  return locals_[std::string(name)].emplace_back(std::move(what));
}

std::vector<std::string> Names::visible_variables() const {
  std::vector<std::string> names;
  for (const auto& [name, global] : globals_) {
    if (global.kind == GlobalName::Kind::variable || global.kind == GlobalName::Kind::mtype_constant) {
      names.push_back(name);
    }
  }
  for (const auto& [name, all] : locals_) {
    for (const LocalName& local : all) {
      if (local.variable != nullptr && encloses(local.scope, scope_)) names.push_back(name);
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace quotient::promela
