// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Register widths of link-level retry, as widths.h has those of other RTL blocks.

#pragma once

namespace weir::reference {

inline constexpr unsigned kLlrSeqBits = 20;   // a sequence number
inline constexpr unsigned kLlrDataBits = 16;  // init_data

}  // namespace weir::reference
