// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/viq_admission/script_writer.h"
#include "tb/cosim/blocks/viq_admission/viq_admission.h"

namespace weir::cosim {

namespace {

using In = reference::ViqAdmissionInputs;

// A buffer in which each answer is near: a minimum of 4, a threshold of 30, 20 cells of headroom, of 40 in the pool.
In small(bool pool) {
  return {.shared = 100,
          .pool = pool ? 40U : 0U,
          .minimum = 4,
          .limit = 30,
          .headroom = 20,
          .xoff = 24,
          .gap = 6,
          .alpha = 128,
          .lossless_alpha = 128};
}

// Each answer, alone, beside a departure of another VIQ and of the same one.
void answers(ViqAdmissionWriter& write) {
  struct Case {
    std::uint32_t holds;
    std::uint32_t comes;
    std::uint32_t others;  // hold of what is shared
    bool veq_full;
  };
  const Case cases[] = {{0, 4, 0, false},   {2, 2, 0, false},   {1, 9, 0, false},   {20, 11, 0, false},
                        {20, 10, 0, false}, {20, 31, 0, false}, {20, 8, 84, false}, {20, 30, 0, false},
                        {4, 5, 0, true},    {20, 21, 84, false}};
  for (const bool pool : {false, true}) {
    for (const bool lossless : {false, true}) {
      for (const Case& each : cases) {
        for (const std::uint32_t departs : {0U, 1U, 2U}) {
          In settings = small(pool);
          write.anew();
          In in = ViqAdmissionWriter::arrival(settings, 3, each.holds, lossless);
          write.add(in);
          settings.limit = 200;
          settings.alpha = settings.lossless_alpha = 0;
          write.add(ViqAdmissionWriter::arrival(settings, 5, each.others == 0 ? 6 : each.others));
          write.rest(settings, 2);
          settings = small(pool);
          if (each.others > 0) {
            settings.alpha = settings.lossless_alpha = 0;
          }
          in = ViqAdmissionWriter::arrival(settings, 3, each.comes, lossless);
          in.arrives_veq_full = each.veq_full;
          if (departs > 0) {
            in = ViqAdmissionWriter::departure(in, departs == 1 ? 5 : 3, 6);
          }
          write.add(in);
          write.rest(settings, 3);
          write.show(settings, 3);
        }
      }
    }
  }
}

// Packets of one VIQ and of its neighbours in successive cycles and some cycles apart: the second one's row has been
// written by the first, by both of a cycle, or before.
void in_a_row(ViqAdmissionWriter& write) {
  const In settings = write.open();
  for (std::uint32_t viq = 0; viq < write.config().viqs(); ++viq) {
    for (std::uint32_t bit = 0; bit <= write.config().viq_bits; ++bit) {
      const std::uint32_t other = bit == write.config().viq_bits ? viq : viq ^ 1U << bit;
      write.anew();
      write.put(viq, 40);
      write.put(other, 50);
      for (int apart = 0; apart < 3; ++apart) {
        write.add(ViqAdmissionWriter::arrival(settings, viq, 7));
        write.rest(settings, apart);
        write.add(ViqAdmissionWriter::arrival(settings, other, 9));
        write.rest(settings, apart);
        write.add(ViqAdmissionWriter::departure(settings, viq, 5));
        write.rest(settings, apart);
        write.add(ViqAdmissionWriter::departure(settings, other, 3));
        write.rest(settings, apart);
        write.add(ViqAdmissionWriter::arrival(settings, other, 2));
        write.rest(settings, apart);
        write.add(ViqAdmissionWriter::departure(ViqAdmissionWriter::arrival(settings, viq, 8), other, 4));
        write.rest(settings, apart);
        write.add(ViqAdmissionWriter::departure(ViqAdmissionWriter::arrival(settings, other, 6), viq, 1));
      }
      write.rest(settings, 2);
    }
  }
}

// Each VIQ asks for a pause and asks no more: at a departure, as it is looked at, and within a cycle.
void pauses(ViqAdmissionWriter& write) {
  const In settings = small(false);
  for (std::uint32_t viq = 0; viq < write.config().viqs(); ++viq) {
    write.anew();
    write.ask(viq, 29);
    write.rest(settings, 3);
    write.arrive(settings, viq, 1, true);  // asks already
    write.depart(settings, viq, 11);
    write.depart(settings, viq, 1);
    write.depart(settings, viq, 18);
    write.ask(viq, 29);
    const In lower = settings;
    write.rest(lower, static_cast<int>(write.config().viqs()) + 3);
    write.rest(write.open(), static_cast<int>(write.config().viqs()) + 3);
    write.depart(settings, viq, 30);
    In same = settings;
    same.gap = 0;
    same.xoff = 12;
    write.add(ViqAdmissionWriter::departure(ViqAdmissionWriter::arrival(same, viq, 16, true), viq, 4));
    write.rest(same, 3);
  }
}

// VIQs that ask while others come and go, so that they are looked at between.
void looks(ViqAdmissionWriter& write) {
  write.anew();
  for (std::uint32_t viq = 0; viq < write.config().viqs(); ++viq) {
    write.ask(viq, 10 + viq);
  }
  In settings = write.open();
  settings.xoff = 5;
  for (std::uint32_t cycle = 0; cycle < 4 * write.config().viqs(); ++cycle) {
    write.add(cycle % 3 == 0 ? ViqAdmissionWriter::departure(settings, write.viq(cycle), 1) : settings);
  }
  settings.xoff = 10 + write.config().viqs() / 2;
  write.rest(settings, static_cast<int>(write.config().viqs()) + 4);
  settings.xoff = write.most();
  for (std::uint32_t cycle = 0; cycle < 4 * write.config().viqs(); ++cycle) {
    write.add(cycle % 4 == 0   ? ViqAdmissionWriter::departure(settings, write.viq(cycle), 1)
              : cycle % 4 == 1 ? ViqAdmissionWriter::arrival(settings, write.viq(3 * cycle), 1)
                               : settings);
  }
}

// What a cycle may bring, in the order of the number.
constexpr unsigned kEvents = 9;
In event(unsigned which) {
  const In settings = small(true);
  switch (which) {
    case 0:  // shared
      return ViqAdmissionWriter::arrival(settings, 1, 3);
    case 1:  // to the pool
      return ViqAdmissionWriter::arrival(settings, 2, 15, true);
    case 2:  // dropped, and beside it XON of a VIQ
      return ViqAdmissionWriter::departure(ViqAdmissionWriter::arrival(settings, 1, 90), 4, 25);
    case 3:  // lossless, and asks
      return ViqAdmissionWriter::arrival(settings, 3, 8, true);
    case 4:
      return ViqAdmissionWriter::departure(settings, 2, 4);
    case 5:  // more than there is
      return ViqAdmissionWriter::departure(settings, 2, 99);
    case 6:  // a lossless packet that is dropped
      return ViqAdmissionWriter::arrival(settings, 4, 91, true);
    case 7: {
      In in = settings;
      in.rst_n = false;
      return in;
    }
    default:  // a VIQ is looked at
      return settings;
  }
}

// VIQs 2 to 5 hold cells, 4 and 5 ask, and 5 would resume as it is looked at.
void to_events(ViqAdmissionWriter& write) {
  write.anew();
  write.put(2, 20);
  write.put(3, 20);
  write.ask(4, 28);
  write.ask(5, 29);
  write.rest(small(true), 2);
}

// Every three events in consecutive cycles.
void orders(ViqAdmissionWriter& write) {
  for (unsigned first = 0; first < kEvents; ++first) {
    for (unsigned second = 0; second < kEvents; ++second) {
      for (unsigned third = 0; third < kEvents; ++third) {
        to_events(write);
        write.add(event(first));
        write.add(event(second));
        write.add(event(third));
        write.rest(small(true), 4);
      }
    }
  }
}

// What three cycles do not reach: XOFF behind a departure of more than there is, and a reset behind XON.
void further_orders(ViqAdmissionWriter& write) {
  to_events(write);
  write.add(ViqAdmissionWriter::departure(event(3), 2, 99));
  write.rest(small(true), 4);
  to_events(write);
  write.add(event(2));
  write.rest(small(true), 2);
  write.add(event(7));
  write.rest(small(true));
}

// Two conditions that decide together. A VIQ is looked at while cells of a departure stand at the input; a packet is
// over a threshold by free cells that all shared cells would not give; of a packet that fills its VIQ's minimum the
// pool takes all, or has no room but for the rest; a VIQ that is empty resumes though the gap is above XOFF.
void together(ViqAdmissionWriter& write) {
  write.anew();
  write.ask(3, 12);
  In settings = write.open();
  settings.xoff = 5;
  settings.departs_cells = 7;
  write.rest(settings, static_cast<int>(write.config().viqs()) + 3);
  write.show(settings, 3);
  for (const bool lossless : {false, true}) {
    settings = small(false);
    settings.alpha = settings.lossless_alpha = 64;
    write.anew();
    write.put(5, 86);
    write.arrive(settings, 3, 12, lossless);
    write.show(settings, 3);
  }
  settings = small(true);
  settings.shared = 0;
  write.anew();
  write.hold(5, 35);
  write.arrive(settings, 3, 8, true);
  write.arrive(settings, 3, 5, true);
  write.show(settings, 3);
  settings = small(false);
  settings.gap = 30;
  write.anew();
  write.ask(3, 29);
  write.depart(settings, 3, 29);
}

}  // namespace

std::vector<In> ViqAdmissionKind::directed(const Setup& setup) {
  ViqAdmissionWriter write(setup);
  answers(write);
  in_a_row(write);
  pauses(write);
  looks(write);
  orders(write);
  further_orders(write);
  together(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim
