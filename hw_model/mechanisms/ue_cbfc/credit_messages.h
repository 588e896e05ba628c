// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the two ends of a link tell each other of credits. All counts are absolute, so that a lost or a doubled message
// does no harm.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_config.h"

namespace weir::ue_cbfc {

// Credits freed of two channels, modulo 2^cf_update_bits: an ordered set of the receiver.
struct CfUpdate {
  struct Entry {
    std::uint8_t vc = 0;
    std::uint32_t freed = 0;
    bool operator==(const Entry&) const = default;
  };
  std::array<Entry, 2> entries{};
  bool operator==(const CfUpdate&) const = default;
};

// Credits consumed of sixteen channels: a MAC control frame of the sender.
struct CcUpdate {
  std::size_t first_vc = 0;  // 0 or 16
  std::array<std::uint32_t, kChannelsOfCcUpdate> consumed{};
  bool operator==(const CcUpdate&) const = default;
};

}  // namespace weir::ue_cbfc
