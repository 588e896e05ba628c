// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The network for the report's drawing.

#pragma once

#include <string>
#include <vector>

#include "tb/report/field.h"

namespace weir::report {

// Devices and cables of the drawing.
struct NetworkDrawing {
  struct Device {
    std::string name;
    bool host = false;
  };
  struct Cable {
    std::string a, b;
    unsigned a_port = 0, b_port = 0;
    std::string label;  // "10Gbps 1us"
  };
  std::vector<Device> devices;
  std::vector<Cable> cables;
};

template <>
struct Fields<NetworkDrawing::Device> {
  using D = NetworkDrawing::Device;
  static constexpr std::tuple all{
      field(&D::name, {.word = "name", .meaning = "Name of the device."}),
      field(&D::host, {.word = "host", .meaning = "Whether the device is a host; otherwise it is a switch."}),
  };
};

template <>
struct Fields<NetworkDrawing::Cable> {
  using C = NetworkDrawing::Cable;
  static constexpr std::tuple all{
      field(&C::a, {.word = "a", .meaning = "Device at one end."}),
      field(&C::a_port, {.word = "a_port", .meaning = "Port of device `a`."}),
      field(&C::b, {.word = "b", .meaning = "Device at the other end."}),
      field(&C::b_port, {.word = "b_port", .meaning = "Port of device `b`."}),
      field(&C::label, {.word = "label", .meaning = "Rate and delay of the cable."}),
  };
};

template <>
struct Fields<NetworkDrawing> {
  static constexpr std::tuple all{
      field(&NetworkDrawing::devices, {.word = "devices", .meaning = "Devices, in the order of the topology."}),
      field(&NetworkDrawing::cables,
            {.word = "cables", .meaning = "Cables; each is two links, one for each direction."}),
  };
};

}  // namespace weir::report
