// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Two switches back to back between two tap devices of Linux, in real time: tap SECONDS.
#include <cstdlib>
#include <iostream>

#include <weir/switch.h>
#include <weir/tap.h>

SC_MODULE(Bench) {
  weir::Switch s1{"s1", weir::from_file("tap.toml")}, s2{"s2", weir::from_file("tap.toml")};
  weir::Tap left{"left", s1, 0, "w1"}, right{"right", s2, 0, "w2"};
  SC_CTOR(Bench) { s1.tx[1].bind(s2.rx[1]), s2.tx[1].bind(s1.rx[1]); }
};

int sc_main(int argc, char* argv[]) {
  Bench bench("bench");
  std::cout << "w1 and w2 are there" << std::endl;
  sc_core::sc_start(argc > 1 ? std::atof(argv[1]) : 3600, sc_core::SC_SEC);
  std::cout << bench.left.frames_from() << " frames from w1, " << bench.right.frames_to() << " to w2\n";
  return 0;
}
