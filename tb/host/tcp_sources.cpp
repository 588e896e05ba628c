// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How TCP segments leave a host and their answers come back. A flow's rate control, if any, stands below its
// connections: it paces their segments and hears of rates and queues, but not of answers.

#include "tb/host/sources.h"

namespace weir::host {

// The connection in turn sends.
void Sources::number_segment(FlowSource& source, frame::Packet& packet, Time now) {
  Numbered& numbered = *source.numbered;
  const TcpFlow::Segment segment = numbered.tcp->send(source.demand->has_packet(now), now);
  if (segment.again) {
    ++(*context_.measurements)[source.flow].sent.retransmitted;
  } else {
    source.demand->take();
  }
  write_tcp_segment(packet.bytes, numbered.flow, segment.connection, segment.sequence, segment.push);
  if (numbered.control) {
    numbered.control->sent(packet.length, now);
  }
}

bool Sources::answered(const TcpSegment& answer, const Connection& connection, Time now) {
  const auto found = hearing_.find(connection);
  if (found == hearing_.end()) {
    return false;
  }
  FlowSource& source = sources_[found->second];
  const FlowSpec& spec = source.numbered->flow;
  const std::uint32_t number = static_cast<std::uint16_t>(answer.header.destination_port - spec.source_port);
  const std::uint32_t origin = tcp_origin(spec, number, Direction::kForward);
  source.numbered->tcp->acknowledged(number, answer.header.acknowledgement - origin, now);
  look_again(source, now);
  refill(source.traffic_class, now);
  arm();
  return true;
}

}  // namespace weir::host
