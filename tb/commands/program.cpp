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

#include <fmt/core.h>
#include <systemc>

#include "hw_model/base/invariant.h"
#include "tb/cosim/block.h"
#include "tb/report/notices.h"
#include "tb/report/run_directory.h"
#include "tb/report/version.h"
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

// The message about an unknown name of a command; empty: the name is known, or there is none.
std::string unknown_command(const CLI::App& app, const Program& program, const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments.front().starts_with('-')) {
    return "";
  }
  std::vector<std::string> known(program.elsewhere.begin(), program.elsewhere.end());
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    if (command->get_name() == arguments.front()) {
      return "";
    }
    known.push_back(command->get_name());
  }
  return "there is no command " + text::in_quotes(arguments.front()) + nearest_text(arguments.front(), known);
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

int parse_error(const CLI::App& app, const CLI::ParseError& error, const std::string& instead) {
  if (error.get_exit_code() == 0) {
    return with_all_printed(app.exit(error));  // --help, --version, --licences
  }
  return fail((instead.empty() ? error.what() : instead) + " (see weir --help)", kBadInput);
}

}  // namespace

int start(int argc, char* argv[]) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the user's limit is an error of its write
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}

int carry_out(const Program& program, int argc, char* argv[]) {
  CLI::App app("weir: a cycle-approximate hardware model of lossless switching", "weir");
  app.set_version_flag("--version", std::string(report::program_version()));
  app.add_flag_callback("--licences", print_notices, "Print the licences of the software of others in the program");
  app.require_subcommand(1);
  Action action;
  for (const AddCommand add : program.commands) {
    add(app, action);
  }
  std::vector<std::string> arguments = without_help({argv + std::min(argc, 1), argv + argc});
  const bool asked = !program.elsewhere.empty() && !arguments.empty() && arguments.front() == kSuffices;
  if (asked) {
    arguments.erase(arguments.begin());
  }
  if (is_elsewhere(program, arguments)) {
    return asked ? kTakesWhole : refuse_for_whole(arguments);
  }
  if (const std::string unknown = unknown_command(app, program, arguments); !asked && !unknown.empty()) {
    return fail(unknown + " (see weir --help)", kBadInput);
  }
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // it takes them from the end
  } catch (const CLI::ExtrasError& error) {
    const bool named = !arguments.empty() && !arguments.front().starts_with('-');
    return asked ? kHeld : parse_error(app, error, named ? unknown_option(app, arguments) : "");
  } catch (const CLI::ParseError& error) {
    return asked ? kHeld : parse_error(app, error, "");
  }
  return asked ? suffices(action) : with_all_printed(run_action(action, arguments));
}

}  // namespace weir
