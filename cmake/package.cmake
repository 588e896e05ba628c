# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# `cmake --install`, and the Debian packages that `./weir package` makes of the same files. The components:
#   runtime  libweir.so.0 (package_platform.cmake): libweir0_VERSION_ARCHITECTURE.deb
#   dev      its headers, libweir.so, libweir.a, the packages of CMake and pkg-config; and all rooms of hw_model in the archive
#            libweir_internal.a with their headers below include/weir/internal, without a promise: libweir-dev
#   weir     the program and what comes with it: weir
#   doc      the documentation as a site, in the package weir
#   python   the Python module: python3-weir_VERSION_all.deb
# docs/user_guide/package.md lists what is where.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
find_package(tl-expected REQUIRED)

# First of all: what is not built would leave half a prefix behind.
set(weir_wanted "runtime=$<TARGET_FILE:weir_library>=weir_library" "dev=$<TARGET_FILE:weir_library>=weir_libraries"
    "dev=$<TARGET_FILE:weir_library_static>=weir_libraries" "dev=$<TARGET_FILE:weir_package>=weir_libraries")
if(TARGET weir)
  list(APPEND weir_wanted "weir=$<TARGET_FILE:weir>=weir")
endif()
install(CODE "
  set(missing \"\")
  foreach(wanted ${weir_wanted})
    string(REPLACE \"=\" \";\" wanted \"\${wanted}\")
    list(GET wanted 0 component)
    list(GET wanted 1 file)
    list(GET wanted 2 target)
    if((NOT CMAKE_INSTALL_COMPONENT OR CMAKE_INSTALL_COMPONENT STREQUAL component) AND NOT EXISTS \"\${file}\")
      list(APPEND missing \"\${target}\")
    endif()
  endforeach()
  if(missing)
    list(REMOVE_DUPLICATES missing)
    string(REPLACE \";\" \" \" missing \"\${missing}\")
    message(FATAL_ERROR \"Nothing is installed, because parts are not built; build them first: cmake --build DIR --target \${missing}\")
  endif()" ALL_COMPONENTS)

# Objects of the rooms, not their archives: one library to link, whatever the rooms are called.
add_library(weir_package STATIC)
get_property(rooms GLOBAL PROPERTY weir_chip_rooms)
foreach(room IN LISTS rooms)
  target_sources(weir_package PRIVATE $<TARGET_OBJECTS:${room}>)
endforeach()
set_target_properties(weir_package PROPERTIES OUTPUT_NAME weir_internal EXPORT_NAME internal LINKER_LANGUAGE CXX)
target_include_directories(weir_package INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/weir/internal>)
target_compile_features(weir_package INTERFACE cxx_std_20)
# What changes a header's meaning must be the same in both builds.
target_compile_definitions(weir_package INTERFACE SC_CPLUSPLUS=${WEIR_SC_CPLUSPLUS}
                           $<$<BOOL:${WEIR_CHECK_INVARIANTS}>:WEIR_CHECK_INVARIANTS>)
target_link_libraries(weir_package INTERFACE Boost::headers tl::expected PkgConfig::SYSTEMC)
# weir_sanitized_users(TARGET): who links a sanitized library is sanitized, too.
function(weir_sanitized_users target)
  if(WEIR_SANITIZE)
    target_compile_options(${target} INTERFACE -fsanitize=${WEIR_SANITIZE})
    target_link_options(${target} INTERFACE -fsanitize=${WEIR_SANITIZE})
  endif()
endfunction()
weir_sanitized_users(weir_package)
include(package_platform)

set(WEIR_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/weir)
install(TARGETS weir_package EXPORT weirTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/hw_model DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/weir/internal COMPONENT dev
        FILES_MATCHING PATTERN "*.h")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT dev)
# The reference models of RTL blocks for other benches, if they were built; `weir bench-kit` copies them.
install(TARGETS weir_reference_library LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT weir OPTIONAL)
install(FILES ${PROJECT_SOURCE_DIR}/tb/bench_kit/weir/reference.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/weir COMPONENT weir)
install(EXPORT weirTargets NAMESPACE weir:: DESTINATION ${WEIR_PACKAGE_DIR} COMPONENT dev)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/weirConfig.cmake.in ${PROJECT_BINARY_DIR}/weirConfig.cmake
                              INSTALL_DESTINATION ${WEIR_PACKAGE_DIR})
# Before 1.0 a minor version may change an interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/weirConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/weirConfig.cmake ${PROJECT_BINARY_DIR}/weirConfigVersion.cmake
        DESTINATION ${WEIR_PACKAGE_DIR} COMPONENT dev)

if(TARGET weir)
  include(package_program)
  include(package_debian)
endif()

# The list of what was installed goes with it. CMake's own script would write it into the build folder, which lies in
# the source tree, of which whoever installs may be allowed to read only; so the script ends here. Nothing is installed
# after this. A component alone goes into a Debian package, which has a list of its own.
install(CODE "
  if(CMAKE_INSTALL_COMPONENT)
    return()
  endif()
  string(REPLACE \";\" \"\\n\" files \"\${CMAKE_INSTALL_MANIFEST_FILES}\")
  file(WRITE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${WEIR_PACKAGE_DIR}/install_manifest.txt\" \"\${files}\\n\")
  return()" ALL_COMPONENTS)
