// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Why a queue has sent no PFC: the first question of an operator whose network drops packets or does not pause.

#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "tb/report/results.h"

namespace weir::report {

// The facts about a (switch, port, class) at the end of a run.
struct QuietFacts {
  std::string queue;  // "s1.p2.c0"
  unsigned traffic_class = 0;
  bool lossless = false;       // flow control protects the class
  bool pauses_nobody = false;  // the VIQ has nobody to pause: class 0 under TTL-shifted PFC
  bool together = false;       // one XOFF for all lossless VIQs of the port: 802.3x
  std::uint64_t admitted = 0;
  std::map<std::string, std::uint64_t> drops;  // by reason
  std::int64_t viq_peak = 0;                   // bytes; with `together` the sum of the port's peaks
  std::int64_t xoff = 0;       // PAUSE is due at or above this depth; the lowest value during the run, if XOFF moves
  std::int64_t reachable = 0;  // the highest depth that the VIQ may reach; with `together` that of the port
  bool paused = false;         // at the end of the run a PAUSE is due and not sent
};

// Words of QuietQueue::reason, in the order in which they are tried:
//   not_lossless              the class is not protected
//   pauses_nobody             TTL-shifted PFC, class 0
//   nothing_received          no packet of the class has arrived at the port
//   dropped_before_admission  all packets were dropped before the MMU, by parser or forwarding
//   xoff_out_of_reach         XOFF is above the highest depth that the VIQ may reach
//   dropped_before_xoff       the MMU dropped packets while the VIQ was below XOFF
//   below_xoff                the VIQ never reached XOFF
//   not_sent                  XOFF was reached, but the VIQ fell again, or the run ended, before the port could send
QuietQueue explain(const QuietFacts& facts);

// The entry for a network without flow control: nothing pauses, whatever the queues hold.
QuietQueue no_flow_control();

// One line for the console; empty if some queue has sent a PFC, or if no PFC is to be expected.
std::string quiet_line(const Results& results);

}  // namespace weir::report
