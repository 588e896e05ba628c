// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/egress_scheduler/egress_scheduler.h"
#include "tb/cosim/blocks/egress_scheduler/script_writer.h"

namespace weir::cosim {

namespace {

using reference::EgressSchedulerInputs;

constexpr std::size_t kSome = EgressSchedulerWriter::kClasses;

// Which class each set of classes that may go has chosen, from each turn, whether the turn may go on or not, while the
// port is busy, so that nothing changes; and each class as the strict one.
void choices(EgressSchedulerWriter& write) {
  for (std::size_t turn = 0; turn < kSome; ++turn) {
    write.to(turn, 100);
    for (const std::uint32_t length : {100U, 101U}) {
      for (std::uint32_t may = 0; may < 256; ++may) {
        EgressSchedulerInputs in = write.of(may, length);
        in.ready = false;
        write.add(in);
      }
    }
    for (std::size_t c = 0; c < kSome; ++c) {
      EgressSchedulerInputs in = write.of(EgressSchedulerWriter::kAll, 90);
      in.strict = 1U << c;
      write.add(in);
      in.ready = false;
      write.add(in);
    }
  }
}

// Strict classes: each alone, each pair, and some beside those that are not.
void strict_classes(EgressSchedulerWriter& write) {
  for (const std::size_t turn : {std::size_t{1}, std::size_t{6}}) {
    write.to(turn, 100);
    for (std::uint32_t strict = 0; strict < 256; strict += 3) {
      for (const std::uint32_t may : {strict, 255U, strict << 1 & 255U, strict >> 1, 255U & ~strict}) {
        EgressSchedulerInputs in = write.of(may, 90);
        in.strict = strict;
        write.add(in);
      }
    }
  }
}

// Each reason why the class in turn may not go on, alone and with another one; another class goes, and it comes back.
void reasons(EgressSchedulerWriter& write) {
  for (std::size_t c = 0; c < kSome; ++c) {
    const std::uint32_t bit = 1U << c;
    for (unsigned reasons = 1; reasons < 16; ++reasons) {
      write.to(c, 70);
      EgressSchedulerInputs in = write.of(EgressSchedulerWriter::kAll, 60);
      in.waiting &= (reasons & 1U) != 0 ? ~bit : ~0U;
      in.blocked = (reasons & 2U) != 0 ? bit : 0;
      in.credit &= (reasons & 4U) != 0 ? ~bit : ~0U;
      in.open &= (reasons & 8U) != 0 ? ~bit : ~0U;
      write.add(in);
      write.add(write.of(bit, 50));
      write.to((c + 7) % kSome, 40);  // it would come next
      write.add(in);
    }
  }
}

// The turn goes on beside all others, whose packets have other lengths and weights.
void turns(EgressSchedulerWriter& write) {
  for (std::size_t turn = 0; turn < kSome; ++turn) {
    write.to(turn, 120);
    EgressSchedulerInputs in = write.of(EgressSchedulerWriter::kAll, 0);
    for (std::size_t c = 0; c < kSome; ++c) {
      write.length(in, c, 50 + static_cast<std::uint32_t>(c));
      write.weight(in, c, 1 + static_cast<std::uint32_t>(c % 3));
    }
    for (int packet = 0; packet < 20; ++packet) {
      write.add(in);
    }
    write.to(turn, 0);  // empty, with nothing to lose
    in.waiting &= ~(1U << turn);
    write.add(in);
  }
}

// Each class from each turn, while all have deficits: with a quantum, with enough left, and beside an empty class in
// turn.
void grants(EgressSchedulerWriter& write) {
  for (std::size_t turn = 0; turn < kSome; ++turn) {
    for (std::size_t c = 0; c < kSome; ++c) {
      for (const std::uint32_t length : {20U, 55U}) {
        for (const bool empty : {false, true}) {
          std::array<std::uint32_t, kSome> deficits{};
          for (std::size_t each = 0; each < kSome; ++each) {
            deficits[each] = 21 + static_cast<std::uint32_t>(4 * each);
          }
          write.to(turn, deficits);
          EgressSchedulerInputs in = write.of(1U << c, length);
          for (std::size_t each = 0; each < kSome; ++each) {
            write.weight(in, each, 1 + static_cast<std::uint32_t>((each + turn) % 3));
            write.length(in, each, length + static_cast<std::uint32_t>(each % 2));
          }
          in.waiting = empty ? (1U << c) : EgressSchedulerWriter::kAll;
          write.add(in);
          write.idle();
        }
      }
    }
  }
}

// The port's shaper stops each class, or lets it alone go, with each class chosen.
void stopped(EgressSchedulerWriter& write) {
  for (std::size_t chosen = 0; chosen < kSome; ++chosen) {
    EgressSchedulerInputs alone = write.of(1U << chosen, 40);
    alone.port_open = 0;
    write.add(alone);
    for (std::size_t c = 0; c < kSome; ++c) {
      for (const bool closed : {false, true}) {
        write.to((chosen + 3) % kSome, 30);
        EgressSchedulerInputs in = write.of(EgressSchedulerWriter::kAll, 40);
        in.port_open = closed ? 255 & ~(1U << c) : 1U << c;
        write.add(in);
        in.strict = 1U << chosen;
        write.add(in);
      }
    }
  }
}

// Every pair of events in consecutive cycles, resets included.
void orders(EgressSchedulerWriter& write) {
  for (unsigned first = 0; first < EgressSchedulerWriter::kEvents; ++first) {
    for (unsigned then = 0; then < EgressSchedulerWriter::kEvents; ++then) {
      write.to_events();
      write.add(write.event(first));
      write.add(write.event(then));
      write.add(write.of(0x24, 40));
      write.idle();
    }
  }
}

// What can follow only where another class has what a turn left.
void further_orders(EgressSchedulerWriter& write) {
  const auto empty_but = [&](std::uint32_t classes, std::uint32_t length) {
    EgressSchedulerInputs in = write.of(classes, length);
    in.waiting = classes;
    return in;
  };
  const auto after = [&](unsigned event, const EgressSchedulerInputs& then) {
    write.to(2, {0, 0, 60, 0, 0, 75, 0, 80});
    write.add(write.event(event));
    write.add(then);
  };
  after(4, write.of(0x20, 300));  // a loss, then a new turn
  after(4, write.of(0x80, 9));    // then another, which has kept enough
  after(4, empty_but(0x80, 9));   // then a loss once more
  after(3, empty_but(0x08, 90));
  after(5, write.of(0x10, 0));  // the turn goes on with nothing
}

}  // namespace

std::vector<EgressSchedulerInputs> EgressSchedulerKind::directed(const Setup& setup) {
  EgressSchedulerWriter write(setup);
  choices(write);
  strict_classes(write);
  reasons(write);
  turns(write);
  grants(write);
  stopped(write);
  orders(write);
  further_orders(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim
