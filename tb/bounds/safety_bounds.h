// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Bounds that thresholds must keep so that nothing is lost and no flow holds and waits. A scenario that breaks one
// runs, with a warning. Sources: GFC, SIGCOMM '19; "TTL-based buffer management" for the headroom of PFC.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tb/bounds/bound_parts.h"
#include "tb/scenario/scenario.h"

namespace weir::bounds {

// tau <= 2 MTU/C + 2 t_w + t_r (GFC, eq. 6), rounded up to a picosecond. `frame` is what the largest frame costs on the
// wire; `wire` the propagation delay one way.
Time feedback_latency(Bytes frame, BitRate rate, Time wire, Time processing);

// The least Bm - B0 of conceptual GFC, 4 C tau (Theorem 4.1), rounded up to a byte.
Bytes conceptual_margin(BitRate rate, Time tau);

// The least Bm - B1 of buffer-based GFC, 2 C tau (eq. 5).
Bytes buffer_based_margin(BitRate rate, Time tau);

// The least Bm - B0 of time-based GFC, (sqrt(tau/T) + 1)^2 C T (Theorem 5.1). `period` > 0. The paper's section 5.4 has
// T/tau once; its figures follow tau/T.
Bytes time_based_margin(BitRate rate, Time tau, Time period);

// The least Bm - B0 of a linear rate that is obeyed `late` after what it was computed from, e C late: the solution of
// y' = -C/(Bm - B0) y(t - late) stays above 0 from there on.
Bytes late_margin(BitRate rate, Time late);

// What may arrive above XOFF, 2 (MTU + s_pfc + r t_wire) + r t_pro (TTL-based buffer management, eq. 14). The document
// has t_pro = 60 quanta; here it is the processing delay of the scenario.
Bytes pfc_headroom(Bytes frame, Bytes pfc_frame, BitRate rate, Time wire, Time processing);

// What may arrive above XOFF of an egress queue of a switch with so many ports, where it asks the others to pause:
// all of them but its own go on for `tau`, and one port's worth leaves.
Bytes egress_pause_headroom(std::size_t ports, BitRate rate, Time tau);

// How far a VIQ can stand above `threshold` right after the packet that reached it: nothing if `threshold` is a whole
// number of packets of one length, otherwise up to a packet less a byte. `lengths`: every frame length that occurs, >
// 0.
Bytes largest_overshoot(Bytes threshold, const std::vector<Bytes>& lengths);

// The switch.mmu.headroom with which no lossless packet finds its headroom exhausted, whatever the traffic; may be
// negative, where viq_limit alone is more than enough. Under buffer-based GFC it is for the scenario's duration.
// Nothing where no such bound holds: without flow control, for GFC outside its fluid bounds (gfc_bounds.h), for credits
// where cells are counted, and for a PAUSE that runs out before its refresh.
std::optional<Bytes> required_headroom(const Alike& alike);
std::optional<Bytes> required_headroom(const scenario::Scenario& scenario);  // of switches with the common settings

// A line for each bound that switches of the same settings break, on the worst of their links: the bound, both values,
// the source.
std::vector<std::string> safety_warnings(const Alike& alike);
std::vector<std::string> safety_warnings(const scenario::Scenario& scenario);

}  // namespace weir::bounds
