// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/pfc_engine/pfc_engine.h"
#include "tb/cosim/blocks/pfc_engine/script_writer.h"

namespace weir::cosim {

namespace {

using reference::PfcEngineInputs;

// What a class meets in one cycle, beside its state.
struct Meets {
  unsigned depths;  // filled, drained, above, below: a bit each
  bool told;
  unsigned message;  // none, time 0, a time, of other classes
  bool both_run_out;
  bool live;
};

void one(PfcWriter& write, std::size_t c, const PfcWriter::State& state, const Meets& meets, unsigned quanta) {
  const auto bit = static_cast<std::uint8_t>(1U << c);
  const auto left = static_cast<std::uint16_t>(meets.both_run_out ? quanta : 9);
  write.reset();
  write.add(PfcWriter::message(bit, static_cast<std::uint16_t>(left + (state.refresh_due ? 1 : 0))));
  write.bring(state, bit, left);
  // Of this class time 0 or a time, or a time of all others; or what would be one stands there, and is not heard.
  PfcEngineInputs in = PfcWriter::message(meets.message == 3 ? static_cast<std::uint8_t>(~bit) : bit,
                                          meets.message == 1 ? std::uint16_t{0} : std::uint16_t{7});
  in.heard = meets.message != 0;
  in.filled = (meets.depths & 1U) != 0 ? bit : 0;
  in.drained = (meets.depths & 2U) != 0 ? bit : 0;
  in.above = (meets.depths & 4U) != 0 ? bit : 0;
  in.below = (meets.depths & 8U) != 0 ? bit : 0;
  in.told = meets.told;
  in.pause_quanta = 0x1234;
  in.refresh_quanta = 5;
  in.enable = meets.live ? 0xff : static_cast<std::uint8_t>(~bit);
  write.add(in, quanta);
  write.idle(2);
}

// Each state of a class beside everything that a cycle may bring, class after class.
void together(PfcWriter& write) {
  std::size_t c = 0;
  for (const PfcWriter::State& state : PfcWriter::kStates) {
    for (unsigned depths = 0; depths < 16; ++depths) {
      for (const bool told : {false, true}) {
        for (unsigned message = 0; message < 4; ++message) {
          for (const bool both_run_out : {false, true}) {
            for (const bool live : {true, false}) {
              if (live || message == depths % 4) {
                one(write, c, state, {depths, told, message, both_run_out, live}, c < 4 ? 1 : 2);
                c = (c + 1) % kClasses;
              }
            }
          }
        }
      }
    }
  }
}

// All eight in different states at once: a frame that pauses some and lets others go; the same as the port's pause.
void frames(PfcWriter& write) {
  for (const bool port_pause : {false, true}) {
    for (unsigned shift = 0; shift < kClasses; ++shift) {
      const auto of = [&](unsigned mask) {
        return static_cast<std::uint8_t>((mask << shift | mask >> (kClasses - shift)) & 0xffU);
      };
      write.reset();
      write.add({.port_pause = port_pause, .filled = of(0x0f)});
      write.add({.told = true, .port_pause = port_pause, .refresh_quanta = 1});
      write.add({.port_pause = port_pause, .pause_quanta = 1}, 1);
      write.add({.port_pause = port_pause, .filled = of(0x30), .drained = of(0x03)});
      write.add({.told = true, .port_pause = port_pause, .filled = of(0x80), .pause_quanta = 0xa5c3});
      write.add({.told = true, .port_pause = port_pause, .drained = 0xff, .pause_quanta = 0x5a3c});
      write.add({.told = true, .port_pause = port_pause});
      write.add({.port_pause = port_pause});
    }
  }
}

// Every pair of events in consecutive cycles.
void orders(PfcWriter& write) {
  const auto link_down = [] {
    PfcEngineInputs in = PfcWriter::message(0xff, 9);
    in.link_up = false;
    in.told = true;
    in.filled = 0xff;
    return in;
  };
  PfcEngineInputs reset = link_down();
  reset.link_up = true;
  reset.rst_n = false;
  const PfcEngineInputs events[] = {{.told = true},
                                    {.filled = 0x5a},
                                    {.drained = 0x1b},
                                    {.above = 0x36},
                                    {.below = 0x63},
                                    PfcWriter::message(0xc5, 3),
                                    PfcWriter::message(0x3c, 0),
                                    link_down(),
                                    reset};
  for (const PfcEngineInputs& first : events) {
    for (const PfcEngineInputs& then : events) {
      for (const unsigned quanta : {0U, 1U}) {
        write.reset();
        write.add({.filled = 0x0f});
        write.add({.told = true, .filled = 0x60, .drained = 0x02, .refresh_quanta = 2});
        write.add(first, quanta);
        write.add(then, quanta);
        write.idle(2, 1);
      }
    }
  }
}

// From PFC to 802.3x and back, with frames of either kind.
void mode_changes(PfcWriter& write) {
  for (const bool port_pause : {true, false}) {
    write.reset();
    PfcEngineInputs in = PfcWriter::message(0xff, 6);
    in.port_pause = !port_pause;
    in.heard_head = in.port_pause ? PfcWriter::kPauseHead | 6U : PfcWriter::kPfcHead | 0xffU;
    in.filled = 0xff;
    write.add(in);
    write.add({.told = true, .port_pause = !port_pause, .refresh_quanta = 4});
    for (int n = 0; n < 3; ++n) {
      write.add({.told = n == 1, .port_pause = port_pause, .filled = static_cast<std::uint8_t>(n == 2 ? 0xff : 0)}, 1);
    }
    for (const std::uint32_t head : {PfcWriter::kPauseHead, PfcWriter::kPfcHead}) {
      for (const std::uint32_t rest : {0xffffU, 3U, 0U}) {
        write.add({.heard = true,
                   .port_pause = port_pause,
                   .heard_head = head | rest,
                   .heard_times_0_3 = 0x0001'0002'0003'0004,
                   .heard_times_4_7 = 0x0005'0006'0007'0008});
        write.add({.port_pause = port_pause}, 2);
      }
    }
  }
}

}  // namespace

std::vector<PfcEngineInputs> PfcEngineKind::directed(const Setup& setup) {
  PfcWriter write(setup);
  together(write);
  frames(write);
  orders(write);
  mode_changes(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim
