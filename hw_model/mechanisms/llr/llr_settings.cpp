// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/llr/llr_settings.h"

#include <cstdint>
#include <string>

#include "hw_model/base/quantity_text.h"

namespace weir::llr {

using ledger::setting;
using ledger::SettingsOf;

namespace {

constexpr std::int64_t kMostFrames = 524'288;
constexpr Bytes kMostBytes{4'294'967'295};
constexpr Bytes kWidestSpacing{32'760};
constexpr const char* kAction =
    "What becomes of a frame that LLR would protect while the transmitter is in this state. block: it waits. discard: "
    "it is dropped and counted. best_effort: it is sent without protection.";

SettingsOf<LlrConfig> registers() {
  using C = LlrConfig;
  return {
      setting(&C::outstanding_frames_max, "outstanding_frames_max", {1, kMostFrames},
              "Frames that may be sent and not acknowledged."),
      setting(&C::outstanding_bytes_max, "outstanding_bytes_max", {Bytes(64), kMostBytes},
              "Bytes of these frames, as outstanding_counts counts: the size of the replay buffer."),
      setting(&C::replay_timer_max, "replay_timer_max", {C::kTick, C::kLongestReplayTimer, C::kTick},
              "Time after which the oldest frame without an acknowledgement is replayed; longer than the loop of the "
              "largest frame, or frames are replayed without an error."),
      setting(&C::replay_count_max, "replay_count_max", {0, 255},
              "Replays in a row without progress after which the timer ends in FLUSH; 255: never."),
      setting(&C::pcs_lost_timeout, "pcs_lost_timeout", {Time(0), C::kLongestPcsLost, C::kTick},
              "Time after which a PCS that is down ends in FLUSH. 0ps: never, or as zero_timeout says."),
      setting(&C::data_age_timeout, "data_age_timeout", {Time(0), C::kLongestAge, C::kTick},
              "Age of the oldest frame that ends in FLUSH. 0ps: none, or as zero_timeout says."),
      setting(&C::init_llr_frame_action, "init_llr_frame_action", kFrameActions, kAction),
      setting(&C::flush_llr_frame_action, "flush_llr_frame_action", kFrameActions, kAction),
      setting(&C::re_init_on_flush, "re_init_on_flush", "Whether FLUSH leads to INIT by itself."),
      setting(&C::llr_mode_local, "llr_mode_local", "Whether this end's receiver takes part."),
      setting(&C::llr_mode_remote, "llr_mode_remote", "Whether the other end's receiver takes part."),
      setting(&C::ctlos_target_spacing, "ctlos_target_spacing", {Bytes(320), kWidestSpacing},
              "Bytes of line time from an LLR_ACK or LLR_NACK to the next LLR_ACK."),
  };
}

SettingsOf<LlrConfig> rules() {
  using C = LlrConfig;
  return {
      setting(
          &C::bad_frame_rule, "bad_frame_rule", kBadFrameRules,
          "Frames with a bad FCS that are answered by a NACK. expected: those with the expected number, and missing "
          "ones. any: all, duplicates too, as the prose of SAI has it."),
      setting(&C::dup_in_nack_sent, "dup_in_nack_sent", kDupsInNackSent,
              "What a duplicate does to a receiver that has sent its NACK. resume: it acknowledges again. silent: "
              "nothing, as SAI has it; a lost NACK may then stop the link until FLUSH."),
      setting(&C::echo_check, "echo_check", kEchoChecks,
              "What of an LLR_INIT_ECHO must equal the LLR_INIT: nothing, the number, the data, or both."),
      setting(&C::init_seq, "init_seq", kInitSeqs, "Number of the first frame after an initialisation."),
      setting(&C::init_data, "init_data", kInitDatas,
              "Data of an LLR_INIT. counts: another number at each initialisation. constant: always the same."),
      setting(&C::idle_ack, "idle_ack",
              "Whether an LLR_ACK leaves in every ACK slot; otherwise only where a frame was accepted since the last, "
              "and a lost ACK may stop the link until FLUSH."),
      setting(
          &C::zero_timeout, "zero_timeout", kZeroTimeouts,
          "What 0ps of data_age_timeout and pcs_lost_timeout means. off: the timer does not run. at_once: it is over "
          "as soon as it begins, so that each frame, or each time that PCS is down, ends in FLUSH."),
      setting(&C::outstanding_counts, "outstanding_counts", kOutstandingCounts,
              "Which bytes of a frame outstanding_bytes_max counts. frame: from destination MAC to FCS. wire: preamble "
              "and gap, 20B, too."),
      setting(&C::ctlos_priority, "ctlos_priority", kCtlosPriorities,
              "Which of several ordered sets that are due at the same byte leaves first. nack_first: NACK, INIT_ECHO, "
              "INIT, ACK, CF_Update. cf_first: CF_Update before the others."),
      setting(&C::rx_replay_counts, "rx_replay_counts", kRxReplayCounts,
              "Which replays the counter llr_rx_replay counts. all: those that answer a NACK, and those of which only "
              "duplicates show. after_nack: the former."),
      setting(&C::ctlos_min_spacing, "ctlos_min_spacing", {Bytes(320), kWidestSpacing},
              "Bytes of line time between any two ordered sets."),
      setting(&C::ctlos_frame_start_spacing, "ctlos_frame_start_spacing", {Bytes(64), Bytes(1'008)},
              "Bytes of a frame before an ordered set may leave inside it."),
      setting(&C::ctlos_frame_spacing, "ctlos_frame_spacing", {Bytes(1'024), Bytes(8'184)},
              "Bytes between two ordered sets inside one frame."),
      setting(&C::init_spacing, "init_spacing", {Bytes(1'600), kWidestSpacing},
              "Bytes of line time between two LLR_INIT."),
  };
}

}  // namespace

const SettingsOf<LlrConfig>& llr_settings() {
  static const SettingsOf<LlrConfig> kSettings = [] {
    SettingsOf<LlrConfig> all = registers();
    for (ledger::Setting<LlrConfig>& one : rules())
      all.push_back(std::move(one));
    return all;
  }();
  return kSettings;
}

const SettingsOf<LlrPortConfig>& llr_port_settings() {
  using C = LlrPortConfig;
  static const SettingsOf<C> kSettings = [] {
    SettingsOf<C> all = {
        setting(&C::wanted, "wanted",
                "Whether the ports want link-level retry. A cable has it if both ends want it; [switch.NAME.link.llr] "
                "is of single switches."),
        ledger::alike(setting(&C::hosts, "hosts", "Whether hosts want it, too."), "hosts have one setting"),
        setting(&C::profile, "profile", kProfiles,
                "Rules that are not written in the file. repaired: the defaults of this table. sai: the public text as "
                "it stands, bad_frame_rule = \"any\" and dup_in_nack_sent = \"silent\"."),
        ledger::class_set(&C::plain_classes, "plain_classes",
                          "Classes whose frames never get a number: what the link damages of them is lost."),
        setting(
            &C::replay_first, "replay_first",
            "Whether MAC control without a number, PFC and PAUSE, waits until a replay is over. Headroom then has to "
            "take what comes in the time of a replay, too."),
        setting(
            &C::pause_eligible, "pause_eligible",
            "Whether PFC and PAUSE frames get numbers. A pause that an error hits is then sent again by link-level "
            "retry, not only by its next refresh; but a pause waits for replays and stays in order with data, and so "
            "comes later. Headroom has to take what comes in that time."),
        setting(&C::pause_stops_replay, "pause_stops_replay",
                "Whether a replay waits before a frame of a paused class, and all frames behind that one with it; "
                "otherwise "
                "a pause stops new frames alone."),
    };
    for (ledger::Setting<C>& one : ledger::within(&C::link, llr_settings())) {
      if (one.word != "llr_mode_local" && one.word != "llr_mode_remote")
        all.push_back(std::move(one));
    }
    return all;
  }();
  return kSettings;
}

void check(const LlrConfig& config, ledger::Complaints& complaints) {
  check_ranges(config, llr_settings(), complaints);
  complaints.unless(config.outstanding_frames_max <= config.half_space(), {"outstanding_frames_max"},
                    "wanted at most half of the numbers, " + std::to_string(config.half_space()) + "; got " +
                        std::to_string(config.outstanding_frames_max));
  if (config.data_age_timeout == Time(0) || config.replay_count_max == config.endless_replays())
    return;
  const Time given_up = (std::int64_t{config.replay_count_max} + 1) * config.replay_timer_max;
  complaints.unless(config.data_age_timeout > given_up, {"data_age_timeout", "replay_count_max", "replay_timer_max"},
                    "wanted more than (replay_count_max + 1) x replay_timer_max, " + quantity_text(given_up) +
                        ", after which the timer itself ends in FLUSH; got " + quantity_text(config.data_age_timeout));
}

}  // namespace weir::llr
