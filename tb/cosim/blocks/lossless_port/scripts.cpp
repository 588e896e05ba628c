// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that bring events some cycles apart and after long times: played in lock-step and, as segments of their own,
// in the golden vectors.

#include "tb/cosim/blocks/lossless_port/lossless_port.h"
#include "tb/cosim/blocks/lossless_port/script_writer.h"

namespace weir::cosim {

namespace {

using reference::LosslessPortInputs;
using LosslessPortScript = Script<LosslessPortInputs>;

constexpr std::uint64_t kFarthest = 11;  // cycles from one event to the next
constexpr std::uint32_t kOffered = 3;
constexpr std::uint32_t kHeld = 5;
constexpr int kFrames = 4'096 + 2;
constexpr std::uint64_t kPackets = 65'536 + 2;

// An event and the same again some cycles later, and as long after a reset.
LosslessPortScript apart(const reference::LosslessPortConfig& config) {
  LosslessPortWriter write(config);
  for (std::uint64_t cycles = 0; cycles <= kFarthest; ++cycles) {
    for (unsigned which = 0; which + 1 < LosslessPortWriter::kEvents; ++which) {
      write.reset();
      write.idle(cycles);
      write.add(write.event(which, 3));
      write.idle(cycles);
      write.add(write.event(which, 3));
      write.add(write.waits(8));
      LosslessPortInputs in = write.still();
      in.period = 8;
      write.alone(in);
      write.add(write.read(write.values()[387 + 3].address));
      write.drain(2);
    }
  }
  return write.script("apart", "each event again up to 11 cycles later, and as long after a reset");
}

// A packet goes directly before and after everything else, since nothing of a class with credits is due.
LosslessPortScript between(const reference::LosslessPortConfig& config) {
  LosslessPortWriter write(config);
  LosslessPortInputs packet = write.ready(write.waits(LosslessPortWriter::kAll));
  packet.credited = 0;
  for (unsigned which = 0; which + 1 < LosslessPortWriter::kEvents; ++which) {
    LosslessPortInputs in = write.event(which, 2);
    in.credited = in.admitted_depth = 0;
    write.wake();
    for (int n = 0; n < 3; ++n) {
      write.add(packet);
      write.add(in);
    }
    write.idle();
  }
  write.wake();
  write.add(write.event(5, 2));
  write.add(write.ready(write.still()));
  write.add(packet);
  return write.script("between", "a packet goes directly before and after each event");
}

// More than 2^12 frames in a row, two classes in turn, and more than 2^16 packets of a strict class.
LosslessPortScript many(const reference::LosslessPortConfig& config) {
  LosslessPortWriter write(config);
  write.wake();
  write.add(write.written(LosslessPortWriter::kRefreshQuanta, 1));
  LosslessPortInputs in = write.ready(write.still());
  in.step = 512;
  for (int n = 0; n <= kFrames; ++n) {
    in.above = n < 2 ? 1U << (kOffered + n) : 0;
    write.add(in);
  }
  write.wake();
  LosslessPortScript script{.name = "many",
                            .exercises = "4,098 frames of PAUSE in a row, then 65,538 packets in a row"};
  write.move_to(script);
  in = write.ready(write.waits(1U << kOffered));
  in.strict = LosslessPortWriter::kAll;
  script.add(in, kPackets);
  write.reset();
  write.move_to(script);
  return script;
}

// A packet waits for the MAC, behind a frame and a message or alone, while another class is held; then the MAC takes
// all.
void offered(LosslessPortWriter& write, LosslessPortScript& script, unsigned k, bool behind) {
  write.wake();
  write.add(write.frame(1U << kHeld, 300));
  LosslessPortInputs in = write.waits(1U << kOffered | 1U << kHeld);
  in.above = behind ? 1U << kHeld : 0;
  in.period = behind ? 1U << kOffered : 0;
  write.add(in);
  write.move_to(script);
  in.above = in.period = 0;
  script.add(in, stand_for(k));
  script.add(write.ready(in), 4);
}

}  // namespace

std::vector<LosslessPortScript> LosslessPortKind::scripts(const Setup& setup) {
  return {apart(setup), between(setup), many(setup)};
}

// All clocks stand, and timers hold what they have, because no time passes; then each event.
std::vector<LosslessPortScript> LosslessPortKind::ages(const Setup& setup, unsigned least, unsigned most) {
  LosslessPortScript script{.name = "ages",
                            .exercises =
                                "nothing comes for more than 2^k cycles, then everything in one cycle; packets, "
                                "frames and messages wait for the MAC as long, and a class is held"};
  for (unsigned k = least; k <= most; ++k) {
    LosslessPortWriter write(setup);
    write.wake();
    write.add(write.sent(3));
    write.add(write.message(3, 40));
    write.add(write.waits(0));
    write.move_to(script);
    script.add(write.still(), stand_for(k));
    LosslessPortInputs in = write.ready(write.waits(8));
    in.admitted_valid = in.released_valid = in.sent_valid = true;
    in.admitted_class = in.released_class = in.sent_class = 3;
    in.admitted_depth = LosslessPortWriter::kXoff;
    in.admitted_blocks = 7;
    in.released_depth = in.released_blocks = 2;
    in.sent_blocks = 4;
    in.request = true;
    in.address = write.values()[395].address;
    in.interrupt_status_set = 1;
    write.alone(in);
    write.alone(write.frame(8, 3));
    write.show_credits();
    write.show_values(3);
    write.move_to(script);
    if (k <= LosslessPortCoverage::kMostLast) {
      offered(write, script, k, false);
      offered(write, script, k, true);
    }
  }
  script.add({.rst_n = false});
  return {script};
}

}  // namespace weir::cosim
