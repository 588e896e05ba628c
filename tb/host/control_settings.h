// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Settings of all rate controls; each reads its own.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw_model/base/units.h"

namespace weir::host {

// DCQCN (SIGCOMM '15, section 3.1). Defaults are its, but for the initial alpha, which depends on the scenario, and for
// what it leaves open: r_hai and the least rate.
struct DcqcnSettings {
  double initial_alpha = 1;  // 0..2
  double g = 1.0 / 256;      // 0..1
  Time alpha_timer{55'000'000};
  Time increase_timer{55'000'000};
  Bytes byte_counter{10'000'000};
  std::uint32_t fast_recovery = 5;  // F
  BitRate r_ai{40'000'000};
  BitRate r_hai{50'000'000};
  BitRate least_rate{1'000'000};
};

// TIMELY (SIGCOMM '15, algorithm 1). The weight of the newest and the least factor are not in the paper: the weight, as
// the other numbers and a start at line rate, is that of the simulator of HPCC (SIGCOMM '19), the least factor that of
// the code that TIMELY's authors have published.
struct TimelySettings {
  Bytes segment{16'000};
  Time t_low{50'000'000};
  Time t_high{500'000'000};
  Time least_round_trip{20'000'000};
  double weight = 0.875;  // of the newest difference of round trips, 0..1
  BitRate delta{10'000'000};
  double beta = 0.8;
  double least_factor = 0.5;          // of a step down, 0..1
  std::uint32_t hai_after = 5;        // answers in a row
  std::uint32_t hai_factor = 5;       // then so many deltas at once
  BitRate initial_rate = BitRate(0);  // 0: the line's
  BitRate least_rate{10'000'000};
  bool scaled_steps = false;  // by the time since the step before, as part of least_round_trip
};

// A congestion control table, as the channel adapter holds it (InfiniBand Architecture, volume 1, annex A10): entry i
// is what a packet's sending time is multiplied by to give the delay behind it.
struct CctEntry {
  std::uint16_t multiplier = 0;  // 14 bits
  std::uint8_t shift = 0;        // 2 bits: the product is shifted right by so many

  bool operator==(const CctEntry&) const = default;
};

// InfiniBand congestion control at the source.
struct IbCcSettings {
  std::vector<CctEntry> cct;  // entries 0..limit at least
  std::uint32_t limit = 127;
  std::uint32_t increase = 1;
  Time timer{153'600'000};
};

// BCN at the source (FERA, section 6.2). The increase is not in the thesis.
struct BcnSettings {
  double g_d = 2.6e-4;  // G_d, per unit_d of the index
  Bytes unit_d{64};
  double g_i = 4;  // G_i, per unit_i of it
  Bytes unit_i{1500};
  BitRate r_u{8'000'000};
  double least_factor = 0.5;  // of a cut, 0..1
  BitRate least_rate{1'000'000};
};

// From when FERA's regulator counts the time after which it forgets its rate.
enum class FeraIdle : std::uint8_t {
  kDue,        // from when the next packet might have gone: last departure + L/r
  kDeparture,  // from the last departure, which makes a slow flow forget in its own gap
  kNever,      // it does not forget
};

// What it does where no tag returns.
enum class FeraSilence : std::uint8_t {
  kLower,  // goes no faster than at the start
  kKeep,   // goes on as before
};

// FERA (Jiang, Forward Explicit Rate Advertising, chapter 5). The thesis has idle = kDeparture and silence = kKeep, and
// a tag every T.
struct FeraSettings {
  Time interval{1'000'000'000};    // T, that of the meters
  Time tag_interval{250'000'000};  // tau
  std::uint32_t n0 = 20;           // flows start at C/N_0
  FeraIdle idle = FeraIdle::kDue;
  Time idle_after{2'000'000'000};
  FeraSilence silence = FeraSilence::kLower;
  Time silent_after{2'000'000'000};
  double tag_share = 1;  // of the rate, that tags take at most, 0..1; 1: no limit
};

// What flows of a control have in common, of which there may be a million.
struct ControlParameters {
  DcqcnSettings dcqcn;
  TimelySettings timely;
  IbCcSettings ib_cc;
  BcnSettings bcn;
  FeraSettings fera;
};

struct ControlSettings {
  Bytes window = Bytes(0);              // window: frame bytes in flight at most
  Time timeout = kNever;                // go-back-N: silence after which all that is not acknowledged is sent again
  std::uint32_t acknowledge_every = 1;  // the receiver acknowledges every n-th packet
  Time notify_interval = kNever;        // the receiver tells of marks at most this often; kNever: not at all
  BitRate line_rate = BitRate(0);       // of the source's cable
  bool tcd = false;                     // the variant that knows the mark "undetermined"
  std::shared_ptr<const ControlParameters> parameters;  // where the control has any
};

}  // namespace weir::host
