// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Software that sets up or removes channels of Ultra Ethernet's credits while the network runs, by the steps of
// mechanisms/ue_cbfc/vc_procedure.h. It sees one end of a link at a time: each step is taken in the local time of the
// end that it is about, and the other end learns of it at Timing::boundary_after(), so that results do not depend on
// how devices are scheduled. Software that waits looks again after kLook.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/mechanisms/flow_control/ue_credits.h"
#include "hw_model/mechanisms/ue_cbfc/vc_procedure.h"
#include "tb/network/network.h"
#include "tb/scenario/event.h"

namespace weir::scenario {

class ChannelSoftware {
 public:
  static constexpr Time kLook{1'000'000};

  // `after`: the work on the same channel that was asked for before; null: none.
  ChannelSoftware(network::Network& network, const SetChannels& set, const SetChannels::Way& way, ClassId c,
                  const ChannelSoftware* after);
  ChannelSoftware(const ChannelSoftware&) = delete;
  ChannelSoftware& operator=(const ChannelSoftware&) = delete;

  void begin(Time at);

  bool is_about(const network::End& sender, ClassId c) const { return sender == sender_ && c == class_; }
  Time done() const { return done_; }  // kNever: not yet

 private:
  void go(Time now);
  void hand_over(Time now);  // to the other end
  bool ready(ue_cbfc::VcStep step, Time now);
  bool link_is_silent(Time now);
  bool all_acknowledged();
  void take(ue_cbfc::VcStep step, Time now);
  void finish(Time now);
  void set_enqueue(bool on, Time now);
  asic::Device& device() { return *network_.devices[at_receiver_ ? receiver_.device : sender_.device].operator->(); }
  PortId port() const { return at_receiver_ ? receiver_.port : sender_.port; }
  flow_control::UeCredits& engine();

  network::Network& network_;
  const network::End sender_;
  const network::End receiver_;
  const ClassId class_;
  const bool removes_;
  const std::uint32_t limit_;
  const std::span<const ue_cbfc::VcStep> steps_;
  const ChannelSoftware* const after_;

  std::size_t next_ = 0;      // of the steps
  bool at_receiver_ = false;  // where software looks
  bool begun_ = false;
  bool heard_ = false;  // kAwaitLink: nothing is on the way any more; what the receiver's buffer holds is not yet known
  Time stepped_;        // when the last step at the sender was taken
  std::uint32_t next_number_ = 0;  // of link-level retry then
  Time done_ = kNever;
};

// The work of all events; before the run.
class ChannelWork {
 public:
  explicit ChannelWork(network::Network& network) : network_(network) {}
  // The event begins at that time.
  void begin(std::size_t event, const SetChannels& set, Time at);
  // When all channels of the event were done, in a run that has reached `end`; kNever: not yet.
  Time done(std::size_t event, Time end) const;

 private:
  struct One {
    std::size_t event;
    std::unique_ptr<ChannelSoftware> software;
  };
  network::Network& network_;
  std::vector<One> all_;  // in the order in which they were asked for
};

}  // namespace weir::scenario
