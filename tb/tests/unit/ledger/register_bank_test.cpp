// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/register_bank.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::ledger::register_bank_test {

constexpr Time kNow{1000};

// An owner of two settings, low <= high, of each of two ports, a counter, and flags.
struct Owner final : Settings {
  std::array<std::uint64_t, 2> live{10, 20};
  std::array<std::uint64_t, 2> draft{};
  Time applied;

  void begin() override { draft = live; }
  void check() const override {
    if (draft[0] > draft[1])
      throw std::invalid_argument("low is more than high");
  }
  void apply(Time now) override {
    live = draft;
    applied = now;
  }
};

class RegisterBankTest : public testing::Test {
 protected:
  static Chip chip() {
    Block block("block");
    const auto declared = [](const char* name, unsigned width, Dimensions dimensions, Access access) {
      return RegisterDeclaration{.name = name,
                                 .width = width,
                                 .dimensions = std::move(dimensions),
                                 .reset = 5,
                                 .access = access,
                                 .mechanism = "test"};
    };
    block.add(declared("low", 8, {{"port", 2}}, Access::kReadWrite))
        .add(declared("high", 8, {{"port", 2}}, Access::kReadWrite))
        .add(declared("counter", 100, {{"port", 2}, {"class", 3}}, Access::kReadOnly))
        .add(declared("flags", 4, {}, Access::kWriteOneToClear));
    return Chip("chip").add(block);
  }

  void bind_port(std::size_t port) {
    const Binder binder = bank_.binder("block", {port});
    const std::shared_ptr<Owner>& owner = owners_[port];
    for (const std::size_t which : {0U, 1U}) {
      binder.bind(which == 0 ? "low" : "high",
                  {.read = [owner, which](const RegisterAccess&) { return owner->live[which]; },
                   .write = [owner, which](const RegisterAccess&, std::uint64_t value) { owner->draft[which] = value; },
                   .settings = owner});
    }
    binder.bind("counter", {.read = [port](const RegisterAccess& at) {
                  return at.word == 0 ? 100 * port + at.indices.front() : static_cast<std::uint64_t>(at.now.count());
                }});
  }
  void bind_all() {
    bind_port(0);
    bind_port(1);
    bank_.binder("block").bind("flags",
                               {.read = [this](const RegisterAccess&) { return flags_; },
                                .write = [this](const RegisterAccess&, std::uint64_t ones) { flags_ &= ~ones; }});
  }

  const MappedRegister& mapped(const char* name) const { return *bank_.map().find("block", name); }
  RegisterBank::Write write(const char* name, std::uint64_t element, std::uint64_t value,
                            std::uint64_t mask = 0xff) const {
    return {&mapped(name), element, 0, value, mask};
  }
  std::string refusal(std::vector<RegisterBank::Write> writes) {
    return error_of([&] { bank_.write(writes, kNow); });
  }

  RegisterBank bank_{AddressMap(chip())};
  std::array<std::shared_ptr<Owner>, 2> owners_{std::make_shared<Owner>(), std::make_shared<Owner>()};
  std::uint64_t flags_ = 0xf;
};

TEST_F(RegisterBankTest, ReadsWhatTheOwnerHas) {
  bind_all();
  EXPECT_EQ(bank_.read(mapped("high"), 1, 0, kNow), 20U);
  owners_[1]->live[1] = 0x1ff;
  EXPECT_EQ(bank_.read(mapped("high"), 1, 0, kNow), 0xffU) << "no more than the width";
  EXPECT_EQ(bank_.read(mapped("counter"), 5, 0, kNow), 102U);
  EXPECT_EQ(bank_.read(mapped("counter"), 5, 1, kNow), 1000U);
}

TEST_F(RegisterBankTest, WritesAllOrNothing) {
  bind_all();
  EXPECT_EQ(refusal({write("low", 0, 30)}), "low is more than high");
  EXPECT_EQ(owners_[0]->live[0], 10U);
  EXPECT_EQ(refusal({write("low", 0, 30), write("high", 0, 40)}), "");
  EXPECT_THAT(owners_[0]->live, ElementsAre(30, 40));
  EXPECT_EQ(owners_[0]->applied, kNow);
  EXPECT_EQ(refusal({write("low", 0, 1), write("low", 1, 30), write("flags", 0, 1)}), "low is more than high");
  EXPECT_THAT(owners_[0]->live, ElementsAre(30, 40)) << "of another group of the same transfer";
  EXPECT_EQ(flags_, 0xfU);
}

TEST_F(RegisterBankTest, ARefusedDraftIsForgotten) {
  bind_all();
  refusal({write("low", 0, 30)});
  EXPECT_EQ(refusal({write("high", 0, 15)}), "");
  EXPECT_THAT(owners_[0]->live, ElementsAre(10, 15));
}

TEST_F(RegisterBankTest, KeepsTheBitsThatAreNotWritten) {
  bind_all();
  EXPECT_EQ(refusal({write("high", 0, 0xff, 0xf0)}), "");
  EXPECT_EQ(owners_[0]->live[1], 0xf4U);
  EXPECT_EQ(refusal({write("flags", 0, 0x6, 0x3)}), "");
  EXPECT_EQ(flags_, 0xdU) << "ones clear, where they are written";
}

TEST_F(RegisterBankTest, RefusesBitsThatARegisterHasNot) {
  bind_all();
  EXPECT_EQ(refusal({write("high", 0, 90), write("low", 1, 0x1ff, 0x1ff)}),
            "block.low[1] has 8 bits; wanted at most 255; got 511");
  EXPECT_EQ(owners_[0]->live[1], 20U) << "nothing of it is done";
  EXPECT_EQ(refusal({write("flags", 0, 0x1f, ~std::uint64_t{0})}), "block.flags has 4 bits; wanted at most 15; got 31");
  EXPECT_EQ(flags_, 0xfU);
  EXPECT_EQ(refusal({write("high", 1, 0x1ff, 0xff)}), "") << "what is not written is not looked at";
}

TEST_F(RegisterBankTest, KnowsWhatNobodyOwns) {
  EXPECT_THAT(bank_.unbound(), ElementsAre("block.low", "block.high", "block.counter", "block.flags"));
  EXPECT_EQ(bank_.read(mapped("low"), 1, 0, kNow), 5U) << "the reset value";
  EXPECT_THAT(refusal({write("low", 1, 6)}), HasSubstr("block.low"));
  bind_port(1);
  EXPECT_THAT(bank_.unbound(), ElementsAre("block.low", "block.high", "block.counter", "block.flags"));
  bind_port(0);
  EXPECT_THAT(bank_.unbound(), ElementsAre("block.flags"));
}

TEST_F(RegisterBankTest, RefusesOwnersThatCannotBe) {
  bind_all();
  EXPECT_THROW(bind_port(0), std::logic_error) << "twice";
  EXPECT_THROW(bank_.binder("block").bind("none", {}), std::logic_error);
  RegisterBank other{AddressMap(chip())};
  EXPECT_THROW(other.binder("block", {2}).bind("low", {}), std::logic_error) << "no port 2, and not writable";
  EXPECT_THROW(other.binder("block").bind("low", {.read = [](const RegisterAccess&) { return 0; }}), std::logic_error);
}

}  // namespace weir::ledger::register_bank_test
