// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Messages of ITSY (docs/reference/wire_formats.md): {S, P, Seq} of an initiator and the hops that the message may
// still go, and, for the report only, the initial trigger. Messages of up to eight classes go together, lowest class
// first: in the padding of a PFC frame, or in a private message of their own. Alone 64 bytes with FCS, and no byte more
// on a PFC frame.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "hw_model/base/ids.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/private_tags.h"
#include "hw_model/frame/wire.h"

namespace weir::frame {

struct ItsyEntry {
  std::uint32_t switch_id = 0;  // S, from 1 on
  PortId port;                  // P, which pauses its upstream
  std::uint32_t seq = 0;        // number of the pause or initiation of {S, P}, modulo 2^seq_bits
  std::uint8_t ttl = 0;         // hops left; 0 if the protocol has no TTL: 1 on the wire

  bool same_initiation(const ItsyEntry& other) const {
    return switch_id == other.switch_id && port == other.port && seq == other.seq;
  }
  bool operator==(const ItsyEntry&) const = default;
};

struct ItsyTrigger {
  std::uint32_t switch_id = 0;
  PortId port;
  bool host = false;  // a host that pauses, behind that port
  bool operator==(const ItsyTrigger&) const = default;
};

// A temporal consistency check exists under the published protocol alone, and never rides.
enum class ItsyKind : std::uint8_t { kChecking, kConsistency };

struct ItsyMessage {
  ItsyKind kind = ItsyKind::kChecking;
  ItsyEntry entry;
  std::optional<ItsyTrigger> trigger;
  bool operator==(const ItsyMessage&) const = default;
};

// The message of each class, if any; the frame gives the kind.
using ItsyMessages = PerClass<std::optional<ItsyMessage>>;

// Bits of the fields, the same in a whole network. TTL - 1 is on the wire.
struct ItsyWidths {
  unsigned switch_id = 14;
  unsigned port = 6;
  unsigned seq = 8;
  unsigned ttl = 4;

  unsigned entry_octets() const { return (switch_id + port + seq + ttl) / 8; }
  unsigned trigger_octets() const { return (switch_id + port + 1 + 7) / 8; }

  // Port field of `bits` bits; the switch field shrinks by as much, so the message keeps its length. bits: 1 to less
  // than the sum of both fields.
  constexpr ItsyWidths with_port(unsigned bits) const {
    return {.switch_id = switch_id + port - bits, .port = bits, .seq = seq, .ttl = ttl};
  }
};

inline constexpr ItsyWidths kItsyUpTo64Ports{};
inline constexpr ItsyWidths kItsyUpTo256Ports{.switch_id = 16, .port = 8, .seq = 10, .ttl = 6};

// Offset of the messages in a PFC frame, and the magic number with which they begin there.
inline constexpr std::size_t kItsyRides = 34;
inline constexpr std::uint16_t kItsyMagic = 0x1754;
inline constexpr std::uint16_t kItsyMagicWithAlive = 0x1755;  // the last octets are those of itsy_alive.h
inline constexpr std::size_t kItsyAliveOctets = 2;

// Octets for entries and triggers, on a PFC frame and alone.
inline constexpr std::size_t kItsyBitmaps = 2;  // classes with an entry, classes with a trigger
inline constexpr std::size_t kItsyRoomOnPfc = kControlFrameBytes - kItsyRides - sizeof(kItsyMagic) - kItsyBitmaps;
inline constexpr std::size_t kItsyRoomAlone = kControlFrameBytes - kPrivateBody - kItsyBitmaps;

// Writes messages into the padding of a PFC frame of 60 bytes whose padding is zeros. Returns the classes whose message
// was written: as many as fit, lowest first; none if the frame is no PFC, its padding is taken or a field is out of its
// range.
ClassMask ride_itsy(std::span<std::uint8_t> frame, const ItsyMessages& messages, const ItsyWidths& widths);

// Writes the 60 bytes of a private message with as many messages of `kind` as fit, lowest class first. Returns their
// classes; none if `bytes` is shorter, a field is out of its range, or there is no message of that kind.
ClassMask write_itsy(std::span<std::uint8_t> bytes, MacAddress source, ItsyKind kind, const ItsyMessages& messages,
                     const ItsyWidths& widths);

// The messages that ride on a PFC frame; none without the magic number. Errors: kTruncated, kFieldOutOfRange (an entry
// or a trigger of switch 0).
Decoded<ItsyMessages> read_itsy_rider(std::span<const std::uint8_t> frame, const ItsyWidths& widths);

// The messages in a private message of subtype 0x20 or 0x21. Errors: also kWrongEtherType, kWrongDestination,
// kUnknownSubtype.
Decoded<ItsyMessages> read_itsy(std::span<const std::uint8_t> frame, const ItsyWidths& widths);

// Whether the frame is a link-local private message of ITSY, of any subtype. `frame`: from its destination MAC on.
bool is_itsy(std::span<const std::uint8_t> frame);

}  // namespace weir::frame
