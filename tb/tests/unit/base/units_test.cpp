// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/base/units.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

using namespace literals;

TEST(Units, LongestPauseDoesNotOverflow) { EXPECT_EQ(pause_time(65535, 10_Gbps), Time(3'355'392'000)); }

}  // namespace
}  // namespace weir
