// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Software's window onto the host table: an address, the ports of its route, and the word that enters them. The table
// is memory behind the lookup and has no addresses of its own on the bus, as in most switches.

#pragma once

#include <cstddef>

#include "hw_model/datapath/forwarding/forwarding.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/register_bank.h"

namespace weir::forwarding {

// Adds the registers of the window to block "forwarding" of a switch with so many ports.
void declare_route_window(ledger::Block& block, std::size_t ports);

// Binds the window's registers. A route that is entered takes effect with that access, and replaces the address's
// earlier route. Entering a route without a port is refused. `table` outlives the bank.
void bind_route_window(Forwarding& table, std::size_t ports, const ledger::Binder& binder);

}  // namespace weir::forwarding
