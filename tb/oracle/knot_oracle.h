// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The oracle of knots: scores every declaration of a running network's deadlock units at its picosecond, and finds the
// deadlocks that they missed. It sees everything and influences nothing.
//
// Each device logs deadlock events in its local time; entries that all devices have passed are sorted and judged. So
// the findings depend neither on the quantum, nor on how a run is cut into stretches, nor on ranks.

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
  // Before the run. For networks whose switches pause each class by the depth of a VIQ (PFC). `life` and `found_within`
  // as in KnotJudge; `fifo_room` as in KnotLog, by device; devices beyond its end have no FIFO. `network` must outlive
  // the oracle and must not run further without it.
  KnotOracle(network::Network& network, Time life, Time found_within,
             const std::vector<std::optional<Bytes>>& fifo_room = {});

  // A follower gets all entries in order, and the time up to which there are no more; entries of one instant come in
  // one call.
  using Follower = std::function<void(const std::vector<KnotEntry>& entries, Time reached)>;
  void tell(Follower follower) { follower_ = std::move(follower); }

  const std::vector<std::size_t>& peers() const { return judge_.peers(); }

  // All devices have come to `reached`: judges all entries before it.
  void judge_until(Time reached);

  // The same for a network that is divided among ranks: the entries of the devices here, and of hosts here what takes
  // nothing any more, as a text; and judges the texts of all ranks.
  std::string tell(Time reached);
  void judge(const std::vector<std::string>& told, Time reached);

  KnotScore score(Time end) const { return judge_.score(end); }

  // The name of a place, "s1.p2.c0".
  std::string name(std::size_t place) const;

 private:
  void declared(const asic::SwitchAsic& at, const deadlock::Declaration& declaration, Time now) override;
  void resolves(const asic::SwitchAsic& at, PortId ingress, ClassId c, Time now) override;
  void resumed(const asic::SwitchAsic& at, PortId ingress, ClassId c, Time now) override;
  bool stops_for_ever(std::size_t place, Time now) const;
  std::size_t device_at(std::size_t place) const;
  void told();
  std::vector<KnotEntry> take_until(Time reached);
  void judge(std::vector<KnotEntry> entries, Time reached);

  const network::Network& network_;
  std::vector<std::size_t> first_;              // place of each device
  std::vector<std::unique_ptr<KnotLog>> logs_;  // by device; null: of another rank
  std::map<const asic::SwitchAsic*, std::size_t> device_of_;
  KnotJudge judge_;
  Follower follower_;
  std::size_t unread_ = 0;               // entries not read yet, approximately
  std::map<std::size_t, Time> stopped_;  // places of hosts of all ranks that take nothing, and since when
};

}  // namespace weir::oracle
