# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# weir_room(NAME room SOURCES a.cpp... LINKS libs...): one static library a room, with our warnings as errors.
function(weir_room)
  cmake_parse_arguments(ROOM "" "NAME" "SOURCES;LINKS" ${ARGN})
  if(ROOM_SOURCES)
    add_library(${ROOM_NAME} STATIC ${ROOM_SOURCES})
    target_link_libraries(${ROOM_NAME} PUBLIC weir_settings ${ROOM_LINKS} PRIVATE weir_warnings)
  else()
    add_library(${ROOM_NAME} INTERFACE)
    target_link_libraries(${ROOM_NAME} INTERFACE weir_settings ${ROOM_LINKS})
  endif()
endfunction()

# weir_test(NAME name SOURCES a.cpp... LINKS libs... [SYSTEMC]): a GoogleTest binary, each test in a process of its
# own (SystemC elaborates once a process).
function(weir_test)
  cmake_parse_arguments(TEST "" "NAME" "SOURCES;LINKS" ${ARGN})
  add_executable(${TEST_NAME} ${TEST_SOURCES})
  target_link_libraries(${TEST_NAME} PRIVATE ${TEST_LINKS} weir_test_main GTest::gmock weir_warnings)
  gtest_discover_tests(${TEST_NAME} DISCOVERY_TIMEOUT 60)
endfunction()
