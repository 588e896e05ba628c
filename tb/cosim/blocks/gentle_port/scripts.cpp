// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that bring events some cycles apart and after long times: played in lock-step and, as segments of their own,
// in the golden vectors.

#include "tb/cosim/blocks/gentle_port/gentle_port.h"
#include "tb/cosim/blocks/gentle_port/script_writer.h"

namespace weir::cosim {

namespace {

using reference::GentlePortInputs;
using GentlePortScript = Script<GentlePortInputs>;

constexpr std::uint64_t kFarthest = 12;  // cycles from one event to the next
constexpr std::uint32_t kClass = 3;
constexpr std::uint32_t kStands = 5;               // a class whose stage stands while another's is due
constexpr std::uint32_t kWaits = 6;                // and one that its limiter holds
constexpr std::uint64_t kManyFrames = 65'536 + 2;  // of stages, heard and told
constexpr std::uint64_t kManyPackets = 131'072 + 2;

enum class Event : std::uint8_t { kComes, kLeaves, kHears, kEnds, kTakes, kStarts, kLast };

GentlePortInputs event(const GentlePortWriter& write, Event which, std::uint32_t k) {
  switch (which) {
    case Event::kComes:
      return write.admitted(kClass, k);
    case Event::kLeaves:
      return write.released(kClass, k);
    case Event::kHears:
      return write.heard(kClass, static_cast<std::uint16_t>(k));
    case Event::kEnds:
      return write.sent(kClass, 2);
    case Event::kTakes:
      return write.ready(write.still());
    default:
      return write.goes(kClass);
  }
}

// An event and another some cycles later, and as long after a reset.
GentlePortScript apart(const reference::GentlePortConfig& config) {
  GentlePortWriter write(config);
  for (std::uint64_t cycles = 0; cycles <= kFarthest; ++cycles) {
    for (int first = 0; first < static_cast<int>(Event::kLast); ++first) {
      for (int then = 0; then < static_cast<int>(Event::kLast); ++then) {
        write.reset();
        write.idle(cycles);
        write.add(event(write, static_cast<Event>(first), 2));
        write.idle(cycles);
        write.add(event(write, static_cast<Event>(then), 3));
        write.show(kClass, 2);
        write.add(write.goes(kClass));
        write.drain(2);
      }
    }
  }
  return write.script("apart", "each event some cycles after each other, up to 12, and as long after a reset");
}

// Stages beside N, and beside the stage told last: by one, and in one bit.
GentlePortScript beside(const reference::GentlePortConfig& config) {
  GentlePortWriter write(config);
  for (std::uint32_t c = 0; c < kClasses; c += 7) {
    for (unsigned bit = 0; bit < reference::kStageBits; ++bit) {
      pairs(bit, GentlePortWriter::kMostStage, [&](std::uint32_t stage, std::uint32_t other) {
        write.wake();
        write.set_stages(other);
        write.add(write.heard(c, static_cast<std::uint16_t>(stage)));
        write.add(write.heard(c, static_cast<std::uint16_t>(stage | 32U << bit)));
        write.add(write.heard(c, static_cast<std::uint16_t>(stage | 1024U << bit)));
        write.at(c, other);
        write.drain(2);
        write.at(c, stage);
        write.idle(2);
        write.drain(2);
      });
    }
    for (unsigned bit = reference::kStageBits; bit < 16; ++bit) {
      for (const std::uint32_t stages : {0U, 6U, 31U}) {
        write.set_stages(stages);
        write.add(write.heard(c, static_cast<std::uint16_t>(stages ^ 1U << bit)));
        write.add(write.heard(c, static_cast<std::uint16_t>(1U << bit)));
        write.add(write.heard(c, 2));
      }
    }
  }
  return write.script("beside", "stages beside N, and beside the stage told last: by one, and in one bit");
}

// A depth meets the table of the cycle before, and after a reset one without stages.
GentlePortScript tables(const reference::GentlePortConfig& config) {
  GentlePortWriter write(config);
  for (std::uint32_t cycle = 0; cycle < 6; ++cycle) {
    write.reset();
    for (std::uint32_t n = 0; n < 6; ++n) {
      write.add(n == cycle ? write.both(2, 4, 6, 9) : write.still());
    }
    write.drain(3);
  }
  write.wake();
  GentlePortInputs first = write.both(1, 0, 4, 0);  // the table changes between two depths
  first.bm = 1U << 10;
  GentlePortInputs then = write.both(1, 0, 4, 0);
  then.admitted_depth = then.released_depth = 1000;
  write.add(first);
  write.add(then);
  write.drain(3);
  for (std::uint32_t bit = 0; bit <= reference::kPortDepthBits; ++bit) {
    for (const std::uint32_t below : {0U, 1U, 2U}) {
      for (const std::uint32_t span : {bit, 31 - bit}) {
        GentlePortInputs in = write.still();
        in.bm = 1U << bit;
        in.log2_span = span;
        write.add(in);
        in = write.both(1, 0, 4, 0);
        in.admitted_depth = in.bm = (1U << bit) & ((1U << reference::kPortDepthBits) - 1);
        in.admitted_depth -= below < in.admitted_depth ? below : 0;
        in.released_depth = ((1U << reference::kPortDepthBits) - 1) ^ (1U << bit % reference::kPortDepthBits);
        in.bm = 1;
        write.add(in);
        write.drain(3);
      }
    }
  }
  return write.script("tables", "depths meet the table of the cycle before, whose every bit changes");
}

// Limiters hold each set of classes.
GentlePortScript sets(const reference::GentlePortConfig& config) {
  GentlePortWriter write(config);
  write.wake();
  write.hold_each_set(config.gentle, 40, [&](std::uint32_t c) { write.hold(c, 3, 5); });
  write.reset();
  return write.script("sets", "limiters hold each set of classes, while each class asks by itself, then all");
}

// In each cycle a packet of the class comes, one leaves, one ends and a frame is heard: what is lost once is seen. The
// last frame and the last packets differ from those before, at 2^16 and at 2^17.
GentlePortScript many(const reference::GentlePortConfig& config) {
  GentlePortWriter write(config);
  GentlePortScript script{.name = "many",
                          .exercises = "65,538 frames heard in a row, and 131,074 packets that come, leave and end"};
  GentlePortInputs all = write.both(kClass, 5, kClass, 9);
  const GentlePortInputs sent = write.sent(kClass, 40, 7);
  all.sent_valid = true;
  all.sent_class = sent.sent_class;
  all.admitted_blocks = all.released_blocks = 0;  // credits of the port stay as they are
  all.sent_ticks = sent.sent_ticks;
  all.sent_subticks = sent.sent_subticks;
  all.shown = kClass;
  const auto hear = [&](std::uint16_t stage) {
    const GentlePortInputs heard = write.heard(kClass, stage);
    all.heard_valid = true;
    all.heard_head = heard.heard_head;
    all.heard_times_0_3 = heard.heard_times_0_3;
    all.heard_times_4_7 = heard.heard_times_4_7;
  };
  write.wake();
  write.move_to(script);
  hear(2);
  script.add(all, kManyFrames - 4);
  for (std::uint16_t stage = 3; stage < 7; ++stage) {
    hear(stage);
    script.add(all);
  }
  all.heard_valid = false;
  script.add(all, kManyPackets - kManyFrames);
  write.show(kClass);
  write.reset();
  write.move_to(script);
  return script;
}

// Frames of stages without an end: the stage changes in each cycle, and the MAC takes it.
void tell(GentlePortWriter& write, GentlePortScript& script, std::uint64_t frames) {
  write.wake();
  for (std::uint64_t n = 0; n < frames + 2; ++n) {
    write.add(write.ready(write.admitted(kClass, 3 + n % 2)));
  }
  write.move_to(script);
}

}  // namespace

std::vector<GentlePortScript> GentlePortKind::scripts(const Setup& setup) {
  return {apart(setup), beside(setup), tables(setup), sets(setup), many(setup)};
}

// A stage is due, one is obeyed, a class's queue stands at another for long, and a limiter holds its class; then
// everything comes in one cycle. What is left of that wait is not shown, since a bank of faults passes over such times.
std::vector<GentlePortScript> GentlePortKind::ages(const Setup& setup, unsigned least, unsigned most) {
  GentlePortScript script{.name = "ages",
                          .exercises = "nothing comes for more than 2^k cycles, then everything in one cycle"};
  GentlePortWriter write(setup);
  for (unsigned k = least; k <= most; ++k) {
    write.wake();
    write.add(write.admitted(kClass, 4));
    write.add(write.admitted(kStands, 11));
    write.drain(3);
    write.hold(kWaits, GentlePortWriter::kMostStage, GentlePortWriter::kMostTicks);
    write.add(write.admitted(kClass, 6));
    write.add(write.heard(kClass, 2));
    write.move_to(script);
    script.add(write.waits(0), stand_for(k));
    GentlePortInputs in = write.sent(kClass, 3, 5);
    in.released_valid = true;
    in.released_class = kClass + 1;
    in.released_depth = GentlePortWriter::depth_of(9);
    in.waiting = 1U << kClass;
    in.mac_ready = true;
    write.add(in);
    write.add(write.goes(kClass));
    write.add(write.heard(kClass, 1));
    write.show(kClass, 2);
    write.drain(3);
    write.add(write.goes(kClass));
    write.add(write.ready(write.waits(1U << kWaits)));
    in = write.heard(kWaits, 0);
    in.shown = 0;
    write.add(in);
    write.add(write.ready(write.waits(1U << kWaits)));
    write.add(write.admitted(kStands, 2));
    write.idle(3);
    write.move_to(script);
    if (k == kShortAge + 1) {
      tell(write, script, kManyFrames);
    }
  }
  write.reset();
  write.move_to(script);
  return {script};
}

}  // namespace weir::cosim
