// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The bins, and what is met at the ports: frames, pauses, ticks, what coincides. Of a service: coverage_service.cpp.

#include "tb/cosim/blocks/fera_meter/coverage.h"

#include <algorithm>
#include <bit>

#include "hw_model/reference/fera_steps.h"
#include "tb/cosim/blocks/fera_meter/coverage_bins.h"
#include "tb/cosim/blocks/fera_meter/stimulus.h"

namespace weir::cosim {

using namespace fera_bins;

namespace {

const std::vector<std::string> kNoYes = {"no", "yes"};
const std::vector<std::string> kTogetherNames = {
    "frame_and_tick",         "pause_and_tick",         "frame_pause_and_tick",   "tick_while_looked_at",
    "tick_while_worked_for",  "tick_while_told",        "tick_in_the_last_cycle", "tick_in_the_first_cycle",
    "late_tick_with_a_frame", "frame_while_worked_for", "pause_while_worked_for", "frame_of_no_length",
    "frame_for_no_port",      "tick_of_no_port",        "read_of_no_port",        "all_pause",
    "reset_while_looking",    "reset_while_due",        "reset_while_working",    "reset_while_telling"};

// The products of a service from first to last; products that this form lacks have no bins.
CoverageDimension products(bool divides) {
  return divides ? CoverageDimension{"of", {"slope_below", "slope_above", "step", "scale", "quotient", "factor"}}
                 : CoverageDimension{"of", {"slope_below", "slope_above", "step", "scale", "load", "stretch"}};
}

CoverageDimension changed_bits(const reference::FeraMeterConfig& widths) {
  if (widths.form == reference::FeraForm::kDividing) {
    return numbers("capacity_bit", 0, widths.capacity_bits - 1);
  }
  CoverageDimension bits = numbers("bit", 0, widths.fraction_bits + 3);
  for (unsigned bit = 0; bit < kShiftBits; ++bit) {
    bits.bins.push_back("shift_" + std::to_string(bit));
  }
  return bits;
}

}  // namespace

FeraMeterCoverage::FeraMeterCoverage(const reference::FeraMeterConfig& widths, unsigned /*latency*/)
    : widths_(widths),
      unit_(widths),
      services_("service", {numbers("port", 0, widths.ports - 1),
                            {"load", {"none", "some"}},
                            {"c", {"first", "same", "fell", "rose"}},
                            {"r_follows", kNoYes}}),
      due_("due", {numbers("port", 0, widths.ports - 1), numbers("others_due", 0, widths.ports - 1)}),
      clocks_("clock", {{"t",
                         {"no_pause", "one_above_the_floor", "at_the_floor", "one_below_the_floor", "no_floor",
                          "paused_for_all_but_one", "paused_for_all", "paused_for_longer"}}}),
      parts_(divides() ? CoverageGroup("bytes", {numbers("bits", 0, widths.capacity_bits)})
                       : CoverageGroup("parts", {numbers("of_64", 1, reference::kFeraClockParts)})),
      slopes_("slope", {{"q", {"up_to_q_eq", "above"}}, {"f", {"at_c", "between", "at_its_end"}}}),
      distances_("distance", {{"q", {"up_to_q_eq", "above"}}, numbers("highest_bit", 0, widths.q_bits - 1)}),
      loads_("load", {numbers("bits_of_a", 1, widths.arrived_bits),
                      {divides() ? "ratio" : "rho", {"0", "between", "at_its_end"}}}),
      steps_("step", {{"sum", {"negative", "below", "at_the_least", "between", "at_the_most", "above"}}}),
      results_("result", {numbers("bits_of_r", 1, widths.rate_bits), {"becomes", {"least", "between", "line"}}}),
      comparisons_("of", {{"line", widths.rate_bits}, {"least", widths.rate_bits}}, "left"),
      roundings_("rounding", {products(divides()), {"rest", {"none", "below_half", "half", "above_half"}}}),
      changes_("change", {{"c", {"fell", "rose"}}, changed_bits(widths)}),
      tags_("tag", {{"rate", {"one_of_0", "just_reached", "just_missed", "between", "at_its_end"}}}),
      lines_("kbps", {numbers("bits", 0, 32)}),
      arrivals_("arrived",
                {{"highest_bit_that_changes", numbers("", 0, widths.arrived_bits - 1).bins}, {"frame", {"a", "ends"}}}),
      lengths_("length", {numbers("port", 0, widths.ports - 1), numbers("bits", 0, widths.length_bits)}),
      pauses_("pause", {{"highest_bit_that_changes", numbers("", 0, widths.interval_bits).bins}}),
      coincidences_("coincidence", {{"what", kTogetherNames}}),
      intervals_("interval", {ages("cycles")}),
      since_(widths.ports) {
  for (std::size_t port = 0; port < widths.ports; ++port) {
    for (std::size_t load = 0; load < 2; ++load) {
      services_.rule_out(services_.index({port, load, kFirst, 1}));
      services_.rule_out(services_.index({port, load, kSame, 1}));
    }
  }
  slopes_.rule_out(slopes_.index({1, kAtEnd}));
  for (std::size_t bit = widths.length_bits; bit < widths.arrived_bits; ++bit) {  // a frame that is longer than that
    arrivals_.rule_out(arrivals_.index({bit, 1}));
  }
  rule_out_loads();
}

// Rules out loads that these widths do not reach: 1/rho of the largest A is never at its end, of the smallest never 0.
void FeraMeterCoverage::rule_out_loads() {
  if (!divides()) {
    return;
  }
  const reference::FeraFraction fraction{.bits = widths_.fraction_bits};
  const auto quotient = [&](std::uint64_t capacity, std::uint64_t arrived) {
    return reference::fera_quotient(Wide{capacity} << fraction.bits, static_cast<Wide>(arrived),
                                    reference::FeraRounding::kNearest);
  };
  for (unsigned bits = 1; bits <= widths_.arrived_bits; ++bits) {
    if (quotient(1, most_of(bits)) > 0) {
      loads_.rule_out(loads_.index({bits - 1, kNought}));
    }
    if (quotient(most_of(widths_.capacity_bits), most_of(bits - 1) + 1) <= fraction.most(reference::kFeraRatioBits)) {
      loads_.rule_out(loads_.index({bits - 1, kAtEnd}));
    }
  }
}

void FeraMeterCoverage::start(const reference::FeraMeterConfig& mode) {
  unit_ = reference::FeraMeterCycle(mode);
  since_.assign(widths_.ports, 0);
}

std::vector<CoverageGroup> FeraMeterCoverage::take() const {
  std::vector<CoverageGroup> groups = {services_,    due_,     clocks_,    parts_,   slopes_,      distances_,
                                       loads_,       results_, roundings_, changes_, tags_,        lines_,
                                       comparisons_, lengths_, arrivals_,  pauses_,  coincidences_};
  if (!divides()) {
    groups.push_back(steps_);
  }
  groups.push_back(intervals_);
  return groups;
}

void FeraMeterCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> /*out*/) {
  for (const Inputs& cycle_in : in) {
    cycle(cycle_in);
    unit_.clock(cycle_in);
  }
}

void FeraMeterCoverage::cycle(const Inputs& in) {
  together(in);
  if (!in.rst_n) {
    since_.assign(widths_.ports, 0);
    return;
  }
  measures(in);
  if (!unit_.busy() && unit_.due(unit_.port())) {
    begins(in);
  }
}

void FeraMeterCoverage::measures(const Inputs& in) {
  if (in.arrives && in.arrives_port < widths_.ports) {
    const std::uint64_t before = unit_.arrived(in.arrives_port);
    const std::uint64_t after = std::min(before + in.arrives_length, most_of(widths_.arrived_bits));
    lengths_.hit(lengths_.index({in.arrives_port, static_cast<std::size_t>(std::bit_width(in.arrives_length))}));
    if (after != before) {
      const bool ends = before + in.arrives_length > after;
      arrivals_.hit(arrivals_.index({static_cast<std::size_t>(std::bit_width(before ^ after)) - 1, ends ? 1U : 0U}));
    }
  }
  for (unsigned n = 0; n < widths_.ports; ++n) {
    const std::uint32_t before = unit_.paused(n);
    if ((in.asks >> n & 1U) != 0) {
      const bool full = before == most_of(widths_.interval_bits);
      pauses_.hit(full ? widths_.interval_bits : static_cast<std::size_t>(std::bit_width(before ^ (before + 1))) - 1);
    }
    ++since_[n];
    if (in.tick && in.tick_port == n && !unit_.due(n)) {
      intervals_.hit(age_bin(since_[n]));
      since_[n] = 0;
    }
  }
}

void FeraMeterCoverage::together(const Inputs& in) {
  const auto coincide = [&](bool is, Together what) {
    if (is) {
      coincidences_.hit(what);
    }
  };
  const bool works = unit_.busy() && !unit_.tells();
  const bool here_due = unit_.due(unit_.port());
  coincide(!in.rst_n && !unit_.busy() && !here_due, kResetLooking);
  coincide(!in.rst_n && !unit_.busy() && here_due, kResetDue);
  coincide(!in.rst_n && works, kResetWorking);
  coincide(!in.rst_n && unit_.tells(), kResetTelling);
  if (!in.rst_n) {
    return;
  }
  const bool ticks = in.tick && in.tick_port < widths_.ports;
  const bool asks = ticks && (in.asks >> in.tick_port & 1U) != 0;
  const bool frame = ticks && in.arrives && in.arrives_port == in.tick_port && in.arrives_length > 0;
  const bool counts = ticks && !unit_.due(in.tick_port);
  coincide(counts && frame, kFrameTick);
  coincide(counts && asks, kPauseTick);
  coincide(counts && frame && asks, kFramePauseTick);
  const bool of_the_port = ticks && in.tick_port == unit_.port();
  coincide(of_the_port && !unit_.busy() && !here_due, kTickLooked);
  coincide(of_the_port && works, kTickWorked);
  coincide(of_the_port && unit_.tells(), kTickTold);
  coincide(of_the_port && unit_.ends(), kTickLast);
  coincide(of_the_port && !unit_.busy() && here_due, kTickFirst);
  coincide(ticks && !counts && frame, kLateFrame);
  coincide(unit_.busy() && in.arrives && in.arrives_port == unit_.port(), kFrameWorked);
  coincide(unit_.busy() && (in.asks >> unit_.port() & 1U) != 0, kPauseWorked);
  coincide(in.arrives && in.arrives_length == 0, kNoLength);
  coincide(in.arrives && in.arrives_port >= widths_.ports, kFrameNowhere);
  coincide(in.tick && in.tick_port >= widths_.ports, kTickNowhere);
  coincide(in.read_port >= widths_.ports, kReadNowhere);
  coincide(in.asks == most_of(widths_.ports - 1) * 2 + 1, kAllPause);
}

}  // namespace weir::cosim
