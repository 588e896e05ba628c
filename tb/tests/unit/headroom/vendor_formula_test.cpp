// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/headroom/vendor_formula.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::headroom::vendor_formula_test {

// A DPU of 28 ports: frames of at most 1,024 B on the port, lossless ones of 9,100 B, a quarter of them small.
VendorInputs dpu(BitRate rate, std::uint16_t quanta, std::int64_t cable) {
  return {.rate = rate,
          .cable = cable,
          .cell = 144_B,
          .lossless_mtu = 9100_B,
          .port_mtu = 1024_B,
          .small = 25,
          .mac_phy = 1024,
          .quanta = quanta};
}

// A switch of 224 ports; `port_mtu` differs between its two tables.
VendorInputs large(BitRate rate, std::uint16_t quanta, std::int64_t cable, Bytes port_mtu) {
  return {.rate = rate,
          .cable = cable,
          .cell = 192_B,
          .lossless_mtu = 4096_B,
          .port_mtu = port_mtu,
          .small = 50,
          .mac_phy = 819.2,
          .quanta = quanta,
          .tile = true};
}

Bytes mellanox(const VendorInputs& inputs) { return vendor_headroom(Vendor::kMellanox, inputs).xoff; }

TEST(VendorFormula, MellanoxGivesPublishedRowsToTheByte) {
  EXPECT_EQ(mellanox(dpu(10_Gbps, 67, 5)), 16'384_B);
  EXPECT_EQ(mellanox(dpu(400_Gbps, 905, 300)), 225'280_B);
  EXPECT_EQ(mellanox(large(10_Gbps, 67, 40, 9216_B)), 20'480_B);
  EXPECT_EQ(mellanox(large(10_Gbps, 67, 250, 1024_B)), 14'336_B);
  EXPECT_LT(mellanox(large(25_Gbps, 80, 250, 1024_B)), mellanox(large(25_Gbps, 80, 40, 9216_B)));
  EXPECT_EQ(mellanox(large(800_Gbps, 905, 40, 9216_B)), 132'096_B);
  EXPECT_EQ(mellanox(large(800_Gbps, 905, 1000, 1024_B)), 1'153'024_B);
}

TEST(VendorFormula, MellanoxChargesSmallFramesThatAreNotThere) {
  VendorInputs inputs = dpu(100_Gbps, 394, 5);
  inputs.lossless_mtu = 1024_B;
  const auto share = [&](unsigned small) {
    inputs.small = small;
    return vendor_headroom(Vendor::kMellanox, inputs).small_share;
  };
  EXPECT_DOUBLE_EQ(share(0), 6.25);
  EXPECT_NEAR(share(25), 8.163, 0.001);
  EXPECT_NEAR(share(50), 11.765, 0.001);
  EXPECT_DOUBLE_EQ(share(100), 100);
}

TEST(VendorFormula, BarefootTakesTheShareAsItIs) {
  const VendorInputs inputs = dpu(100_Gbps, 394, 300);
  const VendorTerms terms = vendor_headroom(Vendor::kBarefoot, inputs);
  EXPECT_DOUBLE_EQ(terms.small_share, 25);
  EXPECT_DOUBLE_EQ(terms.worst_factor, 144.0 / 64);
  EXPECT_DOUBLE_EQ(terms.cable, vendor_headroom(Vendor::kMellanox, inputs).cable / 1.024);
  EXPECT_DOUBLE_EQ(terms.peer, 394 * 64);
  EXPECT_EQ(terms.xoff.count() % 1024, 0);
}

TEST(VendorFormula, BarefootDoublesThePeerAt400Gbps) {
  EXPECT_DOUBLE_EQ(vendor_headroom(Vendor::kBarefoot, dpu(400_Gbps, 905, 5)).peer, 2 * 905 * 64);
  EXPECT_DOUBLE_EQ(vendor_headroom(Vendor::kBarefoot, dpu(200_Gbps, 453, 5)).peer, 453 * 64);
}

TEST(VendorFormula, SmallCellsFillByTheirOwnRule) {
  VendorInputs inputs = dpu(100_Gbps, 394, 5);
  inputs.cell = 128_B;  // at most two of the smallest frames
  EXPECT_DOUBLE_EQ(vendor_headroom(Vendor::kMellanox, inputs).worst_factor, 2);
  EXPECT_DOUBLE_EQ(vendor_headroom(Vendor::kBarefoot, inputs).worst_factor, 256.0 / 129);
  inputs.cell = 254_B;
  EXPECT_DOUBLE_EQ(vendor_headroom(Vendor::kMellanox, inputs).worst_factor, 4);
}

TEST(VendorFormula, GearboxIsShortByTheUnitOfTheScript) {
  VendorInputs inputs = dpu(400_Gbps, 905, 5);
  inputs.gearbox = 100_ns;
  const double bytes = 2 * 400e9 / 8 * 100e-9;
  EXPECT_NEAR(vendor_headroom(Vendor::kMellanox, inputs).gearbox, bytes * 8000 / 8192, 1e-6);
}

TEST(VendorFormula, TermsAddUp) {
  VendorInputs inputs = large(400_Gbps, 905, 300, 9216_B);
  inputs.gearbox = 50_ns;
  const VendorTerms terms = vendor_headroom(Vendor::kMellanox, inputs);
  EXPECT_DOUBLE_EQ(terms.propagation,
                   terms.port_mtu + terms.cable + terms.gearbox + terms.mac_phy + terms.peer + terms.tile);
  inputs.large_xoff = true;
  EXPECT_EQ(mellanox(inputs), terms.xoff + Bytes(18 * 1024));
}

}  // namespace weir::headroom::vendor_formula_test
