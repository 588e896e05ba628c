// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/crossbar/crossbar_settings.h"

#include <cmath>

#include "hw_model/base/quantity_text.h"
#include "hw_model/datapath/crossbar/arbiter_card.h"

namespace weir::crossbar {

using namespace weir::literals;  // NOLINT(google-build-using-namespace): units of the ranges below

namespace {

constexpr double kMillion = 1e6;

// Time for a cell, rounded down to a picosecond.
Wide time_of_cell(const CrossbarConfig& config, BitRate fastest_port) {
  // In integers, so that a slot that is a whole number of periods never loses one to rounding.
  const auto speedup_millionths = static_cast<std::int64_t>(std::llround(config.speedup * kMillion));
  const Wide bit_picoseconds = Wide{config.cell.count()} * kBitsPerByte * kPicosecondsPerSecond;
  return bit_picoseconds * static_cast<std::int64_t>(kMillion) / (Wide{fastest_port.count()} * speedup_millionths);
}

}  // namespace

const ledger::SettingsOf<CrossbarConfig>& crossbar_settings() {
  using Config = CrossbarConfig;
  static const ledger::SettingsOf<Config> kSettings = {
      ledger::setting(
          &Config::strategy, "strategy", kStrategies,
          "output_queued: packets queue at their output in arrival order. input_queued: packets queue at their input. "
          "combined: packets queue at both, with a crossbar that is faster than its ports; keys for input_queued hold "
          "for combined, too. In each strategy a class has queues of its own, as ttl_pfc demands."),
      ledger::setting(&Config::queueing, "queueing", kQueueings,
                      "input_queued: how packets queue at an input. fifo: one FIFO for each class, with head-of-line "
                      "blocking. virtual_output: one queue for each output and class."),
      ledger::setting(&Config::arbiter, "arbiter", arbiters(),
                      "input_queued: how inputs and outputs are matched. weighted_round_robin, also with packet "
                      "transfer: an output takes packets of an input in proportion to the listed flows from that input "
                      "to that output; with virtual output queues. Others come from outside of weir."),
      ledger::setting(&Config::iterations, "iterations", {1, 1024},
                      "islip, weighted_round_robin: iterations a slot, at most the ports."),
      ledger::setting(&Config::transfer, "transfer", kTransfers,
                      "input_queued: what crosses at a time. cell: one cell, at the crossbar's clock. packet: a whole "
                      "packet, when its output has room for the packet."),
      ledger::setting(&Config::cell, "cell", {1_B, 9216_B}, "Bytes that one crossbar slot moves."),
      ledger::setting(&Config::clock, "clock", {1_ps, 1_us},
                      "Clock period of the crossbar; a slot is a whole number of periods."),
      ledger::setting(&Config::speedup, "speedup", {1.0, 64.0},
                      "Speed of the crossbar over the fastest port; combined: more than 1, by default 2.0."),
      ledger::setting(&Config::jitter, "jitter", {0_ps, 1_ms},
                      "packet: largest random delay of a crossing packet, drawn evenly from 0."),
      ledger::setting(&Config::output_buffer, "output_buffer", {0_B, Bytes(std::int64_t{1} << 32)},
                      "Room of each output queue behind the crossbar; 0B: three packets of the largest size; with "
                      "combined, `switch.mmu.buffer`."),
  };
  return kSettings;
}

BitRate crossing_rate(const CrossbarConfig& config, BitRate fastest_port) {
  const Wide rate = Wide{fastest_port.count()} * std::llround(config.speedup * kMillion);
  return BitRate(static_cast<std::int64_t>(rate / static_cast<std::int64_t>(kMillion)));
}

Time slot_time(const CrossbarConfig& config, BitRate fastest_port) {
  return static_cast<std::int64_t>(time_of_cell(config, fastest_port) / config.clock.count()) * config.clock;
}

void check(const CrossbarConfig& config, const CrossbarPorts& ports, ledger::Complaints& complaints) {
  complaints.unless(config.output_buffer == Bytes(0) || config.output_buffer >= ports.max_frame,
                    {"output_buffer", "switch.max_frame"},
                    "wanted 0B or at least switch.max_frame, " + quantity_text(ports.max_frame) + "; got " +
                        quantity_text(config.output_buffer));
  const bool weighted = config.arbiter == Arbiter::kWeightedRoundRobin;
  complaints.unless(
      !weighted || config.strategy != Strategy::kOutputQueued, {"arbiter", "strategy"},
      "\"weighted_round_robin\" chooses among inputs, and with strategy = \"output_queued\" packets leave "
      "in the order in which they came; wanted \"input_queued\" or \"combined\"");
  complaints.unless(!weighted || config.queueing == Queueing::kVirtualOutput, {"arbiter", "queueing"},
                    "\"weighted_round_robin\" wants queueing = \"virtual_output\": in one FIFO an input a packet that "
                    "waits for its round blocks packets for other outputs");
  const ArbiterCard* const own = card_of(config.arbiter);
  complaints.unless(
      own == nullptr || (config.strategy != Strategy::kOutputQueued && config.transfer == Transfer::kCell),
      {"arbiter", "strategy", "transfer"},
      "an arbiter from outside of weir matches the cells of inputs; wanted strategy = \"input_queued\" or "
      "\"combined\", and transfer = \"cell\"");
  if (own != nullptr)
    own->check(config, ports.ports, complaints);
  if (config.strategy == Strategy::kOutputQueued)
    return;
  if (config.strategy == Strategy::kCombined) {
    complaints.unless(config.transfer == Transfer::kCell, {"transfer", "strategy"},
                      "strategy = \"combined\" wants \"cell\": only cells cross faster than they leave");
    complaints.unless(config.speedup > 1.0, {"speedup", "strategy"},
                      "strategy = \"combined\" wants more than 1, or packets would wait at the inputs alone");
  }
  if (config.transfer == Transfer::kPacket)
    return;
  complaints.unless(config.arbiter == Arbiter::kRoundRobin || config.iterations <= ports.ports,
                    {"iterations", "arbiter"},
                    "wanted at most the ports of the switch, " + std::to_string(ports.ports) + "; got " +
                        std::to_string(config.iterations));
  complaints.unless(slot_time(config, ports.fastest_port) > 0_ps, {"clock", "cell", "speedup", "strategy", "port.rate"},
                    "a cell of " + quantity_text(config.cell) + " has " +
                        quantity_text(Time(static_cast<std::int64_t>(time_of_cell(config, ports.fastest_port)))) +
                        " to cross, less than a clock of " + quantity_text(config.clock) +
                        "; wanted a larger cell, a faster clock or less speedup");
}

}  // namespace weir::crossbar
