// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/platform/weir/tap.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <unistd.h>
#include <vector>

#include <linux/if_tun.h>
#include <net/if.h>
#include <sys/ioctl.h>

#include "hw_model/datapath/link/kernel_time.h"
#include "tb/platform/refuse.h"
#include "tb/platform/weir/cable.h"

namespace weir {

namespace {

using Clock = std::chrono::steady_clock;

constexpr Time kTick{1'000'000'000};            // 1 ms: Linux is looked at as often at least
constexpr Time kLeastStep{1'000'000};           // 1 us: and not more often
constexpr Time kMuchBehind{1'000'000'000'000};  // 1 s
constexpr Time kMostQueued{1'000'000'000};      // of frames that wait for the wire; the others wait in Linux
constexpr std::size_t kLongest = 65'535;

// A tap device, or -1 with the reason in errno.
int open_tap(const std::string& device) {
  const int file = ::open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (file < 0)
    return -1;
  ifreq request{};
  request.ifr_flags = IFF_TAP | IFF_NO_PI;
  device.copy(request.ifr_name, IFNAMSIZ - 1);
  if (::ioctl(file, TUNSETIFF, &request) == 0)
    return file;
  const int reason = errno;
  ::close(file);
  errno = reason;
  return -1;
}

}  // namespace

namespace platform {

class TapInside {
 public:
  TapInside(Switch& of, std::size_t port, const std::string& device)
      : cable("cable", of, port, [this](Frame&& frame) { write(frame); }), file(open_tap(device)) {
    all().push_back(this);
  }
  TapInside(const TapInside&) = delete;
  TapInside& operator=(const TapInside&) = delete;
  ~TapInside() {
    if (file >= 0)
      ::close(file);
    all().erase(std::find(all().begin(), all().end(), this));
  }

  // Those of the process; the first keeps the time for all.
  static std::vector<TapInside*>& all() {
    static std::vector<TapInside*> taps;
    return taps;
  }

  bool takes_more() const { return file >= 0 && link::to_time(cable.free_at()) <= link::kernel_time() + kMostQueued; }

  void read() {
    Frame frame(kLongest);
    while (takes_more()) {
      const ssize_t length = ::read(file, frame.data(), frame.size());
      if (length <= 0)
        return;
      ++frames_from;
      cable.send(Frame(frame.begin(), frame.begin() + length));
    }
  }

  Cable cable;
  int file;
  std::uint64_t frames_to = 0;
  std::uint64_t frames_from = 0;
  std::uint64_t lost = 0;

 private:
  void write(const Frame& frame) {
    const bool taken = file >= 0 && ::write(file, frame.data(), frame.size()) == static_cast<ssize_t>(frame.size());
    ++(taken ? frames_to : lost);
  }
};

}  // namespace platform

namespace {

// Waits until one of the devices has a frame, for `most` of wall-clock time; returns whether one has.
bool wait_for_frames(Time most) {
  std::vector<pollfd> files;
  for (const platform::TapInside* tap : platform::TapInside::all()) {
    if (tap->takes_more())
      files.push_back({tap->file, POLLIN, 0});
  }
  const std::int64_t nanoseconds = std::max<std::int64_t>(most.count(), 0) / 1000;
  const timespec until{nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000};
  return ::ppoll(files.data(), files.size(), &until, nullptr) > 0;
}

void wait_until(Time at) {
  if (at > link::kernel_time())
    sc_core::wait(link::until(at));
}

}  // namespace

Tap::Tap(const sc_core::sc_module_name& name, Switch& of, std::size_t port, const std::string& device)
    : sc_core::sc_module(name), inside_(std::make_unique<platform::TapInside>(of, port, device)) {
  const int reason = errno;
  SC_HAS_PROCESS(Tap);
  SC_THREAD(pace);
  if (device.empty() || device.size() >= IFNAMSIZ)
    platform::refuse(this->name(), "a device of Linux has a name of 1 to " + std::to_string(IFNAMSIZ - 1) +
                                       " letters; got \"" + device + "\"");
  else if (inside_->file < 0)
    platform::refuse(this->name(),
                     "the tap device " + device + " cannot be opened by /dev/net/tun: " + std::strerror(reason));
}

Tap::~Tap() = default;

std::uint64_t Tap::frames_to() const { return inside_->frames_to; }
std::uint64_t Tap::frames_from() const { return inside_->frames_from; }
std::uint64_t Tap::lost() const { return inside_->lost; }

// Simulated time is not ahead of the wall clock but for the last step before a frame of Linux is looked for.
void Tap::pace() {
  if (platform::TapInside::all().front() != inside_.get())
    return;
  const Time began = link::kernel_time();
  const Clock::time_point clock = Clock::now();
  const auto wall = [&] {
    const auto passed = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - clock).count();
    return began + Time(passed * 1000);
  };
  for (bool told = false;;) {
    if (sc_core::sc_pending_activity_at_current_time()) {
      sc_core::wait(sc_core::SC_ZERO_TIME);
      continue;
    }
    const Time now = link::kernel_time();
    const Time pending = link::to_time(sc_core::sc_time_to_pending_activity());
    const Time next = now + std::min(std::max(pending, kLeastStep), kTick);
    if (wait_for_frames(next - wall())) {
      wait_until(std::min(wall(), next));
      for (platform::TapInside* tap : platform::TapInside::all())
        tap->read();
    } else {
      wait_until(next);
    }
    if (!told && wall() > link::kernel_time() + kMuchBehind) {
      told = true;
      SC_REPORT_WARNING("weir/cable",
                        (std::string(name()) + ": the simulation is more than a second behind real time").c_str());
    }
  }
}

}  // namespace weir
