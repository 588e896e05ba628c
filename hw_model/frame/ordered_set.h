// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Control ordered sets of Ultra Ethernet's link (CtlOS): eight bytes that the PCS inserts between frames or inside one.
// Layout: docs/reference/wire_formats.md.

#pragma once

#include <cstdint>

namespace weir::frame {

enum class OrderedSetType : std::uint8_t {
  kLlrAck = 0x01,
  kLlrNack = 0x02,
  kLlrInit = 0x03,
  kLlrInitEcho = 0x04,
  kCfUpdate = 0x10,
};

// A set of LLR. `seq`: ack_nack_seq or init_seq; `init_data` of INIT and INIT_ECHO alone.
struct OrderedSet {
  OrderedSetType type = OrderedSetType::kLlrAck;
  std::uint32_t seq = 0;
  std::uint32_t init_data = 0;
  bool operator==(const OrderedSet&) const = default;
};

}  // namespace weir::frame
