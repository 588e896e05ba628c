// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Ethernet II framing: addresses, up to two VLAN tags, ethertype, frame check sequence.
// Source: IEEE 802.3 clause 3 (frame, FCS), IEEE 802.1Q clause 9 (tags). A frame length counts destination MAC to
// FCS, 64 to 9216 bytes; preamble, SFD and gap are the link's business.

#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "hw_model/base/units.h"
#include "hw_model/frame/wire.h"

namespace weir::frame {

inline constexpr std::size_t kEthernetHeaderBytes = 14;
inline constexpr std::size_t kVlanTagBytes = 4;
inline constexpr std::size_t kMaxVlanTags = 2;
inline constexpr std::size_t kFcsBytes = 4;
// IEEE 802.3.
inline constexpr Bytes kPreamble{8};  // with the start-of-frame delimiter
inline constexpr Bytes kGap{12};      // between packets
inline constexpr Bytes kPreambleAndGap = kPreamble + kGap;
inline constexpr Bytes kMinFrameLength{64};
inline constexpr Bytes kMaxFrameLength{9216};

// A 48-bit MAC address; value() has the first octet on the wire in its top byte.
class MacAddress {
 public:
  constexpr MacAddress() = default;
  constexpr explicit MacAddress(std::uint64_t value) : value_(value & 0xffff'ffff'ffffU) {}

  // A locally administered unicast address, 02-dd-dd-dd-pp-pp: one for each port of each device of a network.
  static constexpr MacAddress of_port(std::uint32_t device, std::uint16_t port) {
    return MacAddress(0x02'00'00'00'00'00U | std::uint64_t{device & 0xff'ffffU} << 16U | port);
  }

  constexpr std::uint64_t value() const { return value_; }
  constexpr bool is_group() const { return (value_ >> 40U & 1U) != 0; }
  constexpr auto operator<=>(const MacAddress&) const = default;

 private:
  std::uint64_t value_ = 0;
};

std::string to_string(MacAddress address);  // "02-00-00-01-00-03"

enum class EtherType : std::uint16_t {
  kIpv4 = 0x0800,
  kCustomerTag = 0x8100,  // 802.1Q C-tag
  kServiceTag = 0x88a8,   // 802.1Q S-tag, the outer one of two
  kIpv6 = 0x86dd,
  kMacControl = 0x8808,      // PAUSE, PFC
  kLocalExperiment = 0x88b5  // IEEE 802 local experimental ethertype 1: private_tags.h
};

constexpr bool is_vlan_tag(EtherType type) { return type == EtherType::kCustomerTag || type == EtherType::kServiceTag; }

struct VlanTag {
  std::uint8_t pcp = 0;  // priority code point, 0..7: the traffic class
  bool drop_eligible = false;
  std::uint16_t vid = 0;  // VLAN identifier, 0..4095; 0 is a priority tag
  EtherType tpid = EtherType::kCustomerTag;

  bool operator==(const VlanTag&) const = default;
};

struct EthernetHeader {
  MacAddress destination{};
  MacAddress source{};
  std::array<VlanTag, kMaxVlanTags> tags{};  // outermost first
  std::uint8_t tag_count = 0;                // 0..2
  EtherType ethertype{};

  constexpr std::size_t length() const { return kEthernetHeaderBytes + tag_count * kVlanTagBytes; }
  bool operator==(const EthernetHeader&) const = default;
};

// Writes the header; returns its length, or 0 if `bytes` is too short, a tag field is out of its range or there are
// more than two tags.
std::size_t write_ethernet(std::span<std::uint8_t> bytes, const EthernetHeader& header);

// Reads a header. Errors: kTruncated, kTooManyTags.
Decoded<EthernetHeader> read_ethernet(std::span<const std::uint8_t> bytes);

// The 32-bit FCS over destination MAC to the end of the payload (IEEE 802.3 3.2.9), as a number whose least
// significant byte goes onto the wire first.
std::uint32_t frame_check_sequence(std::span<const std::uint8_t> covered);

// Writes the FCS of all but the last four bytes of `frame` into those four. Returns frame.size(), or 0 if `frame` is
// shorter than an FCS.
std::size_t write_fcs(std::span<std::uint8_t> frame);

// Whether the last four bytes are the FCS of those before them; false for anything shorter than an FCS.
bool fcs_holds(std::span<const std::uint8_t> frame);

}  // namespace weir::frame
