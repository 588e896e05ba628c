# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# Writes OUT, the C++ source that says of which commit the program in SOURCE is built; anew only where that has changed:
#   cmake -DOUT=commit.cpp -DSOURCE=dir -P commit.cmake
# "unknown" where SOURCE is not the top of a git work tree, or there is no git.

set(commit "unknown")
find_program(git git)
if(git)
  execute_process(COMMAND ${git} -C ${SOURCE} rev-parse --show-toplevel OUTPUT_VARIABLE top
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  file(REAL_PATH ${SOURCE} source)
  if(top STREQUAL source)
    execute_process(COMMAND ${git} -C ${SOURCE} rev-parse --verify HEAD OUTPUT_VARIABLE head
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
    if(status EQUAL 0)
      # What is no part of the program does not make it another.
      execute_process(COMMAND ${git} -C ${SOURCE} status --porcelain -- hw_model tb rtl cmake CMakeLists.txt
                              CMakePresets.json :!tb/tests
                      OUTPUT_VARIABLE changes ERROR_QUIET)
      set(commit "${head}")
      if(changes)
        string(APPEND commit "+changes")
      endif()
    endif()
  endif()
endif()

string(CONCAT text "// Made by commit.cmake. Do not edit.\n\n#include \"tb/commands/commit.h\"\n\n"
                   "namespace weir {\n\nstd::string_view program_commit() { return \"${commit}\"; }\n\n}  // namespace weir\n")
file(CONFIGURE OUTPUT ${OUT} CONTENT "${text}" @ONLY)
