# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# Verilated RTL as C++ libraries.
#
#   weir_verilated_library(NAME lib)
#   weir_verilated_block(LIBRARY lib TOP module SOURCES a.sv... [PARAMETERS NAME=value...] [OPTIMIZE flags...])
#
# One library for many blocks: class V<module>, header V<module>.h. Verilator's own runtime, which takes longer to
# compile than all our blocks, is compiled once, in weir_verilated_runtime. Include V*.h only in a .cpp that does not
# include SystemC. Generated code is not ours: no warnings, system includes, no clang-tidy.

find_package(verilator 5.006 QUIET HINTS $ENV{VERILATOR_ROOT} /usr/share/verilator)
if(NOT verilator_FOUND)
  message(FATAL_ERROR "Verilator 5.006 or newer is needed to build the RTL (Debian: apt install verilator)")
endif()
include(CheckCXXCompilerFlag)

# What a block's code is compiled for. No timing, no trace: stimulus and waves are ours.
set(WEIR_VERILATOR_ARGS -Wall --x-assign unique --x-initial unique --no-timing --assert -O3 --output-split 0)

# Leaves out what only the runtime library compiles.
function(weir_drop_verilator_runtime target)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources EXCLUDE REGEX "/verilated[a-z_]*\\.cpp$")
  set_target_properties(${target} PROPERTIES SOURCES "${sources}")
endfunction()

if(NOT TARGET weir_verilated_runtime)
  add_library(weir_verilated_runtime STATIC ${VERILATOR_ROOT}/include/verilated.cpp
                                            ${VERILATOR_ROOT}/include/verilated_threads.cpp)
  find_package(Threads REQUIRED)
  target_link_libraries(weir_verilated_runtime PUBLIC Threads::Threads)
  target_include_directories(weir_verilated_runtime SYSTEM PUBLIC ${VERILATOR_ROOT}/include
                                                                  ${VERILATOR_ROOT}/include/vltstd)
  target_compile_definitions(weir_verilated_runtime PUBLIC VL_TIME_CONTEXT VM_COVERAGE=0 VM_SC=0 VM_TRACE=0
                                                           VM_TRACE_VCD=0 VM_TRACE_FST=0)
  target_compile_options(weir_verilated_runtime PRIVATE -w)
  set_target_properties(weir_verilated_runtime PROPERTIES CXX_CLANG_TIDY "" CXX_CPPCHECK "")
endif()

function(weir_verilated_library)
  cmake_parse_arguments(LIB "" "NAME" "" ${ARGN})
  add_library(${LIB_NAME} STATIC)
  target_link_libraries(${LIB_NAME} PUBLIC weir_verilated_runtime)
  target_compile_options(${LIB_NAME} PRIVATE -w)
  set_target_properties(${LIB_NAME} PROPERTIES LINKER_LANGUAGE CXX CXX_CLANG_TIDY "" CXX_CPPCHECK "")
endfunction()

function(weir_verilated_block)
  cmake_parse_arguments(BLOCK "" "LIBRARY;TOP" "SOURCES;PARAMETERS;OPTIMIZE" ${ARGN})
  set(args ${WEIR_VERILATOR_ARGS})
  foreach(parameter IN LISTS BLOCK_PARAMETERS)
    list(APPEND args -G${parameter})
  endforeach()
  if(NOT BLOCK_OPTIMIZE)
    set(BLOCK_OPTIMIZE -O3)
  endif()
  verilate(${BLOCK_LIBRARY} SOURCES ${BLOCK_SOURCES} TOP_MODULE ${BLOCK_TOP} PREFIX V${BLOCK_TOP}
           VERILATOR_ARGS ${args} OPT_FAST ${BLOCK_OPTIMIZE} OPT_SLOW -O1)
  weir_drop_verilator_runtime(${BLOCK_LIBRARY})
  # verilate() gives its include folders to users as ordinary ones; generated headers must not warn under our flags.
  get_target_property(folders ${BLOCK_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES)
  set_target_properties(${BLOCK_LIBRARY} PROPERTIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${folders}")
endfunction()
