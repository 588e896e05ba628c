// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/ordered_set.h"

namespace weir::frame {
namespace {

constexpr std::uint8_t kBlockType = 0x4B;
constexpr std::uint8_t kOCode = 0x6;
constexpr std::uint8_t kStart = 0xFB;
constexpr std::uint8_t kFill = 0x55;
constexpr std::uint8_t kDelimiter = 0xD5;
constexpr std::uint8_t kEligible = 0x7;
constexpr std::uint8_t kVcMask = 0x1F;

std::uint8_t byte_of(std::uint32_t value, unsigned shift) { return static_cast<std::uint8_t>(value >> shift); }

bool is_of_llr(std::uint8_t type) { return type >= 0x01 && type <= 0x04; }

}  // namespace

[[gnu::hot]] OrderedSetBytes write_ordered_set(const OrderedSet& set) {
  return {kBlockType,
          static_cast<std::uint8_t>(set.type),
          byte_of(set.seq, 12),
          byte_of(set.seq, 4),
          static_cast<std::uint8_t>((set.seq & 0xFU) << 4U | kOCode),
          byte_of(set.init_data, 8),
          byte_of(set.init_data, 0),
          0};
}

OrderedSetBytes write_cf_update_set(const std::array<FreedCredits, 2>& entries) {
  const auto& [a, b] = entries;
  return {kBlockType,
          static_cast<std::uint8_t>(OrderedSetType::kCfUpdate),
          static_cast<std::uint8_t>((a.vc & kVcMask) << 3U | (a.freed >> 12U & 0x7U)),
          byte_of(a.freed, 4),
          static_cast<std::uint8_t>((a.freed & 0xFU) << 4U | kOCode),
          static_cast<std::uint8_t>((b.vc & kVcMask) << 3U | (b.freed >> 12U & 0x7U)),
          byte_of(b.freed, 4),
          static_cast<std::uint8_t>((b.freed & 0xFU) << 4U)};
}

std::optional<OrderedSetType> type_of(const OrderedSetBytes& bytes) {
  const std::uint8_t type = bytes[1];
  const bool known = is_of_llr(type) || type == static_cast<std::uint8_t>(OrderedSetType::kCfUpdate);
  if (bytes[0] != kBlockType || (bytes[4] & 0xFU) != kOCode || !known)
    return std::nullopt;
  return static_cast<OrderedSetType>(type);
}

[[gnu::hot]] std::optional<OrderedSet> read_ordered_set(const OrderedSetBytes& bytes) {
  const std::optional<OrderedSetType> type = type_of(bytes);
  if (!type || *type == OrderedSetType::kCfUpdate)
    return std::nullopt;
  return OrderedSet{.type = *type,
                    .seq = std::uint32_t{bytes[2]} << 12U | std::uint32_t{bytes[3]} << 4U | bytes[4] >> 4U,
                    .init_data = std::uint32_t{bytes[5]} << 8U | bytes[6]};
}

std::optional<std::array<FreedCredits, 2>> read_cf_update_set(const OrderedSetBytes& bytes) {
  if (type_of(bytes) != OrderedSetType::kCfUpdate)
    return std::nullopt;
  const auto read = [](std::uint8_t first, std::uint8_t second, std::uint8_t third) {
    return FreedCredits{.vc = static_cast<std::uint8_t>(first >> 3U),
                        .freed = (first & 0x7U) << 12U | std::uint32_t{second} << 4U | third >> 4U};
  };
  return std::array{read(bytes[2], bytes[3], bytes[4]), read(bytes[5], bytes[6], bytes[7])};
}

PreambleBytes write_preamble(std::optional<std::uint32_t> seq) {
  PreambleBytes bytes{kStart, kFill, kFill, kFill, kFill, kFill, kFill, kDelimiter};
  if (seq) {
    bytes[1] = static_cast<std::uint8_t>((*seq >> 16U & 0xFU) << 4U | kEligible);
    bytes[2] = byte_of(*seq, 8);
    bytes[3] = byte_of(*seq, 0);
  }
  return bytes;
}

Preamble read_preamble(const PreambleBytes& bytes) {
  Preamble preamble{.whole = bytes[0] == kStart && bytes[4] == kFill && bytes[5] == kFill && bytes[6] == kFill &&
                             bytes[7] == kDelimiter,
                    .seq = std::nullopt};
  if ((bytes[1] & 0xFU) == kEligible)
    preamble.seq = std::uint32_t{bytes[1]} >> 4U << 16U | std::uint32_t{bytes[2]} << 8U | bytes[3];
  else
    preamble.whole = preamble.whole && bytes[1] == kFill && bytes[2] == kFill && bytes[3] == kFill;
  return preamble;
}

}  // namespace weir::frame
