// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "tb/cosim/blocks/class_mapper/class_mapper.h"
#include "tb/cosim/blocks/class_mapper/script_writer.h"

namespace weir::cosim {

namespace {

using reference::ClassMapperInputs;
using Source = reference::ClassSource;

constexpr Source kSources[] = {Source::kPcp, Source::kDscp, Source::kTtl, Source::kTtlParity, Source::kLabel};

// Each class of each source, with and without the shift, while the other sources name another class.
void classes(MapperWriter& write) {
  for (const Source source : kSources) {
    write.reset();
    write.set(source, 15);
    for (unsigned c = 0; c < kClasses; ++c) {
      for (const bool shift : {false, true}) {
        for (const unsigned hop : {c, 2 * c, 7 - c}) {
          write.add({.class_shift = shift,
                     .routed = true,
                     .pcp = static_cast<std::uint8_t>(source == Source::kPcp ? c : 7 - c),
                     .dscp = static_cast<std::uint8_t>(source == Source::kDscp ? 8 * c + 3 : (8 * c + 35) % 64),
                     .ttl = static_cast<std::uint8_t>(16 - hop)});
        }
      }
    }
  }
}

// A packet on each path, from above its source to its last hop and beyond, ttl0 by ttl0.
void paths(MapperWriter& write) {
  for (const Source source : {Source::kTtl, Source::kTtlParity}) {
    for (unsigned ttl0 = 1; ttl0 <= 18; ++ttl0) {
      write.set(source, ttl0);
      for (unsigned ttl = ttl0 + 3; ttl > 0; --ttl) {
        write.ask_ttl(ttl);
      }
      write.ask_ttl(0);
    }
  }
}

// TTLs at the end of a path, and such that differ from them in one bit, routed and not.
void expiries(MapperWriter& write) {
  for (unsigned bit = 0; bit < write.ttl_bits(); ++bit) {
    for (const unsigned lowest : {0U, 1U}) {
      const unsigned ttl = (1U << bit & ~1U) | lowest;
      write.ask_ttl(ttl);
      write.add({.ttl = static_cast<std::uint8_t>(ttl)});
    }
  }
}

// Each class in each entry, read in the cycle of the write, in the next, and when all others have been written.
void table(MapperWriter& write) {
  write.reset();
  write.set(Source::kDscp, 3);
  for (unsigned dscp = 0; dscp < reference::kDscps; ++dscp) {
    write.ask_dscp(dscp);
  }
  for (unsigned round = 1; round <= kClasses; ++round) {
    for (unsigned dscp = 0; dscp < reference::kDscps; ++dscp) {
      write.add({.dscp_write = true,
                 .dscp_write_index = static_cast<std::uint8_t>(dscp),
                 .dscp_write_class = static_cast<std::uint8_t>((dscp + 3 * round + dscp / 8) % kClasses),
                 .dscp = static_cast<std::uint8_t>(dscp)});
      write.ask_dscp(dscp);
    }
    for (unsigned dscp = 0; dscp < reference::kDscps; ++dscp) {
      write.ask_dscp(dscp);
    }
  }
}

// An entry is written, and others are read that differ from it in one bit.
void neighbours(MapperWriter& write) {
  for (unsigned dscp = 0; dscp < reference::kDscps; ++dscp) {
    for (unsigned bit = 0; bit < 6; ++bit) {
      const auto other = static_cast<std::uint8_t>(dscp ^ 1U << bit);
      write.add({.dscp_write = true,
                 .dscp_write_index = static_cast<std::uint8_t>(dscp),
                 .dscp_write_class = static_cast<std::uint8_t>((dscp + bit) % kClasses),
                 .dscp = other});
      write.ask_dscp(other);
      write.ask_dscp(dscp);
    }
  }
}

// Source after source, and writes and resets right after each other.
void orders(MapperWriter& write) {
  const ClassMapperInputs ask{.class_shift = true, .routed = true, .pcp = 6, .dscp = 40, .ttl = 4};
  const auto with = [&](ClassMapperInputs in) {
    in.class_shift = in.routed = true;
    in.pcp = ask.pcp;
    in.dscp = ask.dscp;
    in.ttl = ask.ttl;
    return in;
  };
  for (const Source from : kSources) {
    for (const Source to : kSources) {
      write.set(from, write.most());
      write.set(to, 0);
      write.add(ask);
      write.set(to, write.most());
      write.set(to, 6);
      write.add(ask);
    }
  }
  const ClassMapperInputs events[] = {
      {.write = true, .source = 1, .ttl0 = 5},
      {.dscp_write = true, .dscp_write_index = 40, .dscp_write_class = 2},
      {.write = true, .dscp_write = true, .source = 1, .ttl0 = 9, .dscp_write_index = 40, .dscp_write_class = 7},
      {.rst_n = false, .write = true, .dscp_write = true, .source = 3, .dscp_write_index = 40}};
  for (const ClassMapperInputs& first : events) {
    for (const ClassMapperInputs& then : events) {
      write.reset();
      write.set(Source::kDscp, 7);
      write.add(with(first));
      write.add(with(then));
      write.add(ask);
      write.set(Source::kTtl, 8);
      write.add(ask);
    }
  }
}

}  // namespace

std::vector<ClassMapperInputs> ClassMapperKind::directed(const Setup& setup) {
  MapperWriter write(setup);
  classes(write);
  paths(write);
  expiries(write);
  table(write);
  neighbours(write);
  orders(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim
