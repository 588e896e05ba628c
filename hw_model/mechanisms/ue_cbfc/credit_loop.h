// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a link asks of the credits of a channel: how many it needs for full rate, and how long lost ones are away.
// Exact.
//
//   loop    = (L + 8)/c + 2 D + P + t_store + ceil(V / 2) CF_MIN_SPACING/c + 8/c
//   credits = k ceil(loop / ((L + 20)/c))                       of frames of L bytes and k credits
//   away   <= CC timer + D + ceil(V / 2) CF_MIN_SPACING/c + D   after a loss without LLR
//
// V: channels in the round of CF_Updates, two in each; t_store: the time that a frame spends in the receiver's buffer.

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_config.h"

namespace weir::ue_cbfc {

struct CreditLinkFacts {
  BitRate rate;
  Time delay;       // D
  Time processing;  // after the last bit of a frame, and after a CF_Update
  Time store;       // t_store
  std::uint32_t channels = 1;
};

std::uint32_t credits_for_rate(const UeCbfcConfig& config, const CreditLinkFacts& link, Bytes length);

// Credits for full rate with frames of each length, and the length that asks for most: one that just begins another
// credit asks for more than the shortest one.
struct CreditRoomFacts {
  std::uint32_t credits = 0;
  Bytes at;
  bool operator==(const CreditRoomFacts&) const = default;
};
CreditRoomFacts credits_for_lengths(const UeCbfcConfig& config, const CreditLinkFacts& link, Bytes shortest,
                                    Bytes longest);

// Rounded up to a whole picosecond.
Time longest_leak(const UeCbfcConfig& config, const CreditLinkFacts& link);

}  // namespace weir::ue_cbfc
