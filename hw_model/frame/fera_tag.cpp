// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/fera_tag.h"

#include <algorithm>

#include "hw_model/frame/big_endian.h"
#include "hw_model/frame/private_tags.h"

namespace weir::frame {
namespace {

constexpr std::uint8_t kSubtype = static_cast<std::uint8_t>(PrivateSubtype::kFeraTag);

// Offsets of the fields, behind one VLAN tag.
constexpr std::size_t kTpid = 12;
constexpr std::size_t kType = 16;
constexpr std::size_t kSubtypeAt = 18;
constexpr std::size_t kVersionByte = 19;
constexpr std::size_t kOp = 20;
constexpr std::size_t kRate = 26;
constexpr std::size_t kPort = 30;

bool valid(const FeraTag& tag) {
  return tag.op <= FeraOp::kReturning && tag.traffic_class.index() < kClasses && tag.rate_kbps != 0;
}

}  // namespace

std::uint32_t fera_rate(BitRate rate) {
  constexpr std::int64_t kMost = kFeraNotLimited - 1;
  return static_cast<std::uint32_t>(std::clamp(rate.count() / kFeraRateUnit, std::int64_t{1}, kMost));
}

std::size_t write_fera_tag(std::span<std::uint8_t> bytes, MacAddress destination, MacAddress source,
                           const FeraTag& tag) {
  const std::size_t body =
      valid(tag) ? write_routed_header(bytes, destination, source, tag.traffic_class, kSubtype) : 0;
  if (body == 0) {
    return 0;
  }
  WireWriter out(bytes.subspan(body));
  out.u8(kFeraVersion);
  out.u8(static_cast<std::uint8_t>(tag.op));
  out.u8(static_cast<std::uint8_t>(tag.traffic_class.index()));
  out.u32(tag.flow);
  out.u32(tag.rate_kbps);
  out.u32(tag.lowered_by);
  out.u32(tag.sequence);
  out.u64(tag.clock_ns);
  return kControlFrameBytes;
}

Decoded<FeraTag> read_fera_tag(std::span<const std::uint8_t> body) {
  WireReader in(body);
  const std::uint8_t version = in.u8();
  const std::uint8_t op = in.u8();
  const std::uint8_t c = in.u8();
  FeraTag tag{
      .flow = in.u32(), .rate_kbps = in.u32(), .lowered_by = in.u32(), .sequence = in.u32(), .clock_ns = in.u64()};
  if (!in.ok()) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  tag.op = static_cast<FeraOp>(op);
  tag.traffic_class = ClassId(c);
  if (version != kFeraVersion || !valid(tag)) {
    return tl::unexpected(DecodeError::kFieldOutOfRange);
  }
  return tag;
}

bool is_fera_tag(std::span<const std::uint8_t, kHeaderBytes> bytes) {
  return bytes[kSubtypeAt] == kSubtype &&
         big_endian<std::uint16_t>(&bytes[kType]) == static_cast<std::uint16_t>(EtherType::kLocalExperiment) &&
         big_endian<std::uint16_t>(&bytes[kTpid]) == static_cast<std::uint16_t>(EtherType::kCustomerTag);
}

std::optional<FeraOp> fera_op(std::span<const std::uint8_t, kHeaderBytes> bytes) {
  if (!is_fera_tag(bytes) || bytes[kVersionByte] != kFeraVersion ||
      bytes[kOp] > static_cast<std::uint8_t>(FeraOp::kReturning)) [[likely]] {
    return std::nullopt;
  }
  return static_cast<FeraOp>(bytes[kOp]);
}

void turn_fera_tag(std::span<std::uint8_t, kHeaderBytes> bytes) {
  constexpr std::size_t kAddress = 6;
  std::swap_ranges(bytes.begin(), bytes.begin() + kAddress, bytes.begin() + kAddress);
  bytes[kOp] = static_cast<std::uint8_t>(FeraOp::kReturning);
}

FeraLowering lower_fera_tag(std::span<std::uint8_t, kHeaderBytes> bytes, BitRate advertised, MacAddress port) {
  if (fera_op(bytes) != FeraOp::kForward) [[likely]] {
    return FeraLowering::kNoTag;
  }
  const std::uint32_t rate = fera_rate(advertised);
  if (big_endian<std::uint32_t>(&bytes[kRate]) <= rate) {
    return FeraLowering::kPassed;
  }
  put_big_endian(&bytes[kRate], rate);
  put_big_endian(&bytes[kPort], fera_port(port));
  return FeraLowering::kLowered;
}

}  // namespace weir::frame
