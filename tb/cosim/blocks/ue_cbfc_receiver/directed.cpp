// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/ue_cbfc_receiver/script_writer.h"
#include "tb/cosim/blocks/ue_cbfc_receiver/ue_cbfc_receiver.h"

namespace weir::cosim {

namespace {

using reference::UeCbfcReceiverInputs;

// After a case: what the registers of the channel hold, what the next CF_Updates say, and the registers again.
void query(UeReceiverWriter& write) {
  write.idle();
  write.add({.cf_take = true});
  write.add({.cf_take = true, .read_vc = kOther});
  write.idle();
}

// Everything that may happen to one channel in a cycle, in any combination, with a channel in use and without.
void together(UeReceiverWriter& write) {
  write.of(kFocus);
  for (unsigned events = 0; events < 240; ++events) {
    const bool enabled = events % 2 != 0;
    const bool accepted = events / 2 % 2 != 0;
    const unsigned cc = events / 8 % 3;
    const unsigned set = events / 48;
    write.reset();
    write.at(write.most() - 5, 8);
    write.set(enabled);
    write.add({.set = true, .set_enable = true, .set_vc = kThird});
    const std::uint32_t consumed = write.most() + 3 + (accepted && enabled ? 3 : 0) + (cc == 2 ? 4 : 0);
    write.add({.accepted = accepted,
               .freed = events / 4 % 2 != 0,
               .cc = cc != 0,
               .cf_take = events / 24 % 2 != 0,
               .set = set != 0,
               .set_enable = set == 2 || set == 4,
               .set_clear = set > 2,
               .accepted_credits = 3,
               .freed_credits = 2,
               .cc_consumed = consumed & write.most()});
    query(write);
  }
}

// The same, spread over channels: each event of another one.
void apart_in_one_cycle(UeReceiverWriter& write) {
  write.of(kFocus);
  for (unsigned events = 0; events < 32; ++events) {
    write.reset();
    write.of(kOther);
    write.at(100, 8);
    write.of(kThird);
    write.at(50, 8);
    write.of(kFocus);
    write.at(70, 8);
    write.add({.accepted = (events & 1U) != 0,
               .freed = (events & 2U) != 0,
               .cc = (events & 4U) != 0,
               .cf_take = (events & 8U) != 0,
               .set = (events & 16U) != 0,
               .set_clear = true,
               .accepted_vc = kOther,
               .freed_vc = (events & 16U) != 0 ? kOther : kFocus,
               .cc_vc = kThird,
               .set_vc = kFocus,
               .accepted_credits = 5,
               .freed_credits = 3,
               .cc_consumed = 64});
    for (const std::uint8_t vc : {kOther, kFocus, kThird}) {
      write.add({.read_vc = vc});
    }
    query(write);
  }
}

// Counts of CC_Updates at R_CC, beside it, and half of the range and further away, from both sides of where counts
// wrap, with a frame of the same channel, of another, or none.
void differences(UeReceiverWriter& write) {
  const std::uint32_t half = write.half();
  for (const std::uint32_t from : {0U, 7U, half - 2, half, write.most() - 1, write.most()}) {
    for (const std::uint32_t lost : {0U, 1U, 5U, half - 1, half, half + 1, write.most() - 2, write.most()}) {
      for (const bool as_signed : {false, true}) {
        for (const std::uint8_t accepted : {std::uint8_t{0}, kFocus, kOther}) {
          write.reset();
          write.of(kOther);
          write.set(true);
          write.of(kFocus);
          write.at(from);
          write.add({.cc_signed = as_signed,
                     .accepted = accepted != 0,
                     .cc = true,
                     .accepted_vc = accepted,
                     .accepted_credits = 3,
                     .cc_consumed = (from + (accepted == kFocus ? 3 : 0) + lost) & write.most()});
          query(write);
        }
      }
    }
  }
}

// Each channel found at the turn, ahead of it and round, alone and with others.
void turns(UeReceiverWriter& write) {
  const auto enable = [&](unsigned vc, bool on) {
    write.of(static_cast<std::uint8_t>(vc));
    write.add({.set = true, .set_enable = on});
  };
  const auto take = [&] { write.add({.cf_take = true}); };
  const auto past = [&](unsigned vc) {  // the turn comes to stand behind it
    write.reset();
    enable(vc, true);
    take();
  };
  for (unsigned vc = 0; vc < write.channels(); ++vc) {
    write.reset();
    enable(vc, true);
    take();
    take();
    if (vc + 1U < write.channels()) {
      write.reset();
      enable(vc, true);
      enable(vc + 1, true);
      take();
      take();
    }
    for (const unsigned before : {1U, 2U}) {
      if (vc < before) {
        continue;
      }
      for (const unsigned with : {0U, 1U, 2U}) {  // alone; with the one before it; with the one behind it
        if (with == 2 && vc + 1U == write.channels()) {
          continue;
        }
        past(vc - before);
        enable(vc - before, with == 1);
        enable(vc, true);
        if (with == 2) {
          enable(vc + 1, true);
        }
        take();
        take();
      }
    }
  }
  write.of(0);
}

// A slot without a channel in use; then all channels, with news of some.
void rounds(UeReceiverWriter& write) {
  write.reset();
  write.add({.cf_take = true});
  write.idle();
  write.of(kOther);
  write.set(true);
  write.set(false);
  write.add({.cf_take = true});
  for (unsigned vc = 0; vc < write.channels(); ++vc) {
    write.of(static_cast<std::uint8_t>(vc));
    write.at(3 * vc + 1);
  }
  write.of(0);
  for (unsigned n = 0; n < write.channels(); ++n) {
    write.add({.cf_take = true, .read_vc = static_cast<std::uint8_t>(n)});
    write.idle(n % 2);
  }
}

// A CF_Update and what is freed in its cycle, with news before and without.
void news(UeReceiverWriter& write) {
  write.of(kFocus);
  for (unsigned events = 0; events < 16; ++events) {
    write.reset();
    write.at(9, 6);
    write.add({.cf_take = (events & 1U) == 0});
    const bool freed = (events & 4U) != 0;
    write.add({.accepted = true,
               .freed = freed && (events & 8U) == 0,
               .cc = freed && (events & 8U) != 0,
               .cf_take = (events & 2U) != 0,
               .accepted_credits = 1,
               .freed_credits = 2,
               .cc_consumed = 20});
    query(write);
  }
}

// Sums of each kind that come to the largest count, to 0 and beyond.
void lands(UeReceiverWriter& write) {
  write.of(kFocus);
  for (const std::uint32_t step : {3U, 4U, 5U}) {
    for (const std::uint32_t held : {0U, 8U}) {
      write.reset();
      write.at(write.most() - 3 - held, held);
      write.add({.accepted = true, .accepted_credits = step});
      query(write);
      write.at(write.most() - 3, held + 8);
      write.add({.freed = true, .freed_credits = step});
      query(write);
      write.at(write.most() - 3, held);
      write.add({.cc = true, .cc_consumed = (write.most() - 3 + held + step) & write.most()});
      query(write);
    }
  }
}

void credits(UeReceiverWriter& write) {
  write.reset();
  write.of(kFocus);
  write.set(true);
  for (unsigned bits = 1; bits <= write.credits_bits(); ++bits) {
    for (const std::uint32_t size : {std::uint32_t{1} << (bits - 1), (std::uint32_t{1} << bits) - 1}) {
      write.add({.accepted = true, .accepted_credits = size});
      write.add({.freed = true, .freed_credits = size});
      write.add({.cf_take = true});
    }
  }
}

// Every pair of events in consecutive cycles, resets included.
void orders(UeReceiverWriter& write) {
  const UeCbfcReceiverInputs frees{.freed = true, .freed_vc = kThird, .freed_credits = 6};
  const UeCbfcReceiverInputs resets{.rst_n = false,
                                    .accepted = true,
                                    .cc = true,
                                    .cf_take = true,
                                    .set = true,
                                    .set_enable = true,
                                    .accepted_credits = 1,
                                    .cc_consumed = 5};
  const UeCbfcReceiverInputs events[] = {{.accepted = true, .accepted_credits = 9},
                                         {.accepted = true, .accepted_vc = kOther, .accepted_credits = 9},
                                         frees,
                                         {.cc_signed = true, .cc = true, .cc_consumed = 77},
                                         {.cc = true, .cc_vc = kOther, .cc_consumed = 77},
                                         {.cf_take = true},
                                         {.set = true, .set_enable = true},
                                         {.set = true, .set_enable = true, .set_clear = true},
                                         resets};
  for (const UeCbfcReceiverInputs& first : events) {
    for (UeCbfcReceiverInputs then : events) {
      if (!first.rst_n && then.freed) {
        continue;  // nothing is held
      }
      write.reset();
      write.of(kThird);
      write.at(12, 15);
      write.of(kFocus);
      write.at(5, 15);
      write.add(first);
      then.cc_consumed += then.cc_consumed == first.cc_consumed ? 3 : 0;
      write.add(then);
      query(write);
    }
  }
}

}  // namespace

std::vector<UeCbfcReceiverInputs> UeCbfcReceiverKind::directed(const Setup& setup) {
  UeReceiverWriter write(setup);
  together(write);
  apart_in_one_cycle(write);
  differences(write);
  turns(write);
  rounds(write);
  news(write);
  lands(write);
  credits(write);
  orders(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim
