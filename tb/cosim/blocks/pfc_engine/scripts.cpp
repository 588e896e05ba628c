// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that take a PFC engine to every value that it compares and counts, and to events some cycles apart: played in
// lock-step and, as segments of their own, in the golden vectors.

#include "tb/cosim/blocks/pfc_engine/pfc_engine.h"
#include "tb/cosim/blocks/pfc_engine/script_writer.h"
#include "tb/cosim/vectors.h"

namespace weir::cosim {

namespace {

using reference::PfcEngineInputs;
using PfcScript = Script<PfcEngineInputs>;

constexpr int kFarthest = 12;               // cycles from one event to the next
constexpr std::uint64_t kRefreshes = 2000;  // of all classes together
constexpr std::uint64_t kFrames = (std::uint64_t{1} << 17) + 10;

// Both timers of one class at this value, and 0, 1 and 2 quanta taken from them.
void take_from(PfcWriter& write, std::uint8_t classes, std::uint16_t value) {
  for (unsigned quanta = 0; quanta < 3; ++quanta) {
    write.reset();
    write.add(PfcWriter::message(classes, value));
    write.add({.filled = classes});
    write.add({.told = true, .refresh_quanta = value});
    write.add({}, quanta);
    write.idle();
  }
}

// Each one-hot value, and 1, 2 and 3 beside each higher bit.
PfcScript timers(const reference::PfcEngineConfig& config) {
  PfcWriter write(config);
  for (std::size_t c = 0; c < kClasses; ++c) {
    const auto bit = static_cast<std::uint8_t>(1U << c);
    for (const unsigned value : {0U, 1U, 2U, 3U, 0xffffU}) {
      take_from(write, bit, static_cast<std::uint16_t>(value));
    }
  }
  for (unsigned k = 2; k < 16; ++k) {
    for (unsigned low = 0; low < 4; ++low) {
      take_from(write, 0xff, static_cast<std::uint16_t>((1U << k) + low));
    }
  }
  return write.script("timers", "0, 1 and 2 quanta taken from timers at 0 to 3, at and beside each bit, and at 65,535");
}

// Each bit of each time of a frame, in both directions; each code point of the opcode beside what is obeyed.
PfcScript messages(const reference::PfcEngineConfig& config) {
  PfcWriter write(config);
  for (const bool port_pause : {false, true}) {
    write.reset();
    for (unsigned bit = 0; bit < 16; ++bit) {
      const std::uint64_t one = std::uint64_t{0x0001'0001'0001'0001} << bit;
      for (const std::uint64_t times : {one, ~one}) {
        const std::uint32_t rest = port_pause ? static_cast<std::uint32_t>(times & 0xffffU) : 0xffU;
        write.add({.heard = true,
                   .port_pause = port_pause,
                   .heard_head = (port_pause ? PfcWriter::kPauseHead : PfcWriter::kPfcHead) | rest,
                   .heard_times_0_3 = times,
                   .heard_times_4_7 = times});
        write.add({.port_pause = port_pause});
      }
    }
    for (unsigned bit = 0; bit <= 32; ++bit) {  // of the head, at 32 none
      for (const std::uint32_t head : {PfcWriter::kPauseHead, PfcWriter::kPfcHead}) {
        for (const std::uint32_t rest : {0U, 0xffU, 0xff00U}) {
          write.reset();
          write.add({.heard = true,
                     .port_pause = port_pause,
                     .heard_head = (head | rest) ^ static_cast<std::uint32_t>(std::uint64_t{1} << bit),
                     .heard_times_0_3 = 0x0001'0002'0003'0004,
                     .heard_times_4_7 = 0x0005'0006'0007'0008});
          write.add({.port_pause = port_pause});
        }
      }
    }
    for (std::size_t c = 0; c < kClasses; ++c) {  // a time that only one class has
      for (const std::uint16_t time : {std::uint16_t{0x8001}, std::uint16_t{0}}) {
        PfcEngineInputs in = PfcWriter::message(static_cast<std::uint8_t>(1U << c), time);
        in.port_pause = port_pause;
        write.add(in);
        in = PfcWriter::message(0xff, 0x0100);
        (c < 4 ? in.heard_times_0_3 : in.heard_times_4_7) &= ~(std::uint64_t{0xffff} << (48 - 16 * (c % 4)));
        write.add(in);
        write.add({});
      }
    }
  }
  return write.script("messages", "each bit of each time and of the head, each class alone and each left out");
}

// Settings: each bit of both times, and each class without PFC.
PfcScript settings(const reference::PfcEngineConfig& config) {
  PfcWriter write(config);
  for (unsigned bit = 0; bit < 16; ++bit) {
    for (const unsigned value : {1U << bit, 0xffffU ^ 1U << bit}) {
      const auto quanta = static_cast<std::uint16_t>(value);
      for (const bool port_pause : {false, true}) {
        write.reset();
        write.add({.port_pause = port_pause, .filled = 0xff});
        write.add({.told = true, .port_pause = port_pause, .pause_quanta = quanta, .refresh_quanta = quanta});
        write.add({.port_pause = port_pause});
      }
    }
  }
  for (unsigned enable = 0; enable < 256; ++enable) {
    PfcEngineInputs in = PfcWriter::message(0xff, 4);
    in.enable = static_cast<std::uint8_t>(enable);
    in.filled = 0xff;
    write.add(in);
    write.add({.told = true, .enable = in.enable, .refresh_quanta = 2});
    write.add({.enable = in.enable}, 2);
    write.add({.port_pause = enable % 16 == 3, .enable = static_cast<std::uint8_t>(~enable)}, 1);
    write.add({.link_up = enable % 16 != 7});
    write.add({});
  }
  return write.script("settings", "each bit of both times, each class with PFC and without, 802.3x, and the link down");
}

// Each bit of the step, alone and with all below, from each fraction that a carry passes.
PfcScript steps(const reference::PfcEngineConfig& config) {
  PfcWriter write(config);
  const std::uint32_t most = 2 * write.full() - 1;
  const auto from = [&](std::uint32_t fraction, std::uint32_t step) {
    write.reset();
    write.add(PfcWriter::message(0x11, 3));
    PfcEngineInputs in{};
    in.step = (fraction - write.engine().registers().prescaler) & (write.full() - 1);
    write.add_as_is(in);
    in.step = step;
    write.add_as_is(in);
    write.add({});
  };
  for (std::uint32_t one = 1; one <= most; one <<= 1U) {
    for (const std::uint32_t fraction :
         {0U, 1U, one & (write.full() - 1), write.full() - 1, write.full() - one % write.full()}) {
      for (const std::uint32_t step : {one, 2 * one - 1, most ^ one, most - one, 0U}) {
        from(fraction & (write.full() - 1), step & most);
      }
    }
  }
  return write.script("steps", "each bit of a step, and a carry into each bit of the fraction");
}

// The longest pause, and the longest time to a refresh, to their ends.
PfcScript longest(const reference::PfcEngineConfig& config) {
  PfcWriter write(config);
  PfcScript script{.name = "longest", .exercises = "timers of 65,535 quanta to their ends, by PFC and by 802.3x"};
  for (const bool port_pause : {false, true}) {
    PfcEngineInputs in = PfcWriter::message(0xa7, 0xffff);
    in.port_pause = port_pause;
    in.heard_head = port_pause ? PfcWriter::kPauseHead | 0xffffU : in.heard_head;
    in.filled = 0xa7;
    in.step = 0;
    script.add(in);
    script.add({.told = true, .port_pause = port_pause, .refresh_quanta = 0xfff0, .step = 0});
    // One part of a quantum less than two, or of one less than one: the fraction takes all values.
    script.add({.port_pause = port_pause, .step = (port_pause ? 1U : 2U) * write.full() - 1},
               port_pause ? 65'700 : 32'850);
  }
  script.add({.rst_n = false});
  return script;
}

// Two events some cycles apart, from a reset some cycles ago.
PfcScript apart(const reference::PfcEngineConfig& config) {
  PfcWriter write(config);
  PfcEngineInputs down{};
  down.link_up = false;
  const PfcEngineInputs events[] = {{.told = true, .refresh_quanta = 30},
                                    {.filled = 0xaa},
                                    {.drained = 0x6c},
                                    {.above = 0x93},
                                    {.below = 0x55},
                                    PfcWriter::message(0x5c, 40),
                                    PfcWriter::message(0x66, 0),
                                    down};
  for (int cycles = 0; cycles <= kFarthest; ++cycles) {
    for (const PfcEngineInputs& first : events) {
      write.reset();
      write.idle(cycles);
      write.add(first);
      write.idle();
      for (const PfcEngineInputs& then : events) {
        write.reset();
        write.add({.filled = 0x3c});
        write.add({.told = true, .filled = 0x41, .refresh_quanta = 50});
        write.add(PfcWriter::message(0xf0, 60));
        write.idle(kFarthest + 1);
        write.add(first);
        write.idle(cycles);
        write.add(then);
        write.idle(2);
      }
    }
  }
  // The link goes down once more, and finds something to clear.
  for (int cycles = 0; cycles <= kFarthest; ++cycles) {
    PfcEngineInputs beside = PfcWriter::message(0xff, 40);
    beside.filled = 0xff;
    beside.link_up = false;
    write.add(down);
    for (int n = 0; n < cycles; ++n) {
      write.add(n == 0 ? PfcEngineInputs{.filled = 0x99} : PfcEngineInputs{});
    }
    write.add(beside);
    write.idle(kFarthest + 1);
  }
  return write.script("apart", "each event after each other, up to 12 cycles later, and as long after a reset");
}

// A frame in each cycle from a reset on: four classes are refreshed, then the other four.
void refresh(PfcWriter& write, PfcScript& script, std::uint64_t frames) {
  write.reset();
  write.add({.filled = 0x55});
  PfcEngineInputs in{.told = true, .filled = 0xaa, .refresh_quanta = 1};
  in.step = write.full();
  write.add_as_is(in);
  write.move_to(script);
  in.filled = 0;
  script.add(in, frames);
}

PfcScript refreshes(const reference::PfcEngineConfig& config) {
  PfcWriter write(config);
  PfcScript script{.name = "refreshes", .exercises = "1,000 refreshes of each class in a row"};
  refresh(write, script, kRefreshes);
  script.add({.rst_n = false});
  return script;
}

// Time that does not pass, while no class is held: a part of a quantum is kept.
void keep_a_part(PfcWriter& write, PfcScript& script, unsigned k) {
  write.reset();
  write.idle();
  write.move_to(script);
  script.add({.step = 0}, stand_for(k));
  script.add({.step = write.full() / 2});
  script.add({.step = 0});
}

}  // namespace

std::vector<PfcScript> PfcEngineKind::scripts(const Setup& setup) {
  return {timers(setup),  messages(setup), settings(setup), steps(setup),
          longest(setup), apart(setup),    refreshes(setup)};
}

// Classes in all states, to which nothing happens, not even time; then everything at once, of which each shows. Frames
// in a row, each unlike the one before, are for lock-step alone.
std::vector<PfcScript> PfcEngineKind::ages(const Setup& setup, unsigned least, unsigned most) {
  PfcScript script{.name = "ages",
                   .exercises =
                       "an engine with classes in all states to which nothing happens for more than 2^k cycles, then "
                       "everything at once; as long a part of a quantum is kept while no class is held"};
  for (unsigned k = least; k <= most; ++k) {
    PfcWriter write(setup);
    write.reset();
    write.add({.filled = 0x33});
    write.add({.told = true, .refresh_quanta = 0xffff});
    write.add({.filled = 0x0c});
    write.add({.told = true, .refresh_quanta = 1});
    write.add({}, 1);
    write.add({.filled = 0x40, .drained = 0x05});
    write.add(PfcWriter::message(0xb7, 0xffff));
    write.move_to(script);
    script.add({.step = 0}, stand_for(k));
    const bool levels = k % 2 == 0;
    PfcEngineInputs in = PfcWriter::message(0x5c, 3);
    in.told = true;
    (levels ? in.above : in.filled) = 0x82;
    (levels ? in.below : in.drained) = 0x61;
    in.step = write.full();
    script.add(in);
    script.add({.step = 0}, stand_for(k));
    script.add({.link_up = false, .step = 0});
    script.add({.step = 0});
    if (k <= kShortAge) {
      keep_a_part(write, script, k);
    }
    if (k == kShortAge + 1) {
      refresh(write, script, kFrames);
    }
  }
  script.add({.rst_n = false});
  return {script};
}

}  // namespace weir::cosim
