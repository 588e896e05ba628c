// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A host: one port with the egress scheduler and flow control of a switch port. Its sources make what it sends
// (sources.h). Arriving packets wait in its intake (intake.h) until they are taken: at once, unless the host has
// stopped taking the class. Data goes to the sink, which measures and answers it (sink.h); answers go to the sources.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "hw_model/asic/device.h"
#include "hw_model/base/amount.h"
#include "hw_model/reference/class_mapper.h"
#include "tb/host/flow.h"
#include "tb/host/intake.h"
#include "tb/host/sink.h"
#include "tb/host/sources.h"

namespace weir::host {

struct NicContext {
  asic::SwitchConfig config;  // one port; its flow control, limiter and max_frame
  asic::Timing timing;
  asic::Factories factories;
  link::FramePool* pool = nullptr;
  std::uint32_t index = 0;  // determines the port's address
  std::uint64_t seed = 0;
  std::uint32_t ip = 0;
  Time steady_from;                              // start of the last quarter of the run
  bool notified = false;                         // switches may send congestion notifications
  bool fecn = false;                             // switches may set FECN
  std::optional<frame::Ecn> undetermined = {};   // the code point of UE, where switches write it
  bool latencies = false;                        // measure packet latencies
  BitRate service_rate = {};                     // rate at which the host takes packets; 0: at once
  const std::vector<FlowSpec>* flows = nullptr;  // all flows of the network, by flow index
  std::vector<FlowMeasurement>* measurements = nullptr;
};

class Nic final : public asic::Device {
 public:
  Nic(const sc_core::sc_module_name& name, const NicContext& context);

  // This host is the source, or the destination, of `flow`; each flow needs both. Before the run.
  void add_source(std::uint32_t flow) { sources_.add(flow); }
  void add_destination(std::uint32_t flow) { sink_.add(flow); }

  // The host takes no packet of the class from `from` (before all other work of that instant) to `until`; kNever: for
  // ever. Times as in at().
  void stop_taking(ClassId c, Time from, Time until, Stop how);

  // From `from` on the host takes the packets of the class one after another, each in the time of its bits at `rate`:
  // the packet that it has begun to take ends at the rate of before. Only for a host without a service rate.
  void set_drain_rate(ClassId c, BitRate rate, Time from);

  // `flow`, which is sent by this host and has no start of its own, begins at `from`.
  void start_flow(std::uint32_t flow, Time from) {
    at(from, [this, flow](Time now) { sources_.start_flow(flow, now); });
  }

  // The flows of the class wait from now on, or go on.
  void hold_flows(ClassId c, bool hold, Time now) { sources_.hold(c, hold, now); }

  Bytes viq_depth(PortId, ClassId c) const override { return intake_.depth(c); }
  const Intake& intake() const { return intake_; }

  // Registers what this host does with multi-hop private messages of `subtype` addressed to it. The handler returns
  // whether the message is for somebody here; a message without a handler counts as misdelivered. Before the run.
  using MessageHandler = std::function<bool(std::span<const std::uint8_t> body, Time now)>;
  void hear(std::uint8_t subtype, MessageHandler handler) { handlers_[subtype] = std::move(handler); }

  // Packets of all flows: made here, including answers; taken here.
  std::uint64_t made() const { return sources_.made() + sink_.answered(); }
  std::uint64_t taken() const { return taken_; }
  std::uint64_t misdelivered() const { return misdelivered_; }

  // The part of taken() that the wire had damaged: all frames, and packets alone by Packet::flow.
  std::uint64_t damaged_frames() const { return damaged_frames_; }
  const std::map<std::uint32_t, Amount>& damaged() const { return damaged_; }
  std::uint32_t ip() const { return ip_; }
  std::optional<BitRate> rate_of(std::uint32_t flow) const { return sources_.rate_of(flow); }
  const Latencies& latencies() const { return latencies_; }  // empty unless NicContext::latencies

 private:
  void start_of_simulation() override;
  void prefetch(Event event, unsigned round) const override;
  void own_work(Event event) override;
  void admission(PortId p, Time now) override;
  void take(frame::Packet& packet, const parser::HeaderVector& header, Time now);
  void take_kept(ClassId c, Time now);
  void discard(frame::Packet& packet);
  void serve(Time now);
  void drain(ClassId c, Time now);
  void served(ClassId c, Time now);
  bool deliver(const frame::Packet& packet, const parser::HeaderVector& header, Time now);
  bool deliver_message(const frame::Packet& packet, Time now);
  bool deliver_tag(const frame::Packet& packet, const frame::FeraTag& tag, Time now);
  bool deliver_tcp(const frame::Packet& packet, const parser::HeaderVector& header, Time now);
  bool deliver_connected(const frame::Packet& packet, const parser::HeaderVector& header, Time now);
  bool is_mine(const frame::Packet& packet, const parser::HeaderVector& header) const;
  static bool is_answer(const frame::Packet& packet) { return (packet.flow & kAcknowledgement) != 0; }
  void count_answer(const frame::Packet& packet, const Transport& transport, Time now) {
    Sent& sent = measurements_[packet.flow & ~kAcknowledgement].sent;
    ++sent.acknowledgements_received;
    sent.acknowledgement_bytes += packet.length;
    if (transport.meaning == Meaning::kNotification) {
      ++(transport.mark == Mark::kUndetermined ? sent.told_ue : sent.told_ce);
    } else {
      sources_.acknowledged(packet.flow & ~kAcknowledgement, now);
    }
  }
  void departed(PortId, PortId, ClassId traffic_class, Bytes, Time now) override {
    sources_.refill(traffic_class, now);
  }

  std::uint32_t ip_;
  const std::vector<FlowSpec>& flows_;
  std::vector<FlowMeasurement>& measurements_;
  reference::ClassMapper class_mapper_;
  bool by_packets_;  // switches alone know the class of a packet (reference/mapper_card.h)
  Intake intake_;
  BitRate service_rate_;
  bool serving_ = false;
  struct Drain {
    BitRate rate;
    bool busy = false;  // a packet of the class is being taken
  };
  PerClass<Drain> drains_{};
  Latencies latencies_;
  Sources sources_;
  Sink sink_;
  std::map<std::uint8_t, MessageHandler> handlers_;  // by subtype
  std::uint64_t taken_ = 0;
  std::uint64_t misdelivered_ = 0;
  std::uint64_t damaged_frames_ = 0;
  std::map<std::uint32_t, Amount> damaged_;
};

}  // namespace weir::host
