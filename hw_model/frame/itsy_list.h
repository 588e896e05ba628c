// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Messages of ITSY that carry the ports of a loop (docs/reference/wire_formats.md): one that walks the loop and
// collects its ports, and one that follows a RESUME and tells each switch of the loop which of its ports is meant. Of
// one class, in a private message of their own, because the list does not fit the padding of a PFC frame. 64 bytes with
// FCS.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hw_model/base/ids.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/itsy_message.h"
#include "hw_model/frame/wire.h"

namespace weir::frame {

// A VIQ of the loop: the ingress port that pauses its upstream.
struct ItsyLoopPort {
  std::uint32_t switch_id = 0;  // from 1 on
  PortId port;
  bool operator==(const ItsyLoopPort&) const = default;
};

class ItsyPortList {
 public:
  static constexpr std::size_t kMost = 16;

  std::size_t size() const { return size_; }
  bool full() const { return size_ == kMost; }
  const ItsyLoopPort& operator[](std::size_t n) const { return ports_[n]; }

  // The list is not full.
  void add(const ItsyLoopPort& port) { ports_[size_++] = port; }

  // All ports but the first; the list is not empty.
  ItsyPortList rest() const {
    ItsyPortList rest;
    for (std::size_t n = 1; n < size_; ++n)
      rest.add(ports_[n]);
    return rest;
  }

  bool operator==(const ItsyPortList&) const = default;

 private:
  std::uint8_t size_ = 0;
  std::array<ItsyLoopPort, kMost> ports_;
};

enum class ItsyListKind : std::uint8_t { kCollecting, kResuming };

struct ItsyListMessage {
  ItsyListKind kind = ItsyListKind::kCollecting;
  ClassId traffic_class{};
  ItsyEntry entry;  // of the initiator, whose declaration it follows
  ItsyPortList list;
  bool operator==(const ItsyListMessage&) const = default;
};

// Ports that fit: 16 of 20 bits, 13 of 24.
std::size_t itsy_list_room(const ItsyWidths& widths);

// Writes the 60 bytes of the message; false where `bytes` is shorter, a field is out of its range, or the list is
// longer than fits.
bool write_itsy_list(std::span<std::uint8_t> bytes, MacAddress source, const ItsyListMessage& message,
                     const ItsyWidths& widths);

// Errors: kTruncated, kWrongEtherType, kWrongDestination, kUnknownSubtype, kFieldOutOfRange (a switch 0, or more ports
// than fit).
Decoded<ItsyListMessage> read_itsy_list(std::span<const std::uint8_t> frame, const ItsyWidths& widths);

}  // namespace weir::frame
