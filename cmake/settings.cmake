# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# Language, SystemC, warnings, sanitizers: what every room compiles with.

option(WEIR_CHECK_INVARIANTS "Check the invariants that walk tables, too" ON)
option(WEIR_WARNINGS_AS_ERRORS "Stop at a warning in our own code" ON)
option(WEIR_LTO "Optimize across files when linking (slower to build)" OFF)
option(WEIR_FUZZ "Build the fuzz targets (Clang only)" OFF)
set(WEIR_SANITIZE "" CACHE STRING "Sanitizers of the whole build, as -fsanitize takes them")
set(WEIR_SC_CPLUSPLUS 201703L CACHE STRING "The language standard that the SystemC library was built for")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Optimized unless told otherwise" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(WEIR_CCACHE ccache)
if(WEIR_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${WEIR_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${WEIR_CCACHE})
endif()

if(WEIR_LTO)
  include(CheckIPOSupported)
  check_ipo_supported(LANGUAGES C CXX)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
endif()

find_package(PkgConfig REQUIRED)
pkg_check_modules(SYSTEMC REQUIRED IMPORTED_TARGET systemc)
find_package(Boost 1.74 REQUIRED)
if(BUILD_TESTING)
  find_package(GTest REQUIRED)
endif()

# A SystemC library names the standard it was built for in a symbol, so that a program built for another one fails at
# its last link, and says nothing helpful. Tell it here.
set(WEIR_SYSTEMC_LINKS_FOR "" CACHE INTERNAL "The WEIR_SC_CPLUSPLUS that was found to link")
if(NOT WEIR_SYSTEMC_LINKS_FOR STREQUAL WEIR_SC_CPLUSPLUS)
  try_compile(WEIR_SYSTEMC_LINKS
              SOURCES ${CMAKE_CURRENT_LIST_DIR}/systemc_check.cpp
              COMPILE_DEFINITIONS -DSC_CPLUSPLUS=${WEIR_SC_CPLUSPLUS}
              LINK_LIBRARIES PkgConfig::SYSTEMC
              OUTPUT_VARIABLE systemc_check_log)
  if(NOT WEIR_SYSTEMC_LINKS)
    unset(WEIR_SYSTEMC_LINKS CACHE)
    set(systemc_fix "rebuild SystemC with -DCMAKE_CXX_STANDARD=17 (Debian 12's libsystemc-dev is built so)")
    foreach(library ${SYSTEMC_LINK_LIBRARIES})
      file(STRINGS ${library} built_for REGEX "sc_api_version_[0-9_]+_cxx[0-9]+L")
      if("${built_for}" MATCHES "_cxx([0-9]+L)" AND NOT CMAKE_MATCH_1 STREQUAL WEIR_SC_CPLUSPLUS)
        set(systemc_fix "configure with -DWEIR_SC_CPLUSPLUS=${CMAKE_MATCH_1}")
      endif()
    endforeach()
    message(FATAL_ERROR "This SystemC ${SYSTEMC_VERSION} library does not link with C++20 and "
                        "SC_CPLUSPLUS=${WEIR_SC_CPLUSPLUS}.\nThe fix: ${systemc_fix}.\n${systemc_check_log}")
  endif()
  set(WEIR_SYSTEMC_LINKS_FOR ${WEIR_SC_CPLUSPLUS} CACHE INTERNAL "")
endif()

# A product and a sum are rounded apart, so that draws are the same on every machine. As built x86-64 does no other.
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  add_compile_options(-ffp-contract=off)
endif()

# Rooms go into shared objects, too, which export a few names: no other object replaces a function of ours.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
add_compile_options(-fno-semantic-interposition)

# A pointer that the loader relocates takes a bit or two in the program, and not 24 bytes: where linker and loader know
# such tables, as those of Debian 12 do.
if(NOT CMAKE_CROSSCOMPILING)
  include(CheckCXXSourceRuns)
  set(CMAKE_REQUIRED_LINK_OPTIONS LINKER:-z,pack-relative-relocs)
  check_cxx_source_runs("int main() { return 0; }" WEIR_PACKS_RELOCATIONS)
  unset(CMAKE_REQUIRED_LINK_OPTIONS)
  if(WEIR_PACKS_RELOCATIONS)
    add_link_options(LINKER:-z,pack-relative-relocs)
  endif()
endif()

# Sanitizers see all code, the generated code of the RTL too.
if(WEIR_SANITIZE)
  # What the sanitizers insert hides from GCC that something is initialized (it says so of -fsanitize); they see it better.
  # The three checks of null pointers keep GCC from comparing addresses in constants; AddressSanitizer sees a null pointer
  # that is used.
  add_compile_options(-fsanitize=${WEIR_SANITIZE} -fno-sanitize=null,nonnull-attribute,returns-nonnull-attribute
                      -fno-sanitize-recover=all -fno-omit-frame-pointer -Wno-maybe-uninitialized)
  add_link_options(-fsanitize=${WEIR_SANITIZE})
endif()
if(WEIR_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

add_library(weir_settings INTERFACE)
target_include_directories(weir_settings INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_features(weir_settings INTERFACE cxx_std_20)
target_compile_definitions(weir_settings INTERFACE SC_CPLUSPLUS=${WEIR_SC_CPLUSPLUS}
                           $<$<BOOL:${WEIR_CHECK_INVARIANTS}>:WEIR_CHECK_INVARIANTS>)
target_link_libraries(weir_settings INTERFACE Boost::headers)

add_library(weir_warnings INTERFACE)
target_compile_options(weir_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
                       $<$<BOOL:${WEIR_WARNINGS_AS_ERRORS}>:-Werror>
                       # GCC 12 sees overlaps in string + string where there are none (its bug 105651).
                       $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
