// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/capture.h"

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "hw_model/frame/ethernet.h"
#include "tb/run/story_frames.h"
#include "tb/scenario/expectation_key.h"
#include "tb/text/words.h"

namespace weir {

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

Capture::Capture(network::Network& net, const std::vector<std::string>& taps, LinkCapture links,
                 const report::RunDirectory& directory, const std::string& program, const std::string& comment)
    : writer_(directory.file("capture.pcapng"), program, comment) {
  for (const std::string& pattern : taps) {
    tap_all(net, pattern);
  }
  tap_links(net, links);
}

Capture::~Capture() {
  for (asic::SwitchAsic* const asic : switches_) {
    asic->tell_no_more(*this);
  }
  for (port::Port* const port : ports_) {
    port->set_tap(nullptr);
  }
}

void Capture::tap_all(network::Network& net, const std::string& pattern) {
  bool any = false;
  std::vector<std::string> known;
  for (std::size_t d = 0; d < net.devices.size(); ++d) {
    const network::DeviceSpec& device = net.topology.devices[d];
    for (std::size_t p = 0; p < device.ports; ++p) {
      const std::string name = device.name + ".p" + std::to_string(p);
      if (!scenario::matches(pattern, name)) {
        known.push_back(name);
        continue;
      }
      any = true;
      if (std::find(names_.begin(), names_.end(), name) == names_.end()) {
        tap(net.devices[d], PortId(p), name);
        ends_.push_back({d, PortId(p)});
      }
    }
  }
  if (!any) {
    throw std::invalid_argument("--pcap " + text::one_line(pattern) + ": there is no such port" +
                                text::nearest_hint(pattern, known) + "; ports are named DEVICE.pN, e.g. " +
                                net.topology.devices.front().name + ".p0; '*' stands for any letters");
  }
}

void Capture::tap(network::Device& device, PortId id, const std::string& name) {
  const auto interface = static_cast<std::uint32_t>(interfaces_.size());
  port::Port& port = device->port(id);
  interfaces_.push_back(writer_.add_interface(name, port.link().rate));
  names_.push_back(name);
  parsing_ = std::max(parsing_, port.longest_parse());
  port.set_tap([this, interface](frame::Packet& packet, Time at, Direction direction) {
    record(interface, packet, at, direction);
  });
  ports_.push_back(&port);
  asic::SwitchAsic* const asic = device.asic;
  if (asic != nullptr && std::find(switches_.begin(), switches_.end(), asic) == switches_.end()) {
    asic->tell_drops(*this);
    switches_.push_back(asic);
  }
}

// Behind the interfaces of frames, so that these are numbered as they would be without.
void Capture::tap_links(network::Network& net, LinkCapture links) {
  links_.resize(ends_.size());
  for (std::size_t i = 0; links != LinkCapture::kOff && i < ends_.size(); ++i) {
    const network::Peer& peer = net.peers[ends_[i].device][ends_[i].port.index()];
    port::Port& here = *ports_[i];
    port::Port& there = net.devices[peer.device]->port(peer.port);
    if (here.sets() == nullptr || there.sets() == nullptr) {
      continue;
    }
    const std::string name = names_[i] + ".link";
    const auto interface = static_cast<std::uint32_t>(interfaces_.size());
    interfaces_.push_back(
        writer_.add_record_interface(name, "ordered sets and preambles of " + names_[i], here.link().rate));
    const auto end = [](port::Port& port, std::size_t device) {
      return LinkTap::End{port, frame::MacAddress::of_port(static_cast<std::uint32_t>(device),
                                                           static_cast<std::uint16_t>(port.id().index()))};
    };
    const bool numbers = net.devices[ends_[i].device]->retry(ends_[i].port) != nullptr;
    links_[i] = std::make_unique<LinkTap>(end(here, ends_[i].device), end(there, peer.device), numbers, links,
                                          [this, interface](LinkRecord record) { keep(interface, std::move(record)); });
    lateness_ = std::max(lateness_, links_[i]->lateness());
  }
}

void Capture::keep(std::uint32_t interface, LinkRecord record) {
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

void Capture::record(std::uint32_t interface, frame::Packet& packet, Time at, Direction direction) {
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

void Capture::dropped(const asic::SwitchAsic& at, const asic::Drop& drop, Time now) {
  const auto port = std::find(ports_.begin(), ports_.end(), &at.port(drop.packet.ingress));
  if (port != ports_.end()) {
    record_drop(static_cast<std::uint32_t>(port - ports_.begin()), drop.packet, now, drop.reason);
  }
}

// Marks the arrival of a dropped packet. The latest arrival with this address is the right one: before the address came
// again the packet had been elsewhere. An arrival that may already have been written is left as it is, even if it has
// not been written, because how far the file has come depends on the quantum.
void Capture::record_drop(std::uint32_t interface, const frame::Packet& packet, Time now, std::string_view reason) {
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
void Capture::write_until(Time horizon) {
  settle(horizon);
  write_before(horizon - std::max(parsing_, lateness_));
}

void Capture::settle(Time now) {
  for (const std::unique_ptr<LinkTap>& link : links_) {
    if (link) {
      link->settle(now);
    }
  }
}

void Capture::write_before(Time end) {
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

void Capture::finish(Time reached) {
  settle(reached);
  std::erase_if(frames_,
                [&](const Frame& frame) { return frame.direction == Direction::kIn && frame.whole >= reached; });
  write_before(kNever);
}

void Capture::comment(const report::Story& story, const network::Network& net) {
  StoryFrames frames(story, net, names_);
  if (frames.any()) {
    writer_.for_each_packet([&](const report::CapturedPacket& packet) { frames.look(packet); });
    writer_.add_comments(frames.comments());
  }
}

}  // namespace weir
