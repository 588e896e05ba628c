// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scores every declaration of a running network's deadlock units at its picosecond, and finds what they have missed.
// Sees all, and is never seen by the chip.
//
// Each device writes down in its own time what bears on a deadlock; what all have passed is put in one order and
// judged. So what is found depends neither on the quantum, nor on how a run is cut into pieces, nor on who runs which
// device.

#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/asic/declaration_listener.h"
#include "tb/network/network.h"
#include "tb/oracle/knot_judge.h"
#include "tb/oracle/knot_log.h"

namespace weir::oracle {

class KnotOracle final : public asic::DeclarationListener {
 public:
  // Before the run, of networks whose switches pause by the depth of a VIQ, each class by itself (PFC). `life` and
  // `found_within` as of KnotJudge, `fifo_room` as of KnotLog, by device; shorter: no FIFO. The network outlives it,
  // and runs no further without it.
  KnotOracle(network::Network& network, Time life, Time found_within,
             const std::vector<std::optional<Bytes>>& fifo_room = {});

  // Is told of all entries, too, in their order, and up to when there are no more; all of one instant in one call.
  using Follower = std::function<void(const std::vector<KnotEntry>& entries, Time reached)>;
  void tell(Follower follower) { follower_ = std::move(follower); }

  const std::vector<std::size_t>& peers() const { return judge_.peers(); }

  // All devices have come to `reached`, and what they have written before is judged.
  void judge_until(Time reached);

  KnotScore score(Time end) const { return judge_.score(end); }

  // "s1.p2.c0" of a place.
  std::string name(std::size_t place) const;

 private:
  void declared(const asic::SwitchAsic& at, const deadlock::Declaration& declaration, Time now) override;
  void resolves(const asic::SwitchAsic& at, PortId ingress, ClassId c, Time now) override;
  void resumed(const asic::SwitchAsic& at, PortId ingress, ClassId c, Time now) override;
  bool stops_for_ever(std::size_t place, Time now) const;
  void told();

  const network::Network& network_;
  std::vector<std::size_t> first_;  // place of each device
  std::vector<std::unique_ptr<KnotLog>> logs_;
  std::map<const asic::SwitchAsic*, std::size_t> device_of_;
  KnotJudge judge_;
  Follower follower_;
  std::size_t unread_ = 0;  // entries, about
};

}  // namespace weir::oracle
