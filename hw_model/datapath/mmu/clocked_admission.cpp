// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/mmu/clocked_admission.h"

#include <algorithm>
#include <utility>

#include "hw_model/base/invariant.h"
#include "hw_model/datapath/mmu/mmu.h"
#include "hw_model/ledger/origin.h"

namespace weir::mmu {

using reference::ViqAnswer;

namespace {

constexpr unsigned kClassBits = 3;
constexpr std::uint32_t kBehindLooks = 2;  // cycles from a look to its comparison

std::uint32_t bits(std::int64_t cells) { return static_cast<std::uint32_t>(cells); }

}  // namespace

ClockedAdmission::ClockedAdmission(std::unique_ptr<reference::ViqAdmissionBlock> block, std::size_t ports)
    : block_(std::move(block)),
      most_(block_->widths().most_cells()),
      numbers_(block_->widths().viqs()),
      ports_(ports),
      asks_(numbers_),
      apart_(numbers_) {
  changed_.reserve(numbers_);
}

void ClockedAdmission::set(const MmuConfig& config, const ViqLevels& levels) {
  const auto held = [this](std::int64_t cells) { return bits(std::min<std::int64_t>(cells, most_)); };
  levels_ = levels;
  settings_ = {.shared = held(levels.shared),
               .pool = held(levels.pool),
               .minimum = held(levels.minimum),
               .limit = held(levels.limit),
               .headroom = held(levels.headroom),
               .xoff = held(levels.xoff),
               .gap = held(levels.gap),
               .alpha = config.alpha_128ths,
               .lossless_alpha = config.lossless_alpha_128ths};
}

ClockedAdmission::Outputs ClockedAdmission::registers_of(const Books& books) {
  return {.taken = bits(books.taken), .held = bits(books.pool_used)};
}

void ClockedAdmission::note(std::uint32_t number, bool asks) {
  asks_[number] = asks;
  const ViqId viq{PortId(number / kClasses), ClassId(number % kClasses)};
  if (viq.port.index() < ports_)
    changed_.push_back(viq);
}

// A cycle. What the model does not know it has as the block: which VIQ is looked at, whether any asks, pauses of VIQs
// that are apart, and in which order VIQs are seen to resume.
ClockedAdmission::Outputs ClockedAdmission::play(const Inputs& in, Outputs model, std::span<const ViqId> resume) {
  const Outputs out = block_->clock(in);
  model.asks = out.asks;
  model.look = out.look;
  if (!shown_) {
    model.departed = out.departed;
    model.departure_cells = out.departure_cells;
    model.departure_held = out.departure_held;
    model.broken = out.broken;
  }
  if (apart_[model.xoff ? model.xoff_viq : out.xoff_viq]) {
    model.xoff = out.xoff;
    model.xoff_viq = out.xoff_viq;
  }
  if (apart_[model.xon ? model.xon_viq : out.xon_viq]) {
    model.xon = out.xon;
    model.xon_viq = out.xon_viq;
  }
  if (out.xon && std::ranges::any_of(resume, [&](ViqId viq) { return number_of(viq) == out.xon_viq; })) {
    model.xon = true;
    model.xon_viq = out.xon_viq;
  }
  block_->compare(out, model);
  if (out.xoff)
    note(out.xoff_viq, true);
  if (out.xon)
    note(out.xon_viq, false);
  return out;
}

Admission ClockedAdmission::arrives(const Packet& packet, Admission model, const Books& before, Time now) {
  block_->at(now);
  changed_.clear();
  at_hand_ = packet.viq;
  leaves_ = false;
  Inputs in = settings_;
  in.arrives = true;
  in.arrives_viq = number_of(packet.viq);
  in.arrives_cells = bits(packet.cells);
  in.arrives_lossless = packet.lossless;
  in.arrives_veq_full = packet.veq_full;
  play(in, registers_of(before));
  Outputs answered = registers_of(before);
  answered.answers = true;
  answered.admits = !is_drop(model);
  answered.answer = static_cast<std::uint8_t>(model);
  answered.arrival_cells = bits(before.cells);
  answered.arrival_held = bits(before.held);
  const Outputs out = play(settings_, answered);
  if (out.answer > static_cast<std::uint8_t>(ViqAnswer::kVeqFull)) [[unlikely]]
    broken_invariant("the block viq_admission gives no answer", "port " + std::to_string(packet.viq.port.index()), "",
                     now);
  return static_cast<Admission>(out.answer);
}

void ClockedAdmission::departs(const Packet& packet, const Books& before, Time now) {
  block_->at(now);
  changed_.clear();
  at_hand_ = packet.viq;
  leaves_ = true;
  Inputs in = settings_;
  in.departs = true;
  in.departs_viq = number_of(packet.viq);
  in.departs_cells = bits(packet.cells);
  play(in, registers_of(before));
  Outputs departed = registers_of(before);
  departed.departed = true;
  departed.departure_cells = bits(before.cells);
  departed.departure_held = bits(before.held);
  shown_ = true;
  play(settings_, departed);
  shown_ = false;
}

bool ClockedAdmission::compares(bool asked, bool asks, const Books& after) {
  const std::uint32_t number = number_of(at_hand_);
  Outputs model = registers_of(after);
  model.xoff = !leaves_ && asks && !asked;
  model.xoff_viq = model.xoff ? number : 0;
  model.xon = leaves_ && asked && !asks;
  model.xon_viq = model.xon ? number : 0;
  play(settings_, model);
  apart_[number] = apart_[number] && asks_[number] != asks;
  return this->asks(at_hand_, asks);
}

// A VIQ that is not seen in a round is expected in the last cycle.
void ClockedAdmission::looks(std::span<const ViqId> resume, const Books& now) {
  const auto waits = [this](ViqId viq) { return asks_[number_of(viq)]; };
  for (std::uint32_t left = numbers_ + kBehindLooks; left > 0; --left) {
    const auto first = std::ranges::find_if(resume, waits);
    if (first == resume.end())
      return;
    Outputs model = registers_of(now);
    model.xon = left == 1;
    model.xon_viq = left == 1 ? number_of(*first) : 0;
    play(settings_, model, resume);
  }
}

void ClockedAdmission::restart(Time now) {
  block_->at(now);
  block_->clock({.rst_n = false});
  std::fill(asks_.begin(), asks_.end(), false);
  std::fill(apart_.begin(), apart_.end(), false);
}

// A packet that is admitted whatever the settings; what the VIQ then asks for is told to nobody.
void ClockedAdmission::arrive_alone(Inputs in, ViqId viq, std::int64_t cells, bool lossless) {
  Inputs packet = in;
  packet.arrives = true;
  packet.arrives_viq = number_of(viq);
  packet.arrives_cells = bits(cells);
  packet.arrives_lossless = lossless;
  block_->clock(packet);
  block_->clock(in);
  asks_[number_of(viq)] = block_->clock(settings_).xoff || asks_[number_of(viq)];
}

// Cells of the pool last: a VIQ that holds some asks.
void ClockedAdmission::put(ViqId viq, std::int64_t cells, std::int64_t held) {
  if (cells > 0) {
    const Inputs all_is_shared{.shared = most_, .minimum = settings_.minimum, .limit = most_, .xoff = most_};
    arrive_alone(all_is_shared, viq, cells, false);
  }
  if (held > 0)
    arrive_alone({.pool = most_, .headroom = most_, .xoff = most_}, viq, held, true);
  apart_[number_of(viq)] = asks_[number_of(viq)];
}

std::unique_ptr<ClockedAdmission> make_clocked_admission(const reference::Factories& factories,
                                                         const std::string& device, std::size_t ports,
                                                         const MmuConfig& config) {
  const reference::ViqAdmissionConfig asked{
      .viq_bits = ledger::bits_to_name(ports) + kClassBits,
      .cell_bits = ledger::bits_for(static_cast<std::uint64_t>(config.buffer / config.cell))};
  auto block = factories.of<reference::ViqAdmissionBlock>()(asked, device);
  return block == nullptr ? nullptr : std::make_unique<ClockedAdmission>(std::move(block), ports);
}

}  // namespace weir::mmu
