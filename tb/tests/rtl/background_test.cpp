// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The thread beside the one that plays: order, how far it may be behind, what is thrown.

#include "tb/cosim/background.h"

#include <future>

#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim::background_test {

TEST(Background, DoesPiecesInTheirOrder) {
  std::vector<int> done;
  Background background;
  for (int n = 0; n < 3; ++n) {
    background.begin([&, n] { done.push_back(n); });
  }
  background.wait();
  EXPECT_THAT(done, ElementsAre(0, 1, 2));
}

TEST(Background, WaitsForAllButTheLastPieces) {
  std::promise<void> go;
  std::vector<int> done;
  Background background;
  background.begin([&] { done.push_back(0); });
  background.begin([&] {
    go.get_future().wait();
    done.push_back(1);
  });
  background.wait_but(1);
  EXPECT_THAT(done, ElementsAre(0));
  go.set_value();
  background.wait();
  EXPECT_THAT(done, ElementsAre(0, 1));
}

TEST(Background, DropsWhatFollowsAPieceThatThrowsAndThrowsOnce) {
  bool followed = false;
  std::promise<void> go;
  Background background;
  background.begin([&] {
    go.get_future().wait();
    throw std::runtime_error("first");
  });
  background.begin([&] { followed = true; });
  go.set_value();
  EXPECT_THROW(background.wait(), std::runtime_error);
  EXPECT_FALSE(followed);
  background.begin([&] { followed = true; });
  background.wait();
  EXPECT_TRUE(followed);
}

TEST(Background, IsSettledWhenAnExceptionLeavesItsOwner) {
  std::promise<void> under_way;
  std::promise<void> go;
  bool ended = false;
  Background background;
  background.begin([&] {
    under_way.set_value();
    go.get_future().wait();
    ended = true;
    throw std::runtime_error("lost");
  });
  under_way.get_future().wait();
  {
    const Background::Settled settled(background);
    go.set_value();
  }
  EXPECT_TRUE(ended);
  EXPECT_NO_THROW(background.wait());
}

}  // namespace weir::cosim::background_test
