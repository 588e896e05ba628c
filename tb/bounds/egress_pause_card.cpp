// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// PFC and PAUSE by the depth of egress queues, which may drop: VIQs have no headroom.

#include "tb/bounds/pause_refresh.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/bounds/scheme_card.h"

namespace weir::bounds {
namespace {

class EgressPauseCard final : public SchemeCard {
 public:
  RoomOfPort room(const asic::SwitchConfig& device, const link::LinkConfig& port) const override {
    return {egress_pause_headroom(device.ports.size(), port.rate, latency_of(port, device)), "(N - 2) C tau",
            "of an egress queue: all ports but its own send to it until they obey, one leaves"};
  }
  Bytes packets(const asic::SwitchConfig&) const override { return Bytes(0); }
  std::vector<std::string> warnings(const Alike& alike) const override { return {refresh_warning(alike)}; }
  bool bounds_viqs() const override { return false; }
};

}  // namespace

const SchemeCard& egress_pause_card() {
  static const EgressPauseCard kCard;
  return kCard;
}

}  // namespace weir::bounds
