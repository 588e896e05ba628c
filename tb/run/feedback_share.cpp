// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/feedback_share.h"

#include <algorithm>
#include <cmath>

#include "hw_model/frame/mac_control.h"
#include "tb/text/raw_bytes.h"

namespace weir {
namespace {

constexpr double kSteps = 1e12;  // of a share of 1

double share_of(Bytes sent, double capacity) { return static_cast<double>(sent.count()) / capacity; }

}  // namespace

Bytes feedback_sent(const network::Device& device, PortId p) {
  return frame::kControlFrameLength * static_cast<std::int64_t>(device->control_frames_sent(p));
}

double FeedbackShare::sum_of_shares(const Port& port) {
  return port.shares + share_of(port.before - port.added, port.bytes_an_interval);
}

double FeedbackShare::bytes_in_an_interval(BitRate rate) const {
  return static_cast<double>(rate.count()) * seconds(interval_) / static_cast<double>(kBitsPerByte);
}

FeedbackShare::FeedbackShare(const network::Network& net, Time interval) : net_(net), interval_(interval) {
  for (const network::DeviceSpec& device : net.topology.devices) {
    ports_.emplace_back(device.ports);
  }
  for (const network::Cable& cable : net.topology.cables) {
    for (const network::End& end : {cable.a, cable.b}) {
      ports_[end.device][end.port.index()].bytes_an_interval = bytes_in_an_interval(cable.link.rate);
    }
  }
}

void FeedbackShare::rate_changes(const network::End& end, BitRate rate, Time at) {
  std::vector<Change>& to_come = changes_[{end.device, end.port.index()}];
  to_come.insert(std::ranges::upper_bound(to_come, at, {}, &Change::at), {at, rate});
}

// The rate has changed in the interval that ends now.
double FeedbackShare::mixed_share(const std::vector<Change>& changes, Port& port, Bytes sent, Time now) {
  port.shares = sum_of_shares(port);
  double capacity = 0;
  Time from = now - interval_;
  const auto carries_until = [&](Time until) {
    capacity += port.bytes_an_interval * (seconds(until - from) / seconds(interval_));
    from = until;
  };
  for (const Change& change : changes) {
    carries_until(change.at);
    port.bytes_an_interval = bytes_in_an_interval(change.rate);
  }
  carries_until(now);
  const double share = share_of(sent - port.before, capacity);
  port.shares += share;
  port.added = sent;
  return share;
}

void FeedbackShare::sample(std::size_t device, Time now) {
  for (std::size_t p = 0; p < ports_[device].size(); ++p) {
    Port& port = ports_[device][p];
    const Bytes sent = feedback_sent(net_.devices[device], PortId(p));
    const std::vector<Change> changes = changes_.empty() ? std::vector<Change>{} : changes_before(device, p, now);
    const double share =
        changes.empty() ? share_of(sent - port.before, port.bytes_an_interval) : mixed_share(changes, port, sent, now);
    port.before = sent;
    shares_.add(std::llround(share * kSteps));
  }
}

// Takes them out.
std::vector<FeedbackShare::Change> FeedbackShare::changes_before(std::size_t device, std::size_t port, Time now) {
  const auto to_come = changes_.find({device, port});
  if (to_come == changes_.end()) {
    return {};
  }
  const auto later = std::ranges::find_if(to_come->second, [&](const Change& one) { return one.at >= now; });
  std::vector<Change> before(to_come->second.begin(), later);
  to_come->second.erase(to_come->second.begin(), later);
  return before;
}

std::string FeedbackShare::tell() const {
  std::string text;
  for (const std::size_t device : net_.here()) {
    text::append_raw(device, text);
    text += text::raw_of(std::span(ports_[device]));
  }
  text::append_raw(net_.devices.size(), text);  // no device: the end
  return text + shares_.text();
}

void FeedbackShare::hear(std::string_view told) {
  for (auto device = text::take_raw<std::size_t>(told); device < ports_.size();
       device = text::take_raw<std::size_t>(told)) {
    for (Port& port : ports_[device]) {
      port = text::take_raw<Port>(told);
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
      sum += sum_of_shares(port);
    }
  }
  results.feedback_share_mean = sum / shares_.weight();
  results.feedback_share_p99 = static_cast<double>(shares_.quantile(0.99)) / kSteps;
  results.feedback_share_highest = static_cast<double>(shares_.highest()) / kSteps;
}

}  // namespace weir
