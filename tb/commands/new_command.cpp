// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir new: a scenario file to begin with, which runs and says what to change.

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include <fmt/core.h>

#include "tb/commands/commands.h"
#include "tb/commands/installed.h"
#include "tb/report/run_directory.h"
#include "tb/scenario/key_check.h"
#include "tb/text/words.h"

namespace weir {
namespace {

struct NewOptions {
  std::string name;
  std::string topology = "star";
  std::string scheme = "pfc";
};

struct Part {
  std::string_view word;
  std::string_view text;
};

constexpr Part kTopologies[]{
    {"star", R"(kind = "star"      # or ring, leaf_spine, fat_tree, dumbbell, random, custom, ...: weir keys topology
hosts = 5          # h1 to h5 at one switch, s1
)"},
    {"ring", R"(kind = "ring"      # or star, leaf_spine, fat_tree, dumbbell, random, custom, ...: weir keys topology
switches = 5       # s1 to s5 in a ring, each with a host, h1 to h5
)"},
    {"leaf_spine", R"(kind = "leaf_spine" # or star, ring, fat_tree, dumbbell, random, custom, ...: weir keys topology
leaves = 4         # leaf1 to leaf4
spines = 2         # spine1, spine2
hosts_per_switch = 4
)"},
    {"fat_tree", R"(kind = "fat_tree"  # or star, ring, leaf_spine, dumbbell, random, custom, ...: weir keys topology
k = 4              # ports of a switch; 16 hosts, h0 to h15
)"},
};

constexpr Part kTraffic[]{
    {"star", R"(pattern = "incast" # every other host sends to this one
target = "h5"
)"},
    {"ring", R"(pattern = "shift"  # every host sends to the host that is so many places further
by = 2             # over two links of the ring: the routes close a circle of buffers, see weir cbd
)"},
    {"leaf_spine", R"(pattern = "shift"  # every host sends to the host that is so many places further
by = 5
)"},
    {"fat_tree", R"(pattern = "shift"  # every host sends to the host that is so many places further
by = 5
)"},
};

constexpr Part kSchemes[]{
    {"pfc", R"(scheme = "pfc"
processing_delay = "1us" # until a received pause acts

[flow_control.pfc]
xoff = "150KB"     # a VIQ of this depth pauses its sender
xon = "147KB"      # at this depth it lets the sender resume
)"},
    {"cbfc", R"(scheme = "cbfc"
processing_delay = "1us" # until received credits act

[flow_control.cbfc]
period = "5us"     # between two messages with credits
)"},
    {"ue_cbfc", R"(scheme = "ue_cbfc"
processing_delay = "1us" # until received credits act

[flow_control.ue_cbfc]
credit_size = "64B" # a frame takes whole credits
)"},
    {"gfc_buffer_based", R"(scheme = "gfc_buffer_based"
processing_delay = "1us" # until a received stage acts

[flow_control.gfc_buffer_based]
b1 = "90KB"        # a VIQ of this depth halves the rate of its sender
bm = "150KB"       # the depth that it must not pass
)"},
    {"none", R"(scheme = "none"    # a full queue drops
)"},
};

template <std::size_t N>
std::string_view text_of(const Part (&parts)[N], std::string_view word) {
  for (const Part& part : parts) {
    if (part.word == word) {
      return part.text;
    }
  }
  throw std::logic_error("weir new has no part " + std::string(word));
}

template <std::size_t N>
std::vector<std::string> words_in(const Part (&parts)[N]) {
  std::vector<std::string> words;
  for (const Part& part : parts) {
    words.emplace_back(part.word);
  }
  return words;
}

// The first line, by which editors complete and check keys.
std::string schema_line() {
  const std::filesystem::path file = schema_file();
  return file.empty()
             ? "# For editors: weir schema scenario > scenario.schema.json, and here #:schema ./scenario.schema.json\n"
             : "#:schema " + file_uri(file) + "\n";
}

std::string expectations(const NewOptions& options) {
  const bool circle = options.topology == "ring" &&
                      (options.scheme == "pfc" || options.scheme == "cbfc" || options.scheme == "ue_cbfc");
  return std::string("[expect] # what must hold at the end; otherwise the exit status is 1\n") +
         (circle ? "deadlock = true    # there is none under GFC: weir new gfc --topology ring --scheme "
                   "gfc_buffer_based\n"
                 : "deadlock = false\n") +
         (options.scheme == "none" ? "" : "drops = 0\n");
}

std::string scenario_text(const NewOptions& options, const std::string& name) {
  return schema_line() + fmt::format(R"(
# weir check {0}   reads it, and warns about thresholds and cycles of buffers
# weir run {0}     simulates; results: out/{5}-1/
# weir keys GLOB   what each key means, its range and its default
# weir run {0} --set KEY=VALUE   tries another value

[scenario]
description = "What is shown here, in a sentence."
duration = "1ms"   # simulated time
seed = 1           # another seed: other random choices

[topology]
{1}rate = "100Gbps"   # of every link
delay = "500ns"    # of every cable, one way: 100 m

# What a virtual ingress queue (VIQ) may hold: packets of one class that came in at one port.
[switch.mmu]
viq_limit = "150KB"
headroom = "30KB"  # beyond it, for what arrives before the sender has stopped; longer cables need more

[flow_control]
{2}
# Flows all start at 0 and send as fast as they can. Single flows instead: [[flow]] with src and dst; drawn ones:
# [[workload]].
[traffic]
{3}
{4})",
                                     options.name + ".toml", text_of(kTopologies, options.topology),
                                     text_of(kSchemes, options.scheme), text_of(kTraffic, options.topology),
                                     expectations(options), name);
}

int make_scenario(NewOptions options) {
  constexpr std::string_view kEnding = ".toml";
  if (options.name.ends_with(kEnding)) {
    options.name.resize(options.name.size() - kEnding.size());
  }
  const std::string name = std::filesystem::path(options.name).filename().string();
  if (!scenario::is_name(name)) {
    throw std::invalid_argument(
        "weir new: wanted a name of letters, digits, '_' and (not first) '-', at most 64; got " +
        text::in_quotes(name));
  }
  const std::string file = options.name + std::string(kEnding);
  if (std::filesystem::exists(std::filesystem::symlink_status(file))) {
    throw std::invalid_argument(file + ": exists; wanted another name");
  }
  report::OutputFile out{std::filesystem::path(file)};
  out.write(scenario_text(options, name));
  out.commit();
  fmt::print("{0}: a {1} under {2}; next: weir run {0}\n", file, options.topology, options.scheme);
  return kHeld;
}

}  // namespace

void add_new_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<NewOptions>();
  CLI::App* command = app.add_subcommand("new", "Write a scenario file to begin with, which says what to change");
  command->footer("Example: weir new mine --topology ring --scheme pfc");
  command->add_option("NAME", options->name, "The file is NAME.toml; there must be none yet")->required();
  command->add_option("--topology", options->topology, "star, ring, leaf_spine or fat_tree")
      ->check(CLI::IsMember(words_in(kTopologies)))
      ->capture_default_str();
  command->add_option("--scheme", options->scheme, "pfc, cbfc, ue_cbfc, gfc_buffer_based or none")
      ->check(CLI::IsMember(words_in(kSchemes)))
      ->capture_default_str();
  command->callback([options, &action] { action.run = [options] { return make_scenario(*options); }; });
}

}  // namespace weir
