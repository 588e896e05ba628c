// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/deadlock_settings.h"

namespace weir::deadlock {

const ledger::SettingsOf<DeadlockConfig>& deadlock_settings() {
  static const ledger::SettingsOf<DeadlockConfig> kSettings = {ledger::setting(
      &DeadlockConfig::unit, "unit", kUnits,
      "What looks for deadlocks in every switch. watchdog: acts where a head packet has stood at a held queue of a "
      "lossless class for too long. itsy: switches send messages along what waits for what, and one that comes home "
      "has gone round a deadlock; with `pfc`, a FIFO an output or virtual output queues.")};
  return kSettings;
}

const ledger::SettingsOf<WatchdogConfig>& watchdog_settings() {
  static const ledger::SettingsOf<WatchdogConfig> kSettings = {
      ledger::setting(&WatchdogConfig::timeout, "timeout",
                      {WatchdogConfig::kTick, WatchdogConfig::kLongest, WatchdogConfig::kTick},
                      "For how long a head packet may stand.", {.name = "watchdog_timeout"}),
      ledger::setting(&WatchdogConfig::action, "action", kActions,
                      "What is done then. drop_head: it is dropped. lend_and_resume: every VIQ of its class whose peer "
                      "the switch has paused is lent `loan` of free buffer, and the peer told to go on; with `pfc` or "
                      "`ttl_pfc`, `switch.mmu.count_cells`, and without `switch.mmu.headroom_pool`."),
      ledger::setting(&WatchdogConfig::loan, "loan", {WatchdogConfig::kLeastLoan, WatchdogConfig::kMostLoan},
                      "By how much a VIQ may grow each time; for `lend_and_resume`.", {.name = "watchdog_loan"}),
  };
  return kSettings;
}

namespace {

ledger::Setting<ItsyConfig> rounds() {
  auto setting = ledger::or_word(
      ledger::setting(&ItsyConfig::rounds, "rounds", {0, ItsyConfig::kMostHops},
                      "Hops of a round, after which what has not been told that it can go on is a deadlock, of "
                      "whatever class: as many as a chain of pauses may be long, or more. auto: as many, two for each "
                      "cable between switches. 0: there are no rounds, and deadlocks of class `several` are not found. "
                      "Repaired."),
      "auto");
  setting.get = [](const ItsyConfig& config, std::size_t) {
    return ledger::SettingValue{config.rounds == kAutoRounds ? ledger::kWordInstead : std::int64_t{config.rounds}};
  };
  return setting;
}

}  // namespace

const ledger::SettingsOf<ItsyConfig>& itsy_settings() {
  constexpr const char* kOneLanguage = "all switches read the same messages";
  constexpr const char* kOneClock = "a round is that of all switches at once";
  static const ledger::SettingsOf<ItsyConfig> kSettings = {
      ledger::alike(ledger::setting(&ItsyConfig::protocol, "protocol", kProtocols,
                                    "repaired: one message, over queues that hold more than XON; declares no deadlock "
                                    "that is none. published: as in the paper, to be compared with."),
                    kOneLanguage),
      ledger::alike(
          ledger::setting(&ItsyConfig::resolution, "resolution", kResolutions, "What is done about a deadlock."),
          "all switches of a loop act"),
      ledger::alike(ledger::setting(&ItsyConfig::wide_entries, "wide_entries",
                                    "Messages of 40 bits in place of 32: up to 256 ports a switch in place of 64, "
                                    "65,535 switches in place of 16,383, and 64 hops in place of 16."),
                    kOneLanguage),
      ledger::alike(ledger::setting(&ItsyConfig::port_bits, "port_bits", {0, ItsyConfig::kMostPortBits},
                                    "Bits that name a port in messages, of the 20 that name it and its switch, or 24 "
                                    "with `wide_entries`: 9 for 512 ports. 0: 6, or 8."),
                    kOneLanguage),
      ledger::setting(&ItsyConfig::ttl, "ttl", {1, 64}, "Hops of a message; a longer circle is not found. Repaired."),
      ledger::setting(&ItsyConfig::sums, "sums",
                      "Whether a VIQ that is stuck behind several held egresses together counts as stuck. Repaired."),
      ledger::setting(&ItsyConfig::t_re, "t_re", {Time(0), Time(1'000'000'000'000)},
                      "After so long, give or take a quarter, an ingress that still pauses says so again: more than "
                      "twice what a message lives, ttl hops; 0ps: four times that. Repaired."),
      ledger::alike(rounds(), kOneClock),
      ledger::alike(ledger::setting(&ItsyConfig::round_period, "round_period", {Time(0), Time(1'000'000'000'000)},
                                    "From the beginning of a round to that of the next; 0ps: twice its length."),
                    kOneClock),
      ledger::alike(ledger::setting(&ItsyConfig::round_skew, "round_skew", {Time(0), Time(1'000'000'000)},
                                    "How far clocks of switches are apart at most: some are late by that, and a round "
                                    "is longer by that."),
                    kOneClock),
      ledger::alike(ledger::setting(&ItsyConfig::round_attack, "round_attack",
                                    "Whether `rounds` may be too small, and a round pays no regard to `round_skew`: to "
                                    "see what comes of it."),
                    kOneClock),
      ledger::setting(&ItsyConfig::cut_off, "cut_off", {Time(0), Time(1'000'000'000'000)},
                      "A host that has held a queue for so long is cut off: what waits for it is dropped until it lets "
                      "the queue go. 0ps: never."),
      ledger::alike(
          ledger::setting(&ItsyConfig::trigger_limit, "trigger_limit", {BitRate(0), BitRate(1'000'000'000'000)},
                          "To how much each large flow is limited that leaves by the queue at which a "
                          "deadlock began, if a switch was the first to pause: where it comes in from its "
                          "host. 0bps: flows are not limited."),
          kOneLanguage),
      ledger::setting(&ItsyConfig::trigger_limit_time, "trigger_limit_time",
                      {Time(1'000'000), WatchdogConfig::kLongest}, "For how long, from when it is said last."),
      ledger::setting(&ItsyConfig::tolerated_loss, "tolerated_loss", {0.0, 0.5},
                      "Part of a flow that count-min drop may take at an egress; there one packet of each flow in any "
                      "case."),
      ledger::setting(
          &ItsyConfig::flow_idle, "flow_idle", {Time(0), WatchdogConfig::kLongest, WatchdogConfig::kTick},
          "Of count-min drop: a large flow of which no packet has come for one to two of these is over, and "
          "what it has sent counts no more. 0ps: flows never end."),
      ledger::setting(&ItsyConfig::loan, "loan", {WatchdogConfig::kLeastLoan, WatchdogConfig::kMostLoan},
                      "By how much the VIQ of the loop may grow each time; of resolutions."),
  };
  return kSettings;
}

}  // namespace weir::deadlock
