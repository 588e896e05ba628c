// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// When a flow may send: the one interface behind which windows and rate controls stand, one object a flow, at its
// source. It knows neither SystemC nor the wire. What is sent, and what is sent again, is not its affair (go_back_n.h).
//
// The host asks next_send() before each packet, calls sent() with each one that it makes, and feedback() with what
// comes back. Nothing is polled: after each of these calls, and after timer(), it asks next_send() and next_timer()
// anew and comes back at the earlier of the two.
//
// A new rate control is one file with a class and its RateControlKind, and a line in rate_control.cpp.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "hw_model/base/units.h"
#include "tb/host/control_settings.h"
#include "tb/host/mark.h"

namespace weir::host {

// What a returning rate tag says (frame/fera_tag.h).
struct Advertised {
  BitRate rate = BitRate(0);   // 0: nobody has limited it
  std::uint32_t sequence = 0;  // of the tag
};

// What the sender of a flow learns from one answer, or from none.
struct Feedback {
  std::uint64_t acknowledged = 0;  // packets that this answer has acknowledged for the first time
  Time round_trip = kNever;        // from making the packet that is answered to the answer; kNever: not known
  Mark mark = Mark::kNone;         // with which the packet that is answered arrived; what a notification tells of
  std::optional<Advertised> advertised = {};  // a rate that the network names
  bool notification = false;                  // tells of a mark and acknowledges nothing (CNP)
  std::int32_t congestion_index = 0;          // of a notification by a switch (BCN); 0: none
  std::uint64_t congestion_point = 0;         // the queue whose index it is
  bool lost = false;                          // packets are sent again: the receiver lacks one, or a timeout
};

class RateControl {
 public:
  virtual ~RateControl() = default;

  // The earliest time at which a packet of `length` may be made while `in_flight` are sent and not acknowledged: `now`
  // or before: at once; kNever: not before feedback() or timer(). Does not change what it says by being asked.
  virtual Time next_send(Bytes length, Bytes in_flight, Time now) = 0;

  // A packet was made.
  virtual void sent(Bytes /*length*/, Time /*now*/) {}
  // From when the round trip of that packet counts, made at `now`.
  virtual Time round_trip_from(Time now) const { return now; }
  // Whether its answer is wanted; `dry`: nothing more is due.
  virtual bool wants_answer(bool /*dry*/) { return false; }
  virtual void feedback(const Feedback& /*feedback*/, Time /*now*/) {}

  // When timer() is to be called; kNever: not at all. Never before the present.
  virtual Time next_timer() const { return kNever; }
  virtual void timer(Time /*now*/) {}

  // Whether a rate tag is to go: before a packet that is made now, or by itself, which is asked after timer().
  virtual bool wants_tag(bool /*before_packet*/, Time /*now*/) const { return false; }
  // One goes; returns its number, from which feedback() will know it.
  virtual std::uint32_t tag_sent(Time /*now*/) { return 0; }

  // The rate that the flow is held to now; nothing where there is none.
  virtual std::optional<BitRate> rate() const { return std::nullopt; }
};

struct RateControlKind {
  std::string_view word;  // in scenario files
  std::string_view meaning;
  bool resends = false;  // its flows go back N and have something in flight; their receiver takes packets in order only
  bool windowed = false;          // has `window`, and `acknowledge_every`
  bool paced = false;             // has a rate()
  bool wants_marks = false;       // does nothing for flows whose packets cannot be marked
  bool wants_roce = false;        // its marks are bits of the BTH
  bool wants_index = false;       // does nothing without a switch that tells of its queues by BCN
  bool has_tcd = false;           // has a variant for TCD
  bool tags = false;              // sends rate tags, which its destination returns
  Time notify_interval = kNever;  // of its receivers, where nothing else is said
  std::unique_ptr<RateControl> (*make)(const ControlSettings& settings) = nullptr;
};

// All there are, in the order of the documents.
std::span<const RateControlKind* const> rate_controls();

}  // namespace weir::host
