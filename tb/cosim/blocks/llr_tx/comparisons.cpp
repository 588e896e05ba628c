// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Numbers at both sides of each comparison of a transmitter of link-level retry: one below and one above, and others
// in one bit alone, at each bit. Time stands still, so that nothing but what is asked for happens.

#include <algorithm>

#include "tb/cosim/blocks/llr_tx/directed.h"

namespace weir::cosim {

namespace {

using llr::LlrTxInputs;
using llr::ones;

constexpr unsigned kCountBits = 9;  // more are not counted up to

std::uint32_t most_of(unsigned bits) { return static_cast<std::uint32_t>(ones(bits)); }

// What is outstanding and OUTSTANDING_FRAMES_MAX. No frame is offered: what would be admitted shows the window.
void compare_frames(LlrTxWriter& write) {
  struct Pair {
    std::uint32_t kept;
    std::uint32_t most;
  };
  std::vector<Pair> asked;
  for (unsigned bit = 0; bit < write.config().slot_bits; ++bit) {
    pairs(bit, most_of(write.config().slot_bits), [&](std::uint32_t kept, std::uint32_t most) {
      asked.push_back({kept, most});
    });
  }
  for (unsigned bit = write.config().slot_bits; bit < write.config().seq_bits; ++bit) {
    asked.push_back({3, std::uint32_t{1} << bit});
    asked.push_back({3, (std::uint32_t{1} << bit) + 3});
  }
  asked.push_back({most_of(write.config().slot_bits), most_of(write.config().slot_bits) + 1});
  std::ranges::stable_sort(asked, {}, &Pair::kept);
  write.rules().outstanding_frames_max = write.most();
  write.rules().outstanding_bytes_max = most_of(write.config().byte_bits);
  write.to(2, 0);
  for (const Pair& pair : asked) {
    for (std::uint32_t n = write.kept(); n < pair.kept; ++n) {
      write.add(write.offered(write.next(), 1));
    }
    LlrTxInputs in = write.next();
    in.outstanding_frames_max = pair.most;
    write.add(in);
  }
}

// The kept bytes with those of the frame and OUTSTANDING_BYTES_MAX, where one frame is kept and the memory says where
// it begins.
void compare_bytes(LlrTxWriter& write) {
  const std::uint64_t most = ones(write.config().byte_bits);
  write.rules().outstanding_frames_max = 5;
  write.to(2, 1);
  const auto ask = [&](std::uint64_t sum, std::uint64_t room, std::uint64_t length) {
    LlrTxInputs in = write.next();
    in.offer_length = static_cast<std::uint32_t>(length);
    in.oldest_start = static_cast<std::uint32_t>((write.is().next_start - (sum - length)) & most);
    in.outstanding_bytes_max = static_cast<std::uint32_t>(room);
    write.add(in);
  };
  for (unsigned bit = 0; bit < write.config().byte_bits; ++bit) {
    pairs(bit, static_cast<std::uint32_t>(most), [&](std::uint32_t sum, std::uint32_t room) {
      ask(sum, room, sum > 0 ? 1 : 0);
      ask(sum, room, std::min<std::uint64_t>(sum, ones(write.config().length_bits)));
    });
  }
  for (const std::uint64_t length : {std::uint64_t{1}, std::uint64_t{2}, ones(write.config().length_bits)}) {
    for (const std::uint64_t room : {std::uint64_t{0}, length - 1, length, most - 1, most}) {  // a bit more than fits
      ask(most + length, room, length);
      ask(most, room, length);
    }
  }
}

// The age of the oldest frame and DATA_AGE_TIMEOUT, in ADVANCE and REPLAY.
void compare_ages(LlrTxWriter& write) {
  for (unsigned bit = 0; bit < write.config().age_bits; ++bit) {
    pairs(bit, most_of(write.config().age_bits), [&](std::uint32_t age, std::uint32_t most) {
      write.to(2 + bit % 2, 1);
      LlrTxInputs in = write.aged(write.next(), age);
      in.data_age_timeout = most;
      write.add(in);
      write.idle();
    });
  }
}

// The count of replays and REPLAY_COUNT_MAX, when the timer is due in ADVANCE, and when it counts at the end of a
// replay.
void compare_count(LlrTxWriter& write, std::uint32_t count, std::uint32_t most) {
  for (const bool late : {false, true}) {
    if (count == most_of(write.config().count_bits) || (late && count == 0)) {
      continue;  // there is none
    }
    write.to(2, late ? 2 : 1);
    for (std::uint32_t n = 0; n < count; ++n) {
      write.hear(2, 0);
    }
    write.replay(1);
    LlrTxInputs in = write.at_due(write.next());
    in.replay_count_max = most;
    write.add(in);
    if (late) {
      in = write.next();
      in.replay_take = true;
      in.replay_count_max = most;
      write.add(in);
    }
    write.idle();
  }
}
void compare_counts(LlrTxWriter& write) {
  const unsigned bits = std::min(write.config().count_bits, kCountBits);
  const std::uint32_t highest = most_of(bits) - 1;
  for (unsigned bit = 0; bit < bits; ++bit) {
    const auto ask = [&](std::uint32_t count, std::uint32_t most) { compare_count(write, count, most); };
    pairs(bit, most_of(bits), ask);
    ask(highest, most_of(bits) ^ (std::uint32_t{1} << bit));  // which is endless but for a bit
    if (bit > 0) {
      ask(highest, highest ^ (std::uint32_t{1} << bit));
      ask(highest ^ (std::uint32_t{1} << bit), highest);
    }
  }
}

// How many frames a replay has sent again, and how many an ACK frees.
void compare_pointers(LlrTxWriter& write) {
  const auto ask = [&](std::uint32_t sent, std::uint32_t freed) {
    write.to(2, 0);
    for (std::uint32_t n = 0; n <= std::max(sent, freed); ++n) {
      write.add(write.offered(write.next(), 1));
    }
    write.hear(2, 0);
    write.replay(static_cast<int>(sent));
    write.hear(1, freed);
    write.idle();
  };
  for (unsigned bit = 0; bit < write.config().slot_bits; ++bit) {
    pairs(bit, most_of(write.config().slot_bits), ask);
  }
  ask(3, most_of(write.config().slot_bits) + 1);
}

// The time and that at which the replay timer is due, before it and after it by each bit.
void compare_replay_timer(LlrTxWriter& write) {
  const std::uint32_t before = write.rules().replay_timer_max;
  for (unsigned bit = 0; bit <= write.config().timer_bits; ++bit) {
    const std::uint64_t one = std::uint64_t{1} << bit;
    for (const std::uint64_t later : {std::uint64_t{0}, one, one - 1, ~one + 1, ~one}) {
      for (const unsigned state : {2U, 3U}) {
        write.rules().replay_timer_max = most_of(std::min(bit, write.config().timer_bits));
        write.to(state, 1);
        write.add(write.at_due(write.next(), later));
        write.idle();
        write.replay(1);
      }
    }
  }
  write.rules().replay_timer_max = before;
}

// The same of the timer of PCS, in ADVANCE and INIT.
void compare_pcs_timer(LlrTxWriter& write) {
  const std::uint64_t all = ones(write.config().age_bits + 1);
  for (unsigned bit = 0; bit <= write.config().age_bits; ++bit) {
    const std::uint64_t one = std::uint64_t{1} << bit;
    for (const std::uint64_t later : {std::uint64_t{0}, one, one - 1, ~one + 1, ~one}) {
      for (const unsigned state : {1U, 2U}) {
        write.to(state, 1);
        LlrTxInputs in = write.next();
        in.pcs_up = false;
        in.pcs_lost_timeout = std::max(most_of(std::min(bit, write.config().age_bits)), 1U);
        write.add(in);
        in = write.next();
        in.now = (write.is().pcs_due + later) & all;
        in.pcs_up = false;
        write.add(in);
        write.idle();
      }
    }
  }
}

}  // namespace

void write_comparisons(LlrTxWriter& write) {
  const LlrTxInputs before = write.rules();
  write.stand(true);
  compare_frames(write);
  compare_pointers(write);
  compare_bytes(write);
  write.rules() = before;
  compare_ages(write);
  compare_counts(write);
  compare_replay_timer(write);
  compare_pcs_timer(write);
  write.stand(false);
}

}  // namespace weir::cosim
