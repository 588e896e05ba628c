// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/rr_arbiter_cycle.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::rr_arbiter_cycle_test {

std::string refusal(const RrArbiterConfig& config) {
  return error_of([&] { config.validate(); });
}

TEST(RrArbiterCycle, RefusesParameters) {
  EXPECT_EQ(refusal({}), "");
  EXPECT_EQ(refusal({.inputs = 2, .lock = 0}), "");
  EXPECT_EQ(refusal({.inputs = 64}), "");
  EXPECT_EQ(refusal({.inputs = 1}), "rr_arbiter: inputs is 1, wanted 2..64");
  EXPECT_EQ(refusal({.inputs = 65}), "rr_arbiter: inputs is 65, wanted 2..64");
  EXPECT_EQ(refusal({.lock = 2}), "rr_arbiter: lock is 2, wanted 0..1");
}

// The cycles of the wave in rtl/rr_arbiter/rr_arbiter.md.
TEST(RrArbiterCycle, DoesWhatThePageShows) {
  RrArbiterCycle arbiter({.inputs = 4});
  struct Column {
    RrArbiterInputs in;
    std::uint64_t grant;
    unsigned pointer;
    bool locked;
    unsigned owner;
  };
  for (const Column& column : {Column{{.req = 0b1010, .accept = true}, 0b0010, 0, false, 0},
                               Column{{.req = 0b1010, .accept = true}, 0b1000, 2, false, 0},
                               Column{{.req = 0b1010, .lock = true}, 0b0010, 0, false, 0},
                               Column{{.req = 0b1011, .accept = true, .lock = true}, 0b0010, 0, true, 1},
                               Column{{.req = 0b1001, .accept = true}, 0b1000, 2, true, 1},
                               Column{{.req = 0b1001}, 0b0001, 0, false, 1}, Column{{}, 0, 0, false, 1}}) {
    const RrArbiterOutputs out = arbiter.clock(column.in);
    EXPECT_EQ(out.grant, column.grant);
    EXPECT_EQ(out.pointer, column.pointer);
    EXPECT_EQ(out.locked, column.locked);
    EXPECT_EQ(out.owner, column.owner);
  }
}

// The second model, from the block's page: the inputs stand in a list by their turn; what is served goes to its end
// with all that stand before it.
class ByList {
 public:
  enum class Wrong { kNothing, kMovesRefused, kServedAloneGoesBack, kLockOutlastsSilence, kLockKeepsThePointer };

  ByList(unsigned inputs, bool lock, Wrong wrong) : turns_(inputs), lock_(lock), wrong_(wrong) {
    std::iota(turns_.begin(), turns_.end(), 0U);
  }

  RrArbiterOutputs clock(const RrArbiterInputs& in) {
    if (!in.rst_n) {
      std::ranges::sort(turns_);
      locked_.reset();
      owner_ = 0;
    }
    const auto asks = [&](unsigned input) { return (in.req >> input) % 2 == 1; };
    std::optional<unsigned> granted;
    if (locked_ && asks(*locked_)) {
      granted = locked_;
    } else if (const auto next = std::ranges::find_if(turns_, asks); next != turns_.end()) {
      granted = *next;
    }
    const RrArbiterOutputs out{.grant_valid = granted.has_value(),
                               .grant = granted ? std::uint64_t{1} << *granted : 0,
                               .grant_index = static_cast<std::uint8_t>(granted.value_or(0)),
                               .pointer = static_cast<std::uint8_t>(turns_.front()),
                               .locked = locked_.has_value(),
                               .owner = static_cast<std::uint8_t>(owner_)};
    if (in.rst_n) {
      edge(in, granted);
    }
    return out;
  }

 private:
  void edge(const RrArbiterInputs& in, std::optional<unsigned> granted) {
    const bool keeps_pointer = wrong_ == Wrong::kLockKeepsThePointer && locked_;
    if (granted && (in.accept || wrong_ == Wrong::kMovesRefused) && !keeps_pointer) {
      const auto served = std::ranges::find(turns_, *granted);
      if (wrong_ == Wrong::kServedAloneGoesBack) {
        std::rotate(served, served + 1, turns_.end());
      } else {
        std::rotate(turns_.begin(), served + 1, turns_.end());
      }
    }
    if (granted || wrong_ != Wrong::kLockOutlastsSilence) {
      locked_.reset();
    }
    if (granted && in.lock && lock_) {
      locked_ = granted;
      owner_ = *granted;
    }
  }

  std::vector<unsigned> turns_;  // the next in turn first
  bool lock_;
  Wrong wrong_;
  std::optional<unsigned> locked_;
  unsigned owner_ = 0;
};

// Requests that come and go, at every density; resets now and then. Whether the models agree in each cycle.
bool agree(const RrArbiterConfig& config, ByList::Wrong wrong) {
  constexpr int kCycles = 30'000;
  RrArbiterCycle model(config);
  ByList list(config.inputs, config.lock != 0, wrong);
  RandomStream random(config.inputs + config.lock, "rr_arbiter_by_list");
  std::uint64_t req = 0;
  for (int n = 0; n < kCycles; ++n) {
    const std::uint64_t changes = random.next() & random.next() & config.all();
    req = n / 64 % 8 == 0 ? req & ~changes : random.below(8) == 0 ? 0 : req ^ changes;
    const RrArbiterInputs in{
        .rst_n = random.below(1024) != 0, .req = req, .accept = random.below(3) != 0, .lock = random.below(2) != 0};
    if (model.evaluate(in) != list.clock(in)) {
      return false;
    }
    model.clock(in);
  }
  return true;
}

TEST(RrArbiterCycle, IsWhatASecondModelMakesOfThePage) {
  for (const unsigned inputs : {2U, 3U, 5U, 33U, 64U}) {
    for (const unsigned lock : {0U, 1U}) {
      EXPECT_TRUE(agree({.inputs = inputs, .lock = lock}, ByList::Wrong::kNothing)) << inputs << ' ' << lock;
    }
  }
  using enum ByList::Wrong;
  for (const auto wrong : {kMovesRefused, kServedAloneGoesBack, kLockOutlastsSilence, kLockKeepsThePointer}) {
    EXPECT_FALSE(agree({.inputs = 5}, wrong)) << static_cast<int>(wrong);
  }
}

}  // namespace weir::reference::rr_arbiter_cycle_test
