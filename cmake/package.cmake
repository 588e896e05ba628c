# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# `cmake --install`: the chip as a library. All rooms of hw_model in one archive, their headers below include/weir (so
# that `#include "hw_model/..."` stays as it is), and the package by which find_package(weir) finds both.
# (docs/decisions/0140)

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
find_package(tl-expected REQUIRED)

# Objects of the rooms, not their archives: one library to link, whatever the rooms are called.
add_library(weir_package STATIC)
get_property(rooms GLOBAL PROPERTY weir_chip_rooms)
foreach(room IN LISTS rooms)
  target_sources(weir_package PRIVATE $<TARGET_OBJECTS:${room}>)
endforeach()
set_target_properties(weir_package PROPERTIES OUTPUT_NAME weir EXPORT_NAME weir LINKER_LANGUAGE CXX)
target_include_directories(weir_package INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/weir>)
target_compile_features(weir_package INTERFACE cxx_std_20)
# What changes a header's meaning must be the same in both builds.
target_compile_definitions(weir_package INTERFACE SC_CPLUSPLUS=${WEIR_SC_CPLUSPLUS}
                           $<$<BOOL:${WEIR_CHECK_INVARIANTS}>:WEIR_CHECK_INVARIANTS>)
target_link_libraries(weir_package INTERFACE Boost::headers tl::expected PkgConfig::SYSTEMC)
if(WEIR_SANITIZE)
  target_compile_options(weir_package INTERFACE -fsanitize=${WEIR_SANITIZE})
  target_link_options(weir_package INTERFACE -fsanitize=${WEIR_SANITIZE})
endif()

set(WEIR_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/weir)
install(TARGETS weir_package EXPORT weirTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/hw_model DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/weir
        FILES_MATCHING PATTERN "*.h")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(EXPORT weirTargets NAMESPACE weir:: DESTINATION ${WEIR_PACKAGE_DIR})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/weirConfig.cmake.in ${PROJECT_BINARY_DIR}/weirConfig.cmake
                              INSTALL_DESTINATION ${WEIR_PACKAGE_DIR})
# Before 1.0 a minor version may change an interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/weirConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/weirConfig.cmake ${PROJECT_BINARY_DIR}/weirConfigVersion.cmake
        DESTINATION ${WEIR_PACKAGE_DIR})

# Where there is a program: it, the plans of results pages with their scenarios, JSON Schemas,
# manual page, completions, dissector.
if(TARGET weir)
  install(PROGRAMS $<TARGET_FILE:weir> DESTINATION ${CMAKE_INSTALL_BINDIR} OPTIONAL)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/scenarios ${PROJECT_SOURCE_DIR}/sweeps
          DESTINATION ${CMAKE_INSTALL_DATADIR}/weir FILES_MATCHING PATTERN "*.toml" PATTERN "*.csv" PATTERN "*.pcap*")
  set(schemas "")
  foreach(of scenario summary story cost cost_comparison cost_chips registers)
    set(schema ${PROJECT_BINARY_DIR}/schema/${of}.schema.json)
    add_custom_command(OUTPUT ${schema} COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/schema
                       COMMAND weir schema ${of} > ${schema} DEPENDS weir COMMENT "Writing the schema: ${of}" VERBATIM)
    list(APPEND schemas ${schema})
  endforeach()
  add_custom_target(schemas ALL DEPENDS ${schemas})
  install(FILES ${schemas} DESTINATION ${CMAKE_INSTALL_DATADIR}/weir/schema OPTIONAL)

  install(FILES ${PROJECT_SOURCE_DIR}/tb/wireshark/weir.lua DESTINATION ${CMAKE_INSTALL_DATADIR}/weir/wireshark)
  set(manual ${PROJECT_BINARY_DIR}/weir.1)
  add_custom_command(OUTPUT ${manual} COMMAND weir manual > ${manual} DEPENDS weir COMMENT "Writing the manual page"
                     VERBATIM)
  add_custom_target(manual ALL DEPENDS ${manual})
  install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
  set(completions ${PROJECT_SOURCE_DIR}/tb/commands/completions)
  install(FILES ${completions}/weir.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME weir)
  install(FILES ${completions}/weir.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _weir)
  install(FILES ${completions}/weir.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

  # Debian's Python looks there below /usr.
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/tb/python/weir DESTINATION lib/python3/dist-packages FILES_MATCHING PATTERN "*.py")
endif()

# The list of what was installed goes with it. CMake's own script would write it into the build folder, which lies in
# the source tree, of which whoever installs may be allowed to read only; so the script ends here. Nothing is installed
# after this.
install(CODE "
  string(REPLACE \";\" \"\\n\" files \"\${CMAKE_INSTALL_MANIFEST_FILES}\")
  file(WRITE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${WEIR_PACKAGE_DIR}/install_manifest.txt\" \"\${files}\\n\")
  return()")
