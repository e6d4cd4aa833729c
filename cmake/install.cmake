# What `cmake --install` puts where, and the Debian package (`cpack` in the build folder).
include(GNUInstallDirs)

# The manual page and the completions come from the program's own table of options.
set(documents ${CMAKE_BINARY_DIR}/documents)
set(made ${documents}/quotient.1 ${documents}/quotient ${documents}/_quotient ${documents}/quotient.fish)
add_custom_command(
  OUTPUT ${made}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${documents}
  COMMAND quotient help --manual > ${documents}/quotient.1
  COMMAND quotient help --completions bash > ${documents}/quotient
  COMMAND quotient help --completions zsh > ${documents}/_quotient
  COMMAND quotient help --completions fish > ${documents}/quotient.fish
  DEPENDS quotient
  VERBATIM)
add_custom_target(documents ALL DEPENDS ${made})

install(TARGETS quotient RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET quotient_mpi)
  # Where the program looks for it. By `cmake --install DIR --component mpi` alone: the package must not need MPI.
  install(TARGETS quotient_mpi LIBRARY DESTINATION lib/quotient COMPONENT mpi EXCLUDE_FROM_ALL)
endif()
install(FILES ${documents}/quotient.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${documents}/quotient DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${documents}/_quotient DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${documents}/quotient.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES README.md LICENSE THIRD_PARTY.md CHANGELOG.md CONTRIBUTING.md SECURITY.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)  # where Debian looks for it
install(FILES src/report/page/library/LICENSE.dagre src/report/page/library/LICENSE.graphlib
              src/studio/app/library/LICENSE.codemirror DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})  # beside the README, as its links have it
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY editors DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN node_modules EXCLUDE)

# The library: header, CMake package (find_package(Quotient), Quotient::quotient) and pkg-config file.
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Quotient)
install(TARGETS quotient_library EXPORT QuotientTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES include/quotient/quotient.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/quotient)
install(EXPORT QuotientTargets FILE QuotientConfig.cmake NAMESPACE Quotient:: DESTINATION ${package})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/QuotientConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/QuotientConfigVersion.cmake DESTINATION ${package})
file(RELATIVE_PATH prefix_from_pkgconfig /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/quotient.pc.in ${CMAKE_BINARY_DIR}/quotient.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/quotient.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME quotient)
set(CPACK_PACKAGE_CONTACT "The Quotient developers <quotient@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "model checker that explores models up to symmetry")
set(CPACK_PACKAGE_DESCRIPTION
    "Quotient reads Promela, B machines and mCRL2 specifications, finds what is interchangeable in them by itself, and
visits one state of every orbit. It answers with a verdict and a counterexample that is a run of the model.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Large models are compiled where there is a compiler.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gcc, libc6-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS graphviz)
# The module for MPI is a package of its own, and the only one that needs MPI.
set(CPACK_COMPONENTS_ALL Unspecified)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME quotient)
if(TARGET quotient_mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
  set(CPACK_COMPONENT_MPI_DESCRIPTION "Quotient on several processes and machines
The module by which quotient(1), started by mpirun or srun, shares a search with MPI.")
  set(CPACK_DEBIAN_MPI_PACKAGE_NAME quotient-mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "quotient (= ${PROJECT_VERSION})")
  set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS openmpi-bin)
  set(CPACK_DEBIAN_MPI_PACKAGE_SUGGESTS "")
endif()
include(CPack)
