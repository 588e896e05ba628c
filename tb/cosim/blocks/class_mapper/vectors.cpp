// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Vectors of the class mapper.

#include "hw_model/base/random_stream.h"
#include "tb/cosim/blocks/class_mapper/class_mapper.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

namespace {

using reference::ClassMapperInputs;
using reference::ClassSource;

// The packets that come to a switch at one hop of a network: of paths of every length, without a TTL, and with too high
// a TTL.
void play_hop(VectorRecorder<ClassMapperKind>& recorder, ClassSource source, unsigned ttl0, unsigned hop) {
  RandomStream random(hop, "class_mapper_packets");
  recorder.clock({.write = true, .source = static_cast<std::uint8_t>(source), .ttl0 = static_cast<std::uint8_t>(ttl0)});
  const bool shift = source == ClassSource::kTtl || hop % 2 == 1;
  constexpr int kPackets = 40;
  for (int n = 0; n < kPackets; ++n) {
    const std::uint64_t kind = random.below(8);
    const std::uint64_t ttl = kind == 0 ? 0 : kind == 1 ? ttl0 + 1 + random.below(4) : ttl0 - hop + 1;
    recorder.clock({.class_shift = shift,
                    .routed = kind != 0,
                    .pcp = static_cast<std::uint8_t>(random.below(8)),
                    .dei = random.below(2) != 0,
                    .dscp = static_cast<std::uint8_t>(random.below(64)),
                    .ttl = static_cast<std::uint8_t>(ttl)});
  }
}

}  // namespace

void ClassMapperKind::play(const Setup& setup, const VectorOptions& options,
                           VectorRecorder<ClassMapperKind>& recorder) {
  recorder.directed("each class of each source; every path; the tables; writes beside what is asked", setup);
  recorder.begin("network", "what comes to each hop of networks of 8 links by ttl, and of 15 by ttl_parity", setup);
  for (unsigned hop = 1; hop <= 8; ++hop) {
    play_hop(recorder, ClassSource::kTtl, 8, hop);
  }
  for (unsigned hop = 1; hop <= 15; ++hop) {
    play_hop(recorder, ClassSource::kTtlParity, 15, hop);
  }
  recorder.random("constrained random: TTLs at and beside ttl0, entries at and beside what is written", options, setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
