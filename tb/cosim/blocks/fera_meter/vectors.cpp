// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Vectors of FERA's meter.

#include <algorithm>

#include "hw_model/base/random_stream.h"
#include "hw_model/base/units.h"
#include "tb/cosim/blocks/fera_meter/fera_meter.h"
#include "tb/cosim/blocks/fera_meter/script_writer.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

namespace {

constexpr std::int64_t kTick = 1200;          // ps
constexpr std::uint32_t kInterval = 1 << 12;  // cycles, 4.9 us: the shortest T that fits all ports twice
constexpr int kIntervals = 3;

// Ports of a switch at this rate: frames of 64 to 9216 bytes for each, more than the line takes at one and fewer at the
// others, queues that follow, ticks a quarter of T apart, a port that pauses, a line that falls to half its rate.
void traffic(FeraWriter& write, BitRate rate) {
  RandomStream random(1, "fera_meter_traffic");
  write.calm();
  FeraWriter::In& stands = write.stands();
  stands.interval = FeraWriter::fit(kInterval, write.config().interval_bits);
  stands.least_clock = stands.interval / 2;
  stands.kbps = static_cast<std::uint32_t>(rate.count() / 1000);
  stands.scales_fall = true;
  stands.least = write.full() / 4096;
  const std::int64_t capacity = bytes_in(Time(kTick * stands.interval), rate).count();
  const auto say = [&](std::int64_t bytes) {
    write.capacity(std::clamp<std::uint64_t>(static_cast<std::uint64_t>(bytes), 1,
                                             FeraWriter::most(write.config().capacity_bits)));
  };
  say(capacity);
  std::vector<std::int64_t> queues(write.ports());
  std::vector<std::int64_t> room(write.ports());
  const std::uint32_t apart = stands.interval / write.ports();
  for (std::uint32_t cycle = 0; cycle < kIntervals * stands.interval; ++cycle) {
    const unsigned port = cycle % write.ports();
    const std::int64_t offered = capacity * (port + 1) / 2;
    room[port] += offered * write.ports() / stands.interval + 1;
    FeraWriter::In in;
    const unsigned bytes = vector_packet_sizes()[random.below(vector_packet_sizes().size())];
    if (room[port] >= std::int64_t{bytes}) {
      room[port] -= bytes;
      in.arrives = true;
      in.arrives_port = port;
      in.arrives_length = FeraWriter::fit(bytes, write.config().length_bits);
      queues[port] += bytes;
    }
    if (cycle % apart == apart - 1) {
      const unsigned ended = cycle / apart % write.ports();
      queues[ended] = std::max<std::int64_t>(0, queues[ended] - capacity);
      in.tick = true;
      in.tick_port = ended;
      in.tick_queue = FeraWriter::fit(static_cast<std::uint64_t>(queues[ended]), write.config().q_bits);
      write.read(ended);
    }
    write.asks(queues[write.ports() - 1] > capacity ? std::uint64_t{1} << (write.ports() - 1) : 0);
    if (cycle > 2 * stands.interval && !write.unit().busy()) {
      say(capacity / 2);
    }
    write.add(in);
  }
  write.asks(0);
  write.serve();
  write.look();
}

}  // namespace

void FeraMeterKind::play(const Setup& setup, const VectorOptions& options, VectorRecorder<FeraMeterKind>& recorder) {
  recorder.directed(
      "each port served with and without a load and a change of C; as many due as there are; a tick in each "
      "moment; resets",
      setup);
  for (const BitRate rate : options.rates) {
    const std::string mbps = std::to_string(rate.count() / 1'000'000);
    FeraWriter write(setup);
    traffic(write, rate);
    recorder.play(
        write.script("packets_" + mbps + "mbps",
                     "ports of a switch of " + mbps + " Mbps, with frames of 64 to 9216 bytes and T of 4.9 us"),
        "", setup);
  }
  recorder.random("constrained random: frames, pauses, ticks, settings and ports of every magnitude", options, setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
