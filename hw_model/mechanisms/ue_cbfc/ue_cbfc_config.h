// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Settings of Ultra Ethernet's credit-based flow control (CBFC). Names of registers are those of the switch abstraction
// interface (SAI, doc/CBFC/SAI-Credit_Based_Flow_Control.md). Rules that the public text leaves open, or states in a
// way that fails, are settings too; their defaults are the rules that the search of tb/tests/link_search finds no fault
// in. InfiniBand's credits are another scheme: mechanisms/flow_control/cbfc.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hw_model/base/named.h"
#include "hw_model/base/units.h"

namespace weir::ue_cbfc {

inline constexpr std::size_t kChannels = 32;

// How a sender reads the difference between a CF_Update and S_CF, modulo 2^cf_update_bits. half: the lower half is
// forward, the upper half is ignored. full: all of it is forward. signed: the upper half goes back.
enum class CfDelta : std::uint8_t { kHalf, kFull, kSigned };
inline constexpr std::array<Named<CfDelta>, 3> kCfDeltas{
    {{CfDelta::kHalf, "half"}, {CfDelta::kFull, "full"}, {CfDelta::kSigned, "signed"}}};

// What a receiver does with a CC_Update behind its own count. forward: ignores it. signed: goes back to it.
enum class CcRule : std::uint8_t { kForward, kSigned };
inline constexpr std::array<Named<CcRule>, 2> kCcRules{{{CcRule::kForward, "forward"}, {CcRule::kSigned, "signed"}}};

// Which two channels a CF_Update is about. round_robin: the next in turn. news_first: the next in turn of those with
// news, and without them as before.
enum class CfOrder : std::uint8_t { kRoundRobin, kNewsFirst };
inline constexpr std::array<Named<CfOrder>, 2> kCfOrders{
    {{CfOrder::kRoundRobin, "round_robin"}, {CfOrder::kNewsFirst, "news_first"}}};

// What a channel may use of a pool beside its reserved credits. none: nothing. static: up to a maximum, 0 is no
// maximum. dynamic: up to a power of two times the shared credits that are free.
enum class SharedMode : std::uint8_t { kNone, kStatic, kDynamic };
inline constexpr std::array<Named<SharedMode>, 3> kSharedModes{
    {{SharedMode::kNone, "none"}, {SharedMode::kStatic, "static"}, {SharedMode::kDynamic, "dynamic"}}};

// A channel's part in the pool.
struct PoolShareConfig {
  static constexpr int kLeastExponent = -8;
  static constexpr int kMostExponent = 7;

  std::uint32_t reserved = 0;
  SharedMode mode = SharedMode::kNone;
  std::uint32_t shared_max = 0;  // static
  int exponent = 0;              // dynamic
  bool operator==(const PoolShareConfig&) const = default;
};

// The order of the steps by which software sets up a channel (vc_procedure.h).
enum class VcInitOrder : std::uint8_t { kDrained, kSai };
inline constexpr std::array<Named<VcInitOrder>, 2> kVcInitOrders{
    {{VcInitOrder::kDrained, "drained"}, {VcInitOrder::kSai, "sai"}}};

enum class Profile : std::uint8_t { kRepaired, kSai };
inline constexpr std::array<Named<Profile>, 2> kProfiles{{{Profile::kRepaired, "repaired"}, {Profile::kSai, "sai"}}};

struct UeCbfcConfig {
  static constexpr Time kMicrosecond{1'000'000};
  static constexpr std::int64_t kMostCreditSize = 2'048;
  // The word of the public text for the overhead that the receiver's buffer has: none, as it holds frames from
  // destination MAC to FCS.
  static constexpr Bytes kNative{128};

  Bytes credit_size{64};
  Bytes packet_overhead{0};        // added to the length of a frame; may be negative, or kNative
  std::uint32_t pool_credits = 0;  // S_CL_p of the port; 0: each channel has a limit of its own
  Time cc_message_timer{256'000'000};
  Bytes cf_min_spacing{6'400};
  Bytes cf_max_spacing{262'144};

  CfDelta cf_delta = CfDelta::kHalf;
  CcRule cc_rule = CcRule::kForward;
  CfOrder cf_order = CfOrder::kRoundRobin;
  bool cc_update_eligible = true;  // CC_Update goes through LLR like data
  VcInitOrder vc_init_order = VcInitOrder::kDrained;
  bool discard_before_credit = true;  // a frame that LLR discards uses no credits

  // Widths of the hardware and of the wire, or fewer bits where all states are searched.
  unsigned counter_bits = 20;
  unsigned cf_update_bits = 15;

  bool operator==(const UeCbfcConfig&) const = default;
  std::uint32_t counter_mask() const { return (std::uint32_t{1} << counter_bits) - 1; }
  std::uint32_t cf_mask() const { return (std::uint32_t{1} << cf_update_bits) - 1; }

  // The highest limit of a channel with which lost CF_Updates stay unambiguous.
  std::uint32_t highest_limit() const {
    return cf_delta == CfDelta::kFull ? cf_mask() : (std::uint32_t{1} << (cf_update_bits - 1)) - 1;
  }

  Bytes overhead() const { return packet_overhead == kNative ? Bytes(0) : packet_overhead; }

  // Credits of a frame, from destination MAC to FCS; at least 1.
  std::uint32_t credits(Bytes length) const {
    const std::int64_t bytes = (length + overhead()).count();
    return bytes <= credit_size.count()
               ? 1U
               : static_cast<std::uint32_t>((bytes + credit_size.count() - 1) / credit_size.count());
  }
};

// The settings with the rules of that profile. sai: the public text as it stands, where it says something else; its
// CC_Update is not retried (1.0 to 1.0.2), which heals only with differences that are signed at both ends.
constexpr UeCbfcConfig with_profile(UeCbfcConfig config, Profile profile) {
  const bool sai = profile == Profile::kSai;
  config.cc_update_eligible = !sai;
  config.cc_rule = sai ? CcRule::kSigned : CcRule::kForward;
  config.cf_delta = sai ? CfDelta::kSigned : CfDelta::kHalf;
  config.vc_init_order = sai ? VcInitOrder::kSai : VcInitOrder::kDrained;
  return config;
}

}  // namespace weir::ue_cbfc
