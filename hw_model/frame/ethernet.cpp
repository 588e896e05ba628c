// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/ethernet.h"

#include <cstdio>

#include <boost/crc.hpp>

namespace weir::frame {
namespace {

bool in_range(const VlanTag& tag) { return tag.pcp < 8 && tag.vid < 4096 && is_vlan_tag(tag.tpid); }

std::uint16_t tag_control(const VlanTag& tag) {
  return static_cast<std::uint16_t>(unsigned{tag.pcp} << 13U | (tag.drop_eligible ? 1U : 0U) << 12U | tag.vid);
}

VlanTag tag_of(EtherType tpid, std::uint16_t control) {
  return {.pcp = static_cast<std::uint8_t>(control >> 13U),
          .drop_eligible = (control >> 12U & 1U) != 0,
          .vid = static_cast<std::uint16_t>(control & 0xfffU),
          .tpid = tpid};
}

}  // namespace

std::string to_string(MacAddress address) {
  std::array<char, 18> text{};
  const auto octet = [&](unsigned i) { return static_cast<unsigned>(address.value() >> (40U - 8U * i) & 0xffU); };
  std::snprintf(text.data(), text.size(), "%02x-%02x-%02x-%02x-%02x-%02x", octet(0), octet(1), octet(2), octet(3),
                octet(4), octet(5));
  return text.data();
}

std::size_t write_ethernet(std::span<std::uint8_t> bytes, const EthernetHeader& header) {
  if (header.tag_count > kMaxVlanTags) {
    return 0;
  }
  WireWriter out(bytes);
  out.u48(header.destination.value());
  out.u48(header.source.value());
  for (std::size_t i = 0; i < header.tag_count; ++i) {
    if (!in_range(header.tags[i])) {
      return 0;
    }
    out.u16(static_cast<std::uint16_t>(header.tags[i].tpid));
    out.u16(tag_control(header.tags[i]));
  }
  out.u16(static_cast<std::uint16_t>(header.ethertype));
  return out.written();
}

Decoded<EthernetHeader> read_ethernet(std::span<const std::uint8_t> bytes) {
  WireReader in(bytes);
  EthernetHeader header;
  header.destination = MacAddress(in.u48());
  header.source = MacAddress(in.u48());
  header.ethertype = static_cast<EtherType>(in.u16());
  while (in.ok() && is_vlan_tag(header.ethertype)) {
    if (header.tag_count == kMaxVlanTags) {
      return tl::unexpected(DecodeError::kTooManyTags);
    }
    header.tags[header.tag_count++] = tag_of(header.ethertype, in.u16());
    header.ethertype = static_cast<EtherType>(in.u16());
  }
  if (!in.ok()) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  return header;
}

std::uint32_t frame_check_sequence(std::span<const std::uint8_t> covered) {
  boost::crc_32_type crc;
  crc.process_bytes(covered.data(), covered.size());
  return crc.checksum();
}

std::size_t write_fcs(std::span<std::uint8_t> frame) {
  if (frame.size() < kFcsBytes) {
    return 0;
  }
  const std::size_t covered = frame.size() - kFcsBytes;
  const std::uint32_t fcs = frame_check_sequence(frame.first(covered));
  for (std::size_t i = 0; i < kFcsBytes; ++i) {
    frame[covered + i] = static_cast<std::uint8_t>(fcs >> 8 * i);
  }
  return frame.size();
}

bool fcs_holds(std::span<const std::uint8_t> frame) {
  if (frame.size() < kFcsBytes) {
    return false;
  }
  const std::size_t covered = frame.size() - kFcsBytes;
  const std::uint32_t fcs = frame_check_sequence(frame.first(covered));
  for (std::size_t i = 0; i < kFcsBytes; ++i) {
    if (frame[covered + i] != static_cast<std::uint8_t>(fcs >> 8 * i)) {
      return false;
    }
  }
  return true;
}

}  // namespace weir::frame
