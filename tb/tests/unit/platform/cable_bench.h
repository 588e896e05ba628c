// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Frames and hosts for tests of cables.

#pragma once

#include "tb/platform/weir/cable.h"
#include "tb/tests/unit/platform/star_bench.h"

namespace weir::cable_bench {

inline constexpr std::size_t kFrames = 60;

inline Settings star(const std::string& wire_overhead = "true") {
  return from_text(star_bench::kStar)
      .set("switch.forwarding.tables", "bridged")
      .set("topology.wire_overhead", wire_overhead);
}

inline Frame frame_to(std::uint8_t host, std::size_t length, std::uint8_t fill) {
  Frame frame(length, fill);
  const std::array<std::uint8_t, 14> head{2, 0, 0, host, 0, 0, 2, 0, 0, 2, 0, 0, 0x88, 0xb6};
  std::copy(head.begin(), head.end(), frame.begin());
  return frame;
}

// Frames of several lengths and all remainders by 8.
inline std::vector<Frame> frames_to(std::uint8_t host) {
  std::vector<Frame> frames;
  for (std::size_t i = 0; i < kFrames; ++i)
    frames.push_back(frame_to(host, 60 + i * 13 % 200, static_cast<std::uint8_t>(i)));
  return frames;
}

inline std::uint64_t sum_of(const Switch& of, const std::string& part) {
  std::uint64_t sum = 0;
  for (const Stat& one : stats(of))
    sum += one.name.find(part) != std::string::npos ? one.value : 0;
  return sum;
}

inline int warnings() { return sc_core::sc_report_handler::get_count("weir/cable", sc_core::SC_WARNING); }

// A host that keeps what it takes, and when.
struct End {
  End(const char* name, Switch& of, std::size_t port, Cable::Bit at = Cable::Bit::kLast)
      : cable(
            name, of, port,
            [this](Frame&& frame) {
              frames.push_back(std::move(frame));
              times.push_back(sc_core::sc_time_stamp());
            },
            at) {}
  Cable cable;
  std::vector<Frame> frames;
  std::vector<sc_core::sc_time> times;
};

}  // namespace weir::cable_bench
