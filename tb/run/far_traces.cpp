// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/far_traces.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "tb/text/raw_bytes.h"

namespace weir {
namespace {

using Json = nlohmann::json;

Json json_of(const Probe& probe) {
  return {probe.device, probe.port, probe.name, probe.unit, static_cast<int>(probe.kind), probe.width, probe.states};
}

Probe probe_of(const Json& json) {
  return {.device = json.at(0),
          .port = json.at(1),
          .name = json.at(2),
          .unit = json.at(3),
          .kind = static_cast<Probe::Kind>(json.at(4).get<int>()),
          .width = json.at(5),
          .states = json.at(6)};
}

// The probes of devices that are traced.
std::string told_probes(const std::vector<FarTraces::OfDevice>& here) {
  Json devices = Json::array();
  for (const auto& [device, trace] : here) {
    Json probes = Json::array();
    std::ranges::transform(trace->probes(), std::back_inserter(probes), json_of);
    devices.push_back({device, std::move(probes)});
  }
  std::string text;
  Json::to_cbor(devices, text);
  return text;
}

// Takes the records before `until` out of the trace, in their order.
std::vector<TraceRecord> take_before(Time until, Trace& trace) {
  std::vector<TraceRecord>& records = trace.records();
  const auto later =
      std::stable_partition(records.begin(), records.end(), [&](const TraceRecord& one) { return one.at < until; });
  std::vector<TraceRecord> earlier(records.begin(), later);
  records.erase(records.begin(), later);
  return earlier;
}

}  // namespace

FarTraces::FarTraces(ranks::Communicator& communicator, const std::vector<OfDevice>& here)
    : communicator_(communicator), here_(here) {
  std::erase_if(here_, [](const OfDevice& one) { return one.second == nullptr; });
  const std::vector<std::string> told = communicator.gather(told_probes(here_));
  for (std::size_t rank = 1; rank < told.size(); ++rank) {
    for (const Json& device : Json::from_cbor(told[rank])) {
      Trace& trace = *(far_[device.at(0)] = std::make_unique<Trace>());
      for (const Json& probe : device.at(1)) {
        trace.declare(probe_of(probe));
      }
      trace.records().clear();  // the values at first are told, too
    }
  }
}

std::vector<Trace*> FarTraces::all() const {
  std::map<std::size_t, Trace*> by_device;
  if (communicator_.rank() == 0) {
    by_device.insert(here_.begin(), here_.end());
    for (const auto& [device, trace] : far_) {
      by_device[device] = trace.get();
    }
  }
  std::vector<Trace*> all;
  for (const auto& [device, trace] : by_device) {
    all.push_back(trace);
  }
  return all;
}

void FarTraces::gather(Time until) {
  std::string mine;
  for (const auto& [device, trace] : here_) {
    if (communicator_.rank() != 0) {
      const std::vector<TraceRecord> records = take_before(until, *trace);
      text::append_raw(device, mine);
      text::append_sized(text::raw_of(std::span(records)), mine);
    }
  }
  for (const std::string& told : communicator_.gather(mine)) {
    for (std::string_view rest = told; !rest.empty();) {
      const auto device = text::take_raw<std::size_t>(rest);
      text::append_all(text::take_sized(rest), far_.at(device)->records());
    }
  }
}

}  // namespace weir
