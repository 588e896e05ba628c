// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/weir/capture.h"

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace weir {

Capture::Capture(network::Network& net, const std::vector<std::string>& taps, const report::RunDirectory& directory,
                 const std::string& comment)
    : writer_(directory.file("capture.pcapng"), "weir", comment) {
  for (const std::string& name : taps) {
    tap(net, name);
  }
}

void Capture::tap(network::Network& net, const std::string& name) {
  for (std::size_t d = 0; d < net.devices.size(); ++d) {
    const network::DeviceSpec& device = net.topology.devices[d];
    for (std::size_t p = 0; p < device.ports; ++p) {
      if (name != device.name + ".p" + std::to_string(p)) {
        continue;
      }
      const auto interface = static_cast<std::uint32_t>(interfaces_.size());
      port::Port& port = net.devices[d].port(PortId(p));
      interfaces_.push_back(writer_.add_interface(name, port.link().rate));
      tapped_.push_back({&port, net.devices[d].engine(PortId(p)).config().processing_delay});
      port.set_tap([this, interface](const frame::Packet& packet, Time at, port::Port::Direction direction) {
        frames_.push_back({at, interface, direction, frames_.size(), packet.length, packet.bytes});
      });
      return;
    }
  }
  throw std::invalid_argument("--pcap " + name + ": no such port; ports are named DEVICE.pN, e.g. " +
                              net.topology.devices.front().name + ".p0");
}

void Capture::write_until(Time horizon) { write_before(complete_until(horizon)); }

// A port tells of a frame when it takes it, which is later than its arrival: a data frame is parsed first, a control
// frame waits for t_r.
Time Capture::complete_until(Time horizon) const {
  Time complete = horizon;
  for (const Tapped& tapped : tapped_) {
    complete = std::min(complete, horizon - tapped.processing_delay);
    if (!tapped.port->data_under_way().empty()) {
      complete = std::min(complete, tapped.port->data_under_way().front().at);
    }
  }
  return complete;
}

void Capture::write_before(Time end) {
  std::sort(frames_.begin(), frames_.end(), [](const Frame& a, const Frame& b) {
    return std::tie(a.at, a.interface, a.direction, a.order) < std::tie(b.at, b.interface, b.direction, b.order);
  });
  const auto later = std::find_if(frames_.begin(), frames_.end(), [&](const Frame& f) { return f.at >= end; });
  for (auto frame = frames_.begin(); frame != later; ++frame) {
    const bool in = frame->direction == port::Port::Direction::kIn;
    const auto known = std::min<std::int64_t>(frame::kHeaderBytes, frame->length.count());
    writer_.write(interfaces_[frame->interface], frame->at,
                  std::span(frame->bytes).first(static_cast<std::size_t>(known)), frame->length,
                  in ? report::CaptureDirection::kInbound : report::CaptureDirection::kOutbound);
  }
  frames_.erase(frames_.begin(), later);
}

void Capture::close() {
  write_before(kNever);
  writer_.close();
}

}  // namespace weir
