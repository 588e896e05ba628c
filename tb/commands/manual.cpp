// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/core.h>

#include "tb/commands/command_tree.h"
#include "tb/commands/commands.h"
#include "tb/report/version.h"

namespace weir {
namespace {

// Text that roff shows as it stands.
std::string roff(std::string_view text) {
  std::string result = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char c : text) {
    result += c == '\\' ? "\\e" : c == '-' ? "\\-" : c == '\n' ? "\n.br\n" : std::string(1, c);
  }
  return result;
}

// ".TP" with the option's names and what it takes: "-j, --jobs UINT".
void print_option(const CLI::Option& option) {
  std::string names;
  for (const std::string& name : option.get_snames()) {
    names += (names.empty() ? "-" : ", -") + name;
  }
  for (const std::string& name : option.get_lnames()) {
    names += (names.empty() ? "--" : ", --") + name;
  }
  const std::string type = option.get_type_name();
  const bool value = option.get_items_expected_max() > 0 && !option.get_positional();
  fmt::print(".TP\n.B {}{}\n{}", roff(option.get_positional() ? option.get_name() : names),
             value ? " \\fI" + roff(type.substr(0, type.find(':'))) + "\\fR" : "", roff(option.get_description()));
  fmt::print("{}\n", option.get_default_str().empty() ? "" : " (default: " + roff(option.get_default_str()) + ")");
}

// A subsection for each command that runs something, with its arguments and options.
void print_command(const CLI::App& command, const std::string& path) {
  const std::vector<const CLI::App*> inner = command.get_subcommands(nullptr);
  for (const CLI::App* one : inner) {
    print_command(*one, path + " " + one->get_name());
  }
  if (!inner.empty()) {
    return;
  }
  std::string usage = path;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) {
      usage += option->get_required() ? " " + option->get_name() : " [" + option->get_name() + "]";
    }
  }
  fmt::print(".SS {}\n{}.\n", roff(usage), roff(command.get_description()));
  for (const CLI::Option* option : command.get_options()) {
    if (!option->check_name("--help")) {
      print_option(*option);
    }
  }
  if (!command.get_footer().empty()) {
    fmt::print(".PP\n{}\n", roff(command.get_footer()));
  }
}

constexpr std::string_view kEnd = R"(.SH EXIT STATUS
.TP
.B 0
All expectations held.
.TP
.B 1
An expectation or a claim did not hold, or the two that were compared differ.
.TP
.B 2
Bad input: one line on standard error says what was wanted.
.TP
.B 3
An internal fault, or RTL and model differ.
.TP
.B 130, 143
A signal ended the run early; its results so far are written.
.SH FILES
.TP
.I out/NAME\-N/
Results of
.BR "weir run" :
report.html, summary.json, story.json, timeseries.csv, run.log, resolved.toml, invocation.json.
.TP
.I ../share/weir/
From the folder of the program: scenarios, sweeps (plans), schema, rtl.
)";

}  // namespace

int manual(const CLI::App& app, std::span<const std::string> words) {
  const std::string& description = app.get_description();
  fmt::print(
      ".\\\" Made by weir manual. Do not edit.\n.TH WEIR 1 {} \"weir {}\" \"User Commands\"\n.SH NAME\nweir \\- {}\n",
      words.empty() ? "\"\"" : words.front(), report::program_version(),
      roff(description.substr(description.find(' ') + 1)));
  fmt::print(".SH SYNOPSIS\n.B weir\n.I COMMAND\n[\\fIARGUMENT\\fR]...\n.SH OPTIONS\n");
  for (const CLI::Option* option : app.get_options()) {
    print_option(*option);
  }
  fmt::print(".SH COMMANDS\n");
  print_command(app, "weir");
  fmt::print("{}", kEnd);
  return kHeld;
}

}  // namespace weir
