// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of CoDel: a queue stands if its packets have waited longer than `target` for the time `interval`.

#pragma once

#include "hw_model/mechanisms/congestion/congestion_config.h"

namespace weir::congestion {

struct CodelConfig {
  Time target = 5_us;
  Time interval = 100_us;
};

CodelConfig codel_of(const CongestionConfig& config);

}  // namespace weir::congestion
