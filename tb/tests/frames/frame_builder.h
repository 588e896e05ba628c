// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Puts frames together from the innermost header outwards: each function takes what follows its header.

#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/fragment.h"
#include "hw_model/frame/ipv4.h"
#include "hw_model/frame/ipv6.h"
#include "hw_model/frame/roce.h"
#include "hw_model/frame/tcp.h"
#include "hw_model/frame/udp.h"

namespace weir::samples {

using ByteString = std::vector<std::uint8_t>;

// n bytes 0x10, 0x11, ...
ByteString payload(std::size_t n);

// BTH with the extension headers of the opcode, all fields set, and an invariant CRC behind the payload.
ByteString roce(std::uint8_t opcode, std::size_t payload_bytes);
ByteString udp(std::uint16_t destination_port, const ByteString& inner);
// `header_length` 20..60; the options are no-operations.
ByteString tcp(std::uint8_t header_length, const ByteString& inner);
// `option_bytes` 0..40, a multiple of 4: a record-route option.
ByteString ipv4(std::uint8_t protocol, const ByteString& inner, std::size_t option_bytes = 0,
                std::uint16_t fragment_word = 0x4000);

// `chain`: kind and length of each extension header, in their order.
struct Extension {
  frame::Ipv6Extension kind;
  std::size_t length = 8;
  frame::Fragment fragment = frame::Fragment::kFirst;
};
ByteString ipv6(std::uint8_t protocol, const ByteString& inner, std::initializer_list<Extension> chain = {});
ByteString ipv6(std::uint8_t protocol, const ByteString& inner, std::span<const Extension> chain);

// Pads to the 60 bytes of the shortest frame where `padded`.
ByteString ethernet(std::uint16_t ethertype, const ByteString& inner, unsigned tags = 0, bool padded = true);

// Puts the right checksum into an IPv4 header at `offset`.
void mend_checksum(ByteString& frame, std::size_t offset);

inline constexpr std::uint8_t kTcp = 6;
inline constexpr std::uint8_t kUdp = 17;
inline constexpr std::uint8_t kNoNextHeader = 59;

}  // namespace weir::samples
