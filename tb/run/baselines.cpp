// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/baselines.h"

#include <algorithm>
#include <utility>

#include "tb/run/quotients.h"

namespace weir {

namespace {

// The times of hops as KnotLog reckons them for a RESUME; a longer frame takes longer.
baselines::Cables cables_of(const network::Network& net, const oracle::KnotOracle& oracle) {
  struct Port {
    std::size_t device;
    PortId port;
  };
  std::vector<Port> ports;
  for (std::size_t d = 0; d < net.peers.size(); ++d) {
    for (std::size_t p = 0; p < net.peers[d].size(); ++p) {
      ports.insert(ports.end(), kClasses, Port{d, PortId(p)});
    }
  }
  const auto hop = [&net, ports](baselines::Point from, Bytes frame) {
    const auto [device, id] = ports[from];
    const port::Port& port = net.devices[device]->port(id);
    const network::Peer& peer = net.peers[device][id.index()];
    return port.wire_time(frame) + port.link().delay +
           net.devices[peer.device]->engine(peer.port).config().processing_delay;
  };
  const auto of_switch = [&net, ports](baselines::Point at) { return net.devices[ports[at].device].asic != nullptr; };
  return {.peers = oracle.peers(), .hop = hop, .of_switch = of_switch};
}

// The number of polls of lossless queues by the control planes of all switches until `end`.
std::uint64_t looks(const network::Network& net, Time period, Time end) {
  std::uint64_t queues = 0;
  for (const network::Device& device : net.devices) {
    for (std::size_t p = 0; device.asic != nullptr && p < device.asic->ports(); ++p) {
      for (std::size_t c = 0; c < kClasses; ++c) {
        queues += device->engine(PortId(p)).lossless(ClassId(c)) ? 1 : 0;
      }
    }
  }
  return queues * static_cast<std::uint64_t>(end / period);
}

}  // namespace

std::unique_ptr<baselines::Baselines> play_baselines(const scenario::Scenario& scenario, const network::Network& net,
                                                     oracle::KnotOracle* oracle) {
  if (!scenario.measure.baselines || oracle == nullptr) {
    return nullptr;
  }
  auto played = std::make_unique<baselines::Baselines>(*scenario.measure.baselines, cables_of(net, *oracle));
  oracle->tell([all = played.get()](const std::vector<oracle::KnotEntry>& entries, Time reached) {
    all->follow(entries, reached);
  });
  return played;
}

void report_baselines(const scenario::Scenario& scenario, const network::Network& net,
                      const baselines::Baselines& played, const oracle::KnotOracle& oracle, Time end,
                      report::Results& results) {
  const oracle::KnotScore knots = oracle.score(end);
  for (std::size_t n = 0; n < played.plays().size(); ++n) {
    const baselines::Tally& tally = played.plays()[n]->tally();
    const baselines::Scored scored = baselines::score(tally, knots.knots);
    const bool looks_by_period = n < baselines::kByPeriod;
    report::BaselineResult one{.name = std::string(baselines::kNames[n]),
                               .found = scored.found,
                               .outside = scored.outside,
                               .first_delay_seconds = {},
                               .longest_delay_seconds = {},
                               .hops = {},
                               .messages = tally.messages,
                               .alone = tally.alone,
                               .line_bytes = static_cast<std::uint64_t>(tally.line.count()),
                               .line_bps = bits_per_second(static_cast<std::uint64_t>(tally.line.count()), end),
                               .header_bits = tally.header_bits,
                               .looks = looks_by_period ? looks(net, scenario.measure.baselines->period, end) : 0,
                               .given_up = tally.given_up};
    if (!scored.delays.empty()) {
      one.first_delay_seconds = seconds(scored.delays.front());
      one.longest_delay_seconds = seconds(*std::ranges::max_element(scored.delays));
      one.hops = scored.hops;
    }
    results.baselines.push_back(std::move(one));
  }
}

}  // namespace weir
