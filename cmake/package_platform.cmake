# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# libweir, the switch as a library: weir/switch.h for C++17 and SystemC, weir/weir.h for C and what calls C
# (docs/decisions/0291, 0299). It has all rooms that stand behind these headers. Shared, libweir.so.0, target weir::platform,
# which shows the names of the public headers alone; and static, libweir.a, target weir::platform_static.

find_package(tomlplusplus 3.3 REQUIRED)
find_package(fmt REQUIRED)
find_package(ZLIB REQUIRED)
pkg_check_modules(MD REQUIRED IMPORTED_TARGET libmd)

set(behind_the_header "")
get_property(rooms GLOBAL PROPERTY weir_chip_rooms)
foreach(room IN LISTS rooms ITEMS weir_c_interface weir_capture weir_fstapi weir_network weir_parts weir_platform
             weir_recording weir_scenario_file weir_text weir_traffic weir_transport)
  list(APPEND behind_the_header $<TARGET_OBJECTS:${room}>)
endforeach()

# weir_libweir(TARGET EXPORT_NAME): what both forms of the library say to their users.
function(weir_libweir target export_name)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME weir EXPORT_NAME ${export_name} LINKER_LANGUAGE CXX)
  target_include_directories(${target} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(${target} INTERFACE cxx_std_17)
  target_compile_definitions(${target} INTERFACE SC_CPLUSPLUS=${WEIR_SC_CPLUSPLUS})
  target_link_libraries(${target} INTERFACE PkgConfig::SYSTEMC)
  weir_sanitized_users(${target})
endfunction()

set(behind_libweir tomlplusplus::tomlplusplus PkgConfig::MD fmt::fmt ZLIB::ZLIB)
add_library(weir_library_static STATIC ${behind_the_header})
weir_libweir(weir_library_static platform_static)
foreach(library IN LISTS behind_libweir)
  target_link_libraries(weir_library_static INTERFACE $<LINK_ONLY:${library}>)
endforeach()

# Before 1.0 a package depends on the minor version, not on the number behind .so (docs/decisions/0261).
set(shows ${PROJECT_SOURCE_DIR}/cmake/libweir.map)
add_library(weir_library SHARED ${behind_the_header} ${PROJECT_SOURCE_DIR}/tb/c_interface/sc_main.cpp)
weir_libweir(weir_library platform)
set_target_properties(weir_library PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION 0 LINK_DEPENDS ${shows}
                                              LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
target_compile_definitions(weir_library PRIVATE SC_CPLUSPLUS=${WEIR_SC_CPLUSPLUS})
target_link_libraries(weir_library PRIVATE PkgConfig::SYSTEMC ${behind_libweir} weir_warnings)
target_link_options(weir_library PRIVATE LINKER:--version-script=${shows} LINKER:--no-undefined)
add_custom_target(weir_libraries DEPENDS weir_library weir_library_static weir_package)

install(TARGETS weir_library EXPORT weirTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime
                                                NAMELINK_COMPONENT dev)
install(TARGETS weir_library_static EXPORT weirTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
install(FILES ${PROJECT_SOURCE_DIR}/tb/platform/weir/switch.h ${PROJECT_SOURCE_DIR}/tb/platform/weir/waves.h
              ${PROJECT_SOURCE_DIR}/tb/platform/weir/axi_stream.h ${PROJECT_SOURCE_DIR}/tb/platform/weir/cable.h
              ${PROJECT_SOURCE_DIR}/tb/platform/weir/remote_port.h ${PROJECT_SOURCE_DIR}/tb/platform/weir/tap.h
              ${PROJECT_SOURCE_DIR}/tb/platform/weir/vcml.h ${PROJECT_SOURCE_DIR}/tb/platform/weir/xgmii.h
              ${PROJECT_SOURCE_DIR}/tb/parts/weir/parts.h ${PROJECT_SOURCE_DIR}/tb/c_interface/weir/weir.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/weir COMPONENT dev)
install(FILES ${PROJECT_SOURCE_DIR}/tb/c_interface/weir_switch_pkg.sv ${PROJECT_SOURCE_DIR}/tb/c_interface/weir_vpi.c
        DESTINATION ${CMAKE_INSTALL_DATADIR}/weir/systemverilog COMPONENT dev)

# Places relative to weir.pc, so that an installed folder may be moved.
set(weir_pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH weir_pc_include /${weir_pc_dir} /${CMAKE_INSTALL_INCLUDEDIR})
set(weir_pc_flags "")
if(WEIR_SANITIZE)
  set(weir_pc_flags "-fsanitize=${WEIR_SANITIZE}")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/weir.pc.in ${PROJECT_BINARY_DIR}/weir.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/weir.pc DESTINATION ${weir_pc_dir} COMPONENT dev)
