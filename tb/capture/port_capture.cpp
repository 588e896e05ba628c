// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/capture/port_capture.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "hw_model/frame/ethernet.h"
#include "tb/scenario/expectation_key.h"
#include "tb/text/raw_bytes.h"
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

void require_port(const std::string& pattern, const std::vector<std::string>& names) {
  if (std::ranges::none_of(names, [&](const std::string& name) { return scenario::matches(pattern, name); })) {
    throw std::invalid_argument(text::one_line(pattern) + ": there is no such port" +
                                text::nearest_hint(pattern, names) + "; ports are named DEVICE.pN" +
                                (names.empty() ? "" : ", e.g. " + names.front()) + "; '*' stands for any letters");
  }
}

PortCapture::PortCapture(const std::filesystem::path& file, const std::string& program, const std::string& comment)
    : writer_(std::make_unique<report::PcapngWriter>(file, program, comment)) {}

PortCapture::PortCapture() = default;

PortCapture::~PortCapture() {
  for (asic::SwitchAsic* const asic : switches_) {
    asic->tell_no_more(*this);
  }
  for (port::Port* const port : ports_) {
    if (port != nullptr) {
      port->set_tap(nullptr);
    }
  }
}

void PortCapture::tap(const std::string& pattern, const std::vector<Port>& ports) {
  std::vector<std::string> names;
  for (const Port& one : ports) {
    names.push_back(one.name);
    if (scenario::matches(pattern, one.name)) {
      tap(one);
    }
  }
  require_port(pattern, names);
}

void PortCapture::tap(const Port& one) {
  const auto interface = static_cast<std::uint32_t>(interfaces_.size());
  if (std::ranges::find(names_, one.name) != names_.end()) {
    return;
  }
  interfaces_.push_back(writer_ ? writer_->add_interface(one.name, one.rate) : report::CaptureInterface(interface));
  names_.push_back(one.name);
  ends_.push_back(one.end);
  links_.emplace_back();
  parsing_ = std::max(parsing_, one.longest_parse);
  ports_.push_back(one.end.device != nullptr ? &one.end.device->port(one.end.port) : nullptr);
  if (ports_.back() == nullptr) {
    return;
  }
  ports_.back()->set_tap([this, interface](frame::Packet& packet, Time at, Direction direction) {
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
  if (here.device == nullptr || there.device == nullptr) {
    return;  // links between ranks carry no ordered sets
  }
  port::Port& port = *ports_[tapped];
  port::Port& peer = there.device->port(there.port);
  if (port.sets() == nullptr || peer.sets() == nullptr) {
    return;
  }
  const auto interface = static_cast<std::uint32_t>(interfaces_.size());
  interfaces_.push_back(writer_->add_record_interface(
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
std::vector<PortCapture::Frame> PortCapture::take_until(Time horizon) {
  settle(horizon);
  return take_before(horizon - std::max(parsing_, lateness_));
}

std::vector<PortCapture::Frame> PortCapture::take_rest(Time reached) {
  settle(reached);
  std::erase_if(frames_,
                [&](const Frame& frame) { return frame.direction == Direction::kIn && frame.whole >= reached; });
  return take_before(kNever);
}

void PortCapture::write_until(Time horizon) { write(take_until(horizon)); }

void PortCapture::finish(Time reached) { write(take_rest(reached)); }

std::string PortCapture::tell_until(Time horizon) { return text_of(take_until(horizon)); }

std::string PortCapture::tell_rest(Time reached) { return text_of(take_rest(reached)); }

void PortCapture::write(const std::vector<std::string>& told) {
  std::vector<Frame> frames;
  for (const std::string& text : told) {
    read(text, frames);
  }
  write(std::move(frames));
}

// Frames of one interface are of one rank, so their order is known; `packet` means nothing elsewhere.
std::string PortCapture::text_of(const std::vector<Frame>& frames) {
  std::string text;
  for (const Frame& frame : frames) {
    text::append_raw(frame.at, text);
    text::append_raw(frame.interface, text);
    text::append_raw(frame.direction, text);
    text::append_raw(frame.order, text);
    text::append_raw(frame.length, text);
    text::append_sized(frame.comment, text);
    text::append_sized(text::raw_of(std::span(frame.bytes)), text);
  }
  return text;
}

void PortCapture::read(std::string_view text, std::vector<Frame>& frames) {
  while (!text.empty()) {
    Frame& frame = frames.emplace_back();
    frame.at = text::take_raw<Time>(text);
    frame.interface = text::take_raw<std::uint32_t>(text);
    frame.direction = text::take_raw<Direction>(text);
    frame.order = text::take_raw<std::uint64_t>(text);
    frame.length = text::take_raw<Bytes>(text);
    frame.comment = text::take_sized(text);
    text::append_all(text::take_sized(text), frame.bytes);
  }
}

void PortCapture::settle(Time now) {
  for (const std::unique_ptr<LinkTap>& link : links_) {
    if (link) {
      link->settle(now);
    }
  }
}

std::vector<PortCapture::Frame> PortCapture::take_before(Time end) {
  const auto later =
      std::stable_partition(frames_.begin(), frames_.end(), [&](const Frame& frame) { return frame.at < end; });
  std::vector<Frame> earlier(std::make_move_iterator(frames_.begin()), std::make_move_iterator(later));
  frames_.erase(frames_.begin(), later);
  return earlier;
}

void PortCapture::write(std::vector<Frame> frames) {
  std::ranges::sort(frames, [](const Frame& a, const Frame& b) {
    return std::tie(a.at, a.interface, a.direction, a.preamble, a.order) <
           std::tie(b.at, b.interface, b.direction, b.preamble, b.order);
  });
  for (const Frame& frame : frames) {
    const auto direction =
        frame.direction == Direction::kIn ? report::CaptureDirection::kInbound : report::CaptureDirection::kOutbound;
    const report::CaptureInterface interface = interfaces_[frame.interface];
    if (frame.of_link) {
      writer_->write_record(interface, frame.at, frame.bytes, direction);
    } else {
      writer_->write(interface, frame.at, frame.bytes, frame.length, direction, frame.comment);
    }
  }
}

}  // namespace weir::capture
