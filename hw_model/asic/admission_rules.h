// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which switches have the admission of rtl/viq_admission, and which that of rtl/partition_admission.

#pragma once

#include <string>

#include "hw_model/asic/switch_config.h"

namespace weir::asic {

// Why the MMU of this switch is not that of rtl/viq_admission: a setting that the RTL has not. Empty: it is.
std::string not_by_viq(const SwitchConfig& config);

// Why a running switch cannot have that RTL beside its MMU: the same, or settings that are not in whole cells. Empty:
// it can.
std::string not_beside_mmu(const SwitchConfig& config);

// Why the MMU of this switch is not that of rtl/partition_admission, of whatever widths. Empty: it is.
std::string not_by_partition(const SwitchConfig& config);

// Throws std::invalid_argument, one line, when a running switch with one of them cannot change to `draft`.
void check_beside_mmu(const SwitchConfig& now, const SwitchConfig& draft);

}  // namespace weir::asic
