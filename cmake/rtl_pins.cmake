# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# weir_pins(OUT folder KIND kind SOURCES top.sv...): tb/cosim/blocks/<kind>/verilated.h below that folder, which member of a cycle
# stands at which port (Pins of tb/cosim/verilated_block.h): the one of its name, without _i, _ni (_n) or _o. Ports that not all
# of these modules have are left out where there are none. A kind in which more stands at a port has this file in the tree.
function(weir_pins)
  cmake_parse_arguments(PINS "" "OUT;KIND" "SOURCES" ${ARGN})
  set(names)
  foreach(source IN LISTS PINS_SOURCES)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    file(STRINGS ${source} lines REGEX "^  (input|output) +logic.* [a-z0-9_]+_n?[io],?( +//.*)?$")
    foreach(line IN LISTS lines)
      string(REGEX MATCH "([a-z0-9_]+_n?[io]),?( +//.*)?$" matched "${line}")
      list(APPEND names ${CMAKE_MATCH_1})
      math(EXPR ${CMAKE_MATCH_1}_in "0${${CMAKE_MATCH_1}_in} + 1")
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES names)
  list(REMOVE_ITEM names clk_i)
  list(LENGTH PINS_SOURCES modules)
  set(drives)
  set(reads)
  foreach(name IN LISTS names)
    string(REGEX REPLACE "_ni$" "_n" member "${name}")
    string(REGEX REPLACE "_[io]$" "" member "${member}")
    string(REGEX REPLACE "^class$" "traffic_class" member "${member}")
    set(where "")
    if(${name}_in LESS modules)
      set(where "if constexpr (requires { rtl.${name}; }) ")
    endif()
    if(name MATCHES "_o$")
      string(APPEND reads "    ${where}read(out.${member}, rtl.${name});\n")
    else()
      string(APPEND drives "    ${where}cosim::drive(rtl.${name}, in.${member});\n")
    endif()
  endforeach()
  string(REPLACE "_" ";" words ${PINS_KIND})
  set(type)
  foreach(word IN LISTS words)
    string(SUBSTRING ${word} 0 1 first)
    string(SUBSTRING ${word} 1 -1 others)
    string(TOUPPER ${first} first)
    string(APPEND type ${first}${others})
  endforeach()
  string(APPEND type Kind)
  file(CONFIGURE OUTPUT ${PINS_OUT}/tb/cosim/blocks/${PINS_KIND}/verilated.h @ONLY CONTENT [[
// Made by CMake. Do not edit.

#pragma once

#include "tb/cosim/blocks/@PINS_KIND@/@PINS_KIND@.h"
#include "tb/cosim/verilated_block.h"

namespace weir::cosim {

template <>
struct Pins<@type@> {
  template <class V>
  static void drive(V& rtl, const @type@::Inputs& in, const @type@::Setup& /*setup*/) {
@drives@  }
  template <class V>
  static @type@::Outputs outputs(const V& rtl) {
    @type@::Outputs out{};
@reads@    return out;
  }
};

}  // namespace weir::cosim
]])
endfunction()
