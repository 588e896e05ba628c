// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/scheme_rules.h"

#include <bit>
#include <string>

#include "hw_model/base/quantity_text.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/flow_control/credit_reporter.h"
#include "hw_model/reference/linear_rate.h"
#include "hw_model/reference/reference_settings.h"

namespace weir::flow_control {

using ledger::Complaints;

unsigned bits_of(Bytes largest) { return ledger::bits_for(static_cast<std::uint64_t>(largest.count())); }

void check_below(const char* word, Bytes threshold, Bytes bm, Complaints& complaints) {
  complaints.unless(threshold < bm, {word, "bm"},
                    "wanted less than bm, " + quantity_text(bm) + "; got " + quantity_text(threshold));
}

void check_period(const CbfcConfig& config, const FlowControlConfig& whole, const PortFacts& port,
                  Complaints& complaints) {
  const Time period = credit_period(config, port.line_rate);
  const Time messages = serialization_time(frame::kControlFrameLength, port.line_rate) * std::popcount(whole.lossless);
  complaints.unless(period > messages, {"period", "flow_control.lossless", "port.rate"},
                    "wanted more than the " + quantity_text(messages) +
                        " that one message a lossless class takes; got " + quantity_text(period));
}

void check_credits(const char* word, const CbfcConfig& config, Bytes buffer, const FlowControlConfig& whole,
                   const PortFacts& port, Complaints& complaints) {
  const std::int64_t blocks = buffer / config.block;
  const std::int64_t most = std::int64_t{1} << (config.counter_bits - 1);
  complaints.unless(blocks <= most, {word, "block", "counter_bits"},
                    "wanted at most " + std::to_string(most) + " blocks of " + quantity_text(config.block) + ", " +
                        quantity_text(config.block * most) + ", which is what counters of " +
                        std::to_string(config.counter_bits) + " bits express; got " + quantity_text(buffer));
  complaints.unless(blocks >= 1, {word, "block"},
                    "wanted at least one block of " + quantity_text(config.block) + "; got " + quantity_text(buffer));
  const reference::CreditConfig credits = credits_of(config, buffer);
  complaints.unless(credits.blocks(port.max_frame) <= blocks, {word, "block", "switch.max_frame"},
                    "wanted the blocks of at least one frame of switch.max_frame, " + quantity_text(port.max_frame) +
                        "; got " + quantity_text(buffer));
  check_period(config, whole, port, complaints);
}

BitRate lowest_linear_rate(BitRate line, Bytes range) { return reference::linear_rate(line, Bytes(0), range); }

void check_limiter(const PortFacts& port, Complaints& complaints) {
  ledger::OfTable limiter(complaints, "limiter");
  reference::check(port.limiter, port.line_rate, port.max_frame, limiter);
}

}  // namespace weir::flow_control
