// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The fidelity of a block's instances in a network: one for all, but for those of some ports.

#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "tb/cosim/fidelity.h"

namespace weir::cosim {

class FidelityAt {
 public:
  // `ports`: by name, "s1.p2".
  FidelityAt(Fidelity all, std::map<std::string, Fidelity> ports = {})  // NOLINT(google-explicit-constructor)
      : all_(all), ports_(std::move(ports)) {}

  // Of an instance: a port, "s1.p2.c0", a class of a port, or "s1", a device, whose ports all have the same.
  Fidelity of(const std::string& instance) const {
    if (ports_.empty())
      return all_;
    const std::size_t dot = instance.find('.');
    const auto port =
        ports_.find(dot == std::string::npos ? instance + ".p0" : instance.substr(0, instance.find('.', dot + 1)));
    return port == ports_.end() ? all_ : port->second;
  }

  // Whether every instance is in C++ alone.
  bool is_reference() const {
    const auto in_cpp = [](const auto& port) { return port.second == Fidelity::reference; };
    return all_ == Fidelity::reference && std::ranges::all_of(ports_, in_cpp);
  }

 private:
  Fidelity all_;
  std::map<std::string, Fidelity> ports_;
};

}  // namespace weir::cosim
