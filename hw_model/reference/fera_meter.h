// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// FERA's meter of one egress port (FERA, chapters 5 and 7): every T it computes the rate r at which each flow through
// the port may send, from the bytes A that came for the port and the bytes q that wait there. docs/reference/fera.md
// gives the source of each rule and what was measured.
//
// Order of operations at a tick:
//   1. A = 0: r stays, and no average is taken: nobody has sent, so nothing is known. Else r f/rho (fera_arithmetic.h),
//   2. the moving average lambda r f/rho + (1 - lambda) r_(i-1), r_(i-1) being the rate before the present one;
//   3. r C_i/C_(i-1), where C has changed and the setting says so: once a change;
//   4. limited increase: delta_i is eta delta_(i-1) below Q_eq and delta_(i-1)/eta above Q_sc; r rises by no more;
//   5. r within [r_min, C];
//   6. r, A, q and C become those of the interval before, and A begins at 0.
// t, the part of T that counts, is T without the time in which the port asserted PAUSE (clock = "stands"), at least
// least_clock T; with takes_off_time also without the time in which the port itself might not send. Latency: none.
// O(1).

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"
#include "hw_model/reference/fera_arithmetic.h"
#include "hw_model/reference/fera_settings.h"

namespace weir::reference {

// The measurements of the interval that ends with a tick.
struct FeraInterval {
  Bytes queue;  // q
  Time paused;  // in which the port asserted PAUSE, 0..T
  Time off;     // in which the port might not send, without time in `paused` if PAUSE stops the clock; 0..T
};

// The factor by which delta_i is multiplied above Q_sc.
inline double fera_eta_down(const FeraSettings& settings) {
  return settings.eta_down > 0 ? settings.eta_down : 1 / settings.eta;
}

class FeraMeter {
 public:
  // `settings` are consistent (mechanisms/congestion/fera_rules.h).
  FeraMeter(const FeraSettings& settings, const FeraPort& port);

  // Bytes have come for the port, before it is known whether there is room for them.
  void arrived(Bytes length);

  // T is over.
  void tick(const FeraInterval& interval);

  // C from now on; at most the rate that the port was built for, at least 1 bit/s.
  void set_capacity(BitRate capacity) { capacity_ = capacity; }

  // New settings for the next tick on; A, r and the other state stay, within the new bounds.
  void set(const FeraSettings& settings);

  // The state after a reset of the switch; C stays what it is.
  void reset();

  // The state after a reset of hardware, whose first rate is a constant: C/N_0 of the rate that the port was built for.
  void reset_as_built();

  // r, to the nearest bit/s, at least 1.
  BitRate advertised() const;

  // r, r_(i-1) and delta_i in units of 2^-(rate_bits - 1) of the rate that the port was built for.
  double rate() const { return rate_; }
  double rate_before() const { return rate_before_; }
  double increase() const { return increase_; }
  Bytes arrived() const { return arrived_; }
  Bytes arrived_before() const { return arrived_before_; }
  Bytes queue() const { return queue_; }  // at the latest tick
  BitRate capacity() const { return capacity_; }
  BitRate capacity_before() const { return capacity_before_; }

  // In the same units: C, r_min, the first rate.
  double units_of(BitRate rate) const;
  double least() const;
  double first() const;

  const FeraSettings& settings() const { return settings_; }

 private:
  double stepped(const FeraInterval& interval) const;
  double scaled(double r) const;
  double limited(double r, Bytes queue);
  double clamped(double r) const;
  double whole(double units) const;
  Time counted(const FeraInterval& interval) const;

  FeraSettings settings_;
  FeraPort port_;
  FeraArithmetic arithmetic_;
  Bytes arrived_;
  Bytes arrived_before_;
  Bytes queue_;
  BitRate capacity_;
  BitRate capacity_before_;
  double rate_ = 0;  // of fixed point a whole number
  double rate_before_ = 0;
  double increase_ = 0;
};

}  // namespace weir::reference
