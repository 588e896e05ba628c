// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The sender of go-back-N: which packet of a flow goes next, and when packets are sent again.
//
// Packets are numbered from 0. Acknowledgement n says that all packets before n have been taken, in order. When the
// receiver lacks a packet, or on a timeout, the sender goes back to the first unacknowledged packet and sends it and
// all later packets again. Numbers have 64 bits here and fewer on the wire (unwrap()).
//
// - While packets are outstanding, the timeout runs from the latest packet sent or acknowledged.
// - A receiver says once that it lacks n. A repetition, before n is acknowledged or the timeout has passed, changes
//   nothing: the packets are on their way already.
// - A round trip is taken only from a packet sent once (P. Karn, C. Partridge, SIGCOMM '87): an answer to a packet sent
//   twice does not say which of the two it answers.

#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/base/units.h"

namespace weir::host {

// The number nearest to `near` with the lower `bits` of `wire`: right if the two differ by less than 2^(bits-1).
constexpr std::uint64_t unwrap(std::uint64_t near, std::uint32_t wire, unsigned bits) {
  const std::uint64_t span = std::uint64_t{1} << bits;
  const std::uint64_t ahead = (wire - near) & (span - 1);
  return ahead < span / 2 || near + ahead < span ? near + ahead : near + ahead - span;
}

class GoBackN {
 public:
  explicit GoBackN(Time timeout) : timeout_(timeout) {}

  // next(): the packet that goes next. resending(): it was sent before. in_flight(): the unacknowledged packets sent
  // since the sender last went back.
  std::uint64_t next() const { return next_; }
  bool resending() const { return next_ < end_; }
  std::uint64_t in_flight() const { return next_ - first_; }
  std::uint64_t first_unacknowledged() const { return first_; }

  // Packet next() was made. Its round trip is counted from `from`.
  void sent(Time now, Time from);
  void sent(Time now) { sent(now, now); }

  struct Progress {
    std::uint64_t packets = 0;  // packets acknowledged for the first time
    Time round_trip = kNever;   // of the latest of these packets; kNever: unknown
  };

  // The receiver has taken all packets before `number`. An old answer, or one to a packet never sent, changes nothing.
  Progress acknowledged(std::uint64_t number, Time now);

  // The receiver lacks packet `number`; call acknowledged(number) first. True: the sender goes back.
  bool lacking(std::uint64_t number, Time now);

  // next_timer(): when timer() is to be called. timer(): true if the sender goes back.
  Time next_timer() const { return deadline_; }
  bool timer(Time now);

 private:
  // When the timeout has passed; kNever: there is none.
  Time end_of_silence(Time now) const { return timeout_ == kNever ? kNever : now + timeout_; }
  Time& sent_at(std::uint64_t number) { return sent_at_[number & (sent_at_.size() - 1)]; }
  void remember(Time from);

  Time timeout_;
  std::uint64_t first_ = 0;              // first unacknowledged packet
  std::uint64_t next_ = 0;               // first_ <= next_ <= end_
  std::uint64_t end_ = 0;                // one past the last packet ever sent
  std::uint64_t sent_again_before_ = 0;  // packets before this number may have gone twice
  std::uint64_t lacked_ = ~std::uint64_t{0};
  Time deadline_ = kNever;
  std::vector<Time> sent_at_;  // ring of the times from which the round trips of packets first_ to next_ count; size a
                               // power of two that never shrinks
};

}  // namespace weir::host
