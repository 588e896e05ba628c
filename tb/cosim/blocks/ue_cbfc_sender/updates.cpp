// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/ue_cbfc_sender/directed.h"

namespace weir::cosim {

namespace {

using Writer = UeSenderWriter;

// CC_Updates that are due, leave, and are due again, of either half of the channels, while the timer waits and expires.
void updates(Writer& write) {
  const auto high = static_cast<std::uint8_t>(write.channels() - 1);
  for (unsigned in_use = 0; in_use < 4; ++in_use) {
    for (unsigned due = 0; due < 4; ++due) {
      for (unsigned timer = 0; timer < 3; ++timer) {
        for (const bool take : {false, true}) {
          write.reset();
          write.of(Writer::kFocus);
          const auto enable = [&](unsigned which) {
            write.add({.set = true, .set_enable = (which & 1U) != 0, .set_vc = Writer::kOther});
            write.add({.set = true, .set_enable = (which & 2U) != 0, .set_vc = high});
          };
          enable(due);
          for (const std::uint8_t vc : {Writer::kOther, high}) {
            write.add({.frame = true, .frame_vc = vc, .frame_credits = 2U + vc % 2U, .frame_limit = 9});
          }
          write.add({.tick = due != 0, .cc_timer = timer == 1 ? 5U : 1U});
          write.add({.tick = due == 0, .cc_timer = timer == 1 ? 5U : 1U});  // nobody is in use
          enable(in_use);
          write.add({.tick = timer != 0, .cc_take = take, .cc_timer = 3});
          write.idle();
          for (int n = 0; n < 4; ++n) {
            write.add({.tick = true, .cc_take = true, .cc_timer = 2});
          }
        }
      }
    }
  }
}

// The timer ends as the first of sixteen channels, or another one, is enabled, and as the last or another is disabled.
void expiries_beside_writes(Writer& write) {
  for (const bool high : {false, true}) {
    const auto other = static_cast<std::uint8_t>(high ? write.channels() - 2 : Writer::kOther);
    for (const bool others : {false, true}) {
      for (const bool enable : {false, true}) {
        write.reset();
        write.of(high ? static_cast<std::uint8_t>(write.channels() - 1) : Writer::kFocus);
        write.add({.tick = true, .cc_timer = 1});
        write.set(!enable);
        write.add({.set = true, .set_enable = others, .set_vc = other});
        write.add({.tick = true, .set = true, .set_enable = enable, .cc_timer = 1});
        write.add({.tick = true, .cc_take = true});
        write.idle();
      }
    }
  }
}

}  // namespace

void ue_sender_updates(UeSenderWriter& write) {
  updates(write);
  expiries_beside_writes(write);
}

}  // namespace weir::cosim
