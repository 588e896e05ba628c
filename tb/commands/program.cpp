// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/program.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <fmt/format.h>
#include <systemc>

#include "hw_model/base/invariant.h"
#include "tb/cosim/block.h"
#include "tb/plugin/plugins.h"
#include "tb/report/notices.h"
#include "tb/report/run_directory.h"
#include "tb/report/version.h"
#include "tb/run/large_pages.h"
#include "tb/scenario/scenario_error.h"
#include "tb/text/words.h"

namespace weir {

namespace {

// Prints the one line of an error; returns the status that tells its kind.
int fail(const std::string& message, int status) {
  fmt::print(stderr, "weir: {}\n", message);
  return status;
}

int refuse_for_whole(const std::vector<std::string>& arguments) {
  return fail("weir-model cannot do this " + arguments.front() + ": wanted the whole program, weir", kBadInput);
}

int run_action(const Action& action, const std::vector<std::string>& arguments) {
  try {
    return action.run();
  } catch (const cosim::NoBlocks&) {
    return refuse_for_whole(arguments);
  } catch (const scenario::ScenarioError& error) {
    return fail(error.what(), kBadInput);
  } catch (const report::OutputError& error) {
    return fail(error.what(), kBadInput);  // BadOutputDirectory and BadRunFile, too
  } catch (const std::invalid_argument& error) {
    return fail(error.what(), kBadInput);
  } catch (const InvariantBroken& error) {
    return fail(std::string("internal fault: ") + error.what(), kInternalFault);
  } catch (const std::exception& error) {
    if (std::ferror(stdout) != 0) {
      return kBadInput;  // said when all is flushed
    }
    return fail(std::string("internal fault: ") + error.what(), kInternalFault);
  }
}

// Returns the status if all output has reached its reader, otherwise the status of a failed output.
int with_all_printed(int status) {
  errno = 0;
  std::cout.flush();
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout) {
    return status;
  }
  const int error = errno;
  return fail(
      std::string("standard output: cannot write") + (error != 0 ? std::string(": ") + std::strerror(error) : ""),
      kBadInput);
}

std::string nearest_text(const std::string& name, const std::vector<std::string>& known) {
  const std::string nearest = text::nearest_of(name, known);
  return nearest.empty() ? "" : "; the nearest is " + nearest;
}

std::vector<std::string> names_of_commands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    names.push_back(command->get_name());
  }
  return names;
}

std::string listed(const std::vector<std::string>& words) { return fmt::to_string(fmt::join(words, ", ")); }

bool is_in(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The known command that a name may mean; empty: none. Two letters mean a command that has them at its ends ("rn").
std::string command_meant(const std::string& name, const std::vector<std::string>& known) {
  if (name.size() == 2) {
    const auto meant = std::ranges::find_if(known, [&](const std::string& one) {
      return one.size() <= 4 && one.front() == name.front() && one.back() == name.back();
    });
    return meant == known.end() ? "" : *meant;
  }
  return text::nearest_of(name, known);
}

// `said`: what the message begins with, "there is no command ".
std::string no_command(const std::string& said, const std::string& name, const std::vector<std::string>& known) {
  const std::string text = said + text::in_quotes(name);
  if (name.ends_with(".toml")) {
    return text + "; wanted a command before the file: " + listed(known);
  }
  const std::string meant = command_meant(name, known);
  return text + (meant.empty() ? "; wanted one of " + listed(known) : "; the nearest is " + meant);
}

// The message about an unknown or missing name of a command, or of a command's command; empty: the names are known.
std::string unknown_command(const CLI::App& app, const Program& program, const std::vector<std::string>& arguments) {
  std::vector<std::string> known = names_of_commands(app);
  known.insert(known.end(), program.elsewhere.begin(), program.elsewhere.end());
  if (arguments.empty()) {
    return "wanted a command: " + listed(known);
  }
  const std::string& first = arguments.front();
  if (first.starts_with('-')) {
    const std::string name = first.substr(std::min(first.find_first_not_of('-'), first.size()));
    return is_in(known, name) ? "there is no option " + first + "; wanted the command " + name : "";
  }
  if (!is_in(known, first)) {
    return no_command("there is no command ", first, known);
  }
  const std::vector<std::string> of_it =
      is_in(names_of_commands(app), first) ? names_of_commands(*app.get_subcommand(first)) : std::vector<std::string>{};
  if (of_it.empty()) {
    return "";
  }
  if (arguments.size() == 1) {
    return "weir " + first + " wants a command: " + listed(of_it);
  }
  const bool is_known = arguments[1].starts_with('-') || is_in(of_it, arguments[1]);
  return is_known ? "" : no_command("weir " + first + " has no command ", arguments[1], of_it);
}

// An error of the library of command lines in other words: what is wanted, and what is near.
std::string in_our_words(const std::string& said, const std::vector<std::string>& arguments) {
  const std::string command = arguments.empty() ? "weir" : "weir " + arguments.front();
  constexpr std::string_view kRequired = " is required";
  if (said.ends_with(kRequired)) {
    return command + ": wanted " + said.substr(0, said.size() - kRequired.size());
  }
  const std::size_t colon = said.find(": ");
  const std::size_t not_in = said.find(" not in {");
  if (colon != std::string::npos && not_in != std::string::npos && colon < not_in && said.ends_with('}')) {
    const std::string got = said.substr(colon + 2, not_in - colon - 2);
    const std::vector<std::string> known = members_in(said.substr(not_in));
    return said.substr(0, colon) + ": wanted one of " + listed(known) + "; got " + text::in_quotes(got) +
           nearest_text(got, known);
  }
  for (const std::string_view unexpected :
       {"The following argument was not expected: ", "The following arguments were not expected: "}) {
    if (said.starts_with(unexpected)) {
      return command + ": one argument too many: " + text::one_line(said.substr(unexpected.size()));
    }
  }
  return said;
}

constexpr std::string_view kPlugin = "--plugin";

// Removes each "--plugin FILE" before the command, and returns the files. They are loaded before the commands read the
// lists of mechanisms. Throws std::invalid_argument if a file is missing.
std::vector<std::string> take_plugins(std::vector<std::string>& arguments) {
  std::vector<std::string> files;
  auto at = arguments.begin() + (!arguments.empty() && arguments.front() == kSuffices ? 1 : 0);
  while (at != arguments.end() && at->starts_with(kPlugin)) {
    const bool joined = at->starts_with(std::string(kPlugin) + "=");
    if (!joined && *at != kPlugin) {
      break;
    }
    if (!joined && at + 1 == arguments.end()) {
      throw std::invalid_argument(std::string(kPlugin) + ": wanted a file");
    }
    files.push_back(joined ? at->substr(kPlugin.size() + 1) : *(at + 1));
    at = arguments.erase(at, at + (joined ? 1 : 2));
  }
  return files;
}

// The first option that the command does not have; empty: what is not expected is no option.
std::string unknown_option(const CLI::App& app, const std::vector<std::string>& arguments) {
  const CLI::App& command = *app.get_subcommand(arguments.front());
  std::vector<std::string> known;
  std::vector<const CLI::App*> commands{&command};
  for (const CLI::App* of_it : command.get_subcommands(nullptr)) {
    commands.push_back(of_it);
  }
  for (const CLI::App* one : commands) {
    for (const CLI::Option* option : one->get_options()) {
      for (const std::string& name : option->get_lnames()) {
        known.push_back("--" + name);
      }
    }
  }
  for (const std::string& argument : arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    if (name == kPlugin) {
      return name + " stands before the command: weir " + name + " FILE " + arguments.front();
    }
    if (name.starts_with("--") && std::find(known.begin(), known.end(), name) == known.end()) {
      return "weir " + arguments.front() + " has no option " + name + nearest_text(name, known);
    }
  }
  return "";
}

void print_notices() {
  std::cout << report::kNotices;
  throw CLI::Success();  // like --version: nothing else is wanted
}

// `weir help run` is `weir run --help`, `weir help` is `weir --help`.
std::vector<std::string> without_help(std::vector<std::string> arguments) {
  if (!arguments.empty() && arguments.front() == "help") {
    arguments.erase(arguments.begin());
    arguments.resize(std::min<std::size_t>(arguments.size(), 1));
    arguments.emplace_back("--help");
  }
  return arguments;
}

bool is_elsewhere(const Program& program, const std::vector<std::string>& arguments) {
  return !arguments.empty() && std::ranges::find(program.elsewhere, arguments.front()) != program.elsewhere.end();
}

// The answer to ./weir whether this program suffices. Wrong arguments are reported by the program that carries them
// out.
int suffices(const Action& action) {
  try {
    return action.takes_blocks && action.takes_blocks() ? kTakesWhole : kHeld;
  } catch (const std::exception&) {
    return kHeld;
  }
}

int parse_error(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& arguments,
                const std::string& instead) {
  if (error.get_exit_code() == 0) {
    return with_all_printed(app.exit(error));  // --help, --version, --licences
  }
  return fail((instead.empty() ? in_our_words(error.what(), arguments) : instead) + " (see weir --help)", kBadInput);
}

// The command line without plugins, which are loaded.
int carry_out(const Program& program, std::vector<std::string> arguments) {
  CLI::App app("weir: a cycle-approximate hardware model of lossless switching", "weir");
  app.set_version_flag("--version", std::string(report::program_version()));
  app.add_flag_callback("--licences", print_notices, "Print the licences of the software of others in the program");
  std::vector<std::string> plugins;
  app.add_option(std::string(kPlugin), plugins,
                 "Load mechanisms of your own from a shared object, before all else (docs/user_guide/extend.md)")
      ->type_name("FILE");
  app.require_subcommand(1);
  Action action;
  for (const AddCommand add : program.commands) {
    add(app, action);
  }
  const bool asked = !program.elsewhere.empty() && !arguments.empty() && arguments.front() == kSuffices;
  if (asked) {
    arguments.erase(arguments.begin());
  }
  if (is_elsewhere(program, arguments)) {
    return asked ? kTakesWhole : refuse_for_whole(arguments);
  }
  for (const HiddenCommand& hidden : program.hidden) {
    if (!arguments.empty() && arguments.front() == hidden.name) {
      return with_all_printed(hidden.run(app, std::span(arguments).subspan(1)));
    }
  }
  if (const std::string unknown = unknown_command(app, program, arguments); !asked && !unknown.empty()) {
    return fail(unknown + " (see weir --help)", kBadInput);
  }
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // it takes them from the end
  } catch (const CLI::ExtrasError& error) {
    const bool named = !arguments.empty() && !arguments.front().starts_with('-');
    return asked ? kHeld : parse_error(app, error, arguments, named ? unknown_option(app, arguments) : "");
  } catch (const CLI::ParseError& error) {
    return asked ? kHeld : parse_error(app, error, arguments, "");
  }
  return asked ? suffices(action) : with_all_printed(run_action(action, arguments));
}

}  // namespace

int start(int argc, char* argv[]) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the user's limit is an error of its write
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  grow_heap_by_large_pages();
  forget_temporary_bytes();
  return sc_core::sc_elab_and_sim(argc, argv);
}

std::vector<std::string> members_in(const std::string& text) {
  std::vector<std::string> members;
  const std::size_t open = text.find('{');
  const std::size_t close = text.find('}', std::min(open, text.size()));
  if (close != std::string::npos) {
    boost::split(members, text.substr(open + 1, close - open - 1), boost::is_any_of(","));
  }
  return members;
}

int carry_out(const Program& program, int argc, char* argv[]) {
  std::vector<std::string> arguments{argv + std::min(argc, 1), argv + argc};
  try {
    plugin::load(take_plugins(arguments));
  } catch (const std::invalid_argument& error) {
    return fail(error.what(), kBadInput);
  }
  return carry_out(program, without_help(std::move(arguments)));
}

}  // namespace weir
