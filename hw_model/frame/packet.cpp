// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/packet.h"

#include "hw_model/frame/fera_tag.h"

namespace weir::frame {

std::string identity(const Packet& packet) {
  const std::string number = std::to_string(packet.sequence) + " of ";
  if (packet.flow == kForeignFlow && packet.entered != nullptr)
    return number + "those that came in at " + packet.entered;
  if (packet.flow != kForeignFlow && (packet.flow & kRateTag) == kRateTag)
    return "rate tag " + number + "flow " + std::to_string(packet.flow & ~kRateTag);
  if (packet.flow != kForeignFlow && (packet.flow & kMadeInNetwork) != 0)
    return "notification about packet " + number + "flow " + std::to_string(packet.flow & ~kMadeInNetwork);
  return number + "flow " + std::to_string(packet.flow);
}

}  // namespace weir::frame
