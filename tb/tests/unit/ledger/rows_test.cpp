// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/rows.h"

#include "hw_model/base/ids.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::ledger {
namespace {

struct Hardware {
  unsigned bits = 12;
  bool timed = false;
};

unsigned bits(const Hardware& hardware) { return hardware.bits; }
bool timed(const Hardware& hardware) { return hardware.timed; }
Dimensions each(const Hardware&) { return {{"class", 3}}; }

// A block of three queues, with a threshold and a weight of each queue as settings.
class Meter {
 public:
  Meter() = default;

  struct Settings {
    Bytes threshold{5};
    std::array<unsigned, 3> weight{1, 1, 1};
  };
  struct Rows;

  static Block declare(const Hardware& hardware, const Settings& settings);
  void bind_registers(const Binder& binder);

  struct Queue {
    Bytes depth;
    std::uint64_t marked = 0;
    bool held = false;
    Time since;
  };
  std::array<Queue, 3> queues{};
  Settings settings;
  std::string order;  // of what was called
};

struct Meter::Rows {
  using Row = RowsOf<Hardware>;

  static constexpr auto kHold = Row::list(
      Row::state({"held", 1, each, "", "flow control holds the queue"}, [](const Queue& queue) { return queue.held; }));
  static constexpr auto kAll = Row::list(
      Row::setting<&Settings::threshold>({"threshold", bits, {}, "bits of the buffer", "marks above it"}),
      Row::setting(
          {"weight", 4, each, "", "of the queue"},
          [](const Settings& now, const RegisterAccess& at) { return now.weight[at.indices[0]]; },
          [](Settings& draft, const RegisterAccess& at, std::uint64_t value) {
            draft.weight[at.indices[0]] = static_cast<unsigned>(value);
          }),
      Row::state<&Queue::depth>({"depth", bits, each, "as threshold", "bytes that wait"}).reset(7).rtl("meter"),
      Row::events<&Queue::marked>({"marked", 64, each, "packets", "packets marked"}), kHold,
      Row::holds<&Queue::held>("held"),
      Row::internal<&Queue::since>(
          {"since", [](const Hardware& hardware) { return hardware.bits + 1; }, each, "", "when it began"})
          .when(timed));
};

Block Meter::declare(const Hardware& hardware, const Settings& settings) {
  Block block("meter");
  ledger::declare(block, {"test", "a source"}, hardware, Rows::kAll, settings);
  return block;
}

void Meter::bind_registers(const Binder& binder) {
  const auto drafted =
      std::make_shared<Drafted<Settings>>([this]() -> const Settings& { return settings; }, [](const Settings&) {},
                                          [this](const Settings& draft, Time) { settings = draft; });
  bind(binder, Rows::kAll,
       {objects(drafted), objects([this](const RegisterAccess& at) -> const Queue& { return queues[at.indices[0]]; })});
}

TEST(Rows, DeclareTheRegistersThatAreBuilt) {
  const Block block = Meter::declare({}, {.threshold = Bytes(9), .weight = {1, 2, 3}});
  std::vector<std::string> names;
  for (const RegisterDeclaration& one : block.registers())
    names.push_back(one.name);
  EXPECT_EQ(names, (std::vector<std::string>{"threshold", "weight", "depth", "marked", "held"}));
  EXPECT_EQ(block.find("threshold")->reset, 9U);
  EXPECT_EQ(block.find("threshold")->access, Access::kReadWrite);
  EXPECT_EQ(block.find("weight")->resets, (std::vector<std::uint64_t>{1, 2, 3}));
  EXPECT_EQ(block.find("depth")->reset, 7U);
  EXPECT_EQ(block.find("depth")->rtl_block, "meter");
  EXPECT_EQ(block.find("marked")->width_follows, "never wraps: 2^64 packets");
  EXPECT_EQ(block.find("marked")->storage, Storage::kSram);
  const Block timed = Meter::declare({.bits = 20, .timed = true}, {});
  EXPECT_EQ(timed.find("since")->width, 21U);
  EXPECT_EQ(timed.find("since")->access, Access::kInternal);
  EXPECT_TRUE(timed.find("weight")->resets.empty());
}

TEST(Rows, BindEachRegisterOfTheMap) {
  const Chip chip = Chip("chip").add(Meter::declare({.timed = true}, {}));
  RegisterBank bank{AddressMap(chip)};
  Meter meter;
  meter.bind_registers(bank.binder("meter"));
  EXPECT_EQ(bank.unbound(), std::vector<std::string>{});
  meter.queues[2] = {.depth = Bytes(77), .marked = 5, .held = true, .since = {}};
  const auto read = [&](const char* name, std::uint64_t element) {
    return bank.read(*bank.map().find("meter", name), element, 0, Time(0));
  };
  EXPECT_EQ(read("depth", 2), 77U);
  EXPECT_EQ(read("marked", 2), 5U);
  EXPECT_EQ(read("held", 2), 1U);
  EXPECT_EQ(read("held", 0), 0U);
  const auto written = [&](const char* name, std::uint64_t element, std::uint64_t value) {
    const RegisterBank::Write write{bank.map().find("meter", name), element, 0, value, ~std::uint64_t{0}};
    bank.write({&write, 1}, Time(0));
  };
  written("threshold", 0, 300);
  written("weight", 1, 6);
  EXPECT_EQ(meter.settings.threshold, Bytes(300));
  EXPECT_EQ(meter.settings.weight, (std::array<unsigned, 3>{1, 6, 1}));
  EXPECT_EQ(read("threshold", 0), 300U);
  EXPECT_EQ(read("weight", 1), 6U);
}

// A map of a chip that has none of the registers: nothing is bound, and nothing is thrown.
TEST(Rows, LeaveOutWhatIsNotDeclared) {
  Block other("meter");
  other.add(Origin("test", "a source").state({.name = "depth", .width = 12, .dimensions = {{"class", 3}}}));
  RegisterBank bank{AddressMap(Chip("chip").add(other))};
  Meter meter;
  EXPECT_NO_THROW(meter.bind_registers(bank.binder("meter")));
  EXPECT_EQ(bank.unbound(), std::vector<std::string>{});
}

TEST(Rows, ASettingWantsItsValueAfterReset) {
  Block block("meter");
  EXPECT_THROW(declare(block, {"test", "a source"}, Hardware{}, Meter::Rows::kAll), std::logic_error);
}

TEST(Rows, ANoteNamesADeclaredRegister) {
  using Row = RowsOf<Hardware>;
  static constexpr auto kNotes = Row::list(Row::holds<&Meter::order>("nowhere"));
  Block block("meter");
  EXPECT_THROW(declare(block, {"test", "a source"}, Hardware{}, kNotes), std::logic_error);
}

// What does not compile: tb/tests/regress/state_fields_test.py.

}  // namespace
}  // namespace weir::ledger
