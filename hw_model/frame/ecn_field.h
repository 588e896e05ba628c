// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What switches write of congestion, where it stands in a packet: the ECN field of IPv4 or IPv6, and the FECN bit of
// RoCEv2's base transport header over IPv4, behind up to two tags. What marks a packet on its way out finds them here,
// for no descriptor carries where a header begins. Over IPv6 the base transport header ends beyond the first 64 bytes.

#pragma once

#include <optional>

#include "hw_model/frame/ipv4.h"
#include "hw_model/frame/packet.h"

namespace weir::frame {

// Nothing where the frame has no IP header.
std::optional<Ecn> ecn_of(const Packet& packet);

// Writes the field, and what covers it. Does nothing where there is none.
void set_ecn(Packet& packet, Ecn ecn);

// Nothing where the packet has no base transport header within reach.
std::optional<bool> fecn_of(const Packet& packet);

// Sets the bit; nothing else changes, for the invariant CRC leaves it out. Does nothing where there is none.
void set_fecn(Packet& packet);

}  // namespace weir::frame
