// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Lengths of the frames in the classes that the scheme protects: of packets, and of all with which hosts and switches
// answer packets there. Each once, ascending; a captured frame may be of any class.

#pragma once

#include <vector>

#include "tb/scenario/scenario.h"

namespace weir::bounds {

// As whoever makes a frame makes it.
std::vector<Bytes> made_lengths(const scenario::Scenario& scenario);

// What a peer of this switch can send in them: made_lengths(), or, if the scenario makes none, switch.max_frame.
std::vector<Bytes> sent_lengths(const scenario::Scenario& scenario, const asic::SwitchConfig& device);

// Of these as many as can fill a buffer with one length. Of notifications, tags and what answers a window there are
// only as many as intervals and windows allow.
std::vector<Bytes> filling_lengths(const scenario::Scenario& scenario);

// As switches count a frame: with a tag where the next device is a switch, without one where it is a host.
std::vector<Bytes> lossless_lengths(const scenario::Scenario& scenario);

}  // namespace weir::bounds
