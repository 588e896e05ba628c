// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// When a flow may send: the one interface of all windows and rate controls, one object per flow, at its source. It
// knows neither SystemC nor the wire. Which packet goes, and which is sent again, is decided in go_back_n.h.
//
// The host calls next_send() before each packet, sent() with each packet made, and feedback() with each answer. Nothing
// is polled: after each of these calls, and after timer(), the host asks next_send() and next_timer() again and comes
// back at the earlier of the two times.
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

// The content of a returning rate tag (frame/fera_tag.h).
struct Advertised {
  BitRate rate = BitRate(0);   // 0: no port has limited the rate
  std::uint32_t sequence = 0;  // number of the tag
};

// What the sender of a flow learns from one answer, or from a timeout.
struct Feedback {
  std::uint64_t acknowledged = 0;             // packets that this answer has acknowledged for the first time
  Time round_trip = kNever;                   // from making the answered packet to the answer; kNever: unknown
  Mark mark = Mark::kNone;                    // of the answered packet on arrival, or of a notification
  std::optional<Advertised> advertised = {};  // a rate advertised by the network
  bool notification = false;                  // a notification of a mark, which acknowledges nothing (CNP)
  std::int32_t congestion_index = 0;          // of a switch's notification (BCN); 0: none
  std::uint64_t congestion_point = 0;         // the queue with this congestion_index
  bool lost = false;                          // packets are sent again: the receiver lacks one, or a timeout
};

class RateControl {
 public:
  virtual ~RateControl() = default;

  // The earliest time at which a packet of `length` may be made while `in_flight` bytes are unacknowledged. Up to
  // `now`: at once; kNever: not before feedback() or timer(). A call changes no later answer.
  virtual Time next_send(Bytes length, Bytes in_flight, Time now) = 0;

  // A packet was made.
  virtual void sent(Bytes /*length*/, Time /*now*/) {}
  // The time from which the round trip of a packet made at `now` counts.
  virtual Time round_trip_from(Time now) const { return now; }
  // Whether the sender wants an answer to the packet just made; `dry`: no further packet is due.
  virtual bool wants_answer(bool /*dry*/) { return false; }
  virtual void feedback(const Feedback& /*feedback*/, Time /*now*/) {}

  // When timer() is to be called, never before the present; kNever: not at all.
  virtual Time next_timer() const { return kNever; }
  virtual void timer(Time /*now*/) {}

  // Whether a rate tag is to go: before a packet made now, or (asked after timer()) by itself.
  virtual bool wants_tag(bool /*before_packet*/, Time /*now*/) const { return false; }
  // A rate tag goes; returns the tag's number, which feedback() gets back in Advertised::sequence.
  virtual std::uint32_t tag_sent(Time /*now*/) { return 0; }

  // The present rate of the flow; nullopt: the control has no rate.
  virtual std::optional<BitRate> rate() const { return std::nullopt; }
};

struct RateControlKind {
  std::string_view word;  // in scenario files
  std::string_view meaning;
  bool resends = false;           // its flows use go-back-N and have packets in flight; receivers take packets in order
  bool windowed = false;          // has `window`, and `acknowledge_every`
  bool paced = false;             // has a rate()
  bool wants_marks = false;       // has no effect on flows whose packets cannot be marked
  bool wants_roce = false;        // its marks are bits of the BTH
  bool wants_index = false;       // has no effect without a switch that sends BCN
  bool has_tcd = false;           // has a TCD variant
  bool tags = false;              // sends rate tags, which its destination returns
  Time notify_interval = kNever;  // default of ControlSettings::notify_interval
  std::unique_ptr<RateControl> (*make)(const ControlSettings& settings) = nullptr;
};

// All rate controls, in the order of the documents.
std::span<const RateControlKind* const> rate_controls();

}  // namespace weir::host
