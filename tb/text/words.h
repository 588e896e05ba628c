// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What messages about input are made of: words in quotes, and the word that was meant.

#pragma once

#include <span>
#include <string>
#include <string_view>

namespace weir::text {

// `text` between double quotes, on one line whatever it holds: control characters are escaped, long text is cut.
std::string in_quotes(std::string_view text);

// The same without the quotes.
std::string one_line(std::string_view text);

// `text` as one word of a shell, in quotes only where it has to be.
std::string shell_word(const std::string& text);

// The candidate with the least edit distance, capitals aside, if it is near enough to be meant; otherwise empty.
std::string nearest_of(std::string_view name, std::span<const std::string> candidates);

// The end of a message that there is no `name`: "; the nearest is "f1"", or nothing where none is near.
std::string nearest_hint(std::string_view name, std::span<const std::string> candidates);

}  // namespace weir::text
