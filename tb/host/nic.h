// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A host: one port with the same egress scheduler and flow control as a switch port, traffic sources that fill it,
// and a sink that takes every packet at line rate, measures it and answers it where the flow asks for that.
//
// Sources are pulled: a packet is made when the queue of its class has none waiting, so a blocked host holds one packet
// a class however long it is blocked. A constant-rate source counts what has become due; a backlogged one always has
// another. Acknowledgements go before new data.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "hw_model/asic/device.h"
#include "hw_model/reference/class_mapper.h"
#include "tb/host/flow.h"
#include "tb/traffic/pcap_source.h"
#include "tb/traffic/source.h"

namespace weir::host {

struct NicContext {
  asic::SwitchConfig config;  // one port; its flow control, limiter and max_frame
  asic::Timing timing;
  asic::Factories factories;
  link::FramePool* pool = nullptr;
  std::uint32_t index = 0;  // makes the port's address
  std::uint32_t ip = 0;
  Time steady_from;                              // start of the last quarter of the run
  const std::vector<FlowSpec>* flows = nullptr;  // of the whole network, by flow index
  std::vector<FlowMeasurement>* measurements = nullptr;
};

class Nic final : public asic::Device {
 public:
  Nic(const sc_core::sc_module_name& name, const NicContext& context);

  // This host is the source of that flow. Before the run.
  void add_source(std::uint32_t flow);

  std::uint64_t misdelivered() const { return misdelivered_; }
  std::uint32_t ip() const { return context_.ip; }

 private:
  using HeaderBytes = std::array<std::uint8_t, frame::kHeaderBytes>;

  struct FlowSource {
    std::uint32_t flow = 0;
    std::unique_ptr<traffic::Source> demand;
    traffic::PcapSource* capture = nullptr;  // `demand`, where it plays one
    frame::Packet prototype;                 // header bytes written once
  };

  void add_captured(std::uint32_t flow);
  void add(FlowSource source);
  void copy_captured(const traffic::PcapSource& source, frame::Packet& packet);
  bool is_mine(const frame::Packet& packet, const parser::HeaderVector& header) const;
  void own_work(const Event& event) override;
  void wake_source(PortId number, Time now);
  void refill(ClassId c, Time now);
  FlowSource* next_source(ClassId c, Time now);
  void make_packet(FlowSource& source, Time now);
  void admission(PortId p, Time now) override;
  void deliver_data(const frame::Packet& packet, Time now);
  void acknowledge(const frame::Packet& packet, const FlowSpec& flow, Time now);
  void departed(PortId, PortId, ClassId traffic_class, Bytes, Time now) override { refill(traffic_class, now); }

  NicContext context_;
  reference::ClassMapper class_mapper_;
  std::vector<FlowSource> sources_;
  PerClass<std::vector<std::size_t>> by_class_;  // indices into sources_
  PerClass<std::size_t> turn_{};
  std::unordered_map<std::uint32_t, HeaderBytes> answers_;  // of acknowledged flows, by flow: written once
  std::uint64_t misdelivered_ = 0;
};

}  // namespace weir::host
