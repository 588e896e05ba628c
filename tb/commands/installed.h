// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Where the program finds the files that come with it: below share/weir when it is installed, beside it in a build
// tree.

#pragma once

#include <filesystem>
#include <string>

namespace weir {

// share/weir of the place where the program is installed; empty: it runs from a build tree.
std::filesystem::path installed_folder();

// The folder of the scenarios that come with weir: `scenarios` here, or the installed ones, or those beside a parent
// folder of the program, as in a work tree. Throws std::invalid_argument if there is none.
std::filesystem::path scenario_folder();

// The JSON Schema of scenario files, installed or of the build; empty: there is none.
std::filesystem::path schema_file();

// A page of the documentation by its path in the project, such as docs/results/ring_matrix.md: of the installed site,
// or in a work tree around the program; empty: there is none.
std::filesystem::path documentation_page(const std::string& page);

// libweir_reference.so, installed or of the build; empty: there is none.
std::filesystem::path reference_library();

// "file:///usr/share/weir/...", in which all but letters, digits and "-._~/" are escaped.
std::string file_uri(const std::filesystem::path& path);

}  // namespace weir
