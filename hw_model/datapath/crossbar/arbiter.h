// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The crossbar's arbiter: from the requests of inputs for outputs it makes the matching of one slot, in which an input
// and an output each take part at most once.
//
// iSLIP (N. McKeown, "The iSLIP Scheduling Algorithm for Input-Queued Switches", IEEE/ACM ToN 7(2), 1999). Each
// iteration: an output without a partner grants the next asking input at or after its pointer; an input accepts the
// next granting output at or after its own pointer. Both pointers move one beyond the partner, and only when the grant
// is accepted in the first iteration: that desynchronises the outputs' pointers under load, and lets no input starve.
//
// Round robin, each output's turn going on from the input that it served last, is iSLIP with one iteration.
//
// With weights (round_weights.h) an output grants only inputs that are below their weight or in the middle of a packet.
//
// State: two pointers of ceil(log2 ports) bits a port.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/datapath/crossbar/clocked_arbiters.h"
#include "hw_model/datapath/crossbar/clocked_islip.h"
#include "hw_model/datapath/crossbar/crossbar_config.h"
#include "hw_model/datapath/crossbar/port_set.h"
#include "hw_model/datapath/crossbar/round_weights.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/reference/islip_match.h"
#include "hw_model/reference/round_robin.h"

namespace weir::crossbar {

class CellArbiter {
 public:
  virtual ~CellArbiter() = default;

  // `requests`: row = output, members = the inputs that request it. `outputs`: the requested outputs to be matched;
  // their inputs request no others. The matching replaces `matches`, which holds at most one entry a port. Returns how
  // many of its entries, the first ones, are of the first iteration.
  virtual std::size_t match(const PortMatrix& requests, const PortSet& outputs, std::vector<Match>& matches) = 0;

  // As match() for an output and an input that requests no other, while no other input requests the output: they are
  // matched in the first iteration.
  virtual void match_alone(const PortMatrix& requests, const Match& pair) = 0;

  // Sets all pointers to their first values.
  virtual void reset() = 0;

  // Binds the registers of an arbiter from outside of weir, which its card declares.
  virtual void bind_registers(const ledger::Binder&) {}

  // Whether RTL stands beside the model; the time of what follows is then wanted, for messages.
  virtual bool clocked() const { return false; }
  virtual void at(Time) {}

  // The end of a slot, where RTL of the whole matching stands beside the model: ClockedIslip::settle().
  virtual bool settle(const AskedSlot&, std::vector<Match>& /*matches*/) { return false; }
  // Some slots are passed over in which packets that are alone cross, or nobody asks.
  virtual void rest(const AskedSlot&) {}
};

class Islip final : public CellArbiter {
 public:
  // iterations >= 1. The matching is maximal after at most `ports` iterations, on average after log2(ports), apart from
  // inputs that `weights` keep back. The crossbar that moves the cells tells `weights` of packets that begin and end;
  // `weights` must outlive this.
  // `clocked`, `block`: blocks of single ports and of the whole beside the model, which decide; without weights only.
  Islip(std::size_t ports, unsigned iterations, RoundWeights* weights = nullptr,
        std::unique_ptr<ClockedSides> clocked = nullptr, std::unique_ptr<ClockedIslip> block = nullptr);

  std::size_t match(const PortMatrix& requests, const PortSet& outputs, std::vector<Match>& matches) override;
  void match_alone(const PortMatrix& requests, const Match& pair) override;
  void reset() override;
  bool clocked() const override { return clocked_ != nullptr || block_ != nullptr; }
  void at(Time now) override;
  bool settle(const AskedSlot& slot, std::vector<Match>& matches) override;
  void rest(const AskedSlot& slot) override;

  // Whether there are at most 64 ports, and nothing beside the pointers: match_plain(), and move_pointers() in place of
  // match_alone().
  bool is_plain() const { return in_a_word_ && block_ == nullptr; }
  // As match(), outputs of one word; tells add(input, output) of each pair. There is an output.
  template <class Add>
  [[gnu::always_inline]] std::size_t match_plain(const PortMatrix& requests, PortWord outputs, Add add);
  // The same of one iteration, if iterations() is 1: add() may change the requests.
  template <class Add>
  [[gnu::always_inline]] void match_once(const PortMatrix& requests, PortWord outputs, Add add) {
    PlainPorts<Add> ports{*this, requests, add};
    reference::match_islip(ports, outputs, 1);
  }
  unsigned iterations() const { return iterations_; }
  void move_pointers(std::size_t input, std::size_t output) {
    grant_pointer_[output] = after(input);
    accept_pointer_[input] = after(output);
  }

  // The input that `output` would grant next, and the output that `input` would accept next.
  std::size_t grant_pointer(PortId output) const { return grant_pointer_[output.index()]; }
  std::size_t accept_pointer(PortId input) const { return accept_pointer_[input.index()]; }

  struct Rows;  // its registers (crossbar_registers.cpp)

 private:
  // The ports of match_plain() and match_once(), for reference::match_islip().
  template <class Add>
  struct PlainPorts {
    Islip& islip;
    const PortMatrix& requests;
    Add& add;
    std::size_t of_the_first = 0;

    PortWord asking(std::size_t output) const { return requests.first_word(output); }
    std::size_t first_of(std::size_t output) const { return islip.grant_pointer_[output]; }
    PortWord& offers(std::size_t input) { return islip.grants_.first_word(input); }
    std::size_t accepts(std::size_t input) const { return islip.accept_pointer_[input]; }
    void first(std::size_t input, std::size_t output) {
      islip.move_pointers(input, output);
      ++of_the_first;
      add(input, output);
    }
    void further(std::size_t input, std::size_t output) { add(input, output); }
  };

  void grant(const PortMatrix& requests, PortBits outputs);
  std::size_t granted(PortBits asking, std::size_t output);
  void accept(bool first_iteration, std::vector<Match>& matches);
  void clock_alone(std::size_t input, std::size_t output);
  std::uint16_t after(std::size_t port) const {
    return static_cast<std::uint16_t>(reference::turn_after(port, ports_));
  }

  std::size_t ports_;
  unsigned iterations_;
  RoundWeights* weights_;
  std::unique_ptr<ClockedSides> clocked_;
  std::unique_ptr<ClockedIslip> block_;
  bool in_a_word_;                             // ports of one word, no weights, no blocks of single ports
  std::vector<std::uint16_t> grant_pointer_;   // one an output
  std::vector<std::uint16_t> accept_pointer_;  // one an input

  // Work space of the present slot; kept so that a slot allocates nothing.
  PortSet free_inputs_;   // all, between two slots
  PortSet open_outputs_;  // for a further iteration; none, if there is one iteration only
  PortSet granted_inputs_;
  PortMatrix grants_;  // row = input, members = the outputs that grant it
};

template <class Add>
inline std::size_t Islip::match_plain(const PortMatrix& requests, PortWord outputs, Add add) {
  PlainPorts<Add> ports{*this, requests, add};
  if ((outputs & (outputs - 1)) == 0) {  // one: the input that it grants has no other grant
    const auto output = static_cast<std::size_t>(std::countr_zero(outputs));
    ports.first(reference::next_in_turn(ports.asking(output), ports.first_of(output)), output);
  } else if (iterations_ == 1) {
    reference::match_islip(ports, outputs, 1);
  } else {
    reference::match_islip(ports, outputs, iterations_);
  }
  return ports.of_the_first;
}

// Round robin, or iSLIP with `iterations`; with weights where these are given.
std::unique_ptr<CellArbiter> make_arbiter(Arbiter arbiter, std::size_t ports, unsigned iterations,
                                          RoundWeights* weights = nullptr,
                                          std::unique_ptr<ClockedSides> clocked = nullptr,
                                          std::unique_ptr<ClockedIslip> block = nullptr);

// The weights of weighted round robin; null for the other arbiters.
std::unique_ptr<RoundWeights> make_weights(Arbiter arbiter, std::size_t ports);

}  // namespace weir::crossbar
