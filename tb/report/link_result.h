// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The effects of a link's faults and errors on the frames and ordered sets that they hit.

#pragma once

#include <cstdint>
#include <string>

#include "tb/report/field.h"

namespace weir::report {

// One direction.
struct LinkResult {
  std::string from;
  std::string to;
  std::uint64_t lost = 0;
  std::uint64_t doubled = 0;
  std::uint64_t delayed = 0;
  std::uint64_t damaged = 0;
  std::uint64_t lossless_lost = 0;
  std::uint64_t sets_damaged = 0;
};

template <>
struct Fields<LinkResult> {
  using L = LinkResult;
  static constexpr std::tuple all{
      field(&L::from, {.word = "from", .meaning = "Device that sends."}),
      field(&L::to, {.word = "to", .meaning = "Device that receives."}),
      field(&L::lost, {.word = "lost",
                       .meaning = "Private frames, and messages in the padding of PFC frames, that the link has lost.",
                       .expect = "lost",
                       .heading = "lost",
                       .console = "lost"}),
      field(&L::doubled,
            {.word = "doubled",
             .meaning = "Private frames, messages in the padding of PFC frames, and ordered sets, that the link has "
                        "handed over twice.",
             .expect = "doubled",
             .heading = "doubled",
             .console = "doubled"}),
      field(
          &L::delayed,
          {.word = "delayed",
           .meaning = "Private frames, and messages in the padding of PFC frames, that the link has handed over late.",
           .expect = "delayed",
           .heading = "delayed",
           .console = "delayed"}),
      field(&L::damaged, {.word = "damaged",
                          .meaning = "Frames that the wire has damaged, so that the receiver drops them.",
                          .expect = "damaged",
                          .heading = "damaged",
                          .console = "damaged"}),
      field(&L::lossless_lost, {.word = "lossless_lost",
                                .meaning = "The part of them that is packets of lossless classes: lost on the link.",
                                .expect = "lossless_lost",
                                .heading = "lossless lost",
                                .console = "lossless lost"}),
      field(&L::sets_damaged, {.word = "sets_damaged",
                               .meaning = "Ordered sets that the wire has damaged, so that the receiver does not hear "
                                          "them.",
                               .expect = "sets_damaged",
                               .heading = "sets damaged",
                               .console = "sets damaged"}),
  };
};

}  // namespace weir::report
