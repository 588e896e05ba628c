// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The packets of lossless classes that a run has lost.

#include <algorithm>
#include <map>
#include <string>

#include "hw_model/frame/fera_tag.h"
#include "tb/run/measure.h"
#include "tb/run/measure_links.h"

namespace weir {

namespace {

// "; flow 2 is f3 from h3 to h5": switches know no names.
std::string who_is(const network::Network& net, std::uint32_t flow) {
  if (flow == frame::kForeignFlow) {
    return "; it came from a component outside this network";
  }
  static_assert(frame::kRateTag == (host::kAcknowledgement | frame::kMadeInNetwork));
  const host::FlowSpec& spec = net.flows[flow & ~frame::kRateTag];
  if ((flow & frame::kRateTag) == frame::kRateTag) {
    return "; a rate tag of flow " + spec.name;
  }
  if ((flow & frame::kMadeInNetwork) != 0) {
    return "; a notification about flow " + spec.name;
  }
  const auto name = [&](std::uint32_t ip) {
    return net.topology.devices[net.topology.device_of(frame::Ipv4Address(ip))].name;
  };
  const bool answer = (flow & host::kAcknowledgement) != 0;
  return "; flow " + std::to_string(flow) + (answer ? " acknowledges " : " is ") + spec.name + " from " +
         name(spec.source_ip) + " to " + name(spec.destination_ip);
}

void move_count(report::Counts& counts, const std::string& from, const std::string& to, std::uint64_t packets) {
  const auto at = counts.find(from);
  at->second -= packets;
  if (at->second == 0) {
    counts.erase(at);
  }
  counts[to] += packets;
}

// Adds losses after resets. The switch counts by its MMU, which knows nothing of the peer's reset.
void count_losses_of_resets(const network::Network& net, std::size_t device, const oracle::SwitchDrops& drops,
                            report::Results& results) {
  for (const auto& [viq, answers] : drops.of_reset()) {
    const auto queue = std::find_if(results.queues.begin(), results.queues.end(), [&](const report::QueueResult& one) {
      return one.device == net.topology.devices[device].name && one.port == viq.first.index() &&
             one.traffic_class == viq.second.index();
    });
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (answers[i] > 0) {
        const std::string reason(mmu::name(static_cast<mmu::Admission>(i)));
        move_count(queue->drops, reason, "reset", answers[i]);
        move_count(results.drops, reason, "reset", answers[i]);
      }
    }
  }
}

}  // namespace

void report_losses(const network::Network& net, std::size_t device, const oracle::Drops& drops,
                   report::Results& results, std::vector<Time>& times) {
  count_losses_of_resets(net, device, drops.of(device), results);
  for (const oracle::LosslessDrop& drop : drops.of(device).lossless()) {
    results.faults.push_back("at " + std::to_string(drop.at.count()) + " ps: " + drop.text + who_is(net, drop.flow));
    times.push_back(drop.at);
  }
  for (const auto& [viq, losses] : drops.of(device).by_queue()) {
    results.losses.push_back(
        {net.topology.devices[device].name, static_cast<unsigned>(viq.first.index()),
         static_cast<unsigned>(viq.second.index()), losses.packets, seconds(losses.first), seconds(losses.last),
         losses.bound, std::string(name_in(oracle::kLossCauses, losses.cause)),
         losses.most_needed > Bytes(0) ? std::optional(losses.most_needed.count()) : std::nullopt});
  }
}

std::vector<report::LossResult> losses_on_links(const network::Network& net, std::size_t device) {
  std::vector<report::LossResult> losses;
  for_each_link_of(net.damaged_links, device, [&](PortId port, const network::DamagedLink& wire) {
    const network::Peer& peer = net.peers[device][port.index()];
    for (std::size_t c = 0; c < kClasses; ++c) {
      const network::LostPackets& lost = wire.counters().lossless[c];
      if (lost.packets > 0) {
        losses.push_back({net.topology.devices[peer.device].name, static_cast<unsigned>(peer.port.index()),
                          static_cast<unsigned>(c), lost.packets, seconds(lost.first), seconds(lost.last),
                          "lost on the link from " + net.topology.devices[device].name + ", damaged",
                          "lost on the link"});
      }
    }
  });
  return losses;
}

std::vector<report::LossResult> losses_of_retry(const network::Network& net, std::size_t device) {
  std::vector<report::LossResult> losses;
  for (std::size_t p = 0; p < net.peers[device].size(); ++p) {
    const asic::PortRetry* retry = net.devices[device]->retry(PortId(p));
    std::map<ClassId, asic::PortRetry::GivenUp> lost;
    for (const auto& [owner, given_up] : retry != nullptr ? retry->lost() : decltype(retry->lost())()) {
      if (!owner.control && !owner.poisoned && net.devices[device]->engine(PortId(p)).lossless(owner.traffic_class)) {
        asic::PortRetry::GivenUp& sum = lost[owner.traffic_class];
        sum.amount += given_up.amount;
        sum.first = std::min(sum.first, given_up.first);
        sum.last = std::max(sum.last, given_up.last);
      }
    }
    for (const auto& [c, sum] : lost) {
      losses.push_back({net.topology.devices[device].name, static_cast<unsigned>(p), static_cast<unsigned>(c.index()),
                        sum.amount.packets, seconds(sum.first), seconds(sum.last),
                        "given up by link-level retry: flushed or discarded", "given up"});
    }
  }
  return losses;
}

}  // namespace weir
