# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

set(weir_chip ${PROJECT_SOURCE_DIR}/hw_model)

# weir_room(NAME room SOURCES a.cpp... LINKS libs...): one static library a room, with our warnings as errors. Those of the
# chip are in the global property weir_chip_rooms.
function(weir_room)
  cmake_parse_arguments(ROOM "" "NAME" "SOURCES;LINKS" ${ARGN})
  if(ROOM_SOURCES)
    add_library(${ROOM_NAME} STATIC ${ROOM_SOURCES})
    target_link_libraries(${ROOM_NAME} PUBLIC weir_settings ${ROOM_LINKS} PRIVATE weir_warnings)
    cmake_path(IS_PREFIX weir_chip "${CMAKE_CURRENT_SOURCE_DIR}" in_chip)
    if(in_chip)
      set_property(GLOBAL APPEND PROPERTY weir_chip_rooms ${ROOM_NAME})
    endif()
  else()
    add_library(${ROOM_NAME} INTERFACE)
    target_link_libraries(${ROOM_NAME} INTERFACE weir_settings ${ROOM_LINKS})
  endif()
endfunction()

# weir_compile_together(TARGET): many files as one translation unit, for a room whose files spend their time on reading the
# same large headers: the first build of the program is what a newcomer waits for. Names in the anonymous namespaces of such
# a room must differ.
set(WEIR_TOGETHER 12 CACHE STRING "How many files are compiled as one translation unit")
function(weir_compile_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${WEIR_TOGETHER})
endfunction()

# weir_cold(TARGET): what reads files, writes pages and refuses settings runs for milliseconds; optimised like the model it
# would take a quarter longer to compile.
function(weir_cold target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# weir_embed(TARGET OUT file.cpp NAMESPACE weir::room TEXTS kName=file kOther=file): the files as constants of the target.
function(weir_embed target)
  cmake_parse_arguments(EMBED "" "OUT;NAMESPACE" "TEXTS" ${ARGN})
  set(texts "")
  set(files "")
  foreach(text IN LISTS EMBED_TEXTS)
    string(REGEX MATCH "^([^=]+)=(.*)$" matched "${text}")
    set(name ${CMAKE_MATCH_1})
    get_filename_component(file "${CMAKE_MATCH_2}" ABSOLUTE)
    list(APPEND texts "${name}=${file}")
    list(APPEND files "${file}")
  endforeach()
  add_custom_command(
    OUTPUT ${EMBED_OUT}
    COMMAND ${CMAKE_COMMAND} -DOUT=${EMBED_OUT} -DNAMESPACE=${EMBED_NAMESPACE} "-DTEXTS=${texts}" -P
            ${PROJECT_SOURCE_DIR}/cmake/embed_text.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/embed_text.cmake
    COMMENT "Embedding the texts of ${target}"
    VERBATIM)
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${EMBED_OUT})
endfunction()

# weir_test(NAME name SOURCES a.cpp folder/*.cpp... [EXCEPT regex] LINKS libs...): a GoogleTest binary of the files of these
# patterns, compiled together. ctest runs each of its tests in a process of its own, because SystemC elaborates once a process.
# Half of the time that tests take to compile is large headers of others, which are read once for all of them
# (weir_test_main has them precompiled).
function(weir_test)
  cmake_parse_arguments(TEST "" "NAME;EXCEPT" "SOURCES;LINKS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${TEST_SOURCES})
  if(TEST_EXCEPT)
    list(FILTER sources EXCLUDE REGEX ${TEST_EXCEPT})
  endif()
  add_executable(${TEST_NAME} ${sources})
  weir_compile_together(${TEST_NAME})
  target_link_libraries(${TEST_NAME} PRIVATE ${TEST_LINKS} weir_test_main GTest::gmock weir_warnings weir_test_options)
  target_precompile_headers(${TEST_NAME} REUSE_FROM weir_test_main)
  set_target_properties(${TEST_NAME} PROPERTIES POSITION_INDEPENDENT_CODE OFF)  # as weir_test_main
  gtest_discover_tests(${TEST_NAME} DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600)
endfunction()

# weir_fuzz(NAME name SOURCES a.cpp... LINKS libs...): a libFuzzer binary; nothing unless WEIR_FUZZ is on. A target that
# links SystemC defines an empty sc_main, which libsystemc wants.
# The target `fuzz` builds all of them and nothing else: Clang 14 cannot read all C++20 of the other rooms.
function(weir_fuzz)
  cmake_parse_arguments(FUZZ "" "NAME" "SOURCES;LINKS" ${ARGN})
  if(NOT WEIR_FUZZ)
    return()
  endif()
  add_executable(${FUZZ_NAME} ${FUZZ_SOURCES})
  target_link_libraries(${FUZZ_NAME} PRIVATE ${FUZZ_LINKS} weir_settings weir_warnings)
  target_link_options(${FUZZ_NAME} PRIVATE -fsanitize=fuzzer)
  if(NOT TARGET fuzz)
    add_custom_target(fuzz)
  endif()
  add_dependencies(fuzz ${FUZZ_NAME})
endfunction()
