// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The ports of a block as data: for messages, waveforms, vector files and recordings. Each port is described once, with
// its member of a cycle's inputs or outputs. Values are in the order of the ports.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/base/units.h"

namespace weir::cosim {

struct Port {
  std::string name;  // as in the RTL
  unsigned bits;
};

// `Cycle`: the inputs, or the outputs, of one cycle.
template <class Cycle>
struct PortOf : Port {
  std::function<std::uint64_t(const Cycle&)> get;
  std::function<void(Cycle&, std::uint64_t)> set;
  std::uint64_t highest;    // if lower than the bits allow
  bool configured = false;  // follows from the setup unless a cycle sets it: in a recording's header, not in its rows
};

template <class Cycle, class Value>
PortOf<Cycle> port(std::string name, unsigned bits, Value Cycle::*member,
                   std::uint64_t highest = std::numeric_limits<std::uint64_t>::max()) {
  return {{std::move(name), bits},
          [member](const Cycle& cycle) { return static_cast<std::uint64_t>(cycle.*member); },
          [member](Cycle& cycle, std::uint64_t value) { cycle.*member = static_cast<Value>(value); },
          highest};
}

template <class Cycle>
PortOf<Cycle> configured_port(std::string name, unsigned bits, std::function<std::uint64_t(const Cycle&)> get,
                              std::function<void(Cycle&, std::uint64_t)> set) {
  return {{std::move(name), bits}, std::move(get), std::move(set), (std::uint64_t{1} << bits) - 1, true};
}

template <class Cycle>
std::vector<Port> names_of(const std::vector<PortOf<Cycle>>& ports) {
  return {ports.begin(), ports.end()};
}

template <class Cycle>
std::vector<std::uint64_t> values_at(const std::vector<PortOf<Cycle>>& ports, const Cycle& cycle) {
  std::vector<std::uint64_t> values;
  values.reserve(ports.size());
  for (const PortOf<Cycle>& port : ports) {
    values.push_back(port.get(cycle));
  }
  return values;
}

template <class In, class Out>
struct BlockPorts {
  Time period;
  std::vector<PortOf<In>> inputs;
  std::vector<PortOf<Out>> outputs;
};

}  // namespace weir::cosim
