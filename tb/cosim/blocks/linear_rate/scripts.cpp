// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that take a rate calculation to every magnitude of what remains and of the range, and to messages at every
// moment: played in lock-step and, as segments of their own, in the golden vectors.

#include <algorithm>
#include <string>
#include <utility>

#include "hw_model/base/random_stream.h"
#include "hw_model/base/units.h"
#include "tb/cosim/blocks/linear_rate/linear_rate.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

namespace {

using reference::LinearRateConfig;
using reference::LinearRateInputs;
using LinearScript = Script<LinearRateInputs>;

class LinearWriter {
 public:
  explicit LinearWriter(const LinearRateConfig& config)
      : config_(config), most_(static_cast<std::uint32_t>((std::uint64_t{1} << config.counter_bits) - 1)) {}

  const LinearRateConfig& config() const { return config_; }
  std::uint32_t most() const { return most_; }
  std::uint64_t widest() const { return (std::uint64_t{1} << config_.room_bits()) - 1; }

  void add(const LinearRateInputs& in, std::uint64_t cycles = 1) { script_.add(in, cycles); }
  void reset() { add({.rst_n = false}); }
  // Asks with `blocks` more blocks credited than sent, from the count `fctbs` on; the factor comes in the last of these
  // cycles.
  void ask(std::uint64_t blocks, std::uint64_t range, std::uint32_t fctbs = 0) {
    add({.message = true,
         .fccl = static_cast<std::uint32_t>(fctbs + blocks) & most_,
         .fctbs = fctbs,
         .range = std::clamp<std::uint64_t>(range, 1, widest())});
    add({}, config_.steps() + 1);
  }
  LinearScript take(std::string name, std::string exercises) {
    reset();
    LinearScript taken = std::move(script_);
    script_ = {};
    taken.name = std::move(name);
    taken.exercises = std::move(exercises);
    return taken;
  }

 private:
  LinearRateConfig config_;
  std::uint32_t most_;
  LinearScript script_;
};

std::uint64_t least(unsigned bits) { return bits == 0 ? 0 : std::uint64_t{1} << (bits - 1); }

LinearScript magnitudes(const LinearRateConfig& config) {
  LinearWriter write(config);
  for (unsigned remaining = 0; remaining <= config.counter_bits; ++remaining) {
    for (unsigned range = 1; range <= config.room_bits(); ++range) {
      const std::uint64_t most_left =
          std::min((std::uint64_t{1} << remaining) - 1, std::uint64_t{write.most()} / 2 + 1);
      write.ask(least(remaining), least(range));
      write.ask(least(remaining), least(range) + 1);
      write.ask(most_left, least(range + 1) - 1, 5);
    }
  }
  return write.take("magnitudes", "every magnitude of what remains beside every one of the range");
}

LinearScript beside(const LinearRateConfig& config) {
  LinearWriter write(config);
  for (unsigned remaining = 0; remaining < config.counter_bits; ++remaining) {
    for (const std::uint64_t blocks : {std::uint64_t{1} << remaining, (std::uint64_t{1} << remaining) + 1}) {
      const std::uint64_t room = blocks << config.block_shift;
      for (const std::uint64_t range : {room - 1, room, room + 1, 2 * room, 2 * room + 1, 3 * room - 1, 3 * room}) {
        write.ask(blocks, range, static_cast<std::uint32_t>(room) & write.most());
      }
    }
  }
  return write.take("beside", "the range one byte below the room, at it, above, and at its multiples");
}

// The room has one bit that the range has not, and the other way round.
LinearScript bits(const LinearRateConfig& config) {
  LinearWriter write(config);
  for (unsigned bit = 0; bit < config.room_bits(); ++bit) {
    const std::uint64_t one = std::uint64_t{1} << bit;
    const std::uint64_t other = std::uint64_t{bit == config.block_shift ? 2U : 1U};
    write.ask(other, (other << config.block_shift) + one);
    if (bit >= config.block_shift) {
      write.ask((one >> config.block_shift) + other, other << config.block_shift);
    }
  }
  write.ask(0, 2);
  return write.take("bits", "room and range that differ in one bit");
}

// Numbers of blocks that counts express and no longer express, before and after the counts come round; a borrow into
// each bit.
LinearScript counts(const LinearRateConfig& config) {
  LinearWriter write(config);
  const std::uint64_t half = std::uint64_t{write.most()} / 2 + 1;
  for (const std::uint64_t blocks : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, half - 1, half, half + 1,
                                     half + 2, std::uint64_t{write.most()} - 1, std::uint64_t{write.most()}}) {
    for (const std::uint64_t fctbs :
         {std::uint64_t{0}, std::uint64_t{1}, half - 1, half, std::uint64_t{write.most()}}) {
      write.ask(blocks, write.widest(), static_cast<std::uint32_t>(fctbs));
    }
  }
  for (unsigned bit = 0; bit < config.counter_bits; ++bit) {
    const std::uint32_t one = std::uint32_t{1} << bit;
    write.ask(1, write.widest(), one - 1);
    write.ask(one, write.widest());
    write.ask(write.most() / 2 & ~one, write.widest() ^ one, 3);
  }
  for (unsigned bit = 0; bit + 1 < config.counter_bits; ++bit) {
    write.ask(half + (std::uint64_t{1} << bit), write.widest(), static_cast<std::uint32_t>(bit));
  }
  return write.take("counts", "what remains at each end of a count, with counts on both sides of where they wrap");
}

// Factors of every magnitude, exact and rounded.
LinearScript factors(const LinearRateConfig& config) {
  LinearWriter write(config);
  for (unsigned bit = 0; bit < config.room_bits(); ++bit) {
    const std::uint64_t one = std::uint64_t{1} << bit;
    for (const std::uint64_t range : {one, one + 1, one + 2, write.widest() ^ one}) {
      for (const std::uint64_t blocks : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{7}}) {
        write.ask(blocks, range);
      }
    }
    // (range - room)/room below one, down to the last bit of the fraction.
    for (unsigned left = 0; left < config.counter_bits; ++left) {
      const std::uint64_t room = (std::uint64_t{1} << left) << config.block_shift;
      write.ask(std::uint64_t{1} << left, room + one);
      write.ask((std::uint64_t{1} << left) - 1, room + one);
    }
  }
  return write.take("factors", "factors of every magnitude, exact and rounded up");
}

// A message and a reset at each moment of a division, and a message each time after one.
LinearScript moments(const LinearRateConfig& config) {
  LinearWriter write(config);
  const LinearRateInputs first{.message = true, .fccl = 37, .fctbs = 4, .range = 12'345};
  const LinearRateInputs then{.message = true, .fccl = 3, .fctbs = 1, .range = 9'999};
  for (unsigned moment = 0; moment <= config.steps() + kFarthest; ++moment) {
    for (const bool resets : {false, true}) {
      write.reset();
      write.add({}, moment % 13);
      write.add(first);
      write.add({}, moment);
      write.add(resets ? LinearRateInputs{.rst_n = false, .message = true, .fccl = 3} : then);
      write.add({}, config.steps() + 3);
      write.add(then);
      write.add({}, config.steps() + 3);
    }
  }
  return write.take("moments", "a message and a reset at each moment of a division, and up to 12 cycles after it");
}

}  // namespace

std::vector<LinearRateInputs> LinearRateKind::directed(const Setup& setup) {
  std::vector<LinearRateInputs> cycles;
  for (const LinearScript& script : {beside(setup), bits(setup), counts(setup), moments(setup)}) {
    for (const Run<LinearRateInputs>& run : script.runs) {
      cycles.insert(cycles.end(), run.cycles, run.in);
    }
  }
  return cycles;
}

std::vector<LinearScript> LinearRateKind::scripts(const Setup& setup) { return {magnitudes(setup), factors(setup)}; }

// A factor stands while nothing happens; then the next message.
std::vector<LinearScript> LinearRateKind::ages(const Setup& setup, unsigned least, unsigned most) {
  LinearWriter write(setup);
  for (unsigned k = least; k <= most; ++k) {
    write.reset();
    write.ask(77, 99'999 & write.widest());
    write.add({}, stand_for(k) - 1);
    write.ask(5, 4'321);
    write.ask(0, 1'234);
  }
  return {write.take("ages", "a factor that stands for more than 2^k cycles, then the next messages")};
}

void LinearRateKind::play(const Setup& setup, const VectorOptions& options, VectorRecorder<LinearRateKind>& recorder) {
  recorder.directed("ranges beside the room; ends of counts; messages and resets at each moment", setup);
  // A VIQ of Bm that a sender fills and that drains: what remains goes down to nothing and up again, a message every T.
  for (const BitRate rate : options.rates) {
    const std::string mbps = std::to_string(rate.count() / 1'000'000);
    recorder.begin("messages_" + mbps + "mbps", "credits of a VIQ that fills, stands and drains at " + mbps + " Mbps",
                   setup);
    const std::uint32_t mask = static_cast<std::uint32_t>((std::uint64_t{1} << setup.counter_bits) - 1);
    const std::uint64_t buffer = std::uint64_t{mask} / 4;
    const std::int64_t period = serialization_time(Bytes(65'535), rate).count() / 1200;
    RandomStream random(1, "linear_rate_messages");
    std::uint64_t fctbs = 0;
    std::uint64_t remaining = buffer;
    for (const int step : {-1, 1, -2, 3}) {
      for (int message = 0; message < 64; ++message) {
        fctbs += random.below(buffer / 16 + 1);
        const std::int64_t next =
            static_cast<std::int64_t>(remaining) + step * static_cast<std::int64_t>(random.below(buffer / 24 + 1));
        remaining = static_cast<std::uint64_t>(std::clamp<std::int64_t>(next, 0, static_cast<std::int64_t>(buffer)));
        recorder.clock({.message = true,
                        .fccl = static_cast<std::uint32_t>(fctbs + remaining) & mask,
                        .fctbs = static_cast<std::uint32_t>(fctbs) & mask,
                        .range = (buffer << setup.block_shift) / 2});
        for (std::int64_t n = 0; n < std::min<std::int64_t>(period, 200); ++n) {
          recorder.clock({});
        }
      }
    }
  }
  if (options.random_cycles > 0) {
    recorder.begin("random",
                   "constrained random: messages at any time, room at and beside the range and a count's ends", setup);
    recorder.random(options.seed, setup, options.random_cycles);
  }
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
