// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/retry_probes.h"

#include <utility>

namespace weir::asic {

RetryProbes::RetryProbes(Trace& trace, const TraceSelection& selection, const std::string& device,
                         const std::vector<const PortRetry*>& retries)
    : trace_(trace), shown_(retries.size()) {
  const Probe::Kind state = Probe::Kind::kState;
  for (std::size_t p = 0; p < retries.size(); ++p) {
    if (retries[p] == nullptr)
      continue;
    Shown& shown = shown_[p];
    shown.retry = retries[p];
    shown.value = values_of(*shown.retry);
    const auto declare = [&](Kind kind, Probe probe) {
      probe.device = device;
      probe.port = "p" + std::to_string(p);
      if (!selection.takes(probe))
        return;
      shown.probe[kind] = trace_.declare(std::move(probe), shown.value[kind]);
      shown.any = true;
    };
    declare(kTx, {.name = "llr_tx", .kind = state, .states = {"off", "init", "advance", "replay", "flush"}});
    declare(kRx, {.name = "llr_rx", .kind = state, .states = {"off", "send_acks", "send_nack", "nack_sent"}});
    declare(kOutstanding, {.name = "llr_outstanding", .unit = "frames", .width = llr::LlrConfig::kSeqBits});
    declare(kToReplay, {.name = "llr_to_replay", .unit = "frames", .width = llr::LlrConfig::kSeqBits});
  }
}

RetryProbes::Values RetryProbes::values_of(const PortRetry& retry) {
  Values values{};
  values[kTx] = static_cast<std::uint64_t>(retry.tx().state);
  values[kRx] = static_cast<std::uint64_t>(retry.rx().state);
  values[kOutstanding] = retry.outstanding();
  values[kToReplay] = retry.to_replay();
  return values;
}

void RetryProbes::record(PortId p, Time now) {
  if (!any_of(p))
    return;
  Shown& shown = shown_[p.index()];
  const Values values = values_of(*shown.retry);
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    if (values[kind] != shown.value[kind] && shown.probe[kind]) {
      shown.value[kind] = values[kind];
      trace_.record(now, *shown.probe[kind], values[kind]);
    }
  }
}

}  // namespace weir::asic
