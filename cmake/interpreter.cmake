# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# The interpreter itself for hundreds of tests: `python3` on PATH may be a script that looks for it, as pyenv's, and takes
# 0.4 s a start.

find_package(Python3 3.11 REQUIRED COMPONENTS Interpreter)
execute_process(COMMAND ${Python3_EXECUTABLE} -c "import sys; print(sys.executable)"
                OUTPUT_VARIABLE interpreter OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(Python3_EXECUTABLE ${interpreter})
set_target_properties(Python3::Interpreter PROPERTIES IMPORTED_LOCATION ${interpreter})
