// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that take a sender of Ultra Ethernet's credits through each bit of its counts and comparisons, through all
// channels, and to events up to 12 cycles apart: played in lock-step and, as segments of their own, in the golden
// vectors.

#include "tb/cosim/blocks/ue_cbfc_sender/script_writer.h"
#include "tb/cosim/blocks/ue_cbfc_sender/ue_cbfc_sender.h"

namespace weir::cosim {

namespace {

using reference::UeCbfcSenderConfig;
using reference::UeCbfcSenderInputs;
using SenderScript = Script<UeCbfcSenderInputs>;
using Writer = UeSenderWriter;

constexpr int kFarthest = 12;

// A frame of one credit that takes it of the shared ones, all of which are free.
UeCbfcSenderInputs shared_frame(const Writer& write) {
  return {
      .pool = true, .frame = true, .frame_mode = reference::kUeStatic, .pool_shared = write.most(), .frame_credits = 1};
}

// A carry and a borrow into each bit of each sum, and each bit of a step alone.
SenderScript counts(const UeCbfcSenderConfig& config) {
  Writer write(config);
  write.reset();
  write.of(Writer::kFocus);
  write.set(true);
  write.add({.tick = true});
  for (unsigned bit = 0; bit < config.counter_bits; ++bit) {
    const std::uint32_t one = std::uint32_t{1} << bit;
    write.send(one - 1 - write.focus().consumed);  // S_CC only rises
    write.send(1);
    write.add({.tick = true, .cc_take = true});
    write.idle();
  }
  for (unsigned bit = 0; bit < config.counter_bits; ++bit) {
    const std::uint32_t one = std::uint32_t{1} << bit;
    write.use(one - 1);
    write.send(1);
    write.add(write.ahead(1, reference::kUeHalf));
    write.idle();
    write.free((one - 1 - write.focus().freed) & write.most());
    write.add(write.ahead(1, reference::kUeHalf));
    write.idle();
    for (const std::uint32_t of_all : {one - 1, one, write.most() - one}) {
      for (unsigned event = 0; event < 3; ++event) {
        write.share(of_all);
        write.use(100);
        UeCbfcSenderInputs in = event == 0   ? shared_frame(write)
                                : event == 1 ? write.ahead(1, reference::kUeHalf)
                                             : UeCbfcSenderInputs{.set = true, .set_enable = true, .set_clear = true};
        in.set_reserved = 99;
        in.cf_reserved = 99;
        write.add(in);
        write.idle();
      }
    }
  }
  for (unsigned bit = 0; bit < config.wire_bits; ++bit) {
    const std::uint32_t one = std::uint32_t{1} << bit;
    for (std::uint8_t delta = 0; delta < 4; ++delta) {
      for (const std::uint32_t step : {one, config.most_on_wire() ^ one, config.most_on_wire() - one + 1}) {
        write.add(write.ahead(step, delta));
        write.add({.tick = true, .cc_take = true});
      }
    }
  }
  return write.script("counts", "each bit of each sum, by frames, by CF_Updates of each rule and by clearing");
}

// Each bit of the timer: how long it waits, and what it has left.
void timers(Writer& write) {
  const UeCbfcSenderConfig& config = write.config();
  for (unsigned bit = 0; bit < config.timer_bits; ++bit) {
    const std::uint32_t one = std::uint32_t{1} << bit;
    for (const std::uint32_t timer : {one, one + 1, config.longest() ^ one}) {
      write.reset();
      write.set(true);
      write.add({.tick = true, .cc_timer = timer});
      for (int n = 0; n < 3; ++n) {
        write.add({.tick = true, .cc_take = true, .cc_timer = 2});
      }
    }
  }
}

// S_CU, and S_CU with a frame, against the own credits; the shared credits with a frame against their maximum.
void ask_shared(Writer& write, std::uint32_t left, std::uint32_t right) {
  for (const std::uint32_t used : {left, (left - 1) & write.most()}) {
    write.use(used);
    UeCbfcSenderInputs in = shared_frame(write);
    in.frame_reserved = right;
    write.add(in);
    write.idle();
    write.use(used);
    if (write.block().shared_used() == write.most()) {  // nothing would be free
      write.share(write.most() / 3);
      write.use(used);
    }
    in.frame = false;
    in.frame_reserved = 0;
    in.frame_limit = right;
    write.add(in);
  }
}

// Each comparison with operands that differ by one, or in one bit.
SenderScript comparisons(const UeCbfcSenderConfig& config) {
  Writer write(config);
  write.reset();
  write.of(Writer::kFocus);
  write.set(true);
  for (unsigned bit = 0; bit < config.counter_bits; ++bit) {
    pairs(bit, write.most(), [&](std::uint32_t left, std::uint32_t right) {
      write.use((left - 1) & write.most());  // used_then against the limit
      write.add({.frame_credits = 1, .frame_limit = right});
      ask_shared(write, left, right);
      write.use(left);
      UeCbfcSenderInputs in = shared_frame(write);
      in.frame = false;
      in.frame_limit = right;  // the shared credits against their maximum
      in.frame_credits = 0;
      write.add(in);
      in.frame_credits = 1;
      write.add(in);
      in = write.ahead(1, reference::kUeHalf);
      in.cf_reserved = right;  // S_CU and what a CF_Update leaves of it against the channel's own
      write.add(in);
      write.use(left + 1);
      in = write.ahead(1, reference::kUeHalf);
      in.cf_reserved = right;
      write.add(in);
      write.use(left);
      write.add({.set = true, .set_enable = true, .set_clear = true, .set_reserved = right});
      write.idle();
      write.share(left);  // the shared credits in use against those that there are
      write.use(0);
      in = shared_frame(write);
      in.frame = false;
      in.pool_shared = right;
      write.add(in);
    });
  }
  for (unsigned bit = 0; bit < config.credits_bits; ++bit) {
    pairs(bit, write.largest(), [&](std::uint32_t left, std::uint32_t right) {
      UeCbfcSenderInputs in = shared_frame(write);
      in.frame = false;
      in.frame_credits = left;  // what the frame asks for more against what is free
      in.pool_shared = write.block().shared_used() + right;
      write.add(in);
    });
  }
  timers(write);
  return write.script("comparisons", "operands of each comparison that differ by one, or in one bit");
}

// Each channel by itself and beside each that differs in one bit of its number.
SenderScript channels(const UeCbfcSenderConfig& config) {
  Writer write(config);
  write.reset();
  for (unsigned vc = 0; vc < write.channels(); ++vc) {
    write.of(static_cast<std::uint8_t>(vc));
    write.at(vc + 1, vc % 7 + 8);
  }
  write.of(0);
  const auto tell = [&](std::uint8_t read) {
    write.add({.tick = true, .cc_take = true, .read_vc = read});
    write.add({.cc_take = true, .read_vc = read});
  };
  write.sweep();
  for (unsigned vc = 0; vc < write.channels(); ++vc) {
    for (unsigned bit = 0; bit < config.vc_bits; ++bit) {
      const auto a = static_cast<std::uint8_t>(vc);
      const auto b = static_cast<std::uint8_t>(vc ^ (1U << bit));
      for (const bool turned : {false, true}) {
        const std::uint8_t sends = turned ? b : a;
        const std::uint8_t frees = turned ? a : b;
        write.add({.pool = true,
                   .frame = true,
                   .cf = true,
                   .frame_vc = sends,
                   .frame_mode = reference::kUeStatic,
                   .cf_vc = frees,
                   .read_vc = a,
                   .pool_shared = write.most(),
                   .frame_credits = 2,
                   .frame_reserved = 9,
                   .cf_freed = write.block().channel(frees).freed + 1,
                   .cf_reserved = 8});
        tell(b);
        write.add({.read_vc = a});
      }
    }
  }
  write.sweep();
  for (unsigned vc = 0; vc < write.channels(); ++vc) {  // every other is switched off, some are cleared
    write.of(static_cast<std::uint8_t>(vc));
    write.add({.set = true, .set_enable = vc % 2 != 0, .set_clear = vc % 3 == 0, .set_reserved = 9});
    write.add({.frame_credits = 1});
    write.add({.cf = true, .cf_freed = write.focus().freed + 1});
    tell(static_cast<std::uint8_t>(vc));
  }
  write.of(0);
  write.sweep();
  for (unsigned vc = 0; vc < write.channels(); ++vc) {  // each alone asks for a CC_Update
    write.reset();
    write.add({.set = true, .set_enable = true, .set_vc = static_cast<std::uint8_t>(vc)});
    write.of(static_cast<std::uint8_t>(vc));
    write.send(vc + 3);
    tell(static_cast<std::uint8_t>(vc));
    write.of(0);
  }
  return write.script("channels",
                      "all channels, each with those whose numbers differ in one bit, read after each event");
}

// Two events some cycles apart, from a reset some cycles ago.
SenderScript apart(const UeCbfcSenderConfig& config) {
  Writer write(config);
  const UeCbfcSenderInputs events[] = {{.frame = true, .frame_credits = 9, .frame_limit = 500},
                                       {.cf = true, .cf_freed = 9},
                                       {.tick = true, .cc_timer = 1},
                                       {.cc_take = true},
                                       {.set = true, .set_enable = true, .set_vc = Writer::kOther}};
  write.of(Writer::kFocus);
  for (int cycles = 0; cycles <= kFarthest; ++cycles) {
    write.reset();
    write.idle(cycles);
    write.add({.frame = true, .tick = true, .set = true, .set_enable = true, .cc_timer = 3, .frame_credits = 4});
    write.add({.frame = true, .tick = true, .frame_credits = 4, .frame_limit = 9});
    write.idle();
    for (const UeCbfcSenderInputs& first : events) {
      for (UeCbfcSenderInputs then : events) {
        write.reset();
        write.at(5, 15);
        write.idle(kFarthest + 1);
        write.add({.tick = true, .cc_timer = 1});
        write.idle(kFarthest + 1);
        write.add(first);
        write.idle(cycles);
        then.cf_freed += 3;
        write.add(then);
        write.idle();
        write.add({.tick = true, .cc_take = true});
        write.idle();
      }
    }
  }
  return write.script("apart", "each event after each other, up to 12 cycles later, and as long after a reset");
}

}  // namespace

std::vector<SenderScript> UeCbfcSenderKind::scripts(const Setup& setup) {
  return {counts(setup), comparisons(setup), channels(setup), apart(setup)};
}

// Channels that use credits to which nothing happens for a long time; then everything in one cycle, of which each shows
// by itself.
std::vector<SenderScript> UeCbfcSenderKind::ages(const Setup& setup, unsigned least, unsigned most) {
  SenderScript script{
      .name = "ages",
      .exercises =
          "channels that use credits to which nothing happens for more than 2^k cycles, then everything "
          "at once"};
  for (unsigned k = least; k <= most; ++k) {
    Writer write(setup);
    write.reset();
    write.of(Writer::kOther);
    write.at(7, 12);
    write.of(Writer::kFocus);
    write.at(9, 20);
    write.add({.pool = true,
               .frame = true,
               .tick = true,
               .frame_mode = reference::kUeStatic,
               .pool_shared = write.most(),
               .cc_timer = 1,
               .frame_credits = 3,
               .frame_reserved = 20});
    write.move_to(script);
    script.add({.frame_vc = Writer::kFocus, .read_vc = Writer::kFocus}, stand_for(k));  // a limit of 0: it waits
    UeCbfcSenderInputs in = write.ahead(4, reference::kUeHalf);
    in.pool = in.frame = in.tick = in.cc_take = in.set = true;
    in.frame_vc = Writer::kOther;
    in.frame_mode = reference::kUeStatic;
    in.set_vc = Writer::kThird;
    in.set_enable = true;
    in.pool_shared = write.most();
    in.cc_timer = 7;
    in.frame_credits = 5;
    in.frame_reserved = 14;
    in.cf_reserved = 21;
    write.add(in);
    for (int n = 0; n < 5; ++n) {
      write.add({.tick = true, .cc_take = n == 4, .read_vc = n % 2 == 0 ? Writer::kOther : Writer::kFocus});
    }
    write.idle();
    write.move_to(script);
  }
  script.add({.rst_n = false});
  return {script};
}

}  // namespace weir::cosim
