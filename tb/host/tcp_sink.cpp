// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The receiving side of TCP in a sink: each connection has a receiver (tcp_receiver.h), whose answers go back at once.

#include "tb/host/go_back_n.h"
#include "tb/host/sink.h"

namespace weir::host {

void Sink::add_tcp(const FlowSpec& spec) {
  for (std::uint32_t i = 0; i < spec.connections(); ++i) {
    tcp_.emplace(connection_of(spec, Direction::kForward, i),
                 TcpReceiving{.flow = &spec, .connection = i, .receiver = TcpReceiver(*spec.tcp)});
  }
}

bool Sink::received(const frame::Packet& packet, const TcpSegment& segment, const Connection& connection,
                    frame::Ecn mark, Time now) {
  const auto found = tcp_.find(connection);
  if (found == tcp_.end()) {
    return false;
  }
  TcpReceiving& receiving = found->second;
  constexpr unsigned kBits = 32;
  const std::uint32_t origin = tcp_origin(*receiving.flow, receiving.connection, Direction::kForward);
  const std::uint64_t sequence = unwrap(receiving.receiver.next(), segment.header.sequence - origin, kBits);
  const TcpReceiver::Response response = receiving.receiver.received(sequence, segment.payload, now);
  measure(packet, mark, response.taken, now);
  if (response.answer) {
    answer(receiving, now);
  } else if (response.wait) {
    context_.at(receiving.receiver.deadline(), [this, &receiving](Time at) {
      if (receiving.receiver.timer(at)) {
        answer(receiving, at);
      }
    });
  }
  return true;
}

void Sink::answer(const TcpReceiving& receiving, Time now) {
  const FlowSpec& flow = *receiving.flow;
  frame::Packet& answer = new_answer(flow, now);
  answer.sequence = static_cast<std::uint32_t>((*context_.measurements)[flow.index].received.acknowledgements_sent - 1);
  write_tcp_answer(answer.bytes, flow, receiving.connection, receiving.receiver.next());
  context_.egress->enqueue(answer, now);
}

}  // namespace weir::host
