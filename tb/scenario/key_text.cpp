// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/key_text.h"

namespace weir::scenario {

std::string path_of(const KeySpec& key) { return std::string(key.table) + "." + std::string(key.name); }

bool is_quantity(KeyKind kind) {
  return kind == KeyKind::kTime || kind == KeyKind::kRate || kind == KeyKind::kBytes || kind == KeyKind::kClassBytes;
}

std::string range_of(const KeySpec& key) {
  if (key.lowest.empty() && key.highest.empty()) {
    return "";
  }
  return (key.lowest.empty() ? "0" : key.lowest) + ".." + key.highest +
         (key.step.empty() ? "" : ", a multiple of " + key.step);
}

std::string kind_text(const KeySpec& key) {
  switch (key.kind) {
    case KeyKind::kTime:
      return "time";
    case KeyKind::kRate:
      return "rate";
    case KeyKind::kBytes:
      return "bytes";
    case KeyKind::kClassBytes:
      return "bytes, or a list of 8";
    case KeyKind::kInteger:
      return "integer";
    case KeyKind::kReal:
      return "number";
    case KeyKind::kBoolean:
      return "true, false";
    case KeyKind::kText:
      return "text";
    case KeyKind::kTexts:
      return "list of texts";
    case KeyKind::kFile:
      return "path";
    case KeyKind::kDigest:
      return "64 hexadecimal digits";
    case KeyKind::kAddress:
      return "IPv4 address";
    case KeyKind::kName:
      return "name";
    case KeyKind::kNames:
      return "list of names";
    case KeyKind::kPatterns:
      return "list of names, `*` for any letters";
    case KeyKind::kSizes:
      return "list of sizes";
    case KeyKind::kPair:
      return "two names";
    case KeyKind::kPairs:
      return "list of pairs of names";
    case KeyKind::kNumberPairs:
      return "list of pairs of numbers";
    case KeyKind::kClasses:
      return "list of 0..7";
    case KeyKind::kWeights:
      return "list of 1..255";
    case KeyKind::kParts:
      return "list of 0..255";
    case KeyKind::kNumbers:
      return "list of numbers";
    case KeyKind::kWord:
      break;
  }
  std::string text;
  for (const std::string_view word : key.words) {
    text += (text.empty() ? "`" : ", `") + std::string(word) + "`";
  }
  return text;
}

std::string measure_text(Measure measure) {
  switch (measure) {
    case Measure::kCount:
      return "integer";
    case Measure::kBoolean:
      return "true, false";
    case Measure::kTime:
      return "time";
    case Measure::kRate:
      return "rate";
    case Measure::kRatio:
      return "number";
    case Measure::kBytes:
      break;
  }
  return "bytes";
}

}  // namespace weir::scenario
