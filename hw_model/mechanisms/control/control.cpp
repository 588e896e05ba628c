// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/control/control.h"

namespace weir::control {
namespace {

constexpr std::size_t kTypeAt = 12;
constexpr std::size_t kCodeAt = 14;

std::uint16_t u16_at(std::span<const std::uint8_t> frame, std::size_t offset) {
  return static_cast<std::uint16_t>((unsigned{frame[offset]} << 8U) | frame[offset + 1]);
}

}  // namespace

const FrameKind* find(std::span<const FrameKind> kinds, std::span<const std::uint8_t> frame) {
  const auto type = static_cast<frame::EtherType>(u16_at(frame, kTypeAt));
  const std::uint16_t code = type == frame::EtherType::kMacControl ? u16_at(frame, kCodeAt) : frame[kCodeAt];
  for (const FrameKind& kind : kinds) {
    if (kind.type == type && kind.code == code && (kind.sound == nullptr || kind.sound(frame)))
      return &kind;
  }
  return nullptr;
}

void Sinks::add(Sink& sink) {
  sinks_.push_back(&sink);
  kinds_.insert(kinds_.end(), sink.takes().begin(), sink.takes().end());
}

void Sinks::control(PortId port, std::span<const std::uint8_t> frame, Time now) const {
  for (Sink* sink : sinks_) {
    if (find(sink->takes(), frame) != nullptr)
      sink->control(port, frame, now);
  }
}

}  // namespace weir::control
