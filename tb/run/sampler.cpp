// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/sampler.h"

#include <algorithm>
#include <string>
#include <utility>

#include "hw_model/base/class_mask.h"
#include "hw_model/frame/mac_control.h"
#include "tb/report/human.h"
#include "tb/run/quotients.h"
#include "tb/scenario/fills.h"

namespace weir {

namespace {

constexpr auto kTagBytes = static_cast<std::uint64_t>(frame::kControlFrameLength.count());

}  // namespace

Sampler::Sampler(const network::Network& net, const scenario::Scenario& scenario)
    : net_(net),
      interval_(scenario.sample_interval),
      late_(net.devices.size()),
      first_(net.devices.size()),
      retries_(net.devices.size()),
      flows_(net.devices.size()),
      rates_(net.devices.size()) {
  const scenario::SampledQueues queues = scenario::sampled_queues(scenario);
  chosen_late_ = queues == scenario::SampledQueues::kStory;
  const ClassMask classes = scenario::classes_of(scenario);
  queues_.reserve(net.devices.size());
  for (std::size_t d = 0; d < net.devices.size(); ++d) {
    queues_.emplace_back(net, d);
  }
  for (const std::size_t d : net.here()) {
    if (queues != scenario::SampledQueues::kNone) {
      choose_queues(d, scenario, classes);
    }
  }
  section_ = Section::kRetry;
  for (const std::size_t d : net.here()) {
    if (!chosen_late_ && queues != scenario::SampledQueues::kNone) {
      add_retry_columns(d, scenario);
    }
  }
  section_ = Section::kFlows;
  for (const std::size_t d : net.here()) {
    if (net.devices[d].nic != nullptr && scenario::samples_flows(net.listed_flows)) {
      add_flow_columns(d);
    }
  }
}

void Sampler::choose_queues(std::size_t device, const scenario::Scenario& scenario, ClassMask classes) {
  const bool some = scenario::sampled_queues(scenario) == scenario::SampledQueues::kProbes;
  const auto& spec = net_.topology.devices[device];
  for (std::size_t p = 0; p < spec.ports; ++p) {
    for_each_class(classes, [&](ClassId c) {
      if (!some || scenario::is_probed(scenario, report::place_name(spec.name, static_cast<unsigned>(p),
                                                                    static_cast<unsigned>(c.index())))) {
        queues_[device].add(PortId(p), c);
      }
    });
  }
  first_[device] = series_.columns.size();
  if (!chosen_late_) {
    queues_[device].each([&](const std::string&, std::string name, const std::string& unit) {
      add_column(device, std::move(name), unit);
    });
  }
}

void Sampler::add_flow_columns(std::size_t host) {
  const std::uint32_t address = net_.topology.address(host).value();
  for (const host::FlowSpec& flow : net_.flows) {
    if (flow.workload != host::kListed) {
      continue;
    }
    const std::string name = "flow." + flow.name + ".";
    if (flow.destination_ip == address) {
      flows_[host].push_back({flow.index, add_column(host, name + "delivered_bps", "bps"), false});
      if (flow.tagged()) {
        flows_[host].push_back({flow.index, add_column(host, name + "tags_bps", "bps"), true});
      }
    }
    if (flow.source_ip == address && flow.control != nullptr && flow.control->paced) {
      rates_[host].push_back({flow.index, add_column(host, name + "control_bps", "bps")});
    }
  }
}

std::size_t Sampler::add_column(std::size_t device, std::string name, std::string unit) {
  series_.columns.push_back({std::move(name), std::move(unit), {}});
  places_.push_back({section_, device});
  return series_.columns.size() - 1;
}

void Sampler::add_retry_columns(std::size_t device, const scenario::Scenario& scenario) {
  const bool some = scenario::sampled_queues(scenario) == scenario::SampledQueues::kProbes;
  for (std::size_t p = 0; p < net_.topology.devices[device].ports; ++p) {
    const std::string port = net_.topology.devices[device].name + ".p" + std::to_string(p);
    const asic::PortRetry* retry = net_.devices[device]->retry(PortId(p));
    if (retry != nullptr && (!some || scenario::is_probed(scenario, port))) {
      retries_[device].push_back({retry, add_column(device, port + ".llr_outstanding", "frames")});
    }
  }
}

void Sampler::sample_queues(std::size_t device, Time t) {
  QueueColumns& queues = queues_[device];
  values_.resize(queues.columns());
  queues.sample(t, interval_, values_);
  if (chosen_late_) {
    late_[device].insert(late_[device].end(), values_.begin(), values_.end());
    return;
  }
  for (std::size_t i = 0; i < values_.size(); ++i) {
    series_.columns[first_[device] + i].values.push_back(values_[i]);
  }
}

void Sampler::sample(std::size_t device, Time t) {
  const network::Device& d = net_.devices[device];
  sample_queues(device, t);
  for (const RetryColumn& column : retries_[device]) {
    series_.columns[column.column].values.push_back(static_cast<double>(column.retry->outstanding()));
  }
  for (FlowColumn& flow : flows_[device]) {
    const host::Received& received = net_.measurements[flow.flow].received;
    const std::uint64_t bytes = flow.tags ? received.tags * kTagBytes : received.bytes;
    series_.columns[flow.column].values.push_back(bits_per_second(bytes - flow.bytes_before, interval_));
    flow.bytes_before = bytes;
  }
  for (const RateColumn& rate : rates_[device]) {
    const BitRate held_to = d.nic->rate_of(rate.flow).value_or(BitRate(0));
    series_.columns[rate.column].values.push_back(static_cast<double>(held_to.count()));
  }
  const auto instant = static_cast<std::size_t>(t / interval_);
  if (series_.times.size() < instant) {
    series_.times.push_back(t);
  }
}

report::TimeSeries Sampler::take() {
  std::size_t instants = series_.times.size();
  for (const auto& column : series_.columns) {
    instants = std::min(instants, column.values.size());
  }
  for (const std::size_t d : net_.here()) {
    if (chosen_late_ && queues_[d].columns() != 0) {
      instants = std::min(instants, late_[d].size() / queues_[d].columns());
    }
  }
  series_.times.resize(instants);
  for (auto& column : series_.columns) {
    column.values.resize(instants);
  }
  return std::move(series_);
}

report::TimeSeries Sampler::take_queues(const std::set<std::string>& names, std::size_t samples) {
  report::TimeSeries chosen;
  for (const std::size_t d : net_.here()) {
    std::size_t place = 0;
    const std::size_t width = queues_[d].columns();
    queues_[d].each([&](const std::string& queue, std::string name, const std::string& unit) {
      if (chosen_late_ && names.contains(queue)) {
        report::TimeSeries::Column column{std::move(name), unit, {}};
        for (std::size_t i = 0; i < samples; ++i) {
          column.values.push_back(late_[d][i * width + place]);
        }
        chosen.columns.push_back(std::move(column));
        chosen_places_.push_back({Section::kQueues, d});
      }
      ++place;
    });
    late_[d] = {};
  }
  return chosen;
}

}  // namespace weir
