// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The two small blocks of Priority-based Flow Control, one a (port, class) each.
//
//   PfcThreshold  receiving side: VIQ depth against XOFF and XON, with hysteresis (IEEE 802.1Qbb, annex N.1)
//   PfcTimer      sending side: the pause timer (IEEE 802.3 annex 31D; 802.1Q clause 36.1.3.3)
//
// Hardware: PfcThreshold is two comparators and a flip-flop, PfcTimer a 16-bit down counter that loses one a quantum of
// 512 bit times. The model does not count down: it keeps the instant of expiry, which is the same between two loads.

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"

namespace weir::reference {

class PfcThreshold {
 public:
  // 0 <= xon < xoff.
  explicit PfcThreshold(Bytes xoff = Bytes(1), Bytes xon = Bytes(0)) : xoff_(xoff), xon_(xon) {}

  // A packet has entered: asserted from XOFF on. A packet has left: deasserted at or below XON. Between the two nothing
  // changes. Both return whether it changed.
  bool filled(Bytes depth) { return depth >= xoff_ && change(true); }
  bool drained(Bytes depth) { return depth <= xon_ && change(false); }

  bool asserted() const { return asserted_; }
  Bytes xoff() const { return xoff_; }
  Bytes xon() const { return xon_; }

  // New thresholds; takes effect with the next filled() or drained(). 0 <= xon < xoff.
  void set(Bytes xoff, Bytes xon) {
    xoff_ = xoff;
    xon_ = xon;
  }

 private:
  bool change(bool asserted) {
    const bool changed = asserted_ != asserted;
    asserted_ = asserted;
    return changed;
  }

  Bytes xoff_;
  Bytes xon_;
  bool asserted_ = false;
};

class PfcTimer {
 public:
  // `line_rate` of the port, >= 1 bit/s: it sets the length of a quantum.
  explicit PfcTimer(BitRate line_rate = BitRate(1)) : line_rate_(line_rate) {}

  // Starts, restarts or clears (0): whatever was left is forgotten, also when more was left (802.1Q 36.1.3.3).
  void load(std::uint16_t quanta, Time now) { expires_at_ = now + pause_time(quanta, line_rate_); }

  // At the instant of expiry the class is free again.
  bool paused(Time now) const { return now < expires_at_; }
  Time expires_at() const { return expires_at_; }

  // The register as hardware would show it: whole quanta left, the begun one counted. now >= the last load.
  std::uint16_t quanta_left(Time now) const;

 private:
  BitRate line_rate_;
  Time expires_at_{0};
};

}  // namespace weir::reference
