// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A network of live devices, built from a topology. Oracles, probes and results of a whole run walk it.

#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <utility>
#include <vector>

#include "hw_model/asic/switch_asic.h"
#include "hw_model/datapath/link/frame_transaction.h"
#include "tb/host/nic.h"
#include "tb/network/border.h"
#include "tb/network/damaged_link.h"
#include "tb/network/foremost_modules.h"
#include "tb/network/lossy_link.h"
#include "tb/network/routing.h"
#include "tb/network/topology.h"

namespace weir::network {

// One device, a switch or a host; `->` gives the part common to both. Without either it is a device of another rank.
class Device {
 public:
  Device() = default;
  explicit Device(std::unique_ptr<asic::SwitchAsic> a_switch) : asic(a_switch.get()), own_(std::move(a_switch)) {}
  explicit Device(std::unique_ptr<host::Nic> host) : nic(host.get()), own_(std::move(host)) {}

  asic::Device* operator->() { return own_.get(); }
  const asic::Device* operator->() const { return own_.get(); }
  const asic::Device& operator*() const { return *own_; }

  bool is_here() const { return own_ != nullptr; }

  asic::SwitchAsic* asic = nullptr;  // null: a host
  host::Nic* nic = nullptr;          // null: a switch

 private:
  std::unique_ptr<asic::Device> own_;
};

struct Network {
  // Destroys the last device first: the kernel searches its lists from the end for the object to unregister.
  ~Network() {
    lossy_links.clear();
    foremost.destroy();
    while (!devices.empty()) {
      devices.pop_back();
    }
  }

  // The indices of the devices that this process simulates: all, unless the network is divided among ranks.
  auto here() const {
    return std::views::iota(std::size_t{0}, devices.size()) |
           std::views::filter([this](std::size_t device) { return devices[device].is_here(); });
  }
  // How many these are.
  std::size_t count_here() const { return static_cast<std::size_t>(std::ranges::count_if(devices, &Device::is_here)); }

  // The longest time that a frame of this length takes on the wire during the run.
  Time longest_wire_time(const port::Port& port, Bytes length) const {
    const Time slowest = slowest_rate ? serialization_time(length + link::kWireOverhead, *slowest_rate) : Time(0);
    return std::max(port.wire_time(length), slowest);
  }

  // From a frame's arrival at a device to its request for admission, at most.
  Time longest_parse(std::size_t device) const {
    return devices[device].is_here() ? devices[device]->port(PortId(0)).longest_parse() : far.at(device).longest_parse;
  }

  // t_r of a device: from the arrival of a control frame to its effect.
  Time processing_delay(std::size_t device) const {
    return devices[device].is_here() ? devices[device]->engine(PortId(0)).config().processing_delay
                                     : far.at(device).processing_delay;
  }

  // What is known here of a device of another rank.
  struct FarDevice {
    Time longest_parse;
    Time processing_delay;
  };

  ForemostModules foremost;  // of a large network
  asic::Turns turns;
  Topology topology;
  std::optional<BitRate> slowest_rate;   // the lowest rate to which a link is set during the run; nullopt: rates stay
  std::vector<std::vector<Peer>> peers;  // [device][port]
  link::FramePool pool;                  // declared before the devices, because it must outlive them
  std::vector<host::FlowSpec> flows;     // first those listed in the scenario, then those drawn by workloads
  std::size_t listed_flows = 0;
  std::vector<host::FlowMeasurement> measurements;
  std::vector<Device> devices;  // by index in topology.devices
  // The links with faults, by the sending port.
  std::map<std::pair<std::size_t, PortId>, std::unique_ptr<LossyLink>> lossy_links;
  // The errors of the wires, likewise.
  std::map<std::pair<std::size_t, PortId>, std::unique_ptr<DamagedLink>> damaged_links;
  std::unique_ptr<Border> border;        // null: the network is not divided
  std::map<std::size_t, FarDevice> far;  // the devices of other ranks
};

}  // namespace weir::network
