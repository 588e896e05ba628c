// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rules of a hop for TTLs and paused classes, beside the class mapper; called by the parser, TTL-shifted PFC and
// the cycle model of the RTL.

#pragma once

#include <cstddef>
#include <cstdint>

#include "hw_model/base/ids.h"
#include "hw_model/reference/services.h"

namespace weir::reference {

// Whether a switch drops a routed packet that arrives with this TTL: it would leave with 0, or below (RFC 1812, 5.3.1).
constexpr bool ttl_expires(std::uint8_t ttl) { return ttl <= 1; }

// The class that VIQ `c` pauses at the upstream hop; kClasses: none. With the shift it is the class below `c`, in which
// the VIQ's packets waited upstream (TTL-based buffer management, section 1.2); the first class of a service pauses
// none, since packets wait there in class `c` for the first time. Plain classes are paused as they are.
constexpr std::size_t class_paused_by(ClassMask services, ClassId c, bool shift) {
  const Service service = service_of(services, c);
  if (!shift || service.is_plain()) {
    return c.index();
  }
  return c == service.first ? kClasses : c.index() - 1;
}

}  // namespace weir::reference
