// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The fate of the packets of a flow or workload, of the answers to them, or of one kind of frame that the network makes
// itself: injected + made + doubled = delivered + consumed + dropped + discarded + in the network.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "tb/report/field.h"

namespace weir::report {

inline constexpr std::array<std::string_view, 5> kBookedFrames{"data", "acknowledgement", "notification", "rate_tag",
                                                               "deadlock_message"};

struct BooksResult {
  std::string of;
  std::string frames;
  std::uint64_t injected_packets = 0;
  std::uint64_t injected_bytes = 0;
  std::uint64_t made_packets = 0;
  std::uint64_t made_bytes = 0;
  std::uint64_t doubled_packets = 0;
  std::uint64_t doubled_bytes = 0;
  std::uint64_t delivered_packets = 0;
  std::uint64_t delivered_bytes = 0;
  std::uint64_t consumed_packets = 0;
  std::uint64_t consumed_bytes = 0;
  std::uint64_t dropped_packets = 0;
  std::uint64_t dropped_bytes = 0;
  std::uint64_t discarded_packets = 0;
  std::uint64_t discarded_bytes = 0;
  std::uint64_t in_network_packets = 0;
  std::uint64_t in_network_bytes = 0;
};

template <>
struct Fields<BooksResult> {
  using B = BooksResult;
  static constexpr std::tuple all{
      field(&B::of, {.word = "of",
                     .meaning = "Flow or workload; \"network\" for frames that the network makes: those of switches, "
                                "and rate tags of hosts."}),
      field(&B::frames, {.word = "frames",
                         .meaning = "Kind of the row's frames: data packets, answers to data packets, or one kind of "
                                    "frame that the network makes.",
                         .one_of = kBookedFrames}),
      field(&B::injected_packets,
            {.word = "injected_packets",
             .meaning = "Data packets and answers that hosts have handed to their ports; each resending counts.",
             .expect = "injected_packets"}),
      field(&B::injected_bytes,
            {.word = "injected_bytes",
             .meaning = "Bytes of `injected_packets`, destination MAC to FCS, without tags of switches.",
             .measure = Measure::kBytes,
             .expect = "injected_bytes"}),
      field(&B::made_packets, {.word = "made_packets",
                               .meaning = "Frames that switches have made, and rate tags that hosts have made.",
                               .expect = "made_packets"}),
      field(&B::made_bytes, {.word = "made_bytes",
                             .meaning = "Bytes of `made_packets`, destination MAC to FCS, without tags of switches.",
                             .measure = Measure::kBytes,
                             .expect = "made_bytes"}),
      field(&B::doubled_packets, {.word = "doubled_packets",
                                  .meaning = "Copies that links with faults have made.",
                                  .expect = "doubled_packets"}),
      field(&B::doubled_bytes,
            {.word = "doubled_bytes",
             .meaning = "Bytes of `doubled_packets`, destination MAC to FCS, without tags of switches.",
             .measure = Measure::kBytes,
             .expect = "doubled_bytes"}),
      field(&B::delivered_packets, {.word = "delivered_packets",
                                    .meaning = "Packets that their destination hosts have taken.",
                                    .expect = "delivered_packets"}),
      field(&B::delivered_bytes,
            {.word = "delivered_bytes",
             .meaning = "Bytes of `delivered_packets`, destination MAC to FCS, without tags of switches.",
             .measure = Measure::kBytes,
             .expect = "delivered_bytes"}),
      field(&B::consumed_packets,
            {.word = "consumed_packets",
             .meaning = "Frames of `made_packets` that have ended where they should, in a host or a switch.",
             .expect = "consumed_packets"}),
      field(&B::consumed_bytes,
            {.word = "consumed_bytes",
             .meaning = "Bytes of `consumed_packets`, destination MAC to FCS, without tags of switches.",
             .measure = Measure::kBytes,
             .expect = "consumed_bytes"}),
      field(&B::dropped_packets,
            {.word = "dropped_packets",
             .meaning = "Packets that switches have dropped, for any reason, or links with faults have lost.",
             .expect = "dropped_packets"}),
      field(&B::dropped_bytes,
            {.word = "dropped_bytes",
             .meaning = "Bytes of `dropped_packets`, destination MAC to FCS, without tags of switches.",
             .measure = Measure::kBytes,
             .expect = "dropped_bytes"}),
      field(&B::discarded_packets, {.word = "discarded_packets",
                                    .meaning = "Packets that receivers have thrown away because of go-back-N.",
                                    .expect = "discarded_packets"}),
      field(&B::discarded_bytes,
            {.word = "discarded_bytes",
             .meaning = "Bytes of `discarded_packets`, destination MAC to FCS, without tags of switches.",
             .measure = Measure::kBytes,
             .expect = "discarded_bytes"}),
      field(&B::in_network_packets, {.word = "in_network_packets",
                                     .meaning = "Packets in queues and on wires at the end.",
                                     .expect = "in_network_packets"}),
      field(&B::in_network_bytes,
            {.word = "in_network_bytes",
             .meaning = "Bytes of `in_network_packets`, destination MAC to FCS, without tags of switches.",
             .measure = Measure::kBytes,
             .expect = "in_network_bytes"}),
  };
};

// The same sums for the whole run.
struct RunBooks {
  std::uint64_t packets_injected = 0;
  std::uint64_t packets_made = 0;
  std::uint64_t packets_doubled = 0;
  std::uint64_t packets_delivered = 0;
  std::uint64_t packets_consumed = 0;
  std::uint64_t packets_dropped = 0;
  std::uint64_t packets_discarded = 0;
  std::uint64_t packets_in_network = 0;
  std::uint64_t bytes_injected = 0;
  std::uint64_t bytes_made = 0;
  std::uint64_t bytes_doubled = 0;
  std::uint64_t bytes_delivered = 0;
  std::uint64_t bytes_consumed = 0;
  std::uint64_t bytes_dropped = 0;
  std::uint64_t bytes_discarded = 0;
  std::uint64_t bytes_in_network = 0;
};

inline constexpr std::tuple kRunBooksFields{
    field(&RunBooks::packets_injected,
          {.word = "packets_injected",
           .meaning = "Packets and answers that hosts have handed to their ports; each resending counts.",
           .expect = "packets_injected"}),
    field(&RunBooks::packets_made, {.word = "packets_made",
                                    .meaning = "Frames that switches have made (notifications, rate tags, deadlock "
                                               "units' own frames), and rate tags of hosts.",
                                    .expect = "packets_made"}),
    field(&RunBooks::packets_doubled, {.word = "packets_doubled",
                                       .meaning = "Copies of packets that links with faults have made.",
                                       .expect = "packets_doubled"}),
    field(&RunBooks::packets_delivered, {.word = "packets_delivered",
                                         .meaning = "Packets that reached their destination.",
                                         .expect = "packets_delivered"}),
    field(&RunBooks::packets_consumed,
          {.word = "packets_consumed",
           .meaning = "Frames of `packets_made` that have ended where they should, in a host or a switch.",
           .expect = "packets_consumed"}),
    field(&RunBooks::packets_dropped, {.word = "packets_dropped",
                                       .meaning = "Packets that switches have dropped, or links with faults have lost.",
                                       .expect = "packets_dropped"}),
    field(&RunBooks::packets_discarded, {.word = "packets_discarded",
                                         .meaning = "Packets that receivers have thrown away because of go-back-N.",
                                         .expect = "packets_discarded"}),
    field(&RunBooks::packets_in_network, {.word = "packets_in_network",
                                          .meaning = "Packets in queues and on wires at the end: injected + made + "
                                                     "doubled - delivered - consumed - dropped - discarded.",
                                          .expect = "packets_in_network"}),
    field(&RunBooks::bytes_injected, {.word = "bytes_injected",
                                      .meaning = "Bytes of `packets_injected`, without tags of switches.",
                                      .measure = Measure::kBytes,
                                      .expect = "bytes_injected"}),
    field(&RunBooks::bytes_made, {.word = "bytes_made",
                                  .meaning = "Bytes of `packets_made`, without tags of switches.",
                                  .measure = Measure::kBytes,
                                  .expect = "bytes_made"}),
    field(&RunBooks::bytes_doubled, {.word = "bytes_doubled",
                                     .meaning = "Bytes of `packets_doubled`, without tags of switches.",
                                     .measure = Measure::kBytes,
                                     .expect = "bytes_doubled"}),
    field(&RunBooks::bytes_delivered, {.word = "bytes_delivered",
                                       .meaning = "Bytes of `packets_delivered`, without tags of switches.",
                                       .measure = Measure::kBytes,
                                       .expect = "bytes_delivered"}),
    field(&RunBooks::bytes_consumed, {.word = "bytes_consumed",
                                      .meaning = "Bytes of `packets_consumed`, without tags of switches.",
                                      .measure = Measure::kBytes,
                                      .expect = "bytes_consumed"}),
    field(&RunBooks::bytes_dropped, {.word = "bytes_dropped",
                                     .meaning = "Bytes of `packets_dropped`, without tags of switches.",
                                     .measure = Measure::kBytes,
                                     .expect = "bytes_dropped"}),
    field(&RunBooks::bytes_discarded, {.word = "bytes_discarded",
                                       .meaning = "Bytes of `packets_discarded`, without tags of switches.",
                                       .measure = Measure::kBytes,
                                       .expect = "bytes_discarded"}),
    field(&RunBooks::bytes_in_network, {.word = "bytes_in_network",
                                        .meaning = "Bytes of `packets_in_network`, without tags of switches.",
                                        .measure = Measure::kBytes,
                                        .expect = "bytes_in_network"}),
};

}  // namespace weir::report
