// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/egress/clocked_scheduler.h"

#include <bit>
#include <utility>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/invariant.h"
#include "hw_model/datapath/egress/egress_settings.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/ledger/origin.h"

namespace weir::egress {

using reference::EgressSchedulerInputs;
using reference::EgressSchedulerOutputs;

namespace {

constexpr std::size_t kDeficitsOfAWord = 2;

std::string port_text(PortId p) { return "port " + std::to_string(p.index()); }

std::uint32_t as_length(Bytes length) { return static_cast<std::uint32_t>(length.count()); }

}  // namespace

ClockedScheduler::ClockedScheduler(std::unique_ptr<reference::EgressSchedulerBlock> block, PortId p)
    : block_(std::move(block)), widths_(block_->widths()), p_(p) {}

EgressSchedulerInputs ClockedScheduler::inputs_of(const PortAsks& asks, const EgressConfig& config) const {
  EgressSchedulerInputs in{.waiting = asks.waiting,
                           .blocked = asks.blocked,
                           .credit = asks.credit,
                           .open = asks.open,
                           .port_open = asks.port_open,
                           .strict = strict_classes(config),
                           .quantum = as_length(config.quantum)};
  for (std::size_t c = 0; c < kClasses; ++c) {
    set_scheduled_length(widths_, in, c, as_length(asks.lengths[c]));
    set_scheduled_weight(widths_, in, c, config.weights[c]);
  }
  return in;
}

EgressSchedulerOutputs ClockedScheduler::registers_of(const Turns& turns) const {
  EgressSchedulerOutputs out{.turn = static_cast<std::uint32_t>(turns.turn(p_).index())};
  std::uint64_t* const words[] = {&out.deficits_0_1, &out.deficits_2_3, &out.deficits_4_5, &out.deficits_6_7};
  for (std::size_t c = 0; c < kClasses; ++c)
    *words[c / kDeficitsOfAWord] |= std::uint64_t{as_length(turns.deficit(p_, ClassId(c)))}
                                    << widths_.deficit_bits() * (c % kDeficitsOfAWord);
  return out;
}

void ClockedScheduler::take_over(const EgressSchedulerOutputs& out, Turns& turns) const {
  PerClass<Bytes> deficits{};
  for (std::size_t c = 0; c < kClasses; ++c)
    deficits[c] = Bytes(scheduled_deficit(widths_, out, c));
  turns.take_over(p_, ClassId(out.turn), deficits);
}

EgressSchedulerOutputs ClockedScheduler::play(bool ready) {
  in_.ready = ready;
  model_.grant = ready && goes_;
  const EgressSchedulerOutputs out = block_->clock(in_);
  block_->compare(out, model_);
  return out;
}

int ClockedScheduler::choose(const PortAsks& asks, int chosen, const EgressConfig& config, Turns& turns, Time now) {
  in_ = inputs_of(asks, config);
  model_ = registers_of(turns);
  const auto may = static_cast<ClassMask>(in_.may());
  goes_ = chosen != kNone;
  if (goes_) {
    model_.chosen = mask_of(ClassId(static_cast<std::size_t>(chosen)));
  } else if (may != 0) {  // the port's shaper stops it
    model_.chosen = mask_of(turns.next(p_, may, [&](ClassId c) { return asks.lengths[c.index()]; }));
  }
  block_->at(now);
  const EgressSchedulerOutputs out = play(false);
  if (out != model_) [[unlikely]] {
    differs_ = true;
    take_over(out, turns);
    if (std::popcount(out.chosen) > 1 || (out.chosen & ~in_.waiting) != 0)
      broken_invariant("the block egress_scheduler chooses no class with a packet", port_text(p_), "", now);
  }
  const std::uint32_t goes = out.chosen & in_.port_open;
  if (goes != 0)
    return std::countr_zero(goes);
  if (play(true).grant) [[unlikely]]
    broken_invariant("the block egress_scheduler starts a packet though no class may go", port_text(p_), "", now);
  return kNone;
}

bool ClockedScheduler::start() { return play(true).grant; }

void ClockedScheduler::started(Turns& turns) {
  if (differs_) [[unlikely]]
    take_over(block_->evaluate({}), turns);
}

void ClockedScheduler::reset(Time now) {
  block_->at(now);
  block_->clock({.rst_n = false});
}

std::unique_ptr<ClockedScheduler> make_clocked_scheduler(const reference::Factories& factories,
                                                         const std::string& device, PortId p,
                                                         const EgressConfig& config) {
  if (!is_scheduled_in_rtl(config.discipline))
    return nullptr;
  const reference::EgressSchedulerConfig asked{
      .length_bits = ledger::bits_for(static_cast<std::uint64_t>(frame::kMaxFrameLength.count())), .weight_bits = 8};
  auto block = factories.of<reference::EgressSchedulerBlock>()(asked, device + ".p" + std::to_string(p.index()));
  return block == nullptr ? nullptr : std::make_unique<ClockedScheduler>(std::move(block), p);
}

}  // namespace weir::egress
