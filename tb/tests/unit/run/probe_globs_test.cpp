// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/probe_globs.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::probe_globs_test {

const std::vector<Probe> kProbes = {{.device = "s1", .port = "p0", .name = "viq_depth_c0"},
                                    {.device = "s1", .port = "p0", .name = "veq_depth_c0"},
                                    {.device = "s1", .name = "cells"},
                                    {.device = "s10", .port = "p0", .name = "viq_depth_c0"}};

std::vector<bool> taken(ProbeGlobs globs) {
  std::vector<bool> all;
  for (const Probe& probe : kProbes) {
    all.push_back(globs.takes(probe));
  }
  globs.require_met();
  return all;
}

TEST(ProbeGlobs, SelectSignalsPortsAndDevices) {
  EXPECT_THAT(taken(ProbeGlobs({})), ElementsAre(true, true, true, true));
  EXPECT_THAT(taken(ProbeGlobs({"s1"})), ElementsAre(true, true, true, false)) << "s10 is another device";
  EXPECT_THAT(taken(ProbeGlobs({"*.p0"})), ElementsAre(true, true, false, true));
  EXPECT_THAT(taken(ProbeGlobs({"s1.p0.viq_depth_c0"})), ElementsAre(true, false, false, false));
  EXPECT_THAT(taken(ProbeGlobs({"s1.cells", "*.viq_*"})), ElementsAre(true, false, true, true));
}

TEST(ProbeGlobs, NameTheNearestScopeOrSignal) {
  EXPECT_EQ(error_of<std::invalid_argument>([] {
              taken(ProbeGlobs({"s10", "s11"}));
            }),
            "--probe s11: there is no such signal, port or device; the nearest is \"s1\"; signals are named "
            "DEVICE.pN.SIGNAL, e.g. s1.p0.viq_depth_c0; '*' stands for any letters");
  EXPECT_THAT(error_of<std::invalid_argument>([] { taken(ProbeGlobs({"s1.p0.veq_detph_c0"})); }),
              HasSubstr("the nearest is \"s1.p0.veq_depth_c0\""));
}

}  // namespace weir::probe_globs_test
