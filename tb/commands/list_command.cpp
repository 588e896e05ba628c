// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir list: what there is.

#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/core.h>

#include "hw_model/datapath/crossbar/arbiter_card.h"
#include "hw_model/datapath/egress/discipline_card.h"
#include "hw_model/datapath/mmu/policy_card.h"
#include "hw_model/reference/mapper_card.h"
#include "tb/commands/commands.h"
#include "tb/commands/installed.h"
#include "tb/commands/list_figures.h"
#include "tb/cosim/block.h"
#include "tb/cost/mechanisms.h"
#include "tb/scenario/key_spec.h"
#include "tb/scenario/loader.h"
#include "tb/text/first_sentence.h"

namespace weir {

namespace {

// Scenario files with the first sentence of their description.
int list_scenarios() {
  const std::filesystem::path root = scenario_folder();
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".toml") {
      files.push_back(entry.path().generic_string());
    }
  }
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) {
    fmt::print("{:<44} {}\n", file, text::first_sentence(scenario::load_file(file).description));
  }
  return kHeld;
}

int list_blocks() {
  for (const cosim::Block& block : cosim::blocks()) {
    fmt::print("{:<29}  {}\n", block.name, block.text);
  }
  return kHeld;
}

// Whether a scenario's key takes the word.
bool is_word_of(std::string_view table, std::string_view key, std::string_view word) {
  return std::ranges::count(scenario::find_key(table, key)->words, word) > 0;
}

void print_mechanism(std::string_view word, std::string_view use, std::string_view text) {
  fmt::print("{:<17} {:<9} {}\n", word, use, text);
}

// Of a kind of which lists show only what comes from outside of weir.
template <class Names>
void print_own(const Names& names) {
  for (const auto& name : names) {
    if (card_of(name.value) != nullptr)
      print_mechanism(name.name, "run", name.text);
  }
}

int list_mechanisms() {
  for (const cost::MechanismName& known : cost::known_mechanisms()) {
    // Mechanisms that a scenario can run; others are only declared, for their cost.
    const bool runs = known.name == "ttl" || is_word_of("flow_control", "scheme", known.name) ||
                      is_word_of("congestion", "detector", known.name) || is_word_of("deadlock", "unit", known.name) ||
                      is_word_of("deadlock.itsy", "resolution", known.name);
    print_mechanism(known.name, runs ? "run, cost" : "cost", known.text);
  }
  print_own(mmu::policies());
  print_own(crossbar::arbiters());
  print_own(egress::disciplines());
  print_own(reference::class_sources());
  return kHeld;
}

}  // namespace

void add_list_command(CLI::App& app, Action& action) {
  const auto what = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("list", "List scenarios, RTL blocks, mechanisms or figures of the papers");
  command->footer("Example: weir list scenarios");
  command->add_option("WHAT", *what, "scenarios, blocks, mechanisms or figures")
      ->required()
      ->check(CLI::IsMember({"scenarios", "blocks", "mechanisms", "figures"}));
  command->callback([what, &action] {
    action.run = [what] {
      return *what == "scenarios" ? list_scenarios()
             : *what == "blocks"  ? list_blocks()
             : *what == "figures" ? list_figures()
                                  : list_mechanisms();
    };
  });
}

}  // namespace weir
