// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/tests/regress/report/sample_run.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "tb/report/version.h"

namespace weir::report {

namespace {

using namespace weir::literals;  // NOLINT(google-build-using-namespace)

constexpr int kSwitches = 3;
constexpr int kSamples = 5000;
constexpr Time kInterval = 20_us;
constexpr double kFirstThreshold = 750e3;
constexpr double kBufferBytes = 1e6;

// A step of a small congruential generator: the sample must be the same on every machine.
double noise(std::uint32_t& state) {
  state = state * 1664525U + 1013904223U;
  return static_cast<double>(state >> 8) / static_cast<double>(1U << 24) - 0.5;
}

unsigned stage_of(double depth) {
  unsigned stage = 0;
  double threshold = kFirstThreshold;
  while (depth >= threshold && stage < 12) {
    ++stage;
    threshold = kBufferBytes - (kBufferBytes - kFirstThreshold) / std::pow(2.0, stage);
  }
  return stage;
}

struct Port {
  std::string place;
  double level;   // where the depth ends
  double settle;  // seconds
  double depth = 0;
};

struct Columns {
  TimeSeries& series;
  TimeSeries::Column& of(const std::string& name, const std::string& unit) {
    const auto found = std::ranges::find(series.columns, name, &TimeSeries::Column::name);
    return found != series.columns.end() ? *found : series.columns.emplace_back(TimeSeries::Column{name, unit, {}});
  }
};

void describe_ring(SampleRun& run, bool deadlock) {
  Results& results = run.results;
  results.scenario = deadlock ? "ring_pfc" : "ring_gfc_buffer_based";
  results.description =
      "Three switches in a ring, one host each; flow i takes two ring links to the host before it, so that each ring "
      "link carries two flows. 10 Gbps, 1 us links, 1 MB of input buffer a port.";
  results.source = "GFC, SIGCOMM '19, figures 1, 9 and 10";
  results.version = program_version();
  results.seed = 1;
  results.simulated_seconds = seconds(run.end);
  results.wall_seconds = 0.873;
  results.packets_injected = 62'512;
  results.packets_delivered = deadlock ? 4'133 : 61'240;
  results.packets_in_network = results.packets_injected - results.packets_delivered;
  results.packet_hops = 8'415'022;
  results.kernel_events = 300'000;
  for (int i = 1; i <= kSwitches; ++i) {
    run.network.devices.push_back({"s" + std::to_string(i), false});
    run.network.devices.push_back({"h" + std::to_string(i), true});
  }
  for (unsigned i = 1; i <= kSwitches; ++i) {
    const std::string name = "s" + std::to_string(i);
    run.network.cables.push_back({"h" + std::to_string(i), name, 0, 0, "10Gbps 1us"});
  }
  for (unsigned i = 1; i <= kSwitches; ++i) {
    run.network.cables.push_back(
        {"s" + std::to_string(i), "s" + std::to_string(i % kSwitches + 1), 1, 2, "10Gbps 1us"});
  }
}

void add_results(SampleRun& run, bool deadlock) {
  Results& results = run.results;
  const double rate = deadlock ? 0 : 4.998e9;
  for (int i = 1; i <= kSwitches; ++i) {
    FlowResult& flow = results.flows.emplace_back();
    flow.name = "f" + std::to_string(i);
    flow.src = "h" + std::to_string(i);
    flow.dst = "h" + std::to_string((i + 1) % kSwitches + 1);
    flow.sent_packets = 42'000;
    flow.delivered_packets = deadlock ? 1'377 : 41'650;
    flow.delivered_bytes = flow.delivered_packets * 1500;
    flow.mean_bps = deadlock ? 165.24e6 : 4.9981e9;
    flow.steady_bps = rate;
  }
  for (unsigned i = 1; i <= kSwitches; ++i) {
    for (unsigned port = 0; port < 3; ++port) {
      QueueResult& queue = results.queues.emplace_back();
      const bool host = port == 0;
      queue.device = "s" + std::to_string(i);
      queue.port = port;
      queue.peer = host ? "h" + std::to_string(i) : "s" + std::to_string(port == 1 ? i % 3 + 1 : (i + 1) % 3 + 1);
      queue.viq_peak_bytes = deadlock ? 868'500 : host ? 884'000 : port == 2 ? 301'500 : 0;
      queue.viq_final_bytes = deadlock ? 862'500 : host ? 840'000 : port == 2 ? 298'500 : 0;
      queue.viq_steady_bytes = static_cast<double>(queue.viq_final_bytes);
      queue.veq_peak_bytes = port == 1 ? 1'120'000 : port == 0 ? 18'000 : 0;
      queue.xoff_bytes = deadlock ? 800'000 : 750'000;
      queue.pauses_sent = deadlock ? 14 : 0;
      queue.resumes_sent = deadlock ? 13 : 0;
      queue.pauses_received = deadlock ? 14 : 0;
      queue.feedback_frames = deadlock ? 27 : 1'204;
      queue.feedback_bytes = queue.feedback_frames * 64;
      queue.pausing_seconds = deadlock ? 0.0958 : 0;
      queue.paused_seconds = deadlock ? 0.0957 : 0;
      queue.hold_and_wait_seconds = deadlock ? 0.0941 : 0;
      queue.sent_packets = queue.received_packets = 83'000;
    }
  }
  for (unsigned i = 1; i <= kSwitches; ++i) {
    results.buffers.push_back({"s" + std::to_string(i), 12'582'752, deadlock ? 1'731'392 : 1'331'200, 0, 0});
    if (deadlock) {
      results.quiet_queues.push_back(
          {"s" + std::to_string(i) + ".p1.c0", 0, 800'000, "nothing_received", "no packet of class 0 came in"});
    }
  }
  if (deadlock) {
    results.quiet_queues.push_back({"s1.p0.c3", 9'000, 0, "not_lossless", "class 3 is not in flow_control.lossless"});
    results.deadlock = Deadlock{0.0043125, {"s1.p1.c0", "s2.p1.c0", "s3.p1.c0"}};
    results.warnings.push_back(
        "headroom: port 0 keeps 200 KB after XOFF, the worst case needs 231.4 KB (GFC, equation 14)");
    results.faults.push_back(
        "packet 4711 of flow f2 (1500 B) lost at s2.p2.c0: VIQ 999.5 KB + 1500 B is above the buffer of 1 MB");
    results.losses.push_back({"s2", 2, 0, 1, 0.0051, 0.0051, "VIQ 999.5 KB + 1500 B is above the buffer of 1 MB"});
    results.drops["lossless_buffer_full"] = 1;
    results.queues[5].drops["lossless_buffer_full"] = 1;
  }
  results.expectations.push_back({"deadlock = false", !deadlock, deadlock ? 1.0 : 0.0});
  results.expectations.push_back({"flow.f1.steady_rate in 4.9Gbps..5.1Gbps", !deadlock, rate});
  results.expectations.push_back({"queue.s1.p0.c0.viq_peak <= 1MB", true, deadlock ? 868'500.0 : 884'000.0});
  results.expectations.push_back({"drops = 0", !deadlock, deadlock ? 1.0 : 0.0});
}

// What one switch's probes show, and the columns of the time series that go with it.
void add_switch(SampleRun& run, int number, bool deadlock) {
  const double stop = deadlock ? 0.0043125 : 1e9;
  const std::string device = "s" + std::to_string(number);
  Columns columns{run.series};
  Trace& trace = *run.traces.emplace_back(std::make_unique<Trace>());
  std::vector<Port> ports;
  for (int port = 0; port < 3; ++port) {
    const double level = port == 0 ? 840e3 : port == 2 ? 300e3 : 0;
    ports.push_back({"p" + std::to_string(port), deadlock ? 862.5e3 : level, 0.004 + 0.0011 * number + 0.0007 * port});
  }
  std::uint32_t random = static_cast<std::uint32_t>(number) * 977U;
  for (const Port& port : ports) {
    using Kind = Probe::Kind;
    trace.declare({device, port.place, "viq_depth_c0", "B", Kind::kNumber, 20, {}});
    trace.declare({device, port.place, "stage_c0", "", Kind::kNumber, 4, {}});
    trace.declare({device, port.place, "pause_state_c0", "", Kind::kState, 1, {"running", "paused"}});
    trace.declare({device, port.place, "gate_open_c0", "", Kind::kBit, 1, {}}, 1);
  }
  for (int sample = 0; sample < kSamples; ++sample) {
    const Time at = kInterval * (sample + 1);
    const bool stopped = seconds(at) > stop;
    for (std::size_t index = 0; index < ports.size(); ++index) {
      Port& port = ports[index];
      const double overshoot = 1 + 0.32 * std::exp(-std::pow((seconds(at) / port.settle - 2.2) / 0.7, 2));
      const double aim = port.level * (1 - std::exp(-seconds(at) / port.settle)) * (deadlock ? 1 : overshoot);
      if (!stopped) {
        port.depth = std::max(0.0, std::round((aim + (port.level > 0 ? 9e3 * noise(random) : 0)) / 1500) * 1500);
      }
      if (deadlock && stopped) {
        port.depth = port.level;
      }
      const std::string name = device + "." + port.place + ".c0.";
      const unsigned stage = deadlock ? 0 : stage_of(port.depth);
      const bool paused = deadlock && port.depth >= 800e3;
      columns.of(name + "viq_depth_bytes", "bytes").values.push_back(port.depth);
      columns.of(name + "veq_depth_bytes", "bytes").values.push_back(index == 1 ? 0.8 * ports[0].depth : 0);
      columns.of(name + "receiver_stage", "").values.push_back(stage);
      columns.of(name + "receiver_pause", "").values.push_back(paused ? 1 : 0);
      columns.of(name + "assigned_rate_bps", "bps").values.push_back(paused ? 0 : 10e9 / std::pow(2, stage));
      columns.of(name + "paused_ratio", "ratio").values.push_back(paused ? 1 : 0);
      const auto probe = static_cast<std::uint32_t>(4 * index);
      trace.record(at, probe, static_cast<std::uint64_t>(port.depth));
      trace.record(at, probe + 1, stage);
      trace.record(at, probe + 2, paused ? 1 : 0);
      trace.record(at, probe + 3, paused ? 0 : 1);
    }
    const double share = stopped ? 0 : 5e9 + 5e9 * std::exp(-seconds(at) / 0.002) + 6e7 * noise(random);
    columns.of("flow.f" + std::to_string(number) + ".delivered_bps", "bps").values.push_back(std::round(share));
  }
}

// The circle closes in three steps, 4.29 to 4.3125 ms; before, s1 is held for a moment.
Story circle_story(Time end) {
  Story story;
  story.end_ps = end.count();
  story.sentences = {
      {4'290'000'000, "s2.p2.c0", "xoff", "s2.p2.c0 pauses s1 at 801 KB (XOFF 800 KB), for good", {3}},
      {4'300'000'000, "s3.p2.c0", "xoff", "s3.p2.c0 pauses s2 at 801 KB (XOFF 800 KB), for good", {5}},
      {4'312'500'000, "s3.p1.c0", "last_edge", "s3.p1.c0 is held: the circle is closed", {7}},
      {75'000'000'000, "", "starved", "f1, f2, f3 deliver nothing from here to the end: held by the circle", {}},
      {std::nullopt, "", "behind", "a sentence about the whole run", {}}};
  story.queues = {"s1.p1.c0", "s2.p1.c0", "s3.p1.c0", "s2.p2.c0", "s3.p2.c0"};
  story.events.at_ps = {1'000'000'000, 1'000'000'000, 2'000'000'000, 4'290'000'000,
                        4'290'000'000, 4'300'000'000, 4'300'000'000, 4'312'500'000};
  story.events.what = {"pauses", "held", "freed", "pauses", "held", "pauses", "held", "held"};
  story.events.queue = {3, 0, 0, 3, 0, 4, 1, 2};
  story.events.depth_bytes.assign(8, 801'000);
  return story;
}

}  // namespace

SampleRun sample_ring(bool deadlock) {
  SampleRun run;
  run.end = kInterval * kSamples;
  for (int sample = 0; sample < kSamples; ++sample) {
    run.series.times.push_back(kInterval * (sample + 1));
  }
  describe_ring(run, deadlock);
  for (int number = 1; number <= kSwitches; ++number) {
    add_switch(run, number, deadlock);
  }
  add_results(run, deadlock);
  if (deadlock) {
    run.story = circle_story(run.end);
  }
  return run;
}

SampleRun sample_fat_tree(unsigned k) {
  SampleRun run;
  run.end = 1_ms;
  run.results.scenario = "fat_tree_" + std::to_string(k);
  run.results.version = program_version();
  run.results.simulated_seconds = seconds(run.end);
  run.results.wall_seconds = 1;
  const unsigned half = k / 2;
  const auto cable = [&](const std::string& lower, unsigned lower_port, const std::string& upper, unsigned upper_port) {
    run.network.cables.push_back({lower, upper, lower_port, upper_port, "10Gbps 1us"});
  };
  for (unsigned pod = 0; pod < k; ++pod) {
    for (unsigned i = 0; i < half; ++i) {
      const std::string edge = "se" + std::to_string(pod * half + i + 1);
      const std::string aggregation = "sa" + std::to_string(pod * half + i + 1);
      run.network.devices.push_back({edge, false});
      run.network.devices.push_back({aggregation, false});
      for (unsigned j = 0; j < half; ++j) {
        const std::string host = "h" + std::to_string((pod * half + i) * half + j);
        run.network.devices.push_back({host, true});
        cable(host, 0, edge, j);
        cable(edge, half + j, "sa" + std::to_string(pod * half + j + 1), i);
        cable(aggregation, half + j, "sc" + std::to_string(i * half + j + 1), pod);
      }
    }
  }
  for (unsigned core = 1; core <= half * half; ++core) {
    run.network.devices.push_back({"sc" + std::to_string(core), false});
  }
  const unsigned hosts = k * half * half;
  for (unsigned host = 0; k > 4 && host < hosts; ++host) {
    FlowResult& flow = run.results.flows.emplace_back();
    flow.src = "h" + std::to_string(host);
    flow.dst = "h" + std::to_string((host + hosts / 2) % hosts);
    flow.name = flow.src + "_to_" + flow.dst;
    flow.mean_bps = 1e6 * ((host * 37) % hosts);
  }
  run.story = Story{.end_ps = run.end.count(), .queues = {"sc1.p1.c0", "sa1.p0.c0"}};
  run.story->events = {{250'000'000, 300'000'000}, {"held", "held"}, {0, 1}, {0, 0}};
  run.results.deadlock = Deadlock{0.0005, {"sc1.p1.c0", "sa3.p3.c0", "sc2.p3.c0", "sa7.p2.c0"}};
  std::uint32_t random = 1;
  for (int sample = 1; sample <= 200; ++sample) {
    run.series.times.push_back(5_us * sample);
  }
  for (const NetworkDrawing::Cable& each : run.network.cables) {
    QueueResult& queue = run.results.queues.emplace_back();
    queue.device = each.b;
    queue.port = each.b_port;
    queue.peer = each.a;
    queue.xoff_bytes = 280'000;
    TimeSeries::Column& column = run.series.columns.emplace_back(
        TimeSeries::Column{each.b + ".p" + std::to_string(each.b_port) + ".c0.viq_depth_bytes", "bytes", {}});
    const double level = std::max(0.0, 5e5 * noise(random));
    for (int sample = 1; sample <= 200; ++sample) {
      column.values.push_back(std::round(level * (1 - std::exp(-sample / 30.0)) + 2e4 * (noise(random) + 0.5)));
    }
    queue.viq_peak_bytes = static_cast<std::int64_t>(*std::ranges::max_element(column.values));
    queue.pauses_sent = queue.viq_peak_bytes >= 240'000 ? 3 : 0;
  }
  return run;
}

}  // namespace weir::report
