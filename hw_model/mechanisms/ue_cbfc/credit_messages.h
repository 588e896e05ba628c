// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the two ends of a link tell each other of credits. All counts are absolute, so that a lost or a doubled message
// does no harm.

#pragma once

#include <array>

#include "hw_model/frame/cc_update.h"
#include "hw_model/frame/ordered_set.h"

namespace weir::ue_cbfc {

// Credits freed of two channels, modulo 2^cf_update_bits: an ordered set of the receiver.
struct CfUpdate {
  using Entry = frame::FreedCredits;
  std::array<Entry, 2> entries{};
  bool operator==(const CfUpdate&) const = default;
};

// Credits consumed of sixteen channels: a MAC control frame of the sender.
using frame::CcUpdate;
using frame::kChannelsOfCcUpdate;

}  // namespace weir::ue_cbfc
