// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The time series of a run: each device writes its own columns at exact multiples of the sample interval, in its local
// time, so that the values do not depend on how devices are scheduled.

#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "tb/network/network.h"
#include "tb/report/results.h"
#include "tb/run/queue_columns.h"
#include "tb/scenario/scenario.h"

namespace weir {

class Sampler {
 public:
  // Columns for every (port, class) in use that the scenario samples (tb/scenario/fills.h): VIQ, VEQ, flow-control
  // state and detectors' states; behind them, unless only the story chooses queues, the frames that are outstanding at
  // each port with link-level retry. Further columns: each flow's delivered rate and, if its rate control has one,
  // rate, unless there are too many flows.
  Sampler(const network::Network& net, const scenario::Scenario& scenario);

  // Called in device `device`, after all other work of time t.
  void sample(std::size_t device, Time t);

  // Where a column stands among those of the whole network: by section, device, and the order of the device's columns.
  enum class Section : std::uint8_t { kQueues, kRetry, kFlows };
  struct Place {
    Section section;
    std::size_t device;
    auto operator<=>(const Place&) const = default;
  };

  // All columns, cut to the samples that every device has reached; without those of queues that only the story chooses.
  // Once.
  report::TimeSeries take();
  // Behind take(): the places of these columns; the columns of those of these queues that only the story chooses, once.
  const std::vector<Place>& places() const { return places_; }
  report::TimeSeries take_queues(const std::set<std::string>& names, std::size_t samples);
  const std::vector<Place>& places_of_queues() const { return chosen_places_; }

 private:
  struct RetryColumn {
    const asic::PortRetry* retry;
    std::size_t column;
  };
  struct FlowColumn {
    std::uint32_t flow;
    std::size_t column;
    bool tags;  // bytes of rate tags instead of packets
    std::uint64_t bytes_before = 0;
  };
  struct RateColumn {
    std::uint32_t flow;
    std::size_t column;
  };

  void add_retry_columns(std::size_t device, const scenario::Scenario& scenario);
  void choose_queues(std::size_t device, const scenario::Scenario& scenario, ClassMask classes);
  void sample_queues(std::size_t device, Time t);
  void add_flow_columns(std::size_t host);
  std::size_t add_column(std::size_t device, std::string name, std::string unit);

  const network::Network& net_;
  Time interval_;
  report::TimeSeries series_;
  std::vector<Place> places_;  // by column of series_
  Section section_ = Section::kQueues;
  bool chosen_late_ = false;  // only the story chooses queues
  // By device. The values of its queues at each sample, one behind the other, while only the story chooses some.
  std::vector<QueueColumns> queues_;
  std::vector<std::vector<double>> late_;
  std::vector<std::size_t> first_;  // or the first of their columns in series_
  std::vector<double> values_;      // of one sample
  std::vector<Place> chosen_places_;
  std::vector<std::vector<RetryColumn>> retries_;  // by device
  std::vector<std::vector<FlowColumn>> flows_;     // by destination device
  std::vector<std::vector<RateColumn>> rates_;     // by source device
};

}  // namespace weir
