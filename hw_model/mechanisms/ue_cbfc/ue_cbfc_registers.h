// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of Ultra Ethernet's credits of one port, and its statistics, by their public names in lower case.

#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "hw_model/ledger/block.h"
#include "hw_model/ledger/drafted.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_config.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_receiver.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_sender.h"

namespace weir::ue_cbfc {

// The RTL of a port's sender; of the receiver the block has an instance with its rows.
inline constexpr char kSenderBlock[] = "ue_cbfc_sender";

struct UeCbfcContext {
  UeCbfcConfig config;
};

// What software sets of each channel (vc_procedure.h). A sender that is disabled forgets its counts, a receiver that is
// enabled does, so that no message with old counts is sent or heard between the two.
struct VcControls {
  std::array<bool, kChannels> sender_enable{};
  std::array<bool, kChannels> queue_dequeue_enable{};
  std::array<bool, kChannels> queue_enqueue_enable{};
  std::array<bool, kChannels> receiver_enable{};
  std::array<std::uint32_t, kChannels> limit{};
};
VcControls controls_of(const UeCreditSender& sender, const UeCreditReceiver& receiver);

// Adds the registers of the port to a block. `first`: of a port that has just been reset.
void declare_rows(ledger::Block& block, const UeCbfcContext& context, const VcControls& first);
ledger::Block declare_ue_cbfc(const UeCbfcContext& context);

// Live state of a port; it outlives the binding.
struct UeCbfcPorts {
  std::shared_ptr<ledger::Drafted<UeCbfcConfig>> settings;
  std::shared_ptr<ledger::Drafted<VcControls>> controls;
  const UeCreditSender* sender = nullptr;
  const UeCreditReceiver* receiver = nullptr;
};
void bind_ue_cbfc(const ledger::Binder& binder, const UeCbfcPorts& live);

}  // namespace weir::ue_cbfc
