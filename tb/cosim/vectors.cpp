// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/vectors.h"

#include <algorithm>
#include <stdexcept>

#include "hw_model/reference/width_ranges.h"

namespace weir::cosim {

namespace {

void require_in_range(const std::string& name, unsigned value) {
  const reference::WidthRange* const range = reference::width_range(name);
  if (range != nullptr && (value < range->least || value > range->most)) {
    throw std::invalid_argument("--parameter: " + name + " is " + std::to_string(value) + ", wanted " +
                                std::to_string(range->least) + ".." + std::to_string(range->most));
  }
}

}  // namespace

std::size_t Vectors::short_segments() const {
  return static_cast<std::size_t>(std::ranges::count(segments, false, &VectorSegment::is_long));
}

std::span<const unsigned> vector_packet_sizes() {
  static constexpr unsigned kSizes[] = {64, 65, 127, 128, 256, 512, 1000, 1024, 1500, 1518, 4096, 9000, 9216};
  return kSizes;
}

void set_parameters(std::string_view block, const VectorOptions& options, std::span<const RtlParameter> parameters) {
  for (const auto& [name, value] : options.parameters) {
    bool found = false;
    std::string known;
    for (const RtlParameter& parameter : parameters) {
      if (parameter.settable == nullptr) {
        continue;
      }
      if (parameter.name == name) {
        require_in_range(name, value);
        *parameter.settable = value;
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
