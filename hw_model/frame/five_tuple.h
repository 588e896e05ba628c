// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which flow a packet is of: addresses, ports and protocol of IPv4, 104 bits.

#pragma once

#include <cstdint>

#include "hw_model/frame/packet.h"

namespace weir::frame {

struct FiveTuple {
  std::uint64_t addresses = 0;  // source, destination
  std::uint64_t ports = 0;      // source, destination, protocol: 40 bits
  bool operator==(const FiveTuple&) const = default;
};

// What is not IPv4 is all one flow, of zeros; ports of what is neither UDP nor TCP are zeros.
FiveTuple five_tuple(const Packet& packet);

}  // namespace weir::frame
