// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "tb/cosim/blocks/class_mapper/class_mapper.h"
#include "tb/cosim/blocks/class_mapper/script_writer.h"

namespace weir::cosim {

namespace {

using reference::ClassMapperInputs;
using Source = reference::ClassSource;

// Each class of each source, with and without the shift, while the other sources name another class; the same packets
// with each code without a meaning.
void classes(MapperWriter& write) {
  for (unsigned code = 0; code < reference::kSourceCodes; ++code) {
    const auto source = static_cast<Source>(code);
    write.reset();
    write.set(source, 15);
    for (unsigned c = 0; c < kClasses; ++c) {
      for (const bool shift : {false, true}) {
        for (const unsigned hop : {c, 2 * c, 7 - c}) {
          write.add({.class_shift = shift,
                     .routed = true,
                     .pcp = static_cast<std::uint8_t>(source == Source::kPcp ? c : 7 - c),
                     .dei = hop % 2 == 1,
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

// Each class in each entry of either table, read in the cycle of the write, in the next, and when all others have been
// written.
void points(MapperWriter& write) {
  write.reset();
  write.set(Source::kPcp, 3);
  for (unsigned point = 0; point < reference::kCodePoints; ++point) {
    write.ask_point(point);
  }
  for (unsigned round = 1; round <= kClasses; ++round) {
    for (unsigned point = 0; point < reference::kCodePoints; ++point) {
      write.add({.pcp_write = true,
                 .pcp_write_index = static_cast<std::uint8_t>(point),
                 .pcp_write_class = static_cast<std::uint8_t>((point + 3 * round + point / 8) % kClasses),
                 .pcp = static_cast<std::uint8_t>(point >> 1U),
                 .dei = (point & 1U) != 0});
      write.ask_point(point);
    }
    for (unsigned point = 0; point < reference::kCodePoints; ++point) {
      write.ask_point(point);
    }
  }
}

void dscps(MapperWriter& write) {
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
  write.set(Source::kPcp, 3);
  for (unsigned point = 0; point < reference::kCodePoints; ++point) {
    for (unsigned bit = 0; bit < 4; ++bit) {
      const unsigned other = point ^ 1U << bit;
      write.add({.pcp_write = true,
                 .pcp_write_index = static_cast<std::uint8_t>(point),
                 .pcp_write_class = static_cast<std::uint8_t>((point + bit) % kClasses),
                 .pcp = static_cast<std::uint8_t>(other >> 1U),
                 .dei = (other & 1U) != 0});
      write.ask_point(other);
      write.ask_point(point);
    }
  }
  write.set(Source::kDscp, 3);
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
  const ClassMapperInputs ask{.class_shift = true, .routed = true, .pcp = 6, .dei = true, .dscp = 40, .ttl = 4};
  const auto with = [&](ClassMapperInputs in) {
    in.class_shift = in.routed = true;
    in.pcp = ask.pcp;
    in.dei = ask.dei;
    in.dscp = ask.dscp;
    in.ttl = ask.ttl;
    return in;
  };
  for (unsigned from = 0; from < reference::kSourceCodes; ++from) {
    for (unsigned code = 0; code < reference::kSourceCodes; ++code) {
      const auto to = static_cast<Source>(code);
      write.set(static_cast<Source>(from), write.most());
      write.set(to, 0);
      write.add(ask);
      write.set(to, write.most());
      write.set(to, 6);
      write.add(ask);
    }
  }
  // Each of the three writes alone and with the others, in the last place in a reset.
  const auto event = [&](unsigned writes, unsigned number) {
    return with({.rst_n = writes < 8,
                 .write = (writes & 1U) != 0,
                 .pcp_write = (writes & 2U) != 0,
                 .dscp_write = (writes & 4U) != 0,
                 .source = static_cast<std::uint8_t>(number % 2),
                 .ttl0 = static_cast<std::uint8_t>(5 + number),
                 .pcp_write_index = reference::code_point(6, true),
                 .pcp_write_class = static_cast<std::uint8_t>(number % kClasses),
                 .dscp_write_index = 40,
                 .dscp_write_class = static_cast<std::uint8_t>((number + 3) % kClasses)});
  };
  constexpr unsigned kReset = 15;
  const unsigned events[] = {1, 2, 3, 4, 5, 6, 7, kReset};
  for (const unsigned first : events) {
    for (const unsigned then : events) {
      write.reset();
      write.set(Source::kDscp, 7);
      write.add(event(first, first + then));
      write.add(event(then, then));
      write.add(ask);
      for (const Source source : {Source::kPcp, Source::kDscp, Source::kTtl}) {
        write.set(source, 8);
        write.add(ask);
      }
    }
  }
}

}  // namespace

std::vector<ClassMapperInputs> ClassMapperKind::directed(const Setup& setup) {
  MapperWriter write(setup);
  classes(write);
  paths(write);
  expiries(write);
  points(write);
  dscps(write);
  neighbours(write);
  orders(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim
