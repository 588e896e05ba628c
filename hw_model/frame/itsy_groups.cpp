// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/itsy_groups.h"

#include <algorithm>

#include "hw_model/frame/headers.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/private_header.h"
#include "hw_model/frame/private_tags.h"

namespace weir::frame {
namespace {

constexpr std::size_t kOctets = kDestinationGroups / 8;
static_assert(kPrivateBody + 1 + kOctets <= kControlFrameBytes);

}  // namespace

bool is_of(const Packet& packet, const DestinationGroups& groups) {
  const Headers headers = read_headers(packet.bytes, packet.length);
  return headers.ipv4 ? groups[group_of(headers.ipv4->destination.value())] : groups.any();
}

bool write_itsy_groups(std::span<std::uint8_t> bytes, MacAddress source, const ItsyGroups& message) {
  const std::size_t body = write_private_header(bytes, source, static_cast<std::uint8_t>(PrivateSubtype::kItsyGroups));
  if (body == 0)
    return false;
  WireWriter out(bytes.subspan(body));
  out.u8(static_cast<std::uint8_t>(message.traffic_class.index()));
  for (std::size_t octet = 0; octet < kOctets; ++octet) {
    unsigned bits = 0;
    for (std::size_t bit = 0; bit < 8; ++bit)
      bits |= message.blocked[8 * octet + bit] ? 1U << bit : 0U;
    out.u8(static_cast<std::uint8_t>(bits));
  }
  return out.ok();
}

Decoded<ItsyGroups> read_itsy_groups(std::span<const std::uint8_t> frame) {
  WireReader in(frame.first(std::min(frame.size(), kControlFrameBytes)));
  const auto subtype = read_private_subtype(in, frame, {PrivateSubtype::kItsyGroups}, kControlFrameBytes);
  if (!subtype)
    return tl::unexpected(subtype.error());
  const std::size_t c = in.u8();
  if (c >= kClasses)
    return tl::unexpected(DecodeError::kFieldOutOfRange);
  ItsyGroups message{.traffic_class = ClassId(c), .blocked = {}};
  for (std::size_t octet = 0; octet < kOctets; ++octet) {
    const unsigned bits = in.u8();
    for (std::size_t bit = 0; bit < 8; ++bit)
      message.blocked[8 * octet + bit] = (bits >> bit & 1U) != 0;
  }
  return message;
}

}  // namespace weir::frame
