// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Somebody who tells the other end of a cable numbers: in frames of its own, or riding on PFC frames behind the octets
// that PFC uses. As a component of a library's user would, it knows nothing but control.h and the formats of frames.

#pragma once

#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/private_tags.h"
#include "hw_model/frame/wire.h"
#include "hw_model/mechanisms/control/control.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::control {

class Messenger final : public Source, public Sink {
 public:
  static constexpr std::uint8_t kSubtype = 0x2f;
  static constexpr std::uint16_t kMagic = 0x3c3c;
  static constexpr std::size_t kRideAt = frame::kPfcBytes;

  struct Heard {
    PortId port;
    std::uint32_t number;
    bool rode;
    Time at;
    bool operator==(const Heard&) const = default;
  };

  // As soon as the port is free, in a frame of its own or on another's.
  void say(PortId p, std::uint32_t number, Time now) {
    own_[p].push_back(number);
    ports_->control_due(p, now);
  }
  // With the next PFC frame, whenever that is.
  void say_with_pfc(PortId p, std::uint32_t number) { patient_[p].push_back(number); }

  std::vector<Heard> heard;
  std::size_t built = 0;

  void join(Ports& ports) override { ports_ = &ports; }
  bool pending(PortId p) const override { return own_.contains(p) && !own_.at(p).empty(); }
  std::size_t build(PortId p, std::span<std::uint8_t> bytes, Time) override {
    ++built;
    const std::size_t written = frame::write_private_header(bytes, frame::MacAddress(0x02), kSubtype);
    frame::WireWriter(bytes.subspan(written)).u32(take(own_[p]));
    return frame::kControlFrameBytes;
  }
  void ride(PortId p, std::span<std::uint8_t> frame, Time) override {
    std::deque<std::uint32_t>& from = pending(p) ? own_[p] : patient_[p];
    if (from.empty() || !frame::is_pfc(frame) || frame[kRideAt] != 0)
      return;
    frame::WireWriter out(frame.subspan(kRideAt));
    out.u16(kMagic);
    out.u32(take(from));
  }

  std::span<const FrameKind> takes() const override {
    static constexpr std::array<FrameKind, 2> kKinds{
        {{.type = frame::EtherType::kLocalExperiment, .code = kSubtype},
         {.type = frame::EtherType::kMacControl, .code = static_cast<std::uint16_t>(frame::MacControlOpcode::kPfc)}}};
    return kKinds;
  }
  void control(PortId p, std::span<const std::uint8_t> frame, Time now) override {
    const bool rode = frame::is_pfc(frame);
    frame::WireReader in(frame.subspan(rode ? kRideAt : frame::kPrivateBody));
    if (!rode || in.u16() == kMagic)
      heard.push_back({p, in.u32(), rode, now});
  }

 private:
  static std::uint32_t take(std::deque<std::uint32_t>& from) {
    const std::uint32_t number = from.front();
    from.pop_front();
    return number;
  }

  Ports* ports_ = nullptr;
  std::map<PortId, std::deque<std::uint32_t>> own_;
  std::map<PortId, std::deque<std::uint32_t>> patient_;
};

}  // namespace weir::control
