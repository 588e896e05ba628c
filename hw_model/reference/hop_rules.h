// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a hop does to classes and TTLs, beside the class mapper: asked by the parser, by TTL-shifted PFC and by the
// cycle model of the RTL.

#pragma once

#include <cstddef>
#include <cstdint>

#include "hw_model/base/ids.h"
#include "hw_model/reference/services.h"

namespace weir::reference {

// Whether a switch drops a routed packet that arrives with this TTL: it would leave with 0, or below (RFC 1812, 5.3.1).
constexpr bool ttl_expires(std::uint8_t ttl) { return ttl <= 1; }

// The class that VIQ `c` pauses one hop before, kClasses: none. With the shift the one below, since there its packets
// waited (TTL-based buffer management, section 1.2). Below the first class of a service there is none: packets wait
// there in class c for the first time, or, if they are in the first class at their first switch as well as at their
// host (`first_at_switches`: by label), they waited in class c. Plain classes are paused as they are.
constexpr std::size_t class_paused_by(ClassMask services, ClassId c, bool shift, bool first_at_switches) {
  const Service service = service_of(services, c);
  if (!shift || service.is_plain()) {
    return c.index();
  }
  if (c == service.first) {
    return first_at_switches ? c.index() : kClasses;
  }
  return c.index() - 1;
}

}  // namespace weir::reference
