// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The measurements of the queues and buffers of a switch or host.

#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tb/report/field.h"

namespace weir::report {

using Counts = std::map<std::string, std::uint64_t>;  // packets by reason

inline std::uint64_t total(const Counts& counts) {
  std::uint64_t sum = 0;
  for (const auto& [reason, count] : counts) {
    sum += count;
  }
  return sum;
}

inline std::uint64_t packets_of(const Counts& counts, const std::string& reason) {
  const auto count = counts.find(reason);
  return count == counts.end() ? 0 : count->second;
}

// One (device, port, class) that saw traffic: receiving side (VIQ, pauses sent) and sending side (VEQ, pauses obeyed).
struct QueueResult {
  std::string device;
  unsigned port = 0;
  unsigned traffic_class = 0;
  std::string peer;
  std::int64_t viq_peak_bytes = 0;
  std::int64_t viq_headroom_peak_bytes = 0;
  std::int64_t viq_final_bytes = 0;
  std::optional<double> viq_steady_bytes;
  std::optional<std::int64_t> viq_steady_low_bytes;
  std::optional<std::int64_t> viq_steady_high_bytes;
  std::int64_t veq_peak_bytes = 0;
  std::optional<std::int64_t> waiting_peak_bytes;
  std::int64_t xoff_bytes = 0;
  std::optional<std::int64_t> veq_target_bytes;
  std::uint64_t pauses_sent = 0;
  std::uint64_t resumes_sent = 0;
  std::uint64_t pauses_received = 0;
  std::uint64_t feedback_frames = 0;
  std::uint64_t feedback_bytes = 0;
  double pausing_seconds = 0;
  double paused_seconds = 0;
  double hold_and_wait_seconds = 0;
  std::optional<double> standing_hold_seconds;
  std::optional<double> gate_wait_seconds;
  double pausing_share = 0;
  double paused_share = 0;
  std::optional<std::int64_t> viq_median_bytes;
  std::optional<std::int64_t> viq_p95_bytes;
  std::optional<std::int64_t> viq_p99_bytes;
  std::optional<std::int64_t> veq_median_bytes;
  std::optional<std::int64_t> veq_p95_bytes;
  std::optional<std::int64_t> veq_p99_bytes;
  std::uint64_t received_packets = 0;
  std::uint64_t sent_packets = 0;
  Counts drops;
};

inline double longest_hold_and_wait(const std::vector<QueueResult>& queues) {
  double longest = 0;
  for (const QueueResult& queue : queues) {
    longest = std::max(longest, queue.hold_and_wait_seconds);
  }
  return longest;
}

// A depth quantile over time: a depth not exceeded for the given part of the run.
constexpr Said occupancy_said(std::string_view word, std::string_view meaning, std::string_view expect,
                              std::string_view heading) {
  return {.word = word,
          .meaning = meaning,
          .measure = Measure::kBytes,
          .expect = expect,
          .heading = heading,
          .needs = Needs::kOccupancy,
          .where_any = true,
          .left_out = true};
}

// The tables have their own first columns for the queue's name, its peer, the highest VIQ and XOFF.
template <>
struct Fields<QueueResult> {
  using Q = QueueResult;
  static constexpr std::tuple all{
      field(&Q::device, {.word = "device", .meaning = "Switch or host."}),
      field(&Q::port, {.word = "port", .meaning = "Port of the device."}),
      field(&Q::traffic_class, {.word = "class", .meaning = "Traffic class.", .highest = 7}),
      field(&Q::peer, {.word = "peer", .meaning = "Device at the other end of the port's cable."}),
      field(&Q::viq_peak_bytes,
            {.word = "viq_peak_bytes",
             .meaning =
                 "Highest depth of the VIQ (virtual ingress queue: buffered bytes that came in through this port).",
             .measure = Measure::kBytes,
             .expect = "viq_peak"}),
      field(&Q::viq_headroom_peak_bytes, {.word = "viq_headroom_peak_bytes",
                                          .meaning = "Most bytes of headroom that the VIQ has held.",
                                          .measure = Measure::kBytes,
                                          .heading = "headroom"}),
      field(&Q::viq_final_bytes, {.word = "viq_final_bytes",
                                  .meaning = "Depth of the VIQ at the end of the run.",
                                  .measure = Measure::kBytes,
                                  .expect = "viq_final"}),
      field(&Q::viq_steady_bytes, {.word = "viq_steady_bytes",
                                   .meaning = "Mean of the VIQ's samples in the last quarter of the run; null: there "
                                              "are no such samples, or the run ended early.",
                                   .measure = Measure::kBytes,
                                   .expect = "viq_steady",
                                   .heading = "steady VIQ",
                                   .console = "VIQ steady",
                                   .needs = Needs::kSamples}),
      field(&Q::viq_steady_low_bytes,
            {.word = "viq_steady_low_bytes",
             .meaning = "Lowest of the VIQ's samples in the last quarter of the run; null: as `viq_steady_bytes`.",
             .measure = Measure::kBytes,
             .expect = "viq_steady_low",
             .needs = Needs::kSamples}),
      field(&Q::viq_steady_high_bytes,
            {.word = "viq_steady_high_bytes",
             .meaning = "Highest of the VIQ's samples in the last quarter of the run; null: as `viq_steady_bytes`.",
             .measure = Measure::kBytes,
             .expect = "viq_steady_high",
             .needs = Needs::kSamples}),
      field(&Q::veq_peak_bytes,
            {.word = "veq_peak_bytes",
             .meaning = "Highest depth of the VEQ (virtual egress queue: bytes that wait to leave through this port).",
             .measure = Measure::kBytes,
             .expect = "veq_peak",
             .heading = "highest VEQ",
             .console = "VEQ peak"}),
      field(&Q::waiting_peak_bytes,
            {.word = "waiting_peak_bytes",
             .meaning = "Most bytes that waited for this port, in the VEQ and at inputs, behind a packet that left: "
                        "the depth that congestion detectors see; left out where the port has no congestion detector.",
             .measure = Measure::kBytes,
             .heading = "highest waiting",
             .where_any = true,
             .left_out = true}),
      derived(+[](const Q& q) { return q.waiting_peak_bytes.value_or(0); },
              {.meaning = "Most bytes that waited for this port, in the VEQ and at inputs, behind a packet that left; "
                          "0: the port has no congestion detector.",
               .measure = Measure::kBytes,
               .expect = "waiting_peak"}),
      field(&Q::xoff_bytes,
            {.word = "xoff_bytes",
             .meaning = "VIQ depth at which flow control first acts; 0: flow control does not act on this depth.",
             .measure = Measure::kBytes}),
      field(&Q::veq_target_bytes, {.word = "veq_target_bytes",
                                   .meaning = "Bytes waiting for this port at which FERA or BCN aims, its Q_eq; left "
                                              "out where the port has no such detector.",
                                   .measure = Measure::kBytes,
                                   .where_any = true,
                                   .left_out = true}),
      field(&Q::pauses_sent, {.word = "pauses_sent",
                              .meaning = "PAUSE frames sent for this class, refreshes included.",
                              .expect = "pauses_sent",
                              .heading = "pauses sent",
                              .console = "pauses"}),
      field(&Q::resumes_sent, {.word = "resumes_sent",
                               .meaning = "RESUME frames sent for this class.",
                               .expect = "resumes_sent",
                               .heading = "resumes sent",
                               .console = "resumes"}),
      field(&Q::pauses_received, {.word = "pauses_received",
                                  .meaning = "PAUSE frames for this class that this port obeyed.",
                                  .heading = "pauses received"}),
      field(&Q::feedback_frames, {.word = "feedback_frames",
                                  .meaning = "Frames of flow control, of any kind, that named this class.",
                                  .expect = "feedback_frames",
                                  .heading = "feedback frames",
                                  .console = "feedback"}),
      field(&Q::feedback_bytes, {.word = "feedback_bytes",
                                 .meaning = "Bytes of the port's flow-control frames, each frame counted once, divided "
                                            "among the classes in proportion to `feedback_frames`.",
                                 .measure = Measure::kBytes,
                                 .expect = "feedback_bytes"}),
      field(
          &Q::pausing_seconds,
          {.word = "pausing_seconds",
           .meaning = "Time in which the other end was told to pause what fills the VIQ: from the PAUSE to the RESUME.",
           .measure = Measure::kTime,
           .heading = "pausing",
           .console = "pausing"}),
      field(&Q::paused_seconds, {.word = "paused_seconds",
                                 .meaning = "Time in which flow control held this queue, empty or not.",
                                 .measure = Measure::kTime,
                                 .expect = "paused",
                                 .heading = "paused",
                                 .console = "paused"}),
      field(&Q::hold_and_wait_seconds,
            {.word = "hold_and_wait_seconds",
             .meaning = "Time in which flow control held this queue and the queue had packets.",
             .measure = Measure::kTime,
             .expect = "hold_and_wait",
             .heading = "hold-and-wait",
             .console = "hold-and-wait"}),
      field(&Q::standing_hold_seconds,
            {.word = "standing_hold_seconds",
             .meaning = "Time up to the end of the run in which the queue had packets and flow control held it "
                        "throughout; left out where it does not hold a queue with packets at the end.",
             .measure = Measure::kTime,
             .left_out = true}),
      derived(+[](const Q& q) { return q.standing_hold_seconds.value_or(0); },
              {.meaning = "Time up to the end of the run in which the queue had packets and flow control held it "
                          "throughout; 0: not held with packets at the end.",
               .measure = Measure::kTime,
               .expect = "standing_hold"}),
      field(&Q::gate_wait_seconds,
            {.word = "gate_wait_seconds",
             .meaning = "Longest time that a packet of the VIQ waited at the head of its queue because flow control "
                        "let no output take the packet; left out under schemes that do not judge inputs.",
             .measure = Measure::kTime,
             .heading = "longest at the gate",
             .where_any = true,
             .left_out = true}),
      derived(+[](const Q& q) { return q.gate_wait_seconds.value_or(0); },
              {.meaning = "Longest time that a packet of the VIQ waited at the head of its queue because flow control "
                          "let no output take the packet.",
               .measure = Measure::kTime,
               .expect = "gate_wait"}),
      field(&Q::pausing_share, {.word = "pausing_share",
                                .meaning = "Part of the simulated time in which the other end was told to pause.",
                                .measure = Measure::kRatio,
                                .expect = "pausing_share",
                                .heading = "part pausing",
                                .where_any = true}),
      field(&Q::paused_share,
            {.word = "paused_share",
             .meaning = "Part of the simulated time in which flow control held this queue, empty or not.",
             .measure = Measure::kRatio,
             .expect = "paused_share",
             .heading = "part paused",
             .where_any = true}),
      field(&Q::viq_median_bytes,
            occupancy_said("viq_median_bytes", "Depth that the VIQ did not exceed for half of the time.", "viq_median",
                           "VIQ median")),
      field(&Q::viq_p95_bytes,
            occupancy_said("viq_p95_bytes", "Depth that the VIQ did not exceed for 95 % of the time.", "viq_p95",
                           "VIQ 95 %")),
      field(&Q::viq_p99_bytes,
            occupancy_said("viq_p99_bytes", "Depth that the VIQ did not exceed for 99 % of the time.", "viq_p99",
                           "VIQ 99 %")),
      field(&Q::veq_median_bytes,
            occupancy_said("veq_median_bytes", "Depth that the VEQ did not exceed for half of the time.", "veq_median",
                           "VEQ median")),
      field(&Q::veq_p95_bytes,
            occupancy_said("veq_p95_bytes", "Depth that the VEQ did not exceed for 95 % of the time.", "veq_p95",
                           "VEQ 95 %")),
      field(&Q::veq_p99_bytes,
            occupancy_said("veq_p99_bytes", "Depth that the VEQ did not exceed for 99 % of the time.", "veq_p99",
                           "VEQ 99 %")),
      field(&Q::received_packets,
            {.word = "received_packets",
             .meaning = "Data packets that came in through this port and that the switch admitted; 0 for a host."}),
      field(&Q::sent_packets, {.word = "sent_packets", .meaning = "Data packets that left through this port."}),
      field(&Q::drops,
            {.word = "drops_by_reason", .meaning = "Packets of this port and class that were dropped, by reason."}),
      derived(+[](const Q& queue) { return total(queue.drops); },
              {.word = "drops",
               .meaning = "Packets of this port and class that were dropped.",
               .expect = "drops",
               .heading = "drops"}),
  };
};

// The queue with the longest hold at the end of the run; null: no queue is held then.
inline const QueueResult* longest_standing(const std::vector<QueueResult>& queues) {
  const auto longest = std::max_element(queues.begin(), queues.end(), [](const QueueResult& a, const QueueResult& b) {
    return a.standing_hold_seconds.value_or(0) < b.standing_hold_seconds.value_or(0);
  });
  return longest != queues.end() && longest->standing_hold_seconds ? &*longest : nullptr;
}

// The duration of that queue's hold; null: 0.
inline double standing_hold(const QueueResult* queue) {
  return queue == nullptr ? 0 : queue->standing_hold_seconds.value_or(0);
}

// The buffer of a switch.
struct BufferResult {
  std::string device;
  std::int64_t buffer_bytes = 0;
  std::int64_t buffer_peak_bytes = 0;
  std::int64_t headroom_pool_bytes = 0;
  std::int64_t headroom_pool_peak_bytes = 0;
  std::optional<std::int64_t> viqs_median_bytes = {};
  std::optional<std::int64_t> viqs_p95_bytes = {};
  std::optional<std::int64_t> viqs_p99_bytes = {};
};

template <>
struct Fields<BufferResult> {
  using B = BufferResult;
  static constexpr std::tuple all{
      field(&B::device, {.word = "device", .meaning = "Switch."}),
      field(&B::buffer_bytes, {.word = "buffer_bytes",
                               .meaning = "Size of the switch's packet buffer, in whole cells.",
                               .measure = Measure::kBytes,
                               .heading = "buffer"}),
      field(&B::buffer_peak_bytes, {.word = "buffer_peak_bytes",
                                    .meaning = "Most bytes of the packet buffer that were in use.",
                                    .measure = Measure::kBytes,
                                    .heading = "highest"}),
      field(&B::headroom_pool_bytes,
            {.word = "headroom_pool_bytes",
             .meaning =
                 "Bytes set aside for the headroom of all lossless VIQs together; 0: each VIQ has headroom of its own.",
             .measure = Measure::kBytes,
             .heading = "headroom pool",
             .where_any = true}),
      field(&B::headroom_pool_peak_bytes, {.word = "headroom_pool_peak_bytes",
                                           .meaning = "Most bytes of the headroom pool that were in use.",
                                           .measure = Measure::kBytes,
                                           .heading = "highest of the pool",
                                           .where_any = true}),
      field(&B::viqs_median_bytes,
            occupancy_said("viqs_median_bytes",
                           "Sum of the depths of the switch's VIQs that was not exceeded for half of the time.", "",
                           "median")),
      field(&B::viqs_p95_bytes,
            occupancy_said("viqs_p95_bytes",
                           "Sum of the depths of the switch's VIQs that was not exceeded for 95 % of the time.", "",
                           "95 %")),
      field(&B::viqs_p99_bytes,
            occupancy_said("viqs_p99_bytes",
                           "Sum of the depths of the switch's VIQs that was not exceeded for 99 % of the time.", "",
                           "99 %")),
  };
};

// A (switch, port, class) that has sent no PFC, and why.
struct QuietQueue {
  std::string queue;
  std::int64_t viq_peak_bytes = 0;
  std::int64_t xoff_bytes = 0;
  std::string reason;
  std::string text;
};

// In the order in which they are tried; quiet_queues.h says what each means.
inline constexpr std::string_view kQuietReasons[] = {
    "scheme_none",       "not_lossless",        "pauses_nobody", "nothing_received", "dropped_before_admission",
    "xoff_out_of_reach", "dropped_before_xoff", "below_xoff",    "not_sent"};

template <>
struct Fields<QuietQueue> {
  using Q = QuietQueue;
  static constexpr std::tuple all{
      field(&Q::queue, {.word = "queue", .meaning = "Queue as device.port.class; empty: all queues."}),
      field(&Q::viq_peak_bytes, {.word = "viq_peak_bytes",
                                 .meaning = "Highest depth that flow control compares with XOFF: that of the VIQ; "
                                            "under 802.3x the sum of the peaks of the port's lossless VIQs.",
                                 .measure = Measure::kBytes}),
      field(&Q::xoff_bytes, {.word = "xoff_bytes",
                             .meaning = "XOFF; where XOFF moves, the lowest value that it had; 0: there is no XOFF.",
                             .measure = Measure::kBytes}),
      field(&Q::reason,
            {.word = "reason", .meaning = "Why the queue has sent no PAUSE, in a word.", .one_of = kQuietReasons}),
      field(&Q::text, {.word = "text", .meaning = "Why the queue has sent no PAUSE, with the figures."}),
  };
};

}  // namespace weir::report
