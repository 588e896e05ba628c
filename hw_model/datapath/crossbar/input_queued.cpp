// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/crossbar/input_queued.h"

#include <cmath>
#include <stdexcept>
#include <string>

#include "hw_model/datapath/crossbar/cell_crossbar.h"
#include "hw_model/datapath/crossbar/packet_crossbar.h"

namespace weir::crossbar {

namespace {

constexpr double kMillion = 1e6;
constexpr double kMaxSpeedup = 1000.0;

void require(bool holds, const std::string& complaint) {
  if (!holds) {
    throw std::invalid_argument("crossbar: " + complaint);
  }
}

}  // namespace

void validate(const CrossbarContext& context) {
  const CrossbarConfig& config = context.config;
  require(context.ports >= 1, "a switch has at least one port");
  require(context.max_frame > Bytes(0), "the largest frame must be longer than 0 B");
  require(config.output_buffer == Bytes(0) || config.output_buffer >= context.max_frame,
          "output_buffer is " + std::to_string(config.output_buffer.count()) + " B, less than the largest frame, " +
              std::to_string(context.max_frame.count()) + " B: that frame could never cross");
  if (config.strategy == Strategy::kCombined) {
    require(config.transfer == Transfer::kCell, "combined wants transfer by cells: only these have a speedup");
    require(config.speedup > 1.0, "combined wants a speedup of more than 1, or packets would wait at the inputs alone");
  }
  if (config.transfer == Transfer::kPacket) {
    require(config.jitter >= Time(0), "jitter must not be negative");
  } else if (config.arbiter == Arbiter::kIslip) {
    require(config.iterations >= 1 && config.iterations <= context.ports,
            "iterations is " + std::to_string(config.iterations) + ", not within 1.." + std::to_string(context.ports));
  }
}

BitRate crossing_rate(const CrossbarConfig& config, BitRate fastest_port) {
  require(fastest_port > BitRate(0), "a port must be faster than 0 bit/s");
  require(config.speedup >= 1.0 && config.speedup <= kMaxSpeedup, "speedup must be within 1..1000");
  const Wide rate = Wide{fastest_port.count()} * std::llround(config.speedup * kMillion);
  return BitRate(static_cast<std::int64_t>(rate / static_cast<std::int64_t>(kMillion)));
}

Time slot_time(const CrossbarConfig& config, BitRate fastest_port) {
  require(config.cell > Bytes(0), "cell must be at least 1 B");
  require(config.clock > Time(0), "clock must be longer than 0 ps");
  require(fastest_port > BitRate(0), "a port must be faster than 0 bit/s");
  require(config.speedup >= 1.0 && config.speedup <= kMaxSpeedup, "speedup must be within 1..1000");
  // In integers, so that a slot that is a whole number of periods never loses one to rounding.
  const auto speedup_millionths = static_cast<std::int64_t>(std::llround(config.speedup * kMillion));
  const Wide bit_picoseconds = Wide{config.cell.count()} * kBitsPerByte * kPicosecondsPerSecond;
  const Wide slot =
      bit_picoseconds * static_cast<std::int64_t>(kMillion) / (Wide{fastest_port.count()} * speedup_millionths);
  const auto periods = static_cast<std::int64_t>(slot / config.clock.count());
  require(periods >= 1, "a cell of " + std::to_string(config.cell.count()) + " B has " +
                            std::to_string(static_cast<std::int64_t>(slot)) + " ps to cross, less than a clock of " +
                            std::to_string(config.clock.count()) + " ps: use larger cells or a faster clock");
  return periods * config.clock;
}

std::unique_ptr<Crossbar> make_input_queued(const CrossbarContext& context) {
  validate(context);
  if (context.config.transfer == Transfer::kPacket) {
    return std::make_unique<PacketCrossbar>(context);
  }
  return std::make_unique<CellCrossbar>(context,
                                        make_arbiter(context.config.arbiter, context.ports, context.config.iterations));
}

}  // namespace weir::crossbar
