// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which VIQs of a switch the packets of a scenario can fill: by the routes of its flows, as `weir cbd` finds them.
// Those alone need headroom.

#pragma once

#include <cstddef>
#include <memory>

#include "tb/network/buffer_dependency.h"
#include "tb/scenario/scenario.h"

namespace weir::bounds {

// Whether routes say which packets go where: a captured frame brings its own TTL and class, and software may write
// other routes.
bool routes_are_known(const scenario::Scenario& scenario);

class FilledViqs {
 public:
  // `scenario` must outlive it. Routes are followed when first they are asked for.
  explicit FilledViqs(const scenario::Scenario& scenario) : scenario_(scenario) {}

  // Lossless VIQs of this port of a switch that packets can fill and that pause somebody. All that pause where routes
  // do not say which: without TTL-shifted PFC, with captures, or where software writes registers during the run.
  std::size_t of_port(std::size_t device, PortId port) const;

  std::size_t of_switch(std::size_t device) const;

  // Ports of a switch at which the VIQ of this class is one of them.
  std::size_t of_class(std::size_t device, ClassId c) const;

 private:
  bool is_filled(std::size_t device, PortId port, ClassId c) const;
  const network::BufferDependencies* routes() const;

  const scenario::Scenario& scenario_;
  mutable std::unique_ptr<network::BufferDependencies> routes_;
};

}  // namespace weir::bounds
