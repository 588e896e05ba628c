// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The grouping of signals in a waveform file: devices, in them ports, in them signals. Writers and save file share it.

#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "hw_model/base/trace.h"

namespace weir::report {

struct PortScope {
  std::string port;                  // empty: signals of the whole device
  std::vector<std::size_t> signals;  // indices of probes
};

struct DeviceScope {
  std::string device;
  std::vector<PortScope> ports;
};

// Devices and ports in the order of their first appearance; signals of the whole device come first.
std::vector<DeviceScope> wave_scopes(const std::vector<Probe>& probes);

// The scopes in which signals of a port, or of a whole device if the port is empty, stand: "board.s1" and "p0" are
// board, s1, p0.
std::vector<std::string> scope_path(const std::string& device, const std::string& port);

// Walks through the scopes as a file declares them: `enter` gets the name of a scope, `leave` nothing, `signal` the
// index of a probe. A device whose name has dots, as a module of a platform has, is a scope for each of its parts, and
// successive devices share the scopes that their names begin with.
template <class Enter, class Leave, class Signal>
void walk_scopes(const std::vector<Probe>& probes, const Enter& enter, const Leave& leave, const Signal& signal) {
  std::vector<std::string> open;
  const auto go_to = [&](const std::vector<std::string>& path) {
    const auto same = static_cast<std::size_t>(std::ranges::mismatch(open, path).in1 - open.begin());
    for (; open.size() > same; open.pop_back())
      leave();
    for (std::size_t i = same; i < path.size(); ++i)
      enter(open.emplace_back(path[i]));
  };
  for (const DeviceScope& device : wave_scopes(probes)) {
    for (const PortScope& port : device.ports) {
      go_to(scope_path(device.device, port.port));
      std::ranges::for_each(port.signals, signal);
    }
  }
  go_to({});
}

// "s1.p2.viq_depth_c0", as a waveform names it.
std::string signal_path(const Probe& probe);

// Bits of the signal in the file: 1 for a bit, enough for the states of a state, a number's width (1 to 64).
unsigned signal_width(const Probe& probe);

// "[msb:0]" for a signal of more than one bit, else empty.
std::string signal_range(const Probe& probe);

}  // namespace weir::report
