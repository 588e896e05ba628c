// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Settings of Ultra Ethernet's link-level retry (LLR). Names of registers are those of the switch abstraction interface
// (SAI, doc/LLR/SAI-Link_Layer_Retry.md). Rules that the public text leaves open, or states in a way that fails, are
// settings too; their defaults are the rules that the search of tb/tests/link_search finds no fault in.

#pragma once

#include <array>
#include <cstdint>

#include "hw_model/base/ids.h"
#include "hw_model/base/named.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/reference/ctlos_pacer.h"

namespace weir::llr {

// What becomes of a frame that may be eligible while the transmitter is in INIT or FLUSH. The values are register
// codes.
enum class FrameAction : std::uint8_t { kBlock = 0, kDiscard = 1, kBestEffort = 2 };
inline constexpr std::array<Named<FrameAction>, 3> kFrameActions{
    {{FrameAction::kBlock, "block"}, {FrameAction::kDiscard, "discard"}, {FrameAction::kBestEffort, "best_effort"}}};

// Which frames with a bad FCS are answered by a NACK.
enum class BadFrameRule : std::uint8_t { kExpected, kAny };
inline constexpr std::array<Named<BadFrameRule>, 2> kBadFrameRules{
    {{BadFrameRule::kExpected, "expected"}, {BadFrameRule::kAny, "any"}}};

// What a duplicate does to a receiver that has sent its NACK.
enum class DupInNackSent : std::uint8_t { kResume, kSilent };
inline constexpr std::array<Named<DupInNackSent>, 2> kDupsInNackSent{
    {{DupInNackSent::kResume, "resume"}, {DupInNackSent::kSilent, "silent"}}};

// What of an LLR_INIT_ECHO must equal what was sent.
enum class EchoCheck : std::uint8_t { kNone, kSeq, kData, kBoth };
inline constexpr std::array<Named<EchoCheck>, 4> kEchoChecks{
    {{EchoCheck::kNone, "none"}, {EchoCheck::kSeq, "seq"}, {EchoCheck::kData, "data"}, {EchoCheck::kBoth, "both"}}};

// The number of the first frame after an initialisation.
enum class InitSeq : std::uint8_t { kTxSeq, kZero };
inline constexpr std::array<Named<InitSeq>, 2> kInitSeqs{{{InitSeq::kTxSeq, "tx_seq"}, {InitSeq::kZero, "zero"}}};

// Whether init_data differs from that of the initialisation before.
enum class InitData : std::uint8_t { kCounts, kConstant };
inline constexpr std::array<Named<InitData>, 2> kInitDatas{
    {{InitData::kCounts, "counts"}, {InitData::kConstant, "constant"}}};

// What a timeout of 0 means: none, or that it is over as soon as it begins.
enum class ZeroTimeout : std::uint8_t { kOff, kAtOnce };
inline constexpr std::array<Named<ZeroTimeout>, 2> kZeroTimeouts{
    {{ZeroTimeout::kOff, "off"}, {ZeroTimeout::kAtOnce, "at_once"}}};

// Which bytes of a kept frame OUTSTANDING_BYTES_MAX counts: from destination MAC to FCS, or preamble and gap, too.
enum class OutstandingCounts : std::uint8_t { kFrame, kWire };
inline constexpr std::array<Named<OutstandingCounts>, 2> kOutstandingCounts{
    {{OutstandingCounts::kFrame, "frame"}, {OutstandingCounts::kWire, "wire"}}};

// Which of several ordered sets that are due at the same byte leaves first: NACK, INIT_ECHO, INIT, ACK, CF_Update; or
// CF_Update before the others.
enum class CtlosPriority : std::uint8_t { kNackFirst, kCfFirst };
inline constexpr std::array<Named<CtlosPriority>, 2> kCtlosPriorities{
    {{CtlosPriority::kNackFirst, "nack_first"}, {CtlosPriority::kCfFirst, "cf_first"}}};

// Which replays LLR_RX_REPLAY counts: all that a receiver can tell, or those that answer its NACK.
enum class RxReplayCounts : std::uint8_t { kAll, kAfterNack };
inline constexpr std::array<Named<RxReplayCounts>, 2> kRxReplayCounts{
    {{RxReplayCounts::kAll, "all"}, {RxReplayCounts::kAfterNack, "after_nack"}}};

enum class Profile : std::uint8_t { kRepaired, kSai };
inline constexpr std::array<Named<Profile>, 2> kProfiles{{{Profile::kRepaired, "repaired"}, {Profile::kSai, "sai"}}};

struct LlrConfig {
  static constexpr unsigned kSeqBits = 20;
  static constexpr Time kTick{1'000};  // of the timers: a nanosecond
  static constexpr Time kLongestReplayTimer{65'535'000};
  static constexpr Time kLongestAge{4'290'000'000'000};
  static constexpr Time kLongestPcsLost{4'294'967'295'000};

  std::uint32_t outstanding_frames_max = 512;
  Bytes outstanding_bytes_max{262'144};
  Time replay_timer_max{5'000'000};
  std::uint32_t replay_count_max = 1;  // all ones: endless
  Time pcs_lost_timeout{0};            // 0: as zero_timeout says
  Time data_age_timeout{0};            // likewise
  FrameAction init_llr_frame_action = FrameAction::kBestEffort;
  FrameAction flush_llr_frame_action = FrameAction::kBestEffort;
  bool re_init_on_flush = false;
  bool llr_mode_local = false;
  bool llr_mode_remote = false;

  BadFrameRule bad_frame_rule = BadFrameRule::kExpected;
  DupInNackSent dup_in_nack_sent = DupInNackSent::kResume;
  EchoCheck echo_check = EchoCheck::kBoth;
  InitSeq init_seq = InitSeq::kTxSeq;
  InitData init_data = InitData::kCounts;
  bool idle_ack = true;
  ZeroTimeout zero_timeout = ZeroTimeout::kOff;
  OutstandingCounts outstanding_counts = OutstandingCounts::kFrame;
  CtlosPriority ctlos_priority = CtlosPriority::kNackFirst;
  RxReplayCounts rx_replay_counts = RxReplayCounts::kAll;

  // Spacing of ordered sets (reference/ctlos_pacer.h), in bytes of line time.
  Bytes ctlos_target_spacing{2'048};
  Bytes ctlos_min_spacing{400};
  Bytes ctlos_frame_start_spacing{256};
  Bytes ctlos_frame_spacing{2'048};
  Bytes init_spacing{1'600};

  // Widths of the hardware: those of the port, or fewer bits where all states are searched.
  unsigned seq_bits = kSeqBits;
  unsigned init_data_bits = 16;
  unsigned replay_count_bits = 8;

  std::uint32_t seq_mask() const { return (std::uint32_t{1} << seq_bits) - 1; }
  std::uint32_t half_space() const { return std::uint32_t{1} << (seq_bits - 1); }
  std::uint32_t endless_replays() const { return (std::uint32_t{1} << replay_count_bits) - 1; }
  // Whether a timeout ever ends.
  bool ends(Time timeout) const { return timeout != Time(0) || zero_timeout == ZeroTimeout::kAtOnce; }
  // What a frame, from destination MAC to FCS, takes of outstanding_bytes_max.
  Bytes counted(Bytes length) const { return length + counted_beside(); }
  Bytes counted_beside() const {
    return outstanding_counts == OutstandingCounts::kWire ? frame::kPreambleAndGap : Bytes(0);
  }
};

// The link-level retry of a device's ports.
struct LlrPortConfig {
  bool wanted = false;  // by a switch, and by hosts if `hosts`
  bool hosts = true;
  Profile profile = Profile::kRepaired;
  ClassMask plain_classes = 0;      // whose frames are never numbered
  bool replay_first = false;        // control frames without a number wait for a replay
  bool pause_eligible = false;      // PAUSE and PFC frames get numbers
  bool pause_stops_replay = false;  // a kept frame of a paused class waits
  LlrConfig link;
};

// The spacing of the ordered sets of a port with this LLR, and credits of this spacing.
constexpr link::CtlosSpacing ctlos_spacing(const LlrConfig& config, Bytes cf_min_spacing) {
  return {.target = config.ctlos_target_spacing,
          .any_two = config.ctlos_min_spacing,
          .frame_start = config.ctlos_frame_start_spacing,
          .in_frame = config.ctlos_frame_spacing,
          .init = config.init_spacing,
          .cf_update = cf_min_spacing,
          .cf_first = config.ctlos_priority == CtlosPriority::kCfFirst};
}

// The settings with the rules of that profile. sai: the public text as it stands, where it says something else.
constexpr LlrConfig with_profile(LlrConfig config, Profile profile) {
  const bool sai = profile == Profile::kSai;
  config.bad_frame_rule = sai ? BadFrameRule::kAny : BadFrameRule::kExpected;
  config.dup_in_nack_sent = sai ? DupInNackSent::kSilent : DupInNackSent::kResume;
  return config;
}

}  // namespace weir::llr
