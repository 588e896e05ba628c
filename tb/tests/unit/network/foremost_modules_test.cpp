// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/network/foremost_modules.h"

#include <gtest/gtest.h>

namespace weir::network::foremost_modules_test {

TEST(ForemostModules, AreThereOnceTheyAreMadeAndUntilTheyAreDestroyed) {
  ForemostModules modules;
  EXPECT_EQ(sc_core::sc_find_object("foremost:0"), nullptr);
  modules.make();
  EXPECT_NE(sc_core::sc_find_object("foremost:0"), nullptr);
  EXPECT_NE(sc_core::sc_find_object("foremost:1"), nullptr);
  modules.destroy();
  EXPECT_EQ(sc_core::sc_find_object("foremost:0"), nullptr);
  EXPECT_EQ(sc_core::sc_find_object("foremost:1"), nullptr);
  modules.destroy();  // of a network that is small, too
}

}  // namespace weir::network::foremost_modules_test
