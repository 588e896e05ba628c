// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/put_together.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include <nlohmann/json.hpp>

#include "tb/report/described_json.h"
#include "tb/run/measure_latency.h"
#include "tb/text/raw_bytes.h"

namespace weir {
namespace {

using report::Results;

std::uint32_t number_of(std::uint32_t number) { return number; }
std::uint32_t number_of(ClassId traffic_class) { return static_cast<std::uint32_t>(traffic_class.index()); }

// The lists of which a device makes some rows.
constexpr std::tuple kRows{&Results::queues,       &Results::buffers,         &Results::quiet_queues, &Results::retry,
                           &Results::credit_ports, &Results::credit_channels, &Results::faults,       &Results::losses};

// The sums over devices.
constexpr std::uint64_t Results::*kSums[] = {&Results::packet_hops, &Results::kernel_events};

report::Json json_of(const MeasuredDevice& measured) {
  report::Json lists = report::Json::array();
  std::apply([&](auto... list) { (lists.push_back(report::json_of(measured.results.*list)), ...); }, kRows);
  report::Json sums = report::Json::array();
  for (const auto sum : kSums) {
    sums.push_back(measured.results.*sum);
  }
  report::Json times = report::Json::array();
  for (const Time at : measured.fault_times) {
    times.push_back(at.count());
  }
  return report::Json::array(
      {std::move(lists), std::move(sums), report::json_of(measured.results.drops), std::move(times)});
}

void add(const report::Json& json, Results& results, std::vector<Time>& fault_times) {
  std::size_t next = 0;
  std::apply([&](auto... list) { (report::read(json.at(0).at(next++), results.*list), ...); }, kRows);
  next = 0;
  for (const auto sum : kSums) {
    results.*sum += json.at(1).at(next++).get<std::uint64_t>();
  }
  for (const auto& [reason, packets] : json.at(2).items()) {
    results.drops[reason] += packets.get<std::uint64_t>();
  }
  for (const report::Json& at : json.at(3)) {
    fault_times.emplace_back(at.get<std::int64_t>());
  }
}

std::string cbor_of(const report::Json& json) {
  std::string text;
  report::Json::to_cbor(json, text);
  return text;
}

template <class Key>
report::Json json_of(const std::map<Key, host::Distribution>& distributions) {
  report::Json json = report::Json::array();
  for (const auto& [key, distribution] : distributions) {
    const std::string text = distribution.text();
    json.push_back(report::Json::array({number_of(key), report::Json::binary({text.begin(), text.end()})}));
  }
  return json;
}

template <class Key>
void read(const report::Json& json, std::map<Key, host::Distribution>& distributions) {
  for (const report::Json& one : json) {
    const auto& bytes = one.at(1).get_binary();
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    distributions.emplace(Key(one.at(0).get<std::uint32_t>()), host::Distribution::of_text(text));
  }
}

report::Json json_of(const host::Latencies& latencies) {
  return report::Json::array({json_of(latencies.flows), json_of(latencies.workloads), json_of(latencies.classes)});
}

host::Latencies latencies_of(const report::Json& json) {
  host::Latencies latencies;
  read(json.at(0), latencies.flows);
  read(json.at(1), latencies.workloads);
  read(json.at(2), latencies.classes);
  return latencies;
}

// The text of a device behind its number and length.
void append_device(std::size_t device, const std::string& of_device, std::string& text) {
  text::append_raw(device, text);
  text::append_sized(of_device, text);
}

// Gathers what every rank has appended, and calls visit(text) at rank 0 for each device, in the order of devices.
template <class Visit>
void visit_devices(ranks::Communicator& communicator, const std::string& mine, Visit visit) {
  const std::vector<std::string> of_ranks = communicator.gather(mine);
  std::map<std::size_t, std::string_view> all;
  for (const std::string& of_rank : of_ranks) {
    for (std::string_view rest = of_rank; !rest.empty();) {
      const auto device = text::take_raw<std::size_t>(rest);
      all[device] = text::take_sized(rest);
    }
  }
  for (const auto& [device, text] : all) {
    visit(text);
  }
}

}  // namespace

void put_together(ranks::Communicator& communicator, network::Network& net) {
  for (const bool sent : {true, false}) {
    std::string halves;
    for (const host::FlowSpec& flow : net.flows) {
      const std::uint32_t address = sent ? flow.source_ip : flow.destination_ip;
      if (!net.devices[net.topology.device_of(frame::Ipv4Address(address))].is_here()) {
        continue;
      }
      const host::FlowMeasurement& measured = net.measurements[flow.index];
      text::append_raw(flow.index, halves);
      sent ? text::append_raw(measured.sent, halves) : text::append_raw(measured.received, halves);
    }
    for (const std::string& of_rank : communicator.gather(halves)) {
      for (std::string_view rest = of_rank; !rest.empty();) {
        host::FlowMeasurement& measured = net.measurements.at(text::take_raw<std::uint32_t>(rest));
        if (sent) {
          measured.sent = text::take_raw<host::Sent>(rest);
        } else {
          measured.received = text::take_raw<host::Received>(rest);
        }
      }
    }
  }
}

void put_together(ranks::Communicator& communicator, const std::vector<MeasuredDevice>& of_devices, Results& results,
                  std::vector<Time>& fault_times) {
  // One device at a time: as JSON all of them would take more memory than the network.
  std::string mine;
  for (const MeasuredDevice& measured : of_devices) {
    append_device(measured.device, cbor_of(json_of(measured)), mine);
  }
  visit_devices(communicator, mine,
                [&](std::string_view text) { add(report::Json::from_cbor(text), results, fault_times); });
}

host::Latencies latencies_together(ranks::Communicator& communicator, const network::Network& net) {
  std::string mine;
  for (const std::size_t d : net.here()) {
    if (const host::Nic* const nic = net.devices[d].nic) {
      append_device(d, cbor_of(json_of(nic->latencies())), mine);
    }
  }
  host::Latencies all;
  visit_devices(communicator, mine,
                [&](std::string_view text) { add(latencies_of(report::Json::from_cbor(text)), all); });
  return all;
}

template <class Row>
void add_rows(const OneRank* rank, const network::Network& net,
              std::vector<Row> (*rows_of)(const network::Network& net, std::size_t device), std::vector<Row>& rows) {
  std::string mine;
  for (const std::size_t d : net.here()) {
    std::vector<Row> of_device = rows_of(net, d);
    if (rank == nullptr) {
      rows.insert(rows.end(), std::move_iterator(of_device.begin()), std::move_iterator(of_device.end()));
    } else if (!of_device.empty()) {
      append_device(d, cbor_of(report::json_of(of_device)), mine);
    }
  }
  if (rank == nullptr) {
    return;
  }
  visit_devices(rank->communicator, mine, [&](std::string_view text) {
    std::vector<Row> of_device;
    report::read(report::Json::from_cbor(text), of_device);
    rows.insert(rows.end(), std::move_iterator(of_device.begin()), std::move_iterator(of_device.end()));
  });
}

template void add_rows(const OneRank*, const network::Network&,
                       std::vector<report::LinkResult> (*)(const network::Network&, std::size_t),
                       std::vector<report::LinkResult>&);
template void add_rows(const OneRank*, const network::Network&,
                       std::vector<report::LossResult> (*)(const network::Network&, std::size_t),
                       std::vector<report::LossResult>&);

std::vector<story::Event> put_together(ranks::Communicator& communicator, const std::vector<story::Event>& events) {
  std::vector<story::Event> all;
  for (const std::string& of_rank : communicator.gather(text::raw_of(std::span(events)))) {
    text::append_all(of_rank, all);
  }
  return all;
}

void put_together(ranks::Communicator& communicator, const std::vector<Sampler::Place>& places,
                  report::TimeSeries& series) {
  using Column = report::TimeSeries::Column;
  report::Json mine = report::Json::array();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Column& column = series.columns[i];
    mine.push_back(report::Json::array(
        {static_cast<unsigned>(places[i].section), places[i].device, column.name, column.unit, column.values}));
  }
  std::vector<std::int64_t> times;
  for (const Time at : series.times) {
    times.push_back(at.count());
  }
  std::vector<std::pair<Sampler::Place, Column>> all;
  for (const std::string& text : communicator.gather(cbor_of(report::Json::array({times, std::move(mine)})))) {
    const report::Json of_rank = report::Json::from_cbor(text);
    if (of_rank.at(0).size() > series.times.size()) {  // a rank without devices has taken no samples
      series.times.clear();
      for (const report::Json& at : of_rank.at(0)) {
        series.times.emplace_back(at.get<std::int64_t>());
      }
    }
    for (const report::Json& one : of_rank.at(1)) {
      all.push_back({{static_cast<Sampler::Section>(one.at(0).get<unsigned>()), one.at(1)},
                     {one.at(2), one.at(3), one.at(4).get<std::vector<double>>()}});
    }
  }
  std::ranges::stable_sort(all, {}, [](const auto& one) { return one.first; });
  series.columns.clear();
  for (auto& [place, column] : all) {
    series.columns.push_back(std::move(column));
  }
}

}  // namespace weir
