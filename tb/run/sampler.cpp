// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/sampler.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

#include "hw_model/base/class_mask.h"
#include "hw_model/frame/mac_control.h"
#include "tb/report/human.h"
#include "tb/scenario/fills.h"

namespace weir {

namespace {

constexpr auto kTagBytes = static_cast<std::uint64_t>(frame::kControlFrameLength.count());

bool chosen_late(scenario::SampledQueues queues) {
  return queues == scenario::SampledQueues::kStory || queues == scenario::SampledQueues::kNone;
}

}  // namespace

Sampler::Sampler(const network::Network& net, const scenario::Scenario& scenario)
    : net_(net),
      interval_(scenario.sample_interval),
      queues_(net.devices.size()),
      waiting_(net.devices.size()),
      detectors_(net.devices.size()),
      retries_(net.devices.size()),
      flows_(net.devices.size()),
      rates_(net.devices.size()) {
  const scenario::SampledQueues queues = scenario::sampled_queues(scenario);
  for (const std::size_t d : net.here()) {
    for (std::size_t p = 0; queues != scenario::SampledQueues::kNone && p < net.topology.devices[d].ports; ++p) {
      for_each_class(scenario::classes_of(scenario), [&](ClassId c) {
        if (queues != scenario::SampledQueues::kProbes || scenario::is_probed(scenario, queue_name(d, PortId(p), c))) {
          add_queue_columns(d, PortId(p), c);
        }
      });
    }
  }
  section_ = Section::kRetry;
  for (const std::size_t d : net.here()) {
    if (!chosen_late(queues)) {
      add_retry_columns(d, scenario);
    }
  }
  of_story_ = queues == scenario::SampledQueues::kStory ? series_.columns.size() : 0;
  section_ = Section::kFlows;
  for (const std::size_t d : net.here()) {
    if (net.devices[d].nic != nullptr && scenario::samples_flows(net.listed_flows)) {
      add_flow_columns(d);
    }
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

std::string Sampler::queue_name(std::size_t device, PortId port, ClassId c) const {
  return report::place_name(net_.topology.devices[device].name, static_cast<unsigned>(port.index()),
                            static_cast<unsigned>(c.index()));
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

void Sampler::add_queue_columns(std::size_t device, PortId port, ClassId c) {
  const network::Device& d = net_.devices[device];
  const std::string queue = queue_name(device, port, c) + ".";
  const auto state = [&](const Probe& probe) { add_column(device, queue + probe.name, probe.unit); };
  queues_[device].push_back({port, c, add_column(device, queue + "viq_depth_bytes", "bytes"), Time(0)});
  add_column(device, queue + "veq_depth_bytes", "bytes");
  state(d->engine(port).receiver_probe());
  state(d->engine(port).sender_probe());
  add_column(device, queue + "paused_ratio", "ratio");
  const egress::DetectorRow* row = d->egress().watchers().detectors(port);
  if (row != nullptr && row->waits_at_inputs()) {
    waiting_[device].push_back({row, port, c, add_column(device, queue + "waiting_depth_bytes", "bytes")});
  }
  for (std::size_t i = 0; row != nullptr && i < row->size(); ++i) {
    const congestion::Detector& detector = (*row)[i];
    if (const std::optional<Probe> probe = detector.probe()) {
      detectors_[device].push_back({&detector, c, add_column(device, queue + probe->name, probe->unit)});
    }
  }
}

void Sampler::sample(std::size_t device, Time t) {
  const network::Device& d = net_.devices[device];
  for (QueueColumns& queue : queues_[device]) {
    const flow_control::BenchView& engine = d->engine(queue.port);
    const auto put = [&](std::size_t offset, double value) {
      series_.columns[queue.first + offset].values.push_back(value);
    };
    put(0, static_cast<double>(d->viq_depth(queue.port, queue.traffic_class).count()));
    put(1, static_cast<double>(d->egress().veq_depth(queue.port, queue.traffic_class).count()));
    put(2, static_cast<double>(engine.receiver_state(queue.traffic_class)));
    put(3, static_cast<double>(engine.sender_state(queue.traffic_class)));
    const Time held = d->egress().counters(queue.port, queue.traffic_class).held.total(t);
    put(4, static_cast<double>((held - queue.held_before).count()) / static_cast<double>(interval_.count()));
    queue.held_before = held;
  }
  for (const WaitingColumn& column : waiting_[device]) {
    const Bytes depth = d->egress().veq_depth(column.port, column.traffic_class);
    const Bytes waits = column.detectors->waiting(column.traffic_class, depth);
    series_.columns[column.column].values.push_back(static_cast<double>(waits.count()));
  }
  for (const DetectorColumn& column : detectors_[device]) {
    series_.columns[column.column].values.push_back(static_cast<double>(column.detector->state(column.traffic_class)));
  }
  for (const RetryColumn& column : retries_[device]) {
    series_.columns[column.column].values.push_back(static_cast<double>(column.retry->outstanding()));
  }
  for (FlowColumn& flow : flows_[device]) {
    const host::Received& received = net_.measurements[flow.flow].received;
    const std::uint64_t bytes = flow.tags ? received.tags * kTagBytes : received.bytes;
    const double bits = static_cast<double>((bytes - flow.bytes_before) * kBitsPerByte);
    series_.columns[flow.column].values.push_back(bits / seconds(interval_));
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
  series_.times.resize(instants);
  for (auto& column : series_.columns) {
    column.values.resize(instants);
  }
  const auto others = series_.columns.begin() + static_cast<std::ptrdiff_t>(of_story_);
  spare_.assign(std::move_iterator(series_.columns.begin()), std::move_iterator(others));
  series_.columns.erase(series_.columns.begin(), others);
  spare_places_.assign(places_.begin(), places_.begin() + static_cast<std::ptrdiff_t>(of_story_));
  places_.erase(places_.begin(), places_.begin() + static_cast<std::ptrdiff_t>(of_story_));
  return std::move(series_);
}

report::TimeSeries Sampler::take_queues(const std::set<std::string>& names, std::size_t samples) {
  report::TimeSeries chosen;
  for (std::size_t i = 0; i < spare_.size(); ++i) {
    report::TimeSeries::Column& column = spare_[i];
    if (names.contains(column.name.substr(0, column.name.rfind('.')))) {
      column.values.resize(samples);
      chosen.columns.push_back(std::move(column));
      chosen_places_.push_back(spare_places_[i]);
    }
  }
  spare_.clear();
  return chosen;
}

}  // namespace weir
