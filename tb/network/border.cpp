// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/network/border.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace weir::network {
namespace {

// Before each frame of a message. Behind it: the packet, and the bytes that are kept beside the packet.
struct Head {
  std::int64_t arrival = 0;  // ps
  std::uint32_t cable = 0;
  std::uint32_t whole = 0;  // how many bytes are beside the packet
};
static_assert(std::is_trivially_copyable_v<Head> && std::is_trivially_copyable_v<frame::Packet>);

// The state of ports and frames has left the cache by now: so many are asked for together.
constexpr std::size_t kAtOnce = 16;

void append(std::vector<std::byte>& message, const void* from, std::size_t bytes) {
  const auto* const first = static_cast<const std::byte*>(from);
  message.insert(message.end(), first, first + bytes);
}

// A frame of a message, which holds its bytes.
struct Arriving {
  Head head;
  const std::byte* packet = nullptr;
  const std::uint8_t* whole = nullptr;
};

// Takes the first frame off the message.
Arriving take_first(std::span<const std::byte>& message) {
  constexpr std::size_t kLeast = sizeof(Head) + sizeof(frame::Packet);
  Arriving one;
  if (message.size() >= kLeast) {
    std::memcpy(&one.head, message.data(), sizeof(Head));
  }
  if (message.size() < kLeast + one.head.whole) {
    throw std::invalid_argument("a message between ranks ends within a frame");
  }
  one.packet = message.data() + sizeof(Head);
  one.whole = reinterpret_cast<const std::uint8_t*>(message.data() + kLeast);
  message = message.subspan(kLeast + one.head.whole);
  return one;
}

// The frame in the pool of this rank.
frame::Packet& made_of(const Arriving& one, link::FramePool& pool) {
  frame::Packet& packet = pool.acquire();
  std::memcpy(&packet, one.packet, sizeof(packet));
  packet.whole = nullptr;
  packet.entered = nullptr;
  if (one.head.whole > 0) {
    packet.extras = static_cast<std::uint8_t>(packet.extras & ~frame::kWholeFrame);
    pool.keep_whole(packet, {one.whole, one.head.whole});
  }
  return packet;
}

}  // namespace

Border::Border(link::FramePool& pool, Division division, const Topology& topology)
    : pool_(pool), division_(std::move(division)), outboxes_(division_.ranks), far_ends_(topology.cables.size()) {
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

FarEnd& Border::far_end(std::size_t cable) {
  if (far_ends_.at(cable) == nullptr) {
    throw std::out_of_range("cable " + std::to_string(cable) + " is not between ranks");
  }
  return *far_ends_[cable];
}

void Border::take(std::uint32_t rank, std::vector<std::byte>& message) {
  std::vector<Sent>& outbox = outboxes_[rank];
  message.clear();
  message.reserve(outbox.size() * (sizeof(Head) + sizeof(frame::Packet)));
  for (std::size_t i = 0; i < std::min(kAtOnce, outbox.size()); ++i) {
    link::FramePool::ask_for_frame(*outbox[i].packet);
  }
  for (std::size_t i = 0; i < outbox.size(); ++i) {
    if (i + kAtOnce < outbox.size()) {
      link::FramePool::ask_for_frame(*outbox[i + kAtOnce].packet);
    }
    const Sent& sent = outbox[i];
    const std::span<const std::uint8_t> whole = link::FramePool::whole_of(*sent.packet);
    const Head head{sent.arrival.count(), sent.cable, static_cast<std::uint32_t>(whole.size())};
    append(message, &head, sizeof(head));
    append(message, sent.packet, sizeof(*sent.packet));
    append(message, whole.data(), whole.size());
    pool_.release(*sent.packet);
  }
  outbox.clear();
}

std::size_t Border::waiting() const {
  return std::transform_reduce(outboxes_.begin(), outboxes_.end(), std::size_t{0}, std::plus<>(),
                               [](const std::vector<Sent>& outbox) { return outbox.size(); });
}

void Border::deliver(std::span<const std::byte> message) {
  std::array<Arriving, kAtOnce> batch;
  while (!message.empty()) {
    std::size_t frames = 0;
    for (; frames < kAtOnce && !message.empty(); ++frames) {
      const std::uint32_t cable = (batch[frames] = take_first(message)).head.cable;
      if (cable >= far_ends_.size() || far_ends_[cable] == nullptr) {
        throw std::invalid_argument("a message between ranks has a frame for cable " + std::to_string(cable) +
                                    ", which is none between them");
      }
    }
    for (unsigned round = 0; round < 2; ++round) {
      for (std::size_t i = 0; i < frames; ++i) {
        far_ends_[batch[i].head.cable]->prefetch(round);
      }
    }
    for (std::size_t i = 0; i < frames; ++i) {
      far_ends_[batch[i].head.cable]->deliver(made_of(batch[i], pool_), Time(batch[i].head.arrival));
    }
  }
}

}  // namespace weir::network
