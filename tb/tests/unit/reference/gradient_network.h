// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A network of switches under the gradient rule, slot by slot: what no search can walk through, with delays, news that
// is lost, arbitrations and slow sinks. In a slot each output takes at most one packet, whatever its length; the
// outputs take their turns in random order. Nothing is ever dropped: VIQs are as long as they become. Of what may be
// Planted two outputs or inputs that are judged alike are left to the search of heights.

#pragma once

#include <cstddef>

#include "hw_model/base/random_stream.h"
#include "hw_model/reference/gradient_gate.h"
#include "tb/tests/unit/reference/gradient_heights.h"

namespace weir::reference {

enum class Choice { kRoundRobin, kRandom, kDeepest, kEntrantsFirst };

// A cable has a link each way; link 2 i is the way of cable i from its first switch to its second. Host i is at switch
// i and fills VIQ links + i; the VIQ of a link has the link's number.
struct GradientNetwork {
  GradientConfig rule{.bm = Bytes(12), .longest = Bytes(1), .block = Bytes(1), .counter_bits = 12};
  std::size_t switches = 0;
  std::vector<std::pair<std::size_t, std::size_t>> cables;
  std::vector<std::vector<std::size_t>> routes;  // of flows: switches; from the host of the first to that of the last
  Choice choice = Choice::kRoundRobin;
  bool virtual_outputs = true;   // or one FIFO an input
  std::size_t delay = 1;         // slots on a cable
  std::size_t period = 4;        // slots from one report to the next
  unsigned lost_percent = 0;     // of reports
  unsigned drain_percent = 100;  // of slots in which a sink takes a packet
  unsigned patience = 0;         // a head passed over so often is judged by Bm + `extra`; 0: never
  Bytes extra;
  bool mixed = false;  // lengths from 1 to L; or all are L

  std::size_t links() const { return 2 * cables.size(); }
  std::size_t link(std::size_t from, std::size_t to) const {
    for (std::size_t i = 0; i < cables.size(); ++i) {
      if (cables[i] == std::pair{from, to})
        return 2 * i;
      if (cables[i] == std::pair{to, from})
        return 2 * i + 1;
    }
    return links();
  }

  // n of theorem B: the most VIQs of links from which packets come into one over any number of hops, it included.
  std::size_t most_into_one() const {
    std::vector<std::set<std::size_t>> into(links());
    for (std::size_t v = 0; v < links(); ++v)
      into[v].insert(v);
    for (bool grown = true; grown;) {
      grown = false;
      for (const std::vector<std::size_t>& route : routes) {
        for (std::size_t i = 2; i < route.size(); ++i) {
          const std::set<std::size_t>& from = into[link(route[i - 2], route[i - 1])];
          std::set<std::size_t>& to = into[link(route[i - 1], route[i])];
          const std::size_t before = to.size();
          to.insert(from.begin(), from.end());
          grown = grown || to.size() != before;
        }
      }
    }
    std::size_t most = 1;
    for (const std::set<std::size_t>& each : into)
      most = std::max(most, each.size());
    return most;
  }
};

class GradientRun {
 public:
  GradientRun(const GradientNetwork& network, std::uint64_t seed, Planted planted = {})
      : network_(network), random_(seed, "gradient network"), planted_(std::move(planted)) {
    const std::size_t viqs = network.links() + network.switches;
    viqs_.resize(viqs);
    for (Viq& viq : viqs_)
      viq.queues.resize(viqs);  // by the output, as below
    sent_.assign(viqs, GradientSender(network.rule));
    turns_.assign(viqs, 0);
    passed_over_.assign(viqs * viqs, 0);
    raised_ = network.rule;
    raised_.bm += network.extra;
    delivered.assign(network.routes.size(), 0);
    waits.assign(viqs, 0);
    for (std::size_t link = 0; link < network.links(); ++link) {
      const auto& [a, b] = network.cables[link / 2];
      to_.push_back(link % 2 == 0 ? b : a);
      from_.push_back(link % 2 == 0 ? a : b);
    }
  }

  void run(std::size_t slots, bool injects) {
    for (std::size_t i = 0; i < slots; ++i, ++now_) {
      arrive();
      report();
      if (injects)
        inject();
      for (const std::size_t output : in_random_order())
        serve(output);
      measure();
    }
  }

  std::vector<std::uint64_t> delivered;  // of each flow, blocks
  std::vector<std::size_t> waits;        // the longest that each VIQ had packets and sent none, slots
  std::uint32_t highest = 0;             // H of a link
  std::size_t inside = 0;                // packets in VIQs or on cables

 private:
  struct Packet {
    std::size_t flow = 0;
    std::size_t hop = 0;  // routes[flow][hop] is the switch at which it stands
    std::uint32_t blocks = 1;
  };
  struct Viq {
    std::vector<std::deque<Packet>> queues;  // [output]; or all in [0]
    GradientReceiver counts;
    std::uint32_t leaving = 0;  // blocks that are being sent
    bool above = false;         // of `counts`, when last reported
    std::size_t waiting = 0;    // slots, with packets, since it sent one
  };
  struct Moving {
    std::size_t at;
    std::size_t viq;
    Packet packet;
  };
  struct News {
    std::size_t at;
    std::size_t viq;
    std::uint32_t freed;
  };

  std::size_t host_viq(std::size_t host) const { return network_.links() + host; }
  std::size_t switch_of(std::size_t viq) const { return viq < network_.links() ? to_[viq] : viq - network_.links(); }
  std::uint32_t drawn_length() {
    const std::uint32_t longest = network_.rule.blocks(network_.rule.longest);
    return network_.mixed ? 1 + static_cast<std::uint32_t>(random_.below(longest)) : longest;
  }

  // The output that a packet wants: a link, or the sink of a host, which has the number of the host's VIQ.
  std::size_t output_of(const Packet& packet) const {
    const std::vector<std::size_t>& route = network_.routes[packet.flow];
    return packet.hop + 1 < route.size() ? network_.link(route[packet.hop], route[packet.hop + 1])
                                         : host_viq(route[packet.hop]);
  }

  void enter(std::size_t viq, const Packet& packet) {
    viqs_[viq].counts.admitted(packet.blocks * planted_.unit_of_depth);
    viqs_[viq].queues[network_.virtual_outputs ? output_of(packet) : 0].push_back(packet);
  }

  void arrive() {
    for (std::size_t i = 0; i < viqs_.size(); ++i) {
      viqs_[i].counts.released(std::exchange(viqs_[i].leaving, 0) * planted_.unit_of_held);
    }
    for (; !moving_.empty() && moving_.front().at <= now_; moving_.pop_front())
      enter(moving_.front().viq, moving_.front().packet);
    for (; !news_.empty() && news_.front().at <= now_; news_.pop_front())
      sent_[news_.front().viq].heard(news_.front().freed);
  }

  void report() {
    for (std::size_t v = 0; v < viqs_.size(); ++v) {
      const bool above = viqs_[v].counts.depth() >= network_.rule.stop();
      const bool tells =
          planted_.news_at_bm_only ? std::exchange(viqs_[v].above, above) != above : (now_ + v) % network_.period == 0;
      if (tells && random_.below(100) >= network_.lost_percent)
        news_.push_back({now_ + network_.delay, v, viqs_[v].counts.freed()});
    }
  }

  // Each flow has a packet whenever its host may send; a host sends one a slot.
  void inject() {
    std::vector<bool> busy(network_.switches, false);
    for (std::size_t i = 0; i < network_.routes.size(); ++i) {
      const std::size_t flow = (i + now_) % network_.routes.size();
      const std::size_t host = network_.routes[flow].front();
      GradientSender& sent = sent_[host_viq(host)];
      if (busy[host] || !planted_.host_may_start(network_.rule, sent.held()))
        continue;
      busy[host] = true;
      send(host_viq(host), {.flow = flow, .hop = 0, .blocks = drawn_length()});
    }
  }

  void send(std::size_t viq, const Packet& packet) {
    sent_[viq].committed(packet.blocks * planted_.unit_of_held);
    moving_.push_back({now_ + network_.delay, viq, packet});
    ++inside;
  }

  std::vector<std::size_t> in_random_order() {
    std::vector<std::size_t> outputs(viqs_.size());
    for (std::size_t i = 0; i < outputs.size(); ++i)
      outputs[i] = i;
    for (std::size_t i = outputs.size(); i > 1; --i)
      std::swap(outputs[i - 1], outputs[random_.below(i)]);
    return outputs;
  }

  std::deque<Packet>* head_for(std::size_t viq, std::size_t output) {
    std::deque<Packet>& queue = viqs_[viq].queues[network_.virtual_outputs ? output : 0];
    return !queue.empty() && output_of(queue.front()) == output ? &queue : nullptr;
  }

  void serve(std::size_t output) {
    const bool sink = output >= network_.links();
    if (sink && random_.below(100) >= network_.drain_percent)
      return;
    const std::size_t here = sink ? output - network_.links() : from_[output];
    std::vector<std::size_t> may_go;
    std::vector<std::size_t> refused;
    for (std::size_t viq = 0; viq < viqs_.size(); ++viq) {
      if (switch_of(viq) == here && head_for(viq, output) != nullptr)
        (sink || may_start(viq, output) ? may_go : refused).push_back(viq);
    }
    if (may_go.empty())
      return;
    const std::size_t viq = chosen(may_go, output);
    for (const std::size_t other : refused)
      ++passed_over_[other * viqs_.size() + output];
    passed_over_[viq * viqs_.size() + output] = 0;
    std::deque<Packet>& queue = *head_for(viq, output);
    Packet packet = queue.front();
    queue.pop_front();
    viqs_[viq].waiting = 0;
    viqs_[viq].counts.committed(packet.blocks * planted_.unit_of_depth);
    viqs_[viq].leaving += packet.blocks;
    --inside;
    if (sink) {
      delivered[packet.flow] += packet.blocks;
    } else {
      ++packet.hop;
      send(output, packet);
    }
  }

  bool may_start(std::size_t viq, std::size_t output) const {
    const bool impatient = network_.patience > 0 && passed_over_[viq * viqs_.size() + output] >= network_.patience;
    return planted_.may_start(impatient ? raised_ : network_.rule, sent_[output].held(), viqs_[viq].counts.depth());
  }

  std::size_t chosen(const std::vector<std::size_t>& may_go, std::size_t output) {
    const auto by_depth = [&](std::size_t a, std::size_t b) {
      return viqs_[a].counts.depth() < viqs_[b].counts.depth();
    };
    switch (network_.choice) {
      case Choice::kRandom:
        return may_go[random_.below(may_go.size())];
      case Choice::kDeepest:
        return *std::max_element(may_go.begin(), may_go.end(), by_depth);
      case Choice::kEntrantsFirst:
        return may_go.back();
      case Choice::kRoundRobin:
        break;
    }
    const auto next = std::lower_bound(may_go.begin(), may_go.end(), turns_[output]);
    const std::size_t viq = next != may_go.end() ? *next : may_go.front();
    turns_[output] = viq + 1;
    return viq;
  }

  void measure() {
    for (std::size_t link = 0; link < network_.links(); ++link)
      highest = std::max(highest, sent_[link].held());
    for (std::size_t viq = 0; viq < viqs_.size(); ++viq) {
      std::size_t& waiting = viqs_[viq].waiting;
      waiting = viqs_[viq].counts.depth() > 0 ? waiting + 1 : 0;
      waits[viq] = std::max(waits[viq], waiting);
    }
  }

  GradientNetwork network_;
  RandomStream random_;
  Planted planted_;
  std::vector<Viq> viqs_;
  std::vector<GradientSender> sent_;   // of what fills each VIQ
  std::vector<std::size_t> turns_;     // [output]
  std::vector<unsigned> passed_over_;  // [VIQ and output] since its head was last taken
  GradientConfig raised_;              // what an impatient head is judged by
  std::vector<std::size_t> from_, to_;
  std::deque<Moving> moving_;
  std::deque<News> news_;
  std::size_t now_ = 0;
};

}  // namespace weir::reference
