// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How the signals of a waveform file are grouped: device, in it ports, in them signals. Both writers and the save file
// use this order.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hw_model/base/trace.h"

namespace weir::report {

struct PortScope {
  std::string port;                  // empty: what belongs to the whole device
  std::vector<std::size_t> signals;  // indices of probes
};

struct DeviceScope {
  std::string device;
  std::vector<PortScope> ports;
};

// Devices and ports in the order in which they first appear; what belongs to the whole device comes first in it.
std::vector<DeviceScope> wave_scopes(const std::vector<Probe>& probes);

// Bits of the signal in the file: enough for its states, 1 for a bit, the probe's width (1 to 64) for a number.
unsigned signal_width(const Probe& probe);

// "[msb:0]" where a signal has more than one bit, else empty.
std::string signal_range(const Probe& probe);

}  // namespace weir::report
