// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Control frames of a port: a source puts one before data or rides on another's, a sink takes one that has arrived.
// Flow control is the first of each; a deadlock unit, a detector or a component of a library's user may join it.
//
// Sending, when the port is free: the sources are asked in their order, flow control first, then those that joined, in
// the order in which they did. The first that has something to say writes the frame, and all that joined but that one
// may ride on it. Frames that take no time on the wire (conceptual GFC) carry nobody.
// Receiving: a frame that some sink takes never reaches the parser. t_r after its arrival each sink that takes it is
// given its bytes, flow control first. A frame that no sink takes is a malformed data frame.
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

// The kind of `kinds` that a frame of at least 64 bytes is, by ethertype and code; null: none, or not a sound one.
const FrameKind* find(std::span<const FrameKind> kinds, std::span<const std::uint8_t> frame);

// What a source may ask of the ports of its device.
class Ports {
 public:
  // The source has something to say at this port: it is asked as soon as the port is free, which may be within the
  // call.
  virtual void control_due(PortId port, Time now) = 0;

 protected:
  ~Ports() = default;
};

class Source {
 public:
  // Before the run: where it may say that something is due. Once a port where it joins some ports only.
  virtual void join(Ports&) {}

  // Whether it has a frame for this port.
  virtual bool pending(PortId port) const = 0;

  // Writes that frame and returns its bytes without FCS: 60, or up to the size of `bytes`; 0: it has none any more.
  virtual std::size_t build(PortId port, std::span<std::uint8_t> bytes, Time now) = 0;

  // Another source's frame is about to leave: octets that its format leaves free may be written. It keeps its length.
  virtual void ride(PortId /*port*/, std::span<std::uint8_t> /*frame*/, Time /*now*/) {}

 protected:
  ~Source() = default;
};

class Sink {
 public:
  // The frames that it takes, the same always.
  virtual std::span<const FrameKind> takes() const = 0;

  // The bytes of such a frame without FCS, t_r after its arrival at `port`.
  virtual void control(PortId port, std::span<const std::uint8_t> frame, Time now) = 0;

 protected:
  ~Sink() = default;
};

// How somebody takes part; null: not at all.
struct Roles {
  Source* source = nullptr;
  Sink* sink = nullptr;
};

// The sinks of one port, in their order.
class Sinks {
 public:
  void add(Sink& sink);

  // All that they take.
  std::span<const FrameKind> takes() const { return kinds_; }

  void control(PortId port, std::span<const std::uint8_t> frame, Time now) const;

 private:
  std::vector<Sink*> sinks_;
  std::vector<FrameKind> kinds_;
};

}  // namespace weir::control
