# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# The library of weir/switch.h (docs/decisions/0291): libweir_platform.a has all rooms that stand behind the header, so that
# its users compile in C++17, with SystemC alone, and link what the loader of scenarios needs. Target weir::platform, and
# weir.pc for pkg-config.

find_package(tomlplusplus 3.3 REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(fmt REQUIRED)
find_package(ZLIB REQUIRED)
pkg_check_modules(PCAP REQUIRED IMPORTED_TARGET libpcap)

add_library(weir_platform_package STATIC)
get_property(rooms GLOBAL PROPERTY weir_chip_rooms)
foreach(room IN LISTS rooms ITEMS weir_capture weir_fstapi weir_network weir_platform weir_recording weir_scenario_file
             weir_text weir_traffic weir_transport)
  target_sources(weir_platform_package PRIVATE $<TARGET_OBJECTS:${room}>)
endforeach()
set_target_properties(weir_platform_package PROPERTIES OUTPUT_NAME weir_platform EXPORT_NAME platform LINKER_LANGUAGE CXX)
target_include_directories(weir_platform_package INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(weir_platform_package INTERFACE cxx_std_17)
target_compile_definitions(weir_platform_package INTERFACE SC_CPLUSPLUS=${WEIR_SC_CPLUSPLUS})
target_link_libraries(weir_platform_package INTERFACE PkgConfig::SYSTEMC $<LINK_ONLY:tomlplusplus::tomlplusplus>
                                                      $<LINK_ONLY:OpenSSL::Crypto> $<LINK_ONLY:PkgConfig::PCAP>
                                                      $<LINK_ONLY:fmt::fmt> $<LINK_ONLY:ZLIB::ZLIB>)
weir_sanitized_users(weir_platform_package)

install(TARGETS weir_platform_package EXPORT weirTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(FILES ${PROJECT_SOURCE_DIR}/tb/platform/weir/switch.h ${PROJECT_SOURCE_DIR}/tb/platform/weir/waves.h
              ${PROJECT_SOURCE_DIR}/tb/platform/weir/axi_stream.h ${PROJECT_SOURCE_DIR}/tb/platform/weir/cable.h
              ${PROJECT_SOURCE_DIR}/tb/platform/weir/remote_port.h ${PROJECT_SOURCE_DIR}/tb/platform/weir/tap.h
              ${PROJECT_SOURCE_DIR}/tb/platform/weir/vcml.h ${PROJECT_SOURCE_DIR}/tb/platform/weir/xgmii.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/weir COMPONENT library)

# Places relative to weir.pc, so that an installed folder may be moved.
set(weir_pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH weir_pc_include /${weir_pc_dir} /${CMAKE_INSTALL_INCLUDEDIR})
set(weir_pc_flags "")
if(WEIR_SANITIZE)
  set(weir_pc_flags "-fsanitize=${WEIR_SANITIZE}")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/weir.pc.in ${PROJECT_BINARY_DIR}/weir.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/weir.pc DESTINATION ${weir_pc_dir} COMPONENT library)
