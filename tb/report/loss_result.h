// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The packets of a lossless class that one queue of a switch, or the link before a device, has lost.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tb/report/field.h"

namespace weir::report {

struct LossResult {
  std::string device;
  unsigned port = 0;
  unsigned traffic_class = 0;
  std::uint64_t packets = 0;
  double first_seconds = 0;
  double last_seconds = 0;
  std::string bound;
  std::string cause = {};
  std::optional<std::int64_t> headroom_needed_bytes = {};
};

template <>
struct Fields<LossResult> {
  using L = LossResult;
  static constexpr std::tuple all{
      field(&L::device,
            {.word = "device",
             .meaning = "Switch that lost the packets, or device that found them damaged, or that gave them up."}),
      field(&L::port, {.word = "port", .meaning = "Number of the port by which the packets came."}),
      field(&L::traffic_class, {.word = "class", .meaning = "Class of the packets.", .highest = 7}),
      field(&L::packets, {.word = "packets", .meaning = "Packets that the queue has lost."}),
      field(&L::first_seconds, {.word = "first_seconds", .meaning = "Time of the first loss."}),
      field(&L::last_seconds, {.word = "last_seconds", .meaning = "Time of the last loss."}),
      field(&L::bound,
            {.word = "bound",
             .meaning = "Why the first of the packets found no room, with the figures; or what the wire did."}),
      field(
          &L::cause,
          {.word = "cause",
           .meaning = "Why the first of the packets found no room: buffer full, partition full, headroom "
                      "pool empty, headroom below the bound, peer obeyed late (the headroom is the bound, "
                      "but settings changed or the peer was reset), headroom used up (no bound is known). Or "
                      "lost on the link: the packets had room, but an error of the wire has damaged them. Or given up: "
                      "link-level retry of the port that sends has flushed or discarded them."}),
      field(&L::headroom_needed_bytes,
            {.word = "headroom_needed_bytes",
             .meaning = "The most headroom that all packets of one pause would have taken, those that were lost "
                        "included; left out where headroom was not what was missing, or the scheme does not pause.",
             .measure = Measure::kBytes,
             .left_out = true}),
  };
};

}  // namespace weir::report
