// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace weir::egress {

enum class Discipline {
  kStrictPriority,  // the highest class that may send
  kRoundRobin,      // a packet of each class that may send, in turn
};

struct EgressConfig {
  Discipline discipline = Discipline::kStrictPriority;
};

}  // namespace weir::egress
