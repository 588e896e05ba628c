// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of the crossbar: strategy, queueing, arbitration and transfer.

#pragma once

#include <array>

#include "hw_model/base/named.h"
#include "hw_model/base/units.h"
#include "hw_model/ledger/kept.h"

namespace weir::crossbar {

enum class Strategy {
  kOutputQueued,  // the crossbar is virtual: VIQs are counters, each VEQ class is one FIFO in arrival order
  kInputQueued,   // packets wait at their input until the crossbar moves them
  kCombined,  // the same crossbar, cell by cell and faster than its ports, with room for packets at the outputs (CIOQ)
};
inline constexpr std::array<Named<Strategy>, 3> kStrategies{{{Strategy::kOutputQueued, "output_queued"},
                                                             {Strategy::kInputQueued, "input_queued"},
                                                             {Strategy::kCombined, "combined"}}};

enum class Queueing {
  kFifo,           // one FIFO an input and class: head-of-line blocking
  kVirtualOutput,  // one queue an (input, output, class)
};
inline constexpr std::array<Named<Queueing>, 2> kQueueings{
    {{Queueing::kFifo, "fifo"}, {Queueing::kVirtualOutput, "virtual_output"}}};

enum class Arbiter {
  kRoundRobin,          // each output takes the next requesting input after the one that it served last
  kIslip,               // request, grant, accept; pointers move on acceptance in the first iteration only
  kWeightedRoundRobin,  // one of these two, among the inputs that have sent less than their weight in the present round
};
// Those of weir; arbiters() has those from outside of weir, too (arbiter_card.h).
inline constexpr std::array<Named<Arbiter>, 3> kArbiters{{{Arbiter::kRoundRobin, "round_robin"},
                                                          {Arbiter::kIslip, "islip"},
                                                          {Arbiter::kWeightedRoundRobin, "weighted_round_robin"}}};

enum class Transfer {
  kCell,    // cell by cell at the crossbar's own clock; packets are put together again at the output
  kPacket,  // a whole packet at the instant at which its output can take it (plus `jitter`)
};
inline constexpr std::array<Named<Transfer>, 2> kTransfers{{{Transfer::kCell, "cell"}, {Transfer::kPacket, "packet"}}};

struct CrossbarConfig {
  Strategy strategy = Strategy::kOutputQueued;
  Queueing queueing = Queueing::kVirtualOutput;
  Arbiter arbiter = Arbiter::kRoundRobin;
  unsigned iterations = 1;  // iterations of a slot, 1..ports; not for round robin
  Transfer transfer = Transfer::kCell;
  Bytes cell = Bytes(64);          // what one crossbar slot moves
  Time clock = Time(1'200);        // a slot is a whole number of these
  double speedup = 1.0;            // of the crossbar over the fastest port, >= 1
  Time jitter = Time(0);           // packet transfer: added delay, uniform over 0..jitter
  Bytes output_buffer = Bytes(0);  // VEQ room for each (output, class); 0: three packets of the largest size
  ledger::Kept others = {};        // settings of arbiters from outside of weir
};

}  // namespace weir::crossbar
