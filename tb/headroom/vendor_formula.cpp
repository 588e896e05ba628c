// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/headroom/vendor_formula.h"

#include <cmath>

namespace weir::headroom {
namespace {

constexpr double kKib = 1024;
constexpr double kSmallest = 64;  // bytes
constexpr double kMetresPerSecond = 1.98e8;
constexpr double kTileBytesPerGbps = 15;
constexpr BitRate kDoubledQuanta{400'000'000'000};  // Barefoot's peer needs twice the time at this rate

// Cells that the smallest frames fill badly: bytes of buffer a byte of frame.
double worst_factor(Vendor vendor, Bytes cell) {
  const auto u = static_cast<double>(cell.count());
  const double factor = u > 2 * kSmallest ? u / kSmallest : 2 * u / (1 + u);
  return vendor == Vendor::kMellanox ? std::ceil(factor) : factor;
}

// Percent of the bytes that come in the smallest frames. The script of Mellanox divides 64 B by the mean length,
// without the share of such frames: 6.25 % where no frame is small and the others have 1,024 B.
double small_share(Vendor vendor, const VendorInputs& inputs) {
  const double small = inputs.small;
  if (vendor == Vendor::kBarefoot) {
    return small;
  }
  const double mean = (small * kSmallest + (100 - small) * static_cast<double>(inputs.lossless_mtu.count())) / 100;
  return 100 * kSmallest / mean;
}

}  // namespace

VendorTerms vendor_headroom(Vendor vendor, const VendorInputs& inputs) {
  const double bytes_per_second = static_cast<double>(inputs.rate.count()) / kBitsPerByte;
  const bool barefoot = vendor == Vendor::kBarefoot;
  VendorTerms terms;
  terms.worst_factor = worst_factor(vendor, inputs.cell);
  terms.small_share = small_share(vendor, inputs);
  terms.occupancy = (100 - terms.small_share + terms.small_share * terms.worst_factor) / 100;
  terms.port_mtu = static_cast<double>(inputs.port_mtu.count());
  terms.cable = 2 * static_cast<double>(inputs.cable) / kMetresPerSecond * bytes_per_second / (barefoot ? 1.024 : 1);
  // Mbps x ns over 8,192 in place of 8,000.
  terms.gearbox = 2 * seconds(inputs.gearbox) * bytes_per_second * 1000 / kKib;
  terms.mac_phy = inputs.mac_phy;
  terms.peer = inputs.quanta * kSmallest * (barefoot && inputs.rate == kDoubledQuanta ? 2 : 1);
  terms.tile = !barefoot && inputs.tile ? kTileBytesPerGbps * static_cast<double>(inputs.rate.count()) / 1e9 : 0;
  terms.propagation = terms.port_mtu + terms.cable + terms.gearbox + terms.mac_phy + terms.peer + terms.tile;
  const double needed = static_cast<double>(inputs.lossless_mtu.count()) + terms.propagation * terms.occupancy;
  const double more = !barefoot && inputs.large_xoff ? 18 * kKib : 0;
  terms.xoff = Bytes(static_cast<std::int64_t>(std::ceil(needed / kKib) * kKib + more));
  return terms;
}

}  // namespace weir::headroom
