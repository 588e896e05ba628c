// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that take a receiver of Ultra Ethernet's credits through each bit of its counts, through all channels, and to
// events up to 12 cycles apart: played in lock-step and, as segments of their own, in the golden vectors.

#include "tb/cosim/blocks/ue_cbfc_receiver/script_writer.h"
#include "tb/cosim/blocks/ue_cbfc_receiver/ue_cbfc_receiver.h"

namespace weir::cosim {

namespace {

using reference::UeCbfcReceiverConfig;
using reference::UeCbfcReceiverInputs;
using ReceiverScript = Script<UeCbfcReceiverInputs>;

constexpr int kFarthest = 12;

// A carry and a borrow into each bit of each sum, and each bit of a count of a CC_Update alone, and the only one
// missing.
ReceiverScript counts(const UeCbfcReceiverConfig& config) {
  UeReceiverWriter write(config);
  write.of(kFocus);
  const auto jump = [&](std::uint32_t from, std::uint32_t lost, bool as_signed) {
    write.at(from);
    write.add({.cc_signed = as_signed, .cc = true, .cc_consumed = (from + lost) & write.most()});
    write.add({.cf_take = true});
    write.idle();
  };
  for (unsigned bit = 0; bit < write.counter_bits(); ++bit) {
    const std::uint32_t one = std::uint32_t{1} << bit;
    write.reset();
    write.at(one - 1);
    write.add({.accepted = true, .accepted_credits = 1});
    write.add({.freed = true, .freed_credits = 1});
    write.idle();
    for (const bool as_signed : {false, true}) {
      jump(one - 1, 1, as_signed);
      jump(1, one - 1, as_signed);
      jump(one, one, as_signed);
      jump(one, write.most() - one + 1, as_signed);
      jump(write.most() ^ one, one, as_signed);
      jump(5, one, as_signed);
      jump(write.most() - 2, one + 1, as_signed);
      jump(0, write.most() ^ one, as_signed);
    }
    // The frame of the cycle carries into this bit, and so does what was freed.
    write.at(one - 2, 4);
    write.add({.accepted = true,
               .freed = true,
               .cc = true,
               .accepted_credits = 3,
               .freed_credits = 2,
               .cc_consumed = (one + 2 + one / 2 + 3) & write.most()});
    write.add({.cf_take = true});
    write.idle();
  }
  return write.script("counts", "each bit of each sum, by frames, by what is freed and by CC_Updates of both rules");
}

// Each channel by itself and beside each that differs in one bit of its number.
ReceiverScript channels(const UeCbfcReceiverConfig& config) {
  UeReceiverWriter write(config);
  write.reset();
  for (unsigned vc = 0; vc < write.channels(); ++vc) {
    write.of(static_cast<std::uint8_t>(vc));
    write.at(vc * 5 + 1, vc % 7 + 8);
  }
  write.of(0);
  write.sweep();
  for (unsigned vc = 0; vc < write.channels(); ++vc) {
    for (unsigned bit = 0; bit < write.vc_bits(); ++bit) {
      const auto a = static_cast<std::uint8_t>(vc);
      const auto b = static_cast<std::uint8_t>(vc ^ (1U << bit));
      const auto consumed = static_cast<std::uint32_t>((vc * 5 + 77 + 40 * bit) & write.most());
      const UeCbfcReceiverInputs events[] = {
          {.accepted = true, .freed = true, .cc = true, .accepted_vc = a, .freed_vc = b, .cc_vc = b},
          {.accepted = true, .freed = true, .cc = true, .accepted_vc = b, .freed_vc = a, .cc_vc = b},
          {.accepted = true, .freed = true, .cc = true, .accepted_vc = b, .freed_vc = b, .cc_vc = a}};
      for (UeCbfcReceiverInputs in : events) {
        in.cc_signed = true;
        in.accepted_credits = 2;
        in.freed_credits = 1;
        in.cc_consumed = consumed;
        in.read_vc = a;
        write.add(in);
        write.add({.cf_take = true, .read_vc = b});
        write.add({.read_vc = a});
      }
    }
  }
  write.sweep();
  for (unsigned vc = 0; vc < write.channels(); ++vc) {  // every other is switched off, some are cleared
    write.of(static_cast<std::uint8_t>(vc));
    write.add({.cf_take = true, .set = true, .set_enable = vc % 2 != 0, .set_clear = vc % 3 == 0});
    write.idle();
  }
  write.of(0);
  write.sweep();
  return write.script("channels",
                      "all channels, each with those whose numbers differ in one bit, read after each event");
}

// Two events some cycles apart, from a reset some cycles ago.
ReceiverScript apart(const UeCbfcReceiverConfig& config) {
  UeReceiverWriter write(config);
  const UeCbfcReceiverInputs events[] = {{.accepted = true, .accepted_credits = 9},
                                         {.freed = true, .freed_credits = 6},
                                         {.cc = true, .cc_consumed = 77},
                                         {.cf_take = true},
                                         {.set = true, .set_enable = true, .set_vc = kOther}};
  write.of(kFocus);
  for (int cycles = 0; cycles <= kFarthest; ++cycles) {
    for (const bool enables : {false, true}) {
      write.reset();
      write.idle(cycles);
      write.add({.set = true, .set_enable = enables});
      write.add({.accepted = true, .accepted_credits = 4});
      write.add({.cc = true, .cc_consumed = 6});
      write.add({.cf_take = true});
      write.idle();
    }
    for (const UeCbfcReceiverInputs& first : events) {
      for (UeCbfcReceiverInputs then : events) {
        write.reset();
        write.at(5, 15);
        write.idle(kFarthest + 1);
        write.add(first);
        write.idle(cycles);
        then.cc_consumed += 30;
        write.add(then);
        write.idle();
        write.add({.cf_take = true});
        write.idle();
      }
    }
  }
  return write.script("apart", "each event after each other, up to 12 cycles later, and as long after a reset");
}

}  // namespace

std::vector<ReceiverScript> UeCbfcReceiverKind::scripts(const Setup& setup) {
  return {counts(setup), channels(setup), apart(setup)};
}

// Channels that hold something to which nothing happens for a long time; then everything in one cycle, of which each
// shows by itself.
std::vector<ReceiverScript> UeCbfcReceiverKind::ages(const Setup& setup, unsigned least, unsigned most) {
  ReceiverScript script{.name = "ages",
                        .exercises =
                            "channels that hold something to which nothing happens for more than 2^k cycles, then "
                            "everything at once"};
  for (unsigned k = least; k <= most; ++k) {
    UeReceiverWriter write(setup);
    write.reset();
    write.of(kOther);
    write.at(write.most() / 3, 12);
    write.of(kFocus);
    write.at(write.most() / 5, 9);
    write.add({.set = true, .set_enable = true, .set_vc = kThird});  // so that the turn moves by a CF_Update
    write.add({.cf_take = true});
    write.add({.freed = true, .freed_credits = 1});
    write.move_to(script);
    script.add({.read_vc = kFocus}, stand_for(k));
    write.add({.accepted = true,
               .freed = true,
               .cc = true,
               .cf_take = true,
               .set = true,
               .accepted_vc = kOther,
               .set_vc = kThird,
               .accepted_credits = 5,
               .freed_credits = 3,
               .cc_consumed = write.most() / 5 + 20});
    write.idle();
    write.add({.cf_take = true, .read_vc = kOther});
    write.add({.cf_take = true, .read_vc = 3});
    write.move_to(script);
  }
  script.add({.rst_n = false});
  return {script};
}

}  // namespace weir::cosim
