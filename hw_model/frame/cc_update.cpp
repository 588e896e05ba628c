// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/cc_update.h"

#include "hw_model/frame/control_header.h"

namespace weir::frame {
namespace {

constexpr std::uint32_t kUltraEthernet = 0xFA7ACB;  // CID
constexpr unsigned kCountBits = 20;
constexpr std::uint64_t kCountMask = (1U << kCountBits) - 1;

}  // namespace

std::size_t write_cc_update(std::span<std::uint8_t> bytes, MacAddress source, const CcUpdate& update) {
  if (bytes.size() < kControlFrameBytes) {
    return 0;
  }
  WireWriter out = start_control(bytes, kMacControlAddress, source, EtherType::kMacControl);
  out.u16(kOrganisationOpcode);
  out.u8(static_cast<std::uint8_t>(kUltraEthernet >> 16U));
  out.u16(static_cast<std::uint16_t>(kUltraEthernet));
  out.u8(update.first_vc == 0 ? 1 : 2);
  for (std::size_t vc = 0; vc < kChannelsOfCcUpdate; vc += 2) {
    const std::uint64_t both =
        (update.consumed[vc] & kCountMask) << kCountBits | (update.consumed[vc + 1] & kCountMask);
    out.u8(static_cast<std::uint8_t>(both >> 32U));
    out.u32(static_cast<std::uint32_t>(both));
  }
  return out.written();
}

Decoded<CcUpdate> read_cc_update(std::span<const std::uint8_t> bytes, MacAddress station) {
  WireReader in(bytes);
  if (const auto error = control_header_error(in, EtherType::kMacControl, kMacControlAddress, station)) {
    return tl::unexpected(*error);
  }
  const std::uint16_t opcode = in.u16();
  const std::uint32_t cid = std::uint32_t{in.u8()} << 16U;
  const std::uint32_t rest = in.u16();
  const std::uint8_t type = in.u8();
  CcUpdate update{.first_vc = type == 1 ? 0U : kChannelsOfCcUpdate};
  for (std::size_t vc = 0; vc < kChannelsOfCcUpdate; vc += 2) {
    const std::uint64_t high = in.u8();
    const std::uint64_t both = high << 32U | in.u32();
    update.consumed[vc] = static_cast<std::uint32_t>(both >> kCountBits);
    update.consumed[vc + 1] = static_cast<std::uint32_t>(both & kCountMask);
  }
  if (!in.ok()) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  if (opcode != kOrganisationOpcode) {
    return tl::unexpected(DecodeError::kUnknownOpcode);
  }
  if ((cid | rest) != kUltraEthernet || (type != 1 && type != 2)) {
    return tl::unexpected(DecodeError::kUnknownSubtype);
  }
  return update;
}

}  // namespace weir::frame
