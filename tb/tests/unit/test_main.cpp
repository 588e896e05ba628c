// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// libsystemc owns main() and calls sc_main(), so the tests run from there. A test that elaborates SystemC modules
// must be alone in its process: ctest starts one process a test.

#include <gmock/gmock.h>
#include <systemc>

int sc_main(int argc, char* argv[]) {
  testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
