// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bench_kit/weir/reference.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "tb/cosim/block.h"
#include "tb/cosim/parameter_text.h"
#include "tb/text/last_error.h"
#include "tb/text/words.h"

// The model of a block, with its ports.
struct weir_reference_model {
  weir::cosim::BlockShape shape;
  std::unique_ptr<weir::cosim::PortDut> dut;
  std::vector<std::uint64_t> row = {};    // of inputs, cut to the widths of the ports
  std::vector<std::uint64_t> set = {};    // inputs of the next step
  std::vector<std::uint64_t> shown = {};  // outputs of the last step

  const std::vector<weir::cosim::Port>& ports(weir_reference_direction direction) const {
    return direction == WEIR_REFERENCE_INPUT ? shape.inputs : shape.outputs;
  }
  const weir::cosim::Port* port(weir_reference_direction direction, std::size_t index) const {
    return index < ports(direction).size() ? &ports(direction)[index] : nullptr;
  }
  // Throws std::invalid_argument for a value that the block does not take.
  const std::uint64_t* inputs(const std::uint64_t* in) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const weir::cosim::Port& port = shape.inputs[i];
      row[i] = port.bits < 64 ? in[i] & ((std::uint64_t{1} << port.bits) - 1) : in[i];
      if (row[i] > shape.highest[i]) {
        throw std::invalid_argument(port.name + ": wanted at most " + std::to_string(shape.highest[i]) + "; got " +
                                    std::to_string(row[i]));
      }
    }
    return row.data();
  }
};

namespace {

using namespace weir;  // NOLINT(google-build-using-namespace): a file of C functions

// What `work` returns; if it throws, `failed`, and the reason is kept.
template <class Result, class Work>
Result guarded(Result failed, const Work& work) {
  return text::guarded<weir_reference_model>(failed, work);
}

// "WIDTH=9 TABLE=1,2,3"
cosim::OtherParameters parameters_in(std::string_view text) {
  cosim::OtherParameters parameters;
  for (const std::string_view one : text::split(text, ' ')) {
    if (one.empty()) {
      continue;
    }
    const auto parameter = cosim::parameter_in(one);
    if (!parameter) {
      throw std::invalid_argument("wanted NAME=VALUE, a number or numbers with commas; got " + text::in_quotes(one));
    }
    parameters.push_back(*parameter);
  }
  return parameters;
}

}  // namespace

extern "C" {

const char* weir_reference_error() { return text::last_error<weir_reference_model>().c_str(); }

const char* weir_reference_block(size_t index) {
  return guarded<const char*>(nullptr, [&]() -> const char* {
    return index < cosim::blocks().size() ? cosim::blocks()[index].name.data() : nullptr;
  });
}

weir_reference_model* weir_reference_new(const char* block, const char* parameters) {
  return guarded<weir_reference_model*>(nullptr, [&] {
    const cosim::Block& of = cosim::block_named(block != nullptr ? block : "", "weir_reference_new");
    cosim::VectorOptions widths;
    widths.parameters = parameters_in(parameters != nullptr ? parameters : "");
    auto model = std::make_unique<weir_reference_model>(
        weir_reference_model{.shape = of.shape(widths), .dut = of.reference(widths)});
    model->row.resize(model->shape.inputs.size());
    model->set.resize(model->shape.inputs.size());
    model->shown.resize(model->shape.outputs.size());
    return model.release();
  });
}

void weir_reference_delete(weir_reference_model* model) { delete model; }

size_t weir_reference_ports(const weir_reference_model* model, weir_reference_direction direction) {
  return model->ports(direction).size();
}

const char* weir_reference_port_name(const weir_reference_model* model, weir_reference_direction direction,
                                     size_t port) {
  const cosim::Port* const found = model->port(direction, port);
  return found != nullptr ? found->name.c_str() : nullptr;
}

unsigned weir_reference_port_bits(const weir_reference_model* model, weir_reference_direction direction, size_t port) {
  const cosim::Port* const found = model->port(direction, port);
  return found != nullptr ? found->bits : 0;
}

int weir_reference_clock(weir_reference_model* model, size_t cycles, const uint64_t* in, uint64_t* out) {
  return guarded(-1, [&] {
    for (std::size_t n = 0; n < cycles; ++n) {
      model->dut->clock(1, model->inputs(in + n * model->shape.inputs.size()), out + n * model->shape.outputs.size());
    }
    return 0;
  });
}

int weir_reference_evaluate(weir_reference_model* model, const uint64_t* in, uint64_t* out) {
  return guarded(-1, [&] {
    model->dut->evaluate(model->inputs(in), out);
    return 0;
  });
}

int weir_reference_set(weir_reference_model* model, size_t port, uint64_t value) {
  return guarded(-1, [&] {
    if (port >= model->set.size()) {
      throw std::invalid_argument(model->shape.block + " has " + std::to_string(model->set.size()) +
                                  " inputs; got input " + std::to_string(port));
    }
    model->set[port] = value;
    return 0;
  });
}

int weir_reference_step(weir_reference_model* model) {
  return weir_reference_clock(model, 1, model->set.data(), model->shown.data());
}

uint64_t weir_reference_get(const weir_reference_model* model, size_t port) {
  return port < model->shown.size() ? model->shown[port] : 0;
}

}  // extern "C"
