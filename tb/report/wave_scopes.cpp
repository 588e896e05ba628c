// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/wave_scopes.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "tb/text/words.h"

namespace weir::report {

std::vector<DeviceScope> wave_scopes(const std::vector<Probe>& probes) {
  std::vector<DeviceScope> devices;
  for (std::size_t signal = 0; signal < probes.size(); ++signal) {
    const Probe& probe = probes[signal];
    auto device = std::ranges::find(devices, probe.device, &DeviceScope::device);
    if (device == devices.end()) {
      device = devices.insert(devices.end(), {probe.device, {}});
    }
    auto port = std::ranges::find(device->ports, probe.port, &PortScope::port);
    if (port == device->ports.end()) {
      port = device->ports.insert(probe.port.empty() ? device->ports.begin() : device->ports.end(), {probe.port, {}});
    }
    port->signals.push_back(signal);
  }
  return devices;
}

std::vector<std::string> scope_path(const std::string& device, const std::string& port) {
  const std::vector<std::string_view> names = text::split(device, '.');
  std::vector<std::string> path(names.begin(), names.end());
  if (!port.empty()) {
    path.push_back(port);
  }
  return path;
}

std::string signal_path(const Probe& probe) {
  return probe.device + "." + (probe.port.empty() ? "" : probe.port + ".") + probe.name;
}

unsigned signal_width(const Probe& probe) {
  constexpr unsigned kWidest = 64;
  switch (probe.kind) {
    case Probe::Kind::kBit:
      return 1;
    case Probe::Kind::kState:
      // States take at least two bits: GTKWave draws a single bit as a level, without the state's name.
      return static_cast<unsigned>(std::bit_width(std::max<std::size_t>(probe.states.size(), 3) - 1));
    case Probe::Kind::kNumber:
      break;
  }
  return std::clamp(probe.width, 1U, kWidest);
}

std::string signal_range(const Probe& probe) {
  const unsigned width = signal_width(probe);
  return width == 1 ? std::string() : fmt::format("[{}:0]", width - 1);
}

}  // namespace weir::report
