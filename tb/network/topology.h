// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A network as devices and cables. A cable is two links, one each way; it is the only connection between devices.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/datapath/link/link_config.h"
#include "hw_model/frame/ipv4.h"

namespace weir::network {

enum class DeviceKind { kHost, kSwitch };

struct DeviceSpec {
  std::string name;
  DeviceKind kind = DeviceKind::kHost;
  std::size_t ports = 0;
};

// One end of a cable: index into Topology::devices, and the port there.
struct End {
  std::size_t device = 0;
  PortId port;
  bool operator==(const End&) const = default;
};

struct Cable {
  End a;
  End b;
  link::LinkConfig link;  // both directions

  bool has(const End& end) const { return end == a || end == b; }
  // The end opposite to this one, which the cable has.
  const End& opposite(const End& end) const { return end == a ? b : a; }
};

struct Topology {
  std::vector<DeviceSpec> devices;
  std::vector<Cable> cables;
  // IPv4 address of the first device. Devices have consecutive addresses; only those of hosts occur in frames.
  frame::Ipv4Address first_address{10, 0, 0, 1};

  frame::Ipv4Address address(std::size_t device) const {
    return frame::Ipv4Address(first_address.value() + static_cast<std::uint32_t>(device));
  }
  // The device with `address`, which must belong to a device.
  std::size_t device_of(frame::Ipv4Address address) const { return address.value() - first_address.value(); }

  // Ports are numbered in the order in which cables are added. a and b are different devices.
  std::size_t add_device(std::string name, DeviceKind kind);
  // Adds `count` devices named prefix<first>, prefix<first+1>, ...; returns the index of the first.
  std::size_t add_devices(const std::string& prefix, std::size_t first, std::size_t count, DeviceKind kind);
  void add_cable(std::size_t a, std::size_t b, const link::LinkConfig& link);
  // Adds a cable between ports numbered by the caller, each used once and without gaps.
  void add_cable_at(End a, End b, const link::LinkConfig& link);

  // Removes the first cable between a and b; higher port numbers of a and b move down by one. False: there is none.
  bool remove_cable(std::size_t a, std::size_t b);

  // Removes each cable between two switches for which fails() is true (called once per cable, in order); higher port
  // numbers move down. Also removes switches left without cables. Returns the number of removed cables.
  std::size_t remove_trunks(const std::function<bool()>& fails);

  bool joins_switches(const Cable& cable) const {
    return devices[cable.a.device].kind == DeviceKind::kSwitch && devices[cable.b.device].kind == DeviceKind::kSwitch;
  }

  // Index of the device called `name`, or devices.size().
  std::size_t find(const std::string& name) const;
};

}  // namespace weir::network
