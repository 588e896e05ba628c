// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The map that rtl/port_registers was generated from, as its cycle model takes it: that of `weir registers` without a
// scenario. A test compares it with the declarations, and writes the rows that are wanted if they have changed.

#pragma once

#include <cstdint>
#include <string_view>

namespace weir::reference {

// A register that the bank keeps: of one element a port in this map.
struct KeptRegister {
  std::string_view path;
  std::uint32_t address;  // for port 0
  std::uint32_t stride;   // bytes from a port to the next
  unsigned width;
  std::uint64_t reset;
  bool is_flags;  // cleared by ones

  bool operator==(const KeptRegister&) const = default;
};

// Values that others hold.
struct ValueRegister {
  std::string_view path;
  std::uint32_t address;
  std::uint32_t stride;
  unsigned elements;  // of a port
  unsigned bytes;     // of an element: 4 or 8

  bool operator==(const ValueRegister&) const = default;
};

inline constexpr unsigned kRegistersAddressBits = 18;

// clang-format off
inline constexpr KeptRegister kKeptRegisters[] = {
    {"port.mac_address", 0x0, 0x8, 48, 0x0, false},
    {"port.max_frame", 0x100, 0x4, 14, 0x5dc, false},
    {"forwarding.route_port", 0x10080, 0x4, 1, 0x0, false},
    {"flow_control.xoff", 0x20000, 0x4, 24, 0x800000, false},
    {"flow_control.xon", 0x20080, 0x4, 24, 0x7ff448, false},
    {"flow_control.pause_quanta", 0x20100, 0x4, 16, 0xffff, false},
    {"flow_control.refresh_quanta", 0x20180, 0x4, 16, 0x7fff, false},
    {"flow_control.lossless_classes", 0x22480, 0x4, 8, 0xff, false},
    {"management.enable", 0x28080, 0x4, 1, 0x1, false},
    {"interrupt.status", 0x29000, 0x4, 8, 0x0, true},
    {"interrupt.mask", 0x29080, 0x4, 8, 0x0, false},
    {"interrupt.force", 0x29100, 0x4, 8, 0x0, false},
};

inline constexpr ValueRegister kValueRegisters[] = {
    {"port.frames_sent", 0x200, 0x8, 1, 8},
    {"port.frames_received", 0x300, 0x8, 1, 8},
    {"port.control_frames_received", 0x400, 0x8, 1, 8},
    {"parser.dropped_truncated", 0x8000, 0x20, 8, 4},
    {"parser.dropped_too_many_tags", 0x8400, 0x20, 8, 4},
    {"parser.dropped_wrong_ethertype", 0x8800, 0x20, 8, 4},
    {"parser.dropped_wrong_destination", 0x8c00, 0x20, 8, 4},
    {"parser.dropped_unknown_opcode", 0x9000, 0x20, 8, 4},
    {"parser.dropped_unknown_subtype", 0x9400, 0x20, 8, 4},
    {"parser.dropped_field_out_of_range", 0x9800, 0x20, 8, 4},
    {"parser.dropped_bad_ip_version", 0x9c00, 0x20, 8, 4},
    {"parser.dropped_bad_ip_header_length", 0xa000, 0x20, 8, 4},
    {"parser.dropped_bad_ip_total_length", 0xa400, 0x20, 8, 4},
    {"parser.dropped_bad_ip_header_checksum", 0xa800, 0x20, 8, 4},
    {"parser.dropped_ttl_expired", 0xac00, 0x20, 8, 4},
    {"parser.dropped_bad_udp_length", 0xb000, 0x20, 8, 4},
    {"parser.dropped_bad_length_field", 0xb400, 0x20, 8, 4},
    {"parser.dropped_bad_ip_payload_length", 0xb800, 0x20, 8, 4},
    {"parser.dropped_misplaced_extension", 0xbc00, 0x20, 8, 4},
    {"parser.dropped_too_many_extensions", 0xc000, 0x20, 8, 4},
    {"parser.dropped_bad_tcp_offset", 0xc400, 0x20, 8, 4},
    {"parser.dropped_beyond_parse_depth", 0xc800, 0x20, 8, 4},
    {"parser.dropped_runt", 0xcc00, 0x20, 8, 4},
    {"parser.dropped_oversize", 0xd000, 0x20, 8, 4},
    {"parser.dropped_bad_fcs", 0xd400, 0x20, 8, 4},
    {"forwarding.dropped_no_route", 0x10400, 0x20, 8, 4},
    {"forwarding.dropped_no_class", 0x10800, 0x20, 8, 4},
    {"forwarding.dropped_not_ip", 0x10c00, 0x20, 8, 4},
    {"mmu.viq_depth", 0x14400, 0x20, 8, 4},
    {"mmu.viq_cells", 0x14800, 0x20, 8, 4},
    {"mmu.viq_peak", 0x15000, 0x20, 8, 4},
    {"mmu.admitted", 0x15800, 0x40, 8, 8},
    {"mmu.admitted_reserved", 0x16000, 0x20, 8, 4},
    {"mmu.admitted_shared", 0x16400, 0x20, 8, 4},
    {"mmu.admitted_headroom", 0x16800, 0x20, 8, 4},
    {"mmu.dropped_viq_full", 0x16c00, 0x20, 8, 4},
    {"mmu.dropped_headroom_exhausted", 0x17000, 0x20, 8, 4},
    {"mmu.dropped_buffer_full", 0x17400, 0x20, 8, 4},
    {"mmu.dropped_veq_full", 0x17800, 0x20, 8, 4},
    {"egress.veq_depth", 0x18000, 0x20, 8, 4},
    {"egress.veq_waiting", 0x18400, 0x20, 8, 4},
    {"egress.veq_peak", 0x18800, 0x20, 8, 4},
    {"egress.sent", 0x19000, 0x40, 8, 8},
    {"egress.held_time", 0x19800, 0x40, 8, 8},
    {"egress.hold_and_wait_time", 0x1a000, 0x40, 8, 8},
    {"egress.deficit", 0x1ac00, 0x20, 8, 4},
    {"flow_control.xoff_asserted", 0x20400, 0x20, 8, 4},
    {"flow_control.told_paused", 0x20800, 0x20, 8, 4},
    {"flow_control.refresh_due", 0x20c00, 0x20, 8, 4},
    {"flow_control.refresh_timer", 0x21000, 0x20, 8, 4},
    {"flow_control.pausing_time", 0x21800, 0x40, 8, 8},
    {"flow_control.pause_timer", 0x22000, 0x20, 8, 4},
    {"flow_control.quantum_prescaler", 0x22400, 0x4, 1, 4},
    {"flow_control.pauses_sent", 0x22800, 0x40, 8, 8},
    {"flow_control.resumes_sent", 0x23000, 0x40, 8, 8},
    {"flow_control.feedback_frames", 0x23800, 0x40, 8, 8},
    {"flow_control.pauses_received", 0x24000, 0x40, 8, 8},
    {"management.link_up", 0x28100, 0x4, 1, 4},
    {"management.speed", 0x28180, 0x4, 1, 4},
    {"management.frames_lost", 0x28200, 0x8, 1, 8},
    {"interrupt.dropped", 0x29180, 0x4, 1, 4},
};
// clang-format on

}  // namespace weir::reference
