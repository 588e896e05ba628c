// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Why a queue has sent no PFC: the first question of an operator whose network drops, or does not pause.

#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "tb/report/results.h"

namespace weir::report {

// What is known of a (switch, port, class) at the end of a run.
struct QuietFacts {
  std::string queue;  // "s1.p2.c0"
  unsigned traffic_class = 0;
  bool lossless = false;       // flow control protects the class
  bool pauses_nobody = false;  // its VIQ has nobody to pause: class 0 under TTL-shifted PFC
  bool together = false;       // one XOFF for all lossless VIQs of the port: 802.3x
  std::uint64_t admitted = 0;
  std::map<std::string, std::uint64_t> drops;  // by reason
  std::int64_t viq_peak = 0;                   // bytes; with `together` the sum of the port's peaks
  std::int64_t xoff = 0;       // at or above which PAUSE is due; where it moves, the lowest that was asked
  std::int64_t reachable = 0;  // the most that the VIQ may hold; with `together` the port's
  bool paused = false;         // at the end XOFF stands, untold
};

// Words of QuietQueue::reason, in the order in which they are tried:
//   not_lossless              the class is not protected
//   pauses_nobody             TTL-shifted PFC, class 0
//   nothing_received          no packet of the class came in here
//   dropped_before_admission  all that came in were dropped before the MMU, by parser or forwarding
//   xoff_out_of_reach         XOFF is above what the VIQ may ever hold
//   dropped_before_xoff       the MMU dropped packets while the VIQ was below XOFF
//   below_xoff                the VIQ was never at XOFF
//   not_sent                  XOFF was reached, and passed, or the run ended, before the port could send the frame
QuietQueue explain(const QuietFacts& facts);

// Without flow control nothing pauses, whatever the queues hold.
QuietQueue no_flow_control();

// One line for the console: nothing where somebody has sent a PFC, or where no PFC is to be expected.
std::string quiet_line(const Results& results);

}  // namespace weir::report
