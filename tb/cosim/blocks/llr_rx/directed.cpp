// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/llr_rx/llr_rx.h"
#include "tb/cosim/blocks/llr_rx/script_writer.h"

namespace weir::cosim {

namespace {

using llr::LlrRxInputs;

constexpr unsigned kStates = 4;

std::array<std::uint32_t, 7> ends_of(const LlrRxWriter& write) {
  return {0, 1, write.half() - 1, write.half(), write.half() + 1, write.most() - 1, write.most()};
}

// Every state, number, FCS and rule; a second frame of the same kind shows what the first has left.
void rules(LlrRxWriter& write) {
  for (unsigned rule = 0; rule < 4; ++rule) {
    write.modes().bad_frame_any = (rule & 1U) != 0;
    write.modes().dup_silent = (rule & 2U) != 0;
    for (unsigned state = 0; state < kStates; ++state) {
      for (const std::uint32_t ahead : {0U, 2U, write.most()}) {
        for (std::uint8_t fcs = 0; fcs < 4; ++fcs) {
          write.to(state, 9);
          write.frame(ahead, fcs);
          write.frame(ahead, fcs);
          write.idle();
          write.add({.nack_take = true});
          write.add({.ack_take = true});
        }
      }
    }
  }
  write.modes() = {};
}

// The mode, a set that leaves, a frame and an LLR_INIT in one cycle, in every combination.
void together(LlrRxWriter& write) {
  for (unsigned state = 0; state < kStates; ++state) {
    for (unsigned take = 0; take < 4; ++take) {
      for (unsigned frame = 0; frame < 6; ++frame) {
        for (unsigned more = 0; more < 8; ++more) {
          write.to(state, write.most(), true, state == 1 && (more & 1U) != 0);
          LlrRxInputs in{.llr_mode_local = (more & 2U) == 0,
                         .idle_ack = (more & 4U) == 0,
                         .nack_take = take == 1,
                         .echo_take = take == 2,
                         .ack_take = take == 3,
                         .init = (more & 1U) != 0,
                         .init_seq = 77 & write.most(),
                         .init_data = 2};
          if (frame != 0) {
            const std::uint32_t ahead = frame <= 2 ? 0 : frame == 3 ? 1 : write.most();
            in = write.framed(in, ahead, frame == 2 || frame == 5 ? 2 : 0);
          }
          write.add(in);
          write.add({.idle_ack = false});
          write.add({.echo_take = true});
          write.add({.ack_take = true});
        }
      }
    }
  }
  // An ACK leaves in the cycle in which a frame is missing, and the NACK in the next.
  write.to(1, 30, false, true);
  write.add(write.framed({.ack_take = true}, 2, 0));
  write.add({.nack_take = true});
}

// What is due, with every reason and without, taken and not; a set that is taken without being due changes nothing.
void dues(LlrRxWriter& write) {
  for (unsigned state = 0; state < kStates; ++state) {
    for (unsigned with = 0; with < 16; ++with) {
      const bool news = (with & 1U) != 0 && state != 0;
      write.to(state, 30, (with & 2U) != 0, news);
      write.add({.idle_ack = (with & 4U) != 0, .ack_take = (with & 8U) != 0});
      write.add({.idle_ack = false, .ack_take = true});
      write.add({.echo_take = true});
      write.add({.nack_take = true});
      write.add({.echo_take = true});
      write.add({.nack_take = true});
      write.idle();
    }
  }
}

// After a duplicate and after another frame, each kind of frame.
void replays(LlrRxWriter& write) {
  for (const bool any : {false, true}) {
    write.modes().bad_frame_any = any;
    for (const bool after : {false, true}) {
      for (unsigned frame = 0; frame < 6; ++frame) {
        write.to(1, 100);
        write.frame(after ? write.most() : 0);
        if (frame != 0) {
          const std::uint32_t ahead = frame <= 2 ? 0 : frame == 3 ? 1 : write.most();
          write.frame(ahead, frame == 2 || frame == 5 ? 3 : 0);
        } else {
          write.idle();
        }
        write.frame(write.most());
        write.frame(write.most());
      }
    }
  }
  write.modes() = {};
}

// Numbers at the ends of the space and of its halves, expected and received, in every state.
void ends(LlrRxWriter& write) {
  for (unsigned state = 0; state < kStates; ++state) {
    for (const std::uint32_t seq : ends_of(write)) {
      for (const std::uint32_t ahead : ends_of(write)) {
        for (const std::uint8_t fcs : {std::uint8_t{0}, std::uint8_t{2}}) {
          write.to(state, seq);
          write.frame(ahead, fcs);
          write.idle();
        }
      }
      write.to(state, seq);
      write.init(write.most() ^ seq, seq);
      write.idle();
    }
  }
}

// Every pair of events in consecutive cycles, in every state, beside an LLR_INIT and alone.
void orders(LlrRxWriter& write) {
  for (unsigned state = 1; state < kStates; ++state) {
    for (unsigned first = 0; first < LlrRxWriter::kEvents; ++first) {
      for (unsigned then = 0; then < LlrRxWriter::kEvents; ++then) {
        for (const bool anew : {false, true}) {
          write.to(state, 40, true, true);
          LlrRxInputs in = write.event(first);
          if (anew && in.rst_n && !in.init) {
            in.init = true;
            in.init_seq = 50 & write.most();
            in.init_data = 1;
          }
          write.add(in);
          write.add(write.event(then));
          write.idle();
        }
      }
    }
  }
}

// An LLR_INIT of each bit alone, and of all others.
void inits(LlrRxWriter& write) {
  for (unsigned bit = 0; bit < std::max(write.config().seq_bits, write.config().data_bits); ++bit) {
    const std::uint32_t one = std::uint32_t{1} << bit;
    for (const std::uint32_t value : {one, ~one}) {
      write.init(value, ~value);
      write.idle();
      write.init(~value, value);
      write.add({.echo_take = true});
      write.idle();
    }
  }
}

}  // namespace

std::vector<LlrRxInputs> LlrRxKind::directed(const Setup& setup) {
  LlrRxWriter write(setup);
  rules(write);
  together(write);
  dues(write);
  replays(write);
  ends(write);
  orders(write);
  inits(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim
