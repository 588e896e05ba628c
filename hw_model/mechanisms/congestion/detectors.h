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

// The buffer of notifications (Notifier), which all ports share.
void declare_notification_buffer(ledger::Block& block, const PortContext& context);

// The classes that red_ecn marks: `classes` of its settings that the hardware has; beside another detector without the
// lossless classes.
inline ClassMask red_classes(const PortContext& context) {
  const ClassMask built = static_cast<ClassMask>((1U << context.classes) - 1);
  const ClassMask left = context.config.red_ecn.beside ? static_cast<ClassMask>(~context.lossless) : ClassMask{0xff};
  return static_cast<ClassMask>(context.config.red_ecn.classes & built & left);
}

// FERA, chapter 5, with the enhancements of chapter 7; and the arithmetic unit that all ports share.
void declare_fera(ledger::Block& block, const PortContext& context);
void declare_fera_unit(ledger::Block& block, const PortContext& context);

// The slope register of a marker: p_max / (k_max - k_min) in units of 2^-(probability_bits + depth).
std::uint64_t red_slope(const RedEcnConfig& config, unsigned depth);

// `value`, 0 or more, in units of 2^-bits; at most all ones. bits <= 52.
std::uint64_t fixed_point(double value, unsigned bits);

// Width of a count of packets: as many of the shortest as the buffer holds.
unsigned packet_count_bits(const PortContext& context);

// Throws unless a setting in bytes is within the buffer. `name` begins with the detector: "tcd: low_threshold".
void require_within_buffer(const PortContext& context, Bytes setting, const std::string& name);

}  // namespace weir::congestion
