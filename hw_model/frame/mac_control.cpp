// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/mac_control.h"

#include "hw_model/frame/control_header.h"

namespace weir::frame {
namespace {

// Destination, source, ethertype, opcode: what both frames start with.
WireWriter start(std::span<std::uint8_t> bytes, MacAddress source, MacControlOpcode opcode) {
  WireWriter out = start_control(bytes, kMacControlAddress, source, EtherType::kMacControl);
  out.u16(static_cast<std::uint16_t>(opcode));
  return out;
}

}  // namespace

std::size_t write_pause(std::span<std::uint8_t> bytes, MacAddress source, const PauseFrame& pause) {
  if (bytes.size() < kControlFrameBytes) {
    return 0;
  }
  WireWriter out = start(bytes, source, MacControlOpcode::kPause);
  out.u16(pause.quanta);
  out.zeros_until(kControlFrameBytes);
  return out.written();
}

std::size_t write_pfc(std::span<std::uint8_t> bytes, MacAddress source, const PfcFrame& frame) {
  if (bytes.size() < kControlFrameBytes) {
    return 0;
  }
  WireWriter out = start(bytes, source, MacControlOpcode::kPfc);
  out.u16(frame.enabled);  // the upper half is reserved, zero
  for (const std::uint16_t time : frame.time) {
    out.u16(time);
  }
  out.zeros_until(kControlFrameBytes);
  return out.written();
}

Decoded<MacControl> read_mac_control(std::span<const std::uint8_t> bytes, MacAddress station) {
  WireReader in(bytes);
  if (const auto error = control_header_error(in, EtherType::kMacControl, kMacControlAddress, station)) {
    return tl::unexpected(*error);
  }
  const auto opcode = static_cast<MacControlOpcode>(in.u16());
  if (!in.ok()) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  MacControl result;
  if (opcode == MacControlOpcode::kPause) {
    result = PauseFrame{.quanta = in.u16()};
  } else if (opcode == MacControlOpcode::kPfc) {
    PfcFrame frame{.enabled = static_cast<ClassMask>(in.u16())};
    for (std::uint16_t& time : frame.time) {
      time = in.u16();
    }
    result = frame;
  } else {
    return tl::unexpected(DecodeError::kUnknownOpcode);
  }
  if (!in.ok()) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  return result;
}

bool is_pfc(std::span<const std::uint8_t> bytes) {
  WireReader in(bytes);
  in.skip(2 * 6);  // addresses
  const auto ethertype = static_cast<EtherType>(in.u16());
  const auto opcode = static_cast<MacControlOpcode>(in.u16());
  return in.ok() && ethertype == EtherType::kMacControl && opcode == MacControlOpcode::kPfc;
}

}  // namespace weir::frame
