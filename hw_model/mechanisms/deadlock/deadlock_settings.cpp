// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/deadlock_settings.h"

namespace weir::deadlock {

const ledger::SettingsOf<DeadlockConfig>& deadlock_settings() {
  static const ledger::SettingsOf<DeadlockConfig> kSettings = {ledger::setting(
      &DeadlockConfig::unit, "unit", kUnits,
      "Unit of every switch that looks for deadlocks. watchdog: acts when a head packet has stood too long at a held "
      "queue of a lossless class. pfcwd: polls counters as the PFC watchdog of commodity switches does, and acts on "
      "queues in a storm of PFC frames; with schemes that pause classes. itsy: switches send messages along the waits, "
      "and a message that comes home has gone "
      "round a deadlock; with `pfc`, and with a FIFO for each output or virtual output queues.")};
  return kSettings;
}

const ledger::SettingsOf<WatchdogConfig>& watchdog_settings() {
  static const ledger::SettingsOf<WatchdogConfig> kSettings = {
      ledger::setting(&WatchdogConfig::timeout, "timeout",
                      {WatchdogConfig::kTick, WatchdogConfig::kLongest, WatchdogConfig::kTick},
                      "Time that a head packet may stand before the watchdog acts.", {.name = "watchdog_timeout"}),
      ledger::setting(&WatchdogConfig::action, "action", kActions,
                      "What the watchdog does. drop_head: drops the head packet. lend_and_resume: lends every VIQ of "
                      "the class whose peer the switch has paused `loan` of free buffer, and tells the peer to go on; "
                      "with `pfc` or `ttl_pfc`, `switch.mmu.count_cells`, and without `switch.mmu.headroom_pool`."),
      ledger::setting(&WatchdogConfig::loan, "loan", {WatchdogConfig::kLeastLoan, WatchdogConfig::kMostLoan},
                      "lend_and_resume: bytes by which a VIQ may grow with each loan.", {.name = "watchdog_loan"}),
  };
  return kSettings;
}

const ledger::SettingsOf<PfcwdConfig>& pfcwd_settings() {
  using C = PfcwdConfig;
  static const ledger::SettingsOf<C> kSettings = {
      ledger::setting(&C::rule, "rule", reference::kPfcRules,
                      "Rule by which a poll finds a queue in a storm, and out of it; each is that of a chip's vendor."),
      ledger::setting(&C::detection, "detection", {C::kTick, C::kLongestDetection, C::kTick},
                      "Detection time D: a storm is told at the ceil(D / poll)-th bad poll in a row. Operators set "
                      "100ms to 5s; shorter times are for scaled scenarios."),
      ledger::setting(&C::restoration, "restoration", {C::kTick, C::kLongestRestoration, C::kTick},
                      "Restoration time R: a storm has ended after ceil(R / poll) good polls in a row. Operators set "
                      "100ms to 60s."),
      ledger::setting(&C::poll, "poll", {C::kTick, C::kLongestDetection, C::kTick},
                      "Poll interval as the rules reckon it."),
      ledger::setting(&C::poll_interval, "poll_interval", {Time(0), C::kLongestDetection, C::kTick},
                      "Time from poll to poll by the clock. 0ps: as `poll`."),
      ledger::setting(&C::poll_jitter, "poll_jitter", {Time(0), C::kLongestDetection},
                      "Each poll comes up to this much earlier or later than `poll_interval` after the one before, at "
                      "random."),
      ledger::setting(&C::first_poll, "first_poll", {Time(0), C::kLongestDetection},
                      "Time of the first poll. 0ps: after one interval."),
      ledger::setting(&C::action, "action", kStormActions,
                      "What is done to a queue in a storm. drop: its packets and those that come to it are dropped, "
                      "and it obeys no PAUSE. forward: it obeys no PAUSE. alert: the storm is only told."),
      ledger::setting(&C::action_delay, "action_delay", {Time(0), C::kLongestDetection},
                      "Time from what a poll tells to its effect."),
      ledger::setting(&C::counts_when_disabled, "counts_when_disabled",
                      "Whether a port whose lossless classes all obey no PAUSE still counts PFC frames."),
      ledger::setting(&C::big_red_switch, "big_red_switch",
                      "Whether all lossless queues drop at all times, whatever polls would find.",
                      {.name = "pfcwd_big_red_switch"}),
  };
  return kSettings;
}

const ledger::SettingsOf<PfcwdHardware>& pfcwd_hardware_settings() {
  using C = PfcwdHardware;
  static const ledger::SettingsOf<C> kSettings = {
      ledger::setting(&C::dld, "dld", {Time(0), PfcwdConfig::kLongestDetection, PfcwdConfig::kTick},
                      "The watchdog of the chip acts on a queue whose class has been paused for this time without a "
                      "break; nothing is polled. 0ps: software polls."),
      ledger::setting(&C::dlr, "dlr", {Time(0), PfcwdConfig::kLongestDetection, PfcwdConfig::kTick},
                      "Time for which the watchdog of the chip acts on the queue, whatever comes meanwhile."),
  };
  return kSettings;
}

namespace {

ledger::Setting<ItsyConfig> rounds() {
  auto setting = ledger::or_word(
      ledger::setting(
          &ItsyConfig::rounds, "rounds", {0, ItsyConfig::kMostHops},
          "repaired: hops of a round, at least the length of the longest chain of pauses. Pausing VIQs that have not "
          "been told within the round that they can go on are deadlocked, whatever the deadlock's class. auto: two "
          "hops for each cable between switches. 0: no rounds; deadlocks of class `several` are not found."),
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
                                    "repaired: one message, over queues that hold more than XON; declares no false "
                                    "deadlocks. published: as in the paper, for comparison."),
                    kOneLanguage),
      ledger::alike(
          ledger::setting(&ItsyConfig::resolution, "resolution", kResolutions, "How switches resolve a deadlock."),
          "all switches of a loop act"),
      ledger::alike(ledger::setting(&ItsyConfig::wide_entries, "wide_entries",
                                    "Whether messages have 40 bits instead of 32: up to 256 ports a switch instead of "
                                    "64, 65,535 switches instead of 16,383, and 64 hops instead of 16."),
                    kOneLanguage),
      ledger::alike(ledger::setting(&ItsyConfig::port_bits, "port_bits", {0, ItsyConfig::kMostPortBits},
                                    "Bits of a message that name the port, of the 20 bits (24 with `wide_entries`) "
                                    "that name switch and port. 9: 512 ports. 0: 6 bits, or 8 with `wide_entries`."),
                    kOneLanguage),
      ledger::setting(&ItsyConfig::ttl, "ttl", {1, 64},
                      "repaired: hops that a message may travel; deadlocks in longer circles are not found."),
      ledger::setting(&ItsyConfig::sums, "sums",
                      "repaired: whether a VIQ also counts as stuck if its packets for several held egresses, taken "
                      "together, exceed XON."),
      ledger::setting(&ItsyConfig::t_re, "t_re", {Time(0), Time(1'000'000'000'000)},
                      "repaired: time, give or take a quarter, until an ingress that still pauses sends its message "
                      "again; more than twice the life of a message (`ttl` hops); 0ps: four times that life."),
      ledger::alike(rounds(), kOneClock),
      ledger::alike(ledger::setting(&ItsyConfig::round_period, "round_period", {Time(0), Time(1'000'000'000'000)},
                                    "Time from the beginning of a round to the beginning of the next round; 0ps: twice "
                                    "the length of a round."),
                    kOneClock),
      ledger::alike(ledger::setting(&ItsyConfig::round_skew, "round_skew", {Time(0), Time(1'000'000'000)},
                                    "Largest difference between clocks of switches; rounds are longer by this."),
                    kOneClock),
      ledger::alike(ledger::setting(&ItsyConfig::round_attack, "round_attack",
                                    "Whether, as an attack, `rounds` may be too small and rounds ignore `round_skew`."),
                    kOneClock),
      ledger::setting(&ItsyConfig::cut_off, "cut_off", {Time(0), Time(1'000'000'000'000)},
                      "Time after which a host that holds a queue is cut off: packets for the host are dropped until "
                      "it lets go. 0ps: never."),
      ledger::alike(
          ledger::setting(
              &ItsyConfig::trigger_limit, "trigger_limit", {BitRate(0), BitRate(1'000'000'000'000)},
              "Rate to which each large flow that leaves by the queue at which a deadlock began is limited, where the "
              "flow comes in from its host; only if a switch was the first to pause. 0bps: flows are not limited."),
          kOneLanguage),
      ledger::setting(&ItsyConfig::trigger_limit_time, "trigger_limit_time",
                      {Time(1'000'000), WatchdogConfig::kLongest},
                      "Time that a limit lasts after the last message about its flow."),
      ledger::setting(&ItsyConfig::tolerated_loss, "tolerated_loss", {0.0, 0.5},
                      "Part of a flow that count-min drop may drop at an egress, beside one packet of each flow."),
      ledger::setting(&ItsyConfig::flow_idle, "flow_idle", {Time(0), WatchdogConfig::kLongest, WatchdogConfig::kTick},
                      "Count-min drop: a large flow without a packet for one to two times this time has ended, and its "
                      "bytes no longer count. 0ps: flows never end."),
      ledger::setting(&ItsyConfig::loan, "loan", {WatchdogConfig::kLeastLoan, WatchdogConfig::kMostLoan},
                      "Resolutions: bytes by which the VIQ of the loop may grow with each loan."),
  };
  return kSettings;
}

}  // namespace weir::deadlock
