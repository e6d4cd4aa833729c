# Writes the page that reports are made of into a C++ header:
#   cmake -DPAGE=src/report/page -DOUT=page_assets.hpp -P embed_page.cmake
# The scripts are modules, for whoever reads or tests them; a page that is opened from a file cannot load any, so they
# are joined into one: lines that import go, `export` goes, and names are unique among all of them.
include(${PAGE}/modules.cmake)

function(embed name text)
  # Brackets keep a raw string of C++ as it is; no asset holds the end mark.
  file(APPEND ${OUT}.new "inline constexpr std::string_view ${name} = R\"~page~(${text})~page~\";\n")
endfunction()

file(WRITE ${OUT}.new "// Written by cmake/embed_page.cmake.\n#pragma once\n\n#include <string_view>\n\n// Compilers need not take literals as long as these; ours do.\n#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\nnamespace quotient::page_assets {\n\n")
file(READ ${PAGE}/page.html markup)
embed(markup "${markup}")
file(READ ${PAGE}/style.css style)
embed(style "${style}")
file(READ ${PAGE}/library/dagre.js library)
embed(library "${library}")
set(script "")
foreach(module ${page_modules})
  file(READ ${PAGE}/${module} text)
  string(REGEX REPLACE "\n(import [^\n]*\n)+" "\n" text "\n${text}")
  string(REGEX REPLACE "\nexport " "\n" text "${text}")
  string(APPEND script "${text}")
endforeach()
embed(script "${script}")
file(APPEND ${OUT}.new "\n}  // namespace quotient::page_assets\n")
file(RENAME ${OUT}.new ${OUT})
