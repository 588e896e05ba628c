// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// ITSY's message about an initial trigger (docs/reference/wire_formats.md), of one class, a private message of its own.
// Without flows it walks from the switch that declared a deadlock down the chain of pauses, to the switch whose port
// paused first. With flows it walks upstream along the paths of these flows, from that switch to where they enter from
// hosts, and asks for a limit on them.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hw_model/base/ids.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/five_tuple.h"
#include "hw_model/frame/itsy_message.h"
#include "hw_model/frame/wire.h"

namespace weir::frame {

struct ItsyLimit {
  static constexpr std::size_t kMostFlows = 3;

  ClassId traffic_class{};
  ItsyTrigger trigger;   // a switch's: `host` is false
  std::uint8_t ttl = 0;  // cables that it may still pass
  std::uint8_t size = 0;
  std::array<FiveTuple, kMostFlows> flows{};  // the first `size` are valid
  bool operator==(const ItsyLimit&) const = default;
};

// Writes the 60 bytes of the message; false if `bytes` is shorter or a field is out of its range. S and P together have
// 24 bits, P as many of them as `widths` says.
bool write_itsy_limit(std::span<std::uint8_t> bytes, MacAddress source, const ItsyLimit& message,
                      const ItsyWidths& widths);

// Errors: kTruncated, kWrongEtherType, kWrongDestination, kUnknownSubtype, kFieldOutOfRange (a class above 7, a switch
// 0, or more flows than fit).
Decoded<ItsyLimit> read_itsy_limit(std::span<const std::uint8_t> frame, const ItsyWidths& widths);

}  // namespace weir::frame
