// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/gradient_top.h"

#include <algorithm>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/cost/gentle_top.h"
#include "tb/cost/linear_top.h"

namespace weir::cost {

bool has_gradient_rule(const Setup& setup) {
  return std::ranges::any_of(setup.selection.schemes,
                             [](flow_control::Scheme scheme) { return flow_control::traits_of(scheme).judges_inputs; });
}

std::string gradient_port_lacks(const Setup& setup) {
  if (has_holding_credits(setup))
    return "no credit holds a packet of its classes with the rule, this switch has CBFC, too";
  if (has_stages(setup))
    return "its classes have no stages, this switch has buffer-based GFC, too";
  if (has_credit_rates(setup))
    return "its classes have no limiters, this switch has time-based GFC, too";
  return "";
}

std::uint64_t gradient_own_bits(std::uint64_t classes) { return classes; }

}  // namespace weir::cost
