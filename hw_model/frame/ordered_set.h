// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Control ordered sets of Ultra Ethernet's link (CtlOS): eight bytes that the PCS inserts between frames or inside one;
// and the preamble, which carries the number of an eligible frame. Layout: docs/reference/wire_formats.md.

#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "hw_model/base/units.h"

namespace weir::frame {

enum class OrderedSetType : std::uint8_t {
  kLlrAck = 0x01,
  kLlrNack = 0x02,
  kLlrInit = 0x03,
  kLlrInitEcho = 0x04,
  kCfUpdate = 0x10,
};

// A set of LLR. `seq`, 20 bits: ack_nack_seq or init_seq; `init_data`, 16 bits, of INIT and INIT_ECHO alone.
struct OrderedSet {
  OrderedSetType type = OrderedSetType::kLlrAck;
  std::uint32_t seq = 0;
  std::uint32_t init_data = 0;
  bool operator==(const OrderedSet&) const = default;
};

// One of the two channels of a CF_Update: 0..31, and 15 bits of the credits freed.
struct FreedCredits {
  std::uint8_t vc = 0;
  std::uint32_t freed = 0;
  bool operator==(const FreedCredits&) const = default;
};

// As a block of 64B/66B carries them: block type 0x4B, then D1 to D7.
using OrderedSetBytes = std::array<std::uint8_t, 8>;
inline constexpr Bytes kOrderedSetLength{sizeof(OrderedSetBytes)};

OrderedSetBytes write_ordered_set(const OrderedSet& set);
OrderedSetBytes write_cf_update_set(const std::array<FreedCredits, 2>& entries);

// Nothing for any bytes that are no such set. An ordered set has no FCS: damage that yields another set is not seen.
std::optional<OrderedSetType> type_of(const OrderedSetBytes& bytes);
std::optional<OrderedSet> read_ordered_set(const OrderedSetBytes& bytes);
std::optional<std::array<FreedCredits, 2>> read_cf_update_set(const OrderedSetBytes& bytes);

using PreambleBytes = std::array<std::uint8_t, 8>;

struct Preamble {
  bool whole = false;                // all fixed bytes are as they must be
  std::optional<std::uint32_t> seq;  // 20 bits; nothing: an ineligible frame
  bool operator==(const Preamble&) const = default;
};

PreambleBytes write_preamble(std::optional<std::uint32_t> seq);
Preamble read_preamble(const PreambleBytes& bytes);

}  // namespace weir::frame
