// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The register map of a chip in formats for people and tools. All formats have the same content, because all are made
// from one AddressMap; the same map gives the same bytes.

#pragma once

#include <array>
#include <string>
#include <string_view>

#include "hw_model/ledger/address_map.h"

namespace weir::register_map {

struct Title {
  std::string text;     // one line that names the switch
  std::string version;  // of weir
};

using Generator = std::string (*)(const ledger::AddressMap& map, const Title& title);

std::string to_markdown(const ledger::AddressMap& map, const Title& title);

// SystemRDL 2.0 (Accellera, January 2018).
std::string to_systemrdl(const ledger::AddressMap& map, const Title& title);

// IP-XACT, IEEE 1685-2014: a component with one memory map.
std::string to_ipxact(const ledger::AddressMap& map, const Title& title);

// C11 and C++: offsets, widths, masks, reset values. Throws std::invalid_argument if two registers get one identifier.
std::string to_c_header(const ledger::AddressMap& map, const Title& title);

// The register bank of a port, on the modules of rtl/register_common. Throws std::invalid_argument if a register of a
// port is too wide for it, or two registers get one port.
std::string to_systemverilog(const ledger::AddressMap& map, const Title& title);

// Schema: schema.h.
std::string to_json(const ledger::AddressMap& map, const Title& title);

struct Format {
  std::string_view name;
  Generator generate;
};
inline constexpr std::array kFormats = {
    Format{"markdown", to_markdown}, Format{"systemrdl", to_systemrdl}, Format{"ipxact", to_ipxact},
    Format{"c", to_c_header},        Format{"json", to_json},           Format{"sv", to_systemverilog},
};

}  // namespace weir::register_map
