// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of the egress scheduler: discipline, weights and shapers. Disciplines may come from outside of weir
// (discipline_card.h).

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/named.h"
#include "hw_model/base/units.h"
#include "hw_model/ledger/kept.h"
#include "hw_model/reference/token_bucket.h"

namespace weir::egress {

enum class Discipline {
  kStrictPriority,  // the highest class that may send
  kRoundRobin,      // a packet of each class that may send, in turn
  kDwrr,            // deficit weighted round robin: bytes by weight
  kStrictOverDwrr,  // the highest strict class that may send; when there is none, the others by weight
  kVlArbitration,   // InfiniBand's two tables: vl_arbiter.h
};
// Those of weir; disciplines() has those from outside, too.
inline constexpr std::array<Named<Discipline>, 5> kDisciplines{{{Discipline::kStrictPriority, "strict_priority"},
                                                                {Discipline::kRoundRobin, "round_robin"},
                                                                {Discipline::kDwrr, "dwrr"},
                                                                {Discipline::kStrictOverDwrr, "strict_over_dwrr"},
                                                                {Discipline::kVlArbitration, "vl_arbitration"}}};

// Constants of VL arbitration.
inline constexpr Bytes kVlUnit{64};  // of a weight
inline constexpr Bytes kVlLimitUnit{4096};
inline constexpr unsigned kNoVlLimit = 255;

inline constexpr BitRate kLargestShapedRate{10'000'000'000'000};
inline constexpr Bytes kLargestBurst{16'000'000};

using ShaperConfig = reference::TokenBucketConfig;

struct PortShapers {
  ShaperConfig port;
  PerClass<ShaperConfig> classes{};
  bool operator==(const PortShapers&) const = default;
};

struct EgressConfig {
  Discipline discipline = Discipline::kStrictPriority;
  PerClass<std::uint8_t> weights = {1, 1, 1, 1, 1, 1, 1, 1};  // of DWRR and of lanes, 1..255
  ClassMask strict = 0;            // classes that strict-over-DWRR serves first; lanes of the high-priority table
  Bytes quantum = Bytes(0);        // what a class of weight 1 may send in a turn; 0: the largest frame
  unsigned vl_limit = kNoVlLimit;  // x 4 KiB of the high-priority table, then a packet of the low one may go
  std::vector<PortShapers> shapers = {};  // of each port; empty: the hardware has none
  ledger::Kept others = {};               // settings of disciplines from outside of weir
};

}  // namespace weir::egress
