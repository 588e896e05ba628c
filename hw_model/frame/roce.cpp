// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/roce.h"

namespace weir::frame {
namespace {

using enum RoceExtension;

// The upper three bits of an opcode.
enum class Transport : std::uint8_t {
  kReliableConnection = 0,
  kUnreliableConnection = 1,
  kReliableDatagram = 2,
  kUnreliableDatagram = 3,
  kExtendedReliableConnection = 5
};

constexpr std::uint32_t k24Bits = 0xff'ffffU;

// The headers of an operation in reliable connection, by the lower five bits of the opcode (volume 1, table 38).
constexpr std::array<RoceExtensionMask, 32> kOperation = [] {
  std::array<RoceExtensionMask, 32> table{};
  table[3] = table[5] = mask_of(kImmDt);                // SEND last, only, with immediate
  table[6] = table[10] = mask_of(kReth);                // RDMA WRITE first, only
  table[9] = mask_of(kImmDt);                           // RDMA WRITE last with immediate
  table[11] = mask_of(kReth) | mask_of(kImmDt);         // RDMA WRITE only with immediate
  table[12] = mask_of(kReth);                           // RDMA READ request
  table[13] = table[15] = table[16] = mask_of(kAeth);   // RDMA READ response first, last, only
  table[17] = mask_of(kAeth);                           // acknowledge
  table[18] = mask_of(kAeth) | mask_of(kAtomicAckEth);  // atomic acknowledge
  table[19] = table[20] = mask_of(kAtomicEth);          // compare and swap, fetch and add
  table[22] = table[23] = mask_of(kIeth);               // SEND last, only, with invalidate
  return table;
}();

constexpr unsigned kFirstResponse = 13;
constexpr unsigned kLastResponse = 18;
constexpr unsigned kResync = 21;

constexpr bool is_response(unsigned operation) { return operation >= kFirstResponse && operation <= kLastResponse; }

RoceExtensionMask of_reliable_datagram(unsigned operation) {
  if (operation > kResync) {
    return 0;
  }
  const RoceExtensionMask to_all = mask_of(kRdeth);
  const auto to_requests = is_response(operation) ? RoceExtensionMask{0} : mask_of(kDeth);
  return static_cast<RoceExtensionMask>(to_all | to_requests | kOperation[operation]);
}

RoceExtensionMask of_unreliable_datagram(unsigned operation) {
  constexpr unsigned kSendOnly = 4;
  constexpr unsigned kSendOnlyImmediate = 5;
  if (operation != kSendOnly && operation != kSendOnlyImmediate) {
    return 0;
  }
  return static_cast<RoceExtensionMask>(mask_of(kDeth) | kOperation[operation]);
}

RoceExtensionMask of_extended(unsigned operation) {
  if (operation == kResync || operation > 23) {
    return 0;
  }
  const auto to_requests = is_response(operation) ? RoceExtensionMask{0} : mask_of(kXrceth);
  return static_cast<RoceExtensionMask>(to_requests | kOperation[operation]);
}

RoceExtensionFields read_extensions(WireReader& in, RoceExtensionMask present) {
  const auto has = [present](RoceExtension e) { return (present & mask_of(e)) != 0; };
  RoceExtensionFields f;
  f.present = present;
  f.rdeth_ee_context = has(kRdeth) ? in.u32() & k24Bits : 0;
  if (has(kDeth)) {
    f.deth_q_key = in.u32();
    f.deth_source_qp = in.u32() & k24Bits;
  }
  f.xrceth_srq = has(kXrceth) ? in.u32() & k24Bits : 0;
  if (has(kReth)) {
    f.reth_virtual_address = in.u64();
    f.reth_remote_key = in.u32();
    f.reth_dma_length = in.u32();
  }
  if (has(kAtomicEth)) {
    f.atomic_virtual_address = in.u64();
    f.atomic_remote_key = in.u32();
    f.atomic_swap = in.u64();
    f.atomic_compare = in.u64();
  }
  if (has(kAeth)) {
    f.aeth_syndrome = in.u8();
    f.aeth_message_sequence = static_cast<std::uint32_t>(in.u8()) << 16U;
    f.aeth_message_sequence |= in.u16();
  }
  f.atomic_ack_original = has(kAtomicAckEth) ? in.u64() : 0;
  f.immediate = has(kImmDt) ? in.u32() : 0;
  f.invalidated_key = has(kIeth) ? in.u32() : 0;
  return f;
}

void write_extensions(WireWriter& out, RoceExtensionMask present, const RoceExtensionFields& f) {
  const auto has = [present](RoceExtension e) { return (present & mask_of(e)) != 0; };
  if (has(kRdeth)) {
    out.u32(f.rdeth_ee_context);
  }
  if (has(kDeth)) {
    out.u32(f.deth_q_key);
    out.u32(f.deth_source_qp);
  }
  if (has(kXrceth)) {
    out.u32(f.xrceth_srq);
  }
  if (has(kReth)) {
    out.u64(f.reth_virtual_address);
    out.u32(f.reth_remote_key);
    out.u32(f.reth_dma_length);
  }
  if (has(kAtomicEth)) {
    out.u64(f.atomic_virtual_address);
    out.u32(f.atomic_remote_key);
    out.u64(f.atomic_swap);
    out.u64(f.atomic_compare);
  }
  if (has(kAeth)) {
    out.u32(std::uint32_t{f.aeth_syndrome} << 24U | f.aeth_message_sequence);
  }
  if (has(kAtomicAckEth)) {
    out.u64(f.atomic_ack_original);
  }
  if (has(kImmDt)) {
    out.u32(f.immediate);
  }
  if (has(kIeth)) {
    out.u32(f.invalidated_key);
  }
}

}  // namespace

RoceExtensionMask roce_extensions(std::uint8_t opcode) {
  const unsigned operation = opcode & 0x1fU;
  switch (static_cast<Transport>(opcode >> 5U)) {
    case Transport::kReliableConnection:
      return kOperation[operation];
    case Transport::kUnreliableConnection:
      return operation <= 11 ? kOperation[operation] : RoceExtensionMask{0};
    case Transport::kReliableDatagram:
      return of_reliable_datagram(operation);
    case Transport::kUnreliableDatagram:
      return of_unreliable_datagram(operation);
    case Transport::kExtendedReliableConnection:
      return of_extended(operation);
  }
  return 0;
}

std::size_t write_roce(std::span<std::uint8_t> bytes, const RoceHeaders& headers) {
  const Bth& bth = headers.bth;
  const RoceExtensionFields& f = headers.extensions;
  if (bth.pad_count > 3 || bth.header_version > 15 || bth.destination_qp > k24Bits || bth.sequence > k24Bits ||
      (f.rdeth_ee_context | f.deth_source_qp | f.xrceth_srq | f.aeth_message_sequence) > k24Bits) {
    return 0;
  }
  WireWriter out(bytes);
  out.u8(bth.opcode);
  out.u8(static_cast<std::uint8_t>((bth.solicited_event ? 0x80U : 0U) | (bth.migration_request ? 0x40U : 0U) |
                                   unsigned{bth.pad_count} << 4U | bth.header_version));
  out.u16(bth.partition_key);
  out.u32((bth.fecn ? 1U << 31U : 0U) | (bth.becn ? 1U << 30U : 0U) | (bth.undetermined ? 1U << 29U : 0U) |
          bth.destination_qp);
  out.u32((bth.acknowledge_request ? 1U << 31U : 0U) | bth.sequence);
  write_extensions(out, roce_extensions(bth.opcode), f);
  return out.written();
}

Decoded<RoceHeaders> read_roce(std::span<const std::uint8_t> bytes, Bytes room) {
  if (room < Bytes(kBthBytes)) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  WireReader in(bytes);
  RoceHeaders headers;
  Bth& bth = headers.bth;
  bth.opcode = in.u8();
  const std::uint8_t flags = in.u8();
  bth.solicited_event = (flags & 0x80U) != 0;
  bth.migration_request = (flags & 0x40U) != 0;
  bth.pad_count = static_cast<std::uint8_t>(flags >> 4U & 3U);
  bth.header_version = static_cast<std::uint8_t>(flags & 0xfU);
  bth.partition_key = in.u16();
  const std::uint32_t qp = in.u32();
  bth.fecn = qp >> 31U != 0;
  bth.becn = (qp >> 30U & 1U) != 0;
  bth.undetermined = (qp >> 29U & 1U) != 0;
  bth.destination_qp = qp & k24Bits;
  const std::uint32_t psn = in.u32();
  bth.acknowledge_request = psn >> 31U != 0;
  bth.sequence = psn & k24Bits;
  if (!in.ok()) {
    return tl::unexpected(DecodeError::kBeyondParseDepth);
  }
  const RoceExtensionMask present = roce_extensions(bth.opcode);
  if (room < Bytes(static_cast<std::int64_t>(kBthBytes + roce_extension_bytes(present)))) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  headers.extensions = read_extensions(in, present);
  if (!in.ok()) {
    return tl::unexpected(DecodeError::kBeyondParseDepth);
  }
  return headers;
}

}  // namespace weir::frame
