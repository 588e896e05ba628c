// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/tests/unit/scenario/every_key.h"

#include "tb/scenario/file_text.h"
#include "tb/scenario/toml_text.h"
#include "tb/tests/unit/scenario/scenario_text.h"
#include "tb/tests/unit/temporary_directory.h"

namespace weir::scenario {
namespace {

const std::filesystem::path kScenarios = std::filesystem::path(WEIR_SOURCE_DIR) / "scenarios";

// A class for each of so many code points.
std::string classes_of(int points) {
  std::string list;
  for (int point = 0; point < points; ++point) {
    list += (point == 0 ? "[" : ", ") + std::to_string(8 * point / points);
  }
  return list + "]";
}

// A list of edges, which is there once all_bases() has written it.
const TemporaryDirectory kTables;
const std::filesystem::path kCables = kTables.path() / "cables.csv";
const std::filesystem::path kFlows = kTables.path() / "flows.csv";
const std::filesystem::path kTable = kTables.path() / "table.csv";

// Scenarios with one of everything that the files of scenarios/ lack.
std::vector<Base> made_bases() {
  const std::string run = "[scenario]\nduration = \"1ms\"\n\n";
  const std::string flow = "\n[[flow]]\nsrc = \"h1\"\ndst = \"h2\"\n";
  std::vector<std::string> texts = {
      run + "[topology]\nkind = \"file\"\nfile = " + string_text(kCables.string()) + "\n" + flow,
      run + "[topology]\nkind = \"ring\"\nswitches = 3\n\n[[topology.link]]\nbetween = [\"s1\", \"s2\"]\n" + flow,
      run +
          "[topology]\nkind = \"custom\"\n\n[[topology.device]]\nkind = \"switch\"\nname = \"s1\"\n\n"
          "[[topology.device]]\nname = \"h1\"\nkind = \"host\"\n\n[[topology.device]]\nname = \"h2\"\nkind = "
          "\"host\"\n\n"
          "[[topology.link]]\nbetween = [\"h1\", \"s1\"]\n\n[[topology.link]]\nbetween = [\"h2\", \"s1\"]\n" +
          flow,
      run + "[topology]\nkind = \"leaf_spine\"\nleaves = 2\nspines = 2\nhosts_per_switch = 2\n" + flow,
      run + "[topology]\nkind = \"dumbbell\"\nleft = 2\nright = 2\n" + flow,
      run + "[topology]\nkind = \"dumbbell\"\nleft = 2\nright = 2\n\n[congestion]\ndetector = \"ib_fecn\"\n" + flow,
      run +
          "[topology]\nkind = \"dumbbell\"\nleft = 2\nright = 2\n\n[congestion]\ndetector = "
          "\"fera\"\n\n[congestion.fera]\n"
          "datapath = \"dividing\"\ndelta = 0.1\n" +
          flow,
      run + "[topology]\nkind = \"parking_lot\"\nswitches = 3\n" + flow,
      run + "[topology]\nkind = \"random\"\nswitches = 6\ndegree = 3\n" + flow,
      run + "[topology]\nkind = \"random\"\nswitches = 6\nprobability = 0.9\n" + flow,
      run + "[topology]\nkind = \"fat_tree\"\nk = 4\n\n[traffic]\npattern = \"permutation\"\npairs = [[0, 1]]\n",
      run + "[topology]\nkind = \"ring\"\nswitches = 5\n\n[traffic]\npattern = \"incast\"\ntarget = \"h1\"\n",
      run + "[topology]\nkind = \"ring\"\nswitches = 5\n\n[traffic]\npattern = \"shift\"\nframing = \"rocev2\"\n" +
          flow + "framing = \"udp\"\n",
      run + "[topology]\nkind = \"ring\"\nswitches = 5\n\n[traffic]\nkind = \"constant_rate\"\nrate = \"1Gbps\"\n" +
          flow,
      run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow + "kind = \"bernoulli\"\nrate = \"1Gbps\"\n" + flow +
          "kind = \"on_off\"\nrate = \"1Gbps\"\non_time = \"1us\"\noff_time = \"3us\"\n",
      run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow +
          "kind = \"on_off\"\nrate = \"1Gbps\"\non_time = \"1us\"\noff_time = \"3us\"\nturns = \"pareto\"\n",
      run +
          "[topology]\nkind = \"ring\"\nswitches = 3\n\n[traffic]\nkind = \"on_off\"\nrate = \"1Gbps\"\non_time = "
          "\"1us\"\noff_time = \"3us\"\nturns = \"pareto\"\n" +
          flow,
      run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow +
          "\n[[flow]]\nsrc = \"h2\"\ndst = \"h3\"\ncontrol = \"window\"\nwindow = \"1MB\"\n",
      run +
          "[topology]\nkind = \"ring\"\nswitches = 3\n\n[[flow]]\nsrc = \"h2\"\ndst = \"h3\"\ncontrol = "
          "\"window\"\nwindow_packets = 7\n\n[[link_fault]]\ndo = \"double\"\nprobability = 0.5\n",
      run + "[topology]\nkind = \"ring\"\nswitches = 3\n\n[traffic]\ncontrol = \"window\"\nwindow = \"1MB\"\n" + flow,
      run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow + "framing = \"tcp\"\ntransaction_packets = 7\n",
      run + "[topology]\nkind = \"ring\"\nswitches = 3\n\n[traffic]\ncontrol = \"window\"\nwindow_packets = 7\n" + flow,
      run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow +
          "\n[[switch.route]]\ndevice = \"s1\"\nto = "
          "\"02:00:00:00:00:99\"\nvia = [\"s2\"]\n\n[[switch.egress.shaper]]\nrate = \"1Gbps\"\n",
      run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow +
          "\n[[event]]\ndo = \"stop_host\"\nhost = \"h2\"\nat = \"10us\"\n\n[[link_fault]]\ndo = "
          "\"delay\"\nprobability = "
          "0.5\nmost = \"1ms\"\nbetween = [\"h1\", \"s1\"]\n",
      run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow + flow +
          "\n[[event]]\ndo = \"set_link_rate\"\nbetween = [\"s1\", \"s2\"]\nfrom = \"s1\"\nrate = \"1Gbps\"\nafter = "
          "\"f1\"\nbelow = "
          "\"1Gbps\"\nover = \"100us\"\n",
      run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow + flow +
          "\n[[event]]\ndo = \"start_flow\"\nflow = \"f1\"\nat = \"1us\"\n",
      run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow + "\n[flow_control]\nscheme = \"pfc\"\n" +
          "\n[[event]]\ndo = \"reset_switch\"\ndevice = \"s1\"\nat = \"1us\"\n",
      run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow +
          "\n[[event]]\ndo = \"write_register\"\ndevice = \"s1\"\nregister = \"mmu.viq_limit\"\nvalue = 1000000\nat = "
          "\"1us\"\n",
      run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow +
          "\n[[host]]\nhosts = [\"h1\"]\nservice_rate = \"1Gbps\"\n",
  };
  texts.push_back(run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow +
                  "\n[[event]]\ndo = \"set_drain_rate\"\nhost = \"h2\"\nrate = \"3Gbps\"\nat = \"10us\"\n");
  const std::string marked = "\n[traffic]\nframing = \"rocev2\"\necn = \"ect1\"\ncontrol = ";
  for (const std::string& control : std::vector<std::string>{
           "\"dcqcn\"", "\"timely\"", "\"ib_cc\"", "\"bcn\"", "\"fera\"",
           "\"ib_cc\"\n\n[traffic.ib_cc]\ncct = \"linear\"",
           "\"ib_cc\"\n\n[traffic.ib_cc]\nlimit = 2\ncct = \"file\"\nfile = " + string_text(kTable.string())}) {
    texts.push_back(run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + marked + control + "\n" + flow);
  }
  const std::string workload = "\n[[workload]]\n";
  for (const std::string& arrivals : std::vector<std::string>{
           "arrivals = \"poisson\"\ninterval = \"100us\"\nsize = \"3KB\"\n",
           "arrivals = \"poisson\"\ninterval = \"100us\"\nsize = \"3KB\"\ncontrol = \"dcqcn\"\necn = \"ect1\"\n",
           "arrivals = \"periodic\"\ninterval = \"100us\"\nsize = \"3KB\"\n",
           "arrivals = \"periodic\"\nload = 0.3\nsizes = \"" + (kScenarios / "flow_sizes" / "websearch.csv").string() +
               "\"\n",
           "arrivals = \"closed_loop\"\nsize = \"3KB\"\nacknowledged = true\n",
           "arrivals = \"list\"\nfile = " + string_text(kFlows.string()) + "\n",
           "arrivals = \"back_to_back\"\nsize = \"3KB\"\ncontrol = \"window\"\nwindow = \"1MB\"\n",
           "arrivals = \"back_to_back\"\nsize = \"3KB\"\ncontrol = \"window\"\nwindow_packets = 7\n"}) {
    texts.push_back(run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + workload + arrivals);
  }
  for (const char* source : {"dscp", "ttl", "label"}) {
    texts.push_back(run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow +
                    "\n[switch]\nmax_frame = \"1504B\"\n\n[switch.class_mapper]\nsource = \"" + source + "\"\n");
  }
  for (const char* discipline : {"dwrr", "strict_over_dwrr", "vl_arbitration"}) {
    texts.push_back(run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow + "\n[switch.egress]\ndiscipline = \"" +
                    discipline + "\"\n" + (discipline[0] == 's' ? "strict = [7]\n" : ""));
  }
  texts.push_back(
      run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow +
      "\n[flow_control]\nscheme = \"pfc\"\n\n[flow_control.pfc]\nrefresh_fraction = 0.33\n\n[deadlock]\nunit = "
      "\"itsy\"\n");
  for (const char* error :
       {"\"bits\"\nbit_error_rate = 1e-9\nstart = \"1us\"\nend = \"2ms\"\nbetween = [\"h1\", \"s1\"]\n",
        "\"frames\"\nnumbers = [1, 7]\n", "\"frames\"\nfirst = 2\nlast = 9000\n",
        "\"codewords\"\nperiod = \"1ms\"\n"}) {
    texts.push_back(run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow + "\n[[link_damage]]\ndo = " + error);
  }
  for (const char* deed : {"\"hold_acks\"\nfrom = \"s1\"\nlength = \"3us\"\n", "\"init_retry\"\nfirst_number = 7\n",
                           "\"flush_retry\"\n"}) {
    texts.push_back(run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow +
                    "\n[link.llr]\nwanted = true\n\n[[event]]\nat = \"0us\"\nbetween = [\"h1\", \"s1\"]\ndo = " + deed);
  }
  texts.push_back(run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow +
                  "\n[[event]]\nat = \"1us\"\ndo = \"cut_link\"\nbetween = [\"h1\", \"s1\"]\nlength = \"2us\"\n");
  texts.push_back(run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow +
                  "\n[link.llr]\nwanted = true\n\n[[event]]\nat = \"1us\"\ndevice = \"h1\"\ndo = \"clear_counters\"\n");
  for (const char* error : {"\"sets\"\nnumbers = [1, 7]\n", "\"delay_sets\"\ndelay = \"1us\"\n",
                            "\"double_sets\"\nfirst = 3\nlast = 900\n"}) {
    texts.push_back(run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow +
                    "\n[flow_control]\nscheme = \"ue_cbfc\"\n\n[[link_damage]]\ndo = " + error);
  }
  for (const char* deed :
       {"\"set_up_channel\"\ndevice = \"s1\"\n", "\"set_up_channel\"\nbetween = [\"h1\", \"s1\"]\nlimit = 100\n",
        "\"remove_channel\"\nbetween = [\"h1\", \"s1\"]\nfrom = \"s1\"\nclass = 0\n"}) {
    texts.push_back(run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow +
                    "\n[switch.mmu]\nbuffer = \"64MB\"\nviq_limit = \"4MB\"\n\n[flow_control]\nscheme = \"ue_cbfc\"\n\n"
                    "[[event]]\nat = \"1us\"\ndo = " +
                    deed);
  }
  texts.push_back(run + "[topology]\nkind = \"ring\"\nswitches = 3\n" + flow +
                  "\n[[fidelity.at]]\nports = [\"s1.p0\"]\nall = \"lockstep\"\n");
  texts.emplace_back(kMinimalScenario);
  texts.emplace_back(kCustomScenario);
  std::vector<Base> bases;
  for (std::string& text : texts) {
    bases.push_back({"made.toml", std::move(text)});
  }
  return bases;
}

}  // namespace

std::vector<std::string> values_of(const KeySpec& key) {
  std::vector<std::string> values;
  const auto add = [&](const std::string& text, bool quoted) {
    if (!text.empty() && text != key.initial) {
      values.push_back(quoted ? string_text(text) : text);
    }
  };
  const auto add_ends = [&](std::initializer_list<const char*> more, bool quoted) {
    add(key.lowest, quoted);
    for (const char* text : more) {
      add(text, quoted);
    }
    add(key.highest, quoted);
  };
  switch (key.kind) {
    case KeyKind::kTime:
      add_ends({"1.234567us", "37us", "1ms"}, true);
      break;
    case KeyKind::kRate:
      add_ends({"1.000000001Gbps", "9.999999999Gbps", "1Gbps"}, true);
      break;
    case KeyKind::kBytes:
      add_ends({"1537B", "3072B", "65537B", "1000001B"}, true);
      break;
    case KeyKind::kClassBytes:
      add_ends({"1537B", "3072B", "65537B", "1000001B"}, true);
      values.emplace_back(R"(["1537B", "3072B", "65537B", "100001B", "4KB", "5KB", "6KB", "7KB"])");
      values.emplace_back(R"(["99KB", "100KB", "101KB", "102KB", "103KB", "104KB", "105KB", "106KB"])");
      break;
    case KeyKind::kInteger:
      add_ends({"2", "3", "4", "7", "8"}, false);
      break;
    case KeyKind::kReal:
      add_ends({"0.3", "0.1", "0.25", "1.5", "2.0"}, false);
      break;
    case KeyKind::kBoolean:
      values = {key.initial == "true" ? "false" : "true", "false"};
      break;
    case KeyKind::kWord:
      for (const std::string_view word : key.words) {
        add(std::string(word), true);
      }
      break;
    case KeyKind::kText:
      values = {R"("a \"b\" \\ \u0001 \u00e4")", "\"h2\"", "\"10.9.0.0/16\"", "\"mmu.viq_limit\""};
      break;
    case KeyKind::kTexts:
      values = {R"(["a=\"b\"", "c=1"])", R"(["*", "h*.p0"])"};
      break;
    case KeyKind::kFile:
      values = {string_text((kScenarios / "real_frames" / "mixed.pcap").string()), string_text(kCables.string()),
                string_text(kFlows.string()), string_text(kTable.string()),
                string_text((kScenarios / "flow_sizes" / "websearch.csv").string())};
      break;
    case KeyKind::kDigest:
      break;  // comes with its file
    case KeyKind::kPatterns:
      values = {R"(["h1", "h2*"])", R"(["h2"])", R"(["h*"])"};
      break;
    case KeyKind::kSizes:
      values = {R"(["1500B", "10.001KB"])"};
      break;
    case KeyKind::kAddress:
      values = {"\"10.9.8.7\""};
      break;
    case KeyKind::kName:
      values = {"\"another_name\"", "\"h2\"", "\"h3\"", "\"s1\"", "\"s2\"", "\"f1\"", "\"f2\""};
      break;
    case KeyKind::kNames:
      values = {R"(["h1", "s1", "s2", "h2"])", R"(["h1", "s1", "h3"])", R"(["s2"])"};
      break;
    case KeyKind::kPair:
      values = {R"(["s1", "s2"])", R"(["h1", "s1"])"};
      break;
    case KeyKind::kPairs:
      values = {R"([["s1", "s2"]])"};
      break;
    case KeyKind::kNumberPairs:
      values = {"[[1, 2], [2, 1]]", "[[0, 1]]"};
      break;
    case KeyKind::kClasses:
      values = {"[0]", "[0, 3]", "[]", classes_of(16), classes_of(64)};
      break;
    case KeyKind::kWeights:
      values = {"[2, 1]", "[8, 7, 6, 5, 4, 3, 2, 1]", "[3]"};
      break;
    case KeyKind::kParts:
      values = {"[2, 1]", "[0, 7, 6, 5, 4, 3, 2, 1]", "[3]"};
      break;
    case KeyKind::kNumbers:
      values = {"[0, 0, 0, 0, 0, 0, 0, 0]", "[7, 6, 5, 4, 3, 2, 1, 0]", "[3]"};
      break;
  }
  return values;
}

std::vector<Base> all_bases() {
  std::ofstream(kCables) << "a,b\nh1,s1\nh2,s2\ns1,s2\n";
  std::ofstream(kFlows) << "start,src,dst,bytes\n1us,h1,h2,1000\n";
  std::ofstream(kTable) << "multiplier,shift\n0,0\n1,0\n3,1\n";
  std::vector<Base> bases = made_bases();
  for (const char* folder : {"small", "ring", "ttl", "real_frames", "workloads"}) {
    for (const auto& entry : std::filesystem::directory_iterator(kScenarios / folder)) {
      if (entry.path().extension() == ".toml") {
        std::string text = read_text_file(entry.path(), "a scenario");
        const bool is_whole = text.find("\nbase = ") == std::string::npos;
        if (is_whole) {
          bases.push_back({entry.path(), std::move(text)});
        }
      }
    }
  }
  return bases;
}

}  // namespace weir::scenario
