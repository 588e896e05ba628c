// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The packet that carries a rate tag.

#pragma once

#include "hw_model/datapath/link/frame_transaction.h"
#include "hw_model/frame/fera_tag.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/packet.h"
#include "hw_model/frame/private_tags.h"
#include "tb/host/flow.h"

namespace weir::host {

// A packet with a tag of this flow, made at `now`; the caller owns the packet.
inline frame::Packet& make_rate_tag(link::FramePool& pool, frame::MacAddress destination, frame::MacAddress source,
                                    const FlowSpec& flow, const frame::FeraTag& tag, Time now) {
  constexpr PortId kPort{0};
  frame::Packet& packet = pool.acquire();
  packet.bytes.fill(0);
  frame::write_fera_tag(packet.bytes, destination, source, tag);
  frame::set_routed_ttl(packet.bytes, flow.tag_ttl);
  packet.length = frame::kControlFrameLength;
  packet.traffic_class = tag.traffic_class;
  packet.ingress = kPort;
  packet.egress = kPort;
  packet.flow = flow.index | frame::kRateTag;
  packet.sequence = tag.sequence;
  packet.injected = now;
  return packet;
}

}  // namespace weir::host
