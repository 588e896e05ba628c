// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The two headroom formulas by which operators of SONiC size lossless priority groups, told term by term: those of
// sonic-swss, cfgmgr/buffer_headroom_mellanox.lua and buffer_headroom_barefoot.lua (commit e6b0c5b5). Both compute in
// floating point, and so does this file. docs/reference/headroom.md says where the two formulas err.

#pragma once

#include <array>
#include <cstdint>

#include "hw_model/base/named.h"
#include "hw_model/base/units.h"

namespace weir::headroom {

enum class Vendor : std::uint8_t { kMellanox, kBarefoot };

inline constexpr std::array<Named<Vendor>, 2> kVendors{
    {{Vendor::kMellanox, "mellanox"}, {Vendor::kBarefoot, "barefoot"}}};

// What both formulas are given.
struct VendorInputs {
  BitRate rate = {};         // line rate, whole Mbps
  std::int64_t cable = 0;    // metres, >= 0
  Bytes cell = {};           // > 0: unit of allocation
  Bytes lossless_mtu{1024};  // longest frame of the lossless class
  Bytes port_mtu{9216};      // longest frame of the port
  unsigned small = 100;      // percent of frames that are 64 B, 0 to 100
  double mac_phy = 0;        // bytes
  Time gearbox = {};         // one way
  std::uint16_t quanta = 0;  // of 512 bit times until the peer obeys
  bool tile = false;         // generations 4 and 5: 15 B a Gbps
  bool large_xoff = false;   // generation 6: 18 KiB more
};

// The terms in bytes, in the order in which the formula adds them.
struct VendorTerms {
  double worst_factor = 0;  // bytes of buffer a byte of the smallest frame
  double small_share = 0;   // percent, as the formula reckons it
  double occupancy = 0;     // bytes of buffer a byte of line, of the assumed mix
  double port_mtu = 0;
  double cable = 0;
  double gearbox = 0;
  double mac_phy = 0;
  double peer = 0;
  double tile = 0;
  double propagation = 0;  // sum of the six before
  Bytes xoff;              // lossless MTU + propagation x occupancy, in whole KiB
};

VendorTerms vendor_headroom(Vendor vendor, const VendorInputs& inputs);

}  // namespace weir::headroom
