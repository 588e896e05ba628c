// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/score.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "hw_model/asic/itsy_rules.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "tb/report/human.h"
#include "tb/scenario/device_config.h"

namespace weir {

namespace {

// The most knots in a summary.
constexpr std::size_t kKnots = 100;

std::optional<double> in_seconds(const std::optional<Time>& time) {
  return time ? std::optional(seconds(*time)) : std::nullopt;
}

// The room of each VEQ if packets wait in one FIFO an input.
std::optional<Bytes> fifo_room(const asic::SwitchConfig& config) {
  if (config.crossbar.strategy == crossbar::Strategy::kOutputQueued ||
      config.crossbar.queueing != crossbar::Queueing::kFifo)
    return std::nullopt;
  const bool three = config.crossbar.output_buffer == Bytes(0) && config.crossbar.transfer == crossbar::Transfer::kCell;
  return three ? config.max_frame * 3 : config.crossbar.output_buffer;
}

}  // namespace

std::unique_ptr<oracle::KnotOracle> judge_declarations(const scenario::Scenario& scenario, network::Network& net) {
  bool any = false;
  Time life;
  Time found_within;
  std::vector<std::optional<Bytes>> rooms(net.devices.size());
  for (std::size_t d = 0; d < net.devices.size(); ++d) {
    if (net.topology.devices[d].kind != network::DeviceKind::kSwitch) {
      continue;
    }
    const asic::SwitchConfig config = scenario::config_of(scenario, d, net.peers);
    rooms[d] = fifo_room(config);
    if (deadlock::declares(config.deadlock)) {
      any = true;
      const deadlock::ItsyConfig& itsy = config.deadlock.itsy;
      // A switch whose clock is late ends a round after the others, and then declares what was dead at their end.
      const bool waits = itsy.rounds > 0 && !itsy.round_attack;
      life = std::max(life, asic::itsy_life(config) + (waits ? itsy.round_skew : Time(0)));
      found_within = std::max(life, itsy.rounds > 0 ? itsy.period_of_rounds() + itsy.round_length() : Time(0));
    }
  }
  return any ? std::make_unique<oracle::KnotOracle>(net, life, found_within, rooms) : nullptr;
}

report::ScoreResult score_of(const oracle::KnotOracle& oracle, Time end) {
  const oracle::KnotScore score = oracle.score(end);
  const auto declared = [&](oracle::Verdict verdict) { return score.declared[static_cast<std::size_t>(verdict)]; };
  report::ScoreResult result{.declared_true = declared(oracle::Verdict::kTrue),
                             .declared_false = declared(oracle::Verdict::kFalse),
                             .declared_apart = declared(oracle::Verdict::kApart),
                             .declared_behind_host = declared(oracle::Verdict::kBehindHost),
                             .formed = score.knots.size(),
                             .missed = score.missed,
                             .undecided = score.undecided,
                             .broken_undeclared = score.broken_undeclared,
                             .resolutions = score.resolutions,
                             .needless_resolutions = score.needless,
                             .longest_delay_seconds = in_seconds(score.longest_delay),
                             .false_ones = {},
                             .knots = {}};
  for (const oracle::FalseDeclaration& one : score.false_ones) {
    result.false_ones.push_back(fmt::format("{} at {} ps", oracle.name(one.viq), one.at.count()));
  }
  for (std::size_t i = 0; i < std::min(score.knots.size(), kKnots); ++i) {
    const oracle::KnotSpan& knot = score.knots[i];
    report::KnotResult& one = result.knots.emplace_back();
    one.formed_at_seconds = seconds(knot.formed_at);
    one.declared_at_seconds = in_seconds(knot.declared_at);
    one.dissolved_at_seconds = in_seconds(knot.dissolved_at);
    one.kind = report::kKnotClasses[static_cast<std::size_t>(knot.kind)];
    for (const std::size_t viq : knot.viqs) {
      one.viqs.push_back(oracle.name(viq));
    }
  }
  return result;
}

}  // namespace weir
