// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/pfc_engine/stimulus.h"

#include <algorithm>

namespace weir::cosim {

using reference::PfcEngineInputs;

namespace {

constexpr std::uint64_t kSettingsCycles = 48;
constexpr std::uint32_t kBits[] = {0, 10, 12, 30, 60, 120, 240, 480, 512, 800, 960, 1023};  // of the line, in a cycle

std::uint8_t byte(std::uint64_t& draw) { return static_cast<std::uint8_t>(take(draw, 8)); }

}  // namespace

PfcEngineStimulus::PfcEngineStimulus(std::uint64_t seed, const reference::PfcEngineConfig& config)
    : random_(seed, "pfc_engine_stimulus"), prescaler_bits_(config.prescaler_bits) {}

void PfcEngineStimulus::fill(std::span<PfcEngineInputs> cycles) {
  for (PfcEngineInputs& cycle : cycles) {
    if (settings_left_ == 0) {
      settings_left_ = kSettingsCycles;
      settings();
    }
    --settings_left_;
    std::uint64_t draw = random_.next();
    cycle_.rst_n = take(draw, 12) != 0;
    cycle_.link_up = take(draw, 7) != 0;
    cycle_.told = take(draw, 2) == 0;
    cycle_.heard = take(draw, 2) == 0;
    if (take(draw, 4) == 0) {
      cycle_.step = any_step();
    }
    depths();
    message();
    cycle = cycle_;
  }
}

void PfcEngineStimulus::settings() {
  std::uint64_t draw = random_.next();
  cycle_.port_pause = take(draw, 2) == 0;
  cycle_.enable = take(draw, 1) == 0 ? std::uint8_t{0xff} : byte(draw);
  cycle_.pause_quanta = any_time(draw);
  cycle_.refresh_quanta = any_time(draw);
}

// The depth crosses, or is said by level, or both in contradiction; in some cycles nothing.
void PfcEngineStimulus::depths() {
  std::uint64_t draw = random_.next();
  const std::uint64_t kind = take(draw, 3);
  const auto few = [&] { return static_cast<std::uint8_t>(byte(draw) & byte(draw)); };
  cycle_.filled = kind < 5 ? few() : std::uint8_t{0};
  cycle_.drained = kind > 1 && kind < 6 ? few() : std::uint8_t{0};
  draw = random_.next();
  cycle_.above = kind == 0 || kind == 3 || kind == 6 ? few() : std::uint8_t{0};
  cycle_.below = kind == 0 || kind == 3 || kind == 5 ? few() : std::uint8_t{0};
}

void PfcEngineStimulus::message() {
  std::uint64_t draw = random_.next();
  const std::uint64_t kind = take(draw, 3);
  const std::uint32_t obeyed = cycle_.port_pause ? 0x0001 : 0x0101;
  const std::uint32_t other = obeyed ^ 0x0100U;
  const auto bit = static_cast<std::uint32_t>(1U << take(draw, 4));
  const std::uint32_t opcode = kind < 5 ? obeyed : kind == 5 ? other : kind == 6 ? obeyed ^ bit : other ^ bit;
  const std::uint32_t vector = byte(draw) | (take(draw, 1) == 0 ? 0U : std::uint32_t{byte(draw)} << 8U);
  const std::uint32_t rest = cycle_.port_pause ? any_time(draw) : vector;
  cycle_.heard_head = opcode << 16U | rest;
  for (std::uint64_t* times : {&cycle_.heard_times_0_3, &cycle_.heard_times_4_7}) {
    for (int n = 0; n < 4; ++n) {
      draw = random_.next();
      *times = *times << 16U | any_time(draw);
    }
  }
}

std::uint32_t PfcEngineStimulus::any_step() {
  std::uint64_t draw = random_.next();
  const std::uint32_t most = (2U << prescaler_bits_) - 1;
  const std::uint64_t kind = take(draw, 5);
  if (kind < std::size(kBits)) {
    const std::uint32_t bits = kBits[kind];
    return std::min(prescaler_bits_ >= 9 ? bits << (prescaler_bits_ - 9) : bits >> (9 - prescaler_bits_), most);
  }
  return static_cast<std::uint32_t>(take(draw, 30)) & most;
}

// Mostly so short that it runs out soon. Takes 20 bits off the draw.
std::uint16_t PfcEngineStimulus::any_time(std::uint64_t& draw) {
  const std::uint64_t kind = take(draw, 4);
  const std::uint64_t value = take(draw, 16);
  if (kind < 8) {
    return static_cast<std::uint16_t>(value & 3U);
  }
  if (kind < 13) {
    return static_cast<std::uint16_t>(value & 31U);
  }
  return kind == 13 ? std::uint16_t{0xffff} : static_cast<std::uint16_t>(value);
}

}  // namespace weir::cosim
