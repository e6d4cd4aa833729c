#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "native/code_emitter.hpp"
#include "native/emit.hpp"
#include "native/plan.hpp"
#include "native/variant.hpp"
#include "native/writer.hpp"

/// The functions of a module, each as C text. Internal to the writer of modules.
namespace quotient::native {

/// What all units begin with: types, the context, cells, queues.
std::string runtime_text(const Plan& plan);
/// What processes are created and removed with; only where they come and go.
std::string shape_text(const Plan& plan);
std::string initialise_text(const Variant& any_shape, std::uint32_t type);

/// The functions for the states of one shape, or of any.
class StepEmitter {
 public:
  StepEmitter(const Plan& plan, const Shape* fixed) : plan_(plan), program_(plan.program), variant_(plan, fixed) {}

  /// One function for each process type and location, one more where a rendezvous can be received.
  std::vector<std::string> location_functions();
  /// Declarations of all functions.
  std::string declarations() const { return declarations_; }
  /// Tables, and the functions that go through processes; after location_functions.
  std::string driver();

 private:
  // emit_steps.cpp
  std::string location(std::uint32_t type, std::uint32_t number, bool in_handshake);
  void transition(std::uint32_t type, const ControlLocation& here, std::uint32_t index, bool in_handshake, bool escapes,
                  Writer& out, bool& needs_any_shape, bool& something);
  std::string in_place_condition(std::uint32_t type, const ControlLocation& here, std::uint32_t index,
                                 const CodeText& text);
  std::string return_if_impossible(const ControlLocation& here, bool in_handshake);
  CodeText code_of(std::uint32_t index, bool in_handshake, bool test_only);
  void deliver(std::uint32_t type, const Transition& t, const CodeText& text, bool in_handshake, bool may_be_in_place,
               Writer& out);
  std::string function_name(std::uint32_t type, std::uint32_t number, bool in_handshake) const;

  // emit_driver.cpp
  void tables(Writer& out);
  void only(std::uint32_t type, Writer& out);
  void provided(std::uint32_t type, Writer& out);
  void all(bool in_handshake, Writer& out);
  void valid_end(Writer& out);
  void root(Writer& out);
  std::string location_at(std::uint32_t type, const std::string& record) const;

  // emit_claim.cpp
  void claim(Writer& out);
  void claim_location(std::uint32_t number, Writer& out);

  const Plan& plan_;
  const Program& program_;
  Variant variant_;
  std::string declarations_;
  std::vector<std::vector<bool>> present_[2];  // [in handshake][type][location]: the function exists
};

/// Marks in `plan` the global cells that any code writes to.
void find_written_cells(Plan& plan);

}  // namespace quotient::native
