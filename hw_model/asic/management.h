// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a driver needs of a switch before all else: which switch and which register map it is, a reset, and each port's
// link. Block "management".

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "hw_model/asic/switch_config.h"
#include "hw_model/ledger/block.h"

namespace weir::asic {

// "weir", the first letter in the lowest byte.
inline constexpr std::uint32_t kChipId = 0x72696577;

// Grows when a register of the map moves, or means something else.
inline constexpr std::uint8_t kMapVersion = 1;

// By port: whether the line of its cable and software let its link be up. Empty: all are up.
struct LinkWishes {
  std::vector<std::uint8_t> cut{};
  std::vector<std::uint8_t> disabled{};

  bool up(std::size_t p) const {
    return (p >= cut.size() || cut[p] == 0) && (p >= disabled.size() || disabled[p] == 0);
  }
};

ledger::Block declare_management(const SwitchConfig& config);

}  // namespace weir::asic
