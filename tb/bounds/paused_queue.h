// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a lossless VIQ of a scenario needs above XOFF under PFC, TTL-shifted PFC and PAUSE, and what its switch gives
// it. `check` warns by these figures, `weir headroom` prints them. The frames, rates, cables and cells are the
// scenario's own.

#pragma once

#include <string>
#include <vector>

#include "tb/bounds/bound_parts.h"
#include "tb/bounds/pause_headroom.h"

namespace weir::bounds {

// A lossless class that packets are in at switches, with its own XOFF and the limit of its VIQs.
struct PausedClass {
  ClassId c;
  Bytes xoff;
  Bytes limit;
  Bytes overshoot;  // of the packet that reaches XOFF
};

// The classes to judge, ascending; class 0 stands for all if all have the same thresholds.
std::vector<PausedClass> paused_classes(const Alike& alike);

// What a VIQ needs for the worst case of its link: above XOFF, or of a headroom pool.
Bytes needed_of(const Alike& alike, const PausedClass& one, const PauseHeadroom& worst);

// What the switch gives it: switch.mmu.viq_limit + headroom - xoff, or the most that a VIQ takes of a headroom pool.
Bytes given_of(const Alike& alike, const PausedClass& one);

struct QueueName {
  std::size_t device;
  PortId port;
  ClassId traffic_class;
};

// VIQs with the same figures.
struct AlikeQueues {
  std::vector<QueueName> queues;  // not empty
  PausedLink link;
  PauseHeadroom worst;
  PausedClass thresholds;
  bool pooled;
  Bytes needed;  // needed_of()
  Bytes given;   // given_of()

  Bytes crosses() const { return pooled ? worst.last : thresholds.overshoot; }
  Bytes margin() const { return given - needed; }  // negative: packets may be lost
};

// All lossless VIQs of the scenario, in the order of their first queues. Under PAUSE one of each port: that of the
// lowest limit, which stands for all of them, because they are paused together. None if the scheme pauses by egress
// queues, or sends no PAUSE.
std::vector<AlikeQueues> paused_queues(const scenario::Scenario& scenario);

// Whether the scheme of the scenario pauses by the depth of VIQs.
bool pauses_viqs(const scenario::Scenario& scenario);

// Why the figures are no bound in this scenario: a line for each reason.
std::vector<std::string> doubts_of(const scenario::Scenario& scenario);

}  // namespace weir::bounds
