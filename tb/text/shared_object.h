// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Where the program finds a shared object that comes with it.

#pragma once

#include <filesystem>
#include <string>

namespace weir::text {

// The folder of the program that runs.
std::filesystem::path program_folder();

// A shared object by its name: beside the program, as in a build tree, or below PREFIX/lib where the program is
// installed in PREFIX/bin; empty: there is none.
std::filesystem::path shared_object(const std::string& name);

}  // namespace weir::text
