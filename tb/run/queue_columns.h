// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The columns of time series that describe the queues of one device: depths, states of flow control and of detectors.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tb/network/network.h"

namespace weir {

class QueueColumns {
 public:
  static constexpr unsigned kAQueue =
      5;  // and one for each detector; and one for waiting bytes if packets wait at inputs

  // `net` must outlive this object.
  QueueColumns(const network::Network& net, std::size_t device) : net_(net), device_(device) {}

  // The columns of this queue stand behind those of the queues before.
  void add(PortId port, ClassId c);

  std::size_t queues() const { return queues_.size(); }
  std::size_t columns() const { return columns_; }

  // visit(queue, name, unit) of each column, in their order. `queue`: "s1.p2.c0", with which the name begins.
  using Visit = std::function<void(const std::string& queue, std::string name, const std::string& unit)>;
  void each(const Visit& visit) const;

  // The values at time t, one for each column, in their order. `interval`: since the values before.
  void sample(Time t, Time interval, std::span<double> values);

 private:
  struct Queue {
    PortId port;
    ClassId traffic_class;
    std::uint8_t detectors;              // that show their state: so many of shown_
    const egress::DetectorRow* waiting;  // null: no packets wait at inputs
    Time held_before;
  };

  const network::Network& net_;
  std::size_t device_;
  std::vector<Queue> queues_;
  std::vector<const congestion::Detector*> shown_;  // queue by queue
  std::size_t columns_ = 0;
};

}  // namespace weir
