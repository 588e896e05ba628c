// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Properties that hold for all values and for all bytes, with generated inputs. The seed is fixed, so that a build is
// judged by the same inputs everywhere; RC_PARAMS="seed=N max_success=M" in the environment tries others.

#include <rapidcheck.h>

#include <rapidcheck/gtest.h>

#include "hw_model/frame/data_frame.h"
#include "hw_model/frame/packet.h"
#include "hw_model/frame/private_tags.h"
#include "hw_model/frame/udp.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::frame::properties_test {

[[maybe_unused]] const int kSeeded = setenv("RC_PARAMS", "seed=20190819 max_success=2000", /*overwrite=*/0);

template <class Number>
Number below(Number end) {
  return *rc::gen::inRange<Number>(0, end);
}

template <class T>
T any() {
  return *rc::gen::arbitrary<T>();
}

EtherType any_plain_ethertype() {
  return static_cast<EtherType>(
      *rc::gen::suchThat<std::uint16_t>([](std::uint16_t type) { return type != 0x8100 && type != 0x88a8; }));
}

VlanTag any_tag() {
  return {.pcp = below<std::uint8_t>(8),
          .drop_eligible = any<bool>(),
          .vid = below<std::uint16_t>(4096),
          .tpid = any<bool>() ? EtherType::kCustomerTag : EtherType::kServiceTag};
}

Ipv4Header any_ipv4() {
  return {.dscp = below<std::uint8_t>(64),
          .ecn = static_cast<Ecn>(below(4)),
          .total_length = static_cast<std::uint16_t>(*rc::gen::inRange(20, 65536)),
          .identification = any<std::uint16_t>(),
          .flags_and_fragment_offset = any<std::uint16_t>(),
          .ttl = any<std::uint8_t>(),
          .protocol = static_cast<IpProtocol>(any<std::uint8_t>()),
          .source = Ipv4Address(any<std::uint32_t>()),
          .destination = Ipv4Address(any<std::uint32_t>())};
}

constexpr Bytes kAnyRoom{65535};

RC_GTEST_PROP(FrameProperties, EthernetRoundTrip, ()) {
  EthernetHeader header{.destination = MacAddress(any<std::uint64_t>()),
                        .source = MacAddress(any<std::uint64_t>()),
                        .tag_count = below<std::uint8_t>(3),
                        .ethertype = any_plain_ethertype()};
  for (std::size_t i = 0; i < header.tag_count; ++i) {
    header.tags[i] = any_tag();
  }
  std::array<std::uint8_t, 22> bytes{};
  RC_ASSERT(write_ethernet(bytes, header) == header.length());
  RC_ASSERT(read_ethernet(bytes) == header);
}

RC_GTEST_PROP(FrameProperties, Ipv4RoundTrip, ()) {
  const Ipv4Header header = any_ipv4();
  std::array<std::uint8_t, kIpv4HeaderBytes> bytes{};
  RC_ASSERT(write_ipv4(bytes, header) == kIpv4HeaderBytes);
  RC_ASSERT(read_ipv4(bytes, kAnyRoom) == header);
}

RC_GTEST_PROP(FrameProperties, ChangesInPlaceEqualAFreshHeader, ()) {
  Ipv4Header header = any_ipv4();
  header.ttl = *rc::gen::inRange<std::uint8_t>(1, 255);
  std::array<std::uint8_t, kIpv4HeaderBytes> changed{};
  write_ipv4(changed, header);
  const auto ecn = static_cast<Ecn>(below(4));
  RC_ASSERT(decrement_ttl(changed).has_value());
  RC_ASSERT(set_ecn(changed, ecn) == header.ecn);
  --header.ttl;
  header.ecn = ecn;
  std::array<std::uint8_t, kIpv4HeaderBytes> fresh{};
  write_ipv4(fresh, header);
  RC_ASSERT(changed == fresh);
}

RC_GTEST_PROP(FrameProperties, UdpRoundTrip, ()) {
  const UdpHeader header{.source_port = any<std::uint16_t>(),
                         .destination_port = any<std::uint16_t>(),
                         .length = static_cast<std::uint16_t>(*rc::gen::inRange(8, 65536)),
                         .checksum = any<std::uint16_t>()};
  std::array<std::uint8_t, kUdpHeaderBytes> bytes{};
  RC_ASSERT(write_udp(bytes, header) == kUdpHeaderBytes);
  RC_ASSERT(read_udp(bytes, kAnyRoom) == header);
}

RC_GTEST_PROP(FrameProperties, MacControlRoundTrip, ()) {
  const MacAddress source(any<std::uint64_t>());
  const PauseFrame pause{.quanta = any<std::uint16_t>()};
  const PfcFrame pfc{.enabled = any<std::uint8_t>(), .time = any<PerClass<std::uint16_t>>()};
  std::array<std::uint8_t, kControlFrameBytes> bytes{};
  RC_ASSERT(write_pause(bytes, source, pause) == kControlFrameBytes);
  RC_ASSERT(read_mac_control(bytes) == MacControl(pause));
  RC_ASSERT(write_pfc(bytes, source, pfc) == kControlFrameBytes);
  RC_ASSERT(read_mac_control(bytes) == MacControl(pfc));
  RC_ASSERT(read_ethernet(bytes)->source == source);
}

RC_GTEST_PROP(FrameProperties, PrivateMessageRoundTrip, ()) {
  const MacAddress source(any<std::uint64_t>());
  const CbfcCredit credit{.virtual_lane = ClassId(below<std::size_t>(kClasses)),
                          .op = static_cast<CbfcOp>(below(2)),
                          .fctbs = any<std::uint32_t>(),
                          .fccl = any<std::uint32_t>()};
  const GfcQueueDepth depth{.traffic_class = ClassId(below<std::size_t>(kClasses)),
                            .depth = Bytes(any<std::uint32_t>())};
  std::array<std::uint8_t, kControlFrameBytes> bytes{};
  RC_ASSERT(write_cbfc_credit(bytes, source, credit) == kControlFrameBytes);
  RC_ASSERT(read_private_message(bytes) == PrivateMessage(credit));
  RC_ASSERT(write_gfc_queue_depth(bytes, source, depth) == kControlFrameBytes);
  RC_ASSERT(read_private_message(bytes) == PrivateMessage(depth));
}

RC_GTEST_PROP(FrameProperties, TwoFramesOfOneFlowDifferOnlyWhereTheirFieldsDo, ()) {
  DataFrameFields fields{.traffic_class = ClassId(below<std::size_t>(kClasses)),
                         .source_ip = Ipv4Address(any<std::uint32_t>()),
                         .length = Bytes(*rc::gen::inRange(64, 9217))};
  std::array<std::uint8_t, kHeaderBytes> one{};
  std::array<std::uint8_t, kHeaderBytes> other{};
  other.fill(0xee);
  RC_ASSERT(write_data_frame(one, fields) == kMaxDataHeaderBytes);
  RC_ASSERT(write_data_frame(other, fields) == kMaxDataHeaderBytes);
  RC_ASSERT(one == other);
  fields.traffic_class = ClassId((fields.traffic_class.index() + 1) % kClasses);
  write_data_frame(other, fields);
  const auto differing = std::ranges::count_if(one, [&, i = 0U](std::uint8_t b) mutable { return b != other[i++]; });
  RC_ASSERT(differing == 1);
}

// Any bytes give a value or an error; the sanitizer builds turn a step outside into a failure. The start is often
// right, so that the generated bytes get past the first checks.
RC_GTEST_PROP(FrameProperties, DecodersAreTotal, (std::vector<std::uint8_t> bytes, std::int32_t room)) {
  static const std::array<std::vector<std::uint8_t>, 4> kStarts{
      std::vector<std::uint8_t>{},
      {0x01, 0x80, 0xc2, 0, 0, 0x01, 2, 0, 0, 0, 0, 0, 0x88, 0x08},
      {0x01, 0x80, 0xc2, 0, 0, 0x0e, 2, 0, 0, 0, 0, 0, 0x88, 0xb5},
      {2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0x81, 0x00}};
  const auto& start = kStarts[below(kStarts.size())];
  bytes.insert(bytes.begin(), start.begin(), start.end());

  const auto ethernet = read_ethernet(bytes);
  if (ethernet) {
    RC_ASSERT(ethernet->length() <= bytes.size());
  }
  const auto ipv4 = read_ipv4(bytes, Bytes(room));
  if (ipv4) {
    RC_ASSERT(Bytes(ipv4->total_length) <= Bytes(room));
  }
  const auto udp = read_udp(bytes, Bytes(room));
  if (udp) {
    RC_ASSERT(Bytes(udp->length) <= Bytes(room));
  }
  const auto control = read_mac_control(bytes);
  const auto message = read_private_message(bytes);
  RC_ASSERT(!(control && message));
  const bool may_live = bytes.size() >= kIpv4HeaderBytes && bytes[8] > 0;
  RC_ASSERT(decrement_ttl(bytes).has_value() == may_live);
  RC_ASSERT(set_ecn(bytes, Ecn::kCongestion).has_value() == (bytes.size() >= kIpv4HeaderBytes));
}

}  // namespace weir::frame::properties_test
