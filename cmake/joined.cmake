# Several files are compiled as one: most of the time of building goes into templates that each file instantiates and
# optimises again. So names in unnamed namespaces are unique in their folder, which they should be anyway: two of one name
# are the same thing written twice, or differ in a way that the name should tell. The debug preset and scripts/check_tidy
# take each file alone, which shows what a file has forgotten to include.
function(join_files target)
  if(QUOTIENT_JOINED)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 10)
    # g++ takes a class with a member of an unnamed namespace for one in a header, and warns of it.
    target_compile_options(${target} PRIVATE $<${gnu}:-Wno-subobject-linkage>)
  endif()
endfunction()
