// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Class mapper: what the header of a packet says -> the traffic class in which this hop queues it.
//
// - pcp: the priority code point of the outer 802.1Q tag (IEEE 802.1Q, 8.6.6); 0 for an untagged frame.
// - dscp: a table of 64 (RFC 2474); at reset the class selectors, class = DSCP / 8.
// - ttl: class = ttl0 - ttl (TTL-based buffer management, section 1.3), where ttl is what is left at this hop: the TTL
//   that arrives, less one. A packet sits in class i at its i-th hop, and in class 0 at its source. Below 0 and above 7
//   the class saturates: the former is a host that sends with more than ttl0, the latter a hop beyond the longest legal
//   path, where with ttl0 <= 8 no packet is alive in a switch. A frame without a TTL (not IP) is in class 0.
// - ttl_parity: a class for two hops, ceil((ttl0 - ttl)/2), for networks in which a switch has packets at odd hops
// only,
//   or at even ones only (docs/decisions/0209). With ttl0 <= 15 no packet is alive beyond class 7.
//
// Combinational: one multiplexer behind the DSCP table, a subtractor, and half an adder for the shift.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "hw_model/base/ids.h"
#include "hw_model/base/named.h"

namespace weir::reference {

enum class ClassSource : std::uint8_t { kPcp, kDscp, kTtl, kTtlParity };
inline constexpr std::array<Named<ClassSource>, 4> kClassSources{{{ClassSource::kPcp, "pcp"},
                                                                  {ClassSource::kDscp, "dscp"},
                                                                  {ClassSource::kTtl, "ttl"},
                                                                  {ClassSource::kTtlParity, "ttl_parity"}}};

// Whether a packet's class changes on its way.
constexpr bool follows_ttl(ClassSource source) {
  return source == ClassSource::kTtl || source == ClassSource::kTtlParity;
}

// The class at the hop of this number, 0 at the source; `source` follows the TTL.
constexpr std::size_t class_at_hop(ClassSource source, std::size_t hop) {
  return source == ClassSource::kTtlParity ? (hop + 1) / 2 : hop;
}

inline constexpr std::size_t kDscps = 64;

// The table at reset.
constexpr std::array<ClassId, kDscps> class_selectors() {
  std::array<ClassId, kDscps> classes;
  for (std::size_t dscp = 0; dscp < kDscps; ++dscp) {
    classes[dscp] = ClassId(dscp / (kDscps / kClasses));
  }
  return classes;
}

struct ClassMapperConfig {
  ClassSource source = ClassSource::kPcp;
  std::array<ClassId, kDscps> dscp_classes = class_selectors();
  std::uint8_t ttl0 = 8;  // the TTL with which hosts send: hops of the longest legal path
};

// Classes from 0 on that packets pass through, where the class follows the TTL: up to that of the last switch of the
// longest path.
constexpr std::size_t classes_of_hops(const ClassMapperConfig& config) {
  return class_at_hop(config.source, config.ttl0 - std::size_t{1}) + 1;
}

class ClassMapper {
 public:
  ClassMapper() = default;
  explicit ClassMapper(const ClassMapperConfig& config) : config_(config) {}

  // `pcp` 0..7 (0: untagged), `dscp` 0..63, `ttl` as it arrived, or the hop limit of IPv6; 0: the frame has none.
  ClassId map(std::uint8_t pcp, std::uint8_t dscp, std::uint8_t ttl) const {
    switch (config_.source) {
      case ClassSource::kPcp:
        return ClassId(pcp);
      case ClassSource::kDscp:
        return config_.dscp_classes[dscp];
      case ClassSource::kTtl:
      case ClassSource::kTtlParity:
        break;
    }
    const int hop = ttl == 0 ? 0 : std::max(config_.ttl0 - ttl + 1, 0);
    return ClassId(std::min(class_at_hop(config_.source, static_cast<std::size_t>(hop)), kClasses - 1));
  }

  const ClassMapperConfig& config() const { return config_; }

 private:
  ClassMapperConfig config_;
};

}  // namespace weir::reference
