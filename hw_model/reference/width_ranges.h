// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The ranges of the parameters of RTL blocks, each by itself: the models refuse other values, and so do the programs
// that take parameters from a user. Conditions between parameters are stated where the parameters meet. The blocks'
// pages state the same ranges.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hw_model/reference/class_source.h"
#include "hw_model/reference/port_registers_widths.h"

namespace weir::reference {

struct WidthRange {
  std::string_view parameter;  // of the RTL
  unsigned least;
  unsigned most;
};

// The models and the Verilated RTL compute in 64 bits.
inline constexpr WidthRange kWidthRanges[] = {
    {"SUBTICKS", 1, 4096},    {"SUBTICK_W", 1, 12},     {"R_L_TICKS_W", 1, 30},
    {"R_C_W", 1, 62},         {"STAGE_W", 1, 5},        {"FACTOR_INT_W", 1, 60},
    {"FACTOR_FRAC_W", 1, 30}, {"THRESHOLDS", 1, 31},    {"Q_W", 1, 30},
    {"LOG2_SPAN_W", 1, 5},    {"STAMP_W", 1, 30},       {"TCD", 0, 255},
    {"PORTS", 2, 64},         {"COUNT_W", 1, 30},       {"SWITCH_W", 1, 30},
    {"PORT_W", 1, 16},        {"SEQ_W", 2, 30},         {"TTL_W", 1, 8},
    {"SUMS", 0, 1},           {"R_W", 8, 40},           {"F_W", 4, 24},
    {"A_W", 4, 48},           {"T_W", 2, 30},           {"CT_W", 4, 40},
    {"LEN_W", 1, 16},         {"FIRST", 1, 2147483647}, {"COUNTER_W", 2, 32},
    {"BLOCKS_W", 1, 16},      {"BLOCK_SHIFT", 1, 12},   {"TTL0", 2, 15},
    {"CLASSES", 1, 8},        {"CELL_W", 1, 30},        {"PRESCALER_W", 1, 24},
    {"DATA_W", 1, 30},        {"SLOT_W", 1, 20},        {"BYTES_W", 1, 32},
    {"TIMER_W", 1, 30},       {"AGE_W", 1, 32},         {"VC_W", 1, 5},
    {"WIRE_W", 1, 32},        {"CREDITS_W", 1, 16},     {"INPUTS", 2, 64},
    {"LOCK", 0, 1},           {"ITERATIONS", 1, 64},    {"SOURCE", 0, kHighestSource},
    {"WEIGHT_W", 1, 8},       {"VIQ_W", 1, 9},          {"PORT", 0, kHighestPort},
    {"GENTLE", 0, 255},       {"LINEAR", 0, 255},       {"GRADIENT", 0, 255},
};

constexpr const WidthRange* width_range(std::string_view parameter) {
  for (const WidthRange& range : kWidthRanges) {
    if (range.parameter == parameter) {
      return &range;
    }
  }
  return nullptr;
}

constexpr bool in_range(std::string_view parameter, std::uint64_t value) {
  const WidthRange* const range = width_range(parameter);
  return range != nullptr && range->least <= value && value <= range->most;
}

// "r_c is 63, wanted 1..62"; empty where `value` fits the parameter.
inline std::string out_of_range(const char* field, unsigned value, std::string_view parameter) {
  const WidthRange& range = *width_range(parameter);
  if (range.least <= value && value <= range.most) {
    return "";
  }
  return std::string(field) + " is " + std::to_string(value) + ", wanted " + std::to_string(range.least) + ".." +
         std::to_string(range.most);
}

// The least number of subticks that golden vectors and lock-step have stimulus for.
inline constexpr unsigned kFewestSubticksPlayed = 4;

}  // namespace weir::reference
