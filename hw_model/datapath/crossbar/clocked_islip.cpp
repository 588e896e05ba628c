// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/crossbar/clocked_islip.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "hw_model/base/invariant.h"

namespace weir::crossbar {

using reference::IslipOutputs;
using reference::IslipPointerBits;

ClockedIslip::ClockedIslip(std::unique_ptr<reference::IslipBlock> block, std::size_t ports)
    : block_(std::move(block)), ports_(ports), widths_(block_->widths()) {}

reference::IslipInputs ClockedIslip::requests_of(const AskedSlot& slot) const {
  reference::IslipInputs in{.take = true};
  for_each_port(slot.outputs.bits(), [&](std::size_t output) {
    set_islip_row(widths_, in.req, static_cast<unsigned>(output), slot.requests.first_word(output));
  });
  return in;
}

// What the block answers; and what the model has, in the form of the block.
IslipOutputs ClockedIslip::evaluate(const AskedSlot& slot, std::span<const Match> matches, IslipOutputs& model) {
  in_ = requests_of(slot);
  block_->at(now_);
  const IslipOutputs out = block_->evaluate(in_);
  for_each_port(slot.crossing.bits(), [&](std::size_t output) {
    set_islip_row(widths_, model.match, static_cast<unsigned>(output), slot.requests.first_word(output));
  });
  for (const Match& match : matches) {
    set_islip_row(widths_, model.match, static_cast<unsigned>(match.output.index()), bit_of(match.input.index()));
  }
  for (std::size_t port = 0; port < ports_; ++port) {
    expect_pointer(out.grant_pointer, model.grant_pointer, port, before_.grant[port]);
    expect_pointer(out.accept_pointer, model.accept_pointer, port, before_.accept[port]);
  }
  return out;
}

void ClockedIslip::expect_pointer(const IslipPointerBits& block, IslipPointerBits& model, std::size_t port,
                                  unsigned pointer) const {
  const auto of = static_cast<unsigned>(port);
  const bool behind_the_last = pointer == 0 && islip_pointer(widths_, block, of) == ports_;
  set_islip_pointer(widths_, model, of, behind_the_last ? static_cast<unsigned>(ports_) : pointer);
}

void ClockedIslip::clock() { block_->clock(in_); }

bool ClockedIslip::settle(const AskedSlot& slot, std::vector<Match>& matches, IslipTurns turns) {
  IslipOutputs model;
  const IslipOutputs out = evaluate(slot, matches, model);
  block_->compare(out, model);
  clock();
  const bool other = out != model;
  if (other) [[unlikely]] {
    take_over(out, slot.crossing, matches, turns);
  }
  for (std::size_t port = 0; port < ports_; ++port) {
    before_.grant[port] = static_cast<std::uint8_t>(turns.grant[port]);
    before_.accept[port] = static_cast<std::uint8_t>(turns.accept[port]);
  }
  return other;
}

// The answer of a block that is not in lock-step, and wrong. It may be no matching; the crossbar could not carry it.
void ClockedIslip::take_over(const IslipOutputs& out, const PortSet& crossing, std::vector<Match>& matches,
                             IslipTurns turns) {
  matches.clear();
  PortWord taken = 0;
  for (unsigned output = 0; output < widths_.inputs; ++output) {
    const PortWord inputs = islip_row(widths_, out.match, output);
    if (std::popcount(inputs) > 1 || (inputs & (taken | ~islip_row(widths_, in_.req, output))) != 0) {
      broken_invariant("the answer of the block islip is no matching of the requests",
                       "output " + std::to_string(output), "", now_);
    }
    taken |= inputs;
    if (inputs != 0 && !crossing.contains(output)) {
      matches.push_back({PortId(static_cast<std::size_t>(std::countr_zero(inputs))), PortId(output)});
    }
  }
  std::ranges::sort(matches, {}, &Match::input);
  const IslipOutputs after = block_->evaluate({});
  for (std::size_t port = 0; port < ports_; ++port) {
    const auto of = static_cast<unsigned>(port);
    turns.grant[port] = static_cast<std::uint16_t>(islip_pointer(widths_, after.grant_pointer, of) % ports_);
    turns.accept[port] = static_cast<std::uint16_t>(islip_pointer(widths_, after.accept_pointer, of) % ports_);
  }
}

void ClockedIslip::rest(const AskedSlot& slot) {
  IslipOutputs model;
  const IslipOutputs out = evaluate(slot, {}, model);
  block_->compare(out, model);
  clock();
}

void ClockedIslip::reset() {
  before_ = {};
  in_ = {.rst_n = false};
  block_->at(now_);
  clock();
}

std::unique_ptr<ClockedIslip> make_clocked_islip(const reference::Factories* factories, const std::string& device,
                                                 std::size_t ports, unsigned iterations) {
  if (factories == nullptr) {
    return nullptr;
  }
  auto block = factories->of<reference::IslipBlock>()(
      {.inputs = static_cast<unsigned>(ports), .iterations = iterations}, device);
  return block == nullptr ? nullptr : std::make_unique<ClockedIslip>(std::move(block), ports);
}

}  // namespace weir::crossbar
