// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a capture has of a port's link beside frames: ordered sets and, with link-level retry, the preambles that carry
// the numbers of frames. Each is a record of its own (docs/reference/wire_formats.md, Captures of the link).

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "hw_model/datapath/link/set_tap.h"
#include "hw_model/datapath/port/port.h"
#include "hw_model/frame/ethernet.h"
#include "tb/capture/link_capture.h"

namespace weir::capture {

// A record, and when it passes the port.
struct LinkRecord {
  Time first;  // its first byte
  Time last;   // and its last, behind which the port knows of it
  port::Port::Direction direction{};
  bool preamble = false;
  std::vector<std::uint8_t> bytes;
};

class LinkTap final : private link::SetTap {
 public:
  // One end of the cable, as records name it.
  struct End {
    port::Port& port;
    frame::MacAddress address;
  };
  // Shows sets of `here` from now on; both ports carry ordered sets. `numbers`: the cable has link-level retry.
  LinkTap(const End& here, const End& peer, bool numbers, LinkCapture what, std::function<void(LinkRecord)> keep);
  ~LinkTap();
  LinkTap(const LinkTap&) = delete;
  LinkTap& operator=(const LinkTap&) = delete;

  // A frame whose last bit passes the port at `end`.
  void frame(const frame::Packet& packet, Time end, port::Port::Direction direction);

  // Works out the ACKs without news that have left, at both ends, before `now`.
  void settle(Time now);
  // By which such an ACK may be known late: the time of a byte.
  Time lateness() const;

 private:
  void seen(const link::SeenSet& set) override;
  bool is_replay(std::uint32_t number, port::Port::Direction direction);

  End here_;
  End peer_;
  bool numbers_;
  LinkCapture what_;
  std::function<void(LinkRecord)> keep_;
  std::array<std::uint32_t, 2> newest_;  // by direction: Packet::link_number of the last frame that was new
};

}  // namespace weir::capture
