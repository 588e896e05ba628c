// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/text/words.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <vector>

namespace weir::text {
namespace {

// Levenshtein, except that two neighbouring letters in the wrong order count once ("delya").
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({last[j] + 1, current[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before_last[j - 2] + 1);
      }
    }
    before_last.swap(last);
    last.swap(current);
  }
  return last[b.size()];
}

}  // namespace

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(end + 1);
  }
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return result;
}

std::string one_line(std::string_view text) {
  constexpr std::size_t kLongest = 80;
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string result;
  for (const char c : text.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      result += "\\x";
      result += kHex[byte >> 4U];
      result += kHex[byte & 0xfU];
    } else {
      result += c;
    }
  }
  return text.size() > kLongest ? result + "..." : result;
}

std::string in_quotes(std::string_view text) { return '"' + one_line(text) + '"'; }

std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,@%+";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) {
    return text;
  }
  std::string made = "'";
  for (const char c : text) {
    made += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return made + "'";
}

std::string nearest_of(std::string_view name, std::span<const std::string> candidates) {
  constexpr std::size_t kLongestName = 100;  // of what anybody types by mistake
  if (name.size() > kLongestName) {
    return "";
  }
  const std::string wanted = lower_case(name);
  std::string nearest;
  std::size_t best = std::max(name.size() / 2, std::size_t{1});  // half of it wrong is another word
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(wanted, lower_case(candidate));
    const bool is_slip = distance == 0 || (name.size() > 2 && distance <= best);
    if (is_slip && (nearest.empty() || distance < best)) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string nearest_hint(std::string_view name, std::span<const std::string> candidates) {
  const std::string nearest = nearest_of(name, candidates);
  return nearest.empty() ? "" : "; the nearest is " + in_quotes(nearest);
}

std::string known_hint(std::string_view name, std::span<const std::string> candidates) {
  constexpr std::size_t kShown = 8;
  if (std::string hint = nearest_hint(name, candidates); !hint.empty() || candidates.empty()) {
    return hint;
  }
  std::string text = candidates.size() == 1 ? "; wanted " : "; wanted one of ";
  for (std::size_t i = 0; i < std::min(candidates.size(), kShown); ++i) {
    text += (i == 0 ? "" : ", ") + in_quotes(candidates[i]);
  }
  return candidates.size() > kShown ? text + " and " + std::to_string(candidates.size() - kShown) + " more" : text;
}

std::vector<std::string> words_with_part(std::string_view name, std::span<const std::string> words) {
  const std::string part = "_" + lower_case(name) + "_";
  std::vector<std::string> found;
  std::copy_if(words.begin(), words.end(), std::back_inserter(found), [&](const std::string& word) {
    return !name.empty() && ("_" + lower_case(word) + "_").find(part) != std::string::npos;
  });
  return found;
}

}  // namespace weir::text
