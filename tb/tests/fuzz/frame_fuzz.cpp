// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes into every decoder of the frame room. What a decoder accepts is written again and read again: the value
// must be the same. The sanitizers find a step outside the bytes.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <variant>
#include <vector>

#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/fera_tag.h"
#include "hw_model/frame/ipv4.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/private_tags.h"
#include "hw_model/frame/udp.h"

using namespace weir;
using namespace weir::frame;

namespace {

void want(bool holds) {
  if (!holds) {
    std::abort();
  }
}

void check_control(std::span<const std::uint8_t> bytes) {
  const auto control = read_mac_control(bytes);
  if (!control) {
    return;
  }
  std::array<std::uint8_t, kControlFrameBytes> again{};
  if (const auto* pause = std::get_if<PauseFrame>(&*control)) {
    write_pause(again, MacAddress(1), *pause);
  } else {
    write_pfc(again, MacAddress(1), std::get<PfcFrame>(*control));
  }
  want(read_mac_control(again) == control);
}

void check_message(std::span<const std::uint8_t> bytes) {
  const auto message = read_private_message(bytes);
  if (!message) {
    return;
  }
  std::array<std::uint8_t, kControlFrameBytes> again{};
  if (const auto* credit = std::get_if<CbfcCredit>(&*message)) {
    write_cbfc_credit(again, MacAddress(1), *credit);
  } else {
    write_gfc_queue_depth(again, MacAddress(1), std::get<GfcQueueDepth>(*message));
  }
  want(read_private_message(again) == message);
}

// A body that is read is written and read again, and what a switch does to a tag keeps it one, with no higher rate.
void check_tag(std::span<const std::uint8_t> body, std::span<const std::uint8_t> frame) {
  if (const auto tag = read_fera_tag(body)) {
    std::array<std::uint8_t, kControlFrameBytes> again{};
    want(write_fera_tag(again, MacAddress(2), MacAddress(4), *tag) == again.size());
    want(read_fera_tag(read_routed_message(again)->body) == tag);
  }
  std::array<std::uint8_t, kHeaderBytes> start{};
  std::ranges::copy(frame.first(std::min(frame.size(), start.size())), start.begin());
  const auto before = start;
  if (lower_fera_tag(start, BitRate(1'000'000), MacAddress(6)) == FeraLowering::kLowered) {
    want(lower_fera_tag(start, BitRate(1'000'000), MacAddress(6)) == FeraLowering::kPassed);
  } else {
    want(start == before);
  }
}

// The changes in place keep a header that was right right.
void check_ip(std::span<const std::uint8_t> bytes, Bytes room) {
  const auto header = read_ipv4(bytes, room);
  if (!header) {
    return;
  }
  std::vector<std::uint8_t> changed(bytes.begin(), bytes.end());
  want(decrement_ttl(changed).has_value() == (header->ttl > 0));
  want(set_ecn(changed, Ecn::kCongestion) == header->ecn);
  Ipv4Header wanted = *header;
  wanted.ttl = static_cast<std::uint8_t>(std::max(header->ttl - 1, 0));
  wanted.ecn = Ecn::kCongestion;
  want(read_ipv4(changed, room) == wanted);
  static_cast<void>(
      read_udp(bytes.subspan(header->header_length), Bytes(header->total_length - header->header_length)));
}

// A generated header rarely has the right checksum, so the same header is tried with it.
void check_ip_with_checksum(std::span<const std::uint8_t> bytes, Bytes room) {
  check_ip(bytes, room);
  if (bytes.size() < kIpv4HeaderBytes) {
    return;
  }
  std::vector<std::uint8_t> mended(bytes.begin(), bytes.end());
  const std::size_t covered = std::min<std::size_t>(mended.size(), (mended[0] & 0xfU) * 4);
  mended[10] = 0;
  mended[11] = 0;
  const std::uint16_t checksum = internet_checksum(std::span(mended).first(covered));
  mended[10] = static_cast<std::uint8_t>(checksum >> 8U);
  mended[11] = static_cast<std::uint8_t>(checksum);
  check_ip(mended, room);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span bytes(data, size);
  check_control(bytes);
  check_message(bytes);
  check_tag(bytes, bytes);
  if (const auto routed = read_routed_message(bytes)) {
    check_tag(routed->body, bytes);
  }
  const auto ethernet = read_ethernet(bytes);
  if (ethernet) {
    std::vector<std::uint8_t> again(ethernet->length());
    want(write_ethernet(again, *ethernet) == again.size());
    want(std::ranges::equal(again, bytes.first(again.size())));
    check_ip_with_checksum(bytes.subspan(ethernet->length()), Bytes(1500));
  }
  check_ip_with_checksum(bytes, Bytes(static_cast<std::int64_t>(size)));
  static_cast<void>(fcs_holds(bytes));
  return 0;
}
