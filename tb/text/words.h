// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Parts of messages about input: quoted words, and the nearest known word.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weir::text {

// `text` in double quotes on one line: control characters are escaped, long text is cut.
std::string in_quotes(std::string_view text);

// The same without quotes.
std::string one_line(std::string_view text);

// The parts between `at`, empty ones included; at least one.
std::vector<std::string_view> split(std::string_view text, char at);

// With small letters a to z in place of capitals.
std::string lower_case(std::string_view text);

// `text` as one word of a shell, quoted only if necessary.
std::string shell_word(const std::string& text);

// The candidate with the least edit distance, ignoring capitals, if near enough to be meant; else empty.
std::string nearest_of(std::string_view name, std::span<const std::string> candidates);

// The end of a message about an unknown `name`: "; the nearest is "f1"", or empty if none is near.
std::string nearest_hint(std::string_view name, std::span<const std::string> candidates);

// As nearest_hint; where none is near, "; wanted one of "h1", "h2", ..." with the first eight and the number of the
// others. Empty if there are no candidates.
std::string known_hint(std::string_view name, std::span<const std::string> candidates);

// The words of which `name` is one of the parts between '_': "gfc" of "gfc_conceptual".
std::vector<std::string> words_with_part(std::string_view name, std::span<const std::string> words);

}  // namespace weir::text
