// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The detector of the kept patch codel, as a plugin.

#include "tb/plugin/plugin.h"

namespace weir::congestion {
const DetectorCard& codel_card();
}  // namespace weir::congestion
namespace weir::bounds {
const DetectorCard& codel_card();
}  // namespace weir::bounds

WEIR_PLUGIN {
  weir::congestion::add_detector("codel", "CoDel: marks CE by the time of packets in the switch",
                                 weir::congestion::codel_card());
  weir::bounds::add_detector_card("codel", weir::bounds::codel_card());
}
