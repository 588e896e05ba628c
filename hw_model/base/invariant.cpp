// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/base/invariant.h"

namespace weir {

void broken_invariant(const std::string& what, const std::string& queue, const std::string& packet, Time at) {
  std::string message = what + "; queue " + queue;
  if (!packet.empty()) {
    message += "; packet " + packet;
  }
  throw InvariantBroken(message + "; at " + std::to_string(at.count()) + " ps");
}

}  // namespace weir
