// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/fera_rules.h"

#include <string>

#include "hw_model/base/quantity_text.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "hw_model/mechanisms/congestion/fera_table.h"
#include "hw_model/reference/fera_queue_control.h"

namespace weir::congestion {
namespace {

using reference::FeraForm;
using reference::FeraQueueControl;
using reference::FeraSettings;

constexpr unsigned kMostArrivedBits = 48;

// Rules of one table: words without "congestion.fera.".
class Rules {
 public:
  Rules(const PortContext& context, ledger::Complaints& complaints)
      : context_(context), settings_(context.config.fera.meter), complaints_(complaints, "congestion.fera") {}

  void check() {
    ledger::check_ranges(context_.config.fera, fera_settings(), complaints_);
    check_interval();
    check_queue();
    check_enhancements();
    check_widths();
  }

 private:
  void check_interval() {
    complaints_.unless(settings_.interval > Time(0) && fera_interval_bytes(context_) >= context_.max_frame,
                       {"interval", "switch.max_frame"},
                       "wanted at least the time of a frame of " + quantity_text(context_.max_frame) + " at " +
                           quantity_text(context_.line_rate) + ", " +
                           quantity_text(serialization_time(context_.max_frame, context_.line_rate)) + "; got " +
                           quantity_text(settings_.interval));
    complaints_.unless(
        settings_.n_max >= settings_.n0 && settings_.n0 >= 1, {"n_max", "n0"},
        "wanted at least n0, " + std::to_string(settings_.n0) + "; got " + std::to_string(settings_.n_max));
    const unsigned built = (1U << context_.classes) - 1;
    complaints_.unless((context_.config.fera.classes & built) != 0, {"classes"},
                       "wanted a class that the switch has; got none");
  }

  void within_buffer(Bytes value, const std::string& word) {
    complaints_.unless(value > Bytes(0) && value <= context_.buffer, {word, "switch.mmu.buffer"},
                       "wanted more than 0B and at most the whole buffer, " + quantity_text(context_.buffer) +
                           "; got " + quantity_text(value));
  }

  void check_queue() {
    within_buffer(settings_.q_eq, "q_eq");
    complaints_.unless(
        settings_.queue_control != FeraQueueControl::kHyperbolic || settings_.form != FeraForm::kDivisorFree,
        {"queue_control", "datapath"},
        "hyperbolic needs a division; wanted datapath = \"exact\" or \"dividing\", or another queue_control");
    const bool curved = settings_.queue_control == FeraQueueControl::kHyperbolic;
    complaints_.unless(curved || reference::fera_gain(settings_, depth_bits(context_)) > 0, {"k", "fraction_bits"},
                       "wanted a slope k/q_eq that " + std::to_string(settings_.fraction_bits) +
                           " fraction bits can express; got k = " + std::to_string(settings_.k));
  }

  void check_enhancements() {
    if (settings_.delta > 0) {
      within_buffer(settings_.q_sc, "q_sc");
      complaints_.unless(
          settings_.q_sc >= settings_.q_eq, {"q_sc", "q_eq"},
          "wanted at least q_eq, " + quantity_text(settings_.q_eq) + "; got " + quantity_text(settings_.q_sc));
    }
    complaints_.unless(settings_.least_step <= 1 && settings_.most_step >= 1, {"least_step", "most_step"},
                       "wanted least_step of at most 1 and most_step of at least 1, so that a rate can stay as it is");
  }

  // C/n_max must be at least one unit of a rate: from r_min on r has to be able to rise.
  void check_widths() {
    complaints_.unless((std::uint64_t{1} << (settings_.rate_bits - 1)) >= settings_.n_max, {"rate_bits", "n_max"},
                       "wanted as many as make C/n_max at least one unit; got " + std::to_string(settings_.rate_bits));
    const unsigned least = fera_least_arrived_bits(context_);
    const unsigned bits = settings_.arrived_bits;
    complaints_.unless(bits == 0 || (bits >= least && bits <= kMostArrivedBits), {"arrived_bits", "interval"},
                       "wanted 0, or " + std::to_string(least) + " to " + std::to_string(kMostArrivedBits) +
                           ", which count C T = " + quantity_text(fera_interval_bytes(context_)) +
                           " and a frame; got " + std::to_string(bits));
  }

  const PortContext& context_;
  const FeraSettings& settings_;
  ledger::OfTable complaints_;
};

}  // namespace

Bytes fera_interval_bytes(const PortContext& context) {
  return bytes_in(context.config.fera.meter.interval, context.line_rate);
}

unsigned fera_least_arrived_bits(const PortContext& context) {
  return ledger::bits_for(static_cast<std::uint64_t>((fera_interval_bytes(context) + context.max_frame).count()));
}

reference::FeraPort fera_port(const PortContext& context) {
  const unsigned set = context.config.fera.meter.arrived_bits;
  const Bytes of_a_port = bytes_in(context.config.fera.meter.interval, context.fastest_port) + context.max_frame;
  const auto of_all = static_cast<std::uint64_t>(of_a_port.count()) * context.ports;
  return {.line_rate = context.line_rate,
          .depth_bits = depth_bits(context),
          .arrived_bits = set != 0 ? set : ledger::bits_for(of_all)};
}

void check_fera(const PortContext& context, ledger::Complaints& complaints) { Rules(context, complaints).check(); }

void check_fera_edge(const PortContext& context, ledger::Complaints& complaints) {
  const FeraEdgeConfig& edge = context.config.fera_edge;
  const Time interval = context.config.fera.meter.interval;
  ledger::OfTable own(complaints, "congestion.fera_edge");
  own.unless(any_detector(context.config, &DetectorTraits::reads_tags), {"at", "congestion.detector"},
             "an edge answers tags with what its own ports' meters say; wanted congestion.detector = \"fera\"");
  own.unless(edge.tag_interval <= interval, {"tag_interval", "congestion.fera.interval"},
             "wanted at most congestion.fera.interval, " + quantity_text(interval) +
                 ": a flow without an answer for two of them goes back to its first rate; got " +
                 quantity_text(edge.tag_interval));
  own.unless(edge.burst >= context.max_frame, {"burst", "switch.max_frame"},
             "wanted at least switch.max_frame, " + quantity_text(context.max_frame) +
                 ", or no bucket would ever hold such a frame; got " + quantity_text(edge.burst));
}

}  // namespace weir::congestion
