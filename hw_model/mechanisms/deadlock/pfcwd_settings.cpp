// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "hw_model/mechanisms/deadlock/deadlock_settings.h"
#include "hw_model/mechanisms/deadlock/pfcwd.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"

namespace weir::deadlock {

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

std::vector<UnitTable> pfcwd_tables() {
  return {{"deadlock.pfcwd", "The PFC watchdog of commodity switches, which polls counters.",
           ledger::within(&DeadlockConfig::pfcwd, pfcwd_settings())},
          {"deadlock.pfcwd.hardware", "The PFC watchdog of the chip itself, in place of polls.",
           ledger::within(&DeadlockConfig::pfcwd, ledger::within(&PfcwdConfig::hardware, pfcwd_hardware_settings()))}};
}

// A watchdog that acts takes classes out of a port's PFC mask.
bool pfcwd_disobeys(const DeadlockConfig& config) {
  return config.pfcwd.action != StormAction::kAlert || config.pfcwd.big_red_switch;
}

Time pfcwd_patience(const DeadlockConfig& config) {
  const PfcwdConfig& pfcwd = config.pfcwd;
  return std::max(pfcwd.detection, pfcwd.hardware.dld) + pfcwd.interval() + pfcwd.action_delay;
}

}  // namespace

const UnitCard& pfcwd_card() {
  static constexpr UnitCard kCard{.text = "PFC watchdog of commodity switches: counters that software polls",
                                  .tells_storms = true,
                                  .tables = pfcwd_tables,
                                  .disobeys = pfcwd_disobeys,
                                  .patience = pfcwd_patience,
                                  .make = make_unit<Pfcwd>,
                                  .declare = Pfcwd::declare};
  return kCard;
}

}  // namespace weir::deadlock
