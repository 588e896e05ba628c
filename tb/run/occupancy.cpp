// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/occupancy.h"

#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "tb/report/human.h"
#include "tb/text/raw_bytes.h"

namespace weir {
namespace {

std::optional<std::int64_t> quantile(const host::Distribution& times, double share) {
  return times.weight() > 0 ? std::optional(times.quantile(share)) : std::nullopt;
}

}  // namespace

void Occupancy::Depth::change(Time at, std::int64_t to) {
  if (at > since) {
    times.add(value, static_cast<double>((at - since).count()));
  }
  since = at;
  value = to;
}

void Occupancy::declare(const std::vector<Probe>& probes) {
  constexpr std::string_view kDepth = "_depth_";
  for (const Probe& probe : probes) {
    const std::size_t depth = probe.name.find(kDepth);
    if (depth == std::string::npos) {
      by_signal_.push_back(nullptr);
      continue;
    }
    const std::string kind = probe.name.substr(0, depth);  // "viq"
    const std::string name =
        probe.device + "." + probe.port + "." + probe.name.substr(depth + kDepth.size()) + "." + kind;
    Depth& one = depths_[name];
    one.name = name;
    if (kind == "viq") {
      const std::string of_device = probe.device + ".viqs";
      one.sum = &depths_[of_device];
      one.sum->name = of_device;
    }
    by_signal_.push_back(&one);
  }
}

void Occupancy::write(Time at, std::size_t signal, std::uint64_t value) {
  Depth* const depth = by_signal_[signal];
  if (depth == nullptr) {
    return;
  }
  const auto to = static_cast<std::int64_t>(value);
  if (depth->sum != nullptr) {
    depth->sum->change(at, depth->sum->value + to - depth->value);
  }
  depth->change(at, to);
}

void Occupancy::close(Time end) {
  for (auto& [name, depth] : depths_) {
    depth.change(end, depth.value);
  }
}

std::string Occupancy::tell() const {
  std::string text;
  for (const auto& [name, depth] : depths_) {
    text::append_sized(name, text);
    text::append_sized(depth.times.text(), text);
  }
  return text;
}

void Occupancy::hear(std::string_view told) {
  while (!told.empty()) {
    const std::string name(text::take_sized(told));
    depths_[name].times = host::Distribution::of_text(text::take_sized(told));
  }
}

void Occupancy::fill(report::Results& results) const {
  const auto of = [&](const std::string& name) {
    const auto found = depths_.find(name);
    return found == depths_.end() ? nullptr : &found->second.times;
  };
  const auto fill_three = [&](const std::string& name, auto& median, auto& p95, auto& p99) {
    if (const host::Distribution* times = of(name)) {
      median = quantile(*times, 0.5);
      p95 = quantile(*times, 0.95);
      p99 = quantile(*times, 0.99);
    }
  };
  for (report::QueueResult& queue : results.queues) {
    const std::string name = report::place_name(queue.device, queue.port, queue.traffic_class);
    fill_three(name + ".viq", queue.viq_median_bytes, queue.viq_p95_bytes, queue.viq_p99_bytes);
    fill_three(name + ".veq", queue.veq_median_bytes, queue.veq_p95_bytes, queue.veq_p99_bytes);
  }
  for (report::BufferResult& buffer : results.buffers) {
    fill_three(buffer.device + ".viqs", buffer.viqs_median_bytes, buffer.viqs_p95_bytes, buffer.viqs_p99_bytes);
  }
}

std::string Occupancy::csv() const {
  std::string text = "of,from_bytes,to_bytes,time_ps\n";
  for (const auto& [name, depth] : depths_) {
    for (const host::Distribution::Bin& bin : depth.times.bins()) {
      text += fmt::format("{},{},{},{:.0f}\n", name, bin.from, bin.to, bin.weight);
    }
  }
  return text;
}

}  // namespace weir
