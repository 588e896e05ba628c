// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of the forwarding engine and of the class mapper as software reads and writes them.

#include <memory>
#include <utility>

#include "hw_model/datapath/forwarding/forwarding.h"
#include "hw_model/ledger/drafted.h"
#include "hw_model/reference/reference_settings.h"

namespace weir::forwarding {

void Forwarding::bind_registers(const ledger::Binder& binder, MapperCheck check) {
  using Mapper = reference::ClassMapperConfig;
  const auto mapper = std::make_shared<ledger::Drafted<Mapper>>(
      [this]() -> const Mapper& { return mapper_.config(); }, std::move(check),
      [this](const Mapper& settings, Time) { mapper_ = reference::ClassMapper(settings, mapper_.own()); });
  ledger::bind_all(binder, mapper, reference::class_mapper_settings());
  const auto seed = std::make_shared<ledger::Drafted<std::uint64_t>>(
      [this]() -> const std::uint64_t& { return hash_seed_; }, [](std::uint64_t) {},
      [this](std::uint64_t value, Time) { hash_seed_ = value; });
  binder.bind("hash_seed",
              {.read = [this](const ledger::RegisterAccess&) { return hash_seed_; },
               .write = [seed](const ledger::RegisterAccess&, std::uint64_t value) { seed->draft() = value; },
               .settings = seed});
}

}  // namespace weir::forwarding
