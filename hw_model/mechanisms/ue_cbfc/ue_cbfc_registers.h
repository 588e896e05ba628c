// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of Ultra Ethernet's credits of one port, and its statistics, by their public names in lower case.

#pragma once

#include <memory>

#include "hw_model/ledger/block.h"
#include "hw_model/ledger/drafted.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_config.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_receiver.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_sender.h"

namespace weir::ue_cbfc {

struct UeCbfcContext {
  UeCbfcConfig config;
};

ledger::Block declare_ue_cbfc(const UeCbfcContext& context);

// Live state of a port; it outlives the binding.
struct UeCbfcPorts {
  std::shared_ptr<ledger::Drafted<UeCbfcConfig>> settings;
  const UeCreditSender* sender = nullptr;
  const UeCreditReceiver* receiver = nullptr;
};
void bind_ue_cbfc(const ledger::Binder& binder, const UeCbfcPorts& live);

}  // namespace weir::ue_cbfc
