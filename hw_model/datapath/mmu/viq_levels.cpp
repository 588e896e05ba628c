// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/mmu/viq_levels.h"

#include <algorithm>

namespace weir::mmu {

using flow_control::PauseLevels;

namespace {

constexpr unsigned kFractionBits = 7;  // of alpha

// XOFF while no threshold that moves is lower: with a pool the limit is told to the engines.
Bytes standing_xoff(const MmuConfig& config, const PauseLevels& pauses) {
  return config.pooled() ? std::min(config.viq_limit[ClassId(0)], pauses.xoff) : pauses.xoff;
}

// The depth in cells at or below which a VIQ resumes if XOFF is this.
std::int64_t resumes_at(const MmuConfig& config, const PauseLevels& pauses, Bytes xoff) {
  return std::max(xoff - (pauses.xoff - pauses.xon), Bytes(0)) / config.cell;
}

bool moves(const MmuConfig& config) { return config.lossless_alpha_128ths != 0; }

}  // namespace

ViqLevels viq_levels(const MmuConfig& config, std::size_t ports, const std::optional<PauseLevels>& pauses) {
  const Bytes limit = config.viq_limit[ClassId(0)];
  ViqLevels levels;
  levels.pool = config.headroom_pool / config.cell;
  levels.minimum = config.cells(config.viq_reserved);
  levels.shared =
      config.buffer / config.cell - levels.pool - levels.minimum * static_cast<std::int64_t>(ports * kClasses);
  levels.limit = limit / config.cell;
  levels.headroom =
      config.pooled() ? config.cells(config.headroom) : (limit + config.headroom) / config.cell - levels.limit;
  levels.xoff = levels.limit;
  if (pauses) {
    levels.xoff = config.cells(pauses->xoff);
    levels.gap = moves(config) ? config.cells(pauses->xoff - pauses->xon)
                               : std::min(levels.limit, levels.xoff) -
                                     resumes_at(config, *pauses, standing_xoff(config, *pauses));
  }
  return levels;
}

std::string not_in_cells(const MmuConfig& config, std::size_t ports, const std::optional<PauseLevels>& pauses) {
  if ((config.alpha_128ths != 0 || moves(config)) && config.whole_cells(config.viq_reserved) != config.viq_reserved)
    return "switch.mmu.viq_reserved is not in whole cells, and thresholds of the RTL are";
  if (!pauses)
    return {};
  if (!config.pooled() && pauses->xoff > config.viq_limit[ClassId(0)])
    return "flow_control.pfc.xoff is above switch.mmu.viq_limit, and XOFF of the RTL never is";
  const ViqLevels levels = viq_levels(config, ports, pauses);
  const std::int64_t highest = levels.minimum + ((levels.shared * config.lossless_alpha_128ths) >> kFractionBits);
  if (moves(config) && highest <= levels.limit)
    return {};  // XOFF is the threshold that moves, or xoff
  const Bytes xoff = standing_xoff(config, *pauses);
  const std::int64_t lowered = std::min(levels.limit, levels.xoff);
  if (lowered != config.cells(xoff) || lowered - levels.gap != resumes_at(config, *pauses, xoff))
    return "flow_control.pfc.xoff, xon and switch.mmu.viq_limit are other depths in whole cells; wanted multiples of "
           "switch.mmu.cell";
  return {};
}

}  // namespace weir::mmu
