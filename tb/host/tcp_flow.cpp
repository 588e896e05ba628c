// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/tcp_flow.h"

#include <algorithm>

#include "hw_model/base/random_stream.h"
#include "tb/host/flow.h"
#include "tb/host/go_back_n.h"
#include "tb/host/tcp_wire.h"

namespace weir::host {

TcpFlow::TcpFlow(const FlowSpec& flow, Sent& sent)
    : settings_(*flow.tcp), sent_(sent), random_(flow.demand.seed, flow.demand.stream + ".tcp") {
  const Bytes segment = flow.demand.frame_length - kTcpOverhead;
  for (std::uint32_t i = 0; i < settings_.connections; ++i) {
    delays_.push_back(drawn(settings_.start_within));
    connections_.push_back({.sender = TcpSender(settings_, segment)});
  }
  last_ = connections_.size() - 1;
}

// 0 to `most`.
Time TcpFlow::drawn(Time most) {
  return most == Time(0) ? most
                         : Time(static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(most.count()) + 1)));
}

void TcpFlow::begin(Time now) {
  begun_ = true;
  for (std::size_t i = 0; i < connections_.size(); ++i) {
    connections_[i].begins = now + delays_[i];
  }
  timer(now);
}

void TcpFlow::begin_transaction(Connection& connection, Time now) {
  connection.begins = kNever;
  connection.open = true;
  connection.began = now;
  connection.left = settings_.transaction;
  connection.under_way = settings_.transaction > 0;
  if (settings_.fresh && connection.sender.all_acknowledged()) {
    connection.sender.restart();
  }
}

void TcpFlow::end_transaction(Connection& connection, Time now) {
  ++sent_.transactions;
  sent_.transaction_time += now - connection.began;
  connection.under_way = false;
  if (settings_.idle == Time(0)) {
    begin_transaction(connection, now);
  } else {
    connection.begins = now + settings_.idle;
  }
}

bool TcpFlow::has_segment(bool demand, Time now) const {
  return std::any_of(connections_.begin(), connections_.end(),
                     [&](const Connection& c) { return may_send(c, demand, now); });
}

TcpFlow::Segment TcpFlow::send(bool demand, Time now) {
  do {
    last_ = last_ + 1 == connections_.size() ? 0 : last_ + 1;
  } while (!may_send(connections_[last_], demand, now));
  Connection& connection = connections_[last_];
  const TcpSender::Segment segment = connection.sender.send(now);
  if (!segment.again && connection.left > 0 && --connection.left == 0) {
    connection.last_segment = segment.sequence;
  }
  return {.connection = static_cast<std::uint32_t>(last_),
          .sequence = segment.sequence,
          .again = segment.again,
          .push = connection.under_way && connection.left == 0 && segment.sequence == connection.last_segment};
}

void TcpFlow::acknowledged(std::uint32_t connection, std::uint32_t number, Time now) {
  constexpr unsigned kBits = 32;
  Connection& one = connections_[connection];
  one.sender.acknowledged(unwrap(one.sender.first_unacknowledged(), number, kBits), now);
  if (!one.overhead) {
    one.ready = now + drawn(settings_.overhead);
    one.overhead = one.ready > now;
  }
  if (one.under_way && one.left == 0 && one.sender.all_acknowledged()) {
    end_transaction(one, now);
  }
}

Time TcpFlow::next_timer() const {
  Time next = kNever;
  for (const Connection& connection : connections_) {
    next = std::min({next, connection.begins, connection.sender.next_timer()});
    if (connection.overhead) {
      next = std::min(next, connection.ready);
    }
  }
  return next;
}

void TcpFlow::timer(Time now) {
  for (Connection& connection : connections_) {
    connection.overhead = connection.overhead && connection.ready > now;
    if (connection.begins <= now) {
      begin_transaction(connection, now);
    }
    sent_.timeouts += connection.sender.timer(now) ? 1 : 0;
  }
}

}  // namespace weir::host
