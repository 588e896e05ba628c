// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/fera_block_rules.h"

#include <algorithm>
#include <cmath>

#include "hw_model/base/quantity_text.h"
#include "hw_model/frame/fera_tag.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/reference/fera_arithmetic.h"

namespace weir::congestion {

using reference::FeraForm;
using reference::FeraMeterConfig;
using reference::FeraSettings;

namespace {

constexpr unsigned kMostRateBits = 31;  // FIRST, a rate, is an int

}  // namespace

std::optional<Time> fera_clock(const FeraSettings& settings) {
  for (const Time clock : {Time(1'200), Time(1'000)}) {
    if (settings.interval % clock == Time(0))
      return clock;
  }
  return std::nullopt;
}

std::string not_in_fera_block(const FeraSettings& settings, BitRate line_rate) {
  const auto off = [](const std::string& setting, const std::string& has) {
    return "congestion.fera." + setting + ", and the RTL has " + has;
  };
  if (settings.form == FeraForm::kExact)
    return off("datapath is \"exact\"", "\"divisor_free\" and \"dividing\"");
  if (settings.form == FeraForm::kDividing && settings.division != reference::FeraDivision::kBitSerial)
    return off("division is \"table\"", "\"bit_serial\"");
  if (settings.queue_control != reference::FeraQueueControl::kLinear)
    return off("queue_control is not \"linear\"", "no other");
  if (settings.lambda < 1)
    return off("lambda is below 1", "no moving average");
  if (settings.delta > 0)
    return off("delta is above 0", "no limit of the increase");
  if (settings.gamma < 1)
    return off("gamma is below 1", "all of C");
  if (settings.takes_off_time)
    return off("takes_off_time is true", "no OFF time");
  if (settings.rounding != reference::FeraRounding::kNearest)
    return off("rounding is \"floor\"", "\"nearest\"");
  if (settings.overflow != reference::FeraOverflow::kSaturates)
    return off("overflow is \"wraps\"", "\"saturates\"");
  if (settings.rate_bits > kMostRateBits)
    return off("rate_bits is " + std::to_string(settings.rate_bits), "31 at most");
  if (!fera_clock(settings))
    return off("interval is " + quantity_text(settings.interval), "whole cycles of 1.2 ns or 1 ns");
  if (line_rate.count() % frame::kFeraRateUnit != 0)
    return "a port has " + quantity_text(line_rate) + ", and the RTL has rates in whole kbit/s";
  return {};
}

FeraMeterConfig fera_block_widths(const FeraSettings& settings, const reference::FeraPort& port) {
  FeraMeterConfig widths{.form = settings.form};
  const auto cycles = static_cast<std::uint64_t>(settings.interval / fera_clock(settings).value_or(Time(1'000)));
  const auto capacity = static_cast<std::uint64_t>(reference::fera_capacity(port.line_rate, settings.interval).count());
  widths.rate_bits = settings.rate_bits;
  widths.fraction_bits = settings.fraction_bits;
  widths.q_bits = std::max(widths.q_bits, port.depth_bits);
  widths.arrived_bits =
      settings.arrived_bits != 0 ? port.arrived_bits : std::max(widths.arrived_bits, port.arrived_bits);
  widths.interval_bits = std::max(widths.interval_bits, ledger::bits_for(cycles));
  widths.capacity_bits = std::max(widths.capacity_bits, ledger::bits_for(capacity));
  widths.first = std::max(
      1U, static_cast<unsigned>(std::llround(std::ldexp(1.0, static_cast<int>(settings.rate_bits) - 1) / settings.n0)));
  return widths;
}

}  // namespace weir::congestion
