// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/study/number_form.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "tb/study/statistics.h"
#include "tb/sweep/scalar.h"
#include "tb/text/words.h"

namespace weir::study {
namespace {

constexpr double kPercent = 0.01;
constexpr int kMostDigits = 12;
constexpr double kOneDigitBelow = 10;  // of a half interval that says nothing of digits

[[noreturn]] void refuse(std::string_view text) {
  throw std::invalid_argument(
      "wanted a unit, '.' and digits behind the point, ',' before them for thousands, and '+-', min, max, each or "
      "changes behind a blank, as in \"Gbps.2\" or \",.0 +-\"; got " +
      text::in_quotes(text));
}

std::string_view take_until(std::string_view& rest, char end) {
  const std::size_t at = std::min(rest.find(end), rest.size());
  const std::string_view taken = rest.substr(0, at);
  rest.remove_prefix(std::min(at + 1, rest.size()));
  return taken;
}

std::string mean_and_interval(const std::vector<double>& known, const NumberForm& form) {
  if (!form.digits && std::ranges::all_of(known, [](double number) { return number == 0; })) {
    return "0";
  }
  const double half = half_interval(known);
  const int digits = form.digits ? *form.digits : half >= kOneDigitBelow ? 0 : 1;
  return fixed(mean(known), digits, form.commas || !form.digits) + " +- " +
         fixed(half, digits, form.commas || !form.digits);
}

}  // namespace

NumberForm parse_form(std::string_view text) {
  NumberForm form;
  std::string_view rest = text;
  std::string_view number = take_until(rest, ' ');
  if (number == "+-") {
    rest = number;
    number = "";
  }
  if (number.starts_with(',')) {
    form.commas = true;
    number.remove_prefix(1);
  }
  const bool has_point = number.find('.') != std::string_view::npos;
  const std::string_view unit = take_until(number, '.');
  if (!unit.empty()) {
    const auto scalar = sweep::scalar_of(scenario::text_value("1" + std::string(unit)));
    if (unit != "%" && (!scalar || std::isdigit(static_cast<unsigned char>(unit.front())) != 0)) {
      refuse(text);
    }
    form.unit = unit == "%" ? kPercent : scalar->value();
  }
  if (has_point) {
    if (number.empty() || number.size() > 2 || number.find_first_not_of("0123456789") != std::string_view::npos ||
        std::stoi(std::string(number)) > kMostDigits) {
      refuse(text);
    }
    form.digits = std::stoi(std::string(number));
  }
  if (!rest.empty() && rest != "+-" && rest != "min" && rest != "max" && rest != "each" && rest != "changes") {
    refuse(text);
  }
  form.of = rest == "+-"        ? Of::kInterval
            : rest == "min"     ? Of::kMinimum
            : rest == "max"     ? Of::kMaximum
            : rest == "each"    ? Of::kEach
            : rest == "changes" ? Of::kChanges
                                : Of::kMean;
  return form;
}

std::string fixed(double number, int digits, bool commas) {
  std::string text = fmt::format("{:.{}f}", number, digits);
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  constexpr std::size_t kThousand = 3;
  for (std::size_t at = std::min(text.find('.'), text.size()); commas && at > first + kThousand;) {
    at -= kThousand;
    text.insert(at, ",");
  }
  return text;
}

std::string text_of(std::span<const double> of_runs, const NumberForm& form) {
  std::vector<double> known;
  for (const double number : of_runs) {
    if (!std::isnan(number)) {
      known.push_back(number / form.unit);
    }
  }
  if (known.empty()) {
    return "never";
  }
  if (form.of == Of::kInterval && of_runs.size() == 1) {
    return known.front() == 0 && !form.digits
               ? "0"
               : fixed(known.front(), form.digits.value_or(1), form.commas || !form.digits);
  }
  if (form.of == Of::kInterval) {
    const std::size_t never = of_runs.size() - known.size();
    return mean_and_interval(known, form) + (never > 0 ? fmt::format(", never with {} seeds", never) : "");
  }
  const double number = form.of == Of::kMinimum   ? *std::min_element(known.begin(), known.end())
                        : form.of == Of::kMaximum ? *std::max_element(known.begin(), known.end())
                                                  : mean(known);
  return form.digits ? fixed(number, *form.digits, form.commas) : fmt::format("{:.6g}", number);
}

}  // namespace weir::study
