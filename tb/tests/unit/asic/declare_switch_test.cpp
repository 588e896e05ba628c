// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The hardware of whole switches, against figures of the papers and figures worked out by hand.

#include "hw_model/asic/declare_switch.h"

#include "hw_model/asic/switch_asic.h"
#include "hw_model/ledger/state_fields.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::asic::declare_switch_test {

using flow_control::Scheme;

SwitchConfig config_of(std::size_t ports, ClassMask lossless, Scheme scheme = Scheme::kPfc) {
  SwitchConfig config;
  config.ports.assign(ports, {.rate = 40_Gbps, .delay = 1_us, .wire_overhead = false});
  config.flow_control.scheme = scheme;
  config.flow_control.lossless = lossless;
  return config;
}

std::uint64_t count(const ledger::Chip& chip, const char* block, const char* name) {
  const ledger::Block* found = chip.find(block);
  const ledger::RegisterDeclaration* declaration = found == nullptr ? nullptr : found->find(name);
  return declaration == nullptr ? 0 : declaration->count();
}

std::uint64_t bits(const ledger::Chip& chip, const char* block, const char* name) {
  const ledger::Block* found = chip.find(block);
  const ledger::RegisterDeclaration* declaration = found == nullptr ? nullptr : found->find(name);
  return declaration == nullptr ? 0 : declaration->bits();
}

std::string refusal(const SwitchConfig& config) {
  return error_of([&] { declare_switch(config); });
}

// GFC, SIGCOMM '19, section 5.3: "Considering a 24-port switch, it requires 192 Rate Limiters at most", and with two or
// three lossless priorities "72".
TEST(DeclareSwitch, RateLimiters) {
  EXPECT_EQ(count(declare_switch(config_of(24, 0xff, Scheme::kGfcBufferBased)), "flow_control", "r_c"), 192U);
  EXPECT_EQ(count(declare_switch(config_of(24, 0x07, Scheme::kGfcBufferBased)), "flow_control", "r_c"), 72U);
}

// Where they are not asked for, nothing of them is there.
TEST(DeclareSwitch, VlArbiters) {
  SwitchConfig config = config_of(24, 0xff);
  EXPECT_EQ(bits(declare_switch(config), "egress", "discipline"), 2U);
  EXPECT_EQ(count(declare_switch(config), "egress", "vl_limit"), 0U);
  config.egress.discipline = egress::Discipline::kVlArbitration;
  const ledger::Chip chip = declare_switch(config);
  EXPECT_EQ(bits(chip, "egress", "discipline"), 3U);
  EXPECT_EQ(bits(chip, "egress", "vl_limit"), 8U);
  EXPECT_EQ(bits(chip, "egress", "vl_high_left"), 24U * 9);
  EXPECT_EQ(bits(chip, "egress", "vl_high_sent"), 24U * 21);
}

// TCD, section 4.5: one time stamp "per port per priority".
TEST(DeclareSwitch, TimeStampsOfTcd) {
  SwitchConfig config = config_of(24, 0xff);
  config.congestion.detectors = {congestion::DetectorKind::kTcd};
  config.max_frame = 1000_B;
  const ledger::Chip chip = declare_switch(config);
  EXPECT_EQ(count(chip, "congestion", "tcd_stamp"), 24U * 8);
  EXPECT_EQ(bits(chip, "congestion", "tcd_stamp"), 24U * 8 * 16);
  EXPECT_EQ(bits(chip, "congestion", "last_state"), 24U * 8 * 2);
}

// ITSY as published, sections III.B and VI.D: 64 x 64 bits, 64 x (14 + 6 + Seq) bits, with a bit that it is there and
// one for a host.
TEST(DeclareSwitch, BitmapOfItsy) {
  SwitchConfig config = config_of(64, 0x01);
  config.deadlock.unit = deadlock::Unit::kItsy;
  config.deadlock.itsy.protocol = deadlock::Protocol::kPublished;
  const ledger::Chip chip = declare_switch(config);
  const unsigned seq = config.deadlock.itsy.widths().seq;
  EXPECT_EQ(bits(chip, "deadlock", "traffic_mapping"), 4096U);
  EXPECT_EQ(bits(chip, "deadlock", "stored_initiator"), 64U * (1 + 14 + 6 + seq + 1));
}

// TTL-based buffer management, eq. (14) and the text below it: 40 Gbps, MTU 1500 B, 1.5 us of wire need 21,968 B for
// each (port, class), which the paper rounds to 22 KB and takes 32 x 8 times: 5,632 KB. Halved on a tree: 2,816 KB,
// 22.9 % of 12 MB; of 12 MiB it is 22.4 %. Unrounded it is 5,623,808 B.
TEST(DeclareSwitch, HeadroomOfPfc) {
  SwitchConfig config = config_of(32, 0xff);
  config.mmu.headroom = 21'968_B;
  config.mmu.cell = 208_B;
  const auto cells = [](std::uint64_t bytes) { return (bytes + 207) / 208; };
  EXPECT_EQ(32U * 8 * 21'968, 5'623'808U);
  EXPECT_EQ(count(declare_switch(config), "packet_buffer", "headroom_cell"), cells(5'623'808));
  EXPECT_EQ(declare_switch(config).bits_by_mechanism().at("pfc").of(ledger::Storage::kSram),
            cells(5'623'808) * 208 * 8 + 32U * 8 * (4 * 64 + 2 * 48));

  config.mmu.headroom = 22_KB;
  EXPECT_EQ(32U * 8 * 22'000, 5'632'000U);
  EXPECT_EQ(count(declare_switch(config), "packet_buffer", "headroom_cell"), cells(5'632'000));

  config.mmu.headroom = 11_KB;
  EXPECT_EQ(count(declare_switch(config), "packet_buffer", "headroom_cell"), cells(2'816'000));
  EXPECT_NEAR(2'816e3 / (12 * 1024 * 1024), 0.224, 0.0005);
  EXPECT_NEAR(2'816.0 / (12 * 1024), 0.229, 0.0005);
}

// 300 m at 40 Gbps, 8 lossless classes of 32 ports: 5.6 MB of headroom if each VIQ has its own. A pool of a fourth of
// it frees 4.2 MB. Its accounts stand in rows that admission by VIQ has anyway; what is new are the peaks.
TEST(DeclareSwitch, APoolOfHeadroom) {
  SwitchConfig config = config_of(32, 0xff);
  config.mmu.count_cells = true;
  config.mmu.headroom = 21'968_B;
  const ledger::Chip each = declare_switch(config);
  config.mmu.headroom_pool = 1'405'952_B;
  const ledger::Chip pool = declare_switch(config);
  EXPECT_EQ(count(each, "packet_buffer", "headroom_cell"), 27'038U);
  EXPECT_EQ(count(pool, "packet_buffer", "headroom_cell"), 6'760U);
  EXPECT_EQ(count(pool, "packet_buffer", "shared_cell") - count(each, "packet_buffer", "shared_cell"),
            27'038U - 6'760U);
  const auto flip_flops = [](const ledger::Chip& chip) { return chip.bits().of(ledger::Storage::kFlipFlop); };
  EXPECT_EQ(flip_flops(pool) - flip_flops(each), 2U * 16 + 14);
  const auto sram = [](const ledger::Chip& chip) { return chip.find("mmu")->bits().of(ledger::Storage::kSram); };
  EXPECT_EQ(sram(pool) - sram(each), 32U * 8 * 16);
  EXPECT_EQ(count(pool, "mmu", "viq_headroom_cells"), 32U * 8);
  EXPECT_EQ(pool.find("mmu")->find("headroom_pool")->reset, 1'405'952U / 208);
  EXPECT_EQ(each.find("mmu")->find("headroom_pool"), nullptr);
}

// Accounts of admission by VIQ are in SRAM, two fields a VIQ; flip-flops hold what is under way, and two bits a VIQ.
// The MMU that counts bytes compares all depths at once.
TEST(DeclareSwitch, AccountsByViqAreInMemories) {
  SwitchConfig config = config_of(24, 0xff);
  const ledger::Chip bytes = declare_switch(config);
  config.mmu.count_cells = true;
  const ledger::Chip cells = declare_switch(config);
  const ledger::Block& mmu = *cells.find("mmu");
  const auto flip_flops = [](const ledger::Chip& chip) {
    return chip.find("mmu")->bits().of(ledger::Storage::kFlipFlop);
  };
  constexpr unsigned kNumbers = 256;  // of 8 bits, for 24 x 8 VIQs
  EXPECT_EQ(flip_flops(bytes) - flip_flops(cells), 24U * 8 * (24 + 16) - (2 * kNumbers + 5 * 8 + 12 * 16 + 9));
  EXPECT_EQ(mmu.find("viq_cells")->bits() + mmu.find("viq_spare")->bits(), kNumbers * 32U);
  for (const char* account : {"viq_depth", "viq_cells", "viq_spare"})
    EXPECT_EQ(mmu.find(account)->storage, ledger::Storage::kSram) << account;
  EXPECT_EQ(bytes.find("mmu")->find("viq_cells")->storage, ledger::Storage::kFlipFlop);
  EXPECT_EQ(bytes.find("mmu")->find("viq_spare"), nullptr);
}

// Headroom is part of the packet buffer, not on top of it.
TEST(DeclareSwitch, ThePacketBufferHasItsSizeWhateverTheHeadroom) {
  SwitchConfig config = config_of(32, 0xff);
  const std::uint64_t whole = 12U * 1024 * 1024 / 208;
  for (const Bytes headroom : {0_B, 21'968_B, 10_MB}) {
    config.mmu.headroom = headroom;
    const ledger::Chip chip = declare_switch(config);
    EXPECT_EQ(count(chip, "packet_buffer", "shared_cell") + count(chip, "packet_buffer", "headroom_cell"), whole);
  }
  config.flow_control.scheme = Scheme::kNone;
  EXPECT_EQ(count(declare_switch(config), "packet_buffer", "headroom_cell"), 0U);
}

TEST(DeclareSwitch, BlocksInDatapathOrder) {
  SwitchConfig config = config_of(4, 0x01);
  config.crossbar.strategy = crossbar::Strategy::kInputQueued;
  config.congestion.detectors = {congestion::DetectorKind::kRedEcn};
  config.deadlock.unit = deadlock::Unit::kItsy;
  std::vector<std::string> names;
  const ledger::Chip chip = declare_switch(config);
  for (const ledger::Block& block : chip.blocks())
    names.push_back(block.name());
  EXPECT_EQ(names,
            (std::vector<std::string>{"port", "parser", "forwarding", "mmu", "packet_buffer", "crossbar", "egress",
                                      "flow_control", "congestion", "deadlock", "management", "interrupt"}));
}

// One silicon block serves all ports: the counts and widths that the port needs that needs most.
TEST(DeclareSwitch, PortsOfDifferentRate) {
  SwitchConfig config = config_of(2, 0x01);
  config.congestion.detectors = {congestion::DetectorKind::kTcd};
  config.max_frame = 1000_B;
  config.ports[1].delay = 4_us;  // T 200.8 us instead of 68.8
  const ledger::Chip chip = declare_switch(config);
  EXPECT_EQ(bits(chip, "congestion", "tcd_stamp"), 2U * 18);
  EXPECT_EQ(bits(chip, "congestion", "tcd_now"), 2U * 18);
}

TEST(DeclareSwitch, Crossbars) {
  SwitchConfig config = config_of(4, 0x01);
  EXPECT_EQ(declare_switch(config).find("crossbar"), nullptr);  // virtual
  config.crossbar.strategy = crossbar::Strategy::kInputQueued;
  const ledger::Chip virtual_output = declare_switch(config);
  EXPECT_EQ(count(virtual_output, "crossbar", "queue_head"), 4U * 8 * 4);
  EXPECT_EQ(bits(virtual_output, "crossbar", "grant_pointer"), 4U * 2);
  const ledger::Block& block = *virtual_output.find("crossbar");
  ASSERT_EQ(block.rtl_instances().size(), 1U);
  EXPECT_EQ(block.rtl_instances().front().parameters,
            (std::map<std::string, std::uint64_t>{{"INPUTS", 4}, {"LOCK", 0}}));
  EXPECT_EQ(block.rtl_instances().front().count(), 4U);
  EXPECT_EQ(block.bits_of_one(block.rtl_instances().front()), 2U);
  EXPECT_EQ(count(virtual_output, "crossbar", "arbiter_weight"), 0U);
  config.crossbar.arbiter = crossbar::Arbiter::kIslip;
  config.crossbar.iterations = 2;
  const ledger::Chip matched = declare_switch(config);
  const std::vector<ledger::RtlInstance>& matcher = matched.find("crossbar")->rtl_instances();
  ASSERT_EQ(matcher.size(), 1U);
  EXPECT_EQ(matcher.front(), (ledger::RtlInstance{.block = "islip", .parameters = {{"INPUTS", 4}, {"ITERATIONS", 2}}}));
  EXPECT_EQ(matched.find("crossbar")->bits_of_one(matcher.front()), 2U * 4 * 2);
  config.crossbar.arbiter = crossbar::Arbiter::kWeightedRoundRobin;
  EXPECT_EQ(bits(declare_switch(config), "crossbar", "arbiter_weight"), 4U * 4 * 8);
  EXPECT_EQ(bits(declare_switch(config), "crossbar", "arbiter_begun"), 4U * 4 * 8);
  EXPECT_TRUE(declare_switch(config).find("crossbar")->rtl_instances().empty());
  config.crossbar.arbiter = crossbar::Arbiter::kRoundRobin;
  config.crossbar.queueing = crossbar::Queueing::kFifo;
  EXPECT_EQ(count(declare_switch(config), "crossbar", "queue_head"), 4U * 8);
  config.crossbar.transfer = crossbar::Transfer::kPacket;
  EXPECT_EQ(count(declare_switch(config), "crossbar", "turn"), 4U);
  EXPECT_EQ(count(declare_switch(config), "crossbar", "grant_pointer"), 0U);
}

// 12 MiB in cells of 208 B are 60,494 cells: pointers of 16 bits.
TEST(DeclareSwitch, ListsOfTheBuffer) {
  const ledger::Chip chip = declare_switch(config_of(32, 0xff));
  EXPECT_EQ(bits(chip, "mmu", "cell_next"), 60'494U * 16);
  EXPECT_EQ(bits(chip, "mmu", "packet_descriptor"), 60'494U * (14 + 5 + 3));
  EXPECT_EQ(bits(chip, "mmu", "viq_depth"), 32U * 8 * 24);
  EXPECT_EQ(bits(chip, "egress", "veq_depth"), 32U * 8 * 24);
  EXPECT_EQ(bits(chip, "egress", "deficit"), 32U * 8 * 22);
}

// A counter for each reason that the model counts a drop by.
TEST(DeclareSwitch, EveryDropIsCountedSomewhere) {
  static constexpr char kReset[] = "for measurement: a chip that is reset counts nothing";
  static constexpr auto kDrops = ledger::state_fields<DropCounters>(
      ledger::holds(&DropCounters::admission, "dropped_viq_full", "dropped_headroom_exhausted", "dropped_buffer_full",
                    "dropped_veq_full"),
      ledger::holds(&DropCounters::no_route, "dropped_no_route"),
      ledger::holds(&DropCounters::no_class, "dropped_no_class"),
      ledger::model_only(&DropCounters::no_channel, "flow_control.dropped_no_channel, where classes have channels"),
      ledger::holds(&DropCounters::not_ip, "dropped_not_ip"), ledger::model_only(&DropCounters::reset, kReset),
      ledger::model_only(&DropCounters::link_down, "by class, for measurement: management.frames_lost counts by port"),
      ledger::model_only(&DropCounters::reset_waiting, kReset),
      ledger::model_only(&DropCounters::refused, "admission.refused, where there is an admission policy"),
      ledger::model_only(&DropCounters::policed, "by class, for measurement: fera_edge.dropped counts by port"),
      ledger::model_only(&DropCounters::resolution,
                         "by VIQ, for measurement: resolution_dropped counts by egress port"),
      ledger::model_only(&DropCounters::pfcwd, "by VIQ, for measurement: pfcwd_refused counts by egress queue"),
      ledger::model_only(&DropCounters::pfcwd_waiting, "by VIQ, for measurement: pfcwd_dropped counts by egress queue"),
      ledger::model_only(&DropCounters::watchdog, "by VIQ, for measurement: watchdog_dropped counts by egress queue"),
      ledger::holds(&DropCounters::by_error, "dropped_truncated", "dropped_runt", "dropped_bad_fcs"));
  const ledger::Chip chip = declare_switch(config_of(4, 0x01));
  ledger::Block drops("drops");
  for (const char* name : {"parser", "forwarding", "mmu"}) {
    for (const ledger::RegisterDeclaration& declaration : chip.find(name)->registers()) {
      if (declaration.name.starts_with("dropped_"))
        drops.add(declaration);
    }
  }
  ledger::require_declared(drops, kDrops);
  EXPECT_EQ(drops.registers().size(), frame::kDecodeErrors + 3 + 4);
}

// Store and forward: the largest frame of 1500 B and a word, 64 bits a cycle of 1.2 ns at 40 Gbps.
TEST(DeclareSwitch, APortHoldsAFrame) {
  const ledger::Chip chip = declare_switch(config_of(4, 0x01));
  EXPECT_EQ(bits(chip, "port", "receive_buffer"), 4U * (188 + 1) * 64);
  SwitchConfig fast = config_of(4, 0x01);
  fast.ports[3].rate = 400_Gbps;  // 480 bits a cycle
  EXPECT_EQ(declare_switch(fast).find("port")->find("receive_buffer")->width, 512U);
}

// 3 us of control frames of 64 B back to back at 40 Gbps: 12.8 ns each.
TEST(DeclareSwitch, ControlFramesWait) {
  SwitchConfig config = config_of(4, 0x01);
  EXPECT_EQ(count(declare_switch(config), "port", "control_message"), 4U);
  config.flow_control.processing_delay = 3_us;
  EXPECT_EQ(count(declare_switch(config), "port", "control_message"), 4U * (234 + 1));
}

TEST(DeclareSwitch, ForwardingTables) {
  const ledger::Chip chip = declare_switch(config_of(32, 0x01));
  EXPECT_EQ(bits(chip, "forwarding", "l2_entry"), 16'384U * (48 + 12 + 10 + 1));
  EXPECT_EQ(chip.bits_by_mechanism().at("forwarding").of(ledger::Storage::kTcam), 4096U * (32 + 128));
  EXPECT_EQ(bits(chip, "forwarding", "pcp_class"), 16U * 3);
  EXPECT_EQ(bits(chip, "forwarding", "dscp_class"), 64U * 3);
  SwitchConfig without = config_of(32, 0x01);
  without.forwarding.prefix_entries = 0;
  EXPECT_EQ(declare_switch(without).bits().of(ledger::Storage::kTcam), 0U);
}

TEST(DeclareSwitch, FewerClasses) {
  SwitchConfig config = config_of(32, 0x03);
  config.classes = 4;
  EXPECT_EQ(count(declare_switch(config), "mmu", "viq_depth"), 32U * 4);
  EXPECT_EQ(count(declare_switch(config), "flow_control", "pause_timer"), 32U * 2);
}

TEST(DeclareSwitch, PartitionsOfTtlShiftedPfc) {
  SwitchConfig config = config_of(32, 0xff, Scheme::kTtlPfc);
  const ledger::Chip chip = declare_switch(config);
  constexpr std::uint64_t kSeventh = 12U * 1024 * 1024 / 7 / 208;
  EXPECT_THAT(chip.find("mmu")->find("partition_size")->resets,
              testing::ElementsAre(0, kSeventh, kSeventh, kSeventh, kSeventh, kSeventh, kSeventh, kSeventh));
  EXPECT_TRUE(chip.bits_by_mechanism().contains("ttl_pfc"));
  config.mmu.buffer = 262'500_B;
  config.mmu.viq_limit = 10_KB;
  EXPECT_EQ(refusal(config),
            "switch.mmu.partition_size: ttl_pfc: the partition of class 1 is 37.44KB in whole cells, wanted at least a "
            "frame of "
            "each port, 53.248KB");
  config.flow_control.scheme = Scheme::kPfc;
  EXPECT_EQ(declare_switch(config).find("mmu")->find("partition_size"), nullptr) << "nobody asks for partitions";
  config.mmu.partition_size[3] = 208'000_B;
  config.mmu.partition_size[7] = 20'800_B;
  const ledger::Chip own = declare_switch(config);
  EXPECT_THAT(own.find("mmu")->find("partition_size")->resets, testing::ElementsAre(0, 0, 0, 1'000, 0, 0, 0, 100));
  EXPECT_EQ(count(own, "mmu", "dropped_partition_full"), 32U * 8);
  EXPECT_FALSE(own.bits_by_mechanism().contains("ttl_pfc"));
}

TEST(DeclareSwitch, TtlShiftedPfcHasAPartitionOfEachHop) {
  SwitchConfig config = config_of(4, 0x0f, Scheme::kTtlPfc);
  EXPECT_THAT(declare_switch(config).find("mmu")->find("partition_size")->resets,
              testing::ElementsAre(0, 20'164, 20'164, 20'164, 0, 0, 0, 0));
}

// In class 0 nothing legal is at a switch: of four classes three have headroom.
TEST(DeclareSwitch, TtlShiftedPfcHasNoHeadroomInTheClassOfHosts) {
  const auto headroom = [](Scheme scheme) {
    SwitchConfig config = config_of(4, 0x0f, scheme);
    config.mmu.viq_limit = 100_KB;
    config.mmu.headroom = 20'800_B;
    return count(declare_switch(config), "packet_buffer", "headroom_cell");
  };
  EXPECT_EQ(headroom(Scheme::kPfc), 4U * 4 * 100);
  EXPECT_EQ(headroom(Scheme::kTtlPfc), 4U * 3 * 100);
}

// The values after reset are those with which the model runs.
TEST(DeclareSwitch, ResetsAreTheConfiguration) {
  SwitchConfig config = config_of(4, 0x01);
  config.mmu.viq_limit = 777_KB;
  config.flow_control.pfc.xoff = 123_KB;
  config.flow_control.pfc.xon = 120_KB;
  const ledger::Chip chip = declare_switch(config);
  EXPECT_EQ(chip.find("mmu")->find("viq_limit")->reset, 777'000U);
  EXPECT_EQ(chip.find("flow_control")->find("xoff")->reset, 123'000U);
  EXPECT_EQ(chip.find("flow_control")->find("xon")->reset, 120'000U);
}

TEST(DeclareSwitch, EveryRegisterSaysWhoAsksForItAndWhy) {
  SwitchConfig config = config_of(4, 0x01, Scheme::kGfcTimeBased);
  config.crossbar.strategy = crossbar::Strategy::kInputQueued;
  config.congestion.detectors = {congestion::DetectorKind::kRedEcn, congestion::DetectorKind::kTcd};
  config.deadlock.unit = deadlock::Unit::kItsy;
  const ledger::Chip chip = declare_switch(config);
  for (const ledger::Block& block : chip.blocks()) {
    for (const ledger::RegisterDeclaration& reg : block.registers()) {
      EXPECT_FALSE(reg.source.empty()) << block.name() << "." << reg.name;
      EXPECT_FALSE(reg.description.empty()) << block.name() << "." << reg.name;
      EXPECT_GT(reg.count(), 0U) << block.name() << "." << reg.name;
      const bool memory = reg.storage != ledger::Storage::kFlipFlop;
      EXPECT_EQ(reg.accesses.reads_per_packet > 0, memory) << block.name() << "." << reg.name;
    }
  }
}

TEST(DeclareSwitch, RefusesWhatCannotBeBuilt) {
  EXPECT_EQ(refusal(config_of(0, 0x01)), "ports: wanted 1 to 65536 ports; got 0");
  SwitchConfig config = config_of(4, 0x80);
  config.classes = 4;
  EXPECT_EQ(refusal(config), "flow_control.lossless: wanted classes below the 4 that the switch has; got 7");
  config.classes = 9;
  EXPECT_EQ(refusal(config), "classes: wanted 1 to 8 classes; got 9");
  config = config_of(4, 0x01);
  config.ports[2].rate = BitRate(0);
  EXPECT_EQ(refusal(config), "port.rate: port 2: wanted a rate of at least 1bps; got 0bps");
  config = config_of(4, 0x01);
  config.mmu.buffer = 100_B;
  EXPECT_EQ(refusal(config), "switch.mmu.buffer: wanted a length in bytes from 1KB to 4096MiB; got 100B");
  config = config_of(4, 0x01, Scheme::kCbfc);
  config.flow_control.cbfc.counter_bits = 12;
  EXPECT_NE(refusal(config), "");
  config = config_of(4, 0x01);
  config.crossbar.strategy = crossbar::Strategy::kInputQueued;
  config.crossbar.speedup = 0.5;
  EXPECT_NE(refusal(config), "");
}

}  // namespace weir::asic::declare_switch_test
