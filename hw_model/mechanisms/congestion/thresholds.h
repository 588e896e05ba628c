// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Levels of a port's queues that follow from its flow control unless they are set. Behind pauses a queue with one
// feeder never gets beyond XOFF, so a threshold there would say nothing: half of XOFF leaves as much above it as below.
// Where classes differ in XOFF the lowest XOFF counts, for the port has one register for all of them.

#pragma once

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/mechanisms/congestion/congestion.h"

namespace weir::congestion {

// DCQCN's thresholds, for queues that no pause holds.
inline constexpr Bytes kMostKMin = 5_KB;
inline constexpr Bytes kMostKMax = 200_KB;

// The settings with k_min and k_max as numbers. Behind pauses k_max is min(200 KB, XOFF/2), for classes without flow
// control and behind credits and rates 200 KB; k_min is 5 KB, or half of k_max if that is less.
RedEcnConfig with_thresholds(const PortContext& context, RedEcnConfig config, ClassMask classes);

// The marking settings of red_ecn at this port, and of TCD in its states 0 and 1.
RedEcnConfig red_config(const PortContext& context);
RedEcnConfig tcd_marking(const PortContext& context);

// TCD's level above which CE is written whatever the state; at a port to a host the lower of hard_level and
// host_hard_level, which is XOFF/2 unless set. Without a level: all ones of the depth, which no queue exceeds.
Bytes hard_level_of(const PortContext& context);

// host_hard_level if it is in use; 0: none.
Bytes host_hard_level_of(const PortContext& context);

}  // namespace weir::congestion
