# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# Reads the register widths that C++ and RTL share, hw_model/reference/widths.h and its neighbours, into variables of
# the same names (kSubticks, kRCBits ...), so that each number stands in one place.
file(GLOB width_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/hw_model/reference/*widths.h)
foreach(WEIR_WIDTHS_HEADER IN LISTS width_headers)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${WEIR_WIDTHS_HEADER})
  file(STRINGS ${WEIR_WIDTHS_HEADER} width_lines REGEX "^inline constexpr unsigned k")
  foreach(line IN LISTS width_lines)
    if(NOT line MATCHES "^inline constexpr unsigned (k[A-Za-z0-9]+) = ([0-9]+);")
      message(FATAL_ERROR "${WEIR_WIDTHS_HEADER}: cannot read a width from: ${line}")
    endif()
    set(${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
  endforeach()
endforeach()
