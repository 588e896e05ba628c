// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "tb/commands/command_tree.h"
#include "tb/commands/commands.h"
#include "tb/commands/program.h"
#include "tb/cosim/block.h"
#include "tb/cost/mechanisms.h"
#include "tb/scenario/key_text.h"

namespace weir {
namespace {

void offer(std::string_view word, std::string_view meaning) { fmt::print("{}\t{}\n", word, meaning); }

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

// Null: the command has no such option.
const CLI::Option* option_named(const CLI::App& command, const std::string& name) {
  const CLI::Option* option = command.get_option_no_throw(name);
  return option == nullptr || option->get_positional() ? nullptr : option;
}

const CLI::App* command_named(const CLI::App& above, const std::string& name) {
  const std::vector<const CLI::App*> commands = above.get_subcommands(nullptr);
  const auto found = std::ranges::find_if(commands, [&](const CLI::App* one) { return one->get_name() == name; });
  return found == commands.end() ? nullptr : *found;
}

// Keys of all scenarios, as --set takes them; behind '=' the words of the key.
void offer_keys(std::string_view begun, std::string_view behind) {
  const std::size_t equals = begun.find('=');
  for (const scenario::KeySpec& key : scenario::key_specs()) {
    const std::string path = scenario::path_of(key);
    if (path.find("[]") != std::string::npos) {
      continue;  // --set names an element, whose name is in the file
    }
    if (equals == std::string_view::npos) {
      offer(path + std::string(behind), key.meaning);
    } else if (path == begun.substr(0, equals)) {
      static const std::vector<std::string_view> kBooleans{"true", "false"};
      for (const std::string_view word : key.kind == scenario::KeyKind::kBoolean ? kBooleans : key.words) {
        offer(path + "=" + std::string(word), key.meaning);
      }
    }
  }
}

// By the names that options and arguments have in all commands.
void offer_values(const CLI::Option& option, std::string_view begun) {
  static const std::set<std::string, std::less<>> kFiles{"--out",      "--store", "--liberty", "--macros", "--rtl",
                                                         "--stimulus", "A",       "B",         "BATCH"};
  const std::string name = option.get_name();
  if (name == "SCENARIO" || name == "PLAN") {
    fmt::print("@files .toml\n");
  } else if (name == "DIR") {
    fmt::print("@directories\n");
  } else if (kFiles.contains(name)) {
    fmt::print("@files\n");
  } else if (name == "--set") {
    offer_keys(begun, "=");
  } else if (name == "GLOB") {
    offer_keys("", "");
  } else if (name == "BLOCK") {
    for (const cosim::Block& block : cosim::blocks()) {
      offer(block.name, block.text);
    }
  } else if (name == "--mechanisms" || name == "--chip") {
    for (const cost::MechanismName& known : cost::known_mechanisms()) {
      offer(known.name, known.text);
    }
  } else {
    for (const std::string& member : members_in(option.get_type_name())) {
      offer(member, "");
    }
  }
}

void offer_options(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      offer("--" + name, option->get_description());
    }
  }
}

// The positional argument that the next word is, behind so many others; the last one may take many. Null: none.
const CLI::Option* positional_behind(const CLI::App& command, std::size_t count) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional() && (count-- == 0 || option->get_items_expected_max() > 1)) {
      return option;
    }
  }
  return nullptr;
}

}  // namespace

int complete(const CLI::App& app, std::span<const std::string> words) {
  const std::string last = words.empty() ? "" : words.back();
  const CLI::App* command = &app;
  const CLI::Option* wants_value = nullptr;
  std::size_t positionals = 0;
  for (const std::string& word : words.first(words.empty() ? 0 : words.size() - 1)) {
    if (wants_value != nullptr) {
      wants_value = nullptr;
    } else if (word.starts_with('-')) {
      const CLI::Option* option = option_named(*command, word);
      wants_value = option != nullptr && takes_value(*option) ? option : nullptr;
    } else if (const CLI::App* next = command_named(*command, word); next != nullptr) {
      command = next;
    } else {
      ++positionals;
    }
  }
  if (wants_value != nullptr) {
    offer_values(*wants_value, last);
  } else if (last.starts_with('-')) {
    offer_options(*command);
  } else if (const auto commands = command->get_subcommands(nullptr); !commands.empty()) {
    for (const CLI::App* one : commands) {
      offer(one->get_name(), one->get_description());
    }
  } else if (const CLI::Option* option = positional_behind(*command, positionals); option != nullptr) {
    offer_values(*option, last);
  }
  return kHeld;
}

}  // namespace weir
