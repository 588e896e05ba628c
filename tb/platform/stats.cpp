// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/address_map.h"
#include "tb/platform/chip.h"
#include "tb/platform/inside.h"
#include "tb/platform/weir/switch.h"

namespace weir {

namespace {

// What a packet counts in, as ledger::Origin::counter() declares it: counts, times and peaks.
bool is_counter(const ledger::RegisterDeclaration& one) {
  return one.access == ledger::Access::kReadOnly && one.storage == ledger::Storage::kSram && one.width <= 64 &&
         one.accesses.reads_per_packet == 1 && one.accesses.writes_per_packet == 1;
}

std::uint64_t value_of(asic::CsrTarget& csr, std::uint64_t address, std::uint64_t bytes) {
  std::uint64_t value = 0;
  tlm::tlm_generic_payload payload;
  payload.set_read();
  payload.set_address(address);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
  payload.set_data_length(static_cast<unsigned>(bytes));
  csr.socket.get_base_interface().transport_dbg(payload);
  return value;
}

}  // namespace

std::vector<Stat> stats(const Switch& of) {
  std::vector<Stat> all;
  platform::Chip* const chip = platform::Inside::chip(of);
  if (chip == nullptr)
    return all;
  asic::CsrTarget& csr = chip->asic->csr();
  for (const ledger::MappedRegister& one : csr.map().registers()) {
    if (!is_counter(one.declaration))
      continue;
    const std::string name = std::string(of.name()) + "." + one.path();
    for (std::uint64_t element = 0; element < one.declaration.count(); ++element) {
      const ledger::Indices indices = one.indices_of(element);
      all.push_back({name + ledger::subscript(indices), value_of(csr, one.address(indices), one.element_bytes)});
    }
  }
  return all;
}

}  // namespace weir
