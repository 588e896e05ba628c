// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The grouping of signals in a waveform file: devices, in them ports, in them signals. Writers and save file share it.

#pragma once

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

// "s1.p2.viq_depth_c0", as a waveform names it.
std::string signal_path(const Probe& probe);

// Bits of the signal in the file: 1 for a bit, enough for the states of a state, a number's width (1 to 64).
unsigned signal_width(const Probe& probe);

// "[msb:0]" for a signal of more than one bit, else empty.
std::string signal_range(const Probe& probe);

}  // namespace weir::report
