// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is made of the program's commands and options: completions of shells, and the manual page.

#pragma once

#include <span>
#include <string>

#include <CLI/CLI.hpp>

namespace weir {

// weir complete WORD...: what may stand in the place of the last word, which may be empty, behind the others. A line
// for each candidate: the word, a tab, its meaning. "@files ENDING" stands for file names with the ending,
// "@directories" for those of directories; completions/ of this folder has the scripts of the shells that call this.
int complete(const CLI::App& app, std::span<const std::string> words);

// weir manual DATE: the manual page of section 1, as roff. DATE: of the page, "2026-11-23".
int manual(const CLI::App& app, std::span<const std::string> words);

}  // namespace weir
