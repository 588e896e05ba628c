// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/itsy_limit.h"

#include <algorithm>

#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/private_header.h"
#include "hw_model/frame/private_tags.h"

namespace weir::frame {
namespace {

constexpr std::size_t kFixed = 6;
constexpr std::size_t kFlow = 13;
constexpr unsigned kTriggerBits = 24;  // S and P
static_assert(kPrivateBody + kFixed + kFlow * ItsyLimit::kMostFlows == kControlFrameBytes);

}  // namespace

bool write_itsy_limit(std::span<std::uint8_t> bytes, MacAddress source, const ItsyLimit& message,
                      const ItsyWidths& widths) {
  const ItsyTrigger& trigger = message.trigger;
  if (trigger.switch_id < 1 || trigger.switch_id >> (kTriggerBits - widths.port) != 0 ||
      trigger.port.index() >> widths.port != 0 || trigger.host || message.size > ItsyLimit::kMostFlows)
    return false;
  const std::size_t body = write_private_header(bytes, source, static_cast<std::uint8_t>(PrivateSubtype::kItsyLimit));
  if (body == 0)
    return false;
  WireWriter out(bytes.subspan(body));
  out.u8(static_cast<std::uint8_t>(message.traffic_class.index()));
  const std::uint32_t named = trigger.switch_id << widths.port | static_cast<std::uint32_t>(trigger.port.index());
  out.u8(static_cast<std::uint8_t>(named >> 16U));
  out.u16(static_cast<std::uint16_t>(named));
  out.u8(message.ttl);
  out.u8(message.size);
  for (std::size_t n = 0; n < message.size; ++n) {
    const FiveTuple& flow = message.flows[n];
    out.u32(static_cast<std::uint32_t>(flow.addresses >> 32U));
    out.u32(static_cast<std::uint32_t>(flow.addresses));
    out.u32(static_cast<std::uint32_t>(flow.ports >> 8U));
    out.u8(static_cast<std::uint8_t>(flow.ports));
  }
  return out.ok();
}

Decoded<ItsyLimit> read_itsy_limit(std::span<const std::uint8_t> frame, const ItsyWidths& widths) {
  WireReader in(frame.first(std::min(frame.size(), kControlFrameBytes)));
  const auto subtype = read_private_subtype(in, frame, {PrivateSubtype::kItsyLimit}, kControlFrameBytes);
  if (!subtype)
    return tl::unexpected(subtype.error());
  const std::size_t c = in.u8();
  ItsyLimit message;
  const std::uint32_t high = in.u8();
  const std::uint32_t named = high << 16U | in.u16();
  message.trigger.switch_id = named >> widths.port;
  message.trigger.port = PortId(named & ((1U << widths.port) - 1));
  message.ttl = in.u8();
  message.size = in.u8();
  if (c >= kClasses || message.trigger.switch_id == 0 || message.size > ItsyLimit::kMostFlows)
    return tl::unexpected(DecodeError::kFieldOutOfRange);
  message.traffic_class = ClassId(c);
  for (std::size_t n = 0; n < message.size; ++n) {
    FiveTuple& flow = message.flows[n];
    flow.addresses = std::uint64_t{in.u32()} << 32U;
    flow.addresses |= in.u32();
    flow.ports = std::uint64_t{in.u32()} << 8U;
    flow.ports |= in.u8();
  }
  return message;
}

}  // namespace weir::frame
