// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The end of data packets that a host takes: the sink measures each packet and answers it as the flow's responder says.
// An answer is enqueued when it is made, before data packets that are not made yet.

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "hw_model/datapath/egress/egress.h"
#include "hw_model/datapath/link/frame_transaction.h"
#include "hw_model/frame/fera_tag.h"
#include "tb/host/flow.h"
#include "tb/host/latencies.h"
#include "tb/host/responder.h"
#include "tb/host/tcp_receiver.h"
#include "tb/host/tcp_wire.h"

namespace weir::host {

class Sink {
 public:
  struct Context {
    const std::vector<FlowSpec>* flows = nullptr;
    std::vector<FlowMeasurement>* measurements = nullptr;
    link::FramePool* pool = nullptr;
    egress::Egress* egress = nullptr;
    Time steady_from;                                              // start of the last quarter of the run
    Latencies* latencies = nullptr;                                // null: not asked for
    std::optional<frame::Ecn> undetermined = {};                   // the code point of UE, where switches write it
    bool fecn = false;                                             // switches write FECN
    std::function<void(Time, std::function<void(Time)>)> at = {};  // TimedDevice::at; used by TCP alone
  };

  explicit Sink(const Context& context) : context_(context) {}

  // This host is the destination of `flow`. Before the run; needed for answered flows only.
  void add(std::uint32_t flow);

  // A data packet for this host. A packet with a number finds its flow by its bytes on the wire, one without by its
  // descriptor, which exists for measurement.
  void received(const frame::Packet& packet, const Transport& transport, const Connection& connection, frame::Ecn mark,
                Time now);
  // The same, when no flow to this host has numbers.
  void received(const frame::Packet& packet, frame::Ecn mark, Time now) {
    receive(by_flow_.empty() ? nullptr : of_flow(packet), packet, {}, mark, now);
  }
  // A TCP segment; false: it belongs to no connection to this host (tcp_sink.cpp).
  bool received(const frame::Packet& packet, const TcpSegment& segment, const Connection& connection, frame::Ecn mark,
                Time now);
  // Returns a rate tag of `flow` to its source: addresses swapped, all else unchanged.
  void return_tag(const FlowSpec& flow, const frame::FeraTag& tag, Time now);

  // Asks for the cache lines that a packet of the first flow without numbers is going to touch, in rounds:
  // TimedDevice::prefetch.
  void prefetch(unsigned round) const;

  bool knows(const Connection& connection) const { return connections_.contains(connection); }
  // A switch's notification about an answer of this host to packets of `connection`; it is counted and has no other
  // effect. False: this host answers no packets of that connection.
  bool notified(const Connection& connection);
  bool has_connections() const { return !connections_.empty() || !tcp_.empty(); }

  std::uint64_t answered() const { return answered_; }  // answers made

 private:
  struct Receiving {
    const FlowSpec* flow = nullptr;
    std::unique_ptr<Responder> responder;
    std::array<std::uint8_t, frame::kHeaderBytes> answer{};  // headers, written once
  };

  // A connection of TCP.
  struct TcpReceiving {
    const FlowSpec* flow = nullptr;
    std::uint32_t connection = 0;
    TcpReceiver receiver;
  };

  void add_tcp(const FlowSpec& spec);
  void answer(const TcpReceiving& receiving, Time now);
  frame::Packet& new_answer(const FlowSpec& flow, Time now);
  Receiving* of_flow(const frame::Packet& packet);
  void receive(Receiving* flow, const frame::Packet& packet, const Transport& transport, frame::Ecn mark, Time now);
  void measure(const frame::Packet& packet, frame::Ecn mark, bool taken, Time now);
  void answer(const Receiving& receiving, const frame::Packet& packet, const Transport& what, Time now);

  Context context_;
  std::unordered_map<Connection, Receiving, ConnectionHash> connections_;  // flows with numbers
  std::unordered_map<Connection, TcpReceiving, ConnectionHash> tcp_;
  std::unordered_map<std::uint32_t, Receiving> by_flow_;  // answered flows without numbers
  std::uint64_t answered_ = 0;
};

}  // namespace weir::host
