// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/itsy_alive.h"

#include <algorithm>
#include <bit>

#include "hw_model/frame/private_header.h"

namespace weir::frame {
namespace {

bool valid(const ItsyAlive& alive) { return alive.classes != 0 && alive.round < kItsyRoundNumbers; }

Decoded<ItsyAlive> take(WireReader& in) {
  ItsyAlive alive;
  alive.classes = in.u8();
  alive.round = in.u8();
  if (!in.ok())
    return tl::unexpected(DecodeError::kTruncated);
  if (!valid(alive))
    return tl::unexpected(DecodeError::kFieldOutOfRange);
  return alive;
}

// Octets of the padding that messages take; without messages, the octets that must precede ALIVE.
std::size_t taken(std::span<const std::uint8_t> padding, const ItsyWidths& widths) {
  constexpr std::size_t kBefore = sizeof(kItsyMagic) + kItsyBitmaps;
  const auto entries = static_cast<std::size_t>(std::popcount(padding[sizeof(kItsyMagic)]));
  const auto triggers = static_cast<std::size_t>(std::popcount(padding[sizeof(kItsyMagic) + 1]));
  return kBefore + entries * widths.entry_octets() + triggers * widths.trigger_octets();
}

}  // namespace

bool ride_itsy_alive(std::span<std::uint8_t> frame, const ItsyAlive& alive, const ItsyWidths& widths) {
  if (frame.size() < kControlFrameBytes || !is_pfc(frame) || !valid(alive))
    return false;
  const auto padding = frame.subspan(kItsyRides, kControlFrameBytes - kItsyRides);
  const bool messages = WireReader(padding).u16() == kItsyMagic;
  const bool zeros = std::ranges::all_of(padding, [](std::uint8_t octet) { return octet == 0; });
  if ((!messages && !zeros) || taken(padding, widths) > padding.size() - kItsyAliveOctets)
    return false;
  WireWriter(padding).u16(kItsyMagicWithAlive);
  WireWriter out(padding.last(kItsyAliveOctets));
  out.u8(alive.classes);
  out.u8(alive.round);
  return true;
}

bool write_itsy_alive(std::span<std::uint8_t> bytes, MacAddress source, const ItsyAlive& alive) {
  if (!valid(alive) || write_private_header(bytes, source, static_cast<std::uint8_t>(PrivateSubtype::kItsyAlive)) == 0)
    return false;
  WireWriter out(bytes.subspan(kPrivateBody, kItsyAliveOctets));
  out.u8(alive.classes);
  out.u8(alive.round);
  return out.ok();
}

Decoded<ItsyAlive> read_itsy_alive_rider(std::span<const std::uint8_t> frame) {
  if (frame.size() < kControlFrameBytes)
    return tl::unexpected(DecodeError::kTruncated);
  const auto padding = frame.subspan(kItsyRides, kControlFrameBytes - kItsyRides);
  if (WireReader(padding).u16() != kItsyMagicWithAlive)
    return ItsyAlive{};
  WireReader in(padding.last(kItsyAliveOctets));
  return take(in);
}

Decoded<ItsyAlive> read_itsy_alive(std::span<const std::uint8_t> frame) {
  WireReader in(frame.first(std::min(frame.size(), kControlFrameBytes)));
  const auto subtype = read_private_subtype(in, frame, {PrivateSubtype::kItsyAlive});
  if (!subtype)
    return tl::unexpected(subtype.error());
  return take(in);
}

}  // namespace weir::frame
