// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/partition_admission_cycle.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hw_model/reference/width_ranges.h"

namespace weir::reference {

void PartitionAdmissionConfig::validate() const {
  for (const std::string& wrong :
       {out_of_range("ports", ports, "PORTS"), out_of_range("port_bits", port_bits, "PORT_W"),
        out_of_range("classes", classes, "CLASSES"), out_of_range("cell_bits", cell_bits, "CELL_W"),
        out_of_range("q_bits", q_bits, "Q_W")}) {
    if (!wrong.empty()) {
      throw std::invalid_argument("partition admission: " + wrong);
    }
  }
  if (ports > 1U << port_bits) {
    throw std::invalid_argument("partition admission: ports is " + std::to_string(ports) +
                                ", wanted at most what port_bits = " + std::to_string(port_bits) + " names");
  }
}

PartitionAdmissionCycle::PartitionAdmissionCycle(const PartitionAdmissionConfig& config)
    : ports_((config.validate(), config.ports)),
      classes_(config.classes),
      most_bytes_((std::uint64_t{1} << config.q_bits) - 1),
      viqs_(std::size_t{ports_} * classes_) {}

void PartitionAdmissionCycle::reset() {
  std::fill(viqs_.begin(), viqs_.end(), Viq{});
  partitions_.fill({});
}

PartitionAdmissionOutputs PartitionAdmissionCycle::evaluate(const PartitionAdmissionInputs& in) {
  if (!in.rst_n) {
    reset();
  }
  return step(in).out;
}

PartitionAdmissionOutputs PartitionAdmissionCycle::clock(const PartitionAdmissionInputs& in) {
  if (!in.rst_n) {
    reset();
  }
  const Step next = step(in);
  if (!in.rst_n) {
    return next.out;
  }
  if (next.out.admits) {
    viqs_[in.arrives_port * classes_ + in.arrives_class] = next.arrived;
  }
  if (in.departs && known(in.departs_port, in.departs_class)) {
    viqs_[in.departs_port * classes_ + in.departs_class] = next.departed;
  }
  partitions_ = next.partitions;
  return next.out;
}

// The cells that a VIQ of this class with so many cells lacks of its guaranteed minimum.
std::uint32_t PartitionAdmissionCycle::lacking(const PartitionAdmissionInputs& in, std::uint32_t c,
                                               std::uint32_t cells) const {
  return partitions_[c].size == 0 || in.minimum <= cells ? 0 : in.minimum - cells;
}

PartitionAdmissionCycle::Step PartitionAdmissionCycle::step(const PartitionAdmissionInputs& in) const {
  Step step{.out = {}, .arrived = {}, .departed = {}, .partitions = partitions_};
  if (in.arrives) {
    arrive(in, step);
  }
  if (in.departs) {
    depart(in, step);
  }
  if (in.set && in.set_class < classes_) {
    set(in, step);
  }
  read(in, step.out);
  return step;
}

AdmissionAnswer PartitionAdmissionCycle::decide(const PartitionAdmissionInputs& in, std::uint32_t promised) const {
  const Partition& own = partitions_[in.arrives_class];
  if (std::uint64_t{own.used} + own.set_aside + (in.arrives_cells - promised) > own.size) {
    return AdmissionAnswer::kPartitionFull;
  }
  const std::uint64_t depth = std::uint64_t{viq(in.arrives_port, in.arrives_class).depth} + in.arrives_length;
  if (depth > most_bytes_) {
    return AdmissionAnswer::kHeadroomExhausted;
  }
  if (in.arrives_cells == promised) {
    return AdmissionAnswer::kReserved;
  }
  if (depth > std::uint64_t{in.viq_limit} + in.headroom) {
    return AdmissionAnswer::kHeadroomExhausted;
  }
  return depth > in.viq_limit ? AdmissionAnswer::kHeadroom : AdmissionAnswer::kShared;
}

void PartitionAdmissionCycle::arrive(const PartitionAdmissionInputs& in, Step& step) const {
  const std::uint32_t c = in.arrives_class;
  if (!known(in.arrives_port, c)) {
    step.out.answer = static_cast<std::uint8_t>(AdmissionAnswer::kPartitionFull);
    return;
  }
  step.arrived = viq(in.arrives_port, c);
  const std::uint32_t promised = std::min(in.arrives_cells, lacking(in, c, step.arrived.cells));
  const AdmissionAnswer answer = decide(in, promised);
  step.out.answer = static_cast<std::uint8_t>(answer);
  step.out.admits = answer <= AdmissionAnswer::kHeadroom;
  if (!step.out.admits) {
    return;
  }
  step.arrived.depth += in.arrives_length;
  step.arrived.cells += in.arrives_cells;
  step.partitions[c].used += in.arrives_cells;
  step.partitions[c].set_aside -= promised;
  if (step.arrived.depth >= in.xoff && !step.arrived.asks) {
    step.arrived.asks = true;
    step.out.xoff = (in.pausing >> c & 1U) != 0;
  }
}

// Departs at most the bytes and cells from before the cycle.
void PartitionAdmissionCycle::depart(const PartitionAdmissionInputs& in, Step& step) const {
  const std::uint32_t c = in.departs_class;
  if (!known(in.departs_port, c)) {
    step.out.broken = true;
    return;
  }
  const Viq& stood = viq(in.departs_port, c);
  const bool same = step.out.admits && in.departs_port == in.arrives_port && c == in.arrives_class;
  step.departed = same ? step.arrived : stood;
  step.out.broken = in.departs_cells > stood.cells || in.departs_length > stood.depth;
  const std::uint32_t cells = std::min(in.departs_cells, stood.cells);
  const std::uint32_t lacked = lacking(in, c, step.departed.cells);
  step.departed.cells -= cells;
  step.departed.depth -= std::min(in.departs_length, stood.depth);
  step.partitions[c].used -= cells;
  step.partitions[c].set_aside += lacking(in, c, step.departed.cells) - lacked;
  if (step.departed.depth <= in.xon && step.departed.asks) {
    step.departed.asks = false;
    step.out.xon = (in.pausing >> c & 1U) != 0;
  }
}

// A size is accepted if it holds what the class has and sets aside after this cycle. An empty class sets aside the
// minimum of every port anew.
void PartitionAdmissionCycle::set(const PartitionAdmissionInputs& in, Step& step) const {
  Partition& own = step.partitions[in.set_class];
  const std::uint64_t keeps = own.used != 0 ? own.set_aside : in.set_size == 0 ? 0 : std::uint64_t{in.minimum} * ports_;
  step.out.taken = in.set_size >= own.used + keeps;
  if (step.out.taken) {
    own.size = in.set_size;
    own.set_aside = static_cast<std::uint32_t>(keeps);
  }
}

void PartitionAdmissionCycle::read(const PartitionAdmissionInputs& in, PartitionAdmissionOutputs& out) const {
  if (in.read_class >= classes_) {
    return;
  }
  const Partition& own = partitions_[in.read_class];
  out.size = own.size;
  out.used = own.used;
  out.set_aside = own.set_aside;
  if (in.read_port < ports_) {
    const Viq& read = viq(in.read_port, in.read_class);
    out.depth = read.depth;
    out.cells = read.cells;
    out.asks = read.asks;
  }
}

}  // namespace weir::reference
