// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/islip/islip.h"
#include "tb/cosim/blocks/islip/script_writer.h"

namespace weir::cosim {

namespace {

using reference::IslipInputs;

// At each output from each pointer each input, alone and beside all that are behind it in turn.
void grants(IslipWriter& write) {
  for (unsigned output = 0; output < write.inputs(); ++output) {
    for (unsigned pointer = 0; pointer < write.inputs(); ++pointer) {
      std::uint64_t behind = write.for_output(output);
      for (unsigned ahead = 0; ahead < write.inputs(); ++ahead) {
        write.grants_from(output, pointer);
        write.ask(behind, false);
        write.serve(output, pointer + ahead);
        behind &= ~write.pair(output, pointer + ahead);
      }
    }
  }
}

// At each input from each pointer each output, likewise.
void accepts(IslipWriter& write) {
  for (unsigned input = 0; input < write.inputs(); ++input) {
    for (unsigned pointer = 0; pointer < write.inputs(); ++pointer) {
      std::uint64_t behind = write.of_input(input);
      for (unsigned ahead = 0; ahead < write.inputs(); ++ahead) {
        write.accepts_from(input, pointer);
        write.ask(behind, false);
        write.serve(pointer + ahead, input);
        behind &= ~write.pair(pointer + ahead, input);
      }
    }
  }
}

// Each pair in a first and in a further iteration, taken and not; then all, so that the pointers show.
void pairs(IslipWriter& write) {
  for (unsigned output = 0; output < write.inputs(); ++output) {
    for (unsigned input = 0; input < write.inputs(); ++input) {
      for (const bool take : {false, true}) {
        write.ask(write.pair(output, input), take);
        write.show(1);
        write.contend(output, input, take);
        write.show(1);
      }
    }
  }
}

// Each number of inputs and of outputs that ask, taken and not; from pointers at one place, which take as many
// iterations as there are pairs.
void numbers_asking(IslipWriter& write) {
  for (unsigned inputs = 0; inputs <= write.inputs(); ++inputs) {
    for (unsigned outputs = 0; outputs <= write.inputs(); ++outputs) {
      write.reset();
      write.ask(write.corner(outputs, inputs), false);
      write.ask(write.corner(outputs, inputs));
      write.show(1);
    }
  }
}

// Each diagonal, taken and not, and parts of it; all but one pair and all but one port.
void nearly_all(IslipWriter& write) {
  for (unsigned by = 0; by < write.inputs(); ++by) {
    std::uint64_t pairs = write.diagonal(by);
    for (unsigned fewer = 0; fewer < write.inputs(); ++fewer) {
      write.ask(pairs, false);
      pairs &= pairs - 1;
    }
    write.ask(write.diagonal(by));
    write.show();
    write.all_from(by, by);
    write.ask(write.all() & ~write.for_output(by), false);
    write.ask(write.all() & ~write.of_input(by), false);
    for (unsigned input = 0; input < write.inputs(); ++input) {
      write.ask(write.all() & ~write.pair(by, input), input % 2 == 0);
    }
    write.show(static_cast<int>(write.inputs()));
  }
}

// Every pair of events in consecutive cycles, from pointers at one place.
void orders(IslipWriter& write) {
  for (const unsigned of : {0U, write.inputs() - 1}) {
    for (unsigned first = 0; first < IslipWriter::kEvents; ++first) {
      for (unsigned then = 0; then < IslipWriter::kEvents; ++then) {
        write.all_from(of, of);
        write.add(write.event(first, of));
        write.add(write.event(then, of));
        write.show();
      }
    }
  }
}

}  // namespace

std::vector<IslipInputs> IslipKind::directed(const Setup& setup) {
  IslipWriter write(setup);
  grants(write);
  accepts(write);
  pairs(write);
  numbers_asking(write);
  nearly_all(write);
  orders(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim
