// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How frames of captures leave a host.

#include <algorithm>
#include <utility>

#include "tb/host/sources.h"

namespace weir::host {

// A frame queues in the class that a switch as far from its source as this host would give it: by the frame's header,
// or for a mapper by TTL, one TTL above that left at the first switch. One source for each class that occurs.
void Sources::add_captured(std::uint32_t flow) {
  const FlowSpec& spec = (*context_.flows)[flow];
  PerClass<std::vector<std::uint32_t>> by_class;
  const std::vector<traffic::CapturedFrame>& frames = spec.demand.capture->frames();
  for (std::size_t i = 0; i < frames.size(); ++i) {
    frame::Packet packet;
    packet.length = frames[i].length;
    packet.bytes.fill(0);
    const auto bytes = spec.demand.capture->bytes(frames[i]);
    std::copy_n(bytes.begin(), std::min(bytes.size(), frame::kHeaderBytes), packet.bytes.begin());
    const parser::HeaderVector header = context_.parser->parse(packet, bytes);
    const auto ttl = static_cast<std::uint8_t>(std::min(header.ttl + (header.ttl > 0 ? 1 : 0), 255));
    by_class[context_.class_mapper->map(header.code_point, header.dscp, ttl).index()].push_back(
        static_cast<std::uint32_t>(i));
  }
  for (std::size_t c = 0; c < kClasses; ++c) {
    if (!by_class[c].empty()) {
      FlowSource source;
      source.flow = flow;
      auto capture = std::make_unique<traffic::PcapSource>(spec.demand, std::move(by_class[c]));
      source.capture = capture.get();
      source.plain = false;
      source.demand = std::move(capture);
      source.traffic_class = ClassId(c);
      start_at(add(std::move(source)), spec.demand.start);
    }
  }
}

void Sources::copy_captured(const traffic::PcapSource& source, frame::Packet& packet) const {
  packet.length = source.next().length;
  packet.bytes.fill(0);
  packet.extras = source.next().fcs_wrong ? frame::kFcsWrong : std::uint8_t{0};
  context_.pool->keep_whole(packet, source.next_bytes());
}

}  // namespace weir::host
