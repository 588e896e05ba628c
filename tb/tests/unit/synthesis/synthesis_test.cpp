// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/synthesis/synthesis.h"

#include <unistd.h>

#include "tb/synthesis/report_json.h"
#include "tb/synthesis/tools.h"
#include "tb/tests/unit/switch_kit.h"
#include "tb/tests/unit/temporary_directory.h"

namespace weir::synthesis::synthesis_test {

namespace fs = std::filesystem;

// Small enough that synthesis takes a second.
Design counter(unsigned width) {
  return {.top = "counter",
          .sources = {{"counter.sv", R"(
module counter #(parameter W = 4) (input logic clk_i, input logic rst_ni, output logic [W-1:0] count_o);
  logic [W-1:0] count_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else         count_q <= count_q + 1'b1;
  end
  assign count_o = count_q;
endmodule
)"}},
          .parameters = {{"W", width}}};
}

class Synthesis : public testing::Test {
 protected:
  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(directory_ / name) << text;
    return directory_ / name;
  }
  static std::string read(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
  std::vector<fs::path> cached() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(options_.cache)) {
      files.push_back(entry.path());
    }
    return files;
  }

  TemporaryDirectory temporary_;
  fs::path directory_ = temporary_.path();
  Options options_{.liberty = default_liberty(), .cache = directory_ / "cache", .fpgas = false};
};

TEST_F(Synthesis, AToolSaysNothingOfTheToolBefore) {
  EXPECT_EQ(run_tool("/bin/echo", {"PASSED, as the one before it"}, directory_).output,
            "PASSED, as the one before it\n");
  EXPECT_EQ(run_tool("/bin/echo", {"FAILED"}, directory_).output, "FAILED\n");
}

TEST_F(Synthesis, ACounterIsItsFlipFlops) {
  Options none = options_;
  none.cache.clear();
  none.fpgas = true;
  const Report report = synthesise(counter(5), none);
  EXPECT_EQ(report.flip_flops, 5U);
  EXPECT_EQ(report.memory_bits, 0U);
  EXPECT_EQ(report.ice40.flip_flops, 5U);
  EXPECT_EQ(report.xilinx.flip_flops, 5U);
  EXPECT_GT(report.ice40.luts, 0U);
  EXPECT_GT(report.xilinx.luts, 0U);
  for (const Mapping* mapping : {&report.small, &report.fast}) {
    EXPECT_GT(mapping->combinational_cells, 4U);
    EXPECT_GT(mapping->area, 0.0);
    EXPECT_GT(mapping->longest_path_ns, 0.3);
    EXPECT_LT(mapping->longest_path_ns, 3.0);
    EXPECT_THAT(mapping->from, HasSubstr("count_q["));
    EXPECT_NEAR(mapping->slack_ns(Time(1200)), 1.2 - mapping->longest_path_ns, 1e-9);
  }
}

TEST_F(Synthesis, AFlipFlopWithManyLoadsGetsBuffersForSpeed) {
  // Each bit of the place drives hundreds of gates: without buffers the path is 8 ns long.
  Design selector;
  selector.top = "selector";
  selector.sources = {{"selector.sv", R"(
module selector (input clk_i, input [5:0] place_i, input [511:0] bytes_i, output logic [7:0] byte_o);
  logic [5:0] place;
  logic [511:0] bytes;
  always_ff @(posedge clk_i) begin
    place <= place_i;
    bytes <= bytes_i;
    byte_o <= bytes[place*8 +: 8];
  end
endmodule
)"}};
  const Report report = synthesise(selector, options_);
  EXPECT_LT(report.fast.longest_path_ns, 2.0) << report.fast.from;
  EXPECT_GT(report.small.longest_path_ns, 4.0) << "mapped for area it gets none";
}

TEST_F(Synthesis, TheCacheGivesTheSameReport) {
  EXPECT_FALSE(is_cached(counter(3), options_));
  const Report fresh = synthesise(counter(3), options_);
  EXPECT_TRUE(is_cached(counter(3), options_));
  const auto written = fs::last_write_time(cached().front());
  EXPECT_EQ(synthesise(counter(3), options_), fresh);
  EXPECT_EQ(cached().size(), 1U);
  EXPECT_EQ(fs::last_write_time(cached().front()), written);
  EXPECT_EQ(report_from_json(report_to_json(fresh)), fresh);
  EXPECT_EQ(report_from_json("{}"), std::nullopt);
}

TEST_F(Synthesis, StepsAreToldButNotOfAKeptReport) {
  std::vector<std::string> steps;
  Options told = options_;
  told.tell = [&](const std::string& step) { steps.push_back(step); };
  synthesise(counter(3), told);
  EXPECT_THAT(steps, testing::ElementsAre("counter: Yosys makes the netlists of cells",
                                          "counter: OpenSTA finds the longest path, mapped for area",
                                          "counter: OpenSTA finds the longest path, mapped for speed"));
  synthesise(counter(3), told);
  EXPECT_EQ(steps.size(), 3U);
}

TEST_F(Synthesis, AReportWithFpgasServesWithoutThem) {
  const Report plain = synthesise(counter(2), {.liberty = options_.liberty, .cache = "", .fpgas = false});
  Options with_fpgas = options_;
  with_fpgas.fpgas = true;
  EXPECT_GT(synthesise(counter(2), with_fpgas).ice40.luts, 0U);
  EXPECT_EQ(synthesise(counter(2), options_), plain);
  EXPECT_EQ(cached().size(), 1U);
  synthesise(counter(3), options_);
  EXPECT_GT(synthesise(counter(3), with_fpgas).ice40.luts, 0U) << "without them serves nobody who wants them";
}

TEST_F(Synthesis, AnyChangeMissesTheCache) {
  synthesise(counter(3), options_);
  EXPECT_FALSE(is_cached(counter(4), options_));
  Design other = counter(3);
  other.sources.front().text += "// a comment is a change, too\n";
  EXPECT_FALSE(is_cached(other, options_));
  Options own = options_;
  own.liberty = write("own.lib", read(default_liberty()) + "\n/* the same cells */\n");
  EXPECT_FALSE(is_cached(counter(3), own));
  own.liberty = write("copy.lib", read(default_liberty()));
  EXPECT_TRUE(is_cached(counter(3), own)) << "content counts, not the name";
  EXPECT_EQ(synthesise(counter(3), own).liberty, "copy.lib");
}

TEST_F(Synthesis, AHalfWrittenFileIsNoReport) {
  const Report fresh = synthesise(counter(2), options_);
  const fs::path file = cached().front();
  const std::string text = read(file);
  std::ofstream(file) << text.substr(0, text.size() / 2);
  EXPECT_FALSE(is_cached(counter(2), options_));
  EXPECT_EQ(synthesise(counter(2), options_), fresh);
  EXPECT_EQ(read(file), text) << "made whole again";
}

TEST_F(Synthesis, ADirectoryThatCannotBeIsNoCache) {
  Options none = options_;
  none.cache = write("no_directory", "a file");
  EXPECT_EQ(synthesise(counter(2), none).flip_flops, 2U);
}

TEST_F(Synthesis, ABadLibertyFileIsSaidInOneLine) {
  const auto message_of = [&](const fs::path& liberty) -> std::string {
    Options own = options_;
    own.liberty = liberty;
    try {
      synthesise(counter(2), own);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "taken";
  };
  const std::string missing = message_of(directory_ / "none.lib");
  EXPECT_THAT(missing, HasSubstr("there is no liberty file " + (directory_ / "none.lib").string()));
  EXPECT_THAT(message_of(directory_), HasSubstr("there is no liberty file"));
  const std::string text = message_of(write("text.lib", "cells: none\n"));
  EXPECT_THAT(text, HasSubstr("text.lib is no liberty file: line "));
  const std::string cut = message_of(write("cut.lib", read(default_liberty()).substr(0, 20000)));
  EXPECT_THAT(cut, HasSubstr("cut.lib is no liberty file: line "));
  // Without its flip-flops with a reset.
  std::string library = read(default_liberty());
  const std::size_t cell = library.find("cell (DFFSR)");
  ASSERT_NE(cell, std::string::npos);
  library.replace(library.find("clear", cell), 5, "cleer");
  const std::string lacking = message_of(write("lacking.lib", library));
  EXPECT_THAT(lacking, HasSubstr("lacking.lib has no cells for counter: "));
  for (const std::string& message : {missing, text, cut, lacking}) {
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

TEST_F(Synthesis, ADesignThatDoesNotParseIsNamed) {
  Design broken = counter(2);
  broken.sources.front().text.insert(0, "\nmodul\n");
  EXPECT_THAT([&] { count_registers(broken); }, ThrowsMessage<SynthesisFailed>(HasSubstr("counter.sv:2")));
  Design latch = counter(2);
  latch.sources.front().text =
      "module counter #(parameter W = 2) (input clk_i, input rst_ni, output logic [W-1:0] count_o);\n"
      "always @* if (clk_i) count_o = {W{rst_ni}};\nendmodule\n";
  EXPECT_THAT([&] { count_registers(latch); }, ThrowsMessage<SynthesisFailed>(HasSubstr("latch")));
}

TEST_F(Synthesis, AMissingToolNamesItsPackage) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", directory_.c_str(), 1);
  EXPECT_THAT([&] { synthesise(counter(2), options_); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("yosys, which is not installed (Debian: apt install")));
  fs::create_symlink("/bin/true", directory_ / "yosys");
  EXPECT_THAT([&] { synthesise(counter(2), options_); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("apt install opensta")));
  setenv("PATH", path.c_str(), 1);
}

TEST(SynthesisCache, StandsWhereTheBaseDirectorySpecificationSays) {
  const std::string home = std::getenv("HOME") == nullptr ? "" : std::getenv("HOME");
  setenv("XDG_CACHE_HOME", "/somewhere", 1);
  EXPECT_EQ(default_cache(), "/somewhere/weir/synthesis");
  setenv("XDG_CACHE_HOME", "relative", 1);
  setenv("HOME", "/somebody", 1);
  EXPECT_EQ(default_cache(), "/somebody/.cache/weir/synthesis");
  unsetenv("HOME");
  EXPECT_EQ(default_cache(), "");
  setenv("HOME", home.c_str(), 1);
}

}  // namespace weir::synthesis::synthesis_test
