# Writes the files of the studio into a C++ header:
#   cmake -DROOT=. -DOUT=studio_assets.hpp -P embed_studio.cmake
# Its own, those of the page of reports (as page/…), and the examples (as examples/…).
set(entries "")
function(embed path file)
  file(READ ${file} text)
  # Brackets keep a raw string of C++ as it is; no asset holds the end mark.
  file(APPEND ${OUT}.new "    {\"${path}\", R\"~studio~(${text})~studio~\"sv},\n")
endfunction()

file(WRITE ${OUT}.new "// Written by cmake/embed_studio.cmake.\n#pragma once\n\n#include <array>\n\n#include \"studio/assets.hpp\"\n\n// Compilers need not take literals as long as these; ours do.\n#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\nnamespace quotient::studio {\n\nusing namespace std::string_view_literals;  // which know their length\n\ninline constexpr auto embedded_assets = std::to_array<Asset>({\n")
set(app ${ROOT}/src/studio/app)
file(GLOB own RELATIVE ${app} ${app}/*.js ${app}/*.css ${app}/*.html ${app}/library/*.js)
foreach(name ${own})
  embed(${name} ${app}/${name})
endforeach()
set(page ${ROOT}/src/report/page)
file(GLOB own RELATIVE ${page} ${page}/*.js ${page}/*.css ${page}/library/*.js)
foreach(name ${own})
  embed(page/${name} ${page}/${name})
endforeach()
set(examples ${ROOT}/examples)
file(GLOB own RELATIVE ${examples} ${examples}/*.pml ${examples}/*.pml-lite ${examples}/*.h ${examples}/*.rules
     ${examples}/b/*.mch ${examples}/mcrl2/*.mcrl2 ${examples}/murphi/*.m)
foreach(name ${own})
  embed(examples/${name} ${examples}/${name})
endforeach()
file(APPEND ${OUT}.new "});\n\n}  // namespace quotient::studio\n")
file(RENAME ${OUT}.new ${OUT})
