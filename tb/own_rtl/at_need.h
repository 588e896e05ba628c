// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// RTL of rtl/ with other parameters than those with which the program is built, Verilated when a switch needs it.

#pragma once

namespace weir::own_rtl {

// Makes the program one that makes such RTL.
void make_at_need();

}  // namespace weir::own_rtl
