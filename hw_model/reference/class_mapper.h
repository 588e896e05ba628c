// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Class mapper: from the header fields of a packet to the traffic class in which this hop queues the packet.
//
// Where classes follow hops, `services` divides the classes (docs/decisions/0222): a service is a range of classes,
// from its first class to the one before the next service's first, and hops count from its first class. PCP and
// DEI, or the DSCP, name the service through their table by any of its classes. A service of one class is a plain
// class: its packets keep it at every hop. With one service, from class 0 on, all packets belong to that service.
//
// Combinational: a multiplexer behind either table, a subtractor, half an adder for the shift, and for the services
// a priority encoder of 8 bits either way and an adder of 3.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include "hw_model/base/ids.h"
#include "hw_model/base/named.h"
#include "hw_model/reference/class_source.h"
#include "hw_model/reference/services.h"

namespace weir::reference {

// The header field that names a packet's service.
enum class ServiceBy : std::uint8_t { kPcp, kDscp };
inline constexpr std::array<Named<ServiceBy>, 2> kServiceBys{{{ServiceBy::kPcp, "pcp"}, {ServiceBy::kDscp, "dscp"}}};

// Whose labels a switch trusts: other switches', or also hosts'.
enum class LabelTrust : std::uint8_t { kSwitches, kAll };
inline constexpr std::array<Named<LabelTrust>, 2> kLabelTrusts{
    {{LabelTrust::kSwitches, "switches"}, {LabelTrust::kAll, "all"}}};

inline constexpr std::size_t kCodePoints = 16;
inline constexpr std::size_t kDscps = 64;

// PCP and DEI of a tag as one number, in the order of the tag's bits.
constexpr std::uint8_t code_point(std::size_t pcp, bool drop_eligible) {
  return static_cast<std::uint8_t>(pcp << 1U | (drop_eligible ? 1U : 0U));
}

// The tables at reset: to each class as many of the numbers of a field, in order.
template <std::size_t kNumbers>
constexpr std::array<ClassId, kNumbers> divided() {
  std::array<ClassId, kNumbers> classes;
  for (std::size_t number = 0; number < kNumbers; ++number) {
    classes[number] = ClassId(number / (kNumbers / kClasses));
  }
  return classes;
}
constexpr std::array<ClassId, kCodePoints> priorities() { return divided<kCodePoints>(); }
constexpr std::array<ClassId, kDscps> class_selectors() { return divided<kDscps>(); }

struct ClassMapperConfig {
  ClassSource source = ClassSource::kPcp;
  std::array<ClassId, kCodePoints> pcp_classes = priorities();  // by code_point()
  std::array<ClassId, kDscps> dscp_classes = class_selectors();
  std::uint8_t ttl0 = 8;  // the TTL with which hosts send: hops of the longest legal path
  ClassMask services = kOneService;
  ServiceBy service_by = ServiceBy::kPcp;
  LabelTrust label_trust = LabelTrust::kSwitches;
};

// Number of classes of a service that packets pass through where the class follows the TTL: from the class of the hosts
// to that of the last switch of the longest path.
constexpr std::size_t classes_of_hops(const ClassMapperConfig& config) {
  return class_at_hop(config.source, config.ttl0 - std::size_t{1}) + 1;
}

// The service to which a class belongs; where classes do not follow hops, each class is a service of its own.
constexpr Service service_of(const ClassMapperConfig& config, ClassId c) {
  return follows_hops(config.source) ? service_of(config.services, c) : Service{c, c};
}

// The most switches that a packet of a service passes where classes follow hops: as many as the service has classes for
// and, where the class follows the TTL, as many as the packet reaches alive.
constexpr std::size_t hops_of(const ClassMapperConfig& config, const Service& service) {
  const ClassSourceTraits& traits = traits_of(config.source);
  const std::size_t by_class = traits.hops_a_class * (service.classes() - traits.at_first_switch);
  return traits.by_ttl ? std::min(by_class, config.ttl0 - std::size_t{1}) : by_class;
}

// The class of a packet at its first switch, where its class at its host is the first of this service.
constexpr ClassId first_at_switch(const ClassMapperConfig& config, const Service& service) {
  return service.is_plain() ? service.first : ClassId(service.first.index() + traits_of(config.source).at_first_switch);
}

// The classes that packets of services with hops can be in.
constexpr ClassMask hop_classes(const ClassMapperConfig& config) {
  ClassMask classes = 0;
  for (std::size_t c = 0; follows_hops(config.source) && c < kClasses; ++c) {
    const Service service = service_of(config.services, ClassId(c));
    const bool used = !follows_ttl(config.source) || c - service.first.index() < classes_of_hops(config);
    classes |= static_cast<ClassMask>(!service.is_plain() && used ? 1U << c : 0U);
  }
  return classes;
}

// Whether the class depends on PCP and DEI, or on the DSCP.
constexpr bool uses_pcp(const ClassMapperConfig& config) {
  return config.source == ClassSource::kPcp || (follows_hops(config.source) && config.service_by == ServiceBy::kPcp);
}
constexpr bool uses_dscp(const ClassMapperConfig& config) {
  return config.source == ClassSource::kDscp || (follows_hops(config.source) && config.service_by == ServiceBy::kDscp);
}

// The classes of a source from outside of weir, by code_point() and DSCP.
struct OwnClasses {
  std::array<ClassId, kCodePoints * kDscps> classes;
  ClassId of(std::uint8_t point, std::uint8_t dscp) const { return classes[point * kDscps + dscp]; }
};

class ClassMapper {
 public:
  ClassMapper() = default;
  // `own`: of a source from outside of weir; null: class 0, where the fields alone do not say it.
  explicit ClassMapper(const ClassMapperConfig& config, std::shared_ptr<const OwnClasses> own = nullptr)
      : config_(config), own_(std::move(own)) {}

  // `point`: code_point() of the outer tag, 0: untagged; `dscp` 0..63; `ttl` as it arrived, or the hop limit of IPv6,
  // 0: the frame has none.
  ClassId map(std::uint8_t point, std::uint8_t dscp, std::uint8_t ttl) const {
    switch (config_.source) {
      case ClassSource::kPcp:
        return config_.pcp_classes[point];
      case ClassSource::kDscp:
        return config_.dscp_classes[dscp];
      default:
        break;
    }
    if (is_own(config_.source))
      return own_ != nullptr ? own_->of(point, dscp) : ClassId();
    const Service service = named_by(point, dscp);
    return service.is_plain() || !follows_ttl(config_.source)
               ? service.first
               : ClassId(std::min(wanted(service, ttl), service.last.index()));
  }

  // Whether a packet is at a hop for which its service has no class: map() then gives it the last one.
  bool beyond(std::uint8_t point, std::uint8_t dscp, std::uint8_t ttl) const {
    if (!follows_ttl(config_.source))
      return false;
    const Service service = named_by(point, dscp);
    return !service.is_plain() && wanted(service, ttl) > service.last.index();
  }

  // The service of a packet where classes follow hops.
  Service named_by(std::uint8_t point, std::uint8_t dscp) const {
    const bool by_dscp = config_.service_by == ServiceBy::kDscp;
    return service_of(config_.services, by_dscp ? config_.dscp_classes[dscp] : config_.pcp_classes[point]);
  }

  const ClassMapperConfig& config() const { return config_; }
  const std::shared_ptr<const OwnClasses>& own() const { return own_; }

 private:
  // Of this hop, and perhaps above the last one of the service.
  std::size_t wanted(const Service& service, std::uint8_t ttl) const {
    const int hop = ttl == 0 ? 0 : std::max(config_.ttl0 - ttl + 1, 0);
    return service.first.index() + class_at_hop(config_.source, static_cast<std::size_t>(hop));
  }

  ClassMapperConfig config_;
  std::shared_ptr<const OwnClasses> own_;
};

}  // namespace weir::reference
