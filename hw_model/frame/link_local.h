// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The frames that end at the next port: MAC control, and private messages to a group address.

#pragma once

#include "hw_model/frame/big_endian.h"
#include "hw_model/frame/packet.h"
#include "hw_model/frame/private_tags.h"

namespace weir::frame {

inline bool is_link_local(const Packet& packet) {
  constexpr std::size_t kEtherTypeAt = 12;
  const auto type = big_endian<std::uint16_t>(&packet.bytes[kEtherTypeAt]);
  const bool to_group = (packet.bytes[0] & 1U) != 0;
  return type == static_cast<std::uint16_t>(EtherType::kMacControl) ||
         (type == static_cast<std::uint16_t>(EtherType::kLocalExperiment) && to_group);
}

// A frame of this link that the wire has damaged: the receiver drops it, and it was never a packet.
inline bool is_damaged_link_local(const Packet& packet) {
  return (packet.extras & kFcsWrong) != 0 && is_link_local(packet);
}

}  // namespace weir::frame
