// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/hop_label.h"

#include <array>

#include "hw_model/frame/big_endian.h"

namespace weir::frame {
namespace {

constexpr std::ptrdiff_t kTag = 12;  // behind the addresses
constexpr unsigned kPcpShift = 5;    // in the first byte of the tag's control information

EtherType type_at(std::span<const std::uint8_t> bytes, std::size_t offset) {
  return static_cast<EtherType>(big_endian<std::uint16_t>(&bytes[offset]));
}

}  // namespace

std::optional<ClassId> hop_label(std::span<const std::uint8_t> bytes) {
  if (type_at(bytes, kTag) != EtherType::kServiceTag)
    return std::nullopt;
  return ClassId(std::size_t{bytes[kTag + 2]} >> kPcpShift);
}

void set_hop_label(std::span<std::uint8_t> bytes, ClassId label) {
  constexpr unsigned kRest = (1U << kPcpShift) - 1;
  bytes[kTag + 2] = static_cast<std::uint8_t>((bytes[kTag + 2] & kRest) | label.index() << kPcpShift);
}

bool takes_hop_label(std::span<const std::uint8_t> bytes) {
  return !is_vlan_tag(type_at(bytes, kTag)) || !is_vlan_tag(type_at(bytes, kTag + kVlanTagBytes));
}

void put_on_hop_label(std::vector<std::uint8_t>& bytes, ClassId label, std::uint16_t vid) {
  constexpr auto kTpid = static_cast<std::uint16_t>(EtherType::kServiceTag);
  const std::array<std::uint8_t, kVlanTagBytes> tag{
      kTpid >> 8U, kTpid & 0xffU, static_cast<std::uint8_t>(label.index() << kPcpShift | (vid >> 8U & 0xfU)),
      static_cast<std::uint8_t>(vid & 0xffU)};
  bytes.insert(bytes.begin() + kTag, tag.begin(), tag.end());
}

void take_off_hop_label(std::vector<std::uint8_t>& bytes) {
  bytes.erase(bytes.begin() + kTag, bytes.begin() + kTag + kVlanTagBytes);
}

}  // namespace weir::frame
