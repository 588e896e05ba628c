// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of a switch's congestion detectors, resolved: every field has a value, in exact units. Only those of the
// detectors in `detectors` are read.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/named.h"
#include "hw_model/base/units.h"

namespace weir::congestion {

using namespace weir::literals;  // NOLINT(google-build-using-namespace): units of the defaults below

enum class DetectorKind : std::uint8_t { kRedEcn, kIbFecn, kTcd, kTcdInfiniband, kFera, kBcn };

// What lists and reports call them.
using DetectorName = Named<DetectorKind>;
inline constexpr std::array kDetectors = {
    DetectorName{DetectorKind::kRedEcn, "red_ecn", "random early detection, marks CE by queue length at dequeue"},
    DetectorName{DetectorKind::kIbFecn, "ib_fecn", "InfiniBand forward congestion notification"},
    DetectorName{DetectorKind::kTcd, "tcd", "ternary congestion detection behind PFC"},
    DetectorName{DetectorKind::kTcdInfiniband, "tcd_infiniband", "ternary congestion detection behind credits"},
    DetectorName{DetectorKind::kFera, "fera", "forward explicit rate advertising: a meter a port"},
    DetectorName{DetectorKind::kBcn, "bcn", "backward congestion notification"},
};

// RED with ECN: no mark at or below k_min, probability rising to p_max at k_max, all above. Defaults: DCQCN.
struct RedEcnConfig {
  Bytes k_min = 5_KB;
  Bytes k_max = 200_KB;
  double p_max = 0.01;
  unsigned probability_bits = 16;  // of the marking probability, and of the random number that it is compared with
  ClassMask classes = 0xff;        // that red_ecn marks
  bool notify = false;             // red_ecn also tells the source of a packet that it has marked, of a queue at most
  Time notify_interval = Time(50'000'000);  // once each interval: whole microseconds up to a second; the default as the
                                            // notification point of DCQCN, SIGCOMM '15, section 3.1
};

struct IbFecnConfig {
  Bytes threshold = 50_KB;
  Bytes packet_size = 0_B;         // shorter packets are not marked
  std::uint16_t marking_rate = 0;  // packets between two marks
};

// TCD: tau = 2 MTU/C + 2 t_p, max(T_on) = (2 (B1 - B0) + tau C)/(2 epsilon C) + tau. The detector of InfiniBand takes
// max(T_on) = T_c.
struct TcdConfig {
  double epsilon = 0.05;
  Bytes xoff_to_xon = 0_B;       // B1 - B0; 0: two frames of the largest size
  Time credit_period = Time(0);  // T_c; 0: the time of 65,535 B at line rate
  Bytes low_threshold = 5_KB;    // at or below it a released queue is in state 0
  RedEcnConfig marking;          // congestion by queue length in states 0 and 1
  Time tick = Time(1'200);       // of the time stamps
  unsigned timestamp_bits = 0;   // 0: the least that is safe (tcd.h)
};

// FERA's meter: every interval, rho = A/(f(q) C), r = r/rho. The datapath is fixed point.
struct FeraConfig {
  Time interval = Time(1'000'000'000);  // T
  Bytes q_eq = 24_KB;                   // 16 packets of 1500 B
  double k = 0.002;                     // of the linear queue control function
  unsigned n0 = 10;                     // the first rate is C/N_0
  double lambda = 0;                    // weight of the moving average, 0..1; 0: none
  double delta = 0;                     // largest increase of the rate, as part of C; 0: no limit
  double gamma = 0;                     // part of C that is taken when q > Q_eq, 0..1; 0: all of it
  unsigned rate_bits = 32;              // of the advertised rate, in units of 2^-(rate_bits - 1) C
  unsigned fraction_bits = 16;          // of f(q) and 1/rho below one
};

struct BcnConfig {
  Bytes q_eq = 24_KB;
  unsigned sampling_interval = 100;  // packets from one sample to the next
  unsigned w_bits = 8;               // of the weight w of the queue's change
};

struct CongestionConfig {
  // Whether a detector sends frames to the sources of packets.
  bool notifies() const {
    return red_ecn.notify && std::find(detectors.begin(), detectors.end(), DetectorKind::kRedEcn) != detectors.end();
  }

  std::vector<DetectorKind> detectors = {};  // each at most once
  RedEcnConfig red_ecn;
  IbFecnConfig ib_fecn;
  TcdConfig tcd;  // of both forms
  FeraConfig fera;
  BcnConfig bcn;
};

}  // namespace weir::congestion
