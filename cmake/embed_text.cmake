# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# Makes C++ constants of text files:
#   cmake -DOUT=out.cpp -DNAMESPACE=weir::room "-DTEXTS=kName=file;kOther=file" -P embed_text.cmake
# Each becomes `extern const std::string_view kName` in the namespace. References to source maps are left out: they
# would make a browser's tools look for files beside the page.

set(text "// Made by embed_text.cmake. Do not edit.\n\n#include <string_view>\n\nnamespace ${NAMESPACE} {\n")
foreach(entry IN LISTS TEXTS)
  string(REGEX MATCH "^([^=]+)=(.*)$" matched "${entry}")
  set(name ${CMAKE_MATCH_1})
  file(READ ${CMAKE_MATCH_2} content)
  string(REGEX REPLACE "(//|/\\*)# sourceMappingURL=[^\n]*" "" content "${content}")
  string(FIND "${content}" ")embedded\"" ends_early)
  if(NOT ends_early EQUAL -1)
    message(FATAL_ERROR "${CMAKE_MATCH_2} holds the end mark of a raw string")
  endif()
  string(APPEND text "\nextern const std::string_view ${name};\n"
                     "const std::string_view ${name} = R\"embedded(${content})embedded\";\n")
endforeach()
string(APPEND text "\n}  // namespace ${NAMESPACE}\n")
file(WRITE ${OUT} "${text}")
