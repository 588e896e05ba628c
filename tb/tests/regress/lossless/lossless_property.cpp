// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Random small networks under every scheme: nothing lost, everything conserved, everything delivered once injection has
// stopped, unless the oracle finds a deadlock where the scheme allows one.

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <systemc>

#include "tb/bounds/gfc_bounds.h"
#include "tb/tests/regress/lossless/run_all.h"

namespace weir::lossless {
namespace {

constexpr std::string_view kUsage =
    "usage: lossless_property --networks N       runs networks 1..N under all schemes; prints their figures as a "
    "table\n"
    "       lossless_property --show N SCHEME    prints network N as a scenario file, to run and look at\n"
    "       lossless_property --run N SCHEME     runs one, and says how it went\n"
    "       lossless_property --self-test        shows that planted faults are found\n";

struct Tried {
  Scheme scheme;
  std::string_view name;
};
constexpr std::array kTried{Tried{Scheme::kPfc, "pfc"},
                            Tried{Scheme::kTtlPfc, "ttl_pfc"},
                            Tried{Scheme::kCbfc, "cbfc"},
                            Tried{Scheme::kGfcConceptual, "gfc_conceptual"},
                            Tried{Scheme::kGfcBufferBased, "gfc_buffer_based"},
                            Tried{Scheme::kGfcTimeBased, "gfc_time_based"},
                            Tried{Scheme::kGfcGradient, "gfc_gradient"}};

// [scheme][network]
using Results = std::array<std::vector<Result>, kTried.size()>;

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3) {
    text.insert(static_cast<std::size_t>(at), ",");
  }
  return text;
}

template <class Cell>
void print_row(std::string_view what, const Results& results, Cell cell) {
  fmt::print("| {} |", what);
  for (std::size_t s = 0; s < kTried.size(); ++s) {
    fmt::print(" {} |", cell(kTried[s].scheme, results[s]));
  }
  fmt::print("\n");
}

void print_table(const Results& results) {
  const auto counted = [](auto holds) {
    return [holds](Scheme, const std::vector<Result>& all) {
      return grouped(static_cast<std::uint64_t>(std::count_if(all.begin(), all.end(), holds)));
    };
  };
  const auto summed = [](std::uint64_t Result::*what) {
    return [what](Scheme, const std::vector<Result>& all) {
      std::uint64_t sum = 0;
      std::for_each(all.begin(), all.end(), [&](const Result& one) { sum += one.*what; });
      return grouped(sum);
    };
  };
  const auto highest = [](double Result::*what) {
    return [what](Scheme scheme, const std::vector<Result>& all) -> std::string {
      double most = 0;
      std::for_each(all.begin(), all.end(), [&](const Result& one) { most = std::max(most, one.*what); });
      return bounds::is_gfc(scheme) ? fmt::format("{:.2f}", most) : "";
    };
  };
  print_row("", results, [n = std::size_t{0}](Scheme, const auto&) mutable { return kTried[n++].name; });
  fmt::print("|{}\n", fmt::join(std::vector<std::string>(kTried.size() + 1, "---|"), ""));
  print_row("networks", results, [](Scheme, const auto& all) { return grouped(all.size()); });
  print_row("in which flow control acted", results, counted([](const Result& one) { return one.acted; }));
  print_row("with a cyclic buffer dependency", results, counted([](const Result& one) { return one.cyclic; }));
  print_row("with a deadlock", results, counted([](const Result& one) { return one.deadlock; }));
  print_row("with a deadlock and no cyclic buffer dependency", results,
            counted([](const Result& one) { return one.deadlock && !one.cyclic; }));
  print_row("with a lossless packet lost", results,
            counted([](const Result& one) { return one.lossless_dropped > 0; }));
  print_row("with all delivered once injection has stopped", results,
            counted([](const Result& one) { return one.left == 0; }));
  print_row("with packets that are still under way", results,
            counted([](const Result& one) { return one.left > 0 && !one.deadlock; }));
  print_row("packets delivered", results, summed(&Result::delivered));
  print_row("packets of lossy classes lost", results, summed(&Result::lossy_dropped));
  print_row("highest VIQ above Bm while injection lasts, in largest frames", results, highest(&Result::early_excess));
  print_row("afterwards", results, highest(&Result::excess));
}

int run_networks(std::uint64_t networks) {
  std::vector<Task> tasks;
  for (const Tried& tried : kTried) {
    for (std::uint64_t number = 1; number <= networks; ++number) {
      tasks.push_back({number, tried.scheme, {}});
    }
  }
  const std::vector<Result> all = run_all(tasks);
  Results results;
  bool wrong = false;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const Tried& tried = kTried[i / networks];
    results[i / networks].push_back(all[i]);
    for (const std::string& fault : faults(tried.scheme, all[i])) {
      fmt::print(stderr, "network {0} under {1}: {2}; lossless_property --show {0} {1} prints it\n", tasks[i].number,
                 tried.name, fault);
      wrong = true;
    }
  }
  print_table(results);
  return wrong ? 1 : 0;
}

int run_one(std::uint64_t number, const Tried& tried) {
  const Result result = run(draw_network(number), tried.scheme);
  fmt::print(
      "sent {}, delivered {}, lost {} lossless and {} lossy, left {}; flow control {}; buffer dependencies {}; {}\n",
      result.sent, result.delivered, result.lossless_dropped, result.lossy_dropped, result.left,
      result.acted ? "acted" : "did not act", result.cyclic ? "cyclic" : "not cyclic",
      result.deadlock ? std::string("deadlock ") + result.words : "no deadlock");
  const std::vector<std::string> found = faults(tried.scheme, result);
  for (const std::string& fault : found) {
    fmt::print("{}\n", fault);
  }
  return found.empty() ? 0 : 1;
}

// Whether some network of the first ones, run with that fault under `scheme` and judged under `judged_as`, is found
// out.
bool found_out(Scheme scheme, Scheme judged_as, const Planted& planted, std::string_view words) {
  constexpr std::uint64_t kTries = 40;
  std::vector<Task> tasks;
  for (std::uint64_t number = 1; number <= (planted.dies ? 1 : kTries); ++number) {
    tasks.push_back({number, scheme, planted});
  }
  const std::vector<Result> results = run_all(tasks);
  return std::any_of(results.begin(), results.end(), [&](const Result& result) {
    const std::vector<std::string> found = faults(judged_as, result);
    return std::any_of(found.begin(), found.end(),
                       [&](const std::string& fault) { return fault.find(words) != std::string::npos; });
  });
}

int self_test() {
  int missed = 0;
  const auto want = [&](std::string_view what, bool holds) {
    fmt::print("{}: {}\n", what, holds ? "found" : "MISSED");
    missed += holds ? 0 : 1;
  };
  want("headroom cut by two frames",
       found_out(Scheme::kPfc, Scheme::kPfc, {.headroom_cut = 2}, "lossless packets lost"));
  want("the gradient rule without room above Bm",
       found_out(Scheme::kGfcGradient, Scheme::kGfcGradient, {.headroom_cut = 1000}, "lossless packets lost"));
  want("PFC that claims to be the gradient rule", found_out(Scheme::kPfc, Scheme::kGfcGradient, {}, "a deadlock"));
  want("a lossy class taken for a lossless one",
       found_out(Scheme::kCbfc, Scheme::kCbfc, {.lossy_is_lossless = true}, "lossless packets lost"));
  want("a deadlock whose dependencies are hidden",
       found_out(Scheme::kPfc, Scheme::kPfc, {.no_dependencies = true}, "without a cyclic buffer dependency"));
  want("PFC that claims to be GFC", found_out(Scheme::kPfc, Scheme::kGfcBufferBased, {}, "a deadlock"));
  want("a process that dies", found_out(Scheme::kPfc, Scheme::kPfc, {.dies = true}, "killed"));
  Result still;
  still.finished = true;
  want("nothing wrong where nothing is", faults(Scheme::kGfcTimeBased, still).empty());
  still.left = 1;
  want("packets that are left",
       !faults(Scheme::kTtlPfc, still).empty() && faults(Scheme::kGfcTimeBased, still).empty());
  still.waited = true;
  want("hold and wait", !faults(Scheme::kGfcTimeBased, still).empty());
  still = {.finished = true, .beyond_bound = true};
  want("a VIQ too far above Bm", !faults(Scheme::kGfcConceptual, still).empty());
  return missed == 0 ? 0 : 1;
}

int command(const std::vector<std::string>& words) {
  std::uint64_t number = 0;
  const auto is_number = [&](const std::string& word) {
    const auto parsed = std::from_chars(word.data(), word.data() + word.size(), number);
    return parsed.ec == std::errc() && parsed.ptr == word.data() + word.size() && number > 0;
  };
  if (words == std::vector<std::string>{"--self-test"}) {
    return self_test();
  }
  if (words.size() == 2 && words[0] == "--networks" && is_number(words[1])) {
    return run_networks(number);
  }
  if (words.size() == 3 && is_number(words[1]) && (words[0] == "--show" || words[0] == "--run")) {
    const auto tried = std::find_if(kTried.begin(), kTried.end(), [&](const Tried& t) { return t.name == words[2]; });
    if (tried != kTried.end() && words[0] == "--run") {
      return run_one(number, *tried);
    }
    if (tried != kTried.end()) {
      const Network network = draw_network(number);
      const Time duration = 50 * network.injection;
      fmt::print("{}", scenario_text(network, tried->scheme, {duration, duration / 1000}));
      return 0;
    }
  }
  fmt::print(stderr, "{}", kUsage);
  return 2;
}

}  // namespace
}  // namespace weir::lossless

// Instead of the library's own main, to keep SystemC's banner out of the output.
int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}

int sc_main(int argc, char* argv[]) { return weir::lossless::command(std::vector<std::string>(argv + 1, argv + argc)); }
