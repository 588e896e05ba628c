# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# `cpack -G DEB` of all components, for Debian 12 (dpkg-dev and file: packages.txt, "to package"). The
# same build, the same SOURCE_DATE_EPOCH and umask give the same bytes.

# Debian wants it under this name, one file in each package.
file(READ ${PROJECT_SOURCE_DIR}/NOTICE notice)
file(READ ${PROJECT_SOURCE_DIR}/LICENSE licence)
file(WRITE ${PROJECT_BINARY_DIR}/copyright "${notice}\n== LICENSE\n\n${licence}")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/NOTICE ${PROJECT_SOURCE_DIR}/LICENSE)
set(packages weir python3-weir libweir0 libweir-dev)
set(components weir python runtime dev)
foreach(package component IN ZIP_LISTS packages components)
  install(FILES ${PROJECT_BINARY_DIR}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL weir doc python runtime dev)
set(CPACK_COMPONENT_WEIR_GROUP weir)
set(CPACK_COMPONENT_DOC_GROUP weir)
set(CPACK_COMPONENT_GROUP_WEIR_DESCRIPTION "Simulator of lossless networks with a switch ASIC modelled as hardware
weir simulates lossless Ethernet and InfiniBand networks, and models the switch
in them as hardware: PFC, CBFC, GFC, ITSY, TCD, FERA and others. The package has
the program, its documentation, scenarios, plans, schemas, RTL and golden vectors.")
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/package_depends.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/package_staged.cmake)

set(CPACK_PACKAGE_VENDOR "The weir authors")
set(CPACK_PACKAGE_CONTACT "The weir authors")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_WEIR_PACKAGE_NAME weir)
set(CPACK_DEBIAN_WEIR_PACKAGE_SHLIBDEPS ON)
# Loaded when a capture is read, so that no program names it.
set(CPACK_DEBIAN_WEIR_PACKAGE_DEPENDS libpcap0.8)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS libpcap0.8)
set(CPACK_DEBIAN_WEIR_PACKAGE_SUGGESTS "python3-weir, gtkwave, wireshark, iverilog, verilator, yosys, opensta, z3, libopenmpi3, libmetis5, openmpi-bin")
# A program that was linked with one minor version wants a library of this minor version.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libweir0)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_GENERATE_SHLIBS_POLICY "=")
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "Switch ASIC with lossless flow control as a library
The switch of the simulator weir as a module of SystemC, and for C, Python and
SystemVerilog.")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libweir-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libweir0 (= ${PROJECT_VERSION}), libsystemc-dev, libtomlplusplus-dev, libmd-dev, libfmt-dev, zlib1g-dev, libboost-dev, libexpected-dev")
set(CPACK_COMPONENT_DEV_DESCRIPTION "Switch ASIC with lossless flow control as a library, headers
Headers, archive and package files of the library libweir0, and its package for
SystemVerilog.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-weir)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.10), python3-pandas, weir (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-matplotlib")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_LIST_DIR}/debian/postinst ${CMAKE_CURRENT_LIST_DIR}/debian/prerm)
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "Runs and sweeps of the simulator weir as pandas frames
The Python module weir runs scenarios, sweeps and studies, and returns their
results as pandas frames.")

include(CPack)
