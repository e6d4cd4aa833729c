# The headers of the libraries, read once: reading them takes most of the time of building otherwise. Files of our own
# are never precompiled, and every file still includes what it uses: the debug preset builds without.
set(precompiled_headers <algorithm> <array> <atomic> <bit> <charconv> <chrono> <cstdint> <cstring> <deque> <filesystem>
                        <fstream> <functional> <limits> <map> <memory> <mutex> <numeric> <optional> <random> <ranges> <set>
                        <span> <string> <string_view> <thread> <tuple> <unordered_map> <unordered_set> <utility> <variant>
                        <vector> <fmt/format.h>)

# quotient_precompile NAME HEADER...: a set of these and some more. Libraries (position-independent) and programs need one
# each.
function(quotient_precompile name)
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp CONTENT "")  # touched only where it is not there yet
  add_library(${name} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE quotient_flags fmt::fmt)
  target_precompile_headers(${name} PRIVATE ${precompiled_headers} ${ARGN})
endfunction()

# use_precompiled TARGET SET: has the target read SET, which must be compiled with the same definitions.
function(use_precompiled target set)
  if(QUOTIENT_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM ${set})
    # g++ 12 forgets which precompiled headers are the system's, and then warns of what is in them (GCC bug 105651).
    target_compile_options(${target} PRIVATE "$<${gnu}:-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-array-bounds>")
  endif()
endfunction()

if(QUOTIENT_PRECOMPILED)
  quotient_precompile(precompiled_for_libraries)
  set_target_properties(precompiled_for_libraries PROPERTIES POSITION_INDEPENDENT_CODE ON)
endif()
