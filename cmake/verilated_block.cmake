# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# Verilated RTL as C++ libraries.
#
#   weir_verilated_library(NAME lib OPTIMIZE flag)
#   weir_verilated_block(LIBRARY lib TOP module SOURCES a.sv... [PARAMETERS NAME=value...] [AS name] [LENIENT] [COUNTED])
#
# One library for many blocks: class V<module>, header V<module>.h; or V<name> and V<name>.h. Verilator's own runtime, which takes longer to
# compile than all our blocks, is compiled once, in weir_verilated_runtime. Include V*.h only in a .cpp that does not
# include SystemC. Generated code is not ours: no warnings, system includes, no clang-tidy; it is optimized in every
# build, since nobody debugs it. LENIENT: no lint warnings from Verilator, no assertions (for mutants). COUNTED: with
# Verilator's line and toggle coverage, slower by far; class and header are Vcounted_<module>.

find_package(verilator 5.006 QUIET HINTS $ENV{VERILATOR_ROOT} /usr/share/verilator)
if(NOT verilator_FOUND)
  message(FATAL_ERROR "Verilator 5.006 or newer is needed to build the RTL (Debian: apt install verilator)")
endif()
include(CheckCXXCompilerFlag)  # verilate() calls it

# What a block's code is compiled for. No timing, no trace: stimulus and waves are ours.
set(WEIR_VERILATOR_ARGS --no-timing -O3)

# Leaves out what only the runtime library compiles.
function(weir_drop_verilator_runtime target)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources EXCLUDE REGEX "/verilated[a-z_]*\\.cpp$")
  set_target_properties(${target} PROPERTIES SOURCES "${sources}")
endfunction()

if(NOT TARGET weir_verilated_runtime)
  add_library(weir_verilated_runtime STATIC ${VERILATOR_ROOT}/include/verilated.cpp
                                            ${VERILATOR_ROOT}/include/verilated_save.cpp
                                            ${VERILATOR_ROOT}/include/verilated_threads.cpp)
  find_package(Threads REQUIRED)
  target_link_libraries(weir_verilated_runtime PUBLIC Threads::Threads)
  target_include_directories(weir_verilated_runtime SYSTEM PUBLIC ${VERILATOR_ROOT}/include
                                                                  ${VERILATOR_ROOT}/include/vltstd)
  target_compile_definitions(weir_verilated_runtime PUBLIC VL_TIME_CONTEXT VM_COVERAGE=0 VM_SC=0 VM_TRACE=0
                                                           VM_TRACE_VCD=0 VM_TRACE_FST=0)
  target_compile_options(weir_verilated_runtime PRIVATE -w)
  # What assertions warn of is not printed.
  set(verilated_print ${PROJECT_SOURCE_DIR}/tb/cosim/verilated_print.h)
  set_source_files_properties(${VERILATOR_ROOT}/include/verilated.cpp
                              PROPERTIES COMPILE_DEFINITIONS VL_PRINTF=weir_verilated_print
                                         COMPILE_OPTIONS "-include;${verilated_print}" OBJECT_DEPENDS ${verilated_print})
  set_target_properties(weir_verilated_runtime PROPERTIES CXX_CLANG_TIDY "" CXX_CPPCHECK "")
endif()

function(weir_verilated_library)
  cmake_parse_arguments(LIB "" "NAME;OPTIMIZE" "" ${ARGN})
  add_library(${LIB_NAME} STATIC)
  target_link_libraries(${LIB_NAME} PUBLIC weir_verilated_runtime)
  target_compile_options(${LIB_NAME} PRIVATE -w ${LIB_OPTIMIZE})
  # One translation unit a block, so that what a clock edge calls is inlined (as position independent code
  # only without interposition): a third faster, and quicker to compile.
  set_target_properties(${LIB_NAME} PROPERTIES LINKER_LANGUAGE CXX CXX_CLANG_TIDY "" CXX_CPPCHECK ""
                                               UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

function(weir_verilated_block)
  cmake_parse_arguments(BLOCK "LENIENT;COUNTED" "LIBRARY;TOP;AS" "SOURCES;PARAMETERS" ${ARGN})
  set(prefix V${BLOCK_TOP})
  if(BLOCK_AS)
    set(prefix V${BLOCK_AS})
  endif()
  set(args ${WEIR_VERILATOR_ARGS})
  if(BLOCK_COUNTED)
    set(prefix Vcounted_${BLOCK_TOP})
    list(APPEND args --coverage-line --coverage-toggle)
  elseif(BLOCK_LENIENT)
    list(APPEND args --savable -Wno-fatal -Wno-lint -Wno-style)
  else()
    list(APPEND args --savable -Wall --assert)  # lock-step reads what is saved
  endif()
  foreach(parameter IN LISTS BLOCK_PARAMETERS)
    list(APPEND args -G${parameter})
  endforeach()
  verilate(${BLOCK_LIBRARY} SOURCES ${BLOCK_SOURCES} TOP_MODULE ${BLOCK_TOP} PREFIX ${prefix}
           VERILATOR_ARGS ${args})
  weir_drop_verilator_runtime(${BLOCK_LIBRARY})
  get_target_property(sources ${BLOCK_LIBRARY} SOURCES)
  list(FILTER sources INCLUDE REGEX "/${prefix}(__[^/]*)?\\.cpp$")
  set_source_files_properties(${sources} PROPERTIES UNITY_GROUP ${BLOCK_TOP})
  # verilate() gives its include folders to users as ordinary ones; generated headers must not warn under our flags.
  get_target_property(folders ${BLOCK_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES)
  set_target_properties(${BLOCK_LIBRARY} PROPERTIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${folders}")
endfunction()
