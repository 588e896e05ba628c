// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The function that SystemC's own main() calls, which a program without SystemC does not have: one that has it puts its
// own in this place.

#include <iostream>

#include <systemc>

__attribute__((weak)) int sc_main(int, char*[]) {
  std::cerr << "this program has neither main() nor sc_main()\n";
  return 1;
}
