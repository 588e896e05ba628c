// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The counts of Ultra Ethernet's credits at the end of a run, of a port and of each of its channels in use.
// docs/reference/ue_cbfc.md.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tb/report/field.h"

namespace weir::report {

constexpr Said said_of_credits(std::string_view word, std::string_view meaning, std::string_view heading) {
  return {.word = word, .meaning = meaning, .expect = word, .heading = heading, .needs = Needs::kUeCredits};
}

// The statistics have the names of SAI, in lower case.
struct CreditPortResult {
  std::string device;
  unsigned port = 0;
  std::uint64_t cbfc_sender_credits_used = 0;
  std::uint64_t cbfc_sender_credits_used_watermark = 0;
  std::uint64_t cbfc_num_cc_update_messages_tx = 0;
  std::uint64_t cbfc_num_cc_update_messages_rx = 0;
  std::uint64_t cbfc_num_cf_update_messages_tx = 0;
  std::uint64_t cbfc_num_cf_update_messages_rx = 0;
};

struct CreditChannelResult {
  std::string device;
  unsigned port = 0;
  unsigned traffic_class = 0;
  std::uint64_t vc = 0;
  std::uint64_t sender_credits_limit = 0;
  std::uint64_t sender_credits_used = 0;
  std::uint64_t sender_credits_used_watermark = 0;
  std::uint64_t sender_credits_consumed = 0;
  std::uint64_t sender_credits_freed = 0;
  std::uint64_t receiver_credits_consumed = 0;
  std::uint64_t receiver_credits_freed = 0;
};

template <>
struct Fields<CreditPortResult> {
  using P = CreditPortResult;
  static constexpr std::tuple all{
      field(&P::device, {.word = "device", .meaning = "Switch or host."}),
      field(&P::port, {.word = "port", .meaning = "Index of the port."}),
      field(&P::cbfc_sender_credits_used,
            said_of_credits("cbfc_sender_credits_used", "Credits in use at the end, of all channels together.",
                            "in use")),
      field(&P::cbfc_sender_credits_used_watermark,
            said_of_credits("cbfc_sender_credits_used_watermark", "The most credits in use, of all channels together.",
                            "most in use")),
      field(&P::cbfc_num_cc_update_messages_tx,
            said_of_credits("cbfc_num_cc_update_messages_tx", "CC_Updates sent.", "CC_Updates sent")),
      field(&P::cbfc_num_cc_update_messages_rx,
            said_of_credits("cbfc_num_cc_update_messages_rx", "CC_Updates received.", "received")),
      field(&P::cbfc_num_cf_update_messages_tx,
            said_of_credits("cbfc_num_cf_update_messages_tx", "CF_Updates sent.", "CF_Updates sent")),
      field(&P::cbfc_num_cf_update_messages_rx,
            said_of_credits("cbfc_num_cf_update_messages_rx", "CF_Updates received.", "received")),
  };
};

template <>
struct Fields<CreditChannelResult> {
  using C = CreditChannelResult;
  static constexpr std::tuple all{
      field(&C::device, {.word = "device", .meaning = "Switch or host."}),
      field(&C::port, {.word = "port", .meaning = "Index of the port."}),
      field(&C::traffic_class, {.word = "class", .meaning = "Traffic class of the channel."}),
      field(&C::vc, said_of_credits("vc", "Index of the channel on the link.", "")),
      field(&C::sender_credits_limit,
            said_of_credits("sender_credits_limit", "S_CL: credits that may be in use.", "limit")),
      field(&C::sender_credits_used,
            said_of_credits("sender_credits_used", "S_CU: credits in use at the end.", "in use")),
      field(&C::sender_credits_used_watermark,
            said_of_credits("sender_credits_used_watermark", "The highest S_CU.", "most in use")),
      field(&C::sender_credits_consumed,
            said_of_credits("sender_credits_consumed", "S_CC: credits of all frames sent, modulo the counter.",
                            "consumed")),
      field(&C::sender_credits_freed,
            said_of_credits("sender_credits_freed", "S_CF: credits freed as the sender has heard, modulo the counter.",
                            "freed")),
      field(&C::receiver_credits_consumed,
            said_of_credits("receiver_credits_consumed", "R_CC: credits of all frames received, modulo the counter.",
                            "received")),
      field(&C::receiver_credits_freed,
            said_of_credits("receiver_credits_freed",
                            "R_CF: credits of all frames that have left the buffer, modulo the counter.", "released")),
  };
};

}  // namespace weir::report
