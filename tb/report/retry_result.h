// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What link-level retry has done at a port. docs/reference/llr.md.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tb/report/field.h"

namespace weir::report {

constexpr Said said_of_retry(std::string_view word, std::string_view meaning, std::string_view heading = {}) {
  return {.word = word, .meaning = meaning, .expect = word, .heading = heading, .needs = Needs::kRetry};
}

// The counters have the names of SAI, in lower case.
struct RetryResult {
  std::string device;
  unsigned port = 0;
  std::uint64_t llr_tx_init_ctl_os = 0;
  std::uint64_t llr_tx_init_echo_ctl_os = 0;
  std::uint64_t llr_tx_ack_ctl_os = 0;
  std::uint64_t llr_tx_nack_ctl_os = 0;
  std::uint64_t llr_tx_discard = 0;
  std::uint64_t llr_tx_ok = 0;
  std::uint64_t llr_tx_poisoned = 0;
  std::uint64_t llr_tx_replay = 0;
  std::uint64_t llr_rx_init_ctl_os = 0;
  std::uint64_t llr_rx_init_echo_ctl_os = 0;
  std::uint64_t llr_rx_ack_ctl_os = 0;
  std::uint64_t llr_rx_nack_ctl_os = 0;
  std::uint64_t llr_rx_ack_nack_seq_error = 0;
  std::uint64_t llr_rx_ok = 0;
  std::uint64_t llr_rx_poisoned = 0;
  std::uint64_t llr_rx_bad = 0;
  std::uint64_t llr_rx_expected_seq_good = 0;
  std::uint64_t llr_rx_expected_seq_poisoned = 0;
  std::uint64_t llr_rx_expected_seq_bad = 0;
  std::uint64_t llr_rx_missing_seq = 0;
  std::uint64_t llr_rx_duplicate_seq = 0;
  std::uint64_t llr_rx_replay = 0;
  std::uint64_t frames_replayed = 0;
  bool llr_tx_flush = false;
  std::uint64_t tx_state = 0;
  std::uint64_t rx_state = 0;
  std::uint64_t tx_seq = 0;
  std::uint64_t acked_seq = 0;
  std::uint64_t next_rx_seq = 0;
  std::uint64_t outstanding_frames = 0;
  std::optional<std::uint64_t> nack_sent;
  std::optional<std::uint64_t> nack_received;
};

template <>
struct Fields<RetryResult> {
  using R = RetryResult;
  static constexpr std::tuple all{
      field(&R::device, {.word = "device", .meaning = "Switch or host."}),
      field(&R::port, {.word = "port", .meaning = "Index of the port."}),
      field(&R::llr_tx_init_ctl_os, said_of_retry("llr_tx_init_ctl_os", "LLR_INIT sent.")),
      field(&R::llr_tx_init_echo_ctl_os, said_of_retry("llr_tx_init_echo_ctl_os", "LLR_INIT_ECHO sent.")),
      field(&R::llr_tx_ack_ctl_os, said_of_retry("llr_tx_ack_ctl_os", "LLR_ACK sent, those without news included.")),
      field(&R::llr_tx_nack_ctl_os, said_of_retry("llr_tx_nack_ctl_os", "LLR_NACK sent.", "NACKs sent")),
      field(&R::llr_tx_discard,
            said_of_retry("llr_tx_discard", "Frames discarded instead of being sent, in INIT or FLUSH.", "discarded")),
      field(&R::llr_tx_ok,
            said_of_retry("llr_tx_ok", "Frames with a number sent, replays included, but for poisoned ones.", "sent")),
      field(&R::llr_tx_poisoned,
            said_of_retry("llr_tx_poisoned", "Frames with a number sent with a poisoned FCS, replays included.")),
      field(&R::llr_tx_replay, said_of_retry("llr_tx_replay", "Replays sent to their end.", "replays")),
      field(&R::llr_rx_init_ctl_os, said_of_retry("llr_rx_init_ctl_os", "LLR_INIT received.")),
      field(&R::llr_rx_init_echo_ctl_os, said_of_retry("llr_rx_init_echo_ctl_os", "LLR_INIT_ECHO received.")),
      field(&R::llr_rx_ack_ctl_os,
            said_of_retry("llr_rx_ack_ctl_os", "LLR_ACK received, those without news included.")),
      field(&R::llr_rx_nack_ctl_os, said_of_retry("llr_rx_nack_ctl_os", "LLR_NACK received.")),
      field(&R::llr_rx_ack_nack_seq_error,
            said_of_retry("llr_rx_ack_nack_seq_error",
                          "LLR_ACK and LLR_NACK received with a number of no frame that is outstanding.")),
      field(&R::llr_rx_ok, said_of_retry("llr_rx_ok", "Frames with a number received with a good FCS.", "received")),
      field(&R::llr_rx_poisoned,
            said_of_retry("llr_rx_poisoned", "Frames with a number received with a poisoned FCS.")),
      field(&R::llr_rx_bad, said_of_retry("llr_rx_bad", "Frames with a number received with a bad FCS.", "bad FCS")),
      field(&R::llr_rx_expected_seq_good,
            said_of_retry("llr_rx_expected_seq_good", "Expected frames with a good FCS.")),
      field(&R::llr_rx_expected_seq_poisoned,
            said_of_retry("llr_rx_expected_seq_poisoned", "Expected frames with a poisoned FCS.")),
      field(&R::llr_rx_expected_seq_bad, said_of_retry("llr_rx_expected_seq_bad", "Expected frames with a bad FCS.")),
      field(&R::llr_rx_missing_seq,
            said_of_retry("llr_rx_missing_seq", "Frames with a number behind a missing frame, whatever their FCS.",
                          "after a gap")),
      field(&R::llr_rx_duplicate_seq,
            said_of_retry("llr_rx_duplicate_seq", "Frames received before, whatever their FCS.", "duplicates")),
      field(&R::llr_rx_replay, said_of_retry("llr_rx_replay", "Replays received.")),
      field(&R::frames_replayed, said_of_retry("frames_replayed", "Frames sent again.", "sent again")),
      field(&R::llr_tx_flush,
            {.word = "llr_tx_flush",
             .meaning = "Whether the transmitter has given up since the start or since software cleared the error bit.",
             .measure = Measure::kBoolean,
             .expect = "llr_tx_flush",
             .needs = Needs::kRetry}),
      field(&R::tx_state,
            said_of_retry("tx_state",
                          "State of the transmitter at the end: 0 OFF, 1 INIT, 2 ADVANCE, 3 REPLAY, 4 FLUSH.")),
      field(
          &R::rx_state,
          said_of_retry("rx_state", "State of the receiver at the end: 0 OFF, 1 SEND_ACKS, 2 SEND_NACK, 3 NACK_SENT.")),
      field(&R::tx_seq, said_of_retry("tx_seq", "Number of the next new frame.")),
      field(&R::acked_seq, said_of_retry("acked_seq", "Number last acknowledged.")),
      field(&R::next_rx_seq, said_of_retry("next_rx_seq", "Number of the frame that the receiver expects.")),
      field(&R::outstanding_frames,
            said_of_retry("outstanding_frames", "Frames sent and not acknowledged at the end.")),
      field(
          &R::nack_sent,
          said_of_retry("nack_sent", "Number of the last LLR_NACK sent; the expectation fails where there was none.")),
      field(&R::nack_received,
            said_of_retry("nack_received",
                          "Number of the last LLR_NACK received; the expectation fails where there was none.")),
  };
};

}  // namespace weir::report
