// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functions that declare the registers of detectors, and helpers that detectors share.

#pragma once

#include <cstdint>
#include <string>

#include "hw_model/base/require.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/congestion/congestion.h"

namespace weir::congestion {

// Each adds a detector's registers of one port. Throws std::invalid_argument when no hardware could have its settings.

// RED: S. Floyd, V. Jacobson, "Random Early Detection Gateways for Congestion Avoidance", IEEE/ACM ToN 1(4), 1993, with
// the present depth in place of the average, as DCQCN (SIGCOMM '15, section 3.1) has it; marks: RFC 3168.
void declare_red_ecn(ledger::Block& block, const PortContext& context);

// The buffer of notifications (Notifier), which all ports share.
void declare_notification_buffer(ledger::Block& block, const PortContext& context);

// The classes that red_ecn marks: `classes` of its settings that the hardware has; beside another detector without the
// lossless classes.
inline ClassMask red_classes(const PortContext& context) {
  const ClassMask built = static_cast<ClassMask>((1U << context.classes) - 1);
  const ClassMask left = context.config.red_ecn.beside ? static_cast<ClassMask>(~context.lossless) : ClassMask{0xff};
  return static_cast<ClassMask>(context.config.red_ecn.classes & built & left);
}

// InfiniBand Architecture, volume 1, annex A10: marks a packet of a queue over its threshold, unless the queue has been
// waiting for credits (a victim).
void declare_ib_fecn(ledger::Block& block, const PortContext& context);

// TCD, section 4 (tcd.h).
void declare_tcd(ledger::Block& block, const PortContext& context);

// FERA, chapter 5, with the enhancements of chapter 7; and the arithmetic unit that all ports share.
void declare_fera(ledger::Block& block, const PortContext& context);
void declare_fera_unit(ledger::Block& block, const PortContext& context);

// BCN as FERA, section 6.2, describes it: samples arrivals, sends the congestion index back to the source.
void declare_bcn(ledger::Block& block, const PortContext& context);

// Thresholds, slope and random numbers of a RED marker; names begin with `prefix`.
void declare_marking(ledger::Block& block, const PortContext& context, const RedEcnConfig& config,
                     const std::string& prefix, const ledger::Origin& origin);

// The slope register of a marker: p_max / (k_max - k_min) in units of 2^-(probability_bits + depth).
std::uint64_t red_slope(const RedEcnConfig& config, unsigned depth);

// `value`, 0 or more, in units of 2^-bits; at most all ones. bits <= 52.
std::uint64_t fixed_point(double value, unsigned bits);

// Width of a count of packets: as many of the shortest as the buffer holds.
unsigned packet_count_bits(const PortContext& context);

// Throws unless a setting in bytes is within the buffer. `name` begins with the detector: "tcd: low_threshold".
void require_within_buffer(const PortContext& context, Bytes setting, const std::string& name);

}  // namespace weir::congestion
