// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The TCP connections of a flow at its source, which share its demand and its rate control, and the application above
// them. The application offers data without end, or transactions: a number of segments, then nothing until all are
// acknowledged, then a pause (TcpSettings). Connections take turns, segment by segment.
//
// Acknowledgements come at the pace of the congested queue, so that senders fall into step with the queue, and a sender
// that is a picosecond late loses every packet (S. Floyd, V. Jacobson, "On traffic phase effects in packet-switched
// gateways", 1992). `overhead` is that paper's remedy: a connection sends a random time after an answer.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw_model/base/random_stream.h"
#include "hw_model/base/units.h"
#include "tb/host/tcp_sender.h"
#include "tb/host/tcp_settings.h"

namespace weir::host {

struct FlowSpec;
struct Sent;

class TcpFlow {
 public:
  // `flow.tcp` is set. Timeouts and transactions are counted into `sent`; `flow` and `sent` must outlive this object.
  TcpFlow(const FlowSpec& flow, Sent& sent);

  // The demand has begun: connections begin at or after `now`. Once.
  void begin(Time now);
  bool begun() const { return begun_; }

  // Whether a segment may go; `demand`: the flow's source has a segment that was never sent.
  bool has_segment(bool demand, Time now) const;

  struct Segment {
    std::uint32_t connection = 0;
    std::uint64_t sequence = 0;  // of its first byte
    bool again = false;
    bool push = false;  // last segment of a transaction
  };
  // The next segment goes. has_segment(demand, now) was true.
  Segment send(bool demand, Time now);

  // An answer to `connection`: its receiver has all bytes before the byte numbered `number` (lower 32 bits).
  void acknowledged(std::uint32_t connection, std::uint32_t number, Time now);

  // When timer() is to be called: a timeout, a beginning or the end of an overhead; kNever: not at all.
  Time next_timer() const;
  void timer(Time now);

  const TcpSender& sender(std::uint32_t connection) const { return connections_[connection].sender; }

 private:
  struct Connection {
    TcpSender sender;
    Time begins = kNever;            // start of the connection or of its next transaction; kNever: none ahead
    Time ready{0};                   // the connection sends nothing before this time
    bool overhead = false;           // timer() is still to be called at `ready`
    bool open = false;               // the connection has begun
    std::uint32_t left = 0;          // unsent segments of the transaction
    bool under_way = false;          // some segment of the transaction is unsent or unacknowledged
    Time began{0};                   // start of the transaction
    std::uint64_t last_segment = 0;  // first byte of the transaction's last segment, once sent
  };

  bool may_send(const Connection& connection, bool demand, Time now) const {
    const bool more = demand && connection.open && (settings_.transaction == 0 || connection.left > 0);
    return now >= connection.ready && connection.sender.may_send(more);
  }
  Time drawn(Time most);
  void begin_transaction(Connection& connection, Time now);
  void end_transaction(Connection& connection, Time now);

  const TcpSettings& settings_;
  Sent& sent_;
  RandomStream random_;
  std::vector<Time> delays_;  // start of each connection after begin(), drawn
  std::vector<Connection> connections_;
  std::size_t last_ = 0;  // the connection that sent last
  bool begun_ = false;
};

}  // namespace weir::host
