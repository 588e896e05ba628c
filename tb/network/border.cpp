// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/network/border.h"

#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace weir::network {
namespace {

// A frame in an outbox; behind it the bytes that are kept beside the packet.
struct Crossing {
  std::int64_t arrival = 0;  // ps
  std::uint32_t cable = 0;
  std::uint32_t whole = 0;  // how many bytes follow
  frame::Packet packet;
};
static_assert(std::is_trivially_copyable_v<Crossing>);

void append(std::vector<std::byte>& box, const void* from, std::size_t bytes) {
  const auto* const first = static_cast<const std::byte*>(from);
  box.insert(box.end(), first, first + bytes);
}

}  // namespace

Border::Border(link::FramePool& pool, Division division, const Topology& topology)
    : pool_(pool), division_(std::move(division)), outboxes_(division_.ranks) {
  for (std::size_t i = 0; i < topology.cables.size(); ++i) {
    const Cable& cable = topology.cables[i];
    const bool owns_a = is_own(cable.a.device);
    if (owns_a == is_own(cable.b.device)) {
      continue;
    }
    const End& own = owns_a ? cable.a : cable.b;
    const End& far = cable.opposite(own);
    const std::string name =
        "far_end_of_" + topology.devices[own.device].name + "_p" + std::to_string(own.port.index());
    far_ends_[i] = std::make_unique<FarEnd>(name.c_str(), pool_, *this, i, division_.rank_of[far.device]);
  }
}

Border::~Border() = default;

void Border::send(std::size_t cable, std::uint32_t rank, frame::Packet& packet, Time arrival) {
  const std::span<const std::uint8_t> whole = link::FramePool::whole_of(packet);
  Crossing crossing{arrival.count(), static_cast<std::uint32_t>(cable), static_cast<std::uint32_t>(whole.size()),
                    packet};
  crossing.packet.whole = nullptr;
  crossing.packet.entered = nullptr;
  append(outboxes_[rank], &crossing, sizeof(crossing));
  append(outboxes_[rank], whole.data(), whole.size());
  pool_.release(packet);
}

void Border::deliver(std::span<const std::byte> frames) {
  while (!frames.empty()) {
    Crossing crossing;
    if (frames.size() < sizeof(crossing)) {
      throw std::invalid_argument("a message between ranks ends within a frame");
    }
    std::memcpy(&crossing, frames.data(), sizeof(crossing));
    frames = frames.subspan(sizeof(crossing));
    const auto far_end = far_ends_.find(crossing.cable);
    if (far_end == far_ends_.end() || frames.size() < crossing.whole) {
      throw std::invalid_argument("a message between ranks has a frame for cable " + std::to_string(crossing.cable) +
                                  ", which is none between them");
    }
    frame::Packet& packet = pool_.acquire();
    packet = crossing.packet;
    if (crossing.whole > 0) {
      packet.extras = static_cast<std::uint8_t>(packet.extras & ~frame::kWholeFrame);
      const auto* const whole = reinterpret_cast<const std::uint8_t*>(frames.data());
      pool_.keep_whole(packet, {whole, crossing.whole});
      frames = frames.subspan(crossing.whole);
    }
    far_end->second->deliver(packet, Time(crossing.arrival));
  }
}

}  // namespace weir::network
