// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A network of two to four switches, as small as deadlocks come: packets of one size, VEQs that are FIFOs, VIQs with a
// fixed XOFF and XON in packets, data that cross a link at once, PAUSE, RESUME and messages that take as long as they
// like and stay in their order. What may happen next is a list of moves. `Protocol`: that of the switch.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/frame/itsy_message.h"
#include "tb/tests/itsy_search/rounds.h"
#include "tb/tests/itsy_search/setup.h"

namespace weir::itsy_search {

using frame::ItsyEntry;
using frame::ItsyKind;
using frame::ItsyMessage;

// On its way from the port of a VIQ to the egress that fills it.
struct Frame {
  enum Kind : std::uint8_t { kPause, kResume, kAlone } kind = kAlone;
  std::optional<ItsyMessage> message;
};

template <class Protocol>
class Network {
 public:
  Network(const Setup& setup, typename Protocol::Settings settings) : setup_(setup) {
    for (std::size_t n = 0; n < setup.nodes; ++n) {
      settings.switch_id = static_cast<std::uint32_t>(n);
      switches_.emplace_back(settings, setup.ports, setup.xon);
    }
    queues_.resize(setup.nodes * setup.ports);
    links_.resize(queues_.size());
    peers_.resize(queues_.size());
    for (const auto& [a, b] : setup.cables) {
      peers_[at(a)] = b;
      peers_[at(b)] = a;
    }
    for (const Flow& flow : setup.flows) {
      to_come_.push_back(flow.packets);
    }
    rounds_ = setup.rounds;
    low_.resize(queues_.size());
    xon_moves_ = setup.xon_moves;
    resets_ = setup.resets;
    before_.resize(queues_.size());
    losses_ = setup.losses;
    duplicates_ = setup.duplicates;
    for (const std::uint8_t flow : setup.stand) {
      --to_come_[flow];
      enqueue(static_cast<char>(flow << 4));
      send_what_is_due();
    }
  }

  // The state, and back: network_state.h.
  std::vector<std::uint8_t> save();
  void load(std::span<const std::uint8_t> bytes);

  // In a fixed order.
  void moves(std::vector<Move>& into) const {
    into.clear();
    const auto add = [&](MoveKind kind, std::size_t index) {
      into.push_back({.kind = kind, .index = static_cast<std::uint8_t>(index)});
    };
    if (const auto eager = eager_move())
      return into.push_back(*eager);
    for (std::size_t f = 0; f < to_come_.size(); ++f) {
      const Flow& flow = setup_.flows[f];
      if (to_come_[f] > 0 && !switches_[flow.way[0].node].causality().pausing(PortId(flow.ingress)))
        add(MoveKind::kEnter, f);
    }
    for (std::size_t node = 0; setup_.again && node < switches_.size(); ++node) {
      if (!setup_.lives || !is_under_way(static_cast<std::uint32_t>(node)))
        add(MoveKind::kLifeOver, node);
    }
    for (std::size_t node = 0; resets_ > 0 && node < switches_.size(); ++node) {
      add(MoveKind::kReset, node);
    }
    for (std::size_t n = 0; n < queues_.size(); ++n) {
      const auto& causality = switches_[n / setup_.ports].causality();
      const PortId port(n % setup_.ports);
      if (resets_ < setup_.resets && peers_[n] && links_[n].empty() && causality.pausing(port) != holds(n))
        add(MoveKind::kRefresh, n);
      if (!queues_[n].empty() && !causality.held(port))
        add(MoveKind::kDepart, n);
      if (!links_[n].empty())
        add(MoveKind::kArrive, n);
      if (!setup_.prompt && links_[n].size() < kLinkHolds && switches_[n / setup_.ports].due(port))
        add(MoveKind::kSend, n);
      const bool carries = !links_[n].empty() && links_[n].front().message;
      if (carries && losses_ > 0)
        add(MoveKind::kLose, n);
      if (carries && duplicates_ > 0)
        add(MoveKind::kDouble, n);
      if (setup_.again && causality.pausing(port) && peers_[n])
        add(MoveKind::kAgain, n);
      if (xon_moves_ > 0 && peers_[n])
        add(MoveKind::kXonMoves, n);
    }
    if constexpr (HasRounds<Protocol>)
      round_moves(add, into.empty());
  }

  // The port that is declared deadlocked, if one is.
  std::optional<End> play(Move move) {
    const std::size_t n = move.index;
    const End here{static_cast<std::uint8_t>(n / setup_.ports), static_cast<std::uint8_t>(n % setup_.ports)};
    std::optional<End> declared;
    switch (move.kind) {
      case MoveKind::kEnter:
        --to_come_[n];
        enqueue(static_cast<char>(n << 4));
        break;
      case MoveKind::kDepart:
        depart(here);
        break;
      case MoveKind::kArrive:
        declared = arrive(here);
        break;
      case MoveKind::kSend:
        if (const auto message = switches_[here.node].take(PortId(here.port)))
          links_[n].push_back({.kind = Frame::kAlone, .message = message});
        break;
      case MoveKind::kLose:
        --losses_;
        lose(n);
        break;
      case MoveKind::kDouble:
        --duplicates_;
        links_[n].insert(links_[n].begin(), {.kind = Frame::kAlone, .message = links_[n].front().message});
        std::swap(links_[n][0], links_[n][1]);  // a PAUSE goes first
        if (before_[n] > 0)
          ++before_[n];
        break;
      case MoveKind::kLifeOver:
        switches_[n].life_over();
        break;
      case MoveKind::kAgain:
        switches_[here.node].again(PortId(here.port));
        break;
      case MoveKind::kRoundBegins:
      case MoveKind::kRoundEnds:
        if constexpr (HasRounds<Protocol>)
          play_round(move);
        break;
      case MoveKind::kDeclare:
        declared = here;
        break;
      case MoveKind::kReset:
        --resets_;
        std::fill_n(queues_.begin() + static_cast<std::ptrdiff_t>(n * setup_.ports), setup_.ports, std::string());
        switches_[n].reset();
        break;
      case MoveKind::kRefresh:
        links_[n].push_back({.kind = holds(n) ? Frame::kResume : Frame::kPause, .message = {}});
        break;
      case MoveKind::kXonMoves:
        --xon_moves_;
        low_[n] = low_[n] != 0 ? 0 : 1;
        if (low_[n] != 0 || setup_.xon_rises)
          latch_xon(here);
        break;
    }
    if (declared && setup_.resolves)
      go_on(*declared);
    else if (declared)
      declared_ |= 1U << at(*declared);
    send_what_is_due();
    return declared;
  }

  // What the move is, before it is played: move_text.h.
  std::string text(Move move) const;

  std::uint32_t declared() const { return declared_; }
  static std::uint32_t bit(std::size_t n) { return 1U << n; }

  // VIQs of which a RESUME is on its way.
  std::uint32_t resuming() const {
    std::uint32_t set = 0;
    for (std::size_t n = 0; n < links_.size(); ++n) {
      for (const Frame& frame : links_[n]) {
        set |= frame.kind == Frame::kResume ? bit(n) : 0;
      }
    }
    return set;
  }

  // What is true of it: network_truth.h. A bit for each (switch, port): the VIQs that can never resume.
  std::uint32_t deadlocked() const;
  // Of those, whether each sink component of what waits for what has one that is declared.
  bool all_declared() const;

 private:
  static constexpr std::size_t kLinkHolds = 2;  // frames on a link beyond which messages alone wait

  std::size_t at(End end) const { return end.node * setup_.ports + end.port; }

  template <class Visit>
  void each_field(const Visit& visit) {
    for (Protocol& each : switches_) {
      each.each_field(visit);
    }
    for (auto& packets : to_come_) {
      visit(packets);
    }
    for (auto& frames : before_) {
      visit(frames);
    }
    for (auto& low : low_) {
      visit(low);
    }
    visit(xon_moves_);
    visit(resets_);
    visit(rounds_);
    visit(losses_);
    visit(duplicates_);
    for (int shift = 0; shift < 32; shift += 8) {
      std::uint8_t part = static_cast<std::uint8_t>(declared_ >> shift);
      visit(part);
      declared_ = (declared_ & ~(0xffU << shift)) | std::uint32_t{part} << shift;
    }
  }

  // A packet is its flow and how many switches it has left.
  const Flow& flow_of(char packet) const { return setup_.flows[static_cast<std::uint8_t>(packet) >> 4]; }
  static std::size_t hop_of(char packet) { return static_cast<std::uint8_t>(packet) & 15U; }
  PortId ingress_of(char packet) const {
    const Flow& flow = flow_of(packet);
    const std::size_t hop = hop_of(packet);
    return PortId(hop == 0 ? flow.ingress : peers_[at(flow.way[hop - 1])]->port);
  }

  std::uint32_t depth(std::size_t node, PortId i) const {
    std::uint32_t packets = 0;
    for (std::size_t e = 0; e < setup_.ports; ++e) {
      packets += switches_[node].causality().count(PortId(e), i);
    }
    return packets;
  }

  void enqueue(char packet) {
    const End egress = flow_of(packet).way[hop_of(packet)];
    const PortId i = ingress_of(packet);
    Protocol& here = switches_[egress.node];
    queues_[at(egress)].push_back(packet);
    here.enqueued(PortId(egress.port), i, 1);
    if (!here.causality().pausing(i) && depth(egress.node, i) >= setup_.xoff) {
      latch_xon({.node = egress.node, .port = static_cast<std::uint8_t>(i.index())});
      here.pausing(i, true, PortId(egress.port));
      tell({.node = egress.node, .port = static_cast<std::uint8_t>(i.index())}, Frame::kPause);
    }
  }

  void depart(End egress) {
    auto& queue = queues_[at(egress)];
    const char packet = queue.front();
    queue.erase(queue.begin());
    const PortId i = ingress_of(packet);
    Protocol& here = switches_[egress.node];
    here.departed(PortId(egress.port), i, 1);
    if (here.causality().pausing(i) && depth(egress.node, i) <= here.causality().xon(i)) {
      here.pausing(i, false, PortId(egress.port));
      tell({.node = egress.node, .port = static_cast<std::uint8_t>(i.index())}, Frame::kResume);
    }
    if (hop_of(packet) + 1 < flow_of(packet).way.size())
      enqueue(static_cast<char>(packet + 1));
  }

  std::uint32_t xon(std::size_t n) const {
    return switches_[n / setup_.ports].causality().xon(PortId(n % setup_.ports));
  }

  // Whether the other end is held by that VIQ.
  bool holds(std::size_t n) const { return switches_[peers_[n]->node].causality().held(PortId(peers_[n]->port)); }

  // Of the pause that begins or stands.
  void latch_xon(End viq) {
    if constexpr (requires(Protocol one) { one.resumes_at(PortId(), 0U); })
      switches_[viq.node].resumes_at(PortId(viq.port), low_[at(viq)] != 0 ? 0 : setup_.xon);
  }

  void go_on(End viq) {
    switches_[viq.node].pausing(PortId(viq.port), false, PortId(viq.port));
    tell(viq, Frame::kResume);
  }

  void tell(End viq, Frame::Kind kind) {
    if (!peers_[at(viq)])
      return;  // a host, which obeys at once
    Frame frame{.kind = kind, .message = {}};
    if (kind == Frame::kPause || HasRounds<Protocol>)
      frame.message = switches_[viq.node].take(PortId(viq.port));
    links_[at(viq)].push_back(frame);
  }

  std::optional<End> arrive(End viq) {
    const Frame frame = links_[at(viq)].front();
    links_[at(viq)].erase(links_[at(viq)].begin());
    if (before_[at(viq)] > 0)
      --before_[at(viq)];
    const End up = *peers_[at(viq)];
    if (frame.kind != Frame::kAlone)
      switches_[up.node].held(PortId(up.port), frame.kind == Frame::kPause);
    if (!frame.message)
      return std::nullopt;
    const auto port = switches_[up.node].arrived(PortId(up.port), *frame.message);
    if (!port)
      return std::nullopt;
    return End{.node = up.node, .port = static_cast<std::uint8_t>(port->index())};
  }

  void lose(std::size_t n) {
    links_[n].front().message.reset();
    if (links_[n].front().kind != Frame::kAlone)
      return;
    links_[n].erase(links_[n].begin());
    if (before_[n] > 0)
      --before_[n];
  }

  std::optional<Move> eager_move() const;  // network_eager.h
  // Of rounds: network_rounds.h.
  template <class Add>
  void round_moves(const Add& add, bool rest) const;
  bool all_heard() const;
  void play_round(Move move);

  // Whether a message of that initiator is on a cable, or waits for one.
  bool is_under_way(std::uint32_t node) const {
    for (std::size_t n = 0; n < queues_.size(); ++n) {
      for (const Frame& frame : links_[n]) {
        if (frame.message && frame.message->entry.switch_id == node)
          return true;
      }
      if (switches_[n / setup_.ports].due(PortId(n % setup_.ports)))
        return true;  // perhaps of it
    }
    return false;
  }

  // Hosts take no messages.
  void send_what_is_due() {
    for (std::size_t n = 0; n < queues_.size(); ++n) {
      Protocol& here = switches_[n / setup_.ports];
      const PortId port(n % setup_.ports);
      while (here.due(port) && (!peers_[n] || (setup_.prompt && links_[n].size() < kLinkHolds))) {
        const auto message = here.take(port);
        if (message && peers_[n])
          links_[n].push_back({.kind = Frame::kAlone, .message = message});
      }
    }
  }

  // Packets of VIQ n at egresses that members of the set hold, and which members those are.
  std::pair<std::uint32_t, std::uint32_t> behind(std::size_t n, std::uint32_t set) const {
    const std::size_t node = n / setup_.ports;
    std::uint32_t packets = 0;
    std::uint32_t members = 0;
    for (std::size_t e = 0; e < setup_.ports; ++e) {
      const auto& peer = peers_[node * setup_.ports + e];
      const auto& causality = switches_[node].causality();
      const std::uint32_t waiting = causality.count(PortId(e), PortId(n % setup_.ports));
      if (peer && waiting > 0 && causality.held(PortId(e)) && (set & bit(at(*peer))) != 0) {
        packets += waiting;
        members |= bit(at(*peer));
      }
    }
    return {packets, members};
  }

  const Setup& setup_;
  std::vector<Protocol> switches_;
  std::vector<std::optional<End>> peers_;
  std::vector<std::string> queues_;        // of each (switch, port): its packets
  std::vector<std::vector<Frame>> links_;  // of each VIQ, to its upstream
  std::vector<std::uint8_t> to_come_;      // of each flow
  std::vector<std::uint8_t> before_;       // of a link, frames that left before the round began for their sender
  std::vector<std::uint8_t> low_;          // of a VIQ: whether XON is 0 for the next pause, and this one
  std::uint8_t xon_moves_ = 0;
  std::uint8_t resets_ = 0;
  std::uint8_t rounds_ = 0;  // that may begin
  std::uint8_t losses_ = 0;
  std::uint8_t duplicates_ = 0;
  std::uint32_t declared_ = 0;
};

}  // namespace weir::itsy_search
