// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that take the egress scheduler to every magnitude that it compares and counts, and to events some cycles
// apart: played in lock-step and, as segments of their own, in the golden vectors.

#include <algorithm>

#include "tb/cosim/blocks/egress_scheduler/egress_scheduler.h"
#include "tb/cosim/blocks/egress_scheduler/script_writer.h"
#include "tb/cosim/vectors.h"

namespace weir::cosim {

namespace {

using reference::EgressSchedulerConfig;
using reference::EgressSchedulerInputs;
using EgressSchedulerScript = Script<EgressSchedulerInputs>;

constexpr int kFarthest = 12;  // cycles from one event to the next

// A packet of this length where so much is left: of the class in turn, alone and beside another, of one that has kept
// it, and of one whose quantum is so much.
void ask(EgressSchedulerWriter& write, std::size_t c, std::uint32_t left, std::uint32_t length) {
  const auto other = (c + 3) % EgressSchedulerWriter::kClasses;
  for (const std::uint32_t may : {1U << c, 1U << c | 1U << other}) {
    write.to(c, left);
    write.add(write.of(may, length, 1, write.longest()));
  }
  std::array<std::uint32_t, EgressSchedulerWriter::kClasses> deficits{};
  deficits[c] = left;
  write.to(other, deficits);
  write.add(write.of(1U << c, length, 1, write.longest()));
  if (left <= write.longest()) {
    write.to(other, 7);
    write.add(write.of(1U << c, length, 1, left));
  }
  write.idle();
}

// What is left and the length one apart, and in one bit apart; and with each bit above those of a length.
EgressSchedulerScript fits(const EgressSchedulerConfig& config) {
  EgressSchedulerWriter write(config);
  for (unsigned bit = 0; bit < config.length_bits; ++bit) {
    const auto one_of = [&](std::uint32_t left, std::uint32_t length) {
      ask(write, bit % EgressSchedulerWriter::kClasses, left, length);
    };
    pairs(bit, write.longest(), one_of);
  }
  ask(write, 2, 0, 0);
  ask(write, 3, 1, 1);
  ask(write, 4, write.longest(), write.longest());
  for (unsigned bit = config.length_bits; bit < config.deficit_bits(); ++bit) {
    const std::uint32_t one = std::uint32_t{1} << bit;
    for (const std::uint32_t left : {one, one + 5, one - 1}) {
      ask(write, bit % EgressSchedulerWriter::kClasses, left, 10);
      ask(write, bit % EgressSchedulerWriter::kClasses, left, write.longest());
    }
  }
  return write.script("fits",
                      "deficits and lengths one apart and in one bit, of the class in turn and of the one behind");
}

// Products of each bit of a weight and of the quantum, of none, and of all but one.
EgressSchedulerScript quanta(const EgressSchedulerConfig& config) {
  EgressSchedulerWriter write(config);
  for (unsigned of_weight = 0; of_weight <= config.weight_bits; ++of_weight) {
    for (unsigned of_quantum = 0; of_quantum <= config.length_bits; ++of_quantum) {
      const std::uint32_t weight = (1U << of_weight) / 2;
      const std::uint32_t quantum = (1U << of_quantum) / 2;
      const std::size_t c = (of_weight + of_quantum) % EgressSchedulerWriter::kClasses;
      for (const auto& [w, q] : {std::pair{weight, quantum},
                                 {write.heaviest(), quantum},
                                 {weight, write.longest()},
                                 {write.heaviest() & ~weight, write.longest() & ~quantum}}) {
        write.anew();
        EgressSchedulerInputs in = write.of(1U << c, 1, write.heaviest() & ~w, q);
        write.weight(in, c, w);
        write.add(in);
        write.add(write.of(1U << c, 1, w, q));
      }
    }
  }
  return write.script("quanta", "weights and quanta of each bit alone, of all, and of all but one");
}

// Deficits that grow and fall across each bit, by a little and by much.
EgressSchedulerScript sums(const EgressSchedulerConfig& config) {
  EgressSchedulerWriter write(config);
  const std::size_t c = 6;
  for (unsigned bit = 1; bit < config.deficit_bits(); ++bit) {
    const std::uint32_t one = std::uint32_t{1} << bit;
    // A quantum just below the bit, with a rest that carries into it.
    const std::uint32_t weight = bit < config.length_bits ? 1 : write.heaviest();
    const std::uint32_t quantum = (one - 1) / weight;
    for (const std::uint32_t rest : {one - weight * quantum, one - weight * quantum + 1, write.longest() / 2}) {
      for (const std::uint32_t length : {rest + 1, write.longest()}) {
        if (length <= write.longest() && rest < length) {
          write.to(c, rest);
          write.add(write.of(1U << c, length, weight, quantum));
          write.idle();
        }
      }
    }
    // Falls across the bit: by one, and by as much as a packet has; as part of a turn, and with its quantum.
    for (const std::uint32_t length :
         {std::uint32_t{1}, std::min(one, write.longest()), std::min(one / 2 + 1, write.longest())}) {
      write.to(c, std::min(one, write.most()));
      write.add(write.of(1U << c, length));
      write.add(write.of(1U << c, 1));
    }
    const std::uint32_t of_product = bit < config.length_bits ? 1 : std::uint32_t{1} << (bit - config.length_bits + 1);
    const std::uint32_t product =
        of_product * std::min(bit < config.length_bits ? one : one / of_product, write.longest());
    for (const std::uint32_t rest : {0U, one - std::min(one, product)}) {
      if (rest < write.longest()) {
        write.to(c, rest);
        write.add(write.of(1U << c, rest + 1, of_product, product / of_product));
        write.add(write.of(1U << c, 1));
      }
    }
  }
  return write.script("sums", "deficits that grow and fall across each bit");
}

// Each bit of each deficit, alone and without the others, kept while another class goes; lengths of each class of one
// bit.
EgressSchedulerScript bits(const EgressSchedulerConfig& config) {
  EgressSchedulerWriter write(config);
  for (std::size_t c = 0; c < EgressSchedulerWriter::kClasses; ++c) {
    const std::size_t other = (c + 5) % EgressSchedulerWriter::kClasses;
    for (unsigned bit = 0; bit < config.deficit_bits(); ++bit) {
      const std::uint32_t one = std::uint32_t{1} << bit;
      for (const std::uint32_t deficit : {one, write.most() & ~one}) {
        write.to(c, deficit);
        write.add(write.of(1U << other, 40));
        write.idle();
      }
    }
    for (unsigned bit = 0; bit < config.length_bits; ++bit) {
      for (const std::uint32_t length : {1U << bit, write.longest() & ~(1U << bit)}) {
        write.to(c, 2 * write.longest());
        EgressSchedulerInputs in = write.of(1U << c, write.longest() & ~length);
        write.length(in, c, length);
        write.add(in);
        write.anew();
        in.quantum = write.longest();
        write.add(in);
      }
    }
  }
  return write.script("bits", "each bit of each class's deficit and length");
}

// Two events some cycles apart, from a reset some cycles ago.
EgressSchedulerScript apart(const EgressSchedulerConfig& config) {
  EgressSchedulerWriter write(config);
  for (int cycles = 0; cycles <= kFarthest; ++cycles) {
    for (unsigned first = 0; first + 1 < EgressSchedulerWriter::kEvents; ++first) {
      write.anew();
      write.idle(cycles);
      write.add(write.event(first));
      write.idle();
      for (unsigned then = 0; then + 1 < EgressSchedulerWriter::kEvents; ++then) {
        write.to_events();
        write.idle(kFarthest + 1);
        write.add(write.event(first));
        write.idle(cycles);
        write.add(write.event(then));
        write.add(write.of(0x24, 40));
      }
    }
  }
  return write.script("apart", "each event after each other, up to 12 cycles later, and as long after a reset");
}

// A strict class goes in each cycle, while of the others, which all wait and have deficits, one has no credits and the
// rest are blocked; then that class goes by its turn.
void strict_in_a_row(EgressSchedulerWriter& write, EgressSchedulerScript& script, unsigned k) {
  write.to(5, {11, 22, 60, 44, 55, 75, 77, 88});
  write.move_to(script);
  EgressSchedulerInputs in = write.of(0x21, 90);
  in.credit = 0xfe;
  in.strict = 0x20;
  script.add(in, stand_for(k));
  in.strict = 0;
  write.add(in);
  write.idle();
  write.move_to(script);
}

// A turn of packets of a byte goes on in each cycle, while others wait.
void turn_of_packets(EgressSchedulerWriter& write, EgressSchedulerScript& script, unsigned k) {
  const std::uint64_t packets = std::min<std::uint64_t>(stand_for(k), write.most());
  write.to(3, static_cast<std::uint32_t>(packets));
  write.move_to(script);
  script.add(write.of(EgressSchedulerWriter::kAll, 1), packets);
  write.idle();
  write.move_to(script);
}

}  // namespace

std::vector<EgressSchedulerScript> EgressSchedulerKind::scripts(const Setup& setup) {
  return {fits(setup), quanta(setup), sums(setup), bits(setup), apart(setup)};
}

// All classes have deficits, and nothing waits for long; then the turn goes on, or an empty class loses its deficit
// while another has a quantum.
std::vector<EgressSchedulerScript> EgressSchedulerKind::ages(const Setup& setup, unsigned least, unsigned most) {
  EgressSchedulerScript script{.name = "ages",
                               .exercises =
                                   "an idle port for more than 2^k cycles, then a packet; as many strict packets "
                                   "in a row, and packets of a turn"};
  for (unsigned k = least; k <= most; ++k) {
    for (const unsigned event : {1U, 4U}) {
      EgressSchedulerWriter write(setup);
      write.to(2, {11, 22, 60, 44, 55, 75, 77, 88});
      write.move_to(script);
      script.add({}, stand_for(k));
      write.add(write.event(event));
      write.idle();
      write.move_to(script);
    }
    EgressSchedulerWriter write(setup);
    if (k <= kShortAge) {
      strict_in_a_row(write, script, k);
    }
    if (k <= EgressSchedulerCoverage::kMostOfATurn) {
      turn_of_packets(write, script, k);
    }
  }
  script.add({.rst_n = false});
  return {script};
}

}  // namespace weir::cosim
