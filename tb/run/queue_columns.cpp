// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/queue_columns.h"

#include "tb/report/human.h"

namespace weir {

void QueueColumns::add(PortId port, ClassId c) {
  const egress::DetectorRow* row = net_.devices[device_]->egress().watchers().detectors(port);
  Queue queue{.port = port,
              .traffic_class = c,
              .detectors = 0,
              .waiting = row != nullptr && row->waits_at_inputs() ? row : nullptr,
              .held_before = Time(0)};
  for (std::size_t i = 0; row != nullptr && i < row->size(); ++i) {
    if ((*row)[i].probe()) {
      shown_.push_back(&(*row)[i]);
      ++queue.detectors;
    }
  }
  columns_ += kAQueue + (queue.waiting != nullptr ? 1 : 0) + queue.detectors;
  queues_.push_back(queue);
}

void QueueColumns::each(const Visit& visit) const {
  const network::Device& device = net_.devices[device_];
  auto detector = shown_.begin();
  for (const Queue& one : queues_) {
    const std::string queue =
        report::place_name(net_.topology.devices[device_].name, static_cast<unsigned>(one.port.index()),
                           static_cast<unsigned>(one.traffic_class.index()));
    const auto column = [&](const std::string& name, const std::string& unit) {
      visit(queue, queue + "." + name, unit);
    };
    const auto state = [&](const Probe& probe) { column(probe.name, probe.unit); };
    column("viq_depth_bytes", "bytes");
    column("veq_depth_bytes", "bytes");
    state(device->engine(one.port).receiver_probe());
    state(device->engine(one.port).sender_probe());
    column("paused_ratio", "ratio");
    if (one.waiting != nullptr) {
      column("waiting_depth_bytes", "bytes");
    }
    for (unsigned i = 0; i < one.detectors; ++i) {
      state(*(*detector++)->probe());
    }
  }
}

void QueueColumns::sample(Time t, Time interval, std::span<double> values) {
  const network::Device& device = net_.devices[device_];
  auto value = values.begin();
  auto detector = shown_.begin();
  for (Queue& queue : queues_) {
    const PortId p = queue.port;
    const ClassId c = queue.traffic_class;
    const flow_control::BenchView& engine = device->engine(p);
    const Bytes veq = device->egress().veq_depth(p, c);
    *value++ = static_cast<double>(device->viq_depth(p, c).count());
    *value++ = static_cast<double>(veq.count());
    *value++ = static_cast<double>(engine.receiver_state(c));
    *value++ = static_cast<double>(engine.sender_state(c));
    const Time held = device->egress().counters(p, c).held.total(t);
    *value++ = static_cast<double>((held - queue.held_before).count()) / static_cast<double>(interval.count());
    queue.held_before = held;
    if (queue.waiting != nullptr) {
      *value++ = static_cast<double>(queue.waiting->waiting(c, veq).count());
    }
    for (unsigned i = 0; i < queue.detectors; ++i) {
      *value++ = static_cast<double>((*detector++)->state(c));
    }
  }
}

}  // namespace weir
