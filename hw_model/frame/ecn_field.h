// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The congestion marks that switches write into a packet: the ECN field of IPv4 or IPv6, and the FECN bit of RoCEv2's
// base transport header over IPv4, behind up to two tags. Markers at the egress find the fields here, because no
// descriptor says where a header begins. Over IPv6 the base transport header ends beyond the first 64 bytes.

#pragma once

#include <optional>

#include "hw_model/frame/ipv4.h"
#include "hw_model/frame/packet.h"

namespace weir::frame {

// The ECN field; nothing if the frame has no IP header.
std::optional<Ecn> ecn_of(const Packet& packet);

// Writes the field and updates the checksum that covers it. Does nothing if there is no such field.
void set_ecn(Packet& packet, Ecn ecn);

// The FECN bit; nothing if no base transport header is within reach.
std::optional<bool> fecn_of(const Packet& packet);

// Sets the bit and nothing else, since the invariant CRC does not cover it. Does nothing if there is no such bit.
void set_fecn(Packet& packet);

}  // namespace weir::frame
