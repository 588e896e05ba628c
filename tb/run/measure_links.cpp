// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/measure_links.h"

#include <cstddef>
#include <string>

#include "hw_model/asic/port_retry.h"
#include "hw_model/mechanisms/flow_control/ue_credits.h"

namespace weir {

namespace {

report::RetryResult of_retry(const asic::PortRetry& retry, const std::string& device, unsigned port, Time at) {
  const llr::LlrTxCounters& tx = retry.tx_counters(at);
  const llr::LlrRxCounters& rx = retry.rx_counters(at);
  return {
      .device = device,
      .port = port,
      .llr_tx_init_ctl_os = tx.llr_tx_init_ctl_os,
      .llr_tx_init_echo_ctl_os = rx.llr_tx_init_echo_ctl_os,
      .llr_tx_ack_ctl_os = rx.llr_tx_ack_ctl_os,
      .llr_tx_nack_ctl_os = rx.llr_tx_nack_ctl_os,
      .llr_tx_discard = tx.llr_tx_discard,
      .llr_tx_ok = tx.llr_tx_ok,
      .llr_tx_poisoned = tx.llr_tx_poisoned,
      .llr_tx_replay = tx.llr_tx_replay,
      .llr_rx_init_ctl_os = rx.llr_rx_init_ctl_os,
      .llr_rx_init_echo_ctl_os = tx.llr_rx_init_echo_ctl_os,
      .llr_rx_ack_ctl_os = tx.llr_rx_ack_ctl_os,
      .llr_rx_nack_ctl_os = tx.llr_rx_nack_ctl_os,
      .llr_rx_ack_nack_seq_error = tx.llr_rx_ack_nack_seq_error,
      .llr_rx_ok = rx.llr_rx_ok,
      .llr_rx_poisoned = rx.llr_rx_poisoned,
      .llr_rx_bad = rx.llr_rx_bad,
      .llr_rx_expected_seq_good = rx.llr_rx_expected_seq_good,
      .llr_rx_expected_seq_poisoned = rx.llr_rx_expected_seq_poisoned,
      .llr_rx_expected_seq_bad = rx.llr_rx_expected_seq_bad,
      .llr_rx_missing_seq = rx.llr_rx_missing_seq,
      .llr_rx_duplicate_seq = rx.llr_rx_duplicate_seq,
      .llr_rx_replay = rx.llr_rx_replay,
      .frames_replayed = retry.frames_replayed(),
      .llr_tx_flush = retry.tx().flushed,
      .tx_state = static_cast<std::uint64_t>(retry.tx().state),
      .rx_state = static_cast<std::uint64_t>(retry.rx().state),
      .tx_seq = retry.tx().tx_seq,
      .acked_seq = retry.tx().acked_seq,
      .next_rx_seq = retry.rx().next_rx_seq,
      .outstanding_frames = retry.outstanding(),
      .nack_sent = retry.nack_sent(),
      .nack_received = retry.nack_received(),
  };
}

void add_credits(const flow_control::UeCredits& credits, const std::string& device, unsigned port,
                 report::Results& results) {
  results.credit_ports.push_back({
      .device = device,
      .port = port,
      .cbfc_sender_credits_used = credits.sender().port().used,
      .cbfc_sender_credits_used_watermark = credits.sender().port().used_watermark,
      .cbfc_num_cc_update_messages_tx = credits.sender().counters().cc_update_messages_tx,
      .cbfc_num_cc_update_messages_rx = credits.receiver().counters().cc_update_messages_rx,
      .cbfc_num_cf_update_messages_tx = credits.receiver().counters().cf_update_messages_tx,
      .cbfc_num_cf_update_messages_rx = credits.sender().counters().cf_update_messages_rx,
  });
  for (std::size_t c = 0; c < kClasses; ++c) {
    const ClassId traffic_class(c);
    if (!credits.lossless(traffic_class)) {
      continue;
    }
    const std::size_t vc = credits.channel_of(traffic_class);
    const ue_cbfc::SenderChannel& sends = credits.sender().channel(vc);
    const ue_cbfc::ReceiverChannel& receives = credits.receiver().channel(vc);
    results.credit_channels.push_back({
        .device = device,
        .port = port,
        .traffic_class = static_cast<unsigned>(c),
        .vc = vc,
        .sender_credits_limit = sends.limit,
        .sender_credits_used = sends.used,
        .sender_credits_used_watermark = sends.used_watermark,
        .sender_credits_consumed = sends.consumed,
        .sender_credits_freed = sends.freed,
        .receiver_credits_consumed = receives.consumed,
        .receiver_credits_freed = receives.freed,
    });
  }
}

}  // namespace

void measure_links(const network::Network& net, std::size_t device, Time at, report::Results& results) {
  const network::Device& dev = net.devices[device];
  const std::string& name = net.topology.devices[device].name;
  for (std::size_t p = 0; p < net.peers[device].size(); ++p) {
    const auto port = static_cast<unsigned>(p);
    if (const asic::PortRetry* retry = dev->retry(PortId(p))) {
      results.retry.push_back(of_retry(*retry, name, port, at));
    }
    if (const auto* credits = dynamic_cast<const flow_control::UeCredits*>(&dev->engine(PortId(p)))) {
      add_credits(*credits, name, port, results);
    }
  }
}

std::vector<report::LinkResult> faulty_links(const network::Network& net, std::size_t device) {
  std::vector<report::LinkResult> links;
  for_each_link_of(net.lossy_links, device, [&](PortId port, const network::LossyLink& link) {
    const network::LinkFaultCounters& counters = link.counters();
    links.push_back({.from = net.topology.devices[device].name,
                     .to = net.topology.devices[net.peers[device][port.index()].device].name,
                     .lost = counters.lost,
                     .doubled = counters.doubled,
                     .delayed = counters.delayed});
  });
  return links;
}

std::vector<report::LinkResult> damaged_links(const network::Network& net, std::size_t device) {
  std::vector<report::LinkResult> links;
  for_each_link_of(net.damaged_links, device, [&](PortId port, const network::DamagedLink& wire) {
    const network::DamageCounters& counters = wire.counters();
    std::uint64_t lossless = 0;
    for (const network::LostPackets& lost : counters.lossless) {
      lossless += lost.packets;
    }
    links.push_back({.from = net.topology.devices[device].name,
                     .to = net.topology.devices[net.peers[device][port.index()].device].name,
                     .doubled = counters.doubled_sets,
                     .damaged = counters.frames(),
                     .lossless_lost = lossless,
                     .sets_damaged = counters.sets});
  });
  return links;
}

}  // namespace weir
