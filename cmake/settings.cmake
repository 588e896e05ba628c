# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# Language, SystemC, warnings: what every room compiles with.

find_package(PkgConfig REQUIRED)
pkg_check_modules(SYSTEMC REQUIRED IMPORTED_TARGET systemc)
find_package(GTest REQUIRED)
find_package(Boost 1.74 REQUIRED)

option(WEIR_CHECK_INVARIANTS "Check the invariants that walk tables, too" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

find_program(WEIR_CCACHE ccache)
if(WEIR_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${WEIR_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${WEIR_CCACHE})
endif()

# Debian's SystemC library is built as C++17; C++20 links when told so.
add_library(weir_settings INTERFACE)
target_include_directories(weir_settings INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_features(weir_settings INTERFACE cxx_std_20)
target_compile_definitions(weir_settings INTERFACE SC_CPLUSPLUS=201703L
                           $<$<BOOL:${WEIR_CHECK_INVARIANTS}>:WEIR_CHECK_INVARIANTS>)
target_link_libraries(weir_settings INTERFACE Boost::headers)

add_library(weir_warnings INTERFACE)
target_compile_options(weir_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
