// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The ECN field of a packet where it stands: IPv4 or IPv6, behind up to two tags. What marks a packet on its way out
// finds it here, for no descriptor carries where a header begins.

#pragma once

#include <optional>

#include "hw_model/frame/ipv4.h"
#include "hw_model/frame/packet.h"

namespace weir::frame {

// Nothing where the frame has no IP header.
std::optional<Ecn> ecn_of(const Packet& packet);

// Writes the field, and what covers it. Does nothing where there is none.
void set_ecn(Packet& packet, Ecn ecn);

}  // namespace weir::frame
