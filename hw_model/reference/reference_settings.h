// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The tables of the settings of the class mapper and of rate limiters, each setting declared once.

#pragma once

#include "hw_model/ledger/setting.h"
#include "hw_model/reference/class_mapper.h"
#include "hw_model/reference/rate_limiter.h"

namespace weir::reference {

const ledger::SettingsOf<ClassMapperConfig>& class_mapper_settings();
const ledger::SettingsOf<RateLimiterConfig>& limiter_settings();

// `classes`: number of classes for which the switch has queues.
void check(const ClassMapperConfig& config, unsigned classes, ledger::Complaints& complaints);

// The largest frame at the line rate must fit R_l.
void check(const RateLimiterConfig& config, BitRate line_rate, Bytes max_frame, ledger::Complaints& complaints);

}  // namespace weir::reference
