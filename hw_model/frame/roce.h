// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// RoCEv2: the InfiniBand transport headers behind UDP port 4791 (InfiniBand architecture specification, volume 1,
// chapter 9 and annex A17). The base transport header's opcode says which extension headers follow.
// The invariant CRC at the end is payload to a switch.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hw_model/base/units.h"
#include "hw_model/frame/wire.h"

namespace weir::frame {

inline constexpr std::uint16_t kRoceV2Port = 4791;
inline constexpr std::size_t kBthBytes = 12;
inline constexpr std::uint8_t kCnpOpcode = 0x81;  // RoCEv2 congestion notification packet, annex A17.9.3

// Base transport header.
struct Bth {
  std::uint8_t opcode = 0;
  bool solicited_event = false;
  bool migration_request = false;
  std::uint8_t pad_count = 0;       // 0..3
  std::uint8_t header_version = 0;  // 0..15
  std::uint16_t partition_key = 0;
  bool fecn = false;
  bool becn = false;
  bool undetermined = false;         // our use of the first of six reserved bits behind BECN: BECN is for TCD's UE
  std::uint32_t destination_qp = 0;  // 24 bits
  bool acknowledge_request = false;
  std::uint32_t sequence = 0;  // PSN, 24 bits

  bool operator==(const Bth&) const = default;
};

// The extension headers, in the order in which they follow the BTH.
enum class RoceExtension : std::uint8_t {
  kRdeth,      // reliable datagram
  kDeth,       // datagram
  kXrceth,     // extended reliable connection
  kReth,       // RDMA
  kAtomicEth,  // atomic request
  kAeth,       // acknowledge
  kAtomicAckEth,
  kImmDt,  // immediate data
  kIeth    // invalidate
};
inline constexpr std::size_t kRoceExtensions = 9;
inline constexpr std::array<std::uint8_t, kRoceExtensions> kRoceExtensionBytes{4, 8, 4, 16, 28, 4, 8, 4, 4};

// A set of extension headers, one bit each.
using RoceExtensionMask = std::uint16_t;
constexpr RoceExtensionMask mask_of(RoceExtension e) {
  return static_cast<RoceExtensionMask>(1U << static_cast<unsigned>(e));
}

// The extension headers behind a BTH with this opcode; none for a CNP and for undefined opcodes.
RoceExtensionMask roce_extensions(std::uint8_t opcode);

// Bytes of all headers of the set.
constexpr std::size_t roce_extension_bytes(RoceExtensionMask mask) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < kRoceExtensions; ++i) {
    bytes += (mask >> i & 1U) != 0 ? kRoceExtensionBytes[i] : 0U;
  }
  return bytes;
}

// The fields of extension headers; only those of the headers in `present` are valid.
struct RoceExtensionFields {
  RoceExtensionMask present = 0;
  std::uint32_t rdeth_ee_context = 0;  // 24 bits
  std::uint32_t deth_q_key = 0;
  std::uint32_t deth_source_qp = 0;  // 24 bits
  std::uint32_t xrceth_srq = 0;      // 24 bits
  std::uint64_t reth_virtual_address = 0;
  std::uint32_t reth_remote_key = 0;
  std::uint32_t reth_dma_length = 0;
  std::uint64_t atomic_virtual_address = 0;
  std::uint32_t atomic_remote_key = 0;
  std::uint64_t atomic_swap = 0;
  std::uint64_t atomic_compare = 0;
  std::uint8_t aeth_syndrome = 0;
  std::uint32_t aeth_message_sequence = 0;  // 24 bits
  std::uint64_t atomic_ack_original = 0;
  std::uint32_t immediate = 0;
  std::uint32_t invalidated_key = 0;

  bool operator==(const RoceExtensionFields&) const = default;
};

struct RoceHeaders {
  Bth bth;
  RoceExtensionFields extensions;

  std::size_t length() const { return kBthBytes + roce_extension_bytes(extensions.present); }
  bool operator==(const RoceHeaders&) const = default;
};

// Writes BTH and the extension headers that its opcode implies, whatever `extensions.present` says; returns their
// length, or 0 if `bytes` is shorter or a field is out of its range.
std::size_t write_roce(std::span<std::uint8_t> bytes, const RoceHeaders& headers);

// `bytes`: the known bytes of the UDP payload, `room` its length. Errors: kTruncated; kBeyondParseDepth if the headers
// end within the payload but beyond `bytes`.
Decoded<RoceHeaders> read_roce(std::span<const std::uint8_t> bytes, Bytes room);

}  // namespace weir::frame
