// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a run measured: the content of summary.json and timeseries.csv, in memory.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/base/units.h"

namespace weir::report {

struct FlowResult {
  std::string name;
  std::string src;
  std::string dst;
  std::uint64_t sent_packets = 0;
  std::uint64_t delivered_packets = 0;
  std::uint64_t delivered_bytes = 0;
  double mean_bps = 0;    // delivered frame bits over the time from the flow's start to the end of the run
  double steady_bps = 0;  // the same over the last quarter of the run
  std::optional<double> fct_seconds;
  std::uint64_t ce_packets = 0;
  std::uint64_t ue_packets = 0;
};

// One (device, port, class) that saw traffic: receiving side (VIQ, pauses sent) and sending side (VEQ, pauses obeyed).
struct QueueResult {
  std::string device;
  unsigned port = 0;
  unsigned traffic_class = 0;
  std::string peer;  // device at the other end of the port's cable
  std::int64_t viq_peak_bytes = 0;
  std::int64_t viq_headroom_peak_bytes = 0;  // the most that the VIQ has held of headroom
  std::int64_t viq_final_bytes = 0;
  double viq_steady_bytes = 0;            // mean of the samples in the last quarter of the run
  std::int64_t viq_steady_low_bytes = 0;  // lowest and highest sample there
  std::int64_t viq_steady_high_bytes = 0;
  std::int64_t veq_peak_bytes = 0;
  std::int64_t xoff_bytes = 0;  // the VIQ depth at which the scheme first acts; 0: none
  std::uint64_t pauses_sent = 0;
  std::uint64_t resumes_sent = 0;
  std::uint64_t pauses_received = 0;  // sending side
  std::uint64_t feedback_frames = 0;
  std::uint64_t feedback_bytes = 0;
  double pausing_seconds = 0;        // in which the peer stood told to pause
  double paused_seconds = 0;         // sending side
  double hold_and_wait_seconds = 0;  // sending side
  std::uint64_t received_packets = 0;
  std::uint64_t sent_packets = 0;
  std::map<std::string, std::uint64_t> drops;  // by reason
};

// The buffer of a switch.
struct BufferResult {
  std::string device;
  std::int64_t buffer_bytes = 0;       // in whole cells
  std::int64_t buffer_peak_bytes = 0;  // the most that was in use, in whole cells
  std::int64_t headroom_pool_bytes = 0;
  std::int64_t headroom_pool_peak_bytes = 0;
};

// A (switch, port, class) that has sent no PFC, and why.
struct QuietQueue {
  std::string queue;  // "s1.p2.c0"; empty: all of the network
  std::int64_t viq_peak_bytes = 0;
  std::int64_t xoff_bytes = 0;  // at or above which it would have; the lowest, where it moves. 0: none
  std::string reason;           // a word of quiet_queues.h
  std::string text;
};

struct Deadlock {
  double formed_at_seconds = 0;
  std::vector<std::string> cycle;  // "s1.p2.c0": device.port.class of each blocked egress queue, in waiting order
};

struct ExpectationResult {
  std::string text;
  bool held = false;
  std::optional<double> value;
};

// What a detector inside the chip declared (the oracle's finding is Results::deadlock).
struct Detection {
  double at_seconds = 0;
  std::string mechanism;  // "itsy"
  std::string place;      // "s1.p2.c0"
  std::string text;
};

struct Results {
  std::string scenario;
  std::string version;  // of weir: program_version()
  std::string description;
  std::string source;
  std::uint64_t seed = 0;
  double simulated_seconds = 0;
  double wall_seconds = 0;
  bool partial = false;  // ended before the scenario's duration
  std::uint64_t packets_injected = 0;
  std::uint64_t packets_delivered = 0;
  std::uint64_t packets_in_network = 0;  // buffered or on a wire at the end
  std::uint64_t packet_hops = 0;         // link-hops of packets of any kind
  std::uint64_t kernel_events = 0;       // timed events of all devices; the same with quantum on and off
  std::vector<FlowResult> flows;
  std::vector<QueueResult> queues;
  std::vector<BufferResult> buffers;
  std::vector<QuietQueue> quiet_queues;  // under schemes with PAUSE frames, and without flow control
  std::map<std::string, std::uint64_t> drops;
  std::optional<Deadlock> deadlock;
  std::vector<Detection> detections;
  std::vector<ExpectationResult> expectations;
  std::vector<std::string> warnings;
  std::vector<std::string> faults;  // lossless drops: packet, queue, bound
};

// Sampled values, one column a probe. A name is <what>.<quantity>, the quantity ending in its unit where it has one.
// The report draws one plot a quantity; these it knows, and gives a title of its own:
//   s1.p2.c0.viq_depth_bytes      s1.p2.c0.veq_depth_bytes     VIQ and VEQ depth at the time of the sample
//   flow.f1.delivered_bps                                      delivered since the sample before
//   s1.p2.c0.assigned_rate_bps    s1.p2.c0.stage               what the upstream's limiter has been told
//   s1.p2.c0.paused_ratio                                      part of the time since the sample before
// Any other quantity gets a plot with its name as title.
struct TimeSeries {
  struct Column {
    std::string name;
    std::string unit;            // "bytes", "bps", "ratio", "seconds", "packets"; empty: a plain number
    std::vector<double> values;  // one a sample, finite
  };
  std::vector<Time> times;
  std::vector<Column> columns;
};

// What the report draws beside the plots.
struct NetworkDrawing {
  struct Device {
    std::string name;
    bool host = false;
  };
  struct Cable {
    std::string a, b;
    unsigned a_port = 0, b_port = 0;
    std::string label;  // "10Gbps 1us"
  };
  std::vector<Device> devices;
  std::vector<Cable> cables;
};

}  // namespace weir::report
