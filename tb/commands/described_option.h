// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// An option of `weir cost` from its entry in a list (cost::SwitchOption, cost::LinkOption).

#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace weir {

// --NAME sets `request`, which outlives the command, to each of its values.
template <class Request, class Entry>
CLI::Option* add_option_of(CLI::App& command, Request& request, const Entry& entry) {
  const std::string name = std::string("--") + entry.name;
  return command
      .add_option(
          name,
          [&request, &entry, name](const std::vector<std::string>& values) {
            try {
              for (const std::string& value : values) {
                entry.set(request, value);
              }
            } catch (const std::invalid_argument& error) {
              throw CLI::ValidationError(name, error.what());
            }
            return true;
          },
          entry.text)
      ->type_name(entry.type);
}

}  // namespace weir
