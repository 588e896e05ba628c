// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/thresholds.h"

#include <algorithm>

#include "hw_model/mechanisms/congestion/detectors.h"

namespace weir::congestion {

RedEcnConfig with_thresholds(const PortContext& context, RedEcnConfig config, ClassMask classes) {
  const bool paused = context.xoff > Bytes(0) && (classes & context.lossless) != 0;
  if (config.k_max == kBytesByScheme)
    config.k_max = paused ? std::clamp(context.xoff / 2, Bytes(1), kMostKMax) : kMostKMax;
  if (config.k_min == kBytesByScheme)
    config.k_min = std::min(kMostKMin, config.k_max / 2);
  return config;
}

RedEcnConfig red_config(const PortContext& context) {
  return with_thresholds(context, context.config.red_ecn, red_classes(context));
}

RedEcnConfig tcd_marking(const PortContext& context) {
  return with_thresholds(context, context.config.tcd.marking, context.lossless);
}

Bytes host_hard_level_of(const PortContext& context) {
  const Bytes level = context.config.tcd.host_hard_level;
  return level == kBytesByScheme ? context.xoff / 2 : level;
}

Bytes hard_level_of(const PortContext& context) {
  const Bytes none((std::int64_t{1} << depth_bits(context)) - 1);
  const auto or_none = [none](Bytes level) { return level > Bytes(0) ? level : none; };
  const Bytes everywhere = or_none(context.config.tcd.hard_level);
  return context.to_host ? std::min(everywhere, or_none(host_hard_level_of(context))) : everywhere;
}

}  // namespace weir::congestion
