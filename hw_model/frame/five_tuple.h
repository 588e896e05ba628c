// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The flow of a packet: addresses, ports and protocol of IPv4, 104 bits.

#pragma once

#include <cstdint>

#include "hw_model/frame/packet.h"

namespace weir::frame {

struct FiveTuple {
  std::uint64_t addresses = 0;  // source, destination
  std::uint64_t ports = 0;      // source, destination, protocol: 40 bits
  bool operator==(const FiveTuple&) const = default;
};

// All packets other than IPv4 are one flow, of zeros; without UDP and TCP the ports are zeros.
FiveTuple five_tuple(const Packet& packet);

}  // namespace weir::frame
