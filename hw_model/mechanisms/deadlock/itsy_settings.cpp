// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "hw_model/mechanisms/deadlock/deadlock_settings.h"
#include "hw_model/mechanisms/deadlock/itsy.h"
#include "hw_model/mechanisms/deadlock/itsy_unit.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"

namespace weir::deadlock {

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

namespace {

std::vector<UnitTable> itsy_tables() {
  return {{"deadlock.itsy", "ITSY, which finds deadlocks in the data plane.",
           ledger::within(&DeadlockConfig::itsy, itsy_settings())}};
}

bool itsy_lends(const DeadlockConfig& config) { return config.itsy.resolution != Resolution::kNone; }

Time itsy_patience(const DeadlockConfig& config) {
  return std::max({config.itsy.t_re, config.itsy.cut_off, config.itsy.round_period});
}

ledger::Block declare_itsy(const SwitchContext& context) {
  ledger::Block block = ItsyUnit::declare(context);
  declare_resolution(block, context);
  return block;
}

}  // namespace

const UnitCard& itsy_card() {
  static constexpr UnitCard kCard{
      .text = "ITSY: deadlock detection in the data plane",
      .declares = true,
      .tables = itsy_tables,
      .lender = {.lends = itsy_lends, .setting = "deadlock.itsy.resolution", .who = "a resolution"},
      .resolves = true,
      .patience = itsy_patience,
      .make = make_unit<ItsyUnit>,
      .declare = declare_itsy};
  return kCard;
}

}  // namespace weir::deadlock
