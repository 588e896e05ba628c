// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/detector_bounds.h"

#include "hw_model/asic/switch_settings.h"
#include "hw_model/base/class_mask.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "tb/bounds/detector_card.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
using text::to_text;

congestion::PortContext context_at(const asic::SwitchConfig& device, const link::LinkConfig& link) {
  asic::SwitchConfig with_port = device;
  with_port.ports = {link};
  with_port.with_llr = {static_cast<std::uint8_t>(device.llr.wanted ? 1 : 0)};
  return asic::congestion_context(with_port, link);
}

std::string level_warning(const Alike& alike, const std::string& key, Bytes level, const std::string& what) {
  const asic::SwitchConfig& device = *alike.device;
  std::string found;
  for_each_class(device.flow_control.lossless, [&](ClassId c) {
    const Bytes xon = device.flow_control.pfc.xon_of(c);
    if (found.empty() && level >= xon) {
      found = named(alike) + key + " = " + to_text(level) + " is not below XON = " + to_text(xon) + " of class " +
              std::to_string(c.index()) + ": pauses hold a queue with one feeder below this level, " + what;
    }
  });
  return found;
}

std::vector<std::string> detector_misfits(const asic::SwitchConfig& device) {
  std::vector<std::string> found;
  for (const congestion::DetectorKind kind : device.congestion.row()) {
    const std::vector<std::string> own = detector_card(kind).misfits(device);
    found.insert(found.end(), own.begin(), own.end());
  }
  std::erase(found, "");
  return found;
}

std::vector<std::string> detector_warnings(const Alike& alike) {
  std::vector<std::string> found;
  for (const congestion::DetectorName& one : congestion::detectors()) {
    found.push_back(detector_card(one.value).receiver_warning(alike));
  }
  for (const std::string& misfit : detector_misfits(*alike.device)) {
    found.push_back(named(alike) + misfit);
  }
  for (const congestion::DetectorKind kind : alike.device->congestion.row()) {
    const std::vector<std::string> own = detector_card(kind).warnings(alike);
    found.insert(found.end(), own.begin(), own.end());
  }
  std::erase(found, "");
  return found;
}

std::vector<std::string> detector_notes(const scenario::Scenario& scenario) {
  std::vector<std::string> notes;
  for (const Alike& alike : alike_switches(scenario)) {
    for (const congestion::DetectorKind kind : alike.device->congestion.row()) {
      const std::vector<std::string> own = detector_card(kind).notes(alike);
      notes.insert(notes.end(), own.begin(), own.end());
    }
  }
  return notes;
}

}  // namespace weir::bounds
