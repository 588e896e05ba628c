// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/synthesis/liberty.h"

#include <gtest/gtest.h>

namespace weir::synthesis {
namespace {

std::string cell(const std::string& name, double area, const std::string& function, double capacitance = 0.01) {
  return "  cell (" + name + ") {\n    area : " + std::to_string(area) +
         ";\n    pin (A) { direction : input; capacitance : " + std::to_string(capacitance) +
         "; }\n    pin(Y) {\n      direction : output;\n      function : \"" + function +
         "\";\n      timing() { related_pin : \"A\"; }\n    }\n  }\n";
}

std::string library(const std::string& cells) { return "library (some) {\n" + cells + "}\n"; }

TEST(Inverters, TheSmallestCellThatInvertsIsTaken) {
  const auto found = smallest_inverter(library(cell("BUF", 1, "A") + cell("INV8", 40, "(!A)") +
                                               cell("INV1", 16, "(!A)") + cell("INV2", 16, "(!A)", 0.02)));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->cell, "INV1");
  EXPECT_EQ(found->input, "A");
  EXPECT_EQ(found->output, "Y");
  EXPECT_DOUBLE_EQ(found->area, 16);
  EXPECT_DOUBLE_EQ(found->capacitance, 0.01);
}

TEST(Inverters, FunctionsAreWrittenInManyWays) {
  for (const char* function : {"!A", "(!A)", "A'", "(A')", "( ! A )", "(!(A))"}) {
    EXPECT_TRUE(smallest_inverter(library(cell("X", 1, function)))) << function;
  }
  for (const char* function : {"A", "(A)", "!AB", "!B", "1", ""}) {
    EXPECT_FALSE(smallest_inverter(library(cell("X", 1, function)))) << function;
  }
}

TEST(Inverters, NamesMayBeQuoted) {
  const auto found = smallest_inverter(
      R"lib(library ("some") { cell ("sky__inv_1") { area : 3.75;
            pin ("A") { direction : "input"; capacitance : 0.002; }
            pin ("Y") { direction : "output"; function : "(!A)"; } } })lib");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->cell, "sky__inv_1");
  EXPECT_DOUBLE_EQ(found->area, 3.75);
}

TEST(Inverters, GatesWithMorePinsAreNone) {
  EXPECT_FALSE(smallest_inverter(
      library("cell (NAND2) { area : 1; pin (A) { direction : input; } pin (B) { direction : input; }\n"
              "pin (Y) { direction : output; function : \"!A\"; } }\n")));
  EXPECT_FALSE(smallest_inverter(""));
  EXPECT_FALSE(smallest_inverter("library (cut) { cell (INV) { area : 1; pin (A) {"));
}

TEST(Inverters, AChainDrivesFourEach) {
  const std::string chain = inverter_chain({"INV", "A", "Y", 1, 0.1}, 5);
  std::size_t cells = 0;
  for (std::size_t at = chain.find("  INV "); at != std::string::npos; at = chain.find("  INV ", at + 1)) {
    ++cells;
  }
  EXPECT_EQ(cells, 20U);
  EXPECT_NE(chain.find("INV stage4 (.A(n[4]), .Y(n[5]));"), std::string::npos);
  EXPECT_NE(chain.find("INV load14 (.A(n[4]), .Y(load[14]));"), std::string::npos);
}

}  // namespace
}  // namespace weir::synthesis
