// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// credit_bench FRAMES [SEEDS]: runs each setting of the bench of one link with so many frames, and finds each fault
// that it plants. A line a setting; exit status 1 where a count differs from the second count, or a fault is not found.

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "tb/tests/credit_bench/credit_bench.h"

namespace weir::credit_bench {
namespace {

using ue_cbfc::SharedMode;

std::vector<Setting> settings() {
  std::vector<Setting> all;
  const auto add = [&](const char* name, auto change) {
    Setting setting;
    setting.name = name;
    change(setting);
    all.push_back(setting);
  };
  const auto lossy = [](Setting& setting) {
    setting.frames_lost = 0.01;
    setting.cc_lost = 0.2;
    setting.cf_lost = 0.1;
    setting.cf_doubled = 0.1;
  };
  const auto pooled = [&](Setting& setting, std::uint32_t reserved, SharedMode mode, std::uint32_t most, int exponent) {
    lossy(setting);
    setting.config.pool_credits = 6'000;
    setting.drain = 0.5;
    setting.share = {reserved, mode, most, exponent};
  };
  add("limits", [](Setting&) {});
  add("limits, one channel", [](Setting& setting) { setting.channels = 1; });
  add("limits, lost frames alone", [](Setting& setting) { setting.frames_lost = 0.01; });
  add("limits, losses and doubles", lossy);
  add("limits, a receiver of half the rate", [&](Setting& setting) {
    lossy(setting);
    setting.drain = 0.5;
  });
  add("limits, counters near their end", [&](Setting& setting) {
    lossy(setting);
    setting.counts_from = (1U << 20) - 700;
  });
  add("limits, cf_delta = full, 32,767 credits", [&](Setting& setting) {
    lossy(setting);
    setting.config.cf_delta = ue_cbfc::CfDelta::kFull;
    setting.limit = 32'767;
    setting.drain = 0.7;
  });
  add("limits, credits of 32 B, overhead -16", [&](Setting& setting) {
    lossy(setting);
    setting.config.credit_size = Bytes(32);
    setting.config.packet_overhead = Bytes(-16);
    setting.limit = 200;
  });
  add("pool, all reserved", [&](Setting& setting) { pooled(setting, 187, SharedMode::kNone, 0, 0); });
  add("pool, static", [&](Setting& setting) { pooled(setting, 50, SharedMode::kStatic, 400, 0); });
  add("pool, static without a maximum", [&](Setting& setting) { pooled(setting, 0, SharedMode::kStatic, 0, 0); });
  add("pool, dynamic 1/4", [&](Setting& setting) { pooled(setting, 50, SharedMode::kDynamic, 0, -2); });
  return all;
}

bool runs(const Setting& setting, std::uint64_t frames, std::uint64_t seeds) {
  Totals sum;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Totals one = run(setting, frames, seed);
    if (one.error) {
      std::printf("%s, seed %llu: %s\n", setting.name.c_str(), static_cast<unsigned long long>(seed),
                  one.error->c_str());
      return false;
    }
    sum.frames += one.frames;
    sum.lost += one.lost;
    sum.credits += one.credits;
    sum.repaired += one.repaired;
    sum.cf_updates += one.cf_updates;
    sum.cc_updates += one.cc_updates;
    sum.line_time += one.line_time;
    sum.line_used += one.line_used;
    sum.longest_round = std::max(sum.longest_round, one.longest_round);
    sum.longest_repair = std::max(sum.longest_repair, one.longest_repair);
    sum.most_used = std::max(sum.most_used, one.most_used);
  }
  std::printf("| %s | %llu | %llu | %llu | %llu | %.1f %% | %u | %llu | %llu |\n", setting.name.c_str(),
              static_cast<unsigned long long>(sum.frames), static_cast<unsigned long long>(sum.lost),
              static_cast<unsigned long long>(sum.cf_updates), static_cast<unsigned long long>(sum.cc_updates),
              100.0 * static_cast<double>(sum.line_used) / static_cast<double>(sum.line_time), sum.most_used,
              static_cast<unsigned long long>(sum.longest_round), static_cast<unsigned long long>(sum.longest_repair));
  return true;
}

// Each fault, in a setting that runs into it.
bool finds_faults(const std::vector<Setting>& all) {
  struct Planted {
    const char* name;
    Fault fault;
  };
  bool found = true;
  for (const Planted& planted :
       {Planted{"counts a frame that is lost", Fault::kCountsDamaged},
        Planted{"a CC_Update passes a frame", Fault::kOvertakes},
        Planted{"a CF_Update names a channel twice", Fault::kWrongChannel},
        Planted{"sends beyond the limit", Fault::kIgnoresLimit}, Planted{"frees a frame twice", Fault::kFreesTwice}}) {
    const Totals one = run(all[3], 20'000, 1, planted.fault);
    std::printf("planted: %s: %s\n", planted.name, one.error ? one.error->c_str() : "not found");
    found = found && one.error.has_value();
  }
  return found;
}

}  // namespace
}  // namespace weir::credit_bench

int main(int count, char** words) {
  try {
    const std::uint64_t frames = count > 1 ? std::strtoull(words[1], nullptr, 10) : 20'000;
    const std::uint64_t seeds = count > 2 ? std::strtoull(words[2], nullptr, 10) : 1;
    const std::vector<weir::credit_bench::Setting> all = weir::credit_bench::settings();
    std::puts(
        "| setting | frames | lost | CF_Updates | CC_Updates | line in use | most credits in use | longest round, "
        "CF_Updates | longest leak, B of line time |");
    std::puts("|---|---|---|---|---|---|---|---|---|");
    bool good = true;
    for (const weir::credit_bench::Setting& setting : all)
      good = weir::credit_bench::runs(setting, frames, seeds) && good;
    return weir::credit_bench::finds_faults(all) && good ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
