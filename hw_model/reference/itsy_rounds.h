// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Rounds of ITSY, in one lossless class of one switch: they find every deadlock, also one in which no single wait and
// no sum of waits goes round. All switches begin a round at a common time. An ingress that pauses is presumed dead; it
// lives as soon as its amount at dead egresses is no more than its XON, and then sends ALIVE upstream, with the number
// of the round. An egress is dead while it has been held since the round began and its peer has not sent ALIVE. When a
// round has lasted as many worst-case hops as a chain of pauses may be long, ingresses that are still dead are
// deadlocked.
//
// Why: an ingress that can go on in the state at the beginning has heard so by then, hop by hop. An ingress that begins
// a pause in the round lives and says so, so the egress that it holds never counts as held since the beginning. An
// ingress that is dead at the end has therefore paused since the beginning, and waits for egresses that are dead at the
// end.
//
// A peer that does not speak ITSY (a host) sends no ALIVE, so the egress to it always lives. Against losses ALIVE is
// repeated every hop until the round or the pause ends. ALIVE of a round that has not begun here yet is kept; so clocks
// may differ, as long as a round lasts its hops from the latest beginning on and none begins before the previous one
// has ended everywhere. A switch that has been reset has not sent RESUME for its earlier pauses, so until these have
// run out it also sends ALIVE for ingresses that do not pause.
//
// Latency: none of its own.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/frame/itsy_alive.h"
#include "hw_model/reference/itsy_causality.h"

namespace weir::reference {

class ItsyRounds {
 public:
  // `hosts`: whether the peer at this port does not speak ITSY; shorter: it does.
  ItsyRounds(std::size_t ports, const std::vector<std::uint8_t>& hosts);

  // Below, `now` is the state of the class, after the event that is reported.

  // The round with this number (modulo frame::kItsyRoundNumbers) begins; the previous one has ended.
  void begin(const ItsyCausality& now, std::uint8_t number);

  // The next round has this number, and no ALIVE of it has come yet. Not while a round is under way.
  void expect(std::uint8_t number);

  // The round is over. The ports that are dead stay so until the next one begins.
  void end();

  bool under_way() const { return under_way_ != 0; }
  std::uint8_t number() const { return number_; }  // of the round under way, or of the last one

  bool dead(PortId i) const { return dead_[i.index()] != 0; }    // an ingress
  bool lives(PortId e) const { return lives_[e.index()] != 0; }  // an egress

  void held(const ItsyCausality& now, PortId e);                       // or no longer
  void departed(const ItsyCausality& now, PortId i) { look(now, i); }  // a packet of it
  void pausing(const ItsyCausality& now, PortId i);  // or no longer: a due ALIVE leaves with the RESUME

  // ALIVE of the round with this number has come to p.
  void arrived(const ItsyCausality& now, PortId p, std::uint8_t number);

  // A hop has passed: every ALIVE is due again.
  void again(const ItsyCausality& now);

  // due(): ALIVE is to be sent out of i. taken(): it has been sent.
  bool due(PortId i) const { return due_[i.index()] != 0; }
  void taken(PortId i) { due_[i.index()] = 0; }

  // reset(): the switch is reset. ran_out(): the pauses that it had sent before have run out.
  void reset(const ItsyCausality& now);
  void ran_out() { silent_ = 0; }
  bool silent() const { return silent_ != 0; }  // between reset() and ran_out()

  template <class Visit>
  void each_field(const Visit& visit) {
    for (auto* flags : {&dead_, &lives_, &due_}) {
      for (auto& flag : *flags)
        visit(flag);
    }
    visit(number_);
    visit(under_way_);
    visit(silent_);
  }

 private:
  void look(const ItsyCausality& now, PortId i);
  void goes_on(const ItsyCausality& now, PortId e);
  bool stuck(const ItsyCausality& now, PortId i) const;
  bool says_alive(const ItsyCausality& now, PortId i) const;

  std::vector<std::uint8_t> hosts_;
  std::vector<std::uint8_t> dead_;
  std::vector<std::uint8_t> lives_;  // between rounds: ALIVE of the next one has come
  std::vector<std::uint8_t> due_;
  std::uint8_t number_ = 0;
  std::uint8_t under_way_ = 0;
  std::uint8_t silent_ = 0;
};

}  // namespace weir::reference
