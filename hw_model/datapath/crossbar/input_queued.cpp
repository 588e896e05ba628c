// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/crossbar/input_queued.h"

#include <utility>

#include "hw_model/datapath/crossbar/arbiter_card.h"
#include "hw_model/datapath/crossbar/cell_crossbar.h"
#include "hw_model/datapath/crossbar/crossbar_settings.h"
#include "hw_model/datapath/crossbar/packet_crossbar.h"

namespace weir::crossbar {

std::unique_ptr<Crossbar> make_input_queued(const CrossbarContext& context) {
  ledger::Refusal refusal;
  ledger::OfTable table(refusal, "switch.crossbar");
  ledger::check_ranges(context.config, crossbar_settings(), table);
  check(context.config, {.ports = context.ports, .fastest_port = context.fastest_port, .max_frame = context.max_frame},
        table);
  if (context.config.transfer == Transfer::kPacket) {
    return std::make_unique<PacketCrossbar>(context);
  }
  if (const ArbiterCard* const card = card_of(context.config.arbiter))
    return std::make_unique<CellCrossbar>(context, card->make(context));
  const std::size_t inputs = context.ports + (context.own_input ? 1 : 0);
  std::unique_ptr<RoundWeights> weights = make_weights(context.config.arbiter, inputs);
  std::unique_ptr<ClockedSides> clocked =
      weights == nullptr ? make_clocked_sides(context.factories, context.name, inputs) : nullptr;
  std::unique_ptr<ClockedIslip> block =
      context.config.arbiter == Arbiter::kIslip
          ? make_clocked_islip(context.factories, context.name, inputs, context.config.iterations)
          : nullptr;
  std::unique_ptr<CellArbiter> arbiter = make_arbiter(context.config.arbiter, inputs, context.config.iterations,
                                                      weights.get(), std::move(clocked), std::move(block));
  return std::make_unique<CellCrossbar>(context, std::move(arbiter), std::move(weights));
}

}  // namespace weir::crossbar
