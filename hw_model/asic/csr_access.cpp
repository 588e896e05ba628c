// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/csr_access.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace weir::asic {
namespace {

using ledger::Location;

constexpr std::uint64_t kBusWord = 4;
constexpr std::uint64_t kBankWord = 8;
constexpr unsigned kBitsPerByteShift = 3;
constexpr std::uint8_t kEnabled = 0xff;

bool enabled(const CsrTransfer& transfer, std::size_t byte) {
  return transfer.enables.empty() || transfer.enables[byte % transfer.enables.size()] == kEnabled;
}

// The bus words of a transfer in their order; each lies in one element, because elements are whole words.
template <class Visitor>
void for_each_bus_word(const ledger::AddressMap& map, const CsrTransfer& transfer, Visitor visit) {
  for (std::size_t byte = 0; byte < transfer.data.size(); byte += kBusWord)
    visit(byte, map.locate(transfer.address + byte % transfer.streaming_width));
}

// The bit position of byte `i` of the bus word at `location` in its bank word.
unsigned shift_of(const Location& location, std::size_t i) {
  return static_cast<unsigned>((location.byte + i) % kBankWord) << kBitsPerByteShift;
}

void add(std::vector<ledger::RegisterBank::Write>& writes, const ledger::RegisterBank::Write& write) {
  const auto known = std::find_if(writes.begin(), writes.end(), [&](const auto& other) {
    return other.mapped == write.mapped && other.element == write.element && other.word == write.word;
  });
  if (known == writes.end()) {
    writes.push_back(write);
    return;
  }
  known->value = (known->value & ~write.mask) | write.value;
  known->mask |= write.mask;
}

void read(const ledger::RegisterBank& bank, const CsrTransfer& transfer, Time now) {
  for_each_bus_word(bank.map(), transfer, [&](std::size_t byte, const std::optional<Location>& at) {
    const std::uint64_t value = bank.read(*at->mapped, at->element, static_cast<unsigned>(at->byte / kBankWord), now);
    for (std::size_t i = 0; i < kBusWord; ++i) {
      if (enabled(transfer, byte + i))
        transfer.data[byte + i] = static_cast<std::uint8_t>(value >> shift_of(*at, i));
    }
  });
}

void write(ledger::RegisterBank& bank, const CsrTransfer& transfer, Time now) {
  std::vector<ledger::RegisterBank::Write> writes;
  for_each_bus_word(bank.map(), transfer, [&](std::size_t byte, const std::optional<Location>& at) {
    ledger::RegisterBank::Write one{at->mapped, at->element, static_cast<unsigned>(at->byte / kBankWord), 0, 0};
    for (std::size_t i = 0; i < kBusWord; ++i) {
      if (enabled(transfer, byte + i)) {
        one.value |= std::uint64_t{transfer.data[byte + i]} << shift_of(*at, i);
        one.mask |= std::uint64_t{kEnabled} << shift_of(*at, i);
      }
    }
    if (one.mask != 0)
      add(writes, one);
  });
  bank.write(writes, now);
}

bool any_enabled(const CsrTransfer& transfer, std::size_t byte) {
  for (std::size_t i = 0; i < kBusWord; ++i) {
    if (enabled(transfer, byte + i))
      return true;
  }
  return false;
}

}  // namespace

CsrResponse check_transfer(const ledger::AddressMap& map, const CsrTransfer& transfer) {
  const auto whole_words = [](std::uint64_t bytes) { return bytes != 0 && bytes % kBusWord == 0; };
  if (transfer.address % kBusWord != 0 || !whole_words(transfer.data.size()) || !whole_words(transfer.streaming_width))
    return CsrResponse::kBurstError;
  if (std::any_of(transfer.enables.begin(), transfer.enables.end(),
                  [](std::uint8_t enable) { return enable != 0 && enable != kEnabled; }))
    return CsrResponse::kByteEnableError;
  CsrResponse response = CsrResponse::kOk;
  for_each_bus_word(map, transfer, [&](std::size_t byte, const std::optional<Location>& at) {
    if (!at)
      response = CsrResponse::kAddressError;
    else if (transfer.is_write && at->mapped->declaration.access == ledger::Access::kReadOnly &&
             any_enabled(transfer, byte) && response == CsrResponse::kOk)
      response = CsrResponse::kCommandError;
  });
  return response;
}

CsrResponse do_transfer(ledger::RegisterBank& bank, const CsrTransfer& transfer, Time now, std::string& refusal) {
  try {
    if (!transfer.is_write) {
      read(bank, transfer, now);
      return CsrResponse::kOk;
    }
    write(bank, transfer, now);
    refusal.clear();
  } catch (const std::invalid_argument& error) {
    refusal = error.what();
    return CsrResponse::kRefused;
  }
  return CsrResponse::kOk;
}

}  // namespace weir::asic
