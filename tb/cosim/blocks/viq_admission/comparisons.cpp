// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/viq_admission/comparisons.h"

#include <algorithm>

#include "tb/cosim/blocks/viq_admission/script_writer.h"

namespace weir::cosim {

namespace {

using In = reference::ViqAdmissionInputs;

// Cells that stand on both sides of a comparison.
struct Sides {
  std::uint32_t left;
  std::uint32_t right;

  std::uint32_t lower() const { return std::min(left, right); }
  std::uint32_t by() const { return left > right ? left - right : 1; }  // at least a cell
};

// What all buffers hold: shared cells against those that are taken; the same of the pool.
void buffer(ViqAdmissionWriter& write, const Sides& sides) {
  In settings = write.open();
  settings.shared = sides.left;
  write.anew();
  write.put(2, sides.right);
  write.arrive(settings, 1, sides.by());
  settings = write.pooled();
  settings.pool = sides.left;
  write.anew();
  write.hold(2, sides.right);
  write.arrive(settings, 1, std::min(sides.by() + 1, write.most()), true);
  write.arrive(settings, 1, sides.by(), true);
  // The rest of a packet against what is free; a packet against the pool.
  settings = write.open();
  settings.shared = sides.right;
  write.anew();
  write.arrive(settings, 1, sides.left);
  settings = write.pooled();
  settings.pool = sides.right;
  write.anew();
  write.arrive(settings, 1, sides.left, true);
}

// The minimum against what a VIQ holds as a packet comes, and a packet against what the VIQ lacks.
void minimums(ViqAdmissionWriter& write, const Sides& sides) {
  In settings = write.open();
  settings.shared = sides.right;
  settings.minimum = sides.left;
  write.anew();
  write.put(1, sides.right);
  write.arrive(settings, 1, sides.by());
  write.anew();
  write.put(1, sides.right);
  write.arrive(settings, 1, std::min(sides.by() + 1, write.most()));
  settings.minimum = sides.right;
  settings.shared = sides.by();
  write.anew();
  write.arrive(settings, 1, sides.left);
}

// Minimums as a packet leaves: of a VIQ before and after.
void returned(ViqAdmissionWriter& write, const Sides& sides) {
  In settings = write.open();
  settings.minimum = sides.right;
  write.anew();
  write.put(3, write.most() - sides.left);
  write.put(1, sides.left);
  write.depart(settings, 1, sides.left);
  write.anew();
  write.put(1, write.most());
  write.depart(settings, 1, write.most() - sides.left);
  // What departs, against the cells beyond the minimum.
  settings.minimum = write.most() - sides.right;
  write.anew();
  write.put(1, write.most());
  write.depart(settings, 1, sides.left);
}

// Thresholds: of a lossy and of a lossless class, as set and by free cells; limit with headroom.
void thresholds(ViqAdmissionWriter& write, const Sides& sides) {
  for (const bool lossless : {false, true}) {
    In settings = write.open();
    settings.limit = sides.right;
    write.anew();
    write.arrive(settings, 1, sides.left, lossless);
    settings = write.open();
    settings.shared = sides.left;
    settings.limit = sides.right;
    (lossless ? settings.lossless_alpha : settings.alpha) = 128;
    write.anew();
    write.reserve(1, sides.lower());
    write.arrive(settings, 1, 1, lossless);
  }
  In settings = write.open();
  settings.limit = 0;
  settings.headroom = sides.right;
  write.anew();
  write.arrive(settings, 1, sides.left, true);
  settings.limit = sides.right;
  settings.headroom = 0;
  settings.lossless_alpha = 1;
  write.anew();
  write.arrive(settings, 1, sides.left, true);
  settings = write.pooled();
  settings.headroom = sides.right;
  write.anew();
  write.arrive(settings, 1, sides.left, true);
}

// Cells beyond the minimum against a share of the free cells, as a packet comes and as XOFF compares; of a VIQ without
// a minimum, and of one that is below it.
void shares(ViqAdmissionWriter& write, const Sides& sides) {
  for (const bool lossless : {false, true}) {
    In settings = write.open();
    // Free cells of which the share is the right side; twice as many, where there are, so that the packet has room.
    const bool room = sides.right <= write.most() / 2;
    (lossless ? settings.lossless_alpha : settings.alpha) = room ? 64 : 128;
    settings.shared = room ? 2 * sides.right : sides.right;
    if (sides.left > 0) {
      write.anew();
      write.reserve(1, sides.left - 1);
      write.arrive(settings, 1, 1, lossless);
    }
    settings.minimum = write.most() - sides.left;
    write.anew();
    write.reserve(1, write.most() - 1);
    write.arrive(settings, 1, 1, lossless);
    settings.minimum = sides.left;
    settings.shared = 0;
    write.anew();
    write.ask(1, sides.right);
    write.arrive(settings, 1, 0, lossless);
    write.depart(settings, 1, 0);
  }
}

// Departures: a packet against the headroom that its VIQ holds, and the rest against its other cells.
void departures(ViqAdmissionWriter& write, const Sides& sides) {
  write.anew();
  write.put(1, write.most());
  write.hold(1, sides.right);
  write.depart(write.pooled(), 1, sides.left);
  write.show(write.open(), 1);
  write.anew();
  write.put(1, sides.right);
  write.depart(write.open(), 1, sides.left);
  write.show(write.open(), 1);
}

// XOFF against the threshold and against what a VIQ holds; XON.
void flow_control(ViqAdmissionWriter& write, const Sides& sides) {
  In settings = write.open();
  settings.limit = sides.left;
  settings.xoff = sides.right;
  write.anew();
  write.arrive(settings, 1, sides.lower(), true);
  settings.limit = write.most();
  write.anew();
  write.arrive(settings, 1, sides.left, true);
  for (const std::uint32_t gap : {0U, sides.left / 2}) {
    settings.gap = gap;
    write.anew();
    write.ask(1, sides.left - gap);
    write.depart(settings, 1, 0);
    write.rest(settings, 3);
  }
  // Without a cell an XOFF of 0 is none; headroom always is one.
  settings = write.pooled();
  settings.xoff = 0;
  settings.gap = write.most();
  write.anew();
  write.arrive(settings, 1, 0, true);
  write.ask(2, sides.left);
  write.depart(settings, 2, 0);
  write.anew();
  write.hold(1, sides.left);
  write.depart(write.open(), 1, 0);
  write.rest(write.open(), 3);
}

// Numbers that are 0 or not: alphas and the pool.
void zeros(ViqAdmissionWriter& write, std::uint32_t number) {
  for (const bool lossless : {false, true}) {
    In settings = write.open();
    settings.shared = 256;
    (lossless ? settings.lossless_alpha : settings.alpha) = number & 16383U;
    write.anew();
    write.reserve(1, write.most() - 1);
    write.arrive(settings, 1, 1, lossless);
  }
  In settings = write.open();
  settings.limit = 0;
  settings.pool = number;
  settings.headroom = 1;
  write.anew();
  write.arrive(settings, 1, 1, true);
}

}  // namespace

Script<In> viq_comparisons(const reference::ViqAdmissionConfig& config) {
  ViqAdmissionWriter write(config);
  const auto one_of = [&](std::uint32_t left, std::uint32_t right) {
    const Sides sides{left, right};
    buffer(write, sides);
    minimums(write, sides);
    returned(write, sides);
    thresholds(write, sides);
    shares(write, sides);
    departures(write, sides);
    flow_control(write, sides);
  };
  for (unsigned bit = 0; bit < config.cell_bits; ++bit) {
    pairs(bit, write.most(), one_of);
    one_of(std::uint32_t{1} << bit, 0);
    zeros(write, std::uint32_t{1} << bit);
  }
  one_of(0, 0);
  one_of(1, 1);
  one_of(write.most() / 2 + 1, write.most() / 2 + 1);
  one_of(write.most(), write.most());
  one_of(write.most(), 0);
  zeros(write, 0);
  zeros(write, write.most());
  return write.script("comparisons", "both sides of each comparison equal, one apart and in one bit apart");
}

}  // namespace weir::cosim
