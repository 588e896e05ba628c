// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/viq_admission_cycle.h"

#include <algorithm>
#include <stdexcept>

#include "hw_model/reference/width_ranges.h"

namespace weir::reference {

void ViqAdmissionConfig::validate() const {
  for (const std::string& wrong :
       {out_of_range("viq_bits", viq_bits, "VIQ_W"), out_of_range("cell_bits", cell_bits, "CELL_W")}) {
    if (!wrong.empty()) {
      throw std::invalid_argument("viq_admission: " + wrong);
    }
  }
}

ViqAdmissionCycle::ViqAdmissionCycle(const ViqAdmissionConfig& config)
    : config_((config.validate(), config)), rows_(config.viqs()), asks_(config.viqs()) {}

void ViqAdmissionCycle::reset() { *this = ViqAdmissionCycle(config_); }

std::uint32_t ViqAdmissionCycle::threshold(const ViqAdmissionInputs& in, std::uint32_t alpha) const {
  const std::uint64_t grown = in.minimum + (std::uint64_t{free(in)} * alpha >> 7);
  return alpha == 0 ? in.limit : static_cast<std::uint32_t>(std::min<std::uint64_t>(grown, in.limit));
}

std::uint32_t ViqAdmissionCycle::lowered_xoff(const ViqAdmissionInputs& in) const {
  return std::min(threshold(in, in.lossless_alpha), in.xoff);
}

// Cells above the minimum.
std::uint32_t ViqAdmissionCycle::beyond(const ViqAdmissionInputs& in, std::uint32_t cells) const {
  return cells > in.minimum ? cells - in.minimum : 0;
}

// Cells of the arrival that its VIQ's minimum has been promised.
std::uint32_t ViqAdmissionCycle::promised(const ViqAdmissionInputs& in) const {
  const std::uint32_t cells = rows_[arrival_.viq].cells;
  return std::min(arrival_.cells, in.minimum > cells ? in.minimum - cells : 0);
}

ViqAnswer ViqAdmissionCycle::decide(const ViqAdmissionInputs& in) const {
  const Row& row = rows_[arrival_.viq];
  const std::uint32_t rest = arrival_.cells - promised(in);
  const std::uint64_t sum = std::uint64_t{row.cells} + arrival_.cells;
  const bool room = rest <= free(in);
  const bool over = sum > threshold(in, arrival_.lossless ? in.lossless_alpha : in.alpha);
  if (rest == 0) {
    return ViqAnswer::kReserved;
  }
  if (arrival_.lossless && in.pool > 0) {
    if (room && !over) {
      return ViqAnswer::kShared;
    }
    const bool fits = arrival_.cells <= pool_free(in) && std::uint64_t{row.held} + arrival_.cells <= in.headroom;
    return fits ? ViqAnswer::kHeadroom : ViqAnswer::kHeadroomExhausted;
  }
  if (!room) {
    return ViqAnswer::kBufferFull;
  }
  if (over && arrival_.lossless) {
    const bool fits = sum <= std::uint64_t{in.limit} + in.headroom && sum <= config_.most_cells();
    return fits ? ViqAnswer::kHeadroom : ViqAnswer::kHeadroomExhausted;
  }
  if (over) {
    return ViqAnswer::kViqFull;
  }
  return arrival_.veq_full && !arrival_.lossless ? ViqAnswer::kVeqFull : ViqAnswer::kShared;
}

// Takes the arrival into its account, if it is admitted, which it returns.
bool ViqAdmissionCycle::arrive(const ViqAdmissionInputs& in) {
  const ViqAnswer answer = decide(in);
  if (answer >= ViqAnswer::kViqFull) {
    return false;
  }
  Row& row = rows_[arrival_.viq];
  if (answer == ViqAnswer::kHeadroom && in.pool > 0) {
    row.held += arrival_.cells;
    held_ = (held_ + arrival_.cells) & config_.most_cells();
  } else {
    taken_ = (taken_ + arrival_.cells - promised(in)) & config_.most_cells();
    row.cells += arrival_.cells;
  }
  return true;
}

// The VIQ of the departure with an arrival of the same cycle.
ViqAdmissionCycle::Row ViqAdmissionCycle::departing_from(const ViqAdmissionInputs& in) const {
  Row row = rows_[departure_.viq];
  if (arrival_.valid && arrival_.viq == departure_.viq) {
    const ViqAnswer answer = decide(in);
    if (answer == ViqAnswer::kHeadroom && in.pool > 0) {
      row.held += arrival_.cells;
    } else if (answer < ViqAnswer::kViqFull) {
      row.cells += arrival_.cells;
    }
  }
  return row;
}

// Gives headroom back first.
void ViqAdmissionCycle::depart(const ViqAdmissionInputs& in) {
  Row& row = rows_[departure_.viq];
  const std::uint32_t of_pool = std::min(departure_.cells, row.held);
  const std::uint32_t own = std::min(departure_.cells - of_pool, row.cells);
  const std::uint32_t before = beyond(in, row.cells);
  row.held -= of_pool;
  row.cells -= own;
  held_ = (held_ - of_pool) & config_.most_cells();
  taken_ = (taken_ - (before - beyond(in, row.cells))) & config_.most_cells();
}

// XOFF at a VIQ's own arrivals.
bool ViqAdmissionCycle::pauses(const ViqAdmissionInputs& in) const {
  const Row& row = rows_[paused_.viq];
  return paused_.valid && (row.held > 0 || (row.cells > 0 && row.cells >= lowered_xoff(in)));
}

// XON at its departures, and when it is looked at.
bool ViqAdmissionCycle::resumes(const ViqAdmissionInputs& in) const {
  const Row& row = rows_[resumed_.viq];
  return resumed_.valid && row.held == 0 && (row.cells == 0 || std::uint64_t{row.cells} + in.gap <= lowered_xoff(in));
}

ViqAdmissionOutputs ViqAdmissionCycle::evaluate(const ViqAdmissionInputs& in) {
  if (!in.rst_n) {
    reset();
  }
  ViqAdmissionOutputs out{.asks = asking_ > 0, .look = look_, .taken = taken_, .held = held_};
  if (arrival_.valid) {
    const ViqAnswer answer = decide(in);
    out.answers = true;
    out.answer = static_cast<std::uint8_t>(answer);
    out.admits = answer < ViqAnswer::kViqFull;
    out.arrival_cells = rows_[arrival_.viq].cells;
    out.arrival_held = rows_[arrival_.viq].held;
  }
  if (departure_.valid) {
    const Row from = departing_from(in);
    out.departed = true;
    out.departure_cells = rows_[departure_.viq].cells;
    out.departure_held = rows_[departure_.viq].held;
    out.broken = departure_.cells > std::uint64_t{from.cells} + from.held;
  }
  const bool pauses = this->pauses(in);
  out.xoff = pauses && !asks_[paused_.viq];
  out.xoff_viq = out.xoff ? paused_.viq : 0;
  const bool asked = asks_[resumed_.viq] || (pauses && paused_.viq == resumed_.viq);
  out.xon = resumes(in) && asked;
  out.xon_viq = out.xon ? resumed_.viq : 0;
  return out;
}

ViqAdmissionOutputs ViqAdmissionCycle::clock(const ViqAdmissionInputs& in) {
  const ViqAdmissionOutputs out = evaluate(in);
  if (!in.rst_n) {
    return out;
  }
  const bool looks = asking_ > 0 && !in.departs;
  if (out.xoff) {
    asks_[out.xoff_viq] = true;
    ++asking_;
  }
  if (out.xon) {
    asks_[out.xon_viq] = false;
    --asking_;
  }
  paused_.valid = false;
  resumed_.valid = departure_.valid;
  if (arrival_.valid) {
    paused_ = {.valid = arrive(in) && arrival_.lossless, .viq = arrival_.viq};
  }
  if (departure_.valid) {
    depart(in);
    resumed_.viq = departure_.viq;
  }
  arrival_ = {.valid = in.arrives,
              .viq = in.arrives_viq,
              .cells = in.arrives_cells,
              .lossless = in.arrives_lossless,
              .veq_full = in.arrives_veq_full};
  departure_ = {.valid = in.departs || looks,
                .viq = in.departs ? in.departs_viq : look_,
                .cells = in.departs ? in.departs_cells : 0};
  look_ = (look_ + (looks ? 1 : 0)) & (config_.viqs() - 1);
  return out;
}

}  // namespace weir::reference
