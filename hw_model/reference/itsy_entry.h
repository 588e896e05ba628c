// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What an ITSY message says: {S, P, Seq} of its initiator, and how far it may still go.

#pragma once

#include <cstdint>
#include <optional>

#include "hw_model/base/ids.h"

namespace weir::reference {

struct ItsyEntry {
  std::uint32_t switch_id = 0;  // S
  PortId port;                  // P, which pauses its upstream
  std::uint32_t seq = 0;        // of the pauses and initiations of {S, P}, modulo 2^seq_bits
  std::uint8_t ttl = 0;         // hops that are left; 0 where the protocol has none

  bool same_initiation(const ItsyEntry& other) const {
    return switch_id == other.switch_id && port == other.port && seq == other.seq;
  }
  bool operator==(const ItsyEntry&) const = default;
};

// A temporal consistency check exists under the published protocol alone.
enum class ItsyKind : std::uint8_t { kChecking, kConsistency };

struct ItsyMessage {
  ItsyKind kind = ItsyKind::kChecking;
  ItsyEntry entry;
  bool operator==(const ItsyMessage&) const = default;
};

}  // namespace weir::reference
