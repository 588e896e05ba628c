// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The measurements of one flow.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tb/report/field.h"
#include "tb/report/latency_result.h"

namespace weir::report {

struct FlowResult : LatencyResult {
  std::string name;
  std::string src;
  std::string dst;
  std::uint64_t sent_packets = 0;
  std::uint64_t delivered_packets = 0;
  std::uint64_t delivered_bytes = 0;
  double mean_bps = 0;
  std::optional<double> steady_bps;
  std::optional<double> fct_seconds;
  std::uint64_t ce_packets = 0;
  std::uint64_t ue_packets = 0;
  std::uint64_t retransmitted_packets = 0;
  std::uint64_t discarded_packets = 0;
  std::uint64_t dropped_packets = 0;
  std::uint64_t in_network_packets = 0;
  std::uint64_t notifications_received = 0;
  std::uint64_t ce_cnps = 0;
  std::uint64_t ue_cnps = 0;
  std::uint64_t tags_sent = 0;
  std::uint64_t tags_returned = 0;
  std::uint64_t tags_lowered = 0;
  std::uint64_t tag_bytes = 0;
  std::optional<double> steady_tagged_bps;
  double longest_tag_seconds = 0;
  std::uint64_t timeouts = 0;
  std::uint64_t transactions = 0;
  std::optional<double> mean_transaction_seconds;
};

inline double tag_share(const FlowResult& flow) {
  const std::uint64_t all = flow.delivered_bytes + flow.tag_bytes;
  return all == 0 ? 0 : static_cast<double>(flow.tag_bytes) / static_cast<double>(all);
}

template <>
struct Fields<FlowResult> {
  using F = FlowResult;
  static constexpr std::tuple own{
      field(&F::name, {.word = "name", .meaning = "Name of the flow, as the scenario has it."}),
      field(&F::src, {.word = "src", .meaning = "Device that sends."}),
      field(&F::dst, {.word = "dst", .meaning = "Device that receives."}),
      field(&F::sent_packets, {.word = "sent_packets",
                               .meaning = "Packets that the source has handed to its port.",
                               .heading = "packets sent"}),
      field(&F::delivered_packets, {.word = "delivered_packets",
                                    .meaning = "Packets that reached the destination.",
                                    .expect = "delivered_packets",
                                    .heading = "delivered",
                                    .console = "packets"}),
      field(&F::delivered_bytes, {.word = "delivered_bytes",
                                  .meaning = "Frame bytes that reached the destination: destination MAC to FCS.",
                                  .measure = Measure::kBytes,
                                  .expect = "delivered_bytes",
                                  .heading = "bytes delivered",
                                  .console = "delivered"}),
      field(&F::mean_bps, {.word = "mean_bps",
                           .meaning = "Delivered frame bits a second, from the flow's start to the end of the run.",
                           .measure = Measure::kRate,
                           .expect = "mean_rate",
                           .heading = "mean rate",
                           .console = "mean"}),
      field(&F::steady_bps,
            {.word = "steady_bps",
             .meaning = "Delivered frame bits a second over the last quarter of the run; null: the run ended early.",
             .measure = Measure::kRate,
             .expect = "steady_rate",
             .heading = "steady rate",
             .console = "steady"}),
      field(&F::fct_seconds, {.word = "fct_seconds",
                              .meaning = "Time from the flow's start to the delivery of its last packet; null: the "
                                         "flow has no size, or did not complete.",
                              .measure = Measure::kTime,
                              .expect = "fct",
                              .heading = "completed after",
                              .console = "complete after"}),
      field(&F::ce_packets, {.word = "ce_packets",
                             .meaning = "Delivered packets marked CE (congestion encountered), or FECN.",
                             .expect = "ce_packets",
                             .heading = "marked CE",
                             .needs = Needs::kCeMarks,
                             .where_any = true}),
      field(&F::ue_packets, {.word = "ue_packets",
                             .meaning = "Delivered packets marked UE (undetermined encountered).",
                             .expect = "ue_packets",
                             .heading = "marked UE",
                             .needs = Needs::kUeMarks,
                             .where_any = true}),
      field(&F::retransmitted_packets, {.word = "retransmitted_packets",
                                        .meaning = "Packets of `sent_packets` that the source had sent before.",
                                        .expect = "retransmitted_packets",
                                        .heading = "sent again",
                                        .console = "sent again",
                                        .needs = Needs::kGoBackN,
                                        .where_any = true}),
      field(&F::discarded_packets,
            {.word = "discarded_packets",
             .meaning = "Packets that reached the destination and were thrown away, as duplicates or out of order.",
             .expect = "discarded_packets",
             .heading = "thrown away",
             .needs = Needs::kGoBackN,
             .where_any = true}),
      field(&F::dropped_packets, {.word = "dropped_packets",
                                  .meaning = "Packets that switches have dropped, or links with faults have lost.",
                                  .expect = "dropped_packets"}),
      field(&F::in_network_packets, {.word = "in_network_packets",
                                     .meaning = "Packets of the flow in queues and on wires at the end.",
                                     .expect = "in_network_packets"}),
      field(&F::notifications_received,
            {.word = "notifications_received",
             .meaning = "Congestion notifications of switches that the source has received.",
             .expect = "notifications_received",
             .heading = "notified",
             .console = "notified",
             .needs = Needs::kNotifications,
             .where_any = true}),
      field(&F::ce_cnps, {.word = "ce_cnps",
                          .meaning = "Notifications (CNPs) of the destination that reported CE.",
                          .expect = "ce_cnps",
                          .heading = "told CE",
                          .console = "told CE",
                          .needs = Needs::kCnps,
                          .where_any = true}),
      field(&F::ue_cnps, {.word = "ue_cnps",
                          .meaning = "Notifications (CNPs) of the destination that reported UE.",
                          .expect = "ue_cnps",
                          .heading = "told UE",
                          .console = "told UE",
                          .needs = Needs::kCnps,
                          .where_any = true}),
      field(&F::tags_sent,
            {.word = "tags_sent",
             .meaning =
                 "Rate tags that the source has handed to its port; the flow's other results do not count rate tags.",
             .expect = "tags_sent",
             .heading = "tags sent",
             .needs = Needs::kTags,
             .where_any = true}),
      field(&F::tags_returned, {.word = "tags_returned",
                                .meaning = "Rate tags that have returned to the source.",
                                .expect = "tags_returned",
                                .heading = "tags returned",
                                .needs = Needs::kTags,
                                .where_any = true}),
      field(&F::tags_lowered, {.word = "tags_lowered",
                               .meaning = "Rate tags of `tags_returned` whose rate a port had lowered.",
                               .expect = "tags_lowered",
                               .heading = "tags lowered",
                               .console = "tags lowered",
                               .needs = Needs::kTags,
                               .where_any = true}),
      field(&F::tag_bytes, {.word = "tag_bytes",
                            .meaning = "Frame bytes of rate tags that reached the destination.",
                            .measure = Measure::kBytes,
                            .expect = "tag_bytes",
                            .needs = Needs::kTags,
                            .where_any = true}),
      derived(&tag_share,
              {.word = "tag_share",
               .meaning = "Part of the flow's delivered frame bytes, rate tags included, that are rate tags.",
               .measure = Measure::kRatio,
               .expect = "tag_share",
               .heading = "share of tags",
               .needs = Needs::kTags,
               .where_any = true}),
      field(&F::steady_tagged_bps, {.word = "steady_tagged_bps",
                                    .meaning = "As `steady_bps`, data and rate tags together.",
                                    .measure = Measure::kRate,
                                    .expect = "steady_tagged_rate",
                                    .needs = Needs::kTags}),
      field(&F::longest_tag_seconds, {.word = "longest_tag_seconds",
                                      .meaning = "Longest time from the making of a rate tag to its return.",
                                      .measure = Measure::kTime,
                                      .expect = "longest_tag",
                                      .needs = Needs::kTags}),
      field(&F::timeouts, {.word = "timeouts",
                           .meaning = "Retransmission timeouts of the flow's TCP connections.",
                           .expect = "timeouts",
                           .heading = "timeouts",
                           .console = "timeouts",
                           .needs = Needs::kTcp,
                           .where_any = true}),
      field(&F::transactions, {.word = "transactions",
                               .meaning = "Transactions whose last packet has been acknowledged.",
                               .expect = "transactions",
                               .heading = "transactions",
                               .console = "transactions",
                               .needs = Needs::kTransactions,
                               .where_any = true}),
      field(&F::mean_transaction_seconds, {.word = "mean_transaction_seconds",
                                           .meaning = "Mean time from the beginning of a transaction to its last "
                                                      "acknowledgement; null: no transaction was completed.",
                                           .measure = Measure::kTime,
                                           .expect = "mean_transaction",
                                           .heading = "mean transaction",
                                           .needs = Needs::kTransactions,
                                           .where_any = true}),
  };
  static constexpr std::tuple all = std::tuple_cat(own, kLatencyFields);
};

}  // namespace weir::report
