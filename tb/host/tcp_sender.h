// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The sender of one TCP connection: when a segment may go, and which one is sent again. NewReno without SACK: slow
// start, congestion avoidance and fast retransmit (RFC 5681), fast recovery with partial acknowledgements (RFC 6582,
// the impatient form: only the first partial acknowledgement restarts the timer), limited transmit (RFC 3042), timeouts
// (RFC 6298) with Karn's rule: no round trip is taken from a segment sent twice.
//
// The connection exists from the start; it neither opens nor closes. Bytes have numbers of 64 bits, from kFirstByte on,
// as if a SYN had the number before; tcp_wire.h makes numbers on the wire. All segments have one length.
//
// After a timeout all unacknowledged bytes are sent again, from the first on, as the window allows (go-back-N in slow
// start). RFC 5681's FlightSize is all unacknowledged bytes less those sent by limited transmit.
//
// Windows are in bytes. The receiver's window is constant, because the application takes bytes at once.

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"
#include "tb/host/tcp_round_trip.h"
#include "tb/host/tcp_settings.h"

namespace weir::host {

class TcpSender {
 public:
  static constexpr std::uint64_t kFirstByte = 1;

  // `segment`: payload of each segment; > 0 and at most the receive window.
  TcpSender(const TcpSettings& settings, Bytes segment);

  // Resets window, threshold and timer to those of a new connection. Only while nothing is outstanding.
  void restart();

  // Whether a segment may go now; `more`: the application has a segment that was never sent.
  bool may_send(bool more) const;

  struct Segment {
    std::uint64_t sequence = 0;  // of its first byte
    bool again = false;
  };
  // The next segment goes. may_send() was true.
  Segment send(Time now);

  // The receiver has all bytes before `number`. A number below first_unacknowledged(), or beyond end(), has no effect.
  void acknowledged(std::uint64_t number, Time now);

  // When timer() is to be called; kNever: not at all. timer(): true if it was a timeout.
  Time next_timer() const { return deadline_; }
  bool timer(Time now);

  std::uint64_t first_unacknowledged() const { return first_; }
  std::uint64_t end() const { return end_; }  // one past the last byte ever sent
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
  std::uint64_t end_ = kFirstByte;          // one past the last byte ever sent
  std::uint64_t recover_ = kFirstByte - 1;  // RFC 6582's `recover`, plus 1: end_ at the latest recovery or timeout
  unsigned duplicates_ = 0;                 // duplicate acknowledgements in a row
  std::int64_t limited_ = 0;                // bytes sent by limited transmit since the last new acknowledgement
  bool recovering_ = false;
  bool partial_ = false;         // the timer was restarted in this recovery
  bool retransmit_ = false;      // the first unacknowledged segment goes next, whatever the window
  std::uint64_t timed_out_ = 0;  // first_ (SND.UNA) at the last timeout
  std::uint64_t timed_ = 0;      // one past the segment whose round trip is measured; 0: none
  Time timed_at_{0};
  Time last_sent_ = kNever;
  Time deadline_ = kNever;
  std::uint64_t fast_retransmits_ = 0;
};

}  // namespace weir::host
