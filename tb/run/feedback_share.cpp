// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/feedback_share.h"

#include <cmath>

#include "hw_model/frame/mac_control.h"
#include "tb/text/raw_bytes.h"

namespace weir {
namespace {

constexpr double kSteps = 1e12;  // of a share of 1

}  // namespace

Bytes feedback_sent(const network::Device& device, PortId p) {
  return frame::kControlFrameLength * static_cast<std::int64_t>(device->control_frames_sent(p));
}

FeedbackShare::FeedbackShare(const network::Network& net, Time interval) : net_(net) {
  for (const network::DeviceSpec& device : net.topology.devices) {
    ports_.emplace_back(device.ports);
  }
  for (const network::Cable& cable : net.topology.cables) {
    const double bits = static_cast<double>(cable.link.rate.count()) * seconds(interval);
    for (const network::End& end : {cable.a, cable.b}) {
      ports_[end.device][end.port.index()].bytes_an_interval = bits / static_cast<double>(kBitsPerByte);
    }
  }
}

void FeedbackShare::sample(std::size_t device) {
  for (std::size_t p = 0; p < ports_[device].size(); ++p) {
    Port& port = ports_[device][p];
    const Bytes sent = feedback_sent(net_.devices[device], PortId(p));
    const double share = static_cast<double>((sent - port.before).count()) / port.bytes_an_interval;
    port.before = sent;
    shares_.add(std::llround(share * kSteps));
  }
}

std::string FeedbackShare::tell() const {
  std::string text;
  for (const std::size_t device : net_.here()) {
    text::append_raw(device, text);
    for (const Port& port : ports_[device]) {
      text::append_raw(port.before, text);
    }
  }
  text::append_raw(net_.devices.size(), text);  // no device: the end
  return text + shares_.text();
}

void FeedbackShare::hear(std::string_view told) {
  for (auto device = text::take_raw<std::size_t>(told); device < ports_.size();
       device = text::take_raw<std::size_t>(told)) {
    for (Port& port : ports_[device]) {
      port.before = text::take_raw<Bytes>(told);
    }
  }
  shares_.add(host::Distribution::of_text(told));
}

void FeedbackShare::fill(report::Results& results) const {
  if (shares_.weight() == 0) {
    return;
  }
  // Adds in the order of ports, not in the order in which devices were sampled: a sum of doubles depends on the order.
  double sum = 0;
  for (const std::vector<Port>& device : ports_) {
    for (const Port& port : device) {
      sum += static_cast<double>(port.before.count()) / port.bytes_an_interval;
    }
  }
  results.feedback_share_mean = sum / shares_.weight();
  results.feedback_share_p99 = static_cast<double>(shares_.quantile(0.99)) / kSteps;
  results.feedback_share_highest = static_cast<double>(shares_.highest()) / kSteps;
}

}  // namespace weir
