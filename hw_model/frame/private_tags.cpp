// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/private_tags.h"

#include <limits>

#include "hw_model/frame/control_header.h"
#include "hw_model/frame/private_header.h"

namespace weir::frame {
namespace {

WireWriter start(std::span<std::uint8_t> bytes, MacAddress source, std::uint8_t subtype) {
  WireWriter out = start_control(bytes, kNearestBridgeAddress, source, EtherType::kLocalExperiment);
  out.u8(subtype);
  return out;
}

WireWriter start(std::span<std::uint8_t> bytes, MacAddress source, PrivateSubtype subtype, ClassId c) {
  WireWriter out = start(bytes, source, static_cast<std::uint8_t>(subtype));
  out.u8(static_cast<std::uint8_t>(c.index()));
  return out;
}

Decoded<PrivateMessage> read_cbfc_credit(WireReader& in, ClassId virtual_lane) {
  CbfcCredit credit{.virtual_lane = virtual_lane};
  const std::uint8_t op = in.u8();
  in.skip(1);  // reserved
  credit.fctbs = in.u32();
  credit.fccl = in.u32();
  if (!in.ok()) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  if (op > static_cast<std::uint8_t>(CbfcOp::kInit)) {
    return tl::unexpected(DecodeError::kFieldOutOfRange);
  }
  credit.op = static_cast<CbfcOp>(op);
  return credit;
}

Decoded<PrivateMessage> read_gfc_queue_depth(WireReader& in, ClassId traffic_class) {
  in.skip(2);  // reserved
  const GfcQueueDepth message{.traffic_class = traffic_class, .depth = Bytes(in.u32())};
  if (!in.ok()) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  return message;
}

}  // namespace

std::size_t write_private_header(std::span<std::uint8_t> bytes, MacAddress source, std::uint8_t subtype) {
  WireWriter out = start(bytes, source, subtype);
  out.zeros_until(kControlFrameBytes);
  return out.ok() ? kPrivateBody : 0;
}

std::size_t write_routed_header(std::span<std::uint8_t> bytes, MacAddress destination, MacAddress source, ClassId c,
                                std::uint8_t subtype) {
  if (destination.is_group() || c.index() >= kClasses || bytes.size() < kControlFrameBytes) {
    return 0;
  }
  EthernetHeader header{
      .destination = destination, .source = source, .tag_count = 1, .ethertype = EtherType::kLocalExperiment};
  header.tags[0].pcp = static_cast<std::uint8_t>(c.index());
  const std::size_t length = write_ethernet(bytes, header);
  WireWriter out(bytes.subspan(length));
  out.u8(subtype);
  out.zeros_until(kControlFrameBytes - length);
  return length + 1;
}

void set_routed_ttl(std::span<std::uint8_t> bytes, std::uint8_t ttl) {
  constexpr std::size_t kBehindEtherType = kEthernetHeaderBytes + kVlanTagBytes;
  static_assert(kBehindEtherType + kRoutedTtl + 1 == kControlFrameBytes);
  bytes[kBehindEtherType + kRoutedTtl] = ttl;
}

Decoded<RoutedMessage> read_routed_message(std::span<const std::uint8_t> bytes) {
  const auto ethernet = read_ethernet(bytes);
  if (!ethernet) {
    return tl::unexpected(ethernet.error());
  }
  if (ethernet->ethertype != EtherType::kLocalExperiment) {
    return tl::unexpected(DecodeError::kWrongEtherType);
  }
  if (bytes.size() <= ethernet->length()) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  return RoutedMessage{.subtype = bytes[ethernet->length()], .body = bytes.subspan(ethernet->length() + 1)};
}

std::size_t write_cbfc_credit(std::span<std::uint8_t> bytes, MacAddress source, const CbfcCredit& credit) {
  if (bytes.size() < kControlFrameBytes || credit.virtual_lane.index() >= kClasses) {
    return 0;
  }
  WireWriter out = start(bytes, source, PrivateSubtype::kCbfcCredit, credit.virtual_lane);
  out.u8(static_cast<std::uint8_t>(credit.op));
  out.u8(0);  // reserved
  out.u32(credit.fctbs);
  out.u32(credit.fccl);
  out.zeros_until(kControlFrameBytes);
  return out.written();
}

std::size_t write_gfc_queue_depth(std::span<std::uint8_t> bytes, MacAddress source, const GfcQueueDepth& message) {
  if (bytes.size() < kControlFrameBytes || message.traffic_class.index() >= kClasses) {
    return 0;
  }
  if (message.depth < Bytes(0) || message.depth > Bytes(std::numeric_limits<std::uint32_t>::max())) {
    return 0;
  }
  WireWriter out = start(bytes, source, PrivateSubtype::kGfcQueueDepth, message.traffic_class);
  out.u16(0);  // reserved
  out.u32(static_cast<std::uint32_t>(message.depth.count()));
  out.zeros_until(kControlFrameBytes);
  return out.written();
}

Decoded<PrivateMessage> read_private_message(std::span<const std::uint8_t> bytes) {
  WireReader in(bytes);
  const auto subtype = read_private_subtype(in, bytes, {PrivateSubtype::kCbfcCredit, PrivateSubtype::kGfcQueueDepth});
  if (!subtype) {
    return tl::unexpected(subtype.error());
  }
  const std::uint8_t c = in.u8();
  if (!in.ok()) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  if (c >= kClasses) {
    return tl::unexpected(DecodeError::kFieldOutOfRange);
  }
  return *subtype == PrivateSubtype::kCbfcCredit ? read_cbfc_credit(in, ClassId(c))
                                                 : read_gfc_queue_depth(in, ClassId(c));
}

}  // namespace weir::frame
