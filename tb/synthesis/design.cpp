// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/synthesis/design.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <regex>
#include <stdexcept>

#include "hw_model/reference/width_ranges.h"

namespace weir::synthesis {

namespace {

[[noreturn]] void refuse(std::string_view block, const std::string& what) {
  throw std::invalid_argument(std::string(block) + ": " + what);
}

std::optional<std::uint64_t> value_of(const Design& design, std::string_view name) {
  for (const Parameter& parameter : design.parameters) {
    if (parameter.first == name) {
      return parameter.second;
    }
  }
  return std::nullopt;
}

// Requires that `bits` bits hold 0..largest + added, if the block has both parameters.
void require_bits(const Design& design, std::string_view bits, std::string_view of, std::uint64_t added) {
  const auto width = value_of(design, bits);
  const auto largest = value_of(design, of);
  if (width && largest && *largest + added > (std::uint64_t{1} << *width)) {
    refuse(design.top, std::string(bits) + " = " + std::to_string(*width) + " is too narrow for " + std::string(of) +
                           " = " + std::to_string(*largest));
  }
}

void validate(const Design& design) {
  for (const auto& [name, value] : design.parameters) {
    const reference::WidthRange* const range = reference::width_range(name);
    if (range != nullptr && (value < range->least || value > range->most)) {
      refuse(design.top, name + ": wanted " + std::to_string(range->least) + " to " + std::to_string(range->most) +
                             "; got " + std::to_string(value));
    }
  }
  require_bits(design, "SUBTICK_W", "SUBTICKS", 0);
  require_bits(design, "STAGE_W", "THRESHOLDS", 1);
  require_bits(design, "LOG2_SPAN_W", "Q_W", 1);
  require_bits(design, "PORT_W", "PORTS", 0);
  if (value_of(design, "BLOCKS_W").value_or(0) > value_of(design, "COUNTER_W").value_or(64)) {
    refuse(design.top,
           "BLOCKS_W: wanted at most the bits of COUNTER_W; got " + std::to_string(*value_of(design, "BLOCKS_W")));
  }
  require_bits(design, "TTL_W", "TTL0", 1);
  if (value_of(design, "ITERATIONS").value_or(0) > value_of(design, "INPUTS").value_or(64)) {
    refuse(design.top, "ITERATIONS: wanted at most INPUTS; got " + std::to_string(*value_of(design, "ITERATIONS")));
  }
  if (value_of(design, "R_C_W").value_or(64) <= value_of(design, "SUBTICK_W").value_or(0)) {
    refuse(design.top, "R_C_W: wanted more bits than SUBTICK_W has; got " + std::to_string(*value_of(design, "R_C_W")));
  }
  if (design.top == "stage_comparator_threshold_pipelined") {  // it cuts both in halves
    for (const char* const width : {"STAGE_W", "Q_W"}) {
      if (*value_of(design, width) < 2) {
        refuse(design.top, std::string(width) + ": wanted 2 or more; got 1");
      }
    }
  }
}

constexpr unsigned kWidestTie = 63;

// The bits of an input of the top module, by its source; nullopt: no such input, or one whose width is a parameter.
std::optional<unsigned> input_width(const Design& design, const std::string& name) {
  static const std::regex kName("[a-z0-9_]+_i");  // rst_ni is none
  if (name == "clk_i" || !std::regex_match(name, kName))
    return std::nullopt;
  const std::regex declaration("\\n\\s*input\\s+logic\\s+(?:\\[([0-9]+):0\\]\\s+)?" + name + "\\b");
  std::smatch found;
  if (!std::regex_search(design.sources.front().text, found, declaration))
    return std::nullopt;
  const unsigned width = found[1].matched ? static_cast<unsigned>(std::stoul(found[1].str())) + 1 : 1;
  return width <= kWidestTie ? std::optional(width) : std::nullopt;
}

void tie(Design& design, const Parameter& input, unsigned width) {
  const auto& [name, value] = input;
  if (value >> width != 0)
    refuse(design.top, name + ": wanted a value of " + std::to_string(width) + " bits; got " + std::to_string(value));
  design.ties.push_back({name, width, value});
}

}  // namespace

const RtlBlock& rtl_block(std::string_view name) {
  const auto blocks = rtl_blocks();
  const auto found = std::ranges::find(blocks, name, &RtlBlock::name);
  if (found == blocks.end()) {
    std::string names;
    for (const RtlBlock& candidate : blocks) {
      names += (names.empty() ? "" : ", ") + std::string(candidate.name);
    }
    throw std::invalid_argument("there is no RTL block \"" + std::string(name) + "\"; wanted one of " + names);
  }
  return *found;
}

Design block_design(std::string_view block, std::span<const Parameter> changed) {
  const RtlBlock& found = rtl_block(block);
  Design design{.top = std::string(found.name), .sources = {}, .parameters = found.parameters};
  for (const auto& [name, text] : found.sources) {
    design.sources.push_back({std::string(name), std::string(text)});
  }
  for (const auto& [name, value] : changed) {
    const auto own = std::find_if(design.parameters.begin(), design.parameters.end(),
                                  [&](const Parameter& parameter) { return parameter.first == name; });
    if (own == design.parameters.end()) {
      if (const std::optional<unsigned> width = input_width(design, name)) {
        tie(design, {name, value}, *width);
        continue;
      }
      std::string names;
      for (const Parameter& parameter : design.parameters) {
        names += (names.empty() ? "" : ", ") + parameter.first;
      }
      refuse(block, "no parameter \"" + name + "\"; wanted one of " + names);
    }
    own->second = value;
  }
  validate(design);
  return design;
}

Parameter parse_parameter(std::string_view text) {
  const std::size_t equals = text.find('=');
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto read = equals == std::string_view::npos || equals == 0
                        ? std::from_chars_result{nullptr, std::errc::invalid_argument}
                        : std::from_chars(text.data() + equals + 1, end, value);
  if (read.ec != std::errc() || read.ptr != end) {
    throw std::invalid_argument("--parameter: wanted NAME=NUMBER such as R_C_W=32; got \"" + std::string(text) + "\"");
  }
  return {std::string(text.substr(0, equals)), value};
}

}  // namespace weir::synthesis
