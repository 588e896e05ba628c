// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// random_calls SCENARIO NUMBER: so many calls of each public function of weir/switch.h with random arguments, right and
// wrong. Each ends, or reports "weir/settings" in one line; nothing else is thrown. Says how many of each kind did
// which; every function must have done both, unless it cannot be called wrongly. The same numbers in each run.
//
// A process makes at most 500 of the calls, because SystemC takes the longer for a name the more there have been.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include <sys/wait.h>
#include <systemc>
#include <tlm>

#include "tb/platform/weir/switch.h"
#include "tb/platform/weir/waves.h"
#include "tb/tests/unit/temporary_directory.h"

namespace {

const std::string kText = R"([scenario]
duration = "1ms"
[topology]
kind = "star"
hosts = 3
[[flow]]
src = "h1"
dst = "h2"
[flow_control]
scheme = "pfc"
)";

class Caller {
 public:
  Caller(std::string file, unsigned seed) : file_(std::move(file)), random_(seed) {
    std::filesystem::create_symlink("/dev/null", waves_);
  }

  std::uint64_t below(std::uint64_t end) { return random_() % end; }

  std::uint64_t number() { return below(2) == 0 ? below(5) : random_() >> below(64); }

  template <class T>
  const T& one_of(const std::vector<T>& values) {
    return values[below(values.size())];
  }

  // Words that mean something in one place or another, cut, doubled, or with a byte changed.
  std::string word() {
    static const std::vector<std::string> words{"",
                                                "s1",
                                                "h1",
                                                "mmu.admitted",
                                                "port.frames_sent",
                                                "flow_control.pauses_sent",
                                                "switch.mmu.viq_limit",
                                                "200KB",
                                                "topology.hosts",
                                                "4",
                                                "-1",
                                                "true",
                                                "[[flow]]",
                                                "\"",
                                                "=",
                                                ".",
                                                "scenario.seed",
                                                "[1, 2]",
                                                "flow_control.pfc.xoff",
                                                "\n",
                                                "9e99",
                                                "switch.s1.mmu.headroom",
                                                "0.5us",
                                                "link.llr.wanted",
                                                "18446744073709551616",
                                                std::string(300, 'x')};
    std::string word = one_of(words);
    switch (below(6)) {
      case 0:
        word += one_of(words);
        break;
      case 1:
        word.resize(below(word.size() + 1));
        break;
      case 2:
        if (!word.empty())
          word[below(word.size())] = static_cast<char>(below(256));
        break;
      default:
        break;
    }
    return word;
  }

  // A scenario with nothing wrong, or with a byte changed, cut off, or something behind it.
  std::string text() {
    std::string text = kText;
    switch (below(5)) {
      case 0:
        text[below(text.size())] = static_cast<char>(below(256));
        break;
      case 1:
        text.resize(below(text.size()));
        break;
      case 2:
        text += word() + " = " + word();
        break;
      default:
        break;
    }
    return text;
  }

  // The scenario's file, or none.
  std::string file() { return below(2) == 0 ? file_ : word(); }

  weir::Settings settings() {
    weir::Settings made =
        below(20) == 0 ? weir::from_file(file(), word()) : weir::from_text(text(), below(4) == 0 ? word() : "");
    if (below(4) == 0)
      made.set(key(), word());
    return made;
  }

  // Wrong names, switches and ports, and right ones. A switch is made for few calls, because SystemC takes the longer
  // for each the more there have been.
  void watch(bool waves) {
    const std::unique_ptr<weir::Switch> s1 =
        below(16) == 0 ? std::make_unique<weir::Switch>("s1", weir::from_text(kText)) : nullptr;
    const std::vector<weir::Switch*> switches(s1 && below(4) != 0 ? 1 : below(3), s1.get());
    const std::string file = below(2) == 0 ? "/dev/null" : "/absent/" + word();
    const std::vector<std::string> ports(below(3), below(2) == 0 ? "*" : word());
    if (waves)
      weir::Waves(below(2) == 0 ? file : waves_, switches).close();
    else
      weir::Capture(file, switches, ports).close();
  }

  std::string key() {
    std::string key = word();
    for (char& c : key)
      c = c == '=' ? '.' : c;
    return key;
  }

  // Counts what the call does.
  template <class Call>
  void try_call(const std::string& name, const Call& call) {
    std::pair<unsigned, unsigned>& counts = counts_[name];
    try {
      call();
      ++counts.first;
    } catch (const sc_core::sc_report& report) {
      ++counts.second;
      const std::string what = report.get_msg();
      if (report.get_msg_type() != std::string("weir/settings") || what.empty() || what.find('\n') != std::string::npos)
        fail(name + " reports " + report.get_msg_type() + ": " + what);
    } catch (const std::exception& error) {
      fail(name + " throws " + error.what());
    }
  }

  void fail(const std::string& what) {
    if (++failures_ <= 10)
      std::cout << what << '\n';
  }

  int end() {
    for (const auto& [name, counts] : counts_) {
      std::cout << name << ": " << counts.first << " done, " << counts.second << " reported\n";
      const bool cannot_fail =
          name == "refusal" || name == "quantum" || name == "access" || name == "size" || name == "stats";
      if (counts.first == 0 || (counts.second == 0) != cannot_fail)
        fail(name + ": one of the two never happens");
    }
    return failures_ == 0 ? 0 : 1;
  }

 private:
  std::string file_;
  const weir::TemporaryDirectory folder_;
  const std::string waves_ = folder_.path() / "none.vcd";
  std::mt19937_64 random_;
  std::map<std::string, std::pair<unsigned, unsigned>> counts_;
  unsigned failures_ = 0;
};

// A switch that lives, with its registers reached by TLM; called before the kernel has run.
void call_living(Caller& caller, weir::Switch& s1, tlm::tlm_fw_transport_if<>& bus) {
  caller.try_call("rx", [&] { s1.rx[caller.number()]; });
  caller.try_call("tx", [&] { s1.tx[caller.number()]; });
  caller.try_call("link", [&] { s1.link[caller.number()]; });
  caller.try_call("size", [&] { static_cast<void>(s1.rx.size() + s1.tx.size() + s1.link.size()); });
  caller.try_call("quantum", [&] { static_cast<void>(s1.quantum()); });
  caller.try_call("stats", [&] { static_cast<void>(weir::stats(s1)); });
  caller.try_call("refusal", [&] { static_cast<void>(s1.refusal()); });
  std::uint64_t address = caller.number();
  caller.try_call("address", [&] {
    static const std::vector<std::string> names{"mmu.admitted", "port.frames_sent", "port.max_frame"};
    const std::string name = caller.below(2) == 0 ? caller.one_of(names) : caller.word();
    std::vector<std::uint64_t> indices(caller.below(4));
    for (std::uint64_t& index : indices)
      index = caller.number();
    address = s1.address(name, indices);
  });
  caller.try_call("access", [&] {
    std::vector<unsigned char> data(caller.below(40));
    for (unsigned char& byte : data)
      byte = static_cast<unsigned char>(caller.below(256));
    tlm::tlm_generic_payload payload;
    payload.set_command(static_cast<tlm::tlm_command>(caller.below(3)));
    payload.set_address(address);
    payload.set_data_ptr(data.data());
    payload.set_data_length(static_cast<unsigned>(data.size()));
    payload.set_streaming_width(static_cast<unsigned>(caller.below(2) == 0 ? data.size() : caller.below(40)));
    static_cast<void>(bus.transport_dbg(payload));
  });
}

int make_calls(const std::string& file, unsigned calls, unsigned seed) {
  Caller caller(file, seed);
  for (unsigned i = 0; i < calls; ++i) {
    caller.try_call("from_file", [&] {
      weir::Settings settings = weir::from_file(caller.file(), caller.word());
      if (caller.below(2) == 0)
        settings.set(caller.key(), caller.word());
      static_cast<void>(settings.to_toml());
    });
    caller.try_call("from_text", [&] { weir::from_text(caller.text(), caller.word()).to_toml(); });
    caller.try_call("set", [&] { weir::from_text("").set(caller.word(), caller.word()); });
    caller.try_call("Waves", [&] { caller.watch(true); });
    caller.try_call("Capture", [&] { caller.watch(false); });
    caller.try_call("Switch", [&] { weir::Switch s1("s1", caller.settings()); });
  }
  weir::Switch s1("s1", weir::from_text(kText));
  for (unsigned i = 0; i < calls; ++i)
    call_living(caller, s1, s1.csr.get_base_interface());
  return caller.end();
}

}  // namespace

int sc_main(int count, char* words[]) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_DO_NOTHING);  // names that SystemC changes
  if (count != 3) {
    std::cerr << "usage: random_calls SCENARIO NUMBER\n";
    return 2;
  }
  constexpr unsigned kMostOfAProcess = 500;
  bool failed = false;
  unsigned seed = 1;
  for (unsigned left = static_cast<unsigned>(std::stoul(words[2])); left > 0; ++seed) {
    const unsigned calls = std::min(left, kMostOfAProcess);
    left -= calls;
    if (const pid_t child = fork(); child == 0) {
      const int status = make_calls(words[1], calls, seed);
      std::cout.flush();
      std::exit(status);
    } else {
      int status = 1;
      failed = child < 0 || waitpid(child, &status, 0) != child || status != 0 || failed;
    }
  }
  return failed ? 1 : 0;
}
