// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/pause_rules.h"

#include <string>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/quantity_text.h"
#include "hw_model/frame/mac_control.h"

namespace weir::flow_control {

using ledger::Complaints;

namespace {

Time control_frame_time(const PortFacts& port) {
  return serialization_time(frame::kControlFrameLength, port.line_rate);
}

// " of class 2" where XOFF or XON are one for each class.
std::string of_class(const PfcConfig& pfc, ClassId c) {
  return pfc.by_class() ? " of class " + std::to_string(c.index()) : "";
}

// The classes whose XOFF and XON are checked: one stands for all where these are alike.
ClassMask told_apart(const FlowControlConfig& config) { return config.pfc.by_class() ? config.lossless : ClassMask{1}; }

// The depth compared with XOFF is that of one class in a VIQ, or there is one XOFF for all classes.
void check_by_class(const FlowControlConfig& config, Complaints& complaints) {
  const SchemeTraits& traits = traits_of(config.scheme);
  complaints.unless(!config.pfc.by_class() || (!traits.is_of_the_port && !traits.by_egress),
                    {config.pfc.xoff.is_list() ? "xoff" : "xon", "flow_control.scheme"},
                    "wanted one value for all classes under " + std::string(name_of(config.scheme)) +
                        ", or flow_control.scheme = \"pfc\" or \"ttl_pfc\", which compare single VIQs; got a list");
}

}  // namespace

void check_pauses(const FlowControlConfig& config, const PortFacts& port, Complaints& complaints) {
  const PfcConfig& pfc = config.pfc;
  check_by_class(config, complaints);
  for_each_class(told_apart(config), [&](ClassId c) {
    complaints.unless(!traits_of(config.scheme).follows_ttl || pfc.xoff_of(c) >= port.max_frame,
                      {"xoff", "switch.max_frame"},
                      "wanted at least switch.max_frame, " + quantity_text(port.max_frame) +
                          ", under ttl_pfc (TTL-based buffer management, section 1.4.2); got " +
                          quantity_text(pfc.xoff_of(c)) + of_class(pfc, c));
  });
  for_each_class(told_apart(config), [&](ClassId c) {
    complaints.unless(pfc.xon_of(c) < pfc.xoff_of(c), {"xon", "xoff"},
                      "wanted less than xoff" + of_class(pfc, c) + ", " + quantity_text(pfc.xoff_of(c)) + "; got " +
                          quantity_text(pfc.xon_of(c)));
  });
  complaints.unless(pfc.refresh_quanta < pfc.pause_quanta, {"refresh_quanta", "pause_quanta"},
                    "wanted less than pause_quanta, " + std::to_string(pfc.pause_quanta) + "; got " +
                        std::to_string(pfc.refresh_quanta));
  const Time interval = refresh_interval(pfc, port.line_rate);
  complaints.unless(interval > control_frame_time(port), {"pause_quanta", "refresh_fraction", "port.rate"},
                    "a standing PAUSE would be sent again every " + quantity_text(interval) +
                        " (pause_quanta x refresh_fraction), wanted more than the " +
                        quantity_text(control_frame_time(port)) + " of one control frame");
}

}  // namespace weir::flow_control
