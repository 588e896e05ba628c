// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// ITSY ("ITSY", sections III and IV): detection in the data plane, and three resolutions of which one is built in.
//
// Detection, for each lossless class of a switch of N ports (section VI.D):
//   traffic_mapping   N x N bits   bit (e, i): VEQ e holds a packet that came in through port i
//   pausing, resumed  2 N bits     this port pauses its upstream; RESUME tag r_p
//   initiator         N (S + P + Seq) bits, S 14 and P 6 in the paper
// A bit of the mapping is cleared when the last packet of i has left VEQ e. The paper does not say how that is known;
// it takes a count beside each bit (`count_packets`, the default), which is by far the largest part, so it is in SRAM.
// Without counts a row is cleared when its VEQ is empty, and xi_p may hold ports that no longer send.

#pragma once

#include "hw_model/ledger/block.h"
#include "hw_model/mechanisms/deadlock/deadlock.h"

namespace weir::deadlock {

// Adds detection and the configured resolution. Throws std::invalid_argument as declare_deadlock.
void declare_itsy(ledger::Block& block, const SwitchContext& context);

// The three resolutions; mechanism "itsy_count_min_drop" and so on.
void declare_count_min_drop(ledger::Block& block, const SwitchContext& context);
void declare_port_level(ledger::Block& block, const SwitchContext& context, const char* mechanism);
void declare_flow_level(ledger::Block& block, const SwitchContext& context);

// Bits of P.
unsigned port_id_bits(const SwitchContext& context);

// Throws std::invalid_argument unless `value` is within 1..most. `name` as in the configuration.
void require_within(unsigned value, unsigned most, const char* name);

}  // namespace weir::deadlock
