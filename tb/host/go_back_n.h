// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Go-back-N, the sender's side: which packet of a flow goes next, and when packets go again.
//
// Packets have numbers, from 0. An acknowledgement n says that all before n have been taken, in order. A packet that
// the receiver lacks, or a timeout, takes the sender back to the first packet that is not acknowledged: that one and
// all behind it go again. The numbers are 64 bits here and fewer on the wire (unwrap()).
//
// - The timeout runs from the latest packet sent or acknowledged while any is outstanding.
// - A receiver says once that it lacks n. Hearing it again, before n is acknowledged or the timeout has passed, changes
//   nothing: the packets are on their way already.
// - A round trip is taken from a packet that has been sent once only (P. Karn, C. Partridge, SIGCOMM '87): of one that
//   has gone twice nobody knows which is answered.

#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/base/units.h"

namespace weir::host {

// The number of which `wire` holds the lower `bits`, nearest to `near`: right as long as both lie within 2^(bits-1).
constexpr std::uint64_t unwrap(std::uint64_t near, std::uint32_t wire, unsigned bits) {
  const std::uint64_t span = std::uint64_t{1} << bits;
  const std::uint64_t ahead = (wire - near) & (span - 1);
  return ahead < span / 2 || near + ahead < span ? near + ahead : near + ahead - span;
}

class GoBackN {
 public:
  explicit GoBackN(Time timeout) : timeout_(timeout) {}

  // The packet that goes next, whether it has gone before, and how many are in flight: sent, or sent again since the
  // sender went back, and not acknowledged.
  std::uint64_t next() const { return next_; }
  bool resending() const { return next_ < end_; }
  std::uint64_t in_flight() const { return next_ - first_; }
  std::uint64_t first_unacknowledged() const { return first_; }

  // Packet next() was made. Its round trip counts from `from` on.
  void sent(Time now, Time from);
  void sent(Time now) { sent(now, now); }

  struct Progress {
    std::uint64_t packets = 0;  // acknowledged for the first time
    Time round_trip = kNever;   // of the latest of them; kNever: not known
  };

  // The receiver has taken all before `number`. An old answer, and one to what was never sent, change nothing.
  Progress acknowledged(std::uint64_t number, Time now);

  // The receiver lacks packet `number`, which acknowledged() has had; true: the sender goes back.
  bool lacking(std::uint64_t number, Time now);

  // When timer() is to be called, and whether it makes the sender go back.
  Time next_timer() const { return deadline_; }
  bool timer(Time now);

 private:
  Time& sent_at(std::uint64_t number) { return sent_at_[number & (sent_at_.size() - 1)]; }
  void remember(Time from);

  Time timeout_;
  std::uint64_t first_ = 0;              // not acknowledged
  std::uint64_t next_ = 0;               // first_ <= next_ <= end_
  std::uint64_t end_ = 0;                // behind the last that was ever sent
  std::uint64_t sent_again_before_ = 0;  // packets before this number may have gone twice
  std::uint64_t lacked_ = ~std::uint64_t{0};
  Time deadline_ = kNever;
  std::vector<Time> sent_at_;  // where round trips count from, of packets first_ to end_; a power of two, as long as
                               // the most that were ever there
};

}  // namespace weir::host
