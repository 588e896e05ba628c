// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that take a class mapper to every magnitude that it compares and keeps, and to events some cycles apart:
// played in lock-step and, as segments of their own, in the golden vectors.

#include "tb/cosim/blocks/class_mapper/class_mapper.h"
#include "tb/cosim/blocks/class_mapper/script_writer.h"

namespace weir::cosim {

namespace {

using reference::ClassMapperInputs;
using Source = reference::ClassSource;
using MapperScript = Script<ClassMapperInputs>;

constexpr int kFarthest = 12;  // cycles from one event to the next

// TTL and ttl0 that differ by one or in one bit, at each bit, with the bits above it clear and set.
MapperScript magnitudes(const reference::ClassMapperBlock& block) {
  MapperWriter write(block);
  for (const Source source : {Source::kTtl, Source::kTtlParity}) {
    const auto ask = [&](unsigned ttl, unsigned ttl0) {
      write.set(source, ttl0);
      write.ask_ttl(ttl);
    };
    for (unsigned bit = 0; bit < write.ttl_bits(); ++bit) {
      const unsigned one = 1U << bit;
      for (const unsigned above : {0U, write.most() & ~(2 * one - 1)}) {
        ask(above + one, above + one - 1);
        ask(above + one - 1, above + one);
        ask(above + one, above + one);
      }
      ask(write.most(), write.most() ^ one);
      ask(write.most() ^ one, write.most());
      ask(1, one);
      ask(one, write.most());
      ask(write.most(), one);
    }
  }
  return write.script("magnitudes", "TTL against ttl0: at each bit one below, at and above, and hops up to the most");
}

// Each hop that the registers count.
MapperScript hops(const reference::ClassMapperBlock& block) {
  MapperWriter write(block);
  for (const Source source : {Source::kTtl, Source::kTtlParity}) {
    write.set(source, write.most());
    for (unsigned ttl = write.most(); ttl > 0; --ttl) {
      write.ask_ttl(ttl);
    }
  }
  return write.script("hops", "a packet with the largest TTL, hop by hop to its last, by both counts");
}

// Writes each register with values of a single bit and their complements; other writes must keep them, a reset must
// clear them.
MapperScript registers(const reference::ClassMapperBlock& block) {
  MapperWriter write(block);
  for (unsigned bit = 0; bit < write.ttl_bits(); ++bit) {
    for (const bool inverted : {false, true}) {
      const unsigned ttl0 = inverted ? write.most() ^ 1U << bit : 1U << bit;
      write.set(Source::kTtl, write.most() - ttl0);
      write.set(Source::kTtl, ttl0);
      write.enter_point(bit, inverted ? 7 : 0);
      write.enter(bit, inverted ? 7 : 0);
      write.add({.source = 1, .ttl0 = static_cast<std::uint8_t>(write.most() - ttl0)});
      write.ask_ttl(1);
      write.reset();
      write.ask_ttl(8);
    }
  }
  for (unsigned code = 0; code < reference::kSourceCodes; ++code) {
    write.set(static_cast<Source>(code), 8);
    write.add({.source = static_cast<std::uint8_t>(~code % reference::kSourceCodes)});
    write.ask_ttl(6);
    write.reset();
    write.ask_ttl(6);
  }
  for (unsigned point = 0; point < reference::kCodePoints; ++point) {
    write.set(Source::kPcp, 8);
    for (const unsigned traffic_class : {5U, 2U}) {
      write.enter_point(point, traffic_class);
      write.add({.pcp_write_index = static_cast<std::uint8_t>(point), .pcp_write_class = 7, .pcp = 7, .dei = true});
      write.set(Source::kPcp, 8);
      write.ask_point(point);
    }
    write.reset();
    write.set(Source::kPcp, 8);
    write.ask_point(point);
  }
  for (unsigned dscp = 0; dscp < reference::kDscps; ++dscp) {
    write.set(Source::kDscp, 8);
    for (const unsigned traffic_class : {5U, 2U}) {
      write.enter(dscp, traffic_class);
      write.add({.dscp_write_index = static_cast<std::uint8_t>(dscp), .dscp_write_class = 7, .dscp = 63});
      write.set(Source::kDscp, 8);
      write.ask_dscp(dscp);
    }
    write.reset();
    write.set(Source::kDscp, 8);
    write.ask_dscp(dscp);
  }
  return write.script("registers", "each bit of source, ttl0 and the tables; a reset from there");
}

// Two writes some cycles apart, from a reset some cycles ago.
MapperScript apart(const reference::ClassMapperBlock& block) {
  MapperWriter write(block);
  const ClassMapperInputs events[] = {{.write = true, .source = 1, .ttl0 = 5},
                                      {.write = true, .source = 3, .ttl0 = 9},
                                      {.pcp_write = true, .pcp_write_index = 7, .pcp_write_class = 6},
                                      {.pcp_write = true, .pcp_write_index = 7, .pcp_write_class = 1},
                                      {.dscp_write = true, .dscp_write_index = 33, .dscp_write_class = 6},
                                      {.dscp_write = true, .dscp_write_index = 33, .dscp_write_class = 1}};
  const ClassMapperInputs ask{.routed = true, .pcp = 3, .dei = true, .dscp = 33, .ttl = 2};
  for (int cycles = 0; cycles <= kFarthest; ++cycles) {
    for (const ClassMapperInputs& first : events) {
      for (const ClassMapperInputs& then : events) {
        write.reset();
        for (int n = 0; n < cycles; ++n) {
          write.add(ask);
        }
        write.add(first);
        for (int n = 0; n < cycles; ++n) {
          write.add(ask);
        }
        write.add(then);
        write.add(ask);
        write.set(Source::kDscp, 8);
        write.add(ask);
        write.set(Source::kPcp, 8);
        write.add(ask);
      }
    }
  }
  return write.script("apart", "each write after each other, up to 12 cycles later, and as long after a reset");
}

}  // namespace

std::vector<MapperScript> ClassMapperKind::scripts(const Setup& setup) {
  return {magnitudes(setup), hops(setup), registers(setup), apart(setup)};
}

// All registers hold something other than after a reset.
std::vector<MapperScript> ClassMapperKind::ages(const Setup& setup, unsigned least, unsigned most) {
  MapperScript script{.name = "ages",
                      .exercises = "registers that nobody writes for more than 2^k cycles, then each of them asked"};
  for (unsigned k = least; k <= most; ++k) {
    MapperWriter write(setup);
    write.reset();
    write.enter_point(9, 1);
    write.enter(9, 6);
    write.set(Source::kDscp, 12);
    write.move_to(script);
    script.add({.routed = true, .source = 3, .dscp = 9, .ttl = 5}, stand_for(k));
    write = MapperWriter(setup);
    write.add({.write = true,
               .pcp_write = true,
               .dscp_write = true,
               .source = 1,
               .ttl0 = 10,
               .pcp_write_index = 9,
               .pcp_write_class = 5,
               .dscp_write_index = 9,
               .dscp_write_class = 3});
    write.ask_dscp(9);
    write.set(Source::kPcp, 10);
    write.ask_point(9);
    write.move_to(script);
    write = MapperWriter(setup);
    write.reset();
    write.enter_point(9, 1);
    write.set(Source::kPcp, 12);
    write.move_to(script);
    script.add({.routed = true, .source = 3, .pcp = 4, .dei = true, .ttl = 5}, stand_for(k));
    write = MapperWriter(setup);
    write.ask_point(9);
    write.move_to(script);
  }
  script.add({.rst_n = false});
  return {script};
}

}  // namespace weir::cosim
