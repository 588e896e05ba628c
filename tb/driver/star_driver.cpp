// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A driver, as firmware has it: finds the switch's registers by the generated header alone, enters its routes and sets
// its thresholds before there is traffic, lowers them while there is, and reads the counters. No call but those of the
// bus reaches the switch.
//
//   star_driver tb/driver/star.toml [KEY=VALUE]...
//
// Exit status 0 when no packet was lost, 1 when one was.

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include <systemc>

#include "hw_model/datapath/link/kernel_time.h"
#include "tb/bounds/judged.h"
#include "tb/driver/register_bus.h"
#include "tb/driver/star_registers.h"  // made by the build
#include "tb/scenario/builder.h"
#include "tb/scenario/loader.h"

namespace weir::driver {
namespace {

using namespace weir::literals;

constexpr std::uint64_t kPorts = WEIR_FLOW_CONTROL_XOFF_PORT_COUNT;
constexpr std::uint64_t kClass = 0;  // the lossless one, the first of its registers
constexpr std::uint32_t kHeadroom = 20'000;
constexpr std::uint32_t kGap = 3'000;  // XOFF - XON: two frames
constexpr std::uint32_t kRoundRobin = 1;

class StarDriver final : public sc_core::sc_module {
 public:
  // `hosts`: the addresses of those at the ports, in the order of the ports.
  StarDriver(const sc_core::sc_module_name& name, std::vector<std::uint32_t> hosts)
      : sc_core::sc_module(name), bus("bus"), hosts_(std::move(hosts)) {
    SC_HAS_PROCESS(StarDriver);
    SC_THREAD(run);
  }

  RegisterBus bus;

  // Frames lost for want of buffer, over all ports.
  std::uint64_t lost() const {
    std::uint64_t sum = 0;
    for (std::uint64_t port = 0; port < kPorts; ++port) {
      sum += read_now(WEIR_MMU_DROPPED_HEADROOM_EXHAUSTED(port, kClass), WEIR_MMU_DROPPED_HEADROOM_EXHAUSTED_BYTES);
      sum += read_now(WEIR_MMU_DROPPED_BUFFER_FULL(port, kClass), WEIR_MMU_DROPPED_BUFFER_FULL_BYTES);
    }
    return sum;
  }

  void print_counters() const {
    std::printf("%-6s%12s%12s%12s%10s%10s\n", "port", "received", "sent", "VIQ peak", "pauses", "resumes");
    for (std::uint64_t port = 0; port < kPorts; ++port) {
      const auto show = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
      std::printf("p%-5llu%12llu%12llu%10llu B%10llu%10llu\n", show(port),
                  show(read_now(WEIR_MMU_ADMITTED(port, kClass), WEIR_MMU_ADMITTED_BYTES)),
                  show(read_now(WEIR_EGRESS_SENT(port, kClass), WEIR_EGRESS_SENT_BYTES)),
                  show(read_now(WEIR_MMU_VIQ_PEAK(port, kClass), WEIR_MMU_VIQ_PEAK_BYTES)),
                  show(read_now(WEIR_FLOW_CONTROL_PAUSES_SENT(port, kClass), WEIR_FLOW_CONTROL_PAUSES_SENT_BYTES)),
                  show(read_now(WEIR_FLOW_CONTROL_RESUMES_SENT(port, kClass), WEIR_FLOW_CONTROL_RESUMES_SENT_BYTES)));
    }
  }

 private:
  std::uint64_t read_now(std::uint64_t offset, unsigned bytes) const { return bus.debug_read(offset, bytes); }

  void say(const char* what) const {
    std::printf("%10.3f us  %s\n", static_cast<double>(bus.now().count()) / 1e6, what);
  }

  // XON before XOFF when both fall, so that XON is below XOFF at any time.
  void set_pause_thresholds(std::uint32_t xoff) {
    for (std::uint64_t port = 0; port < kPorts; ++port) {
      bus.write32(WEIR_FLOW_CONTROL_XON(port), xoff - kGap);
      bus.write32(WEIR_FLOW_CONTROL_XOFF(port), xoff);
    }
  }

  void run() {
    try {
      configure();
      bus.wait_until(1'000_us);
      std::printf("%10.3f us  VIQ of port 0 holds %u B\n", static_cast<double>(bus.now().count()) / 1e6,
                  bus.read32(WEIR_MMU_VIQ_DEPTH(0, kClass)));
      set_pause_thresholds(40'000);
      say("XOFF lowered to 40000 B");
      bus.wait_until(1'900_us);
      std::printf("%10.3f us  VIQ of port 0 holds %u B\n", static_cast<double>(bus.now().count()) / 1e6,
                  bus.read32(WEIR_MMU_VIQ_DEPTH(0, kClass)));
    } catch (const BusError& error) {
      std::fprintf(stderr, "star_driver: %s\n", error.what());
      std::exit(1);
    }
  }

  void enter_routes() {
    for (std::uint64_t port = 0; port < hosts_.size(); ++port) {
      bus.write32(WEIR_FORWARDING_ROUTE_ADDRESS, hosts_[port]);
      bus.write32(WEIR_FORWARDING_ROUTE_PORT(port), 1);
      bus.write32(WEIR_FORWARDING_ROUTE_ENTER, 1);
      bus.write32(WEIR_FORWARDING_ROUTE_PORT(port), 0);
    }
  }

  void configure() {
    enter_routes();
    bus.write32(WEIR_MMU_HEADROOM, kHeadroom);
    bus.write32(WEIR_MMU_VIQ_LIMIT, WEIR_MMU_VIQ_LIMIT_RESET - kHeadroom);
    bus.write32(WEIR_EGRESS_DISCIPLINE, kRoundRobin);
    bus.write32(WEIR_FORWARDING_CLASS_SOURCE, 0);
    for (std::uint64_t port = 0; port < kPorts; ++port) {
      bus.write64(WEIR_PORT_MAC_ADDRESS(port), UINT64_C(0x020000001000) + port);
      bus.write32(WEIR_FLOW_CONTROL_REFRESH_QUANTA(port), 0x4000);
    }
    set_pause_thresholds(static_cast<std::uint32_t>(WEIR_FLOW_CONTROL_XOFF_RESET) - kHeadroom);
    say("configured");
  }

  std::vector<std::uint32_t> hosts_;
};

int drive(const std::string& file, const std::vector<std::string>& sets) {
  const scenario::Scenario scenario = bounds::judged(scenario::load_file(file, {sets, {}, {}}));
  const auto network = scenario::build(scenario);
  std::vector<std::uint32_t> hosts;
  for (const network::Device& device : network->devices) {
    if (device.nic)
      hosts.push_back(device.nic->ip());
  }
  StarDriver driver("driver", hosts);
  for (const network::Device& device : network->devices) {
    if (device.asic)
      driver.bus.socket.bind(device.asic->csr().socket);
  }
  sc_core::sc_start(link::to_kernel(scenario.duration));
  driver.print_counters();
  const std::uint64_t lost = driver.lost();
  std::printf("lost: %llu\n", static_cast<unsigned long long>(lost));
  return lost == 0 ? 0 : 1;
}

}  // namespace
}  // namespace weir::driver

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}

int sc_main(int argc, char* argv[]) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: star_driver SCENARIO [KEY=VALUE]...\n");
    return 2;
  }
  try {
    return weir::driver::drive(argv[1], std::vector<std::string>(argv + 2, argv + argc));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "star_driver: %s\n", error.what());
    return 2;
  }
}
