// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The fat tree of scenarios/bench/ft<k>_perm.toml in ns-3, for `weir bench --beside` (docs/performance.md).
//
//   fat_tree_ns3 K MICROSECONDS
//
// Switches of K ports are nodes that forward IPv4 by global routing, each packet over one of the shortest paths at
// random; links have 100 Gbps and 1 us. Host i sends frames of 1,500 B at the rate of its line to host
// (i + hosts / 2) mod hosts, and each arrival is answered by a frame of 64 B. ns-3 has no PFC: a queue that holds
// 250 KB drops. Prints "hops N" last: frames, of any kind, that have left a device.

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <vector>

#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"

namespace {

constexpr std::uint16_t kPort = 4791;
constexpr unsigned kHeaders = 2 + 20 + 8;  // PPP, IPv4, UDP
constexpr unsigned kFrame = 1500;
constexpr unsigned kAnswer = 64;

std::uint64_t hops = 0;
void count_hop(ns3::Ptr<const ns3::Packet>) { ++hops; }

// Sends at the rate of the line, or answers what arrives.
class Host : public ns3::Application {
 public:
  void send_to(ns3::Ipv4Address to) { to_ = ns3::InetSocketAddress(to, kPort); }

 private:
  void StartApplication() override {
    socket_ = ns3::Socket::CreateSocket(GetNode(), ns3::UdpSocketFactory::GetTypeId());
    socket_->Bind(ns3::InetSocketAddress(ns3::Ipv4Address::GetAny(), kPort));
    socket_->SetRecvCallback(ns3::MakeCallback(&Host::receive, this));
    send();
  }

  void send() {
    socket_->SendTo(ns3::Create<ns3::Packet>(kFrame - kHeaders), 0, to_);
    ns3::Simulator::Schedule(ns3::PicoSeconds(kFrame * 80), &Host::send, this);
  }

  void receive(ns3::Ptr<ns3::Socket> socket) {
    ns3::Address from;
    while (const ns3::Ptr<ns3::Packet> packet = socket->RecvFrom(from)) {
      if (packet->GetSize() > kAnswer) {
        socket->SendTo(ns3::Create<ns3::Packet>(kAnswer - kHeaders), 0, from);
      }
    }
  }

  ns3::Ptr<ns3::Socket> socket_;
  ns3::InetSocketAddress to_{kPort};
};

class FatTree {
 public:
  explicit FatTree(unsigned k) : half_(k / 2) {
    const unsigned hosts = k * half_ * half_;
    hosts_.Create(hosts);
    edges_.Create(k * half_);
    aggregations_.Create(k * half_);
    cores_.Create(half_ * half_);
    internet_.SetIpv6StackInstall(false);
    for (const ns3::NodeContainer& nodes : {hosts_, edges_, aggregations_, cores_}) {
      internet_.Install(nodes);
    }
    cable_.SetDeviceAttribute("DataRate", ns3::StringValue("100Gbps"));
    cable_.SetChannelAttribute("Delay", ns3::StringValue("1us"));
    cable_.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", ns3::StringValue("250kB"));
    network_.SetBase("10.0.0.0", "255.255.255.252");
    bind(k);
    ns3::Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    start();
  }

 private:
  void bind(unsigned k) {
    for (unsigned host = 0; host < hosts_.GetN(); ++host) {
      addresses_.push_back(connect(hosts_.Get(host), edges_.Get(host / half_)));
    }
    for (unsigned pod = 0; pod < k; ++pod) {
      for (unsigned upper = 0; upper < half_; ++upper) {
        for (unsigned i = 0; i < half_; ++i) {
          connect(edges_.Get(pod * half_ + i), aggregations_.Get(pod * half_ + upper));
          connect(aggregations_.Get(pod * half_ + upper), cores_.Get(upper * half_ + i));
        }
      }
    }
  }

  // Returns the address of the lower end.
  ns3::Ipv4Address connect(const ns3::Ptr<ns3::Node>& lower, const ns3::Ptr<ns3::Node>& upper) {
    const ns3::NetDeviceContainer ends = cable_.Install(lower, upper);
    for (unsigned i = 0; i < ends.GetN(); ++i) {
      ends.Get(i)->TraceConnectWithoutContext("PhyTxEnd", ns3::MakeCallback(&count_hop));
    }
    const ns3::Ipv4InterfaceContainer given = network_.Assign(ends);
    network_.NewNetwork();
    return given.GetAddress(0);
  }

  void start() {
    for (unsigned host = 0; host < hosts_.GetN(); ++host) {
      const auto sender = ns3::CreateObject<Host>();
      sender->send_to(addresses_[(host + hosts_.GetN() / 2) % hosts_.GetN()]);
      hosts_.Get(host)->AddApplication(sender);
    }
  }

  unsigned half_;
  ns3::NodeContainer hosts_, edges_, aggregations_, cores_;
  ns3::InternetStackHelper internet_;
  ns3::PointToPointHelper cable_;
  ns3::Ipv4AddressHelper network_;
  std::vector<ns3::Ipv4Address> addresses_;  // of hosts
};

}  // namespace

int main(int count, char** words) {
  if (count != 3) {
    std::cerr << "usage: fat_tree_ns3 K MICROSECONDS\n";
    return 2;
  }
  ns3::Time::SetResolution(ns3::Time::PS);
  ns3::Config::SetDefault("ns3::Ipv4GlobalRouting::RandomEcmpRouting", ns3::BooleanValue(true));
  const FatTree tree(static_cast<unsigned>(std::atoi(words[1])));
  ns3::Simulator::Stop(ns3::MicroSeconds(std::atoi(words[2])));
  ns3::Simulator::Run();
  std::cout << "hops " << hops << "\n";
}
