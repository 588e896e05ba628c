// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Levels of a port's queues that follow from its flow control where nobody sets them. Behind pauses a queue that one
// feeder fills never gets beyond XOFF, so that a threshold there says nothing: half of XOFF leaves as much above it as
// below. Where classes differ in XOFF the least counts, for the port has one register for all of them.

#pragma once

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/mechanisms/congestion/congestion.h"

namespace weir::congestion {

// DCQCN's, for queues that no pause holds.
inline constexpr Bytes kMostKMin = 5_KB;
inline constexpr Bytes kMostKMax = 200_KB;

// With k_min and k_max as numbers. Behind pauses k_max is min(200 KB, XOFF/2), for classes without flow control and
// behind credits and rates 200 KB; k_min is 5 KB, or half of k_max where that is less.
RedEcnConfig with_thresholds(const PortContext& context, RedEcnConfig config, ClassMask classes);

// red_ecn's at this port, and those of TCD in its states 0 and 1.
RedEcnConfig red_config(const PortContext& context);
RedEcnConfig tcd_marking(const PortContext& context);

// TCD's level above which CE is written whatever the state; at a port to a host the lower of hard_level and
// host_hard_level, which is XOFF/2 unless set. None: what no queue exceeds, all ones of its depth.
Bytes hard_level_of(const PortContext& context);

// host_hard_level where it is in use; 0: none.
Bytes host_hard_level_of(const PortContext& context);

}  // namespace weir::congestion
