// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/measure_books.h"

#include <string>
#include <string_view>
#include <vector>

#include "tb/oracle/packet_books.h"

namespace weir {
namespace {

using oracle::PacketBooks;
using report::BooksResult;
using report::Results;

// One account: in the books of the oracle, in a row of results, in the results of the run.
struct Account {
  Amount PacketBooks::*amount;
  std::uint64_t BooksResult::*packets;
  std::uint64_t BooksResult::*bytes;
  std::uint64_t report::RunBooks::*all_packets;
  std::uint64_t report::RunBooks::*all_bytes;
};

constexpr Account kAccounts[] = {
    {&PacketBooks::injected, &BooksResult::injected_packets, &BooksResult::injected_bytes, &Results::packets_injected,
     &Results::bytes_injected},
    {&PacketBooks::made, &BooksResult::made_packets, &BooksResult::made_bytes, &Results::packets_made,
     &Results::bytes_made},
    {&PacketBooks::doubled, &BooksResult::doubled_packets, &BooksResult::doubled_bytes, &Results::packets_doubled,
     &Results::bytes_doubled},
    {&PacketBooks::delivered, &BooksResult::delivered_packets, &BooksResult::delivered_bytes,
     &Results::packets_delivered, &Results::bytes_delivered},
    {&PacketBooks::consumed, &BooksResult::consumed_packets, &BooksResult::consumed_bytes, &Results::packets_consumed,
     &Results::bytes_consumed},
    {&PacketBooks::dropped, &BooksResult::dropped_packets, &BooksResult::dropped_bytes, &Results::packets_dropped,
     &Results::bytes_dropped},
    {&PacketBooks::discarded, &BooksResult::discarded_packets, &BooksResult::discarded_bytes,
     &Results::packets_discarded, &Results::bytes_discarded},
    {&PacketBooks::in_network, &BooksResult::in_network_packets, &BooksResult::in_network_bytes,
     &Results::packets_in_network, &Results::bytes_in_network},
};

void add_row(std::string of, std::string_view frames, const PacketBooks& books, Results& results) {
  if (books.begun().packets == 0) {
    return;
  }
  BooksResult& row = results.books.emplace_back();
  row.of = std::move(of);
  row.frames = frames;
  for (const Account& account : kAccounts) {
    const Amount& amount = books.*account.amount;
    row.*account.packets = amount.packets;
    row.*account.bytes = static_cast<std::uint64_t>(amount.bytes.count());
    results.*account.all_packets += amount.packets;
    results.*account.all_bytes += static_cast<std::uint64_t>(amount.bytes.count());
  }
}

}  // namespace

void measure_books(const scenario::Scenario& scenario, const network::Network& net, const oracle::NetworkBooks& books,
                   Results& results) {
  constexpr std::string_view kData = report::kBookedFrames[0];
  constexpr std::string_view kAnswers = report::kBookedFrames[1];
  std::vector<PacketBooks> data(scenario.workloads.size());
  std::vector<PacketBooks> answers(scenario.workloads.size());
  for (const host::FlowSpec& flow : net.flows) {
    const PacketBooks of_flow = books.data(flow);
    if (flow.workload != host::kListed) {
      data[flow.workload] += of_flow;
      answers[flow.workload] += books.answers(flow);
      continue;
    }
    report::FlowResult& result = results.flows[flow.index];
    result.dropped_packets = of_flow.dropped.packets;
    result.in_network_packets = of_flow.in_network.packets;
    add_row(result.name, kData, of_flow, results);
    add_row(result.name, kAnswers, books.answers(flow), results);
  }
  for (std::size_t w = 0; w < data.size(); ++w) {
    report::WorkloadResult& result = results.workloads[w];
    result.sent_packets = data[w].injected.packets;
    result.delivered_packets = data[w].delivered.packets;
    result.discarded_packets = data[w].discarded.packets;
    result.dropped_packets = data[w].dropped.packets;
    result.in_network_packets = data[w].in_network.packets;
    add_row(result.name, kData, data[w], results);
    add_row(result.name, kAnswers, answers[w], results);
  }
  for (const auto& kind : asic::kOwnKinds) {
    add_row("network", kind.name, books.own(kind.value), results);
  }
  add_row("network", report::kBookedFrames.back(), books.unit_messages(), results);
}

}  // namespace weir
