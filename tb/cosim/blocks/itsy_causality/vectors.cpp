// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Vectors of the causality unit.

#include <algorithm>

#include "hw_model/base/random_stream.h"
#include "hw_model/base/units.h"
#include "tb/cosim/blocks/itsy_causality/itsy_causality.h"
#include "tb/cosim/blocks/itsy_causality/script_writer.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

namespace {

using In = ItsyWriter::In;
using W = ItsyWriter;

constexpr std::int64_t kTick = 1200;         // ps
constexpr std::int64_t kUnit = 64;           // bytes, of a count
constexpr std::uint32_t kPacketsUp = 40;     // while a circle fills
constexpr std::uint32_t kPauseAt = 30;       // in the unit of a count
constexpr std::uint32_t kRefreshCycles = 8;  // between what is told of one packet

// A switch of a ring at this rate, as the unit sees it: packets of 64 to 9216 bytes from port 0 to port 1 and from port
// 2 to port 1; the next switch pauses port 1, the VIQs fill, ports 0 and 2 pause, checks leave, pass and come home;
// then it resolves.
void ring(ItsyWriter& write, BitRate rate) {
  RandomStream random(1, "itsy_causality_traffic");
  const std::uint32_t xon = kPauseAt / 2;
  write.set(W::kSelf, xon, write.most_ttl());
  const auto wait = [&](unsigned bytes) {
    const std::int64_t cycles = serialization_time(Bytes(bytes), rate).count() / kTick;
    for (std::int64_t n = 0; n < std::min<std::int64_t>(cycles, kRefreshCycles); ++n) {
      write.idle();
    }
  };
  for (int lap = 0; lap < 4; ++lap) {
    write.reset();
    for (std::uint32_t n = 0; n < kPacketsUp; ++n) {
      const unsigned bytes = vector_packet_sizes()[random.below(vector_packet_sizes().size())];
      const auto units = std::min(static_cast<std::uint32_t>((bytes + kUnit - 1) / kUnit), write.most_count() / 4);
      const ItsyPort i = n % 2 == 0 ? 0 : 2;
      wait(bytes);
      if (write.unit().count(1, i) + units <= write.most_count() - 1) {
        write.add(W::enqueue(1, i, units));
      }
      if (write.unit().count(1, i) > kPauseAt && !write.unit().pausing(i)) {
        write.add(W::pause(i));
        write.add(W::take(i));
      }
      if (n == kPacketsUp / 4) {
        write.add(W::hold(1));
      }
      if (n % 8 == 7) {
        write.add(write.passing(1));
        write.add(W::take(i));
      }
    }
    write.add(write.home(1, 0));
    write.add(write.home(1, 2));
    write.add(W::again(0));
    write.take_all();
    write.add(W::release(1));
    for (const ItsyPort i : {0U, 2U}) {
      while (write.unit().count(1, i) > 0) {
        write.add(W::depart(1, i, std::min(write.unit().count(1, i), 6U)));
        if (write.unit().count(1, i) <= xon && write.unit().pausing(i)) {
          write.add(W::resume(i));
        }
      }
    }
    write.look();
  }
}

}  // namespace

void ItsyCausalityKind::play(const Setup& setup, const VectorOptions& options,
                             VectorRecorder<ItsyCausalityKind>& recorder) {
  recorder.directed(
      "each event at each port, each fate of a check, every pair, orders, coincidences, numbers that run out", setup);
  for (const BitRate rate : options.rates) {
    const std::string mbps = std::to_string(rate.count() / 1'000'000);
    recorder.begin("ring_" + mbps + "mbps", "a switch of a ring of " + mbps + " Mbps that deadlocks and is resolved",
                   setup);
    ItsyWriter write(setup);
    ring(write, rate);
    for (const Inputs& in : write.cycles()) {
      recorder.clock(in);
    }
  }
  recorder.random("constrained random: events alone and together, calm and wild", options, setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
