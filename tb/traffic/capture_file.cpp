// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/traffic/capture_file.h"

#include <algorithm>
#include <array>
#include <dlfcn.h>
#include <filesystem>
#include <memory>

#include <pcap/pcap.h>

#include "hw_model/frame/headers.h"

namespace weir::traffic {

namespace {

constexpr std::size_t kFcs = frame::kFcsBytes;
constexpr std::size_t kShortest = static_cast<std::size_t>(frame::kMinFrameLength.count()) - kFcs;
constexpr std::size_t kLongest = static_cast<std::size_t>(frame::kMaxFrameLength.count()) - kFcs;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32U;

constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;
constexpr std::int64_t kMostSeconds = 8'600'000'000;

// The functions of libpcap, which is loaded when the first capture is read: with the libraries that it loads itself it
// takes a megabyte of memory.
class Libpcap {
 public:
  static const Libpcap& functions() {
    static const Libpcap loaded;
    return loaded;
  }

  decltype(&pcap_fopen_offline_with_tstamp_precision) open;
  decltype(&pcap_close) close;
  decltype(&pcap_next_ex) next;
  decltype(&pcap_geterr) error;
  decltype(&pcap_datalink) link;
  decltype(&pcap_datalink_ext) link_ext;
  decltype(&pcap_datalink_val_to_description) describe;

 private:
  Libpcap() : object_(dlopen(WEIR_LIBPCAP, RTLD_NOW | RTLD_LOCAL)) {
    find(open, "pcap_fopen_offline_with_tstamp_precision");
    find(close, "pcap_close");
    find(next, "pcap_next_ex");
    find(error, "pcap_geterr");
    find(link, "pcap_datalink");
    find(link_ext, "pcap_datalink_ext");
    find(describe, "pcap_datalink_val_to_description");
  }

  template <class Function>
  void find(Function& function, const char* name) const {
    function = object_ != nullptr ? reinterpret_cast<Function>(dlsym(object_, name)) : nullptr;
    if (function == nullptr) {
      throw CaptureError("captures are read by libpcap: " + std::string(dlerror()));
    }
  }

  void* object_;
};

struct ClosePcap {
  void operator()(pcap_t* pcap) const { Libpcap::functions().close(pcap); }
};
using Pcap = std::unique_ptr<pcap_t, ClosePcap>;

std::string described(int link_type) {
  const char* text = Libpcap::functions().describe(link_type);
  return text != nullptr ? text : "number " + std::to_string(link_type);
}

// Takes the stream, also where it throws.
Pcap open(std::FILE* stream, const std::string& name) {
  std::unique_ptr<std::FILE, decltype(&std::fclose)> owned(stream, &std::fclose);
  std::array<char, PCAP_ERRBUF_SIZE> error{};
  Pcap pcap(Libpcap::functions().open(stream, PCAP_TSTAMP_PRECISION_NANO, error.data()));
  if (!pcap) {
    throw CaptureError(name + ": " + error.data());
  }
  static_cast<void>(owned.release());  // it is libpcap's now
  if (const int link = Libpcap::functions().link(pcap.get()); link != DLT_EN10MB) {
    throw CaptureError(name + ": wanted a capture of Ethernet; its link type is " + described(link));
  }
  return pcap;
}

}  // namespace

// Reads all packets, then decides whether they end with an FCS, then makes frames of them.
class CaptureReader {
 public:
  CaptureReader(std::FILE* stream, std::string name) : name_(std::move(name)), pcap_(open(stream, name_)) {}

  CaptureFile read(CaptureFcs fcs) {
    read_packets();
    file_.has_fcs_ = fcs == CaptureFcs::kPresent || (fcs == CaptureFcs::kAuto && ends_with_fcs());
    for (const Packet& packet : packets_) {
      add(packet);
    }
    if (file_.frames_.empty()) {
      throw CaptureError(name_ + ": has no frame that can be played: of " + std::to_string(packets_.size()) +
                         " packets " + std::to_string(file_.empty_) + " are empty, " + std::to_string(file_.too_long_) +
                         " longer than 9216 B, " + std::to_string(file_.link_local_) +
                         " MAC control, which stays on the link on which it was captured");
    }
    return std::move(file_);
  }

 private:
  struct Packet {
    std::int64_t at_ns = 0;
    std::size_t offset = 0;
    std::size_t captured = 0;
    std::size_t length = 0;  // on the wire
  };

  std::span<const std::uint8_t> bytes_of(const Packet& packet) const {
    return std::span(raw_).subspan(packet.offset, packet.captured);
  }

  void read_packets() {
    pcap_pkthdr* header = nullptr;
    const u_char* data = nullptr;
    int got = 0;
    while ((got = Libpcap::functions().next(pcap_.get(), &header, &data)) == 1) {
      // Nanoseconds stand where the name says microseconds. Seconds beyond the year 2242 are none.
      const auto seconds = std::clamp<std::int64_t>(header->ts.tv_sec, 0, kMostSeconds);
      const std::int64_t at = seconds * kNanosecondsPerSecond + static_cast<std::int64_t>(header->ts.tv_usec);
      packets_.push_back({at, raw_.size(), header->caplen, std::max(header->len, header->caplen)});
      raw_.insert(raw_.end(), data, data + header->caplen);
      if (raw_.size() > kMostBytes) {
        throw CaptureError(name_ + ": wanted a capture of at most 4 GiB");
      }
    }
    if (got == PCAP_ERROR) {
      throw CaptureError(name_ + ": " + Libpcap::functions().error(pcap_.get()));
    }
  }

  bool ends_with_fcs() const {
    if (const int link = Libpcap::functions().link_ext(pcap_.get());
        LT_FCS_LENGTH_PRESENT(static_cast<unsigned>(link))) {
      return LT_FCS_LENGTH(static_cast<unsigned>(link)) != 0;
    }
    return std::any_of(packets_.begin(), packets_.end(), [this](const Packet& packet) {
      return packet.captured == packet.length && packet.length > kFcs && frame::fcs_holds(bytes_of(packet));
    });
  }

  void add(const Packet& packet) {
    const std::size_t fcs = file_.has_fcs_ ? kFcs : 0;
    if (packet.length <= fcs || packet.length - fcs > kLongest) {
      ++(packet.length <= fcs ? file_.empty_ : file_.too_long_);
      return;
    }
    CapturedFrame frame;
    frame.offset = file_.bytes_.size();
    const bool whole = packet.captured == packet.length;
    const std::span<const std::uint8_t> known = bytes_of(packet);
    const auto kept = known.first(std::min(known.size(), packet.length - fcs));
    frame.size = file_.has_fcs_ ? packet.length - fcs : std::max(packet.length, kShortest);
    frame.length = Bytes(static_cast<std::int64_t>(frame.size + kFcs));
    frame.fcs_wrong = file_.has_fcs_ && whole && !frame::fcs_holds(known);
    if (!frame.fcs_wrong && frame.size >= kShortest && is_link_local(kept)) {
      ++file_.link_local_;
      return;
    }
    file_.cut_ += kept.size() < packet.length - fcs ? 1U : 0U;
    file_.bytes_.insert(file_.bytes_.end(), kept.begin(), kept.end());
    file_.bytes_.resize(frame.offset + frame.size);
    note_time(packet.at_ns, frame);
    file_.frames_.push_back(frame);
  }

  static bool is_link_local(std::span<const std::uint8_t> bytes) {
    return frame::read_mac_control(bytes).has_value() || frame::read_private_message(bytes).has_value();
  }

  // The clocks of capturing machines are set back now and then.
  void note_time(std::int64_t at_ns, CapturedFrame& frame) {
    if (file_.frames_.empty()) {
      first_ns_ = at_ns;
      latest_ns_ = at_ns;
    }
    file_.back_in_time_ += at_ns < latest_ns_ ? 1U : 0U;
    latest_ns_ = std::max(latest_ns_, at_ns);
    frame.at = Time(1'000) * std::min(latest_ns_ - first_ns_, kMostSpan / Time(1'000));
  }

  std::string name_;
  Pcap pcap_;
  std::vector<Packet> packets_;
  std::vector<std::uint8_t> raw_;
  std::int64_t first_ns_ = 0;
  std::int64_t latest_ns_ = 0;
  CaptureFile file_;
};

CaptureFile read_capture(std::FILE* stream, const std::string& name, CaptureFcs fcs) {
  return CaptureReader(stream, name).read(fcs);
}

CaptureFile read_capture(const std::string& path, CaptureFcs fcs) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {  // a pipe or a device would block or never end
    throw CaptureError(path + ": " + (std::filesystem::exists(path, error) ? "is no file" : "there is no such file"));
  }
  std::FILE* stream = std::fopen(path.c_str(), "rb");
  if (stream == nullptr) {
    throw CaptureError(path + ": cannot be opened");
  }
  return read_capture(stream, path, fcs);
}

}  // namespace weir::traffic
