// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that take admission by VIQ to every magnitude that it compares and counts, and to events some cycles apart:
// played in lock-step and, as segments of their own, in the golden vectors.

#include "tb/cosim/blocks/viq_admission/comparisons.h"
#include "tb/cosim/blocks/viq_admission/script_writer.h"
#include "tb/cosim/blocks/viq_admission/viq_admission.h"

namespace weir::cosim {

namespace {

using reference::ViqAdmissionConfig;
using In = reference::ViqAdmissionInputs;
using ViqAdmissionScript = Script<In>;

constexpr int kFarthest = 12;  // cycles from one event to the next

// Products of alpha and free cells of every magnitude, and the minimum added to them: the threshold is met and missed.
ViqAdmissionScript products(const ViqAdmissionConfig& config) {
  ViqAdmissionWriter write(config);
  const auto bits_of = [](unsigned bits, unsigned most) { return bits > most ? (1U << most) - 1 : (1U << bits) / 2; };
  constexpr unsigned kAlpha = reference::kViqAlphaBits;
  for (unsigned of_alpha = 0; of_alpha <= kAlpha + 1; ++of_alpha) {
    for (unsigned of_free = 0; of_free <= config.cell_bits + 1; ++of_free) {
      const std::uint32_t alpha = bits_of(of_alpha, kAlpha);
      const std::uint32_t free = bits_of(of_free, config.cell_bits);
      for (const bool lossless : {false, true}) {
        for (const std::uint32_t minimum : {0U, 1U, write.most() / 2}) {
          In settings = write.open();
          settings.shared = free;
          settings.minimum = minimum;
          (lossless ? settings.lossless_alpha : settings.alpha) = alpha;
          (lossless ? settings.alpha : settings.lossless_alpha) = alpha / 3 + 1;
          const std::uint64_t threshold = minimum + (std::uint64_t{free} * alpha >> 7);
          for (const std::uint64_t more : {threshold, threshold + 1}) {
            const std::uint64_t sum = std::clamp<std::uint64_t>(more, 1, write.most());
            write.anew();
            write.reserve(1, static_cast<std::uint32_t>(sum) - 1);
            write.arrive(settings, 1, 1, lossless);
          }
        }
      }
    }
  }
  return write.script("products", "alpha and free cells of every magnitude, with the threshold met and missed");
}

// A threshold with this bit alone of those above a count of cells, by free cells and by a carry of the minimum.
void one_bit_above(ViqAdmissionWriter& write, unsigned bit, bool lossless) {
  for (const std::uint32_t alpha : {8192U, 16383U}) {
    const std::uint64_t one = std::uint64_t{1} << bit;
    const std::uint64_t least = ((one << 7) + alpha - 1) / alpha;
    for (const std::uint64_t free : {least, std::min<std::uint64_t>(least - 1, write.most())}) {
      const std::uint64_t product = free * alpha >> 7;
      if (free > write.most() || product + write.most() < one) {
        continue;
      }
      In settings = write.open();
      settings.shared = static_cast<std::uint32_t>(free);
      settings.minimum = static_cast<std::uint32_t>(one - std::min(one, product));
      (lossless ? settings.lossless_alpha : settings.alpha) = alpha;
      write.anew();
      write.reserve(1, write.most() - 1);
      write.arrive(settings, 1, 1, lossless);
    }
  }
}

// Thresholds beyond what a count of cells may be: each bit above, alone and with all below.
ViqAdmissionScript above(const ViqAdmissionConfig& config) {
  ViqAdmissionWriter write(config);
  for (const bool lossless : {false, true}) {
    for (unsigned bit = 6; bit < config.cell_bits; ++bit) {
      for (const std::uint32_t free : {1U << bit, (2U << bit) - 1}) {
        In settings = write.open();
        settings.shared = free;
        for (const std::uint32_t alpha : {8192U, 16383U, 16256U}) {
          (lossless ? settings.lossless_alpha : settings.alpha) = alpha;
          for (const std::uint32_t minimum : {0U, write.most()}) {
            settings.minimum = minimum;
            write.anew();
            write.reserve(1, write.most() - 1);
            write.arrive(settings, 1, 1, lossless);
            write.anew();
            write.put(2, 0);
            settings.minimum = 0;
            write.arrive(settings, 1, 40, lossless);
          }
        }
      }
    }
    for (unsigned bit = config.cell_bits; bit <= config.cell_bits + 7; ++bit) {
      one_bit_above(write, bit, lossless);
    }
  }
  return write.script("above", "thresholds above all counts of cells");
}

// Each bit of the row of a VIQ whose packets come in successive cycles.
ViqAdmissionScript rows_in_a_row(const ViqAdmissionConfig& config) {
  ViqAdmissionWriter write(config);
  for (unsigned bit = 0; bit < config.cell_bits; ++bit) {
    const std::uint32_t one = 1U << bit;
    for (const bool pool : {false, true}) {
      const In settings = pool ? write.pooled() : write.open();
      const auto come = [&](std::uint32_t cells) {
        write.add(ViqAdmissionWriter::arrival(settings, 3, cells, pool));
        write.add(ViqAdmissionWriter::arrival(settings, 3, 0));
      };
      const auto go = [&](std::uint32_t cells) {
        write.add(ViqAdmissionWriter::departure(settings, 3, cells));
        write.add(ViqAdmissionWriter::departure(settings, 3, 0));
        write.add(ViqAdmissionWriter::departure(settings, 3, cells));
        write.add(ViqAdmissionWriter::arrival(settings, 3, 0));
      };
      write.anew();
      come(one);
      come(write.most() & ~one);
      go(one / 2);
      go(write.most() / 2 & ~one);
      write.add(ViqAdmissionWriter::departure(ViqAdmissionWriter::arrival(settings, 3, one, pool), 3, one / 2));
      write.add(ViqAdmissionWriter::departure(ViqAdmissionWriter::arrival(settings, 3, 0), 3, 1));
      write.rest(settings, 3);
    }
  }
  return write.script("in_a_row", "each bit of an account whose packets come in successive cycles");
}

// Each bit of each account and of each VIQ's row, alone and without the others, while others change.
ViqAdmissionScript bits(const ViqAdmissionConfig& config) {
  ViqAdmissionWriter write(config);
  for (std::uint32_t viq = 0; viq < config.viqs(); ++viq) {
    for (unsigned bit = 0; bit < config.cell_bits; ++bit) {
      const std::uint32_t one = 1U << bit;
      const bool all_but = (viq + bit) % 2 == 0;
      write.anew();
      write.put(viq, all_but ? write.most() & ~one : one);
      write.hold(viq, all_but ? one : write.most() & ~one);
      write.put(write.viq(viq + 1), 0);
      write.show(write.open(), viq);
      write.depart(write.open(), viq, all_but ? one : one + 1);
      write.show(write.open(), viq);
      write.depart(write.open(), viq, write.most());
      write.depart(write.open(), viq, write.most());
    }
  }
  return write.script("bits", "each bit of each VIQ's cells and of its headroom");
}

// Accounts that grow and fall across each bit, by a little and by much; at their ends, too.
ViqAdmissionScript sums(const ViqAdmissionConfig& config) {
  ViqAdmissionWriter write(config);
  for (unsigned bit = 0; bit < config.cell_bits; ++bit) {
    const std::uint32_t one = 1U << bit;
    for (const std::uint32_t more : {1U, one, one / 2 + 1}) {
      const std::uint32_t least = one - std::min(more, one);
      write.anew();
      write.put(1, least);
      write.put(1, more);
      write.show(write.open(), 1);
      write.depart(write.open(), 1, more);
      write.put(2, more);
      write.show(write.open(), 1);
      write.anew();
      write.hold(1, least);
      write.hold(1, more);
      write.show(write.pooled(), 1);
      write.depart(write.pooled(), 1, more);
      write.hold(2, more);
      // One comes while the other goes.
      write.add(ViqAdmissionWriter::departure(ViqAdmissionWriter::arrival(write.pooled(), 3, more, true), 2, more));
      write.rest(write.pooled(), 2);
      write.anew();
      write.put(1, one);
      write.add(ViqAdmissionWriter::departure(ViqAdmissionWriter::arrival(write.open(), 2, more), 1, one));
      write.rest(write.open(), 2);
    }
    // A VIQ that asks, with the gap added to what it holds.
    for (const std::uint32_t gap : {1U, one, one / 2 + 1}) {
      const std::uint32_t holds = one - std::min(gap, one - 1);
      for (const std::uint32_t below : {0U, 1U}) {
        write.anew();
        write.ask(1, holds);
        In settings = write.open();
        settings.gap = gap;
        settings.xoff = holds + gap - below;
        write.depart(settings, 1, 0);
        write.rest(settings, static_cast<int>(config.viqs()));
      }
    }
  }
  return write.script("sums", "accounts that grow and fall across each bit");
}

// Sums beyond what a count may be: neither a threshold nor headroom lets them in.
ViqAdmissionScript beyond(const ViqAdmissionConfig& config) {
  ViqAdmissionWriter write(config);
  In settings = write.open();
  settings.headroom = write.most();
  settings.gap = write.most();
  for (const std::uint32_t holds : {1U, write.most() / 2 + 1, write.most()}) {
    write.anew();
    write.ask(1, holds);
    for (const bool lossless : {false, true}) {
      settings.limit = lossless ? holds : write.most();
      write.arrive(settings, 1, write.most(), lossless);
      write.arrive(settings, 1, write.most() - holds + 1, lossless);
      settings.limit = 0;
      write.arrive(settings, 1, write.most() - holds, lossless);
    }
    write.anew();
    write.hold(1, holds);
    write.arrive(write.pooled(), 1, write.most(), true);
    // Of a minimum that takes no shared cells: the buffer has room.
    for (const std::uint32_t limit : {0U, holds, write.most()}) {
      for (const std::uint32_t comes : {write.most(), write.most() - holds + 1, write.most() - holds}) {
        settings.limit = limit;
        write.anew();
        write.reserve(1, holds);
        write.arrive(settings, 1, comes, true);
        write.arrive(settings, 2, comes, true);
      }
    }
  }
  return write.script("beyond", "sums beyond what a count may be");
}

// What a VIQ's packet meets some cycles after a reset and after another packet.
ViqAdmissionScript apart(const ViqAdmissionConfig& config) {
  ViqAdmissionWriter write(config);
  In settings = write.open();
  settings.pool = 60;
  settings.headroom = 30;
  settings.limit = 50;
  settings.xoff = 30;
  settings.gap = 5;
  const auto packet = [&](unsigned which) {
    switch (which) {
      case 0:
        return ViqAdmissionWriter::arrival(settings, 6, 9);
      case 1:
        return ViqAdmissionWriter::arrival(settings, 1, 45, true);
      case 2:
        return ViqAdmissionWriter::arrival(settings, 1, 25, true);
      case 3:
        return ViqAdmissionWriter::departure(settings, 6, 4);
      case 4:
        return ViqAdmissionWriter::departure(settings, 1, 22);
      default:
        return ViqAdmissionWriter::departure(ViqAdmissionWriter::arrival(settings, 6, 90), 1, 70);
    }
  };
  for (int cycles = 0; cycles <= kFarthest; ++cycles) {
    for (unsigned first = 0; first < 6; ++first) {
      write.anew();
      write.rest(settings, cycles);
      write.add(packet(first));
      write.rest(settings, 3);
      for (unsigned then = 0; then < 6; ++then) {
        for (const bool asks : {false, true}) {
          write.anew();
          write.put(6, 20);
          write.put(1, 20);
          if (asks) {
            write.ask(2, 49);
          }
          write.rest(settings, kFarthest + 1);
          write.add(packet(first));
          write.rest(settings, cycles);
          write.add(packet(then));
          write.rest(settings, 3);
          write.show(settings, 1);
        }
      }
    }
  }
  return write.script("apart", "each packet after each other, up to 12 cycles later, and as long after a reset");
}

}  // namespace

std::vector<ViqAdmissionScript> ViqAdmissionKind::scripts(const Setup& setup) {
  return {viq_comparisons(setup), products(setup), above(setup), rows_in_a_row(setup), bits(setup), sums(setup),
          beyond(setup),          apart(setup)};
}

// VIQs hold cells and headroom, and nothing comes for long; no VIQ asks. Then a packet comes, or leaves.
std::vector<ViqAdmissionScript> ViqAdmissionKind::ages(const Setup& setup, unsigned least, unsigned most) {
  ViqAdmissionScript script{.name = "ages", .exercises = "a buffer at rest for more than 2^k cycles, then a packet"};
  for (unsigned k = least; k <= most; ++k) {
    ViqAdmissionWriter write(setup);
    write.anew();
    write.put(1, 77);
    write.put(2, 33);
    write.depart(write.open(), 1, 11);
    write.rest(write.open());
    write.move_to(script);
    script.add(write.open(), stand_for(k));
    In settings = write.open();
    settings.xoff = 80;
    write.add(ViqAdmissionWriter::departure(ViqAdmissionWriter::arrival(settings, 1, 20, true), 2, 3));
    write.rest(settings, 3);
    write.show(settings, 1);
    write.move_to(script);
  }
  script.add({.rst_n = false});
  return {script};
}

}  // namespace weir::cosim
