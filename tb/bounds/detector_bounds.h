// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What congestion detectors must have to tell a root of congestion from a victim (detector_card.h). A scenario without
// it runs, with a warning. Sources: TCD, SIGCOMM '21, section 4; else derived.

#pragma once

#include <string>
#include <vector>

#include "tb/bounds/bound_parts.h"

namespace weir::bounds {

// What runs out of credits: a buffer, in blocks of credits, and frames that it has room for.
struct CreditLine {
  Bytes buffer;
  Bytes block;
  Bytes frame;    // the longest that there are
  Bytes on_wire;  // what that costs on the line
  BitRate rate;
  Time wire;  // t_p
};

// The longest T_c behind which a queue that is the root ever leaves TCD's undetermined state, B/C - 2 t_p - 2 MTU/C, in
// whole picoseconds; may be negative. B is what the whole frames cost on the wire that the blocks are credit for: the
// rest of the buffer sends nothing. Beyond it a buffer runs out of credits in each period, and T_on never reaches T_c.
Time longest_credit_period(const CreditLine& line);

// The part of the line from which on packets of a port that is not congested may get CE after it was held for so long.
// A load a holds back a C held, in VIQs and in hosts; that comes at line rate, and the port works it off by (1 - a) C
// until the second sample, max(T_on) + T after its release. Below a = S/(S + held) with S = max(T_on) + T all of it is
// gone by then. Whatever XOFF is: what stands in front of the port only adds to what has to come.
double innocent_load(Time held, Time longest_on, Time period);

// A line for each of a switch's mechanisms that a detector of it does not work with (DetectorCard::misfits()).
std::vector<std::string> detector_misfits(const asic::SwitchConfig& device);

// detector_misfits(), and a line for each bound that the detectors of these switches, or of the switches that send to
// them, do not keep.
std::vector<std::string> detector_warnings(const Alike& alike);

// What follows from the settings of detectors, a line for each rate and length of the links: TCD's times and rule,
// FERA's gain.
std::vector<std::string> detector_notes(const scenario::Scenario& scenario);

}  // namespace weir::bounds
