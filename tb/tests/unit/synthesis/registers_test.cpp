// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The flip-flops that Yosys counts are the registers that each block's page states, at several sets of parameters.

#include "tb/synthesis/synthesis.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::synthesis::registers_test {

std::uint64_t flip_flops(std::string_view block, const std::vector<Parameter>& changed = {}) {
  const Report report = count_registers(block_design(block, changed));
  EXPECT_EQ(report.memory_bits, 0U);
  return report.flip_flops;
}

// R_l, R_c, R_r.
TEST(Registers, RateLimiterStage) {
  EXPECT_EQ(flip_flops("rate_limiter_stage"), 14U + 6 + 40 + 5);
  EXPECT_EQ(flip_flops("rate_limiter_stage", {{"R_C_W", 20}, {"STAGE_W", 4}}), 14U + 6 + 20 + 4);
  EXPECT_EQ(flip_flops("rate_limiter_stage",
                       {{"SUBTICKS", 15}, {"SUBTICK_W", 4}, {"R_L_TICKS_W", 8}, {"R_C_W", 12}, {"STAGE_W", 3}}),
            8U + 4 + 12 + 3);
}

TEST(Registers, RateLimiterFixedPoint) {
  EXPECT_EQ(flip_flops("rate_limiter_fixed_point",
                       {{"R_L_TICKS_W", 8}, {"R_C_W", 20}, {"FACTOR_INT_W", 6}, {"FACTOR_FRAC_W", 4}}),
            8U + 6 + 20 + 4 + 6 + 4);
  EXPECT_EQ(flip_flops("rate_limiter_fixed_point", {{"SUBTICKS", 15},
                                                    {"SUBTICK_W", 4},
                                                    {"R_L_TICKS_W", 6},
                                                    {"R_C_W", 12},
                                                    {"FACTOR_INT_W", 4},
                                                    {"FACTOR_FRAC_W", 3}}),
            6U + 4 + 12 + 3 + 4 + 3);
}

// B_1..B_N, the stage and whether it changed.
TEST(Registers, StageComparatorThreshold) {
  EXPECT_EQ(flip_flops("stage_comparator_threshold"), 24U * 25 + 5 + 1);
  EXPECT_EQ(flip_flops("stage_comparator_threshold", {{"THRESHOLDS", 16}, {"Q_W", 20}}), 16U * 21 + 5 + 1);
  EXPECT_EQ(flip_flops("stage_comparator_threshold", {{"THRESHOLDS", 7}, {"STAGE_W", 3}, {"Q_W", 12}}),
            7U * 13 + 3 + 1);
}

// Bm, m, N, the stage and whether it changed.
TEST(Registers, StageComparatorLeadingZero) {
  EXPECT_EQ(flip_flops("stage_comparator_leading_zero"), 25U + 5 + 5 + 5 + 1);
  EXPECT_EQ(flip_flops("stage_comparator_leading_zero", {{"Q_W", 20}}), 21U + 5 + 5 + 5 + 1);
  EXPECT_EQ(flip_flops("stage_comparator_leading_zero", {{"Q_W", 12}, {"LOG2_SPAN_W", 4}, {"STAGE_W", 4}}),
            13U + 4 + 4 + 4 + 1);
}

// State, stamp and whether it counts, sample, whether a pause was seen, whether the queue is held.
TEST(Registers, TcdDetector) {
  EXPECT_EQ(flip_flops("tcd_detector"), 2U + 18 + 1 + 24 + 1 + 1);
  EXPECT_EQ(flip_flops("tcd_detector", {{"STAMP_W", 15}}), 2U + 15 + 1 + 24 + 1 + 1);
  EXPECT_EQ(flip_flops("tcd_detector", {{"STAMP_W", 9}, {"Q_W", 14}}), 2U + 9 + 1 + 14 + 1 + 1);
}

// A fraction of a quantum; of each class three bits and two timers.
TEST(Registers, PfcEngine) {
  EXPECT_EQ(flip_flops("pfc_engine"), 9U + 8 * (3 + 2 * 16));
  EXPECT_EQ(flip_flops("pfc_engine", {{"PRESCALER_W", 12}}), 12U + 8 * (3 + 2 * 16));
}

// Inputs that are constants: classes without PFC, PAUSE of 802.3x, a link that is down.
TEST(Registers, InputsAreTied) {
  EXPECT_EQ(flip_flops("pfc_engine", {{"enable_i", 0b1001'0000}, {"port_pause_i", 0}}), 9U + 2 * (3 + 2 * 16));
  EXPECT_EQ(flip_flops("pfc_engine", {{"port_pause_i", 1}}), 9U + (3 + 2 * 16));
  EXPECT_EQ(flip_flops("pfc_engine", {{"PRESCALER_W", 5}, {"link_up_i", 0}}), 5U);
  // Inputs of a module within the block.
  EXPECT_EQ(count_registers(block_design("viq_admission", std::vector<Parameter>{{"alpha_i", 0}})).flip_flops, 290U);
  const Report tied = count_registers(block_design("pfc_engine", std::vector<Parameter>{{"enable_i", 3}}));
  EXPECT_EQ(tied.parameters, (std::vector<Parameter>{{"PRESCALER_W", 9}, {"enable_i", 3}}));
}

TEST(Registers, ATieIsAnInputThatHoldsTheValue) {
  const auto refusal = [](const Parameter& one) {
    return error_of([&] { block_design("pfc_engine", std::vector<Parameter>{one}); });
  };
  EXPECT_EQ(refusal({"enable_i", 256}), "pfc_engine: enable_i: wanted a value of 8 bits; got 256");
  EXPECT_EQ(refusal({"told_i", 2}), "pfc_engine: told_i: wanted a value of 1 bits; got 2");
  for (const char* const name : {"step_i", "clk_i", "rst_ni", "due_o", "nable_i", "enable", "(e|d)_i"})
    EXPECT_THAT(refusal({name, 1}), testing::StartsWith("pfc_engine: no parameter \"" + std::string(name) + "\""));
}

// A pointer; with a lock a flag and an owner.
TEST(Registers, RrArbiter) {
  EXPECT_EQ(flip_flops("rr_arbiter"), 6U + 1 + 6);
  EXPECT_EQ(flip_flops("rr_arbiter", {{"LOCK", 0}}), 6U);
  EXPECT_EQ(flip_flops("rr_arbiter", {{"INPUTS", 2}}), 1U + 1 + 1);
  EXPECT_EQ(flip_flops("rr_arbiter", {{"INPUTS", 64}, {"LOCK", 0}}), 6U);
}

// A pointer of each output and of each input, whatever the iterations.
TEST(Registers, Islip) {
  EXPECT_EQ(flip_flops("islip"), 2U * 8 * 3);
  EXPECT_EQ(flip_flops("islip", {{"INPUTS", 2}, {"ITERATIONS", 1}}), 2U * 2 * 1);
  EXPECT_EQ(flip_flops("islip", {{"INPUTS", 5}, {"ITERATIONS", 3}}), 2U * 5 * 3);
}

// Four counts and whether a message is due.
TEST(Registers, IbCredits) {
  EXPECT_EQ(flip_flops("ib_credits"), 4U * 12 + 1);
  EXPECT_EQ(flip_flops("ib_credits", {{"COUNTER_W", 16}, {"FIRST", 1}}), 4U * 16 + 1);
  EXPECT_EQ(flip_flops("ib_credits", {{"COUNTER_W", 32}, {"BLOCKS_W", 12}}), 4U * 32 + 1);
}

// A turn, and the deficit of each class.
TEST(Registers, EgressScheduler) {
  EXPECT_EQ(flip_flops("egress_scheduler"), 3U + 8 * 22);
  EXPECT_EQ(flip_flops("egress_scheduler", {{"LEN_W", 10}, {"WEIGHT_W", 3}}), 3U + 8 * 13);
}

// What software writes, as the map has it; the answer, what it is made of, and the snapshot with its number.
TEST(Registers, PortRegisters) {
  EXPECT_EQ(flip_flops("port_registers"),
            (48U + 14 + 1 + 24 + 24 + 16 + 16 + 8 + 1 + 8 + 8 + 8) + 34 + 4 + (1 + 9 + 32));
  EXPECT_EQ(flip_flops("port_registers", {{"PORT", 31}}), 256U);
}

// The parts; three of the reset, and what is wanted of a value that a part holds.
TEST(Registers, LosslessPort) {
  EXPECT_EQ(flip_flops("lossless_port"), 289U + 8 * 49 + 179 + 256 + 3 + 9);
  EXPECT_EQ(flip_flops("lossless_port", {{"COUNTER_W", 16}, {"BLOCKS_W", 14}}), 289U + 8 * 65 + 179 + 256 + 3 + 9);
}

// The port, detectors, and which class was OFF; without detectors the port alone.
TEST(Registers, EquippedPort) {
  constexpr std::uint64_t kPort = 289U + 8 * 49 + 179 + 256 + 3 + 9;
  EXPECT_EQ(flip_flops("equipped_port", {{"TCD", 0}}), kPort);
  EXPECT_EQ(flip_flops("equipped_port", {{"TCD", 0x21}, {"STAMP_W", 10}, {"Q_W", 16}}), kPort + 2 * (10 + 16 + 5 + 1));
}

// That port, a limiter and two stages a class; two comparators with one table, and what is being compared.
TEST(Registers, GentlePort) {
  constexpr std::uint64_t kPort = 289U + 8 * 49 + 179 + 256 + 3 + 9;
  EXPECT_EQ(flip_flops("gentle_port", {{"TCD", 0}, {"GENTLE", 0}}), kPort);
  EXPECT_EQ(flip_flops("gentle_port", {{"TCD", 0}, {"GENTLE", 0x21}}), kPort + 2 * (65 + 10) + 36 + 2 * (5 + 4));
}

// That port, a limiter and a place for a message a class, and one division. The class has credits of its own, and
// nothing depends on those that the port inside has for it: they are dropped.
TEST(Registers, LinearPort) {
  constexpr std::uint64_t kPort = 289U + 8 * 49 + 179 + 256 + 3 + 9;
  constexpr std::uint64_t kDivision = 13 + 35 + 19 + 8 + 1;
  EXPECT_EQ(flip_flops("linear_port", {{"TCD", 0}, {"LINEAR", 0}}), kPort);
  EXPECT_EQ(flip_flops("linear_port", {{"TCD", 0}, {"LINEAR", 0x21}}), kPort + 2 * (118 + 12 + 2) + kDivision);
}

// As many as that port: of each class four counts, and whether a message is due, in the place of the port's own
// credits.
TEST(Registers, GradientPort) {
  constexpr std::uint64_t kPort = 289U + 8 * 49 + 179 + 256 + 3 + 9;
  EXPECT_EQ(flip_flops("gradient_port", {{"TCD", 0}, {"GRADIENT", 0}}), kPort);
  EXPECT_EQ(flip_flops("gradient_port", {{"TCD", 0}, {"GRADIENT", 0x21}}), kPort - 2 * 49 + 2 * (4 * 12 + 1));
}

// Blocks sent and heard of on the sending side, untaken and freed on the receiving side.
TEST(Registers, GradientGate) {
  EXPECT_EQ(flip_flops("gradient_gate"), 4U * 16);
  EXPECT_EQ(flip_flops("gradient_gate", {{"COUNTER_W", 12}}), 4U * 12);
  EXPECT_EQ(flip_flops("gradient_gate", {{"COUNTER_W", 24}, {"BLOCKS_W", 10}}), 4U * 24);
}

// What remains, or that nothing does, and whether a factor is due; of the divider quotient, what is left, and steps.
TEST(Registers, LinearRate) {
  EXPECT_EQ(flip_flops("linear_rate"), 16U + 1 + 1 + 39 + 23 + 8);
  EXPECT_EQ(flip_flops("linear_rate", {{"COUNTER_W", 12}, {"BLOCK_SHIFT", 7}}), 12U + 1 + 1 + 36 + 20 + 8);
  EXPECT_EQ(flip_flops("linear_rate", {{"FACTOR_FRAC_W", 8}, {"FACTOR_INT_W", 20}}), 16U + 1 + 1 + 31 + 23 + 8);
}

// State, expected number, an echo with its fields, news, whether the last frame was a duplicate.
TEST(Registers, LlrRx) {
  EXPECT_EQ(flip_flops("llr_rx"), 2U + 20 + 1 + 20 + 16 + 1 + 1);
  EXPECT_EQ(flip_flops("llr_rx", {{"SEQ_W", 4}, {"DATA_W", 2}}), 2U + 4 + 1 + 4 + 2 + 1 + 1);
}

// State, three numbers, a count, init_data, the place of the next frame, two timers with what they have done, an error.
TEST(Registers, LlrTx) {
  EXPECT_EQ(flip_flops("llr_tx"), 3U + 3 * 20 + 8 + 16 + 32 + 17 + 3 + 33 + 2 + 1);
  EXPECT_EQ(flip_flops("llr_tx", {{"SEQ_W", 4}, {"SLOT_W", 3}, {"AGE_W", 20}}),
            3U + 3 * 4 + 8 + 16 + 32 + 17 + 3 + 21 + 2 + 1);
}

// Of each channel what is consumed and freed, whether there is news and whether it is in use; whose turn it is.
TEST(Registers, UeCbfcReceiver) {
  EXPECT_EQ(flip_flops("ue_cbfc_receiver"), 32U * (2 * 20 + 2) + 5);
  EXPECT_EQ(flip_flops("ue_cbfc_receiver", {{"VC_W", 3}, {"COUNTER_W", 16}}), 8U * (2 * 16 + 2) + 3);
}

// Of each channel what is consumed, freed and in use, and whether it is in use; shared credits, a timer, what is due.
TEST(Registers, UeCbfcSender) {
  EXPECT_EQ(flip_flops("ue_cbfc_sender"), 32U * (3 * 20 + 1) + 20 + 18 + 2);
  EXPECT_EQ(flip_flops("ue_cbfc_sender", {{"VC_W", 3}, {"COUNTER_W", 16}, {"TIMER_W", 9}}),
            8U * (3 * 16 + 1) + 16 + 9 + 1);
}

// Source, ttl0, a class for each DSCP.
TEST(Registers, ClassMapper) {
  EXPECT_EQ(flip_flops("class_mapper"), 3U + 8 + 16 * 3 + 64 * 3);
  EXPECT_EQ(flip_flops("class_mapper", {{"TTL_W", 5}}), 3U + 5 + 16 * 3 + 64 * 3);
  EXPECT_EQ(flip_flops("class_mapper", {{"TTL_W", 4}, {"SOURCE", 1}, {"TTL0", 15}}), 3U + 4 + 16 * 3 + 64 * 3);
}

// Two packets that are answered, with whether they are lossless and their VEQ is full; two rows that were read and two
// that were written; the buffer's two accounts; two bits a VIQ; the VIQ that is looked at. The accounts are a memory.
TEST(Registers, ViqAdmission) {
  const auto bits = [](unsigned viq, unsigned cells) {
    return 4U + 2 * (viq + cells) + 3 + 2 * viq + 2 * 2 * cells + 2 * (2 * cells + 1) + 2 * cells + (2U << viq) + viq;
  };
  for (const auto& [viq, cells] : {std::pair{5U, 16U}, {3U, 10U}}) {
    const std::vector<Parameter> widths = {{"VIQ_W", viq}, {"CELL_W", cells}};
    const Report report = count_registers(block_design("viq_admission", widths));
    EXPECT_EQ(report.flip_flops, bits(viq, cells));
    EXPECT_EQ(report.memory_bits, (2U << viq) * cells);
  }
}

// A packet that arrives and one that departs, with their settings; a size that is to be set; what software reads; three
// rows that were read and two that were written; a bit a row; the accounts of each class. The accounts of VIQs are a
// memory. Where each number names a port, three flags less say that one names none.
TEST(Registers, PartitionAdmissionMemory) {
  const auto bits = [](unsigned viq, unsigned classes, unsigned cells, unsigned q) {
    const unsigned row = 1 + q + cells;
    const unsigned arrival = 2 + viq + cells + q + q + (q + 1) + q + 1;
    const unsigned departure = 2 + viq + cells + q + q + 1;
    return arrival + departure + (1 + 3 + cells) + cells + (2 + viq) + 3 * (row + 1) + 2 * (1 + viq + row) +
           (1U << viq) + classes * 3 * cells;
  };
  const auto counted = [](const std::vector<Parameter>& widths) {
    return count_registers(block_design("partition_admission_memory", widths));
  };
  EXPECT_EQ(counted({}).flip_flops, bits(5, 8, 16, 24));
  EXPECT_EQ(counted({}).memory_bits, 32U * (1 + 24 + 16));
  const Report many = counted({{"PORTS", 64}, {"PORT_W", 6}});
  EXPECT_EQ(many.flip_flops, bits(9, 8, 16, 24) - 3);
  EXPECT_EQ(many.memory_bits, 512U * (1 + 24 + 16));
}

// Depth, cells and whether it asks of each VIQ; size, used and set aside of each class.
TEST(Registers, PartitionAdmission) {
  EXPECT_EQ(flip_flops("partition_admission"), 4U * 8 * (24 + 16 + 1) + 8 * 3 * 16);
  EXPECT_EQ(flip_flops("partition_admission", {{"PORTS", 3}, {"CLASSES", 4}}), 3U * 4 * (24 + 16 + 1) + 4 * 3 * 16);
  EXPECT_EQ(flip_flops("partition_admission", {{"PORTS", 2}, {"CELL_W", 12}, {"Q_W", 20}}),
            2U * 8 * (20 + 12 + 1) + 8 * 3 * 12);
}

// Counts and strong bits of each pair; of each port whether it is held and pauses, Seq, numbers given and taken,
// whether it waits for numbers and has an own check, and two checks. Sums: of each port two counts and four bits,
// whether one is made, and of which check.
TEST(Registers, ItsyCausality) {
  EXPECT_EQ(flip_flops("itsy_causality"), 4U * 4 * (8 + 1) + 4 * (2 + 8 + 8 + 7 + 2 + 2 * (1 + 14 + 6 + 8 + 4)) +
                                              4 * (2 * 8 + 4) + 1 + 14 + 6 + 8 + 4);
  EXPECT_EQ(flip_flops("itsy_causality", {{"SUMS", 0}}),
            4U * 4 * (8 + 1) + 4 * (2 + 8 + 8 + 7 + 2 + 2 * (1 + 14 + 6 + 8 + 4)));
  EXPECT_EQ(flip_flops("itsy_causality", {{"PORTS", 8}, {"COUNT_W", 5}}),
            8U * 8 * (5 + 1) + 8 * (2 + 8 + 8 + 7 + 2 + 2 * (1 + 14 + 6 + 8 + 4)) + 8 * (2 * 5 + 4) + 1 + 32);
  EXPECT_EQ(flip_flops("itsy_causality", {{"PORTS", 3}, {"SWITCH_W", 16}, {"PORT_W", 8}, {"SEQ_W", 10}, {"TTL_W", 6}}),
            3U * 3 * (8 + 1) + 3 * (2 + 10 + 10 + 9 + 2 + 2 * (1 + 16 + 8 + 10 + 6)) + 3 * (2 * 8 + 4) + 1 + 40);
}

// Of each port A, the pause and what is kept of both, q, due, r, r in kbit/s, and 1/(C T) with its shift or C T; of the
// unit its state, its port and the product, then rho, t and its parts, or 1/rho, f and the divider.
TEST(Registers, FeraMeter) {
  constexpr unsigned kProduct = 8 + 1 + 1;  // steps, and what was shifted out
  constexpr unsigned kPort = 24 + 20 + 24 + 20 + 24 + 1 + 24 + 32;
  EXPECT_EQ(flip_flops("fera_meter"), 4U * (kPort + 18 + 6) + 4 + 6 + 47 + 24 + kProduct + 16 + 21 + 7);
  EXPECT_EQ(flip_flops("fera_meter_dividing"), 4U * (kPort + 21) + 4 + 6 + 44 + 24 + kProduct + 26 + 17 + 60 + 24 + 8);
  EXPECT_EQ(flip_flops("fera_meter", {{"PORTS", 3}, {"F_W", 12}, {"R_W", 16}, {"FIRST", 3277}}),
            3U * (kPort - 8 + 16 + 6) + 4 + 6 + 39 + 24 + kProduct + 14 + 21 + 7);
}

TEST(Registers, OneMoreIsNoticed) {
  Design design = block_design("stage_comparator_leading_zero");
  std::string& text = design.sources.front().text;
  const std::string end = "assign changed_o = changed_q;";
  ASSERT_NE(text.find(end), std::string::npos);
  text.replace(
      text.find(end), end.size(),
      "logic again_q;\n  always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) again_q <= 1'b0;\n"
      "    else         again_q <= changed_q;\n  end\n  assign changed_o = again_q;");
  EXPECT_EQ(count_registers(design).flip_flops, flip_flops("stage_comparator_leading_zero") + 1);
}

TEST(Designs, AreThoseOfTheRtlFolder) {
  for (const RtlBlock& block : rtl_blocks()) {
    const Design design = block_design(block.name);
    EXPECT_EQ(design.top, block.name);
    EXPECT_FALSE(design.parameters.empty());
    EXPECT_EQ(design.sources.front().name, design.top + ".sv");
    EXPECT_THAT(design.sources.front().text, HasSubstr("module " + design.top + " #("));
    for (const auto& [name, value] : design.parameters) {
      EXPECT_THAT(design.sources.front().text, HasSubstr("parameter int " + name + " ")) << block.name;
      EXPECT_GT(value, 0U);
    }
  }
}

TEST(Designs, RefuseWhatTheyHaveNot) {
  using Changed = std::vector<Parameter>;
  const auto refuses = [](std::string_view block, const Changed& changed, const std::string& text) {
    EXPECT_THAT([&] { block_design(block, changed); }, ThrowsMessage<std::invalid_argument>(HasSubstr(text)));
  };
  refuses("rate_limiter", {}, "there is no RTL block \"rate_limiter\"; wanted one of rate_limiter_stage, ");
  refuses("rate_limiter_stage", {{"Q_W", 3}}, "no parameter \"Q_W\"; wanted one of SUBTICKS, SUBTICK_W, ");
  refuses("rate_limiter_stage", {{"R_C_W", 0}}, "R_C_W: wanted 1 to 62; got 0");
  refuses("rate_limiter_stage", {{"STAGE_W", 12}}, "STAGE_W: wanted 1 to 5; got 12");
  refuses("rate_limiter_stage", {{"SUBTICK_W", 5}}, "SUBTICK_W = 5 is too narrow for SUBTICKS = 60");
  refuses("rate_limiter_stage", {{"R_C_W", 6}}, "R_C_W: wanted more bits than SUBTICK_W has; got 6");
  refuses("gradient_gate", {{"BLOCKS_W", 10}, {"COUNTER_W", 8}},
          "BLOCKS_W: wanted at most the bits of COUNTER_W; got 10");
  refuses("islip", {{"INPUTS", 3}, {"ITERATIONS", 4}}, "ITERATIONS: wanted at most INPUTS; got 4");
  refuses("stage_comparator_threshold_pipelined", {{"Q_W", 1}}, "Q_W: wanted 2 or more; got 1");
  refuses("stage_comparator_threshold", {{"STAGE_W", 4}}, "STAGE_W = 4 is too narrow for THRESHOLDS = 24");
  refuses("class_mapper", {{"TTL_W", 3}}, "TTL_W = 3 is too narrow for TTL0 = 8");
  refuses("partition_admission", {{"PORTS", 9}}, "PORT_W = 3 is too narrow for PORTS = 9");
  refuses("stage_comparator_leading_zero", {{"LOG2_SPAN_W", 4}}, "LOG2_SPAN_W = 4 is too narrow for Q_W = 24");
  for (const char* text : {"R_C_W", "=3", "R_C_W=", "R_C_W=x", "R_C_W=3x", "R_C_W=-1"}) {
    EXPECT_THAT([&] { parse_parameter(text); }, ThrowsMessage<std::invalid_argument>(HasSubstr("--parameter: wanted")));
  }
  EXPECT_EQ(parse_parameter("R_C_W=32"), Parameter("R_C_W", 32));
}

}  // namespace weir::synthesis::registers_test
