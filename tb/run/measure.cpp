// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/measure.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "tb/host/flow.h"
#include "tb/report/human.h"
#include "tb/run/feedback_share.h"
#include "tb/run/measure_links.h"
#include "tb/run/quiet.h"
#include "tb/run/quotients.h"
#include "tb/scenario/builder.h"

namespace weir {

namespace {

constexpr auto kTagBytes = static_cast<std::uint64_t>(frame::kControlFrameLength.count());

void count_drops(const asic::DropCounters& drops, report::QueueResult& queue) {
  const auto count = [&](std::string_view reason, std::uint64_t packets) {
    if (packets > 0) {
      queue.drops[std::string(reason)] += packets;
    }
  };
  for (std::size_t i = 0; i < mmu::kAdmissions; ++i) {
    const auto admission = static_cast<mmu::Admission>(i);
    count(mmu::name(admission), mmu::is_drop(admission) ? drops.admission[i] : 0);
  }
  for (std::size_t i = 0; i < frame::kDecodeErrors; ++i) {
    const auto error = static_cast<frame::DecodeError>(i);
    count(frame::name(error), drops.of(error));
  }
  count("not_ip", drops.not_ip);
  count("refused", drops.refused);
  count("policed", drops.policed);
  count("no_route", drops.no_route);
  count("no_class", drops.no_class);
  count("no_channel", drops.no_channel);
  count("pfcwd", drops.pfcwd + drops.pfcwd_waiting);
  count("watchdog", drops.watchdog);
  count("resolution", drops.resolution);
  count("reset", drops.reset + drops.reset_waiting);
  count("link_down", drops.link_down);
}

report::QueueResult measure_queue(const network::Network& net, std::size_t device, PortId p, ClassId c, Time end) {
  const network::Device& d = net.devices[device];
  report::QueueResult r;
  r.device = net.topology.devices[device].name;
  r.port = static_cast<unsigned>(p.index());
  r.traffic_class = static_cast<unsigned>(c.index());
  r.peer = net.topology.devices[net.peers[device][p.index()].device].name;
  if (d.asic) {
    r.viq_peak_bytes = d.asic->mmu().counters(p, c).peak.count();
    r.viq_headroom_peak_bytes = d.asic->mmu().headroom_peak(p, c).count();
    r.received_packets = d.asic->mmu().counters(p, c).admitted;
    count_drops(d.asic->drops(p, c), r);
  } else {
    r.viq_peak_bytes = d.nic->intake().peak(c).count();
  }
  r.viq_final_bytes = d->viq_depth(p, c).count();
  const egress::QueueCounters& sent = d->egress().counters(p, c);
  r.veq_peak_bytes = sent.peak.count();
  if (const egress::DetectorRow* detectors = d->egress().watchers().detectors(p)) {
    r.waiting_peak_bytes = detectors->waiting_peak(c).count();
  }
  r.sent_packets = sent.sent;
  const Time paused = sent.held.total(end);
  r.paused_seconds = seconds(paused);
  r.paused_share = share_of_time(paused, end);
  r.hold_and_wait_seconds = seconds(sent.hold_and_wait.total(end));
  if (sent.hold_and_wait.running()) {
    r.standing_hold_seconds = seconds(end - sent.hold_and_wait.since());
  }
  const flow_control::FlowControl& engine = d->engine(p);
  const flow_control::ClassCounters& counters = engine.counters(c);
  if (d.asic && engine.input_judge() != nullptr && engine.lossless(c)) {
    r.gate_wait_seconds = seconds(d.asic->crossbar().longest_refused(p, c, end));
  }
  r.xoff_bytes = engine.lossless(c) ? engine.first_threshold_of(c).count() : 0;
  r.pauses_sent = counters.pauses_sent;
  const Time pausing = engine.pausing(c, end);
  r.pausing_seconds = seconds(pausing);
  r.pausing_share = share_of_time(pausing, end);
  r.resumes_sent = counters.resumes_sent;
  r.pauses_received = counters.pauses_received;
  r.feedback_frames = counters.feedback_frames;
  return r;
}

// The bytes of a port's feedback frames, each frame once, shared by how often they spoke of a class. `queues`: of the
// port's classes in order.
void share_feedback(std::int64_t bytes, std::span<report::QueueResult> queues) {
  std::int64_t all = 0;
  for (const report::QueueResult& queue : queues) {
    all += static_cast<std::int64_t>(queue.feedback_frames);
  }
  std::int64_t shared = 0;
  std::int64_t before = 0;
  for (report::QueueResult& queue : queues) {
    shared += static_cast<std::int64_t>(queue.feedback_frames);
    const auto until = all > 0 ? static_cast<std::int64_t>(Wide{bytes} * shared / all) : 0;
    queue.feedback_bytes = static_cast<std::uint64_t>(until - before);
    before = until;
  }
}

bool saw_traffic(const report::QueueResult& r) {
  return r.received_packets + r.sent_packets + r.feedback_frames > 0 || r.viq_peak_bytes > 0 || r.veq_peak_bytes > 0 ||
         !r.drops.empty();
}

void measure_buffer(const network::Network& net, std::size_t device, report::Results& results) {
  if (!net.devices[device].asic) {
    return;
  }
  const mmu::Mmu& mmu = net.devices[device].asic->mmu();
  report::BufferResult& buffer = results.buffers.emplace_back();
  buffer.device = net.topology.devices[device].name;
  const auto bytes = [&](std::int64_t cells) { return (cells * mmu.config().cell).count(); };
  buffer.buffer_bytes = bytes(mmu.buffer().cells());
  buffer.buffer_peak_bytes = bytes(mmu.buffer().peak());
  buffer.headroom_pool_bytes = bytes(mmu.headroom_pool().cells());
  buffer.headroom_pool_peak_bytes = bytes(mmu.headroom_pool().peak());
}

}  // namespace

void measure_flows(const scenario::Scenario& scenario, const network::Network& net, Time end,
                   report::Results& results) {
  const Time steady_from = scenario.duration - scenario.duration / 4;
  for (const host::FlowSpec& spec : net.flows) {
    const host::FlowMeasurement& m = net.measurements[spec.index];
    if (spec.workload != host::kListed) {
      continue;
    }
    const scenario::Flow& flow = scenario.flows[spec.index];
    report::FlowResult r;
    r.name = flow.name;
    r.src = net.topology.devices[flow.source].name;
    r.dst = net.topology.devices[flow.destination].name;
    r.sent_packets = m.sent.packets;
    r.delivered_packets = m.received.packets;
    r.delivered_bytes = m.received.bytes;
    r.ce_packets = m.received.marked;
    r.ue_packets = m.received.undetermined;
    r.retransmitted_packets = m.sent.retransmitted;
    r.discarded_packets = m.received.discarded;
    r.notifications_received = m.sent.notifications;
    r.ce_cnps = m.sent.told_ce;
    r.ue_cnps = m.sent.told_ue;
    r.tags_sent = m.sent.tags;
    r.tags_returned = m.sent.tags_returned;
    r.tags_lowered = m.sent.tags_lowered;
    r.tag_bytes = m.received.tags * kTagBytes;
    r.longest_tag_seconds = seconds(m.sent.longest_tag);
    r.timeouts = m.sent.timeouts;
    r.transactions = m.sent.transactions;
    if (m.sent.transactions > 0) {
      r.mean_transaction_seconds = seconds(m.sent.transaction_time) / static_cast<double>(m.sent.transactions);
    }
    r.mean_bps = bits_per_second(m.received.bytes, end - m.sent.started);
    if (end >= scenario.duration) {
      const Time steady = end - std::max(steady_from, m.sent.started);
      r.steady_bps = bits_per_second(m.received.steady_bytes, steady);
      r.steady_tagged_bps = bits_per_second(m.received.steady_bytes + m.received.steady_tags * kTagBytes, steady);
    }
    if (spec.demand.packets > 0 && m.received.packets == spec.demand.packets) {
      r.fct_seconds = seconds(m.received.last - m.sent.started);
    }
    results.flows.push_back(std::move(r));
  }
}

void measure_device(const scenario::Scenario& scenario, const network::Network& net, std::size_t device, Time end,
                    report::Results& results) {
  const network::Device& dev = net.devices[device];
  const std::size_t first = results.queues.size();
  for (std::size_t p = 0; p < net.topology.devices[device].ports; ++p) {
    std::array<report::QueueResult, kClasses> queues;
    for (std::size_t c = 0; c < kClasses; ++c) {
      queues[c] = measure_queue(net, device, PortId(p), ClassId(c), end);
    }
    share_feedback(feedback_sent(dev, PortId(p)).count(), queues);
    for (report::QueueResult& queue : queues) {
      if (!saw_traffic(queue)) {
        continue;
      }
      const auto target = congestion::target_of(scenario.device_of(device).congestion, ClassId(queue.traffic_class));
      if (dev.asic != nullptr && target) {
        queue.veq_target_bytes = target->count();
      }
      for (const auto& [reason, packets] : queue.drops) {
        results.drops[reason] += packets;
      }
      results.queues.push_back(std::move(queue));
    }
  }
  measure_buffer(net, device, results);
  find_quiet_queues(scenario, net, device, std::span(results.queues).subspan(first), results);
  measure_links(net, device, end, results);
  results.kernel_events += dev->events();
  results.packet_hops += dev->frames_sent();
}

void report_events(const scenario::Scenario& scenario, const scenario::RunEvents& events, Time end,
                   report::Results& results) {
  const auto in_seconds = [](const std::optional<Time>& at) { return at ? std::optional(seconds(*at)) : std::nullopt; };
  const std::vector<std::optional<Time>> times = events.times(end);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const scenario::ScenarioEvent& event = scenario.events[i];
    results.events.push_back(
        {event.name, event.when_text, event.what_text, in_seconds(times[i]), in_seconds(events.done(i, end))});
  }
}

void measure_steady(const report::TimeSeries& series, Time end, report::Results& results) {
  if (results.partial) {
    return;
  }
  const auto first = static_cast<std::size_t>(
      std::lower_bound(series.times.begin(), series.times.end(), end - end / 4) - series.times.begin());
  for (report::QueueResult& queue : results.queues) {
    const std::string name = queue.device + ".p" + std::to_string(queue.port) + ".c" +
                             std::to_string(queue.traffic_class) + ".viq_depth_bytes";
    const auto column = std::find_if(series.columns.begin(), series.columns.end(),
                                     [&](const auto& candidate) { return candidate.name == name; });
    if (column == series.columns.end() || first >= column->values.size()) {
      continue;
    }
    const auto from = column->values.begin() + static_cast<std::ptrdiff_t>(first);
    double sum = 0;
    std::for_each(from, column->values.end(), [&](double value) { sum += value; });
    const auto [low, high] = std::minmax_element(from, column->values.end());
    queue.viq_steady_bytes = sum / static_cast<double>(column->values.end() - from);
    queue.viq_steady_low_bytes = static_cast<std::int64_t>(*low);
    queue.viq_steady_high_bytes = static_cast<std::int64_t>(*high);
  }
}

report::NetworkDrawing drawing_of(const network::Topology& topology) {
  report::NetworkDrawing drawing;
  for (const network::DeviceSpec& device : topology.devices) {
    drawing.devices.push_back({device.name, device.kind == network::DeviceKind::kHost});
  }
  for (const network::Cable& cable : topology.cables) {
    drawing.cables.push_back({topology.devices[cable.a.device].name, topology.devices[cable.b.device].name,
                              static_cast<unsigned>(cable.a.port.index()), static_cast<unsigned>(cable.b.port.index()),
                              report::human_rate(static_cast<double>(cable.link.rate.count())) + ", " +
                                  report::human_seconds(seconds(cable.link.delay))});
  }
  return drawing;
}

}  // namespace weir
