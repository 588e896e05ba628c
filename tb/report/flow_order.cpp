// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/flow_order.h"

#include <algorithm>

#include "tb/report/table_columns.h"

namespace weir::report {

std::vector<const FlowResult*> shown_flows(const std::vector<FlowResult>& flows) {
  std::vector<const FlowResult*> shown = rows_of(flows);
  if (shown.size() > kMaxShownFlows) {
    std::ranges::stable_sort(shown, {}, &FlowResult::mean_bps);
    shown.resize(kMaxShownFlows);
  }
  return shown;
}

}  // namespace weir::report
