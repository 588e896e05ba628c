// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What becomes of the data packets that a host takes: measured, and answered as their flow's responder says. Answers go
// into the queue as they are made, before packets that have not been made yet.

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
    std::function<void(Time, std::function<void(Time)>)> at = {};  // as TimedDevice::at; for TCP alone
  };

  explicit Sink(const Context& context) : context_(context) {}

  // This host is the destination of that flow. Before the run; only flows that are answered need it.
  void add(std::uint32_t flow);

  // A data packet for this host. Its flow is found by what it says on the wire; that of a packet without a number by
  // its descriptor, which is for measurement.
  void received(const frame::Packet& packet, const Transport& transport, const Connection& connection, frame::Ecn mark,
                Time now);
  // The same where no flow to this host has numbers.
  void received(const frame::Packet& packet, frame::Ecn mark, Time now) {
    receive(by_flow_.empty() ? nullptr : of_flow(packet), packet, {}, mark, now);
  }
  // A segment of a connection of TCP; false: of none to this host (tcp_sink.cpp).
  bool received(const frame::Packet& packet, const TcpSegment& segment, const Connection& connection, frame::Ecn mark,
                Time now);
  // A rate tag of that flow goes back to its source, with its addresses traded and all else as it came.
  void return_tag(const FlowSpec& flow, const frame::FeraTag& tag, Time now);

  bool knows(const Connection& connection) const { return connections_.contains(connection); }
  // A switch tells of an answer of this host to packets of that connection: counted, and nobody slows down. False: this
  // host answers no such packets.
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
  std::unordered_map<std::uint32_t, Receiving> by_flow_;  // without, that are acknowledged
  std::uint64_t answered_ = 0;
};

}  // namespace weir::host
