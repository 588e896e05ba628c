// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage that kinds of port around equipped_port share: what the MAC is offered.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/base/class_mask.h"
#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

inline std::size_t bit(std::uint64_t mask, std::size_t n) { return mask >> n & 1U; }

inline const std::vector<std::string> kWhether = {"no", "yes"};

// What the MAC is offered; kOwn: what the kind of port itself has to tell.
namespace offer {
inline constexpr std::size_t kFrame = 0, kMessage = 1, kOwn = 2, kPacket = 3, kNothing = 4;
}
inline CoverageDimension offers(std::string own) {
  return {"offered", {"frame", "message", std::move(own), "packet", "nothing"}};
}
template <class Out>
std::size_t offered(const Out& out) {
  if (!out.mac_valid) {
    return offer::kNothing;
  }
  if (out.tells) {
    return offer::kOwn;
  }
  return out.mac_kind == 1 ? offer::kFrame : out.mac_kind == 2 ? offer::kMessage : offer::kPacket;
}

// Of a group whose first dimension is the class.
inline void rule_out_class(CoverageGroup& group, std::size_t c) {
  const std::size_t each = group.size() / kClasses;
  for (std::size_t n = 0; n < each; ++n) {
    group.rule_out(c * each + n);
  }
}

}  // namespace weir::cosim
