// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/register.h"

namespace weir::ledger {

std::string_view name(Storage storage) {
  switch (storage) {
    case Storage::kFlipFlop:
      return "flip_flop";
    case Storage::kSram:
      return "sram";
    case Storage::kTcam:
      return "tcam";
  }
  return "";
}

std::string_view name(Access access) {
  switch (access) {
    case Access::kReadOnly:
      return "ro";
    case Access::kReadWrite:
      return "rw";
    case Access::kWriteOneToClear:
      return "w1c";
    case Access::kInternal:
      return "internal";
  }
  return "";
}

std::uint64_t count(const Dimensions& dimensions) {
  std::uint64_t product = 1;
  for (const Dimension& dimension : dimensions)
    product *= dimension.size;
  return product;
}

std::uint64_t RegisterDeclaration::count() const { return ledger::count(dimensions); }

std::string RegisterDeclaration::formula() const {
  std::string text = std::to_string(width) + " b";
  for (const Dimension& dimension : dimensions)
    text += " x " + std::to_string(dimension.size) + " " + dimension.of;
  return text;
}

std::uint64_t RegisterDeclaration::size_of(std::string_view dimension) const {
  std::uint64_t product = 1;
  for (const Dimension& known : dimensions)
    product *= known.of == dimension ? known.size : 1;
  return product;
}

}  // namespace weir::ledger
