// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The TCP connections of a flow at its source, which share its demand and its rate control, and what the application
// above them does: it hands over without end, or transactions: so many segments, then nothing until all are
// acknowledged, then a pause (TcpSettings). Connections take turns, segment by segment.
//
// Acknowledgements come at the pace of the queue that is full, so that senders fall into step with it, and who is a
// picosecond late loses every packet (S. Floyd, V. Jacobson, "On traffic phase effects in packet-switched gateways",
// 1992). `overhead` is the cure of that paper: a connection that has heard an answer sends after a time that is drawn.

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
  // The flow has `tcp`. What happens is counted into `sent`; both must outlive this.
  TcpFlow(const FlowSpec& flow, Sent& sent);

  // The demand has begun: connections begin at or after `now`. Once.
  void begin(Time now);
  bool begun() const { return begun_; }

  // Whether a segment may go; `demand`: the flow's source has one that has not gone.
  bool has_segment(bool demand, Time now) const;

  struct Segment {
    std::uint32_t connection = 0;
    std::uint64_t sequence = 0;  // of its first byte
    bool again = false;
    bool push = false;  // the last of a transaction
  };
  // It goes. has_segment(demand, now) was true.
  Segment send(bool demand, Time now);

  // An answer to that connection: its receiver has all before the byte whose number's lower 32 bits are `number`.
  void acknowledged(std::uint32_t connection, std::uint32_t number, Time now);

  // When timer() is to be called, for a timeout, a beginning or the end of an overhead; kNever: not at all.
  Time next_timer() const;
  void timer(Time now);

  const TcpSender& sender(std::uint32_t connection) const { return connections_[connection].sender; }

 private:
  struct Connection {
    TcpSender sender;
    Time begins = kNever;            // it, or its next transaction; kNever: nothing to wait for
    Time ready{0};                   // it sends nothing before
    bool overhead = false;           // nobody has been called at `ready`
    bool open = false;               // it has begun
    std::uint32_t left = 0;          // segments of the transaction that have not gone
    bool under_way = false;          // a transaction is not all acknowledged
    Time began{0};                   // it
    std::uint64_t last_segment = 0;  // first byte of its last segment, once that has gone
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
  std::vector<Time> delays_;  // drawn, of each connection's beginning
  std::vector<Connection> connections_;
  std::size_t last_ = 0;  // who was last in turn
  bool begun_ = false;
};

}  // namespace weir::host
