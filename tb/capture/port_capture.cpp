// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/capture/port_capture.h"

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "hw_model/frame/ethernet.h"
#include "tb/scenario/expectation_key.h"
#include "tb/text/words.h"

namespace weir::capture {

namespace {

using Direction = port::Port::Direction;

// The bytes that the model knows of a frame: all of them, or the first.
std::vector<std::uint8_t> known_bytes(frame::Packet& packet) {
  if (const std::span<std::uint8_t> whole = link::FramePool::whole_of(packet); !whole.empty()) {
    return {whole.begin(), whole.end()};
  }
  const std::int64_t without_fcs = packet.length.count() - static_cast<std::int64_t>(frame::kFcsBytes);
  const auto known = std::clamp<std::int64_t>(without_fcs, 0, std::ssize(packet.bytes));
  return {packet.bytes.begin(), packet.bytes.begin() + known};
}

const char* fault_of(const frame::Packet& packet) {
  return (packet.extras & frame::kPoisoned) != 0   ? "its FCS is poisoned"
         : (packet.extras & frame::kFcsWrong) != 0 ? "its FCS does not hold"
                                                   : "";
}

}  // namespace

PortCapture::PortCapture(const std::filesystem::path& file, const std::string& program, const std::string& comment)
    : writer_(file, program, comment) {}

PortCapture::~PortCapture() {
  for (asic::SwitchAsic* const asic : switches_) {
    asic->tell_no_more(*this);
  }
  for (port::Port* const port : ports_) {
    port->set_tap(nullptr);
  }
}

void PortCapture::tap(const std::string& pattern, const std::vector<Port>& ports) {
  bool any = false;
  std::vector<std::string> known;
  for (const Port& one : ports) {
    known.push_back(one.name);
    if (scenario::matches(pattern, one.name)) {
      any = true;
      tap(one);
    }
  }
  if (!any) {
    throw std::invalid_argument(text::one_line(pattern) + ": there is no such port" +
                                text::nearest_hint(pattern, known) + "; ports are named DEVICE.pN" +
                                (known.empty() ? "" : ", e.g. " + known.front()) + "; '*' stands for any letters");
  }
}

void PortCapture::tap(const Port& one) {
  const auto interface = static_cast<std::uint32_t>(interfaces_.size());
  port::Port& port = one.end.device->port(one.end.port);
  if (std::find(ports_.begin(), ports_.end(), &port) != ports_.end()) {
    return;
  }
  interfaces_.push_back(writer_.add_interface(one.name, port.link().rate));
  names_.push_back(one.name);
  ends_.push_back(one.end);
  ports_.push_back(&port);
  links_.emplace_back();
  parsing_ = std::max(parsing_, port.longest_parse());
  port.set_tap([this, interface](frame::Packet& packet, Time at, Direction direction) {
    record(interface, packet, at, direction);
  });
  if (one.drops != nullptr && std::find(switches_.begin(), switches_.end(), one.drops) == switches_.end()) {
    one.drops->tell_drops(*this);
    switches_.push_back(one.drops);
  }
}

void PortCapture::tap_links(LinkCapture links, const std::function<std::optional<End>(const End&)>& peer_of) {
  for (std::size_t tapped = 0; links != LinkCapture::kOff && tapped < ends_.size(); ++tapped) {
    if (const std::optional<End> there = peer_of(ends_[tapped])) {
      tap_link(tapped, *there, links);
    }
  }
}

void PortCapture::tap_link(std::size_t tapped, const End& there, LinkCapture links) {
  const End& here = ends_[tapped];
  port::Port& port = *ports_[tapped];
  port::Port& peer = there.device->port(there.port);
  if (port.sets() == nullptr || peer.sets() == nullptr) {
    return;
  }
  const auto interface = static_cast<std::uint32_t>(interfaces_.size());
  interfaces_.push_back(writer_.add_record_interface(
      names_[tapped] + ".link", "ordered sets and preambles of " + names_[tapped], port.link().rate));
  const auto end = [](port::Port& of, const End& place) {
    return LinkTap::End{of, frame::MacAddress::of_port(place.index, static_cast<std::uint16_t>(place.port.index()))};
  };
  links_[tapped] =
      std::make_unique<LinkTap>(end(port, here), end(peer, there), here.device->retry(here.port) != nullptr, links,
                                [this, interface](LinkRecord record) { keep(interface, std::move(record)); });
  lateness_ = std::max(lateness_, links_[tapped]->lateness());
}

void PortCapture::keep(std::uint32_t interface, LinkRecord record) {
  Frame frame;
  frame.at = record.first;
  frame.whole = record.last;
  frame.interface = interface;
  frame.direction = record.direction;
  frame.order = recorded_++;
  frame.bytes = std::move(record.bytes);
  frame.of_link = true;
  frame.preamble = record.preamble;
  frames_.push_back(std::move(frame));
}

void PortCapture::record(std::uint32_t interface, frame::Packet& packet, Time at, Direction direction) {
  if (links_[interface]) {
    links_[interface]->frame(packet, at, direction);
  }
  Frame frame;
  frame.at = frame.whole = at;
  frame.interface = interface;
  frame.direction = direction;
  frame.order = recorded_++;
  frame.packet = direction == Direction::kIn ? &packet : nullptr;
  frame.length = packet.length;
  frame.comment = fault_of(packet);
  frame.bytes = known_bytes(packet);
  frames_.push_back(std::move(frame));
}

void PortCapture::dropped(const asic::SwitchAsic& at, const asic::Drop& drop, Time now) {
  const auto port = std::find(ports_.begin(), ports_.end(), &at.port(drop.packet.ingress));
  if (port != ports_.end()) {
    record_drop(static_cast<std::uint32_t>(port - ports_.begin()), drop.packet, now, drop.reason);
  }
}

// Marks the arrival of a dropped packet. The latest arrival with this address is the right one: before the address came
// again the packet had been elsewhere. An arrival that may already have been written is left as it is, even if it has
// not been written, because how far the file has come depends on the quantum.
void PortCapture::record_drop(std::uint32_t interface, const frame::Packet& packet, Time now, std::string_view reason) {
  const std::string comment = "dropped at " + names_[interface] + ": " + std::string(reason);
  const auto arrival = std::find_if(frames_.rbegin(), frames_.rend(), [&](const Frame& frame) {
    return frame.packet == &packet && frame.interface == interface && frame.at <= now && now <= frame.at + parsing_;
  });
  if (arrival != frames_.rend()) {
    arrival->comment = comment;
    arrival->packet = nullptr;
    return;
  }
  Frame frame;
  frame.at = frame.whole = now;
  frame.interface = interface;
  frame.direction = Direction::kIn;
  frame.order = recorded_++;
  frame.length = packet.length;
  frame.comment = comment + ", some time after its arrival";
  frame.bytes.assign(packet.bytes.begin(), packet.bytes.end());
  frames_.push_back(std::move(frame));
}

// A frame's drop is known when it asks for admission.
void PortCapture::write_until(Time horizon) {
  settle(horizon);
  write_before(horizon - std::max(parsing_, lateness_));
}

void PortCapture::settle(Time now) {
  for (const std::unique_ptr<LinkTap>& link : links_) {
    if (link) {
      link->settle(now);
    }
  }
}

void PortCapture::write_before(Time end) {
  std::sort(frames_.begin(), frames_.end(), [](const Frame& a, const Frame& b) {
    return std::tie(a.at, a.interface, a.direction, a.preamble, a.order) <
           std::tie(b.at, b.interface, b.direction, b.preamble, b.order);
  });
  const auto later = std::find_if(frames_.begin(), frames_.end(), [&](const Frame& f) { return f.at >= end; });
  for (auto frame = frames_.begin(); frame != later; ++frame) {
    const auto direction =
        frame->direction == Direction::kIn ? report::CaptureDirection::kInbound : report::CaptureDirection::kOutbound;
    const report::CaptureInterface interface = interfaces_[frame->interface];
    if (frame->of_link) {
      writer_.write_record(interface, frame->at, frame->bytes, direction);
    } else {
      writer_.write(interface, frame->at, frame->bytes, frame->length, direction, frame->comment);
    }
  }
  frames_.erase(frames_.begin(), later);
}

void PortCapture::finish(Time reached) {
  settle(reached);
  std::erase_if(frames_,
                [&](const Frame& frame) { return frame.direction == Direction::kIn && frame.whole >= reached; });
  write_before(kNever);
}

}  // namespace weir::capture
