// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which switches have the admission of rtl/viq_admission.

#pragma once

#include <string>

#include "hw_model/asic/switch_config.h"

namespace weir::asic {

// Why the MMU of this switch is not that of rtl/viq_admission: a setting that the RTL has not. Empty: it is.
std::string not_by_viq(const SwitchConfig& config);

}  // namespace weir::asic
