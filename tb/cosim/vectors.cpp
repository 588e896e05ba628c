// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/vectors.h"

#include <algorithm>
#include <stdexcept>

#include "hw_model/reference/width_ranges.h"

namespace weir::cosim {

namespace {

void require_in_range(std::string_view name, std::uint64_t value) {
  const reference::WidthRange* const range = reference::width_range(name);
  if (range != nullptr && (value < range->least || value > range->most)) {
    throw std::invalid_argument("--parameter: " + std::string(name) + " is " + std::to_string(value) + ", wanted " +
                                std::to_string(range->least) + ".." + std::to_string(range->most));
  }
}

}  // namespace

std::string RtlParameter::verilog() const {
  if (bits == 0) {
    return std::to_string(values.front());
  }
  std::string digits;
  unsigned digit = 0;
  unsigned left = bits * static_cast<unsigned>(values.size());
  for (auto value = values.rbegin(); value != values.rend(); ++value) {
    for (unsigned bit = bits; bit-- > 0;) {
      digit = digit << 1 | static_cast<unsigned>(*value >> bit & 1);
      if (--left % 4 == 0) {
        digits += "0123456789abcdef"[digit];
        digit = 0;
      }
    }
  }
  return std::to_string(bits * values.size()) + "'h" + digits;
}

std::uint64_t only_value(std::string_view name, std::span<const std::uint64_t> values) {
  if (values.size() != 1) {
    throw std::invalid_argument("--parameter: " + std::string(name) + " is one number, got " +
                                std::to_string(values.size()));
  }
  return values.front();
}

RtlParameter width_parameter(std::string_view name, unsigned& value) {
  return {.name = name, .values = {value}, .set = [name, &value](std::span<const std::uint64_t> values) {
            const std::uint64_t width = only_value(name, values);
            require_in_range(name, width);
            value = static_cast<unsigned>(width);
          }};
}

RtlParameter reset_parameter(std::string_view name, unsigned bits, std::uint32_t value, bool stated,
                             std::function<void(std::uint32_t)> set) {
  return {.name = name,
          .values = {value},
          .bits = bits,
          .set = [name, set = std::move(set)](
                     std::span<const std::uint64_t> values) { set(register_value(name, only_value(name, values))); },
          .stated = stated};
}

std::uint32_t register_value(std::string_view name, std::uint64_t value) {
  constexpr std::uint64_t kMost = (std::uint64_t{2} << 30) - 1;  // of the widest register
  if (value > kMost) {
    throw std::invalid_argument("--parameter: " + std::string(name) + " is " + std::to_string(value) +
                                ", wanted at most " + std::to_string(kMost));
  }
  return static_cast<std::uint32_t>(value);
}

std::vector<ParameterValue> stated_values(std::span<const RtlParameter> parameters) {
  std::vector<ParameterValue> values;
  for (const RtlParameter& parameter : parameters) {
    if (parameter.stated) {
      values.push_back(
          {std::string(parameter.name), parameter.values, parameter.bits, parameter.verilog(), parameter.settable()});
    }
  }
  return values;
}

std::size_t Vectors::short_segments() const {
  return static_cast<std::size_t>(std::ranges::count(segments, false, &VectorSegment::is_long));
}

std::span<const unsigned> vector_packet_sizes() {
  static constexpr unsigned kSizes[] = {64, 65, 127, 128, 256, 512, 1000, 1024, 1500, 1518, 4096, 9000, 9216};
  return kSizes;
}

void set_parameters(std::string_view block, const OtherParameters& others, std::span<const RtlParameter> parameters) {
  for (const auto& [name, values] : others) {
    bool found = false;
    std::string known;
    for (const RtlParameter& parameter : parameters) {
      if (!parameter.settable()) {
        continue;
      }
      if (parameter.name == name) {
        parameter.set(values);
        found = true;
      }
      known += (known.empty() ? "" : ", ") + std::string(parameter.name);
    }
    if (!found) {
      throw std::invalid_argument("--parameter: " + std::string(block) + " has no parameter " + name +
                                  " that can be set; wanted one of " + known);
    }
  }
}

}  // namespace weir::cosim
