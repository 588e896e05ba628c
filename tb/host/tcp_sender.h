// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One TCP connection at its sender: when a segment may go, and which goes again. NewReno without SACK: slow start,
// congestion avoidance and fast retransmit (RFC 5681), fast recovery with partial acknowledgements (RFC 6582, the
// impatient form: of partial acknowledgements only the first restarts the timer), limited transmit (RFC 3042), timeouts
// (RFC 6298) with the rule of Karn: no round trip is taken from a segment that has gone twice.
//
// The connection is there from the start; it neither opens nor closes. Bytes have numbers of 64 bits, from
// kFirstByte on, as if a SYN had the one before; wire numbers are tcp_wire.h's affair. All segments are of one length.
//
// After a timeout all that is not acknowledged goes again, as the window lets it, from the first on (go-back-N in slow
// start). RFC 5681's FlowSize is all that is sent and not acknowledged, less what limited transmit has sent.
//
// The windows are in bytes. Nobody lowers the receiver's, because the application takes what comes at once.

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"
#include "tb/host/tcp_round_trip.h"
#include "tb/host/tcp_settings.h"

namespace weir::host {

class TcpSender {
 public:
  static constexpr std::uint64_t kFirstByte = 1;

  // `segment`: payload of each; > 0 and at most the receive window.
  TcpSender(const TcpSettings& settings, Bytes segment);

  // Window, threshold and timer as those of a new connection. Only where nothing is outstanding.
  void restart();

  // Whether a segment may go now; `more`: the application has one that has not gone yet.
  bool may_send(bool more) const;

  struct Segment {
    std::uint64_t sequence = 0;  // of its first byte
    bool again = false;
  };
  // It goes. may_send() was true.
  Segment send(Time now);

  // The receiver has all before byte `number`. The number of an old answer, and of one to what was never sent, changes
  // nothing.
  void acknowledged(std::uint64_t number, Time now);

  // When timer() is to be called; kNever: not at all. Returns whether it was a timeout.
  Time next_timer() const { return deadline_; }
  bool timer(Time now);

  std::uint64_t first_unacknowledged() const { return first_; }
  std::uint64_t end() const { return end_; }  // behind the last byte that was ever sent
  bool all_acknowledged() const { return first_ == end_; }
  bool recovering() const { return recovering_; }
  Bytes congestion_window() const { return Bytes(window_); }
  Bytes threshold() const { return Bytes(threshold_); }
  Time timeout() const { return round_trip_.timeout(); }
  std::uint64_t fast_retransmits() const { return fast_retransmits_; }

 private:
  std::int64_t outstanding() const { return static_cast<std::int64_t>(end_ - first_); }
  std::int64_t half_of_flight() const;
  void hear_duplicate();
  void hear_while_recovering(std::int64_t bytes, Time now);
  void grow(std::int64_t bytes);

  TcpSettings settings_;
  std::int64_t segment_;
  TcpRoundTrip round_trip_;
  std::int64_t window_ = 0;                 // cwnd
  std::int64_t threshold_ = 0;              // ssthresh
  std::uint64_t first_ = kFirstByte;        // SND.UNA
  std::uint64_t next_ = kFirstByte;         // SND.NXT
  std::uint64_t end_ = kFirstByte;          // behind the last that was ever sent
  std::uint64_t recover_ = kFirstByte - 1;  // RFC 6582's `recover`, plus 1: behind what was sent then
  unsigned duplicates_ = 0;                 // in a row
  std::int64_t limited_ = 0;                // bytes that limited transmit has sent since the last new answer
  bool recovering_ = false;
  bool partial_ = false;         // the timer was restarted in this recovery
  bool retransmit_ = false;      // the first that is not acknowledged goes next, whatever the window
  std::uint64_t timed_out_ = 0;  // SND.UNA of the last timeout
  std::uint64_t timed_ = 0;      // behind the segment whose round trip is taken; 0: none
  Time timed_at_{0};
  Time last_sent_ = kNever;
  Time deadline_ = kNever;
  std::uint64_t fast_retransmits_ = 0;
};

}  // namespace weir::host
