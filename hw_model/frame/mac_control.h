// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// MAC control frames: PAUSE (IEEE 802.3 annex 31B) and PFC (IEEE 802.1Qbb, annex 31D of 802.3). The buffer-based GFC
// feedback is the PFC frame with a stage ID where PFC has a time (GFC, SIGCOMM '19, section 5.1 and figure 7): the
// same bytes, read by the rule that the port is configured for.
// All are 64 bytes long with their FCS; the encoders write the 60 bytes before it, padding included.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/wire.h"

namespace weir::frame {

inline constexpr Bytes kControlFrameLength{64};        // s_pfc of the headroom formula, m of the GFC paper
inline constexpr std::size_t kControlFrameBytes = 60;  // the same without the FCS: what encoders write
inline constexpr std::size_t kPfcBytes = 34;  // bytes that PFC itself uses; zeros behind them, unless a message rides

// Reserved multicast address of MAC control; bridges never forward it.
inline constexpr MacAddress kMacControlAddress{0x01'80'c2'00'00'01U};

enum class MacControlOpcode : std::uint16_t { kPause = 0x0001, kPfc = 0x0101 };

// Stops all classes for `quanta` pause quanta (512 bit times each); 0 resumes.
struct PauseFrame {
  std::uint16_t quanta = 0;
  bool operator==(const PauseFrame&) const = default;
};

// For each class whose bit is set in `enabled`: time[class] pause quanta, 0 resumes. In a GFC frame: the stage ID.
struct PfcFrame {
  ClassMask enabled = 0;
  PerClass<std::uint16_t> time{};
  bool operator==(const PfcFrame&) const = default;
};

// PFC that stops (quanta > 0) or resumes (quanta 0) the classes of `classes`.
constexpr PfcFrame pfc_frame(ClassMask classes, std::uint16_t quanta) {
  PfcFrame frame{.enabled = classes};
  for (std::size_t c = 0; c < kClasses; ++c) {
    if ((classes & mask_of(ClassId(c))) != 0) {
      frame.time[c] = quanta;
    }
  }
  return frame;
}

// GFC feedback: class `c` has entered stage `stage`.
constexpr PfcFrame gfc_stage_frame(ClassId c, std::uint16_t stage) { return pfc_frame(mask_of(c), stage); }

// Writes the 60 bytes of the frame; returns 60, or 0 if `bytes` is shorter.
std::size_t write_pause(std::span<std::uint8_t> bytes, MacAddress source, const PauseFrame& pause);
std::size_t write_pfc(std::span<std::uint8_t> bytes, MacAddress source, const PfcFrame& frame);

using MacControl = std::variant<PauseFrame, PfcFrame>;

// Reads a MAC control frame from its destination MAC on, which is the reserved address or that of the `station` itself
// (annex 31B). Reserved bits (the upper half of the class-enable vector, the padding) are ignored, as the standards
// ask. Errors: kTruncated, kWrongEtherType, kWrongDestination, kUnknownOpcode.
Decoded<MacControl> read_mac_control(std::span<const std::uint8_t> bytes, MacAddress station = kMacControlAddress);

// Whether a frame is PFC by ethertype and opcode, the octets that riders look at first.
bool is_pfc(std::span<const std::uint8_t> bytes);

}  // namespace weir::frame
