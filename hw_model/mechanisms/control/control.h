// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The interfaces of a port's control frames: a source sends a frame ahead of data or rides on another source's, a sink
// takes a frame that has arrived. Flow control is the first source and the first sink; a deadlock unit, a detector or a
// component of a library's user may join.
//
// Sending, when the port is free: the port asks its sources, flow control first, then those that joined, in the order
// in which they joined. The first source that has something to send writes the frame, and all other joined sources may
// ride on it. No source rides on frames that take no time on the wire (conceptual GFC).
// Receiving: a frame that some sink takes never reaches the parser. t_r after its arrival each sink that takes the
// frame gets its bytes, flow control first. A frame that no sink takes is a malformed data frame.
// Latency: none of its own; t_r and the wait for the port are the port's.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/ethernet.h"

namespace weir::control {

// A kind of link-local frame: MAC control sent to its reserved address or to the port's own, or a private message sent
// to the nearest-bridge group address.
struct FrameKind {
  frame::EtherType type;                                         // kMacControl or kLocalExperiment
  std::uint16_t code = 0;                                        // opcode, or subtype
  bool (*sound)(std::span<const std::uint8_t> frame) = nullptr;  // whether the body can be read; null: always
  bool out_of_band = false;                                      // takes no time on the wire
};

// The entry of `kinds` for a frame of at least 64 bytes, by ethertype and code; null: none, or the body cannot be read.
const FrameKind* find(std::span<const FrameKind> kinds, std::span<const std::uint8_t> frame);

// The requests of a source to the ports of its device.
class Ports {
 public:
  // The source has something to send at this port: the port asks it as soon as it is free, which may be within the
  // call.
  virtual void control_due(PortId port, Time now) = 0;

 protected:
  ~Ports() = default;
};

class Source {
 public:
  // Called before the run with the ports that the source may tell of due frames; once a port if it joins some ports
  // only.
  virtual void join(Ports&) {}

  // Whether the source has a frame for this port.
  virtual bool pending(PortId port) const = 0;

  // Writes that frame and returns its bytes without FCS: 60, or up to the size of `bytes`; 0: no frame is pending any
  // more.
  virtual std::size_t build(PortId port, std::span<std::uint8_t> bytes, Time now) = 0;

  // Whether its frames get a number and are repaired where the link has link-level retry, as data is; such frames wait
  // for replays. Pauses are better late than never, and do not.
  virtual bool numbered() const { return false; }

  // Another source's frame is about to leave: the source may write octets that the frame's format leaves free. The
  // length stays.
  virtual void ride(PortId /*port*/, std::span<std::uint8_t> /*frame*/, Time /*now*/) {}

 protected:
  ~Source() = default;
};

class Sink {
 public:
  // The kinds of frames that the sink takes, always the same.
  virtual std::span<const FrameKind> takes() const = 0;

  // Gets the bytes of such a frame without FCS, t_r after its arrival at `port`.
  virtual void control(PortId port, std::span<const std::uint8_t> frame, Time now) = 0;

 protected:
  ~Sink() = default;
};

// The roles of a participant; null: it does not have that role.
struct Roles {
  Source* source = nullptr;
  Sink* sink = nullptr;
};

// The sinks of one port, in the order in which they get frames.
class Sinks {
 public:
  void add(Sink& sink);

  // All kinds that the sinks take.
  std::span<const FrameKind> takes() const { return kinds_; }

  void control(PortId port, std::span<const std::uint8_t> frame, Time now) const;

 private:
  std::vector<Sink*> sinks_;
  std::vector<FrameKind> kinds_;
};

}  // namespace weir::control
