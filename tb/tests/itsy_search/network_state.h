// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A state of the network as bytes, and back.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tb/tests/itsy_search/network.h"

namespace weir::itsy_search {

template <class Protocol>
std::vector<std::uint8_t> Network<Protocol>::save() {
  std::vector<std::uint8_t> bytes;
  const auto put = [&](auto value) { bytes.push_back(static_cast<std::uint8_t>(value)); };
  each_field(put);
  for (const auto& queue : queues_) {
    put(queue.size());
    bytes.insert(bytes.end(), queue.begin(), queue.end());
  }
  for (const auto& link : links_) {
    put(link.size());
    for (const Frame& frame : link) {
      put(frame.kind | (frame.message ? 4 : 0));
      if (frame.message) {
        const ItsyEntry& entry = frame.message->entry;
        put(static_cast<unsigned>(frame.message->kind) << 7 | entry.switch_id << 4 | entry.port.index());
        put(entry.seq);
        put(entry.ttl);
      }
    }
  }
  return bytes;
}

template <class Protocol>
void Network<Protocol>::load(std::span<const std::uint8_t> bytes) {
  std::size_t next = 0;
  const auto take = [&] { return bytes[next++]; };
  each_field([&](auto& value) { value = take(); });
  for (auto& queue : queues_) {
    queue.resize(take());
    for (auto& packet : queue) {
      packet = static_cast<char>(take());
    }
  }
  for (auto& link : links_) {
    link.resize(take());
    for (Frame& frame : link) {
      const std::uint8_t kind = take();
      frame = {.kind = static_cast<Frame::Kind>(kind & 3), .message = {}};
      if ((kind & 4) != 0) {
        const std::uint8_t who = take();
        const std::uint8_t seq = take();
        frame.message = {.kind = static_cast<ItsyKind>(who >> 7),
                         .entry = {.switch_id = (who >> 4) & 7U, .port = PortId(who & 15U), .seq = seq, .ttl = take()},
                         .trigger = {}};
      }
    }
  }
}

}  // namespace weir::itsy_search
