// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Settings of all rate controls; each reads its own.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw_model/base/units.h"

namespace weir::host {

// DCQCN (SIGCOMM '15, section 3.1). Defaults are the paper's, except for the initial alpha, which depends on the
// scenario, and for r_hai and the least rate, which the paper leaves open.
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

// TIMELY (SIGCOMM '15, algorithm 1). The paper does not give `weight` and `least_factor`. The weight, the other numbers
// and the start at line rate are those of HPCC's simulator (SIGCOMM '19); the least factor is that of the code
// published by TIMELY's authors.
struct TimelySettings {
  Bytes segment{16'000};
  Time t_low{50'000'000};
  Time t_high{500'000'000};
  Time least_round_trip{20'000'000};
  double weight = 0.875;  // of the newest round-trip difference, 0..1
  BitRate delta{10'000'000};
  double beta = 0.8;
  double least_factor = 0.5;          // lower limit of a step down, 0..1
  std::uint32_t hai_after = 5;        // completion events in a row with a gradient not above 0
  std::uint32_t hai_factor = 5;       // from then on a step up is this many deltas
  BitRate initial_rate = BitRate(0);  // 0: the line's
  BitRate least_rate{10'000'000};
  bool scaled_steps = false;  // scale each step by the time since the step before / least_round_trip, at most 1
};

// An entry of a channel adapter's congestion control table (InfiniBand Architecture, volume 1, annex A10): the delay
// behind a packet is the packet's sending time x multiplier >> shift.
struct CctEntry {
  std::uint16_t multiplier = 0;  // 14 bits
  std::uint8_t shift = 0;        // 2 bits

  bool operator==(const CctEntry&) const = default;
};

// InfiniBand congestion control at the source.
struct IbCcSettings {
  std::vector<CctEntry> cct;  // entries 0..limit at least
  std::uint32_t limit = 127;
  std::uint32_t increase = 1;
  Time timer{153'600'000};
};

// BCN at the source (FERA, section 6.2). The thesis does not give the increase.
struct BcnSettings {
  double g_d = 2.6e-4;  // G_d, per unit_d of the index
  Bytes unit_d{64};
  double g_i = 4;  // G_i, per unit_i of the index
  Bytes unit_i{1500};
  BitRate r_u{8'000'000};
  double least_factor = 0.5;  // lower limit of a cut, 0..1
  BitRate least_rate{1'000'000};
};

// The moment from which FERA's regulator counts `idle_after`, the time after which it forgets its rate.
enum class FeraIdle : std::uint8_t {
  kDue,        // when the next packet might have gone: last departure + L/r
  kDeparture,  // the last departure; a slow flow then forgets its rate between two packets
  kNever,      // the regulator never forgets
};

// What FERA's regulator does when no tag returns.
enum class FeraSilence : std::uint8_t {
  kLower,  // lowers the rate to the initial rate at most
  kKeep,   // keeps the rate
};

// FERA (Jiang, Forward Explicit Rate Advertising, chapter 5). The thesis has idle = kDeparture and silence = kKeep, and
// a tag every T.
struct FeraSettings {
  Time interval{1'000'000'000};    // T, the meters' interval
  Time tag_interval{250'000'000};  // tau
  std::uint32_t n0 = 20;           // flows start at C/N_0
  FeraIdle idle = FeraIdle::kDue;
  Time idle_after{2'000'000'000};
  FeraSilence silence = FeraSilence::kLower;
  Time silent_after{2'000'000'000};
  double tag_share = 1;  // most of the rate that tags may take, 0..1; 1: no limit
};

// Parameters shared by all flows of one rate control; there may be a million flows.
struct ControlParameters {
  DcqcnSettings dcqcn;
  TimelySettings timely;
  IbCcSettings ib_cc;
  BcnSettings bcn;
  FeraSettings fera;
};

struct ControlSettings {
  Bytes window = Bytes(0);              // window: frame bytes in flight at most
  Time timeout = kNever;                // go-back-N: after this silence all unacknowledged packets are sent again
  std::uint32_t acknowledge_every = 1;  // the receiver acknowledges every n-th packet
  Time notify_interval = kNever;   // the receiver's shortest time between notifications of marks; kNever: it sends none
  BitRate line_rate = BitRate(0);  // rate of the source's cable
  bool tcd = false;                // the TCD variant, which knows the mark "undetermined"
  std::shared_ptr<const ControlParameters> parameters;  // null: the control has no parameters
};

}  // namespace weir::host
