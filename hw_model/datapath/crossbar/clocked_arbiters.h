// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The arbiters of a crossbar as clocked blocks (rtl/rr_arbiter) beside the model: one an output, which grants an input,
// and with cells one an input, which accepts an output. A question of the crossbar is a cycle: the block is asked with
// the requests at hand, and gets its clock edge when the crossbar knows whether the grant is accepted. In slots, or
// between transfers, in which nobody is asked, nothing of a block changes, and no cycle is played. The block decides;
// where it stands in lock-step it is compared with the model. A block with more inputs than the crossbar may have its
// pointer at the first input that is none, where the model has 0.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hw_model/base/units.h"
#include "hw_model/cycle_models/rr_arbiter_cycle.h"
#include "hw_model/datapath/crossbar/port_set.h"
#include "hw_model/reference/factories.h"

namespace weir::crossbar {

// Arbiters of one side of the crossbar, each beside the model or, where there is no block, the model alone.
class ClockedArbiters {
 public:
  // `side`: "grant" or "accept", for their names: "s1.p0.grant". `members` are those among whom each chooses.
  ClockedArbiters(const reference::Factories& factories, const std::string& device, const char* side, std::size_t count,
                  std::size_t members);

  // Whether any has a block.
  bool any() const { return any_; }
  // The time of what follows, for messages.
  void at(Time now) { now_ = now; }

  // The choice of the arbiter among those that ask; there is one. `pointer` and `chosen` are the model's. Its cycle
  // ends with edge().
  std::size_t choose(std::size_t arbiter, PortWord asking, std::size_t pointer, std::size_t chosen);
  // The choice of this cycle is accepted.
  void accept(std::size_t arbiter) { arbiters_[arbiter].in.accept = true; }
  // The clock edge of all that have chosen since the last.
  void edge();
  // A cycle in reset for each.
  void reset();

 private:
  struct Arbiter {
    std::unique_ptr<reference::RrArbiterBlock> block;  // null: the model alone
    reference::RrArbiterInputs in;                     // of the cycle at hand
  };

  std::vector<Arbiter> arbiters_;
  std::vector<std::size_t> chosen_;  // in the cycle at hand
  std::size_t members_;
  bool any_ = false;
  Time now_;
};

// Null where no arbiter has a block, as in a switch by itself.
std::unique_ptr<ClockedArbiters> make_clocked_arbiters(const reference::Factories* factories, const std::string& device,
                                                       const char* side, std::size_t inputs);

// Both sides of a crossbar that moves cells.
struct ClockedSides {
  ClockedArbiters grant;
  ClockedArbiters accept;

  void at(Time now) {
    grant.at(now);
    accept.at(now);
  }
  void edge() {
    grant.edge();
    accept.edge();
  }
};
std::unique_ptr<ClockedSides> make_clocked_sides(const reference::Factories* factories, const std::string& device,
                                                 std::size_t inputs);

}  // namespace weir::crossbar
