// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A switch for QEMU: its registers at 0xa0000000 of remote-port device 9, its interrupt as wire 0 of device 12.
#include <iostream>
#include <remote_port_double.h>  // with libsystemctlm-soc: its remote-port-tlm*.h

#include <weir/remote_port.h>
#include <weir/switch.h>

using RemotePort = weir::RemotePort<remoteport_tlm, remoteport_tlm_memory_master, remoteport_tlm_wires>;

int sc_main(int, char*[]) {
  weir::Switch s1("s1", weir::from_file("board.toml"));
  RemotePort qemu("qemu", s1, "unix:qemu-rport", {9, 12, 0xa0000000});
  sc_core::sc_start(10, sc_core::SC_MS);
  return 0;
}
